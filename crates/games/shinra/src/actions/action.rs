//! The type of an action.

use crate::formation::Arrangement;
use crate::kind::{Item, Kind};
use crate::square::Square;

/// One action of a player. Each variant begins with its notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `arrange a1=shu+ko b1=king …`: arranges all pieces of a seat in the set-up.
    Arrange(Arrangement),
    /// `put shu c3`, `put shu+ko@3 a1`, `put shu~ b2`: puts an item of the hand onto an empty square,
    /// or adds a single to a stack of the seat.
    Put {
        /// The item.
        item: Item,
        /// The target square.
        to: Square,
    },
    /// `pair shu~ dai b2`: puts a remainder and another single of the hand as a new stack of two. Of
    /// two remainders the one that comes first in [`Kind::ALL`] is named first.
    Pair {
        /// The kind of the remainder.
        first: Kind,
        /// The other single, plain or also a remainder.
        second: Item,
        /// The target square.
        to: Square,
    },
    /// `a1>a3`: moves a piece to an empty square, joins it to a piece of its seat or attacks an enemy
    /// piece; or the king steps onto a piece of his seat.
    Move {
        /// The square of the piece.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// `retreat a1`: takes a piece from the sheet to the hand, as the turn's action.
    Retreat {
        /// The square of the piece.
        from: Square,
    },
    /// `return queen queen+shu!`: returns the enemy's queen as the turn's action.
    ReturnLater {
        /// The captured queen, or the captured stack that contains her.
        item: Item,
    },
    /// `back a1`: returns an attacker that captured nothing to its territory.
    Back {
        /// The target square.
        to: Square,
    },
    /// `join b2`: joins an attacker that captured nothing to a piece of its seat.
    Join {
        /// The square of that piece.
        to: Square,
    },
    /// `to hand`: takes an attacker that captured nothing to the hand.
    ToHand,
    /// `settle c1`: places the piece that the king stepped onto.
    Settle {
        /// The target square.
        to: Square,
    },
    /// `return queen`: returns the queen just captured.
    ReturnQueen,
    /// `keep queen`: keeps the queen just captured.
    KeepQueen,
    /// `switch a1 b2`: exchanges two pieces of a seat. The lower square is named first.
    Switch {
        /// The lower square.
        a: Square,
        /// The higher square.
        b: Square,
    },
    /// `no switch`: declines the offer to switch.
    Decline,
}

impl Action {
    /// The pairing of these singles, if their kinds allow it. Of two remainders the one that comes first
    /// in [`Kind::ALL`] is the first.
    pub(crate) fn pair(first: Kind, second: Item, to: Square) -> Option<Action> {
        let other = second.cards.single()?;
        let single = second.kept == 0 && !second.is_captive();
        if !single || !first.combines() || !other.combines() || first == other {
            return None;
        }
        Some(if second.is_remainder() && other < first {
            Action::Pair { first: other, second: Item::remainder(first), to }
        } else {
            Action::Pair { first, second, to }
        })
    }
}
