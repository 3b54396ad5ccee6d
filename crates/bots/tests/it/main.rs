//! The tests of `bots`, in one program.

mod advice;
mod frozen_specs;
mod honesty;
mod known;
mod saved;
mod simultaneous;
mod stop;
mod strength;
