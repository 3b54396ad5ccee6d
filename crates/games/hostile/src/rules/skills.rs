//! Skills: Crash, Rotate, Recall and Steal. King takes effect at the end of the round, Ghost during
//! movement, Quick at the start of the turn.

use zashiki_core::{EventSink, IllegalAction, Seat, describe, names};

use super::TurnState;
use super::illegal::refuse;
use crate::Hostile;
use crate::board::Stage;
use crate::events::Event;
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::{Piece, Spin, Tile};

impl Hostile {
    /// Returns an error if the skill is not among those that the seat can use in this turn.
    fn check_active(
        &self,
        turn: &TurnState,
        skill: Skill,
        rule: &'static str,
    ) -> Result<(), IllegalAction> {
        let active = self.board.active_skills(&self.config, turn.seat);
        if active.contains(skill) {
            return Ok(());
        }
        let held: Vec<Skill> = active.iter().collect();
        Err(refuse(if held.is_empty() {
            describe!(
                rule,
                "このターンは「{skill}」を使えません。ほかの行動を選んでください。",
                "You cannot use {skill} this turn; choose another action.",
                skill
            )
        } else {
            describe!(
                rule,
                "「{skill}」は使えません。このターンのあなたのスキルは{held}です。",
                "You cannot use {skill}: your skill this turn is {held}.",
                skill,
                held = names(held)
            )
        }))
    }

    fn check_tile(&self, square: Square, rule: &'static str) -> Result<(), IllegalAction> {
        if self.board.piece(square).is_some() {
            return Ok(());
        }
        Err(refuse(describe!(
            rule,
            "{square}にはフロアタイルがありません。タイルのあるマスを選んでください。",
            "There is no floor tile on {square}; choose a square that has one."
        )))
    }

    pub(super) fn check_crash(
        &self,
        turn: &TurnState,
        square: Square,
    ) -> Result<(), IllegalAction> {
        self.check_active(turn, Skill::Crash, "X-135")?;
        if turn.crashes == 0 {
            return Err(refuse(describe!(
                "X-135",
                "クラッシュはこのターンにもう使いました(1回まで)。ほかの行動を選んでください。",
                "You have already used Crash this turn, and it works only once; choose another action."
            )));
        }
        self.check_tile(square, "X-135")
    }

    pub(super) fn check_rotate(
        &self,
        turn: &TurnState,
        square: Square,
    ) -> Result<(), IllegalAction> {
        self.check_active(turn, Skill::Rotate, "X-138")?;
        if turn.rotations == 0 {
            return Err(refuse(describe!(
                "X-138",
                "ローテートはこのターンにもう使い切りました(2回まで)。ほかの行動を選んでください。",
                "You have already used Rotate twice this turn; choose another action."
            )));
        }
        self.check_tile(square, "X-138")
    }

    pub(super) fn check_recall(&self, turn: &TurnState) -> Result<(), IllegalAction> {
        self.check_active(turn, Skill::Recall, "X-142")?;
        if turn.recalls == 0 {
            return Err(refuse(describe!(
                "X-142",
                "リコールはこのターンにもう使いました(1回まで)。ほかの行動を選んでください。",
                "You have already used Recall this turn, and it works only once; choose another action."
            )));
        }
        if turn.stopped {
            return Err(refuse(describe!(
                "X-144",
                "このターンにストップに入ったので、リコールは使えません。タイルの獲得や配置はできます。",
                "Your pawn entered a stop tile this turn, so Recall cannot be used; you can still take and place tiles."
            )));
        }
        if self.board.pawns[turn.seat.index()] == self.board.start(&self.config, turn.seat) {
            return Err(refuse(describe!(
                "X-142",
                "すでに自分のスタート地点にいます。ほかの行動を選んでください。",
                "Your pawn is already on your start square; choose another action."
            )));
        }
        Ok(())
    }

    pub(super) fn check_steal_held(&self, turn: &TurnState) -> Result<(), IllegalAction> {
        self.check_active(turn, Skill::Steal, "X-146")
    }

    pub(super) fn check_steal(
        &self,
        turn: &TurnState,
        square: Square,
    ) -> Result<(), IllegalAction> {
        let pawn = self.board.pawns[turn.seat.index()];
        if pawn.reach() & square.bit() == 0 {
            return Err(refuse(describe!(
                "X-146",
                "{square}は遠すぎます。自分のコマのマスか、その上下左右のタイルを選んでください。",
                "{square} is out of reach; choose a tile on your pawn's square or beside it (up, down, left, right)."
            )));
        }
        self.check_tile(square, "X-146")
    }

    /// Discards a floor tile from the board.
    pub(super) fn crash(&mut self, seat: Seat, square: Square, log: &mut impl EventSink<Hostile>) {
        if let Stage::Turn { crashes, .. } = &mut self.board.stage {
            *crashes -= 1;
        }
        let Some(kind) = self.board.lift(square).map(Piece::kind) else { return };
        self.board.discard(Tile::Floor(kind));
        self.log_event(Event::Crashed { seat, square, kind }, log);
    }

    /// Turns a floor tile on the board; pawns stay.
    pub(super) fn rotate(
        &mut self,
        seat: Seat,
        square: Square,
        spin: Spin,
        log: &mut impl EventSink<Hostile>,
    ) {
        if let Stage::Turn { rotations, .. } = &mut self.board.stage {
            *rotations -= 1;
        }
        let Some(before) = self.board.piece(square) else { return };
        let piece = before.rotated(spin);
        self.board.put(square, piece);
        let (kind, facing) = (piece.kind(), piece.facing());
        self.log_event(Event::Rotated { seat, square, kind, facing, spin }, log);
        // A turned ice tile stays the same, so older circles through it do not matter (A-X67).
        if piece != before {
            self.discard_if_endless(square, log);
        }
    }

    /// Takes a floor tile from the board into the hand.
    pub(super) fn steal(&mut self, seat: Seat, square: Square, log: &mut impl EventSink<Hostile>) {
        let Some(kind) = self.board.lift(square).map(Piece::kind) else { return };
        self.log_event(Event::Stole { seat, square, kind }, log);
        self.acquire(seat, Tile::Floor(kind), log);
    }
}
