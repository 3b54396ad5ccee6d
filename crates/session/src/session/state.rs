//! A table in memory.

use std::sync::Arc;

use zashiki_core::{IllegalAction, Seat, SeatSet};

use super::host::Now;
use crate::config_cache::ConfigCache;
use crate::protocol::Rematch;
use crate::request_error::RequestError;
use crate::table::change::{Change, ChangeKind};
use crate::table::drafts::Drafts;
use crate::table::history::History;
use crate::table::people::{Chat, Phrases};
use crate::table::presence::Presence;
use crate::table::record::{record, to_json};
use crate::table::seats::{Requester, seat_of};
use crate::table::seed::Contribution;
use crate::table::seed_exchange::SeedExchange;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::snapshot::TableSnapshot;
use crate::viewers::{Message, Viewers};

/// The current state of a table, borrowed from all fields but the viewers, which receive it.
macro_rules! snapshot {
    ($session:ident, $now:ident) => {
        TableSnapshot {
            setup: &$session.setup,
            sitters: &$session.sitters,
            history: &$session.history,
            dealing: &$session.dealing,
            drafts: &$session.drafts,
            rematch: $session.rematch.as_ref(),
            presence: $session.presence.events(),
            chat: $session.chat.latest(),
            onlookers: $session.viewers.onlookers(&$session.sitters),
            now: $now.service,
        }
    };
}

/// A table in memory: its setup, the occupants of its seats, its match, and the clients that view it.
pub struct Session {
    pub(super) setup: TableSetup,
    pub(super) sitters: Vec<Sitter>,
    pub(super) history: History,
    pub(super) dealing: SeedExchange,
    pub(super) drafts: Drafts,
    pub(super) rematch: Option<Rematch>,
    pub(super) presence: Presence,
    pub(super) chat: Chat,
    pub(super) phrases: Phrases,
    /// The clients that view the table.
    pub viewers: Viewers,
    pub(super) config_cache: Arc<ConfigCache>,
}

/// The numbers of changes that a table has had. Two equal values mean that nothing was stored in between, except for
/// the seed exchange and the rematch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    /// The number of changes of the match.
    pub version: u64,
    /// The number of changes of seats, options and settings.
    pub arranged: u64,
    /// True if the match has started.
    pub started: bool,
}

impl Session {
    /// A table as it was stored, without clients.
    pub fn new(
        (setup, sitters, history): (TableSetup, Vec<Sitter>, History),
        parts: Vec<Contribution>,
        rematch: Option<String>,
        config_cache: Arc<ConfigCache>,
        now: Now,
    ) -> Session {
        let mut session = Session {
            dealing: SeedExchange::new(parts, now.monotonic),
            drafts: Drafts::new(sitters.len()),
            viewers: Viewers::new(),
            rematch: rematch.map(Rematch::at),
            presence: Presence::default(),
            chat: Chat::default(),
            phrases: Phrases::default(),
            setup,
            sitters,
            history,
            config_cache,
        };
        session.history.wind(now.service);
        session
    }

    /// The table's setup.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// The occupant of each seat.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// The match with its history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The last draft of each seat.
    pub fn drafts(&self) -> &Drafts {
        &self.drafts
    }

    /// Restores the drafts from when the table was last in memory.
    pub fn restore_drafts(&mut self, drafts: Drafts) {
        self.drafts = drafts;
    }

    /// The rematch, if a player has requested one.
    pub fn rematch(&self) -> Option<&Rematch> {
        self.rematch.as_ref()
    }

    /// Returns true if the match has started.
    pub fn started(&self) -> bool {
        self.setup.begun()
    }

    /// Returns true if a seat is open.
    pub fn has_open_seat(&self) -> bool {
        self.sitters.contains(&Sitter::Nobody)
    }

    /// Returns true if a stored setup differs from the one in memory.
    pub fn is_new_setup(&self, stored: &TableSetup) -> bool {
        stored.arranged != self.setup.arranged || (stored.begun() && !self.started())
    }

    /// The seat that the requester acts for.
    pub fn seat_of(&self, requester: Requester) -> Option<Seat> {
        seat_of(&self.sitters, requester)
    }

    /// The seats whose decisions are pending; none before the match starts.
    pub fn awaiting(&self) -> SeatSet {
        if self.started() { self.history.table().turn().awaited() } else { SeatSet::EMPTY }
    }

    /// The numbers of changes so far.
    pub fn versions(&self) -> Versions {
        Versions {
            version: self.history.version(),
            arranged: self.setup.arranged,
            started: self.started(),
        }
    }

