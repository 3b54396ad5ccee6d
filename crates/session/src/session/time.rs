//! Decisions of seats that have run out of time.

use zashiki_core::{Seat, SeatSet};

use super::host::{Host, Now};
use super::state::Session;
use crate::protocol::Late;
use crate::table::change::ChangeKind;
use crate::table::seat_clocks::Limit;
use crate::table::setup::Sitter;

/// A seat that has run out of time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overdue {
    /// The seat.
    pub seat: Seat,
    /// The change that follows; `None` if the stand-in is to decide
    /// ([`stand_in_request`](Session::stand_in_request)).
    pub change: Option<ChangeKind>,
}

impl Session {
    /// The next deadline of a person's seat, in milliseconds of service time, except of the seats whose
    /// stand-ins are thinking.
    pub fn next_deadline(&self, thinking: SeatSet) -> Option<i64> {
        self.history.clocks().next(self.without_deadline(thinking))
    }

    /// The seats that cannot be late: those whose stand-ins are thinking, and those of bots. A bot decides
    /// when it is asked, and it is not asked while nobody is connected.
    fn without_deadline(&self, thinking: SeatSet) -> SeatSet {
        let seats = (0..).map(Seat).zip(&self.sitters);
        let without = seats.filter(|(seat, sitter)| {
            thinking.contains(*seat) || matches!(sitter, Sitter::Bot { .. })
        });
        without.map(|(seat, _)| seat).collect()
    }

    /// Returns true if the seat is out of time.
    pub(super) fn is_late(&self, seat: Seat, now: Now) -> bool {
        self.history.clocks().late(now.service).iter().any(|(late, _)| *late == seat)
    }

    /// The seats of people who are out of time, except those whose stand-ins are thinking.
    pub fn overdue(&self, thinking: SeatSet, host: &dyn Host) -> Vec<Overdue> {
        let late = self.history.clocks().late(host.now().service);
        let without = self.without_deadline(thinking);
        let overdue = |(seat, limit): (Seat, Limit)| {
            let change = match (limit, self.setup.terms.late) {
                (Limit::Terms, Late::Lost) => Some(ChangeKind::Late),
                (Limit::Terms, Late::Bot) => self.completed(seat).map(ChangeKind::Expire),
                (Limit::Game, _) => self
                    .completed(seat)
                    .or_else(|| self.any_action(seat, host))
                    .map(ChangeKind::Expire),
            };
            Overdue { seat, change }
        };
        late.into_iter().filter(|(seat, _)| !without.contains(*seat)).map(overdue).collect()
    }

    /// The action that completes the seat's last draft, or else an empty draft; `None` if neither can be
    /// completed.
    fn completed(&self, seat: Seat) -> Option<String> {
        let last = self.drafts.of(seat).map(|draft| draft.text.as_str());
        last.into_iter()
            .chain([""])
            .find_map(|draft| self.history.table().draft(seat, draft).ok()?.completed)
    }
}
