//! The integration tests of `bots`.

mod advice;
mod certain;
mod frozen_specs;
mod honesty;
mod known;
mod saved;
mod simultaneous;
mod stop;
mod strength;
