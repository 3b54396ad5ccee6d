//! Every rule statement and every ruling of RULES.md, shown to bite. A test's name begins
//! with the ids it holds; `ax14` names the ruling A-X14.

mod citations;
mod drafts;
mod ending;
mod endless;
mod floor;
mod hand;
mod invariants;
mod placing;
mod rounds;
mod setup;
mod skills;
mod springs;
mod statements;
mod turn;
mod twice;
mod walls;
