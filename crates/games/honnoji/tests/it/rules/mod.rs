//! Tests of every rule statement and every ruling of RULES.md. The name of a test begins with the
//! ids of its rules; `ah14` is the ruling A-H14.

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
mod story;
mod taking;
mod together;
