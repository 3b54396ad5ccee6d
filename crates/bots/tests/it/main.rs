//! The tests of `bots`, in one program.

mod advice;
mod honesty;
mod known;
mod saved;
mod simultaneous;
mod stop;
mod strength;
