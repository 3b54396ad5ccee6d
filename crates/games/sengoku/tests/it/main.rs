//! Every rule statement and every ruling of RULES.md, shown to bite, the components file,
//! positions and the laws. The name of a test of a rule begins with the ids it holds.

mod support;

mod citations;
mod components;
mod declaring;
mod ending;
mod general;
mod laws;
mod lines;
mod placing;
mod properties;
mod setup;
mod statements;
