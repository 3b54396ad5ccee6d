//! Every rule statement and every ruling of RULES.md, shown to bite. A test's name begins
//! with the ids it holds.

#[path = "../support/mod.rs"]
mod support;

mod declaring;
mod ending;
mod general;
mod lines;
mod placing;
mod properties;
mod setup;
mod statements;
