//! The stored truth: setups, seats and changes in SQLite. Nothing here knows a game.

mod backup;
mod faults;
mod held;
mod people;
mod reading;
mod subscriptions;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use table::{BadInput, Seat, Text};

use crate::dealing::Dealt;
use crate::guest::Guest;
use crate::metrics::Metrics;
use crate::migrations;
use crate::standing::Standing;
use crate::system;
use crate::terms::Terms;
use crate::wire::{Look, Word};
pub use backup::{Backup, backup, restore};
use faults::Trouble;
use held::Held;
pub(crate) use people::{Before, Deed, Key, Listed, Rated};
pub(crate) use writing::{Entry, Fault, Written};
use writing::{GROUP, Writer};

/// The database in its folder.
const FILE: &str = "zashiki.db";

/// How many statements are kept ready; there is one for each number of changes that are committed
/// together.
const STATEMENTS: usize = 2 * GROUP;

/// The database. Writes go through one connection, so they queue in the program and not
/// in SQLite's busy handler; reads have a few of their own.
#[derive(Debug)]
pub(crate) struct Store {
    writer: Writer,
    readers: SqlitePool,
    /// Nobody puts another database in its place.
    _held: Held,
}

/// How a table was set up. When the play has begun it changes no more.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) components: Option<String>,
    /// What its dice are seeded with.
    pub(crate) deal: Dealt,
    pub(crate) created: i64,
    pub(crate) rematch_of: Option<String>,
    /// The version of the program that set it up.
    pub(crate) program: Option<String>,
    /// Who opened it.
    pub(crate) opened_by: Option<Guest>,
    /// Where it began, if it was not dealt. It tells all that is hidden.
    pub(crate) position: Option<Value>,
    /// What the table agreed on.
    pub(crate) terms: Terms,
    /// When the play began, if it has, by the time of the house. 0: unknown, an older program began
    /// it.
    pub(crate) begun_at: i64,
    /// Whether the table was cancelled before it began.
    pub(crate) cancelled: bool,
    /// How often seats, options and terms were arranged anew.
    pub(crate) arranged: u64,
}

impl Setup {
    /// Whether the play has begun: its dice have a seed.
    pub(crate) fn begun(&self) -> bool {
        matches!(self.deal, Dealt::Yes(..))
    }
}

/// What is known of a table without its rules.
#[derive(Clone, Debug)]
pub(crate) struct Filed {
    pub(crate) setup: Setup,
    /// When the last change was.
    pub(crate) changed: i64,
    /// How it stands; unknown if an older program wrote the last change.
    pub(crate) standing: Option<Standing>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Nobody,
    Person { guest: Guest, name: String, look: Look },
    Bot { bot: String },
}

/// One stored change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) seat: Seat,
    pub(crate) kind: ChangeKind,
    /// The sender's own id of the message.
    pub(crate) client_id: String,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    /// The time of the house, in milliseconds; unknown if an older program wrote it.
    pub(crate) time: Option<i64>,
}

/// What a change does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChangeKind {
    /// Takes the action of this notation.
    Act(String),
    /// Takes the seat's last action back.
    Undo,
    /// Resigns.
    Resign,
    /// Speaks about an offer.
    Talk(Word),
    /// Leaves the play: a bot plays on for the seat.
    Leave,
    /// Comes back to it.
    Return,
    /// Has used up its time, at a table where the seat is lost by that.
    Late,
}

impl ChangeKind {
    /// The words for it in the store: what it is, and the action if it is one.
    fn words(&self) -> (&'static str, &str) {
        match self {
            ChangeKind::Act(action) => ("act", action),
            ChangeKind::Undo => ("undo", ""),
            ChangeKind::Resign => ("resign", ""),
            ChangeKind::Talk(Word::Offer) => ("offer", ""),
            ChangeKind::Talk(Word::Ask) => ("ask", ""),
            ChangeKind::Talk(Word::Withdraw) => ("withdraw", ""),
            ChangeKind::Talk(Word::Accept) => ("accept", ""),
            ChangeKind::Talk(Word::Decline) => ("decline", ""),
            ChangeKind::Talk(Word::Abandon) => ("abandon", ""),
            ChangeKind::Leave => ("leave", ""),
            ChangeKind::Return => ("return", ""),
            ChangeKind::Late => ("late", ""),
        }
    }

