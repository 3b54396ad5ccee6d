//! Answers to requests that concern no table: about games, puzzles, and matches that the client supplies.

pub mod analysis_board;
pub mod components;
pub mod games;
pub mod puzzles;
