//! Changes of the match: checked and applied; they take effect for clients once they are stored.

use zashiki_core::Seat;

use super::attempt::Attempt;
use super::host::Host;
use super::state::Session;
use super::write::{Effect, Entry, Write};
use crate::protocol::Refusal;
use crate::table::change::{Change, ChangeKind};
use crate::table::seats::Requester;

/// Maximum length of a message id, in characters.
const ID_LENGTH: usize = 64;

/// Returns an error if the id of a message cannot be stored.
pub(super) fn check_id(id: &str) -> Result<(), Refusal> {
    // Not every database can store every character.
    let strange = id.chars().any(char::is_control);
    let fits = !id.is_empty() && !strange && id.chars().count() <= ID_LENGTH;
    if fits { Ok(()) } else { Err(Refusal::BAD_ID) }
}

impl Session {
    /// A change of the match that a person requested.
    pub(super) fn change(
        &mut self,
        requester: Requester,
        id: &str,
        version: u64,
        kind: &ChangeKind,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        check_id(id)?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        let plays = !matches!(kind, ChangeKind::Leave | ChangeKind::Return);
        if plays && self.history.deserted().contains(seat) && !self.history.knows(seat, id) {
            let lost = self.history.lost().contains(seat);
            return Err(if lost { Refusal::LOST } else { Refusal::AWAY });
        }
        self.submit(seat, id, version, kind, host)
    }

    /// The only way to change a match, for people, bots and clocks alike: the change is checked and applied, and
    /// stored with its result. A change that cannot be stored is reverted.
    pub(super) fn submit(
        &mut self,
        seat: Seat,
        id: &str,
        version: u64,
        kind: &ChangeKind,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        if self.history.knows(seat, id) {
            return Ok(Attempt::Done);
        }
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        let known = self.history.version();
        let now = host.now();
        self.history.check(seat, version, kind, now.service)?;
        let change = Change {
            seat,
            kind: kind.clone(),
            client_id: id.to_owned(),
            at: now.day,
            time: Some(now.service),
        };
        let back = self.history.apply(change.clone())?;
        let eyes = self.viewers.eyes(&self.sitters);
        let (summary, record) = (self.history.written(eyes), self.record());
        let entry = Entry::Change { known, change, summary, record };
        Ok(Attempt::store(Write::last(entry, Effect::Change { back })))
    }
}
