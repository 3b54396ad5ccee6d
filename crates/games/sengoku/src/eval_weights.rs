//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
/// What the rule of thumb weighs (`weights.toml`), in hundredths of a flower unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead at which the play looks half won.
    pub doubt: i32,
    /// The more flowers, the more each is worth: what this adds to each when the goal is reached.
    pub many: i32,
    /// A castle, beyond being half of a victory.
    pub castle: i32,
    /// Being ahead on an open 花道: at least, at most, and more for each point ahead and for each
    /// square that is filled.
    pub ahead_least: i32,
    pub ahead_most: i32,
    pub ahead_point: i32,
    pub ahead_filled: i32,
    /// A point on an open 花道.
    pub presence: i32,
    /// Leading the battlefield by a tenth of a flower, and more for each 花道 that is settled.
    pub lead: i32,
    pub lead_settled: i32,
    /// A domino still to come, and a general.
    pub domino: i32,
    pub general: i32,
    /// A declared general that is likely to have a place (S-41, AS35).
    pub declared: i32,
    /// A point on a battlefield to come.
    pub beyond: i32,
}

/// The game's own.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());
