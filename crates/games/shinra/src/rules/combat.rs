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
    /// attack him (by option: could capture him; AK18, AK57). Before the battle and after the end nobody
    /// can attack.
    #[inline]
    pub(crate) fn in_check(&self, seat: Seat) -> bool {
        let Some(king) = self.king_in_battle(seat) else { return false };
        let check = self.config.options.check;
        self.board.of(seat.other()).any(|(from, piece)| self.threatens(from, piece, king, check))
    }

    /// The set of the pieces that give check to the seat's king (AK18, AK57).
    pub(crate) fn attackers(&self, seat: Seat) -> u32 {
        self.king_threats(seat, self.config.options.check)
    }

    /// The set of the pieces whose attack would capture the seat's king (K-93). Each gives check.
    pub(crate) fn captors(&self, seat: Seat) -> u32 {
        self.king_threats(seat, Check::Capture)
    }

    /// The square of the seat's king while pieces can attack.
    #[inline]
    fn king_in_battle(&self, seat: Seat) -> Option<Square> {
        self.board.next_to_act()?;
        self.board.king_square(seat)
    }

    /// The set of the enemy pieces that attack the seat's king, or that could capture him.
    fn king_threats(&self, seat: Seat, by: Check) -> u32 {
        let Some(king) = self.king_in_battle(seat) else { return 0 };
        let enemies = self.board.of(seat.other());
        let threats = enemies.filter(|(from, piece)| self.threatens(*from, *piece, king, by));
        threats.fold(0, |set, (from, _)| set | from.bit())
    }

    /// Returns true if this piece could attack the enemy king on `king` if it were its seat's turn, or
    /// could capture him (AK18).
    #[inline]
    fn threatens(&self, from: Square, piece: Piece, king: Square, by: Check) -> bool {
        let arrows = &self.config.arrows;
        let (attack, target) = (self.attack_of(piece), self.board.at(king));
        arrows.potential(piece.seat(), piece.cards(), from) & king.bit() != 0
            && may_attack(piece, attack, target)
            && (by == Check::Attack || takes(attack, target))
            && arrows.reach(&self.board, from) & king.bit() != 0
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
