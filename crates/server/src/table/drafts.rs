//! How far the unfinished decisions of the seats of a table have come. It is kept in memory, also
//! while the table itself is not: after a restart drafts are gone.

use serde_json::Value;
use zashiki_core::{DynMatch, Seat};

/// The last draft of each seat.
#[derive(Clone)]
pub(crate) struct Drafts(Vec<Option<Kept>>);

/// A draft.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) text: String,
    pub(crate) reading: Value,
}

impl Drafts {
    /// None, at a table of this number of seats.
    pub(crate) fn new(seats: usize) -> Drafts {
        Drafts(vec![None; seats])
    }

    /// Forgets the drafts of decisions that are not awaited.
    pub(crate) fn follow(&mut self, table: &dyn DynMatch) {
        let awaited = table.turn().awaited();
        for (seat, draft) in (0..).map(Seat).zip(&mut self.0) {
            if !awaited.contains(seat) {
                *draft = None;
            }
        }
    }

    /// Forgets a seat's draft: it has decided, or taken a decision back.
    pub(crate) fn forget(&mut self, seat: Seat) {
        self.set(seat, None);
    }

    /// Keeps a seat's last draft.
    pub(crate) fn keep(&mut self, seat: Seat, draft: Kept) {
        self.set(seat, Some(draft));
    }

    fn set(&mut self, seat: Seat, draft: Option<Kept>) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            *place = draft;
        }
    }

    /// A seat's last draft.
    pub(crate) fn of(&self, seat: Seat) -> Option<&Kept> {
        self.0.get(seat.index())?.as_ref()
    }
}
