//! Weights of the heuristic, read from `weights.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;

/// The weights of the heuristic, in hundredths of a point unless a field says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead that is worth about half a win if Xiang Fei's points are not taken into account.
    pub doubt: i32,
    /// Increase of `doubt` if Xiang Fei lacks one point; divided by the number of points that she
    /// lacks.
    pub doubt_at_goal: i32,
    /// Value of a square advanced by the consort, in per cent of its share in a lap.
    pub progress: i32,
    /// Value of the bonus on the tea square just before the consort reaches it.
    pub tea: i32,
    /// Value of holding the first-move tile.
    pub initiative: i32,
    /// Value of a eunuch in the palace, in per cent of the value of resolving its square.
    pub palace: i32,
    /// Value of resolving the entry square, in per cent of a step of the consort.
    pub entry: i32,
    /// Value of resolving the square Strong (強), in per cent of a step of the consort.
    pub strong: i32,
    /// Value of resolving a square that advances the consort, in per cent of its steps.
    pub stride: i32,
    /// Value of resolving the forced return, in per cent of a step of the consort.
    pub back: i32,
    /// Value of resolving the point square.
    pub point: i32,
    /// Value of a eunuch on the card Advance (進), in per cent of a step of the consort.
    pub advance: i32,
    /// Value of a eunuch on the card Fly (飛), in per cent of a step of the consort.
    pub fly: i32,
    /// Value of a eunuch on the card Enter (入), in per cent of a step of the consort.
    pub enter: i32,
    /// Value of a eunuch on the card Plot (策), in per cent of a step of the consort.
    pub draw: i32,
    /// Value of a eunuch on the card First move (権).
    pub take_initiative: i32,
    /// Value of a eunuch on the card Reshuffle (混).
    pub reshuffle: i32,
    /// Value of a eunuch on the card Palace advance (殿進), in per cent of its effect on the seat's
    /// own palace eunuchs minus that on the opponent's.
    pub palace_advance: i32,
    /// Value of a eunuch on the card Activate (発動), in per cent of its effect for the seat's own
    /// palace eunuchs minus that for the opponent's.
    pub activate: i32,
}

/// The built-in weights.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());
