//! Writes: what a request stores, and what happens in memory once it is stored.

use zashiki_core::{Bytes32, Deal, Seat};

use super::opening::NewTable;
use super::state::Session;
use crate::guest::Guest;
use crate::protocol::Rematch;
use crate::table::change::Change;
use crate::table::history::History;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::TableSummary;

/// A write to the store, which must happen as a whole or not at all.
pub struct Write {
    /// The data to store.
    pub entry: Entry,
    /// True if the request needs no further writes.
    pub(super) completes: bool,
    pub(super) effect: Effect,
}

/// The data of a write.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A change of a match that had `known` changes before.
    Change {
        /// The number of changes before this one. If the stored match has another number, the write conflicts.
        known: u64,
        /// The change.
        change: Change,
        /// The JSON of the public summary after the change ([`TableSummary`]).
        summary: String,
        /// The JSON of the record, if the change ends the match.
        record: Option<String>,
    },
    /// New seats, options and settings.
    Arrange {
        /// The number of such changes before this one. If the stored table has another number, the write conflicts.
        known: u64,
        /// The new setup.
        setup: Box<TableSetup>,
        /// The new occupants.
        sitters: Vec<Sitter>,
        /// The public summary.
        summary: TableSummary,
    },
    /// A commitment to a share of the seed. It conflicts if a share was revealed or the match has started.
    Promise {
        /// The table: this one, or its rematch.
        table: String,
        /// The person.
        guest: Guest,
        /// The hash of the share.
        hash: Bytes32,
    },
    /// A revealed share of the seed. It conflicts if the match has started.
    Share {
        /// The person.
        guest: Guest,
        /// The share.
        share: Bytes32,
    },
    /// All commitments are void.
    Void,
    /// The start of the match. It conflicts if the match has started.
    Begin {
        /// The seed.
        seed: u64,
        /// The origin of the seed.
        deal: Box<Deal>,
        /// Service time of the start, in milliseconds.
        time: i64,
        /// The public summary.
        summary: TableSummary,
    },
    /// A new table: the rematch. It conflicts if there is a rematch already.
    Table(Box<NewTable>),
}

/// The effect of a stored write in memory.
pub(super) enum Effect {
    /// The change is applied already; `back` is the seat whose decision it took back, if any.
    Change {
        back: Option<Seat>,
    },
    /// The new setup and occupants, and the match set up with them if it has not started. With `resend`, clients
    /// receive the complete table again.
    Arrange {
        history: Option<Box<History>>,
        resend: bool,
    },
    Promise,
    RematchPromise {
        seat: Seat,
    },
    Share,
    Void,
    Begin {
        setup: Box<TableSetup>,
        history: Box<History>,
    },
    Rematch {
        seat: Seat,
    },
}

impl Write {
    /// A write that completes its request.
    pub(super) fn last(entry: Entry, effect: Effect) -> Write {
        Write { entry, completes: true, effect }
    }
}

impl Session {
    /// Applies the effect of a stored write. Returns true if the request that needed it is complete.
    pub(super) fn finish(&mut self, write: Write) -> bool {
        let Write { entry, completes, effect } = write;
        match (effect, entry) {
            (Effect::Change { back }, Entry::Change { change, .. }) => self.changed(&change, back),
            (Effect::Arrange { history, resend }, Entry::Arrange { setup, sitters, .. }) => {
                self.take_seats(*setup, sitters, history.map(|history| *history));
                if resend {
                    self.viewers.resend_all(0);
                }
            }
            (Effect::Promise, Entry::Promise { guest, hash, .. }) => {
                self.dealing.promised(guest, hash);
                self.viewers.news();
            }
            (Effect::RematchPromise { seat }, _) => self.hear_rematch(seat, true),
            (Effect::Share, Entry::Share { guest, share }) => {
                self.dealing.shared(guest, share);
                self.viewers.news();
            }
            (Effect::Void, _) => self.dealing.void_stored(),
            (Effect::Begin { setup, history }, _) => {
                (self.setup, self.history) = (*setup, *history);
                self.viewers.changed(self.history.steps());
            }
            (Effect::Rematch { seat }, Entry::Table(table)) => {
                self.rematch = Some(Rematch::at(table.setup.id));
                self.hear_rematch(seat, true);
            }
            _ => unreachable!("an effect belongs to its entry"),
        }
        completes
    }
}
