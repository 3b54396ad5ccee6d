//! Integration tests of the game, in one program.

mod components;
mod laws;
#[path = "support/model.rs"]
mod model;
mod records;
mod rules;
mod situations;
mod story;
mod support;
