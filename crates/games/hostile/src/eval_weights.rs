//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use zashiki_core::BundledWeights;

use crate::skill::Skill;
use crate::square::Square;

/// Number of action points beyond the current turn that are searched. Gems farther away all have
/// the same value.
pub(crate) const NEAR: usize = 2;

/// Weights of the evaluation, in hundredths of a gem unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// Lead at which a win is about half certain at the end of the game.
    pub doubt: i32,
    pub doubt_left: i32,
    /// Value of a gem within reach in the current turn.
    pub now: i32,
    pub now_point: i32,
    /// Value of a gem by the number of action points beyond the current turn.
    pub beyond: [i32; NEAR],
    /// Value of a gem farther away.
    pub elsewhere: i32,
    /// Value of each further gem, as a percentage of the one before.
    pub fade: i32,
    /// Value of a floor tile in hand that moves pawns.
    pub mover: i32,
    pub hinderer: i32,
    /// Value of a gem tile in hand.
    pub gem_tile: i32,
    pub gem_tile_near: i32,
    /// Value of each skill until the end of its holder's turn, in the order of [`Skill::ALL`].
    pub skills: [i32; Skill::ALL.len()],
}

/// The bundled weights.
pub(crate) static OWN: LazyLock<BundledWeights<EvalWeights>> =
    LazyLock::new(|| BundledWeights::parse(include_str!("../weights.toml")));

/// Diminishing value of further gems, precomputed from [`EvalWeights`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fading {
    /// Factor in sixteenths, by the number of squares with gems counted before.
    pub parts: [i32; Square::COUNT + 1],
    /// Value of the given number of squares with one gem each that are farther away, if no other
    /// squares are counted before.
    pub elsewhere: [i32; Square::COUNT + 1],
}

impl Fading {
    pub fn of(thumb: &EvalWeights) -> Fading {
        let mut fading =
            Fading { parts: [16; Square::COUNT + 1], elsewhere: [0; Square::COUNT + 1] };
        for before in 0..Square::COUNT {
            let part = fading.parts[before];
            fading.parts[before + 1] = part * thumb.fade.min(100) / 100;
            fading.elsewhere[before + 1] = fading.elsewhere[before] + thumb.elsewhere * part / 16;
        }
        fading
    }
}