    /// What these words stand for.
    fn read(kind: &str, action: String) -> Option<ChangeKind> {
        Some(match kind {
            "act" => ChangeKind::Act(action),
            "undo" => ChangeKind::Undo,
            "resign" => ChangeKind::Resign,
            "offer" => ChangeKind::Talk(Word::Offer),
            "ask" => ChangeKind::Talk(Word::Ask),
            "withdraw" => ChangeKind::Talk(Word::Withdraw),
            "accept" => ChangeKind::Talk(Word::Accept),
            "decline" => ChangeKind::Talk(Word::Decline),
            "abandon" => ChangeKind::Talk(Word::Abandon),
            "leave" => ChangeKind::Leave,
            "return" => ChangeKind::Return,
            "late" => ChangeKind::Late,
            _ => return None,
        })
    }
}

impl Store {
    /// Opens the store in a folder, creating both as needed. `max_pages` bounds the
    /// database file, in pages of 4 KiB.
    ///
    /// # Errors
    /// When the folder cannot be used; the message names it, why and what to do.
    pub(crate) async fn open(
        folder: &Path,
        max_pages: Option<u32>,
        metrics: Arc<Metrics>,
    ) -> Result<Store, BadInput> {
        faults::probe(folder).map_err(|error| faults::unusable(folder, &system::why(&error)))?;
        let held = Held::shared(folder)?;
        let file = folder.join(FILE);
        faults::only_ours(&file).map_err(|error| faults::unusable(&file, &system::why(&error)))?;
        let (writer, readers) = Store::connect(&file, max_pages).await.map_err(|error| {
            match faults::trouble(&error) {
                Trouble::Newer => faults::newer(&file),
                Trouble::Broken => faults::broken(&file, &error),
                Trouble::Other => faults::unusable(&file, &Text::same(error.to_string())),
            }
        })?;
        Ok(Store { writer: Writer::start(writer, metrics), readers, _held: held })
    }

    async fn connect(
        file: &PathBuf,
        max_pages: Option<u32>,
    ) -> Result<(SqliteConnection, SqlitePool), sqlx::Error> {
        let mut options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL syncs the log at every commit, so what was answered outlives a power cut
            // too. Measured, it is far faster than people play; see docs/operating.md.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .statement_cache_capacity(STATEMENTS)
            // The same pages are written by move after move: copying them from the log into the
            // database less often saves most of it. 32 MiB.
            .pragma("wal_autocheckpoint", "8000")
            .busy_timeout(Duration::from_secs(5));
        if let Some(pages) = max_pages {
            options = options.pragma("max_page_count", pages.to_string());
        }
        let mut writer = SqliteConnection::connect_with(&options).await?;
        migrations::migrator().run(&mut writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        Ok((writer, readers))
    }

    /// How much waits to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Finishes what is under way and closes the file.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Writes this, together with whatever else is to be written now.
    pub(crate) async fn write(&self, entry: Entry) -> Result<Written, Fault> {
        self.writer.write(entry).await
    }

    /// How long the house has been open, in milliseconds, when that was last stored.
    pub(crate) async fn time(&self) -> Result<i64, sqlx::Error> {
        let time = sqlx::query_scalar("SELECT time FROM time").fetch_one(&self.readers).await?;
        Ok(time)
    }

    /// The key of this name that belongs to the house; `fresh` if there is not one yet.
    pub(crate) async fn key(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], sqlx::Error> {
        sqlx::query("INSERT OR IGNORE INTO house (name, value) VALUES (?, ?)")
            .bind(name)
            .bind(fresh.as_slice())
            .execute(&self.readers)
            .await?;
        let value: Vec<u8> = sqlx::query_scalar("SELECT value FROM house WHERE name = ?")
            .bind(name)
            .fetch_one(&self.readers)
            .await?;
        value.try_into().map_err(|_| reading::decode("a key is 32 bytes"))
    }
}
