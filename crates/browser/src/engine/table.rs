//! A table in memory: its session, its clients, and what it waits for.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde_json::value::RawValue;
use session::config_cache::ConfigCache;
use session::protocol::TableCard;
use session::table::card::card;
use session::table::history::History;
use session::table::seats::{Requester, seats_of};
use session::table::setup::{Sitter, TableSetup};
use session::table::stored::{StoredSetup, read_change, write_change};
use session::viewers::Message;
use session::{BotRequest, Entry, Host as _, Now, Request, Session, Write};
use zashiki_core::{LocalizedText, Seat, SeatSet};

use super::host::{Device, ME};
use crate::messages::{LocalTableRow, StoredLocalTable, Versions};

/// A table in memory.
pub(crate) struct Table {
    pub session: Session,
    /// Time since 1970 less service time, in milliseconds. Clocks of seats stop while the table is not in memory.
    offset: i64,
    /// The stored changes.
    changes: Vec<String>,
    /// The clients, by their number in the session.
    pub clients: BTreeMap<u64, (u32, Requester)>,
    /// The write that is being stored, with the operation that needs it.
    pub writing: Option<Writing>,
    /// The operation to attempt again when the table has been read again after a conflict.
    pub retry: Option<Operation>,
    /// True while the table is being read again.
    pub reading: bool,
    /// Inputs that wait until nothing is being stored or read.
    pub waiting: VecDeque<Event>,
    /// The jobs of bots.
    pub thinking: BTreeMap<u32, BotRequest>,
    /// The seed of each seat's bot.
    pub seeds: Vec<u64>,
    /// True after a decision of a bot could not be stored, until a client sends something.
    pub stopped: bool,
    pub review: Option<ReviewState>,
}

/// A write that is being stored.
pub(crate) struct Writing {
    pub number: u32,
    pub write: Box<Write>,
    pub operation: Operation,
}

/// A request to the session, and who gets its result.
pub(crate) struct Operation {
    pub request: Request,
    pub origin: Origin,
}

/// The recipient of the result of an operation.
pub(crate) enum Origin {
    /// A client, whose message has this id.
    Client { client: u64, id: String },
    /// The bot of a seat. If its decision is refused, another one is made for it, but only once.
    Bot { seat: Seat, version: u64, is_substitute: bool },
    /// The clock of a seat, or the start of the match.
    Nobody,
}

/// An input about one table.
#[expect(clippy::large_enum_variant, reason = "few wait at a time")]
pub(crate) enum Event {
    Request { id: u32, method: String, path: String, body: String },
    Connect { client: u32, query: String },
    Message { client: u32, text: String },
    Thought { request: BotRequest, result: Option<String> },
    Load(StoredLocalTable),
}

/// The review of a finished match.
pub(crate) struct ReviewState {
    pub job: u32,
    pub done: u32,
    pub of: u32,
    pub result: Option<Result<Box<RawValue>, LocalizedText>>,
}

impl Table {
    /// A stored table.
    ///
    /// # Errors
    /// Returns an error if it is damaged, or was played by rules that this program does not support.
    pub fn load(
        stored: StoredLocalTable,
        cache: &Arc<ConfigCache>,
        device: &Device,
    ) -> Result<Table, LocalizedText> {
        let StoredLocalTable { row, changes } = stored;
        let read = StoredSetup::read(&row.table, &row.game, row.versions.arranged, &row.data, ME)?;
        let StoredSetup { setup, sitters, rematch } = read;
        let parsed: Vec<_> =
            changes.iter().map(|text| read_change(text)).collect::<Result<_, _>>()?;
        let last = parsed.last().and_then(|change| change.time).unwrap_or(setup.begun_at);
        let history = match setup.begun() {
            true => History::replay(&setup, &sitters, parsed, cache),
            false => History::new(&setup, &sitters, cache),
        };
        let history = history.map_err(|error| error.message)?;
        let offset = device.now().day - last;
        let now = at(device, offset);
        let seats = sitters.len();
        let session =
            Session::new((setup, sitters, history), Vec::new(), rematch, cache.clone(), now);
        let seed = || u64::from_le_bytes(*device.random().first_chunk().expect("32 bytes"));
        Ok(Table {
            session,
            offset,
            changes,
            clients: BTreeMap::new(),
            writing: None,
            retry: None,
            reading: false,
            waiting: VecDeque::new(),
            thinking: BTreeMap::new(),
            seeds: (0..seats).map(|_| seed()).collect(),
            stopped: false,
            review: None,
        })
    }

