//! The tests of `bots`, in one program.

mod honesty;
mod simultaneous;
mod strength;
