//! The tests of `bots`, in one program.

mod advice;
mod honesty;
mod simultaneous;
mod strength;
