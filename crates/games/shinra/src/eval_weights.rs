//! Weights of the evaluation (`weights.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use zashiki_core::Seat;

use crate::assets::ASSETS;
use crate::components::Components;
use crate::kind::{Cards, KINDS, Kind};
use crate::reach::{Arrows, FORMS, form};
use crate::square::Square;

/// What the rule of thumb weighs (`weights.toml`), in hundredths of an ordinary card unless it says
/// otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalWeights {
    /// The lead at which the play looks half won.
    pub doubt: i32,
    /// A card apart from what it can do, and for every square it could reach from the middle of
    /// an empty sheet, jumps included, and every point printed on it.
    pub card: i32,
    pub reach: i32,
    pub printed: i32,
    /// What that does not say of the kinds, in the order of [`Kind::ALL`] without the king.
    pub kinds: [i32; KINDS - 1],
    /// A life point of a stack, which is its attack as well.
    pub life: i32,
    /// A life point of a king, and how much more each is worth below `low_king` of them.
    pub king_life: i32,
    pub last_life: i32,
    pub low_king: i32,
    /// A card in the hand, in hundredths of one on the sheet, and a Joker that may not be put yet.
    pub in_hand: i32,
    pub joker_waits: i32,
    /// The rest of a captive stack, in hundredths, and the captive queen herself.
    pub captive: i32,
    pub captive_queen: i32,
    /// Ten empty squares that could be moved to, counted once for each piece.
    pub room: i32,
    /// Having the next turn.
    pub tempo: i32,
    /// Being able to take the king: now, and if the opponent does nothing about it.
    pub king_taken: i32,
    pub king_threat: i32,
    /// A point the king can be made to lose at once: by who is next, and by who is not.
    pub hit: [i32; 2],
    /// The best capture, in hundredths: for who is next, and for who is not.
    pub capture: [i32; 2],
    /// What of a piece is at risk when it takes a defended one, in hundredths.
    pub risk: i32,
}

/// The game's own.
pub(crate) static OWN: LazyLock<EvalWeights> = LazyLock::new(|| ASSETS.weights_as());

/// What cards are worth, from the components.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Worths([i32; FORMS]);

impl Worths {
    pub(crate) fn new(components: &Components, arrows: &Arrows, thumb: &EvalWeights) -> Worths {
        let single = |kind: Kind| {
            let near = arrows.near(Seat(0), Cards::one(kind), Square::MIDDLE).count_ones() as i32;
            let own = (kind as usize).checked_sub(1).map_or(0, |kind| thumb.kinds[kind]);
            let printed = i32::from(components.card(kind).points);
            thumb.card + thumb.reach * near + thumb.printed * printed + own
        };
        let mut worths = Worths([0; FORMS]);
        for cards in (1..=u8::MAX).map(Cards) {
            if !cards.is_stack() || cards.within(Cards::COMBINABLE) {
                worths.0[form(cards)] = cards.iter().map(single).sum();
            }
        }
        worths
    }

    /// What these cards are worth together.
    #[inline]
    pub(crate) fn of(&self, cards: Cards) -> i32 {
        self.0[form(cards)]
    }
}
