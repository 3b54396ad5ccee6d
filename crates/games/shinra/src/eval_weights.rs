//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use zashiki_core::Seat;

use crate::assets::ASSETS;
use crate::components::Components;
use crate::kind::{Cards, KINDS, Kind};
use crate::reach::{Arrows, FORMS, form};
use crate::square::Square;

/// Weights of the evaluation (`weights.toml`), in hundredths of an ordinary card unless stated
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// Lead for which the evaluation returns 500 of 1000.
    pub doubt: i32,
    /// Base value of a card.
    pub card: i32,
    /// Each square that the card could reach from the middle of the sheet, jumps included.
    pub reach: i32,
    /// Each point printed on the card.
    pub printed: i32,
    /// Correction by kind, in the order of [`Kind::ALL`] without the king.
    pub kinds: [i32; KINDS - 1],
    /// Each life point of a stack, which is also its attack.
    pub life: i32,
    /// Each life point of a king.
    pub king_life: i32,
    /// Penalty for a weak king, multiplied by the square of the points it lacks to `low_king`.
    pub last_life: i32,
    /// Life points below which a king counts as weak.
    pub low_king: i32,
    /// A card in the hand, in percent of its value on the sheet.
    pub in_hand: i32,
    /// A Joker in the hand that must not be put yet, in percent of its value on the sheet.
    pub joker_waits: i32,
    /// The other cards of a captured stack with the enemy's queen, in percent of their value.
    pub captive: i32,
    /// A captured queen.
    pub captive_queen: i32,
    /// Mobility: ten empty squares that a piece can reach.
    #[serde(rename = "room")]
    pub mobility: i32,
    /// The right to move next.
    pub tempo: i32,
    /// A possible capture of the enemy king by the seat to move.
    pub king_taken: i32,
    /// A threat of the other seat to capture the king of the seat to move.
    pub king_threat: i32,
    /// Each point that an attack can take from the enemy king: for the seat to move, and for the other.
    pub hit: [i32; 2],
    /// The best capture, in percent of its gain: for the seat to move, and for the other.
    pub capture: [i32; 2],
    /// Risk of a piece that captures on a defended square, in percent of its value.
    pub risk: i32,
}

/// The built-in weights.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// Values of all possible sets of cards of a piece, computed from the components and the weights.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CardValues([i32; FORMS]);

impl CardValues {
    pub(crate) fn new(
        components: &Components,
        arrows: &Arrows,
        weights: &EvalWeights,
    ) -> CardValues {
        let single = |kind: Kind| {
            let reachable =
                arrows.potential(Seat(0), Cards::one(kind), Square::MIDDLE).count_ones() as i32;
            let of_kind = (kind as usize).checked_sub(1).map_or(0, |kind| weights.kinds[kind]);
            let printed = i32::from(components.card(kind).points);
            weights.card + weights.reach * reachable + weights.printed * printed + of_kind
        };
        let mut values = CardValues([0; FORMS]);
        for cards in (1..=u8::MAX).map(Cards) {
            if !cards.is_stack() || cards.is_subset_of(Cards::COMBINABLE) {
                values.0[form(cards)] = cards.iter().map(single).sum();
            }
        }
        values
    }

    /// Value of a piece of these cards, without life points.
    #[inline]
    pub(crate) fn of(&self, cards: Cards) -> i32 {
        self.0[form(cards)]
    }
}
