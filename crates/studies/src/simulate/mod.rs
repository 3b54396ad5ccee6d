//! Simulation: games between bots, with statistics.

mod config;
mod report;
mod simulation;
mod tally;

pub use config::{Output, SimulateConfig, Simulated, Unfinished};
pub use report::{Length, Report, Won};
pub(crate) use simulation::simulate;
pub(crate) use tally::Tally;
