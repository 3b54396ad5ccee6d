//! The winner, and the end of the match.

use zashiki_core::{EventSink, Seat};

use crate::Kokyu;
use crate::board::End;
use crate::events::Event;

impl Kokyu {
    /// Decides who wins: the player whose Qianlong points (乾隆ポイント) reach the goal of the
    /// components, or nobody once Xiang Fei (香妃) reaches her goal. `None`
    /// while neither is the case.
    ///
    /// The rules call this after each gained point. A match also ends, without a winner, after the
    /// maximum number of rounds (AQ27).
    pub fn decide_winner(&self) -> Option<End> {
        let goal = self.config.components.scoring.goal;
        let has_reached = |seat: &Seat| self.board.points[seat.index()] >= goal;
        match Seat::all(2).find(has_reached) {
            Some(seat) => Some(End::Favour { seat }),
            None if self.board.kohi >= self.config.options.kohi_goal => Some(End::Kohi),
            None => None,
        }
    }

    /// Ends the match if a player or Xiang Fei has reached the goal.
    pub(super) fn end_if_decided(&mut self, log: &mut impl EventSink<Kokyu>) {
        if let Some(end) = self.decide_winner() {
            self.finish(end, log);
        }
    }

    /// Ends the match. The board stays as it is (AQ26).
    pub(super) fn finish(&mut self, end: End, log: &mut impl EventSink<Kokyu>) {
        self.board.end = Some(end);
        let event = match end {
            End::Favour { seat } => Event::Won { seat },
            End::Kohi => Event::KohiWon,
            End::Rounds => Event::RoundsOver,
        };
        log.push(event, self);
    }
}
