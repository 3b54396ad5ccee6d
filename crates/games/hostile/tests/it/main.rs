//! The tests of the game, in one program.

mod components;
mod laws;
mod puzzles;
mod records;
mod rules;
mod support;
