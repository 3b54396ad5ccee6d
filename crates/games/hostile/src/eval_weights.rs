//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
use crate::skill::Skill;
use crate::square::Square;

/// How many action points beyond those of the present turn a pawn's way is followed. A gem that is
/// farther away is about as near as any other.
pub(crate) const NEAR: usize = 2;

/// What the rule of thumb weighs (`weights.toml`), in hundredths of a gem unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead at which the play looks half won at its end, and how much more for each gem that
    /// is still to be taken till then.
    pub doubt: i32,
    pub doubt_left: i32,
    /// A gem that can be taken in the present turn, and how much less for each action point.
    pub now: i32,
    pub now_point: i32,
    /// A gem, by how many action points beyond those of the present turn it takes.
    pub beyond: [i32; NEAR],
    /// A gem anywhere else.
    pub elsewhere: i32,
    /// What of each further gem counts, in hundredths of the one before.
    pub fade: i32,
    /// A floor tile in hand: one that moves, and one that hinders.
    pub mover: i32,
    pub hinderer: i32,
    /// A gem tile in hand, whatever its square. Where it can be reached, in hundredths of a gem
    /// that lies there.
    pub gem_tile: i32,
    pub gem_tile_near: i32,
    /// The skills before and in the holder's turn, in the order of [`Skill::ALL`].
    pub skills: [i32; Skill::ALL.len()],
}

/// The game's own.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// What of each further gem counts, as [`EvalWeights`] says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fading {
    /// In sixteenths, by how many squares with gems come before.
    pub parts: [i32; Square::COUNT + 1],
    /// What so many squares with a gem each are worth elsewhere, if none come before.
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
