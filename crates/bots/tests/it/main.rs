//! The tests of `bots`, in one program.

mod advice;
mod honesty;
mod known;
mod simultaneous;
mod strength;
