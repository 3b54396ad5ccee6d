//! Weights of the heuristic, read from `weights.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets::ASSETS;
use crate::components::Icons;
use crate::face::Face;

/// The weights of the heuristic, in hundredths of a point unless a field says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead that is worth about half a win after the last round.
    pub doubt: i32,
    /// Increase of `doubt` for each remaining round.
    pub doubt_round: i32,
    /// Value of the number cards in a hand while rounds remain: one entry for each count from 1 to
    /// 5 of such cards.
    pub numbers: [i32; 5],
    /// Value of the first icon of an action card in hand, in addition to the card's points.
    pub first_icon: i32,
    /// Value of each further icon of an action card in hand.
    pub more_icons: i32,
    /// Value of an exposed number or action card: it may be recovered in a later round.
    pub exposed: i32,
    /// Value of holding the first-player marker.
    pub marker: i32,
    /// Value of stealing a card, in per cent of the value of gaining it; the victim's loss counts
    /// too.
    pub theft: i32,
    /// Attraction of a square for pawns. Only the ratio of the attractions counts.
    pub draws: i32,
    /// Increase of the attraction for each point of the cards on the square.
    pub draws_point: i32,
    /// Attraction of a fire square.
    pub draws_burning: i32,
}

/// The built-in weights.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// The action cards of a deck, most valuable first. Each has its heuristic value in hand, not
/// counting its points.
pub(crate) fn action_values(
    actions: &[(Face, u8)],
    icons: &Icons,
    weights: &EvalWeights,
) -> Vec<(Face, i32)> {
    let value = |icons: usize| match icons {
        0 => 0,
        icons => weights.first_icon + weights.more_icons * (icons as i32 - 1),
    };
    let mut values: Vec<(Face, i32)> =
        actions.iter().map(|(face, _)| (*face, value(icons.of(*face).len()))).collect();
    values.sort_unstable_by_key(|(face, value)| std::cmp::Reverse((*value, *face)));
    values
}
