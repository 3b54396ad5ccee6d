//! The statistics of a simulation.

use std::collections::BTreeMap;

use external_engines::EngineStats;
use serde::Serialize;
use serde_json::Value;

use crate::stats::{Share, quantile};

/// The statistics of a simulation, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The spec or name of the bot of each seat; with rotated seats, the bot of each seat in the first game
    /// of a deal.
    pub bots: Vec<String>,
    /// Number of games.
    pub games: u64,
    /// Number of decisions in all games.
    pub decisions: u64,
    /// Duration of the simulation in seconds.
    pub seconds: f64,
    /// Games per second.
    pub games_per_s: f64,
    /// Decisions per second.
    pub decisions_per_s: f64,
    /// Number of games won by each seat. If several seats win together, each of them counts one win.
    pub wins: Vec<u64>,
    /// Share of games won by each seat.
    pub win_shares: Vec<Share>,
    /// Each seat's share of all wins; seats that win together divide one win. With the share of games without
    /// a winner these shares add to 1.
    pub portions: Vec<Share>,
    /// Wins of each place in the turn order, from the seat of the first decision.
    pub by_order: Vec<Won>,
    /// Wins of each bot, in the order of `bots`; only with rotated seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_bot: Vec<Won>,
    /// Number of games that several seats won together.
    pub shared: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Number of games by end reason. All reasons of the game are listed. `forfeited` is added if an engine
    /// lost a game by a failure.
    pub end_reasons: BTreeMap<&'static str, u64>,
    /// Number of decisions per game.
    pub length: Length,
    /// Number of turns per game; a turn is a run of consecutive decisions of one seat.
    pub turns: Length,
    /// Statistics of the engines in this run, without the games that the file contained already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineStats>,
}

/// Wins of one seat, one place in the turn order, or one bot.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Won {
    /// Number of games won, alone or together with others.
    pub wins: u64,
    /// Share of games won; a shared win counts as a fraction.
    pub portion: Share,
}

/// Minimum, median and maximum of a number that each game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Length {
    /// Minimum over all games.
    pub min: u64,
    /// Median; for an even number of games, the lower of the two middle numbers.
    pub median: u64,
    /// Maximum over all games.
    pub max: u64,
}

impl Length {
    pub(super) fn of(mut lengths: Vec<u64>) -> Length {
        lengths.sort_unstable();
        Length { min: lengths[0], median: quantile(&lengths, 0.5), max: lengths[lengths.len() - 1] }
    }
}
