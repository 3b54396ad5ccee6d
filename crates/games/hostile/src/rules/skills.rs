//! スキル: Crash, Rotate, Recall and Steal. King acts at the round's end, Ghost on
//! movement, Quick at the turn's beginning.

use table::{Illegal, Log, Seat, Text};

use super::{TurnState, refuse};
use crate::Hostile;
use crate::events::Event;
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::{Piece, Spin, Tile};
use crate::view::Stage;

impl Hostile {
    /// Whether the skill acts in this turn.
    fn check_held(
        &self,
        turn: &TurnState,
        skill: Skill,
        rule: &'static str,
    ) -> Result<(), Illegal> {
        let active = self.board.active(&self.setup, turn.seat);
        if active.contains(skill) {
            return Ok(());
        }
        let name = skill.name();
        let held: Vec<Text> = active.iter().map(Skill::name).collect();
        if held.is_empty() {
            return Err(refuse(
                rule,
                format!("このターンは「{}」を使えません。", name.ja),
                format!("You cannot use {} in this turn.", name.en),
            ));
        }
        let ja: Vec<&str> = held.iter().map(|name| &*name.ja).collect();
        let en: Vec<&str> = held.iter().map(|name| &*name.en).collect();
        Err(refuse(
            rule,
            format!(
                "「{}」は使えません。このターンのあなたのスキルは「{}」です。",
                name.ja,
                ja.join("」「")
            ),
            format!("You cannot use {}: your skill in this turn is {}.", name.en, en.join(" and ")),
        ))
    }

    fn check_tile(&self, square: Square, rule: &'static str) -> Result<(), Illegal> {
        if self.board.piece(square).is_some() {
            return Ok(());
        }
        Err(refuse(
            rule,
            format!("{square}にはフロアタイルがありません。タイルのあるマスを選んでください。"),
            format!("There is no floor tile on {square}; choose a square that has one."),
        ))
    }

    pub(super) fn check_crash(&self, turn: &TurnState, square: Square) -> Result<(), Illegal> {
        self.check_held(turn, Skill::Crash, "X-135")?;
        if turn.crashes == 0 {
            return Err(Illegal::new(
                "X-135",
                Text::fixed(
                    "クラッシュはこのターンにもう使いました(1回まで)。",
                    "You have used Crash in this turn; it can be used once.",
                ),
            ));
        }
        self.check_tile(square, "X-135")
    }

    pub(super) fn check_rotate(&self, turn: &TurnState, square: Square) -> Result<(), Illegal> {
        self.check_held(turn, Skill::Rotate, "X-138")?;
        if turn.rotations == 0 {
            return Err(Illegal::new(
                "X-138",
                Text::fixed(
                    "ローテートはこのターンにもう使い切りました(2回まで)。",
                    "You have used Rotate twice in this turn; it cannot be used again.",
                ),
            ));
        }
        self.check_tile(square, "X-138")
    }

    pub(super) fn check_recall(&self, turn: &TurnState) -> Result<(), Illegal> {
        self.check_held(turn, Skill::Recall, "X-142")?;
        if turn.recalls == 0 {
            return Err(Illegal::new(
                "X-142",
                Text::fixed(
                    "リコールはこのターンにもう使いました(1回まで)。",
                    "You have used Recall in this turn; it can be used once.",
                ),
            ));
        }
        if turn.stopped {
            return Err(Illegal::new(
                "X-144",
                Text::fixed(
                    "このターンにストップに入ったので、リコールは使えません。",
                    "You entered a stop in this turn, so Recall cannot be used.",
                ),
            ));
        }
        if self.board.pawns[turn.seat.index()] == self.board.start(&self.setup, turn.seat) {
            return Err(Illegal::new(
                "X-142",
                Text::fixed(
                    "もう自分のスタート地点にいます。",
                    "Your pawn stands on your start square already.",
                ),
            ));
        }
        Ok(())
    }

    pub(super) fn check_steal_held(&self, turn: &TurnState) -> Result<(), Illegal> {
        self.check_held(turn, Skill::Steal, "X-146")
    }

    pub(super) fn check_steal(&self, turn: &TurnState, square: Square) -> Result<(), Illegal> {
        let pawn = self.board.pawns[turn.seat.index()];
        if pawn.reach() & square.bit() == 0 {
            return Err(refuse(
                "X-146",
                format!(
                    "{square}は遠すぎます。自分のコマのマスか、その上下左右のタイルを選んでください。"
                ),
                format!(
                    "{square} is out of reach; choose a tile under your pawn or beside it (up, down, left, right)."
                ),
            ));
        }
        self.check_tile(square, "X-146")
    }

    /// A placed tile is discarded.
    pub(super) fn crash(&mut self, seat: Seat, square: Square, log: &mut impl Log<Hostile>) {
        if let Stage::Turn { crashes, .. } = &mut self.board.stage {
            *crashes -= 1;
        }
        let Some(kind) = self.board.lift(square).map(Piece::kind) else { return };
        self.board.discard(Tile::Floor(kind));
        self.tell(Event::Crashed { seat, square, kind }, log);
    }

    /// A placed tile is turned; nobody moves.
    pub(super) fn rotate(
        &mut self,
        seat: Seat,
        square: Square,
        spin: Spin,
        log: &mut impl Log<Hostile>,
    ) {
        if let Stage::Turn { rotations, .. } = &mut self.board.stage {
            *rotations -= 1;
        }
        let Some(before) = self.board.piece(square) else { return };
        let piece = before.rotated(spin);
        self.board.put(square, piece);
        let (kind, facing) = (piece.kind(), piece.facing());
        self.tell(Event::Rotated { seat, square, kind, facing, spin }, log);
        // A turned ice tile changes nothing, whatever circle leads through it (A-X67).
        if piece != before {
            self.undo_endless(square, log);
        }
    }

    /// A placed tile goes to the hand.
    pub(super) fn steal(&mut self, seat: Seat, square: Square, log: &mut impl Log<Hostile>) {
        let Some(kind) = self.board.lift(square).map(Piece::kind) else { return };
        self.tell(Event::Stole { seat, square, kind }, log);
        self.acquire(seat, Tile::Floor(kind), log);
    }
}
