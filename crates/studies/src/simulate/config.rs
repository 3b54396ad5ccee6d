//! Configuration and result of a simulation.

use std::io;

use external_engines::Engines;
use serde_json::Value;
use zashiki_core::{InputError, Record};

use super::report::Report;
use crate::game_log::{GameLine, Sheet};

/// Configuration of a simulation.
#[derive(Clone, Debug)]
pub struct SimulateConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Number of games; at least one.
    pub games: u64,
    /// Bot specs separated by commas: one for each seat in order, or one for all.
    pub bots: String,
    /// RNG seed.
    pub seed: u64,
    /// Options; those left out have their defaults.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// True if each deal is played once for each rotation of the bots over the seats. The number of games is
    /// then raised to whole deals.
    pub rotate: bool,
    /// External engines that `bots` may name.
    pub engines: Engines,
}

/// The output for single games.
pub struct Output<'a> {
    /// The output file.
    pub sheet: &'a mut dyn Sheet,
    /// True to write every decision too.
    pub decisions: bool,
    /// The games that the file contains already, from the first; they are not played again.
    pub held: Vec<GameLine>,
}

/// The reason why a simulation has no result.
#[derive(Debug)]
pub enum Unfinished {
    /// The configuration is invalid.
    Refused(InputError),
    /// A game could not be written.
    Unwritten(io::Error),
    /// Stopped after this number of games; all of them are written.
    Stopped(u64),
}

impl From<InputError> for Unfinished {
    fn from(bad: InputError) -> Unfinished {
        Unfinished::Refused(bad)
    }
}

/// Result of a simulation.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The figures.
    pub report: Report,
    /// The record of the last game; `None` if it was in the file already or another process played it.
    pub last: Option<Record>,
}
