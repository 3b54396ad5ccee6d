//! The stored truth: setups, seats and changes in SQLite. Nothing here knows a game.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Row, Sqlite, Transaction};
use table::{BadInput, Seat, Text, text};

use crate::guest::Guest;
use crate::ids;
use crate::migrations;
use crate::standing::Standing;
use crate::system;
use crate::wire::Word;

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
    /// The version of the program that set it up.
    pub(crate) program: Option<String>,
    /// Who opened it.
    pub(crate) opened_by: Option<Guest>,
    /// Where it began, if it was not dealt. It tells all that is hidden.
    pub(crate) position: Option<Value>,
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
    Person { guest: Guest, name: String },
    Bot { bot: String },
}

/// One stored change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) seat: Seat,
    pub(crate) kind: ChangeKind,
    /// The sender's own id of the message.
    pub(crate) client_id: String,
    pub(crate) at: i64,
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
        probe(folder).map_err(|error| unusable(folder, &system::why(&error)))?;
        let file = folder.join("zashiki.db");
        only_ours(&file).map_err(|error| unusable(&file, &system::why(&error)))?;
        Store::connect(&file, max_pages).await.map_err(|error| match trouble(&error) {
            Trouble::Newer => newer(&file),
            Trouble::Broken => broken(&file, &error),
            Trouble::Other => unusable(&file, &Text::same(error.to_string())),
        })
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
        migrations::migrator().run(&writer).await?;
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
        standing: &Standing,
    ) -> Result<Written, sqlx::Error> {
        let mut transaction = self.writer.begin().await?;
        let inserted = insert_table(&mut transaction, setup, sitters, standing).await;
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
    ) -> Result<Vec<Filed>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM seats \
             JOIN tables ON tables.id = seats.table_id \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) \
             WHERE seats.guest = ? ORDER BY COALESCE(changes.at, tables.created) DESC LIMIT ?",
        )
        .bind(guest.0.as_slice())
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_filed).collect()
    }

    /// A table as it stands.
    pub(crate) async fn filed(&self, table: &str) -> Result<Option<Filed>, sqlx::Error> {
        let row = sqlx::query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM tables \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) WHERE tables.id = ?",
        )
        .bind(table)
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(read_filed).transpose()
    }

    /// How a table stood before any change and after each; unknown where an older program did
    /// not store it.
    pub(crate) async fn standings(
        &self,
        table: &str,
    ) -> Result<Vec<Option<Standing>>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT 0 AS seq, standing FROM tables WHERE id = ? \
             UNION ALL SELECT seq, standing FROM changes WHERE table_id = ? ORDER BY seq",
        )
        .bind(table)
        .bind(table)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| read_standing(row, "standing")).collect()
    }

    /// The record of a play that has ended, as it is given out.
    pub(crate) async fn record(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT record FROM records WHERE table_id = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await
    }

    /// How many tables a guest opened since then that have not begun, and that have not ended.
    pub(crate) async fn opened(&self, guest: Guest, since: i64) -> Result<(u32, u32), sqlx::Error> {
        let row = sqlx::query(
            "SELECT COALESCE(SUM(EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id \
             AND guest IS NULL AND bot IS NULL)), 0) AS waiting, COUNT(*) AS open FROM tables \
             WHERE opened_by = ? AND created >= ? \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(guest.0.as_slice())
        .bind(since)
        .fetch_one(&self.readers)
        .await?;
        Ok((row.try_get("waiting")?, row.try_get("open")?))
    }

    /// The key of this name that belongs to the house; `fresh` if there is not one yet.
    pub(crate) async fn key(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], sqlx::Error> {
        sqlx::query("INSERT OR IGNORE INTO house (name, value) VALUES (?, ?)")
            .bind(name)
            .bind(fresh.as_slice())
            .execute(&self.writer)
            .await?;
        let value: Vec<u8> = sqlx::query_scalar("SELECT value FROM house WHERE name = ?")
            .bind(name)
            .fetch_one(&self.writer)
            .await?;
        value.try_into().map_err(|_| decode("a key is 32 bytes"))
    }

    /// Stores the change that follows the first `known`, how the table stands then, and the
    /// record if that ends the play.
    pub(crate) async fn append(
        &self,
        table: &str,
        known: u64,
        change: &Change,
        standing: &Standing,
        record: Option<&str>,
    ) -> Result<Written, sqlx::Error> {
        let (kind, action) = change.kind.words();
        let insert = sqlx::query(
            "INSERT INTO changes (table_id, seq, seat, kind, action, client_id, at, standing) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(table)
        .bind((known + 1).cast_signed())
        .bind(change.seat.0)
        .bind(kind)
        .bind(action)
        .bind(&change.client_id)
        .bind(change.at)
        .bind(written_down(standing));
        let Some(record) = record else {
            return written(insert.execute(&self.writer).await.map(drop));
        };
        let mut transaction = self.writer.begin().await?;
        let inserted = written(insert.execute(&mut *transaction).await.map(drop))?;
        if inserted == Written::Yes {
            sqlx::query("INSERT INTO records (table_id, record) VALUES (?, ?)")
                .bind(table)
                .bind(record)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        }
        Ok(inserted)
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
    standing: &Standing,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tables \
         (id, game, rules_version, options, components, seed, created, rematch_of, program, \
         opened_by, position, standing) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&setup.id)
    .bind(&setup.game)
    .bind(setup.rules_version)
    .bind(setup.options.to_string())
    .bind(&setup.components)
    .bind(setup.seed.cast_signed())
    .bind(setup.created)
    .bind(&setup.rematch_of)
    .bind(&setup.program)
    .bind(setup.opened_by.as_ref().map(|guest| guest.0.as_slice()))
    .bind(setup.position.as_ref().map(Value::to_string))
    .bind(written_down(standing))
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
    let read = |text| serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()));
    let position: Option<&str> = row.try_get("position")?;
    Ok(Setup {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules_version: row.try_get("rules_version")?,
        options: read(row.try_get("options")?)?,
        components: row.try_get("components")?,
        seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
        created: row.try_get("created")?,
        rematch_of: row.try_get("rematch_of")?,
        program: row.try_get("program")?,
        opened_by: row.try_get::<Option<Vec<u8>>, _>("opened_by")?.map(read_guest).transpose()?,
        position: position.map(read).transpose()?,
    })
}