    /// The current state, for sending it to clients.
    pub fn snapshot(&self, now: Now) -> TableSnapshot<'_> {
        snapshot!(self, now)
    }

    /// Adds a client ([`Viewers::join`]).
    pub fn join(
        &mut self,
        requester: Requester,
        seen: usize,
        version: Option<u64>,
        now: Now,
    ) -> (u64, Vec<Message>) {
        let mut snapshot = snapshot!(self, now);
        let seated = snapshot.seat_of(requester).is_some();
        snapshot.onlookers += usize::from(!seated && !self.viewers.is_here(requester.guest));
        self.viewers.join(&snapshot, requester, seen, version)
    }

    /// The messages with all changes that clients have not received yet.
    pub fn tell(&mut self, now: Now) -> Vec<Message> {
        self.watch(now);
        let snapshot = snapshot!(self, now);
        self.viewers.tell(&snapshot)
    }

    /// Records who is connected, as far as the others may know.
    fn watch(&mut self, now: Now) {
        if !self.started() || self.history.over() || self.setup.terms.slow() {
            return self.presence.clear();
        }
        let (viewers, deserted) = (&self.viewers, self.history.deserted());
        let present =
            Seat::all(self.history.table().seats()).filter(|seat| !deserted.contains(*seat));
        let time = (now.monotonic, now.day, self.history.steps() - 1);
        let is_here = |guest| viewers.is_here(guest);
        if self.presence.watch(&self.sitters, present.collect(), is_here, time) {
            self.viewers.news();
        }
    }

    /// The monotonic time at which [`tell`](Session::tell) must be called next because of a lost connection.
    pub fn next_presence(&self) -> Option<std::time::Duration> {
        self.presence.next()
    }

    /// The record of the match as JSON, once it is over; `None` before.
    pub fn record(&self) -> Option<String> {
        let history = &self.history;
        history.over().then(|| to_json(&record(history, &self.setup, &self.sitters)))
    }

    /// Applies a change of the match that another process has stored.
    ///
    /// # Errors
    /// Returns an error if the change is illegal; then it has no effect.
    pub fn apply_stored(&mut self, change: &Change) -> Result<(), IllegalAction> {
        let back = self.history.apply(change.clone())?;
        self.changed(change, back);
        Ok(())
    }

    /// Merges the contributions to the seed that another process may have stored. They do not matter once the match
    /// has started.
    pub fn apply_stored_parts(&mut self, parts: Vec<Contribution>) {
        if !self.started() {
            self.dealing.read(parts);
        }
    }

    /// Replaces setup and occupants by those that another process has stored, if they differ
    /// ([`is_new_setup`](Session::is_new_setup)).
    ///
    /// # Errors
    /// Returns an error if the stored setup cannot be loaded; then nothing changes.
    pub fn apply_stored_setup(
        &mut self,
        setup: TableSetup,
        sitters: Vec<Sitter>,
    ) -> Result<(), RequestError> {
        if !self.is_new_setup(&setup) {
            return Ok(());
        }
        let begins = !self.started() && setup.begun();
        let history = match self.started() {
            true => None,
            false => Some(History::new(&setup, &sitters, &self.config_cache)?),
        };
        self.take_seats(setup, sitters, history);
        if begins {
            self.viewers.changed(self.history.steps());
        }
        self.viewers.resend_all(if begins { 0 } else { self.history.steps() });
        Ok(())
    }

    /// Records the table of the rematch, which another process has created.
    pub fn apply_stored_rematch(&mut self, table: String) {
        if self.rematch.is_none() {
            self.rematch = Some(Rematch::at(table));
            self.viewers.news();
        }
    }

    /// Records whether a seat's player accepts the rematch, as another process has heard it.
    pub fn hear_rematch(&mut self, seat: Seat, comes: bool) {
        if let Some(rematch) = &mut self.rematch {
            rematch.hear(seat, comes);
            self.viewers.news();
        }
    }

    /// Updates drafts and viewers after a stored change; `back` is the seat whose decision the change took back, if
    /// any.
    pub(super) fn changed(&mut self, change: &Change, back: Option<Seat>) {
        if let ChangeKind::Act(_) | ChangeKind::Expire(_) = change.kind {
            self.drafts.forget(change.seat);
        }
        if let Some(seat) = back {
            self.drafts.forget(seat);
        }
        self.drafts.follow(self.history.table());
        self.viewers.changed(self.history.steps());
    }

    /// Replaces the setup and the occupants, after the change was stored.
    pub(super) fn take_seats(
        &mut self,
        setup: TableSetup,
        sitters: Vec<Sitter>,
        history: Option<History>,
    ) {
        let resized = sitters.len() != self.sitters.len();
        (self.setup, self.sitters) = (setup, sitters);
        if let Some(history) = history {
            self.history = history;
        }
        if !self.setup.terms.allow_chat() {
            self.chat = Chat::default();
        }
        if resized {
            self.drafts = Drafts::new(self.sitters.len());
        }
        self.viewers.news();
    }
}
