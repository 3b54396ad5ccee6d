//! Persistent storage of tables, changes and users in SQLite or PostgreSQL. This module knows no game rules,
//! and its callers do not know which database is in use.

mod backup;
mod database;
mod export;
mod lock;
mod migrate;
pub(crate) mod migrations;
mod open_errors;
mod operator;
mod queries;
mod retention;
mod servers;
mod subscriptions;
mod users;
mod writer;

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{InputError, Level, Seat};

use crate::config::Place;
use crate::protocol::table_settings::Terms;
use crate::protocol::{Look, Word};
use crate::table::seed_exchange::SeedState;
use crate::table::summary::TableSummary;
use crate::telemetry::metrics::Metrics;
use crate::users::guest::Guest;
pub use backup::{Backup, backup, restore};
pub(crate) use backup::{cannot_write as unwritable_backup, is_unfinished};
#[cfg(feature = "postgres")]
use database::postgres::OnServer;
use database::sqlite::InFolder;
use database::{Database, Dialect, Sql, query};
use lock::DatabaseLock;
pub use migrate::{MovedRows, move_store};
pub(crate) use open_errors::{is_lost, private_folder};
pub(crate) use operator::{
    Audited, Ban, FoundPerson, Invitation, Report, STATES, ServerState, TableFilter,
};
#[cfg(test)]
pub(crate) use retention::Condition;
pub(crate) use retention::Facts;
pub(crate) use servers::{ALIVE, Heartbeat, KeptDrafts, Lease, Registered};
pub(crate) use users::{Before, Key, Listed, Rated, UserWrite};
use writer::Writer;
pub(crate) use writer::{Entry, WriteError, WriteResult};

/// The persistent store. All writes go through one connection, so they queue in the program instead of the
/// database; reads use a small connection pool.
#[derive(Debug)]
pub(crate) struct Store {
    writer: Writer,
    database: Arc<dyn Database>,
}

/// The setup of a table. It is fixed once the match has started.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) components: Option<String>,
    /// The source of the RNG seed.
    pub(crate) deal: SeedState,
    pub(crate) created: i64,
    pub(crate) rematch_of: Option<String>,
    /// The version of the program that created the table.
    pub(crate) program: Option<String>,
    /// The person who created the table.
    pub(crate) opened_by: Option<Guest>,
    /// The custom starting position, if any, including its hidden information.
    pub(crate) position: Option<Value>,
    /// The table's settings.
    pub(crate) terms: Terms,
    /// Service time at the start of the match, in milliseconds. 0 if unknown, for matches started by an older
    /// program.
    pub(crate) begun_at: i64,
    /// True if the table was cancelled before the match started.
    pub(crate) cancelled: bool,
    /// The number of changes to seats, options and settings.
    pub(crate) arranged: u64,
    /// The number of changes that the record replaces, once the match is compacted.
    pub(crate) compacted: Option<u64>,
}

impl TableSetup {
    /// Returns true if the match has started: its RNG has a seed.
    pub(crate) fn begun(&self) -> bool {
        matches!(self.deal, SeedState::Yes(..))
    }
}

/// The stored data of a table that is readable without the game's rules.
#[derive(Clone, Debug)]
pub(crate) struct StoredTableRow {
    pub(crate) setup: TableSetup,
    /// Time of the last change, in milliseconds since 1970.
    pub(crate) changed: i64,
    /// The summary after the last change; unknown if an older program wrote that change.
    pub(crate) summary: Option<TableSummary>,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Nobody,
    /// A client over the network: a person, or a program under a bot account.
    Person {
        guest: Guest,
        name: String,
        look: Look,
        program: bool,
    },
    Bot {
        bot: String,
    },
}

/// A stored change of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) seat: Seat,
    pub(crate) kind: ChangeKind,
    /// The client's own id for the message.
    pub(crate) client_id: String,
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    /// Service time in milliseconds; unknown if an older program wrote the change.
    pub(crate) time: Option<i64>,
}

