//! Tests of every rule statement and every ruling of RULES.md. The name of a test begins with the
//! ids of its rules.

mod bedroom;
mod citations;
mod deck;
mod palace;
mod placing;
mod plots;
mod points;
mod processing;
mod second_writing;
mod setup;
mod statements;
