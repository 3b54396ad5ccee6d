//! The stored truth: setups, seats and changes, in SQLite or PostgreSQL. Nothing here knows a game,
//! and nothing above it knows which database it is.

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

/// What is stored. Writes go through one connection, so they queue in the program and not in the
/// database; reads have a few of their own.
#[derive(Debug)]
pub(crate) struct Store {
    writer: Writer,
    database: Arc<dyn Database>,
}

/// How a table was set up. When the play has begun it changes no more.
#[derive(Clone, Debug)]
pub(crate) struct TableSetup {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) components: Option<String>,
    /// What its dice are seeded with.
    pub(crate) deal: SeedState,
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
    /// Number of changes that the record stands for, once the game is compacted.
    pub(crate) compacted: Option<u64>,
}

impl TableSetup {
    /// Whether the play has begun: its dice have a seed.
    pub(crate) fn begun(&self) -> bool {
        matches!(self.deal, SeedState::Yes(..))
    }
}

/// What is known of a table without its rules.
#[derive(Clone, Debug)]
pub(crate) struct StoredTableRow {
    pub(crate) setup: TableSetup,
    /// When the last change was.
    pub(crate) changed: i64,
    /// How it stands; unknown if an older program wrote the last change.
    pub(crate) summary: Option<TableSummary>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Nobody,
    /// Somebody who comes over the network: a person, or a program under a bot account.
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
    /// Has run out of time: this action is taken for it.
    Expire(String),
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
    /// The program that plays for the seat has failed, where that loses.
    Forfeit,
    /// The operator ends the game without a result.
    Close,
    /// The program that plays for the seat has failed: a bot of this level plays on for good.
    Replace(Level),
}

impl ChangeKind {
    /// The words for it in the store: what it is, and the action if it is one.
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

    /// What these words stand for.
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
    /// Opens the store where it is, creating it as needed. `max_pages` bounds a file, in pages of
    /// 4 KiB.
    ///
    /// # Errors
    /// When it cannot be used; the message names it, why and what to do.
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

    /// Where to read, and to write what waits for nobody's moves.
    fn pool(&self) -> Box<dyn Sql + '_> {
        self.database.pool()
    }

    fn dialect(&self) -> &'static Dialect {
        self.database.dialect()
    }

    /// How much waits to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Finishes what is under way and closes the file.
    pub(crate) async fn close(&self) {
        self.database.close().await;
        self.writer.close().await;
    }

    /// Writes this, together with whatever else is to be written now.
    pub(crate) async fn write(&self, entry: Entry) -> Result<WriteResult, WriteError> {
        self.writer.write(entry).await
    }

    /// How long the house has been open, in milliseconds, when that was last stored.
    pub(crate) async fn time(&self) -> Result<i64, sqlx::Error> {
        query("SELECT time FROM time").the_scalar(&mut *self.pool()).await
    }

    /// The key of this name that belongs to the house; `fresh` if there is not one yet.
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

/// A database that was opened and cannot be read and written.
pub(crate) fn unusable(error: &sqlx::Error) -> InputError {
    InputError::new(
        format!("データベースを読み書きできません({error})。空き容量を確かめてください。"),
        format!(
            "The database cannot be read and written ({error}); see that its disk has free space."
        ),
    )
}
