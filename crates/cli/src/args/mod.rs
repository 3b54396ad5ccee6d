//! Groups of arguments that several commands have.

pub mod engines;
pub mod game;
pub mod games_out;
pub mod run;
