//! The figures of a simulation.

use std::collections::BTreeMap;

use external_engines::EngineStats;
use serde::Serialize;
use serde_json::Value;

use crate::stats::{Share, quantile};

/// The figures, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// The complete options.
    pub options: Value,
    /// The seed, in decimal.
    pub seed: String,
    /// The bot of each seat; with rotated seats that of each seat in the first game of a deal.
    pub bots: Vec<String>,
    /// Plays.
    pub games: u64,
    /// Decisions in all of them.
    pub decisions: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Plays each second.
    pub games_per_s: f64,
    /// Decisions each second.
    pub decisions_per_s: f64,
    /// Number of games won by each seat (seats that win together count one each).
    pub wins: Vec<u64>,
    /// Share of games won by each seat.
    pub win_shares: Vec<Share>,
    /// Each seat's share of all wins, where seats that win together share one win: with the draws these add
    /// to 1.
    pub portions: Vec<Share>,
    /// The same by turn order: first the seat that decided first, then the seats after it.
    pub by_order: Vec<Won>,
    /// The same by bot, as they are listed; only with rotated seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_bot: Vec<Won>,
    /// Number of games that several seats won together: each of them counts as a win of each.
    pub shared: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Number of games by end reason; every reason of the game is listed, and `forfeited` where an engine
    /// lost a game by failing.
    pub end_reasons: BTreeMap<&'static str, u64>,
    /// Decisions in a game.
    pub length: Length,
    /// Turns in a game: runs of decisions of one seat.
    pub turns: Length,
    /// Statistics of the engines in this run; games that a file held already are not included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineStats>,
}

/// Wins of one player, or of one group of players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Won {
    /// Plays won, alone or together with others.
    pub wins: u64,
    /// Share of games won, where a shared win counts as a part of one.
    pub portion: Share,
}

/// Minimum, median and maximum of a number per game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Length {
    /// In the shortest.
    pub min: u64,
    /// In the one in the middle (the lower of two).
    pub median: u64,
    /// In the longest.
    pub max: u64,
}

impl Length {
    pub(super) fn of(mut lengths: Vec<u64>) -> Length {
        lengths.sort_unstable();
        Length { min: lengths[0], median: quantile(&lengths, 0.5), max: lengths[lengths.len() - 1] }
    }
}
