//! The bedroom (寝室): consorts advance, complete laps and visit the tea square (茶休憩).

use zashiki_core::{EventSink, Seat};

use super::Flow;
use crate::Kokyu;
use crate::board::Task;
use crate::events::Event;

impl Kokyu {
    /// Starts the advance of a consort by `steps` squares.
    pub(super) fn start_advance(&mut self, seat: Seat, steps: u8, log: &mut impl EventSink<Kokyu>) {
        self.push(Task::Advance { seat, steps, draws: 0 });
        let from = self.board.consorts[seat.index()].square;
        log.push(Event::Advances { seat, from, steps }, self);
    }

    /// Advances a consort by one square. Plot cards due for visits to the tea square are
    /// drawn after the last square (AQ24).
    pub(super) fn advance(
        &mut self,
        seat: Seat,
        steps: u8,
        draws: u8,
        log: &mut impl EventSink<Kokyu>,
    ) -> Flow {
        self.board.tasks.pop();
        if steps == 0 {
            if draws > 0 {
                self.push(Task::Draw { seat, count: draws });
            }
            return Flow::Continues;
        }
        let bedroom = &self.config.components.bedroom;
        let (squares, tea) = (bedroom.squares, bedroom.tea);
        let consort = &mut self.board.consorts[seat.index()];
        consort.square = (consort.square + 1) % squares;
        let square = consort.square;
        let visits_tea = square == tea;
        let rests = visits_tea && self.board.tea == 0;
        self.push(Task::Advance { seat, steps: steps - 1, draws: draws + u8::from(rests) });
        if rests {
            log.push(Event::TeaRest { seat }, self);
        } else if visits_tea {
            self.tea_bonus(seat, log);
        } else if square == 0 {
            self.lap(seat, log);
        }
        Flow::Continues
    }

    /// Gives the points for reaching or passing the start square. The first lap of the match
    /// then opens the face-down cards.
    fn lap(&mut self, seat: Seat, log: &mut impl EventSink<Kokyu>) {
        let first = self.board.consorts.iter().all(|consort| consort.laps == 0);
        let laps = &mut self.board.consorts[seat.index()].laps;
        *laps = laps.saturating_add(1);
        if first {
            self.push(Task::Open);
        }
        self.push(Task::Gain { seat, count: self.config.components.scoring.lap });
        let laps = self.board.consorts[seat.index()].laps;
        log.push(Event::Lap { seat, laps }, self);
    }

    /// Strife in the harem (後宮闘争): turns the face-down cards up.
    pub(super) fn open_cards(&mut self, log: &mut impl EventSink<Kokyu>) -> Flow {
        self.board.tasks.pop();
        if self.board.cards.iter().any(|card| !card.open) {
            for card in &mut self.board.cards {
                card.open = true;
            }
            log.push(Event::Opened, self);
        }
        Flow::Continues
    }

    /// Moves a consort back, at most to the start square. The squares on the way have no effect
    /// (AQ25).
    pub(super) fn push_back(&mut self, seat: Seat, steps: u8, log: &mut impl EventSink<Kokyu>) {
        let consort = &mut self.board.consorts[seat.index()];
        let from = consort.square;
        consort.square = from.saturating_sub(steps);
        let to = consort.square;
        log.push(Event::PushedBack { seat, from, to }, self);
    }
}
