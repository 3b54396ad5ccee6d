//! Tests of every statement and ruling of RULES.md, of the components file, of positions and of the
//! laws. The name of a test of a rule begins with the ids that it covers.

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
mod situations;
mod statements;
mod story;
