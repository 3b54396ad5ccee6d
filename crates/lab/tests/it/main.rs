//! The laboratory, from outside.

mod calibrate;
mod counts;
mod journal;
mod parts;
mod puzzles;
mod support;
mod train;
mod tune;
mod weigh;
