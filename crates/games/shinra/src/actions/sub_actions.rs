//! Factored form of actions: an action as a sequence of decisions (item, mark, square), for
//! machine-learning policies.

use zashiki_core::{FactoredAction, Seat, SubActionKind};

use super::action::Action::{self, *};
use super::index::{SETS, set_index};
use crate::kind::{Cards, Item, MAX_KEPT, Mark};
use crate::square::Square;

// Indices of the sub-actions in `SUB_ACTIONS`.
const WHAT: usize = 0;
const CARDS: usize = 1;
const MARK: usize = 2;
const AT: usize = 3;
const TO: usize = 4;
const LAY: usize = 5;
/// The number of possible contents of one square in an arrangement: nothing, one of the [`SETS`], or the
/// king.
const LAID: usize = SETS + 2;
/// The number of possible states of an item besides its cards: full points, 1 to 14 reduced points, a
/// remainder, or a captured item with the enemy's queen.
const MARKS: usize = MAX_KEPT as usize + 3;

/// Appends the sub-actions of an item.
fn add_item(factored: &mut FactoredAction, item: Item) {
    let mark = match item.mark {
        Mark::Plain => usize::from(item.kept),
        Mark::Remainder => MARKS - 2,
        Mark::Captive => MARKS - 1,
    };
    factored.push(CARDS, set_index(item.cards).unwrap_or_default());
    factored.push(MARK, mark);
}

pub(super) const SUB_ACTIONS: &[SubActionKind] = &[
    SubActionKind {
        name: "what",
        size: 14,
        meaning: "The type of action: arrange, put an item of the hand, pair two singles of the hand, move, retreat, return the queen as a turn, return an attacker to its territory, join it to a piece, take it to the hand, place the piece that the king stepped onto, return the queen at once, keep her, switch, or decline to switch.",
    },
    SubActionKind {
        name: "cards",
        size: SETS,
        meaning: "The cards, as a set of up to three combinable ones or a single special one, ascending by their bits (king 1, queen 2, general 4, shu 8, ko 16, dai 32, hachitobi 64, joker 128).",
    },
    SubActionKind {
        name: "mark",
        size: MARKS,
        meaning: "The mark of the item: the points it kept (0 for full points), then a remainder, then a captured item with the enemy's queen.",
    },
    SubActionKind {
        name: "square",
        size: Square::COUNT,
        meaning: "The square of the piece, or the first square of a switch, row by row from the seat's own side.",
    },
    SubActionKind {
        name: "to",
        size: Square::COUNT,
        meaning: "The target square, or the second square of a switch, row by row from the seat's own side.",
    },
    SubActionKind {
        name: "lay",
        size: LAID,
        meaning: "The content of the next square of the seat's two rows: nothing, a set of cards as above, or the king.",
    },
];

/// Appends the sub-actions of an action. An arrangement has one sub-action for each of the ten squares
/// of the seat's two rows.
pub(super) fn sub_actions(action: Action, seat: Seat, factored: &mut FactoredAction) {
    let at = |square: Square| square.relative_to(seat).index();
    match action {
        Arrange(arrangement) => {
            factored.add([(WHAT, 0)]);
            for cards in arrangement.cards() {
                let laid = set_index(*cards).map(|set| set + 1);
                let king = if *cards == Cards::KING { LAID - 1 } else { 0 };
                factored.push(LAY, laid.unwrap_or(king));
            }
        }
        Put { item, to } => {
            factored.add([(WHAT, 1)]);
            add_item(factored, item);
            factored.push(TO, at(to));
        }
        Pair { first, second, to } => {
            factored.add([(WHAT, 2)]);
            add_item(factored, Item::remainder(first));
            add_item(factored, second);
            factored.push(TO, at(to));
        }
        Move { from, to } => factored.add([(WHAT, 3), (AT, at(from)), (TO, at(to))]),
        Retreat { from } => factored.add([(WHAT, 4), (AT, at(from))]),
        ReturnLater { item } => {
            factored.add([(WHAT, 5)]);
            add_item(factored, item);
        }
        Back { to } => factored.add([(WHAT, 6), (TO, at(to))]),
        Join { to } => factored.add([(WHAT, 7), (TO, at(to))]),
        ToHand => factored.add([(WHAT, 8)]),
        Settle { to } => factored.add([(WHAT, 9), (TO, at(to))]),
        ReturnQueen => factored.add([(WHAT, 10)]),
        KeepQueen => factored.add([(WHAT, 11)]),
        Switch { a, b } => {
            let (a, b) = (at(a), at(b));
            factored.add([(WHAT, 12), (AT, a.min(b)), (TO, a.max(b))])
        }
        Decline => factored.add([(WHAT, 13)]),
    }
}
