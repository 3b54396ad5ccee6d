//! Rules about attacks, life points and check.

use zashiki_core::Seat;

use crate::board::Piece;
use crate::kind::{Cards, Kind};
use crate::square::{Square, squares};
use crate::{Check, Shinra};

/// The attack of a king (K-23): higher than all possible life points.
pub(crate) const UNLIMITED: u8 = u8::MAX;

/// Returns true if the attacker may attack this enemy piece. It may not if the target has fixed points
/// above the attack (K-60, K-84; AK3, AK4), or if the Joker would capture the king (K-82).
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

/// Returns true if a legal attack with this value captures the target (K-57, K-59; AK2, AK6).
#[inline]
pub(crate) fn takes(attack: u8, target: Piece) -> bool {
    attack >= target.points() || target.is_ordinary_single()
}

impl Shinra {
    /// The attack value of a piece (K-23 to K-27, K-83).
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

    /// The set of enemy pieces on the squares `reach` that the piece on `from` may attack.
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

    /// Returns true if the seat's king is in check: if it were the opponent's turn, the opponent could
    /// attack him (by option: could capture him; AK18, AK57).
    #[inline]
    pub(crate) fn in_check(&self, seat: Seat) -> bool {
        let Some(king) = self.board.king_square(seat) else { return false };
        let target = self.board.at(king);
        let any_attack = self.config.options.check == Check::Attack;
        self.board.of(seat.other()).any(|(from, piece)| {
            let arrows = &self.config.arrows;
            arrows.potential(piece.seat(), piece.cards(), from) & king.bit() != 0
                && may_attack(piece, self.attack_of(piece), target)
                && (any_attack || takes(self.attack_of(piece), target))
                && arrows.reach(&self.board, from) & king.bit() != 0
        })
    }

    /// Points of the stack that these two pieces of the board form together (K-48, K-95; AK8).
    #[inline]
    pub(crate) fn joined_points(&self, mover: Piece, occupant: Piece) -> u8 {
        let both = mover.cards().union(occupant.cards());
        let most = self.config.components.points.stack_most;
        let (stack, single) = match (mover.cards().is_stack(), occupant.cards().is_stack()) {
            (false, false) => return self.config.arrows.full(both),
            (true, _) => (mover, occupant),
            (false, true) => (occupant, mover),
        };
        stack.points().saturating_add(self.printed(single.cards())).min(most)
    }

    /// The points printed on a single card (K-96); 0 if `card` is a stack.
    #[inline]
    pub(crate) fn printed(&self, card: Cards) -> u8 {
        card.single().map_or(0, |kind| self.config.components.card(kind).points)
    }
}
