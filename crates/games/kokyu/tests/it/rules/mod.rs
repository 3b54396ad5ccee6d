//! Every rule statement and every ruling of RULES.md, shown to bite. A test's name begins
//! with the ids it holds.

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
