//! Every rule statement and every ruling of RULES.md, shown to bite. A test's name begins
//! with the ids it holds; `ah14` names the ruling A-H14.

mod attacking;
mod burning;
mod citations;
mod drafts;
mod ending;
mod exhausting;
mod in_vain;
mod invariants;
mod laying;
mod moving;
mod preparing;
mod properties;
mod reading;
mod recovering;
mod rounds;
mod setup;
mod statements;
mod taking;
mod together;
