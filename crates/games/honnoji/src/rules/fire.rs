//! Fire (火ノ手): each seat on a fire square discards an exposed card.

use zashiki_core::{EventSink, IllegalAction, Seat};

use super::Flow;
use crate::Honnoji;
use crate::board::Stage;
use crate::events::Event;
use crate::face::Face;

impl Honnoji {
    /// Continues with the fire phase, clockwise from the first player (A-H48).
    pub(super) fn burn(&mut self, turn: u8, log: &mut impl EventSink<Honnoji>) -> Flow {
        for turn in turn..self.config.seats {
            let seat = self.seat_at(turn);
            let square = self.board.pawns[seat.index()];
            if !self.board.burns(square) {
                continue;
            }
            self.board.stage = Stage::Fire { turn };
            let cards = self.board.losable(seat);
            match (cards.kinds().next(), cards.variety()) {
                (None, _) => self.log_event(Event::NothingToBurn { seat, square }, log),
                (Some(face), 1) => self.discard(seat, face, true, log),
                _ => return Flow::Waits,
            }
        }
        self.board.stage = Stage::Recovery { turn: 0 };
        Flow::Continues
    }

    #[inline]
    pub(super) fn discard(
        &mut self,
        seat: Seat,
        face: Face,
        forced: bool,
        log: &mut impl EventSink<Honnoji>,
    ) {
        self.board.exposed[seat.index()].remove(face);
        self.board.discards.add(face);
        let square = self.board.pawns[seat.index()];
        self.log_event(Event::Burnt { seat, square, face, forced }, log);
    }

    pub(super) fn check_burn(&self, seat: Seat, face: Face) -> Result<(), IllegalAction> {
        if face.is_basic() {
            return Err(self.not_there(
                "H-113",
                face,
                "基本札なので捨てられません。名物札か行動札を選んでください。",
                "basic cards cannot be discarded; choose a treasure or an action card.",
            ));
        }
        if self.board.exposed[seat.index()].contains(face) {
            return Ok(());
        }
        Err(self.not_there(
            "H-112",
            face,
            "あなたの晒し場にありません。そこにある札を選んでください。",
            "not in your exposed area; choose a card that lies there.",
        ))
    }
}
