//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
use crate::components::Icons;
use crate::face::Face;

/// What the rule of thumb weighs (`weights.toml`), in hundredths of a point unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead at which the play looks half won at its end, and how much more for each round
    /// that is left.
    pub doubt: i32,
    pub doubt_round: i32,
    /// Numbers in hand, by how many there are from one on, as long as rounds are left.
    pub numbers: [i32; 5],
    /// An action card in hand beyond its points: for its first icon, and for each further one.
    pub first_icon: i32,
    pub more_icons: i32,
    /// An exposed number or action card, since it may be recovered some day.
    pub exposed: i32,
    /// The first-player marker.
    pub marker: i32,
    /// What is taken from others, in hundredths of the gain: they lose it besides.
    pub theft: i32,
    /// How much a square draws pawns to it, by itself and for each point that lies there, and how
    /// much one that burns; measured by each other.
    pub draws: i32,
    pub draws_point: i32,
    pub draws_burning: i32,
}

/// The game's own.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// The action cards of a deck with what one is worth in hand, the best first.
pub(crate) fn tools(
    actions: &[(Face, u8)],
    icons: &Icons,
    thumb: &EvalWeights,
) -> Vec<(Face, i32)> {
    let worth = |icons: usize| match icons {
        0 => 0,
        icons => thumb.first_icon + thumb.more_icons * (icons as i32 - 1),
    };
    let mut tools: Vec<(Face, i32)> =
        actions.iter().map(|(face, _)| (*face, worth(icons.of(*face).len()))).collect();
    tools.sort_unstable_by_key(|(face, worth)| std::cmp::Reverse((*worth, *face)));
    tools
}
