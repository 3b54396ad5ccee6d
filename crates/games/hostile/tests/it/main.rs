//! Integration tests of the game, in one binary.

mod components;
mod laws;
mod narration;
mod puzzles;
mod records;
mod rules;
mod situations;
mod support;
