//! Tests of every statement and every ruling of RULES.md. The name of a test begins with the ids
//! that it covers; `ax14` is the ruling A-X14.

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
