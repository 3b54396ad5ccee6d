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
    /// Number of games to play; at least one.
    pub games: u64,
    /// Bot specs separated by commas: one for each seat in order, or one for all.
    pub bots: String,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// Options of the game; omitted ones have their default values.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    pub components: Option<String>,
    /// True if each deal is played once for each rotation of the bots over the seats. The number of games is
    /// then rounded up to whole deals.
    pub rotate: bool,
    /// External engines that `bots` may name.
    pub engines: Engines,
}

/// The output for the single games of a simulation.
pub struct Output<'a> {
    /// The output for the lines of the games.
    pub sheet: &'a mut dyn Sheet,
    /// True if every decision of a game is written too.
    pub decisions: bool,
    /// The games that the output file already contains, from the first one; they are not played again.
    pub held: Vec<GameLine>,
}

/// The reason why a simulation has no result.
#[derive(Debug)]
pub enum Unfinished {
    /// The configuration is invalid.
    Refused(InputError),
    /// A game could not be written.
    Unwritten(io::Error),
    /// The simulation was stopped after this number of games, all of which are written.
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
    /// The statistics of the games.
    pub report: Report,
    /// The record of the last game; `None` if the output file already contained that game or another process
    /// played it.
    pub last: Option<Record>,
}
