//! Weights of the heuristic evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use zashiki_core::Seat;

use crate::assets::ASSETS;
use crate::components::Components;
use crate::kind::{Cards, KINDS, Kind};
use crate::reach::{Arrows, FORMS, form};
use crate::square::Square;

/// Weights of the heuristic evaluation (`weights.toml`), in hundredths of the value of an ordinary card
/// unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead that the evaluation maps to 500 on its scale up to 1000.
    pub doubt: i32,
    /// Base value of a card.
    pub card: i32,
    /// Value of each square that the card could reach from the middle of the board, jumps included.
    pub reach: i32,
    /// Value of each point printed on the card.
    pub printed: i32,
    /// Additional value by kind, in the order of [`Kind::ALL`] without the king.
    pub kinds: [i32; KINDS - 1],
    /// Value of each life point of a stack. A stack's life points are also its attack.
    pub life: i32,
    /// Value of each life point of a king.
    pub king_life: i32,
    /// Penalty for a weak king, multiplied by the square of the number of points it has below
    /// `low_king`.
    pub last_life: i32,
    /// Life points below which a king counts as weak.
    pub low_king: i32,
    /// Value of a card in the hand, in percent of its value on the board.
    pub in_hand: i32,
    /// Value of a Joker that may not be put on the board yet, in percent of its value on the board.
    pub joker_waits: i32,
    /// Value of the other cards of a captured stack with the enemy's queen, in percent of their value on
    /// the board.
    pub captive: i32,
    /// Value of a captured queen.
    pub captive_queen: i32,
    /// Value of mobility: for every ten empty squares that the pieces can reach.
    #[serde(rename = "room")]
    pub mobility: i32,
    /// Value of the right to move next.
    pub tempo: i32,
    /// Value of a possible capture of the enemy king by the seat to move.
    pub king_taken: i32,
    /// Value of a threat by the other seat to capture the king of the seat to move.
    pub king_threat: i32,
    /// Value of each point that an attack can take from the enemy king: first for the seat to move, then
    /// for the other seat.
    pub hit: [i32; 2],
    /// Value of the best capture, in percent of its gain: first for the seat to move, then for the other
    /// seat.
    pub capture: [i32; 2],
    /// Deduction for a piece that captures on a defended square and may be recaptured, in percent of the
    /// piece's value.
    pub risk: i32,
}

/// The built-in weights, parsed on first use.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// Value of every possible set of cards of a piece, computed from the components and the weights.
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

    /// Value of a piece of these cards, without the value of its life points.
    #[inline]
    pub(crate) fn of(&self, cards: Cards) -> i32 {
        self.0[form(cards)]
    }
}
