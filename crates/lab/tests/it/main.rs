//! Tests of the public functions of the laboratory.

mod calibrate;
mod checkpoint;
mod counts;
mod match_weights;
mod parts;
mod puzzles;
mod support;
mod train;
mod tune;
