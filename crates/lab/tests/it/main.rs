//! The laboratory, from outside.

mod calibrate;
mod checkpoint;
mod counts;
mod match_weights;
mod parts;
mod puzzles;
mod support;
mod train;
mod tune;
