//! Drafts: the unfinished decisions of a table's seats. They are kept in memory, even while the table itself
//! is unloaded, and are lost on a restart.

use serde_json::Value;
use zashiki_core::{DynMatch, Seat};

/// The last draft of each seat.
#[derive(Clone)]
pub struct Drafts(Vec<Option<StoredDraft>>);

/// A draft and its interpretation.
#[derive(Clone)]
pub struct StoredDraft {
    /// The draft, in the game's draft notation.
    pub text: String,
    /// The game's interpretation of the draft.
    pub reading: Value,
}

impl Drafts {
    /// No drafts, for a table with this number of seats.
    pub fn new(seats: usize) -> Drafts {
        Drafts(vec![None; seats])
    }

    /// Drops the drafts of seats that are not to move.
    pub fn follow(&mut self, table: &dyn DynMatch) {
        let awaited = table.turn().awaited();
        for (seat, draft) in (0..).map(Seat).zip(&mut self.0) {
            if !awaited.contains(seat) {
                *draft = None;
            }
        }
    }

    /// Drops a seat's draft, because the seat has decided or taken back a decision.
    pub fn forget(&mut self, seat: Seat) {
        self.set(seat, None);
    }

    /// Stores a draft as the seat's last one.
    pub fn keep(&mut self, seat: Seat, draft: StoredDraft) {
        self.set(seat, Some(draft));
    }

    fn set(&mut self, seat: Seat, draft: Option<StoredDraft>) {
        if let Some(place) = self.0.get_mut(seat.index()) {
            *place = draft;
        }
    }

    /// A seat's last draft.
    pub fn of(&self, seat: Seat) -> Option<&StoredDraft> {
        self.0.get(seat.index())?.as_ref()
    }
}
