//! Weights of the heuristic evaluation, read from `weights.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;

/// Weights of the heuristic evaluation, in hundredths of a flower path unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// Lead for which the evaluation is half of its maximum.
    pub doubt: i32,
    /// Increase of the value of each flower path when a seat has the number that wins. With fewer,
    /// the increase is proportionally smaller.
    pub many: i32,
    /// Value of a castle.
    pub castle: i32,
    /// Minimum value of having the highest sum on an open flower path.
    pub ahead_least: i32,
    /// Maximum value of having the highest sum on an open flower path.
    pub ahead_most: i32,
    /// Increase of the value of having the highest sum, for each half point by which it is ahead.
    pub ahead_point: i32,
    /// Increase of the value of having the highest sum, for each square of the path that has a
    /// domino.
    pub ahead_filled: i32,
    /// Value of each half point on an open flower path.
    pub presence: i32,
    /// Value of each tenth of a flower path by which a seat leads in the battlefield.
    pub lead: i32,
    /// Increase of `lead` for each decided flower path.
    pub lead_settled: i32,
    /// Value of a domino in the hand or the pile.
    pub domino: i32,
    /// Value of a general that was not used yet.
    pub general: i32,
    /// Value of a declared general that can probably be placed (S-41, AS35).
    pub declared: i32,
    /// Value of each half point in a later battlefield.
    pub beyond: i32,
}

/// The weights in the game's own file.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());
