//! The laboratory from outside: trees of games counted, puzzles composed and proved.

mod counts;
mod puzzles;