fn read_filed(row: &SqliteRow) -> Result<Filed, sqlx::Error> {
    let setup = read_setup(row)?;
    let changed: Option<i64> = row.try_get("at")?;
    let standing = read_standing(row, if changed.is_some() { "last" } else { "standing" })?;
    Ok(Filed { changed: changed.unwrap_or(setup.created), setup, standing })
}

fn read_standing(row: &SqliteRow, column: &str) -> Result<Option<Standing>, sqlx::Error> {
    let text: Option<&str> = row.try_get(column)?;
    let read = |text| serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()));
    text.map(read).transpose()
}

fn written_down(standing: &Standing) -> String {
    serde_json::to_string(standing).expect("a standing is plain data")
}

fn read_guest(bytes: Vec<u8>) -> Result<Guest, sqlx::Error> {
    bytes.try_into().map(Guest).map_err(|_| decode("a guest is 32 bytes"))
}

fn read_sitter(row: &SqliteRow) -> Result<Sitter, sqlx::Error> {
    let guest: Option<Vec<u8>> = row.try_get("guest")?;
    let bot: Option<String> = row.try_get("bot")?;
    Ok(match (guest, bot) {
        (_, Some(bot)) => Sitter::Bot { bot },
        (Some(guest), None) => {
            Sitter::Person { guest: read_guest(guest)?, name: row.try_get("name")? }
        }
        (None, None) => Sitter::Nobody,
    })
}

fn read_change(row: &SqliteRow) -> Result<Change, sqlx::Error> {
    let kind = ChangeKind::read(row.try_get("kind")?, row.try_get("action")?)
        .ok_or_else(|| decode("a change is of a known kind"))?;
    let seat = Seat(row.try_get("seat")?);
    Ok(Change { seat, kind, client_id: row.try_get("client_id")?, at: row.try_get("at")? })
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

/// The database holds the seeds of plays under way: nobody else on the machine may read it.
/// SQLite gives its other files the rights of this one.
fn only_ours(file: &Path) -> std::io::Result<()> {
    let mut open = std::fs::OpenOptions::new();
    open.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        open.mode(0o600).open(file)?.set_permissions(std::fs::Permissions::from_mode(0o600))
    }
    #[cfg(not(unix))]
    open.open(file).map(drop)
}

/// Why a database cannot be opened.
enum Trouble {
    Newer,
    Broken,
    Other,
}

fn trouble(error: &sqlx::Error) -> Trouble {
    match error {
        sqlx::Error::Migrate(error) => match error.as_ref() {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => Trouble::Newer,
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                trouble(error)
            }
            _ => Trouble::Other,
        },
        // SQLITE_CORRUPT and SQLITE_NOTADB, with whatever is said besides in the upper bits.
        sqlx::Error::Database(error) => {
            let code = error.code().and_then(|code| code.parse::<i32>().ok());
            match code.map(|code| code & 0xff) {
                Some(11 | 26) => Trouble::Broken,
                _ => Trouble::Other,
            }
        }
        _ => Trouble::Other,
    }
}

fn newer(file: &Path) -> BadInput {
    let (file, ours) = (shown(file), env!("CARGO_PKG_VERSION"));
    BadInput::new(
        format!(
            "データベース「{file}」は、このプログラム({ours})より新しい版の座敷が書いたものです。その版のプログラムで開くか、--data で別のフォルダーを指定してください。何も変えていません。"
        ),
        format!(
            "The database \"{file}\" was written by a newer Zashiki than this one ({ours}). Open it with that program, or name another folder with --data. Nothing was changed."
        ),
    )
}

fn broken(file: &Path, why: &dyn Display) -> BadInput {
    let file = shown(file);
    BadInput::new(
        format!(
            "「{file}」は壊れているか、座敷のデータベースではありません({why})。バックアップを同じ名前で戻すか(-wal と -shm は消します)、--data で別のフォルダーを指定してください。"
        ),
        format!(
            "\"{file}\" is damaged or not a database of Zashiki ({why}). Put a backup in its place (and delete the -wal and -shm beside it), or name another folder with --data."
        ),
    )
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

fn unusable(path: &Path, why: &Text) -> BadInput {
    let path = shown(path);
    let text = text!(
        "データフォルダー「{path}」を使えません({why})。書き込めるフォルダーと十分な空き容量を用意するか、--data で別のフォルダーを指定してください。",
        "The data folder \"{path}\" cannot be used ({why}). Make it a folder this program may write to, with free space on its disk, or name another one with --data.",
        why
    );
    text.into()
}
