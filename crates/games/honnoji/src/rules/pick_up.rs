//! Picking up (拾得): a seat alone on a square takes all its cards; several seats take one each.

use zashiki_core::{EventSink, IllegalAction, Seat};

use super::Flow;
use crate::Honnoji;
use crate::board::Stage;
use crate::events::Event;
use crate::face::Face;
use crate::ring::SQUARES;

impl Honnoji {
    /// Continues the phase of picking up: square by square from 1 to 5, and on each square the
    /// seats clockwise from the first player (H-83, H-91; A-H42).
    pub(super) fn pick_up(
        &mut self,
        square: u8,
        turn: u8,
        log: &mut impl EventSink<Honnoji>,
    ) -> Flow {
        if square > SQUARES {
            self.board.stage = Stage::Attack { turn: 0, attack: 0, victim: 0 };
            return Flow::Continues;
        }
        if turn > 0 || self.resolve_unless_shared(square, log) {
            for turn in turn..self.config.seats {
                let seat = self.seat_at(turn);
                if !self.board.stands(seat, square) {
                    continue;
                }
                self.board.stage = Stage::PickUp { square, turn };
                let cards = self.board.pile(square).cards();
                match (cards.kinds().next(), cards.variety()) {
                    (Some(face), 1) => self.take(seat, square, face, true, log),
                    _ => return Flow::Waits,
                }
            }
        }
        self.board.stage = Stage::PickUp { square: square + 1, turn: 0 };
        Flow::Continues
    }

    /// Handles a square that needs no choice: it is empty or burning, has one seat, or has too few
    /// cards. Returns true if several seats share its cards, which then take one each.
    fn resolve_unless_shared(&mut self, square: u8, log: &mut impl EventSink<Honnoji>) -> bool {
        let players = self.players_on(square);
        let cards = self.board.pile(square).len();
        if players == 0 || self.board.burns(square) {
            return false;
        }
        if players == 1 {
            let is_on_square = |seat: &Seat| self.board.stands(*seat, square);
            if let Some(seat) = Seat::all(self.config.seats).find(is_on_square) {
                while let Some(face) = self.board.pile(square).as_slice().first().copied() {
                    self.take(seat, square, face, true, log);
                }
            }
            return false;
        }
        if cards < players {
            let (cards, players) = (cards as u8, players as u8);
            let is_on_square = |seat: &Seat| self.board.stands(*seat, square);
            let seats = Seat::all(self.config.seats).filter(is_on_square).collect();
            self.log_event(Event::TooFew { square, cards, players, seats }, log);
            return false;
        }
        true
    }

    /// Number of seats on a square.
    fn players_on(&self, square: u8) -> usize {
        Seat::all(self.config.seats).filter(|seat| self.board.stands(*seat, square)).count()
    }

    #[inline]
    pub(super) fn take(
        &mut self,
        seat: Seat,
        square: u8,
        face: Face,
        forced: bool,
        log: &mut impl EventSink<Honnoji>,
    ) {
        self.board.squares[usize::from(square) - 1].take(face);
        self.board.exposed[seat.index()].add(face);
        let shared = self.players_on(square) > 1;
        self.log_event(Event::PickedUp { seat, square, face, shared, forced }, log);
    }

    pub(super) fn check_take(&self, square: u8, face: Face) -> Result<(), IllegalAction> {
        if self.board.pile(square).cards().contains(face) {
            return Ok(());
        }
        Err(self.not_there(
            "H-82",
            face,
            &format!("{square}のマスにありません。そこにある札を選んでください。"),
            &format!("not on square {square}; choose a card that lies there."),
        ))
    }
}
