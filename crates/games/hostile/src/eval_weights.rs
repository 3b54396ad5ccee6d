//! Weights of the heuristic evaluation, read from `weights.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
use crate::skill::Skill;
use crate::square::Square;

/// Number of action points beyond the current turn that are searched. Gems farther away all have
/// the same value.
pub(crate) const LOOKAHEAD_POINTS: usize = 2;

/// Weights of the evaluation, in hundredths of a gem unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// Lead at the end of the game for which the evaluation is half of its maximum.
    pub doubt: i32,
    /// Increase of `doubt` for each gem that is still to be gained before the game ends.
    pub doubt_left: i32,
    /// Value of a gem that the pawn can reach in the current turn, before deducting action points.
    pub now: i32,
    /// Decrease of `now` for each action point that reaching the gem costs.
    pub now_point: i32,
    /// Value of a gem that costs one, two, … action points more than are left in the current turn.
    pub beyond: [i32; LOOKAHEAD_POINTS],
    /// Value of a gem that is farther away than the `beyond` values cover.
    pub elsewhere: i32,
    /// Value of each further gem, as a percentage of the value of the gem before it.
    pub fade: i32,
    /// Value of a floor tile in hand that moves pawns.
    pub mover: i32,
    /// Value of a stop tile or wall in hand.
    pub hinderer: i32,
    /// Value of a gem tile in hand.
    pub gem_tile: i32,
    /// Value of a gem tile whose square is within reach, as a percentage of a gem on that square.
    pub gem_tile_near: i32,
    /// Value of each skill until the end of its owner's turn, in the order of [`Skill::ALL`].
    pub skills: [i32; Skill::ALL.len()],
}

/// The weights in the game's own file.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// Factors by which the value of each further gem diminishes, computed from [`EvalWeights`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fading {
    /// Factor in sixteenths for the next square with gems, by the number of squares counted before
    /// it.
    pub parts: [i32; Square::COUNT + 1],
    /// Total value of `n` squares with one gem each that are all farther away than the search
    /// looks, for `n` from 0, if no other squares were counted before.
    pub elsewhere: [i32; Square::COUNT + 1],
}

impl Fading {
    /// Computes the factors from these weights.
    pub fn of(weights: &EvalWeights) -> Fading {
        let mut fading =
            Fading { parts: [16; Square::COUNT + 1], elsewhere: [0; Square::COUNT + 1] };
        for before in 0..Square::COUNT {
            let part = fading.parts[before];
            fading.parts[before + 1] = part * weights.fade.min(100) / 100;
            fading.elsewhere[before + 1] = fading.elsewhere[before] + weights.elsewhere * part / 16;
        }
        fading
    }
}