    /// Brings the table up to date with the stored one, which another tab may have changed. Returns false if the
    /// stored one is another match: then the table must be loaded again.
    pub fn refresh(&mut self, stored: &StoredLocalTable, device: &Device) -> bool {
        let StoredLocalTable { row, changes } = stored;
        let ours = self.session.setup().arranged;
        if self.changes.starts_with(changes) && row.versions.arranged <= ours {
            // It was read before the last write.
            return true;
        }
        let Some(more) = changes.strip_prefix(&self.changes[..]) else { return false };
        let read = StoredSetup::read(&row.table, &row.game, row.versions.arranged, &row.data, ME);
        let Ok(StoredSetup { setup, sitters, rematch }) = read else { return false };
        if self.session.apply_stored_setup(setup, sitters).is_err() {
            return false;
        }
        for text in more {
            let Ok(change) = read_change(text) else { return false };
            if let Some(time) = change.time {
                self.offset = device.now().day - time;
            }
            if self.session.apply_stored(&change).is_err() {
                return false;
            }
            self.changes.push(text.clone());
        }
        if let Some(rematch) = rematch {
            self.session.apply_stored_rematch(rematch);
        }
        true
    }

    /// The present time at this table.
    pub fn now(&self, device: &Device) -> Now {
        at(device, self.offset)
    }

    /// The time since 1970 of a service time.
    pub fn day_of(&self, service: i64) -> i64 {
        service + self.offset
    }

    /// Returns true if the table waits for the storage.
    pub fn is_busy(&self) -> bool {
        self.writing.is_some() || self.reading
    }

    /// The seats whose bots are thinking.
    pub fn thinking_seats(&self) -> SeatSet {
        self.thinking.values().map(|request| request.seat).collect()
    }

    /// The versions of the stored table.
    pub fn versions(&self) -> Versions {
        let version = self.changes.len() as u64;
        Versions { version, arranged: self.session.setup().arranged }
    }

    /// The row after this write, and the change to store with it.
    pub fn row_after(&self, entry: &Entry, device: &Device) -> (LocalTableRow, Option<String>) {
        let (setup, sitters) = (self.session.setup(), self.session.sitters());
        let rematch = self.session.rematch().map(|rematch| rematch.table.as_str());
        match entry {
            Entry::Change { change, .. } => {
                let row = self.row(setup, sitters, rematch, device);
                let version = row.versions.version + 1;
                let versions = Versions { version, ..row.versions };
                (LocalTableRow { versions, ..row }, Some(write_change(change)))
            }
            Entry::Arrange { setup, sitters, .. } => {
                (self.row(setup, sitters, rematch, device), None)
            }
            _ => (self.row(setup, sitters, rematch, device), None),
        }
    }

    /// The table's row with this setup.
    fn row(
        &self,
        setup: &TableSetup,
        sitters: &[Sitter],
        rematch: Option<&str>,
        device: &Device,
    ) -> LocalTableRow {
        let card = entry(setup, sitters, self.session.history(), device);
        let Versions { version, .. } = self.versions();
        row(setup, sitters, rematch, version, card)
    }

    /// The present row, without a new change.
    pub fn present_row(&self, device: &Device) -> LocalTableRow {
        let rematch = self.session.rematch().map(|rematch| rematch.table.as_str());
        self.row(self.session.setup(), self.session.sitters(), rematch, device)
    }

    /// Records that a write was stored, with this change.
    pub fn stored(&mut self, entry: &Entry) {
        if let Entry::Change { change, .. } = entry {
            self.changes.push(write_change(change));
        }
    }

    /// Connects the clients of an earlier session of this table. Returns the messages for them.
    pub fn take_clients(
        &mut self,
        clients: BTreeMap<u64, (u32, Requester)>,
        device: &Device,
    ) -> Vec<Message> {
        let now = self.now(device);
        let mut messages = Vec::new();
        for (client, requester) in clients.into_values() {
            let (number, joined) = self.session.join(requester, 0, None, now);
            self.clients.insert(number, (client, requester));
            messages.extend(joined);
        }
        messages
    }
}

/// The time at a table.
fn at(device: &Device, offset: i64) -> Now {
    let now = device.now();
    Now { service: now.day - offset, ..now }
}

/// The row of a new table.
pub(crate) fn new_row(
    setup: &TableSetup,
    sitters: &[Sitter],
    history: &History,
    device: &Device,
) -> LocalTableRow {
    row(setup, sitters, None, 0, entry(setup, sitters, history, device))
}

fn row(
    setup: &TableSetup,
    sitters: &[Sitter],
    rematch: Option<&str>,
    version: u64,
    card: TableCard,
) -> LocalTableRow {
    LocalTableRow {
        table: setup.id.clone(),
        game: setup.game.clone(),
        versions: Versions { version, arranged: setup.arranged },
        changed: card.changed,
        card: Some(card).filter(|_| !setup.cancelled),
        data: StoredSetup::data(setup, sitters, rematch),
    }
}

/// The table's entry in the list of tables.
fn entry(setup: &TableSetup, sitters: &[Sitter], history: &History, device: &Device) -> TableCard {
    card(setup, sitters, history.summary(), seats_of(sitters, ME), device.now().day)
}
