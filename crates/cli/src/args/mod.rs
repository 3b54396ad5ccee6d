//! Groups of arguments that several commands share.

pub mod engines;
pub mod game;
pub mod games_out;
pub mod run;
