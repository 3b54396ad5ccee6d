//! Integration tests of the game, in one binary.

mod components;
mod laws;
mod rules;
mod situations;
mod story;
mod support;
