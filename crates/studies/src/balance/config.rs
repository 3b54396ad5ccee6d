//! Configuration of a balance study.

use serde_json::Value;

use crate::measures::TimeModel;

/// Configuration of a balance study.
#[derive(Clone, Debug)]
pub struct BalanceConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Options of the game; omitted ones have their default values.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    pub components: Option<String>,
    /// Bot specs separated by commas, the weakest first: the population that plays. In turn each bot plays all
    /// seats of a game, and then every seat gets a bot at random.
    pub population: String,
    /// Number of games whose course is recorded. Half of this number of deals is played a second time; every
    /// other part of the study plays a quarter of this number of games.
    pub games: u64,
    /// Number of simulations for each decision of the weaker of two compared searches; the stronger one has
    /// four times this number.
    pub sims: u32,
    /// Number of detailed kinds of action (`place 5`) that are denied to one side at a time: those that
    /// correlate most with the result, or all informative ones if there are fewer. All broad kinds (`place`)
    /// are denied in addition. The bot in the middle of the population plays these games.
    pub denied: usize,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// The model of the time that people need.
    pub time_model: TimeModel,
}