/// The kind of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChangeKind {
    /// Plays the action with this notation.
    Act(String),
    /// The seat's time has run out: the server plays this action for it.
    Expire(String),
    /// Takes back the seat's last action.
    Undo,
    /// The seat resigns.
    Resign,
    /// Makes, withdraws or answers an offer.
    Talk(Word),
    /// The player leaves the match; a bot takes over the seat.
    Leave,
    /// The player returns to the match.
    Return,
    /// The seat loses by running out of time.
    Late,
    /// The seat loses because its external program failed.
    Forfeit,
    /// The operator ends the match without a result.
    Close,
    /// The seat's external program failed; a bot of this level replaces it permanently.
    Replace(Level),
}

impl ChangeKind {
    /// The stored form: the kind and, for actions, the notation.
    fn words(&self) -> (&'static str, &str) {
        match self {
            ChangeKind::Act(action) => ("act", action),
            ChangeKind::Expire(action) => ("expire", action),
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
            ChangeKind::Forfeit => ("forfeit", ""),
            ChangeKind::Close => ("close", ""),
            ChangeKind::Replace(level) => ("replace", level.id()),
        }
    }

    /// Parses the stored form; returns `None` for an unknown kind.
    fn read(kind: &str, action: String) -> Option<ChangeKind> {
        Some(match kind {
            "act" => ChangeKind::Act(action),
            "expire" => ChangeKind::Expire(action),
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
            "forfeit" => ChangeKind::Forfeit,
            "close" => ChangeKind::Close,
            "replace" => ChangeKind::Replace(Level::from_id(&action)?),
            _ => return None,
        })
    }
}

impl Store {
    /// Opens the database, creating it as needed. `max_pages` limits the size of an SQLite file, in pages of
    /// 4 KiB. With `alone`, no other server may use the data folder.
    ///
    /// # Errors
    /// Returns an error if the database cannot be used; the message names it, the cause and the remedy.
    pub(crate) async fn open(
        place: &Place,
        max_pages: Option<u32>,
        alone: bool,
        metrics: Arc<Metrics>,
    ) -> Result<Store, InputError> {
        let hold = if alone { DatabaseLock::alone } else { DatabaseLock::shared };
        let database: Arc<dyn Database> = match place {
            Place::Folder(folder) => Arc::new(InFolder::open_held(folder, max_pages, hold).await?),
            #[cfg(feature = "postgres")]
            Place::Postgres(address) => Arc::new(OnServer::open(address).await?),
        };
        Ok(Store { writer: Writer::start(database.clone(), metrics), database })
    }

    /// The connection pool for reads and low-priority writes.
    fn pool(&self) -> Box<dyn Sql + '_> {
        self.database.pool()
    }

    fn dialect(&self) -> &'static Dialect {
        self.database.dialect()
    }

    /// The number of entries waiting to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Finishes pending writes and closes the database.
    pub(crate) async fn close(&self) {
        self.database.close().await;
        self.writer.close().await;
    }

    /// Writes an entry, together with other entries that are waiting.
    pub(crate) async fn write(&self, entry: Entry) -> Result<WriteResult, WriteError> {
        self.writer.write(entry).await
    }

    /// The last stored service time, in milliseconds.
    pub(crate) async fn time(&self) -> Result<i64, sqlx::Error> {
        query("SELECT time FROM time").the_scalar(&mut *self.pool()).await
    }

    /// The server key with this name; stores and returns `fresh` if there is none yet.
    pub(crate) async fn key(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], sqlx::Error> {
        query("INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(fresh.as_slice())
            .execute(&mut *self.pool())
            .await?;
        let value: Vec<u8> = query("SELECT value FROM house WHERE name = $1")
            .bind(name)
            .the_scalar(&mut *self.pool())
            .await?;
        value.try_into().map_err(|_| queries::decode("a key is 32 bytes"))
    }
}

/// The error for an open database that can no longer be read or written.
pub(crate) fn unusable(error: &sqlx::Error) -> InputError {
    InputError::new(
        format!("データベースを読み書きできません({error})。空き容量を確かめてください。"),
        format!(
            "The database cannot be read and written ({error}); see that its disk has free space."
        ),
    )
}
