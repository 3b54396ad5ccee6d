//! The stored truth: setups, seats and changes in SQLite. Nothing here knows a game.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Row, Sqlite, Transaction};
use table::{BadInput, Seat};

use crate::guest::Guest;
use crate::ids;
use crate::wire::DrawWord;

/// The database. Writes go through one connection, so they queue in the program and not
/// in SQLite's busy handler; reads have a few of their own.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    writer: SqlitePool,
    readers: SqlitePool,
}

/// How a table was set up. It never changes.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Value,
    pub(crate) components: Option<String>,
    pub(crate) seed: u64,
    pub(crate) created: i64,
    pub(crate) rematch_of: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    Nobody,
    Person { guest: Guest, name: String },
    Bot { bot: String },
}

/// One stored change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) seat: Seat,
    pub(crate) deed: Deed,
    /// The sender's own id of the message.
    pub(crate) client_id: String,
    pub(crate) at: i64,
}

/// What a change does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// Takes the action of this notation.
    Act(String),
    /// Takes the seat's last action back.
    Undo,
    /// Resigns.
    Resign,
    /// Speaks about a draw.
    Draw(DrawWord),
}

impl Deed {
    /// The words for it in the store: what it is, and the action if it is one.
    fn words(&self) -> (&'static str, &str) {
        match self {
            Deed::Act(action) => ("act", action),
            Deed::Undo => ("undo", ""),
            Deed::Resign => ("resign", ""),
            Deed::Draw(DrawWord::Offer) => ("offer", ""),
            Deed::Draw(DrawWord::Withdraw) => ("withdraw", ""),
            Deed::Draw(DrawWord::Accept) => ("accept", ""),
            Deed::Draw(DrawWord::Decline) => ("decline", ""),
        }
    }

    /// What these words stand for.
    fn read(kind: &str, action: String) -> Option<Deed> {
        Some(match kind {
            "act" => Deed::Act(action),
            "undo" => Deed::Undo,
            "resign" => Deed::Resign,
            "offer" => Deed::Draw(DrawWord::Offer),
            "withdraw" => Deed::Draw(DrawWord::Withdraw),
            "accept" => Deed::Draw(DrawWord::Accept),
            "decline" => Deed::Draw(DrawWord::Decline),
            _ => return None,
        })
    }
}

/// How an attempt to write ended, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// On disk.
    Yes,
    /// Another writer was first: read again.
    Conflict,
}

impl Store {
    /// Opens the store in a folder, creating both as needed. `max_pages` bounds the
    /// database file, in pages of 4 KiB.
    ///
    /// # Errors
    /// When the folder cannot be used; the message names it, why and what to do.
    pub(crate) async fn open(folder: &Path, max_pages: Option<u32>) -> Result<Store, BadInput> {
        probe(folder).map_err(|error| unusable(folder, &error))?;
        let file = folder.join("zashiki.db");
        Store::connect(&file, max_pages).await.map_err(|error| unusable(&file, &error))
    }

    async fn connect(file: &PathBuf, max_pages: Option<u32>) -> Result<Store, sqlx::Error> {
        let mut options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL syncs the log at every commit, so what was answered outlives a power cut
            // too. Measured, it is far faster than people play; see docs/operating.md.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        if let Some(pages) = max_pages {
            options = options.pragma("max_page_count", pages.to_string());
        }
        let writer =
            SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!().run(&writer).await?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        Ok(Store { writer, readers })
    }

    /// Finishes what is under way and closes the file.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Stores a new table. [`Written::Conflict`]: it is a rematch that exists already.
    pub(crate) async fn create(
        &self,
        setup: &Setup,
        sitters: &[Sitter],
    ) -> Result<Written, sqlx::Error> {
        let mut transaction = self.writer.begin().await?;
        let inserted = insert_table(&mut transaction, setup, sitters).await;
        if written(inserted)? == Written::Conflict {
            return Ok(Written::Conflict);
        }
        transaction.commit().await?;
        Ok(Written::Yes)
    }

    /// How a table was set up.
    pub(crate) async fn setup(&self, table: &str) -> Result<Option<Setup>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM tables WHERE id = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read_setup).transpose()
    }

    /// Who sits at a table, seat by seat.
    pub(crate) async fn sitters(&self, table: &str) -> Result<Vec<Sitter>, sqlx::Error> {
        let rows =
            sqlx::query("SELECT guest, name, bot FROM seats WHERE table_id = ? ORDER BY seat")
                .bind(table)
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(read_sitter).collect()
    }

    /// The changes of a table after the first `known`.
    pub(crate) async fn changes(
        &self,
        table: &str,
        known: u64,
    ) -> Result<Vec<Change>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT seat, kind, action, client_id, at FROM changes \
             WHERE table_id = ? AND seq > ? ORDER BY seq",
        )
        .bind(table)
        .bind(known.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_change).collect()
    }

    /// The table of a table's rematch.
    pub(crate) async fn rematch(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT id FROM tables WHERE rematch_of = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await
    }

    /// The tables at which a guest sits, latest change first, at most `limit`.
    pub(crate) async fn tables_of(
        &self,
        guest: Guest,
        limit: u32,
    ) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT seats.table_id FROM seats JOIN tables ON tables.id = seats.table_id \
             WHERE seats.guest = ? ORDER BY COALESCE( \
             (SELECT at FROM changes WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), \
             tables.created) DESC LIMIT ?",
        )
        .bind(guest.0.as_slice())
        .bind(limit)
        .fetch_all(&self.readers)
        .await
    }

    /// Stores the change that follows the first `known`.
    pub(crate) async fn append(
        &self,
        table: &str,
        known: u64,
        change: &Change,
    ) -> Result<Written, sqlx::Error> {
        let (kind, action) = change.deed.words();
        let inserted = sqlx::query(
            "INSERT INTO changes (table_id, seq, seat, kind, action, client_id, at) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(table)
        .bind((known + 1).cast_signed())
        .bind(change.seat.0)
        .bind(kind)
        .bind(action)
        .bind(&change.client_id)
        .bind(change.at)
        .execute(&self.writer)
        .await;
        written(inserted.map(drop))
    }

    /// Gives an open seat to a guest. [`Written::Conflict`]: it is not open.
    pub(crate) async fn sit(
        &self,
        table: &str,
        seat: Seat,
        guest: Guest,
        name: &str,
    ) -> Result<Written, sqlx::Error> {
        let updated = sqlx::query(
            "UPDATE seats SET guest = ?, name = ? \
             WHERE table_id = ? AND seat = ? AND guest IS NULL AND bot IS NULL \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = ? AND guest = ?)",
        )
        .bind(guest.0.as_slice())
        .bind(name)
        .bind(table)
        .bind(seat.0)
        .bind(table)
        .bind(guest.0.as_slice())
        .execute(&self.writer)
        .await?;
        Ok(if updated.rows_affected() == 1 { Written::Yes } else { Written::Conflict })
    }
}

