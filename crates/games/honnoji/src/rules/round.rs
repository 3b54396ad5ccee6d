//! Round preparation (ラウンド準備) and end of the round (ラウンド終了): cards are dealt, fire squares are
//! cleared, and the first-player marker is passed on. The match ends after six rounds.

use zashiki_core::{EventSink, Seat};

use super::Flow;
use crate::board::{MAX_PILE, Stage};
use crate::events::{Event, FireCause};
use crate::face::{Cards, Face, Row};
use crate::ring::SQUARES;
use crate::{Honnoji, ROUNDS};

impl Honnoji {
    /// Deals a card to each square (H-23 to H-34).
    pub(super) fn prepare(&mut self, log: &mut impl EventSink<Honnoji>) -> Flow {
        self.log_event(Event::RoundBegan { round: self.board.round }, log);
        if self.board.deck.len() == 0 {
            self.rebuild_deck(log);
        }
        for square in 1..=SQUARES {
            // If there are too few cards, the squares with the lowest numbers get them (A-H35).
            let Some(face) = self.board.deck.pop() else { break };
            let burnt_before = self.board.burns(square);
            self.board.squares[usize::from(square) - 1].push(face);
            self.log_event(Event::Dealt { square, face }, log);
            if !burnt_before && self.board.burns(square) {
                let cards = self.board.pile(square).len() as u8;
                let (cause, turned) = if face == Face::FIRE {
                    (FireCause::FireCard, cards - 1)
                } else {
                    (FireCause::FourthCard, cards)
                };
                self.log_event(Event::CaughtFire { square, cause, turned }, log);
            }
        }
        self.board.stage = Stage::Decision;
        Flow::Continues
    }

    /// Shuffles the discards into a new deck (H-28, A-H36). In a whole match this happens before
    /// round 6.
    fn rebuild_deck(&mut self, log: &mut impl EventSink<Honnoji>) {
        let discards = std::mem::take(&mut self.board.discards);
        if discards.is_empty() {
            return self.log_event(Event::NothingToDeal, log);
        }
        self.board.deck = Row::EMPTY;
        discards.iter().for_each(|face| self.board.deck.push(face));
        self.rng.shuffle(self.board.deck.as_mut_slice());
        self.log_event(Event::DeckRebuilt { count: discards.len() as u8 }, log);
    }

    /// Clears the fire squares (H-134), passes on the marker (H-136), and starts the next round or
    /// ends the match.
    pub(super) fn end_round(&mut self, log: &mut impl EventSink<Honnoji>) -> Flow {
        for square in 1..=SQUARES {
            if self.board.burns(square) {
                let pile: &mut Row<MAX_PILE> = &mut self.board.squares[usize::from(square) - 1];
                let faces = std::mem::replace(pile, Row::EMPTY).cards();
                self.board.discards = self.board.discards.plus(faces);
                self.log_event(Event::Cleared { square, faces }, log);
            }
        }
        self.pass_marker(log);
        if self.board.round < ROUNDS {
            self.board.round += 1;
            self.board.stage = Stage::Preparation;
            return Flow::Continues;
        }
        let end = self.decide_winners();
        self.board.end = Some(end);
        self.board.stage = Stage::Over;
        let seats = || Seat::all(self.config.seats);
        let event = Event::Ended {
            reason: end.reason,
            winners: end.winners,
            points: seats().map(|seat| self.points(seat)).collect(),
            cards: seats().map(|seat| self.board.owned(seat).len() as u8).collect(),
        };
        self.log_event(event, log);
        Flow::Waits
    }

    /// Passes the first-player marker to the seat with the most exposed points; cards in hand do
    /// not count (H-137, A-H33). Of several such seats, the first one gets it in clockwise order
    /// that begins with the current first player (H-138, A-H34).
    fn pass_marker(&mut self, log: &mut impl EventSink<Honnoji>) {
        let from = self.board.first;
        let (mut best, mut points) = (from, self.exposed_points(from));
        for turn in 1..self.config.seats {
            let seat = self.seat_at(turn);
            let exposed = self.exposed_points(seat);
            if exposed > points {
                (best, points) = (seat, exposed);
            }
        }
        self.board.first = best;
        let has_most = |seat: &Seat| self.exposed_points(*seat) == points;
        let tied = Seat::all(self.config.seats).filter(has_most).count() > 1;
        let event = if best == from {
            Event::MarkerStayed { seat: best, points, tied }
        } else {
            Event::MarkerMoved { seat: best, from, points, tied }
        };
        self.log_event(event, log);
    }

    /// The cards that are neither on a square, nor discarded, nor owned by a seat. They form the
    /// deck. `None` if the board has more cards than the components.
    pub(crate) fn unlocated_cards(&self) -> Option<Cards> {
        let mut left = self.config.deck;
        for _ in 0..self.config.seats {
            left = left.plus(Cards::one(Face::KOBAN));
        }
        let open = (self.board.squares.iter().map(Row::cards)).chain([self.board.discards]).chain(
            Seat::all(self.config.seats).map(|seat| {
                let owned = self.board.owned(seat);
                owned.minus(owned.only(Cards::BASIC))
            }),
        );
        for cards in open {
            if !left.has_all(cards) {
                return None;
            }
            left = left.minus(cards);
        }
        Some(left)
    }
}
