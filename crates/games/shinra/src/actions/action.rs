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
        /// The item of the hand that is put.
        item: Item,
        /// The target square.
        to: Square,
    },
    /// `pair shu~ dai b2`: puts a remainder (`~`: the last card of a captured stack whose queen was
    /// returned) and another single of the hand on the board as a new stack of two. If both are
    /// remainders, the one that comes first in [`Kind::ALL`] is named first.
    Pair {
        /// The kind of the remainder that is put.
        first: Kind,
        /// The other single, plain or also a remainder.
        second: Item,
        /// The target square.
        to: Square,
    },
    /// `a1>a3`: moves a piece to an empty square, combines it with another piece of its seat, or attacks
    /// an enemy piece. The king may also step onto a piece of his own seat.
    Move {
        /// The square of the piece that moves.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// `retreat a1`: takes a piece from the board back to its owner's hand. This is the whole action of
    /// the turn.
    Retreat {
        /// The square of the piece that retreats.
        from: Square,
    },
    /// `return queen queen+shu!`: returns a captured enemy queen to the opponent. This is the whole
    /// action of the turn.
    ReturnLater {
        /// The item of the hand that is or contains the captured queen.
        item: Item,
    },
    /// `back a1`: returns an attacker that captured nothing to its territory.
    Back {
        /// The target square.
        to: Square,
    },
    /// `join b2`: combines an attacker that captured nothing with another piece of its seat.
    Join {
        /// The square of the piece that the attacker joins.
        to: Square,
    },
    /// `to hand`: takes an attacker that captured nothing to the hand.
    ToHand,
    /// `settle c1`: puts the piece onto whose square the king stepped on another square.
    Settle {
        /// The target square.
        to: Square,
    },
    /// `return queen`: returns the queen just captured.
    ReturnQueen,
    /// `keep queen`: keeps the queen just captured.
    KeepQueen,
    /// `switch a1 b2`: exchanges the squares of two pieces of one seat. The square with the lower index
    /// is named first.
    Switch {
        /// The square with the lower index.
        a: Square,
        /// The square with the higher index.
        b: Square,
    },
    /// `no switch`: declines the offer to switch.
    Decline,
}

impl Action {
    /// The action that puts these two singles on `to` as a stack; `None` if their kinds cannot be
    /// combined. Two remainders are put into the order of [`Kind::ALL`].
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
