//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
/// What the rule of thumb weighs (`weights.toml`), in hundredths of a point unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead at which the play looks half won, before and by how near 香妃 is to her goal.
    pub doubt: i32,
    pub doubt_at_goal: i32,
    /// A step of the consort, in hundredths of its part in a lap.
    pub progress: i32,
    /// The bonus of 茶休憩 as it comes nearer.
    pub tea: i32,
    /// Holding 始動権.
    pub initiative: i32,
    /// Eunuchs in the palace, in hundredths of what their squares are worth.
    pub palace: i32,
    /// What squares of the palace are worth when they are executed, in hundredths of a step: the
    /// entry, those for the strong, those that may be left for a step each, and back to the entry.
    pub entry: i32,
    pub strong: i32,
    pub stride: i32,
    pub back: i32,
    /// And the point of such a square.
    pub point: i32,
    /// A eunuch on a card, by its icon, in hundredths of a step.
    pub advance: i32,
    pub fly: i32,
    pub enter: i32,
    pub draw: i32,
    /// The same, in hundredths of a point.
    pub take_initiative: i32,
    pub reshuffle: i32,
    /// The same, in hundredths of what it does for the own eunuchs in the palace and not for the
    /// others'.
    pub palace_advance: i32,
    pub activate: i32,
}

/// The game's own.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());
