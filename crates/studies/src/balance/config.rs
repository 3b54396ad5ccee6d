//! Configuration of a balance study.

use serde_json::Value;

/// Configuration of a balance study.
#[derive(Clone, Debug)]
pub struct BalanceConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Options; those left out have their defaults.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// The bot of all seats.
    pub bot: String,
    /// Number of games with a recorded course; half as many deals are replayed, and each other question uses
    /// a quarter as many games.
    pub games: u64,
    /// Number of simulations of the weaker of two compared searches; the stronger one has four times this
    /// number.
    pub sims: u32,
    /// Number of kinds of the second degree (`place 5`) that are denied: those that correlate most with
    /// winning or losing; all informative ones if there are fewer. Kinds of the first degree (`place`) are
    /// denied in addition.
    pub denied: usize,
    /// RNG seed.
    pub seed: u64,
}
