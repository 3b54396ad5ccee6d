//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;

/// Weights of the evaluation, in hundredths of a flower unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// Lead with which the evaluation is half of its maximum.
    pub doubt: i32,
    /// Increase of the value of each flower at the number that wins; it is proportional to the number
    /// of flowers.
    pub many: i32,
    /// Value of a castle.
    pub castle: i32,
    /// Minimum value of being ahead on an open flower path.
    pub ahead_least: i32,
    /// Maximum value of being ahead on an open flower path.
    pub ahead_most: i32,
    /// Increase of that value for each point ahead.
    pub ahead_point: i32,
    /// Increase of that value for each square with a domino.
    pub ahead_filled: i32,
    /// Value of a point on an open flower path.
    pub presence: i32,
    /// Value of leading the battlefield by a tenth of a flower.
    pub lead: i32,
    /// Increase of that value for each decided flower path.
    pub lead_settled: i32,
    /// Value of a domino in hand or pile.
    pub domino: i32,
    /// Value of an unused general.
    pub general: i32,
    /// Value of a declared general that probably has a placement (S-41, AS35).
    pub declared: i32,
    /// Value of a point on a later battlefield.
    pub beyond: i32,
}

/// The bundled weights.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());
