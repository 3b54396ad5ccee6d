//! Checks of the decisions that follow an attack without capture or a king's step; each names the
//! violated rule.

use zashiki_core::{IllegalAction, Seat, text};

use super::movement::check_combine;
use super::refuse;
use crate::Shinra;
use crate::kind::Cards;
use crate::square::{Square, squares};

impl Shinra {
    /// Checks that an attacker that captured nothing may return to this square of its territory (K-66,
    /// K-67).
    pub(super) fn check_back(
        &self,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> Result<(), IllegalAction> {
        if to == from {
            return refuse!(
                "K-67",
                "攻撃する前の{from}には戻れません。別のマスを選んでください。",
                "It cannot go back to {from}, from where it attacked; choose another square."
            );
        }
        if !to.is_home_of(seat) {
            return refuse!(
                "K-66",
                "戻れるのは自陣(手前の2列)の空いているマスだけです({to}は自陣の外)。光っているマスを選んでください。",
                "It goes home to an empty square of your first two rows; choose one of those, not {to}."
            );
        }
        if self.board.at(to).is_some() {
            return refuse!(
                "K-66",
                "{to}はふさがっています。自陣の空いているマスを選んでください。",
                "{to} is not empty; choose an empty square of your territory."
            );
        }
        Ok(())
    }

    /// Checks that an attacker that captured nothing may join this piece of its seat (K-68; AK49).
    pub(super) fn check_join_after(
        &self,
        seat: Seat,
        from: Square,
        to: Square,
    ) -> Result<(), IllegalAction> {
        let (piece, occupant) = (self.board.at(from), self.board.at(to));
        if occupant.owner() != Some(seat) || to == from {
            return refuse!(
                "K-68",
                "{to}に重なれる自分のカードはありません。光っているマスを選んでください。",
                "There is no other piece of yours on {to} to join; choose a lit square."
            );
        }
        if piece.cards().intersects(Cards::SPECIAL) {
            let card = piece.cards();
            return refuse!(
                "K-81",
                "{card}は重ねられません。自陣に戻すか、手持ちにしてください。",
                "{card} cannot join a stack; return it to your territory or take it into your hand.",
                card
            );
        }
        check_combine(piece.cards(), occupant.cards(), to)
    }

    /// Checks that an attacker that captured nothing may go to the hand (K-69, K-85). `king` is true if
    /// its target was the king.
    pub(super) fn check_to_hand(
        &self,
        seat: Seat,
        from: Square,
        king: bool,
    ) -> Result<(), IllegalAction> {
        let piece = self.board.at(from);
        if !king || !piece.cards().is_stack() {
            return Ok(());
        }
        let home = squares(self.board.empty()).any(|to| to.is_home_of(seat));
        let join = self
            .board
            .of(seat)
            .any(|(_, occupant)| piece.cards().can_combine_with(occupant.cards()));
        if home || join {
            return refuse!(
                "K-85",
                "王を攻撃したコンバインカードは、自陣に戻るか味方に重なれるうちは退避できません。どちらかを選んでください。",
                "A stack that attacked the King may not go to the hand while it can go home or join; choose one of those."
            );
        }
        Ok(())
    }

    /// Checks the square for the piece that the king's step has set aside (K-87).
    pub(super) fn check_settle(&self, seat: Seat, to: Square) -> Result<(), IllegalAction> {
        if !to.is_home_of(seat) || self.board.at(to).is_some() {
            return refuse!(
                "K-87",
                "{to}には戻せません。自陣の空いているマスを選んでください。",
                "It cannot be set on {to}; choose an empty square of your territory."
            );
        }
        Ok(())
    }
}