async fn insert_table(
    transaction: &mut Transaction<'_, Sqlite>,
    setup: &Setup,
    sitters: &[Sitter],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tables \
         (id, game, rules_version, options, components, seed, created, rematch_of) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&setup.id)
    .bind(&setup.game)
    .bind(setup.rules_version)
    .bind(setup.options.to_string())
    .bind(&setup.components)
    .bind(setup.seed.cast_signed())
    .bind(setup.created)
    .bind(&setup.rematch_of)
    .execute(&mut **transaction)
    .await?;
    for (seat, sitter) in (0u8..).zip(sitters) {
        let (guest, name, bot) = match sitter {
            Sitter::Nobody => (None, "", None),
            Sitter::Person { guest, name } => (Some(guest.0.as_slice()), name.as_str(), None),
            Sitter::Bot { bot } => (None, "", Some(bot.as_str())),
        };
        sqlx::query("INSERT INTO seats (table_id, seat, guest, name, bot) VALUES (?, ?, ?, ?, ?)")
            .bind(&setup.id)
            .bind(seat)
            .bind(guest)
            .bind(name)
            .bind(bot)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

/// Tells a key that exists already from a real failure.
fn written(result: Result<(), sqlx::Error>) -> Result<Written, sqlx::Error> {
    match result {
        Ok(()) => Ok(Written::Yes),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(Written::Conflict),
        Err(error) => Err(error),
    }
}

fn read_setup(row: &SqliteRow) -> Result<Setup, sqlx::Error> {
    let options: &str = row.try_get("options")?;
    Ok(Setup {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules_version: row.try_get("rules_version")?,
        options: serde_json::from_str(options)
            .map_err(|error| sqlx::Error::Decode(error.into()))?,
        components: row.try_get("components")?,
        seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
        created: row.try_get("created")?,
        rematch_of: row.try_get("rematch_of")?,
    })
}

fn read_sitter(row: &SqliteRow) -> Result<Sitter, sqlx::Error> {
    let guest: Option<Vec<u8>> = row.try_get("guest")?;
    let bot: Option<String> = row.try_get("bot")?;
    Ok(match (guest, bot) {
        (_, Some(bot)) => Sitter::Bot { bot },
        (Some(guest), None) => {
            let guest = guest.try_into().map_err(|_| decode("a guest is 32 bytes"))?;
            Sitter::Person { guest: Guest(guest), name: row.try_get("name")? }
        }
        (None, None) => Sitter::Nobody,
    })
}

fn read_change(row: &SqliteRow) -> Result<Change, sqlx::Error> {
    let deed = Deed::read(row.try_get("kind")?, row.try_get("action")?)
        .ok_or_else(|| decode("a change is of a known kind"))?;
    let seat = Seat(row.try_get("seat")?);
    Ok(Change { seat, deed, client_id: row.try_get("client_id")?, at: row.try_get("at")? })
}

fn decode(why: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}

/// Creates the folder and proves that a file can be written and kept there; opening an
/// existing database alone would not notice a full disk or a read-only folder.
fn probe(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let file = folder.join(format!(".probe-{}", ids::secret::<8>()));
    let wrote = std::fs::File::create_new(&file).and_then(|mut probe| {
        probe.write_all(&[0; 8192])?;
        probe.sync_all()
    });
    let removed = std::fs::remove_file(&file);
    wrote.and(removed)
}

fn unusable(path: &Path, why: &dyn Display) -> BadInput {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = path.display();
    BadInput::new(
        format!(
            "データフォルダー「{path}」を使えません({why})。書き込めるフォルダーと十分な空き容量を用意するか、--data で別のフォルダーを指定してください。"
        ),
        format!(
            "The data folder \"{path}\" cannot be used ({why}). Make it a folder this program may write to, with free space on its disk, or name another one with --data."
        ),
    )
}
