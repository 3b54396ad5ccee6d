//! Integration tests of the game, in one binary.

mod components;
mod laws;
mod puzzles;
mod records;
mod rules;
mod support;
