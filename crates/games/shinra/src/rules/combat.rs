//! Attack, life and check.

use zashiki_core::Seat;

use crate::board::Piece;
use crate::kind::{Cards, Kind};
use crate::square::{Square, squares};
use crate::{Check, Shinra};

/// The king's attack (K-23): more than anything has.
pub(crate) const UNLIMITED: u8 = u8::MAX;

/// Whether the attacker may attack this piece of the enemy at all: never what has more fixed
/// points than its attack (K-60, K-84; AK3, AK4), and with the Joker no king it would take
/// (K-82).
#[inline]
pub(crate) fn may_attack(attacker: Piece, attack: u8, target: Piece) -> bool {
    if target.is_fixed() {
        attack >= target.points()
    } else {
        attacker.cards() != Cards::one(Kind::Joker)
            || target.cards() != Cards::KING
            || target.points() > attack
    }
}

/// Whether an allowed attack takes the target (K-57, K-59; AK2, AK6).
#[inline]
pub(crate) fn takes(attack: u8, target: Piece) -> bool {
    attack >= target.points() || target.is_ordinary_single()
}

impl Shinra {
    /// The attack of a piece (K-23 to K-27, K-83).
    #[inline]
    pub(crate) fn attack_of(&self, piece: Piece) -> u8 {
        if piece.cards() == Cards::KING {
            UNLIMITED
        } else if piece.is_ordinary_single() {
            self.config.components.points.single_attack
        } else {
            piece.points()
        }
    }

    /// The enemy pieces that the piece may attack.
    #[inline]
    pub(crate) fn attacks(&self, from: Square, reach: u32) -> u32 {
        let piece = self.board.at(from);
        let attack = self.attack_of(piece);
        let mut allowed = reach & self.board.occupied(piece.seat().other());
        for to in squares(allowed) {
            if !may_attack(piece, attack, self.board.at(to)) {
                allowed &= !to.bit();
            }
        }
        allowed
    }

    /// Whether the opponent could attack the seat's king now, were it his turn; by option, only
    /// whether he could take him (AK18, AK57).
    #[inline]
    pub(crate) fn in_check(&self, seat: Seat) -> bool {
        let Some(king) = self.board.king_square(seat) else { return false };
        let target = self.board.at(king);
        let any = self.config.options.check == Check::Attack;
        self.board.of(seat.other()).any(|(from, piece)| {
            let arrows = &self.config.arrows;
            arrows.near(piece.seat(), piece.cards(), from) & king.bit() != 0
                && may_attack(piece, self.attack_of(piece), target)
                && (any || takes(self.attack_of(piece), target))
                && arrows.reach(&self.board, from) & king.bit() != 0
        })
    }

    /// The points of the stack that two pieces make on the sheet (K-48, K-95; AK8).
    #[inline]
    pub(crate) fn joined_points(&self, mover: Piece, there: Piece) -> u8 {
        let both = mover.cards().and(there.cards());
        let most = self.config.components.points.stack_most;
        let (stack, single) = match (mover.cards().is_stack(), there.cards().is_stack()) {
            (false, false) => return self.config.arrows.full(both),
            (true, _) => (mover, there),
            (false, true) => (there, mover),
        };
        stack.points().saturating_add(self.printed(single.cards())).min(most)
    }

    /// The points printed on a single card (K-96).
    #[inline]
    pub(crate) fn printed(&self, card: Cards) -> u8 {
        card.single().map_or(0, |kind| self.config.components.card(kind).points)
    }
}
