//! The single writer. It commits all waiting entries together: one commit takes as long for fifty entries as
//! for one, and meanwhile the next entries queue up.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use zashiki_core::{Bytes32, Deal};

use super::database::{Database, Session, Sql, Value, query};
use super::retention::{self, Condition};
use super::users::{self, UserWrite, word};
use crate::error::is_lost;
use crate::protocol::Look;
use crate::table::change::Change;
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::TableSummary;
use crate::telemetry::metrics::Metrics;
use crate::users::guest::Guest;

/// Maximum number of entries committed together.
pub(super) const GROUP: usize = 256;
/// Capacity of the queue; further callers wait.
const WAITING: usize = 4096;

/// Statements of the write test: they allocate pages of the file and free them again, which detects both a
/// full database and a full disk.
const PROBE: [&str; 2] = [
    "INSERT INTO house (name, value) VALUES ('probe', $1)",
    "DELETE FROM house WHERE name = 'probe' AND value = $1",
];
const PROBE_SIZE: usize = 8192;

/// The outcome of a write that caused no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WriteResult {
    /// The entry is on disk.
    Yes,
    /// Another writer was first; the caller must read the current state again.
    Conflict,
}

/// The error of a failed write, shared by all entries of the same commit.
pub(crate) type WriteError = Arc<sqlx::Error>;

/// An entry to be written.
pub(crate) enum Entry {
    /// The change after the first `known` changes of a table, the table's summary after it, and the record if
    /// it ends the match. If several servers run, a change made by a server carries the fencing number of its
    /// lease. Returns [`WriteResult::Conflict`] if the lease is lost or another change was first.
    Change {
        table: String,
        known: u64,
        change: Change,
        summary: String,
        record: Option<String>,
        fence: Option<i64>,
    },
    /// A new table with the players' seed commitments. Returns [`WriteResult::Conflict`] if it is a rematch
    /// that exists already.
    Table {
        setup: Box<TableSetup>,
        sitters: Vec<Sitter>,
        parts: Vec<Contribution>,
        summary: TableSummary,
    },
    /// Seats, options and settings of a table that had been changed `known` times, with the new summary.
    /// Returns [`WriteResult::Conflict`] if another change was first.
    Arrange { known: u64, setup: Box<TableSetup>, sitters: Vec<Sitter>, summary: TableSummary },
    /// A seated guest's commitment to a share of the seed. Returns [`WriteResult::Conflict`] if a share has
    /// been revealed already, or the match has started.
    Promise { table: String, guest: Guest, hash: Bytes32 },
    /// The revealed share of a guest. Returns [`WriteResult::Conflict`] if the match has started.
    Share { table: String, guest: Guest, share: Bytes32 },
    /// Voids all commitments and shares because a seat is open again. The guests with void commitments stay
    /// recorded.
    Void { table: String },
    /// Starts the match: its seed and the seed's origin, the service time, and the summary. Returns
    /// [`WriteResult::Conflict`] if it has started already.
    Begin { table: String, seed: u64, deal: Box<Deal>, time: i64, summary: TableSummary },
    /// Compacts a finished match into its record after `version` changes. Returns [`WriteResult::Conflict`]
    /// if there are more.
    Compact { table: String, version: u64, record: String },
    /// Deletes a table with all its rows. Returns [`WriteResult::Conflict`] if its state has changed.
    Remove { table: String, condition: Condition },
    /// The service time, in milliseconds.
    Time(i64),
    /// A temporary row as large as a change, to test that the database is writable.
    Probe,
    /// A write that concerns people.
    People(Box<UserWrite>),
}

impl Entry {
    /// The id of the table concerned; empty if none.
    fn table(&self) -> &str {
        match self {
            Entry::Change { table, .. }
            | Entry::Promise { table, .. }
            | Entry::Share { table, .. }
            | Entry::Void { table }
            | Entry::Compact { table, .. }
            | Entry::Remove { table, .. }
            | Entry::Begin { table, .. } => table,
            Entry::Table { setup, .. } | Entry::Arrange { setup, .. } => &setup.id,
            Entry::Time(_) | Entry::Probe | Entry::People(_) => "",
        }
    }
}

enum Waiting {
    Write(Box<Entry>, oneshot::Sender<Result<WriteResult, WriteError>>),
    Close(oneshot::Sender<()>),
}

/// A handle to the writer task.
#[derive(Debug)]
pub(super) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    /// Starts the writer task on a dedicated connection.
    pub(super) fn start(database: Arc<dyn Database>, metrics: Arc<Metrics>) -> Writer {
        let (writer, waiting) = mpsc::channel(WAITING);
        tokio::spawn(work(Connected { database, session: None }, waiting, metrics));
        Writer(writer)
    }

    /// The number of entries waiting to be written.
    pub(super) fn waiting(&self) -> usize {
        WAITING - self.0.capacity()
    }

    /// Writes an entry; on return it is on disk, or it is not and never will be.
    pub(super) async fn write(&self, entry: Entry) -> Result<WriteResult, WriteError> {
        let closed = || Arc::new(sqlx::Error::PoolClosed);
        let (done, written) = oneshot::channel();
        self.0.send(Waiting::Write(Box::new(entry), done)).await.map_err(|_| closed())?;
        written.await.map_err(|_| closed())?
    }

    /// Finishes the waiting entries and closes the connection.
    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.0.send(Waiting::Close(done)).await.is_ok() {
            // This fails if the writer task has ended, in which case the connection is closed anyway.
            let _ = closed.await;
        }
    }
}

async fn work(
    mut connected: Connected,
    mut waiting: mpsc::Receiver<Waiting>,
    metrics: Arc<Metrics>,
) {
    let mut group = Vec::new();
    let mut closing = None;
    while closing.is_none() && waiting.recv_many(&mut group, GROUP).await > 0 {
        let (mut entries, mut senders) = (Vec::new(), Vec::new());
        for waiting in group.drain(..) {
            match waiting {
                Waiting::Write(entry, done) => {
                    entries.push(*entry);
                    senders.push(done);
                }
                Waiting::Close(done) => closing = Some(done),
            }
        }
        let begun = Instant::now();
        let written = connected.write(&entries).await;
        metrics.committed(&written, begun.elapsed());
        for (done, written) in senders.into_iter().zip(written) {
            // A caller that no longer waits finds the entry in the store.
            let _ = done.send(written);
        }
    }
    if let Some(session) = connected.session
        && let Err(error) = session.close().await
    {
        tracing::warn!(%error, "the database could not be closed");
    }
    if let Some(done) = closing {
        let _ = done.send(());
    }
}

/// A database with the writer's connection, if it is connected.
struct Connected {
    database: Arc<dyn Database>,
    session: Option<Box<dyn Session>>,
}

impl Connected {
    /// Writes all entries together; on an error, each one by itself, so that a faulty entry does not block
    /// the others. If the connection is lost, the outcome is unknown and the callers get the error: a retry
    /// could write the entries twice.
    async fn write(&mut self, entries: &[Entry]) -> Vec<Result<WriteResult, WriteError>> {
        match self.commit(entries).await {
            Ok(written) => written.into_iter().map(Ok).collect(),
            Err(error) if entries.len() == 1 || self.session.is_none() => {
                let fault = Arc::new(error);
                entries.iter().map(|_| Err(fault.clone())).collect()
            }
            Err(_) => {
                let mut each = Vec::new();
                for entry in entries {
                    let written = self.commit(std::slice::from_ref(entry)).await;
                    each.push(written.map(|written| written[0]).map_err(Arc::new));
                }
                each
            }
        }
    }

    /// Commits all entries or, on an error, none.
    async fn commit(&mut self, entries: &[Entry]) -> Result<Vec<WriteResult>, sqlx::Error> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.database.session().await?,
        };
        let mut written = commit(&mut *session, entries).await;
        if written.is_err()
            && let Err(lost) = session.roll_back().await
            && is_lost(&lost)
        {
            written = Err(lost);
        }
        if !written.as_ref().is_err_and(is_lost) {
            self.session = Some(session);
        }
        written
    }
}

/// Commits all entries; on an error the caller must roll back.
async fn commit(
    session: &mut dyn Session,
    entries: &[Entry],
) -> Result<Vec<WriteResult>, sqlx::Error> {
    let mut changes: Vec<(usize, Row<'_>)> = entries.iter().enumerate().filter_map(row).collect();
    // Servers that write to the same tables lock them in the same order.
    changes.sort_by_key(|(_, row)| row.table);
    let mut written = vec![WriteResult::Conflict; entries.len()];
    // A single statement is a transaction by itself.
    let alone =
        changes.len() == entries.len() && changes.iter().all(|(_, row)| row.record.is_none());
    if alone {
        append(session, &changes, &mut written).await?;
        return Ok(written);
    }
    session.begin().await?;
    append(&mut *session, &changes, &mut written).await?;
    let mut others: Vec<(usize, &Entry)> = entries.iter().enumerate().collect();
    others.sort_by_key(|(_, entry)| entry.table());
    for (place, entry) in others {
        match entry {
            Entry::Change { table, record: Some(record), .. }
                if written[place] == WriteResult::Yes =>
            {
                query(
                    "INSERT INTO records (table_id, record) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                )
                .bind(table)
                .bind(record)
                .execute(&mut *session)
                .await?;
            }
            Entry::Change { .. } => {}
            Entry::Table { setup, sitters, parts, summary } => {
                written[place] = found(&mut *session, setup, sitters, summary).await?;
                if written[place] == WriteResult::Yes {
                    for Contribution { guest, hash, .. } in parts {
                        promise(&mut *session, &setup.id, *guest, *hash).await?;
                    }
                }
            }
            Entry::Arrange { known, setup, sitters, summary } => {
                written[place] = arrange(&mut *session, *known, setup, sitters, summary).await?;
            }
            Entry::People(write) => written[place] = users::write(&mut *session, write).await?,
            Entry::Time(time) => {
                query("UPDATE time SET time = $1").bind(*time).execute(&mut *session).await?;
                written[place] = WriteResult::Yes;
            }
            Entry::Promise { table, guest, hash } => {
                written[place] = promise(&mut *session, table, *guest, *hash).await?;
            }
            Entry::Share { table, guest, share } => {
                written[place] = add(&mut *session, table, *guest, *share).await?;
            }
            Entry::Void { table } => {
                void(&mut *session, table).await?;
                written[place] = WriteResult::Yes;
            }
            Entry::Begin { table, seed, deal, time, summary } => {
                written[place] = begin(&mut *session, table, *seed, deal, *time, summary).await?;
            }
            Entry::Compact { table, version, record } => {
                written[place] = retention::compact(&mut *session, table, *version, record).await?;
            }
            Entry::Remove { table, condition } => {
                written[place] = retention::remove(&mut *session, table, *condition).await?;
            }
            Entry::Probe => {
                for probe in PROBE {
                    query(probe).bind(vec![0; PROBE_SIZE]).execute(&mut *session).await?;
                }
                written[place] = WriteResult::Yes;
            }
        }
    }
    session.commit().await?;
    Ok(written)
}

/// A change as written to the store; see [`Entry::Change`].
struct Row<'a> {
    table: &'a str,
    known: u64,
    change: &'a Change,
    summary: &'a str,
    record: Option<&'a str>,
    fence: Option<i64>,
}

fn row<'a>((place, entry): (usize, &'a Entry)) -> Option<(usize, Row<'a>)> {
    match entry {
        Entry::Change { table, known, change, summary, record, fence } => {
            let (record, fence) = (record.as_deref(), *fence);
            Some((place, Row { table, known: *known, change, summary, record, fence }))
        }
        _ => None,
    }
}

/// Stores all changes that do not conflict with changes already stored.
async fn append(
    connection: &mut dyn Sql,
    changes: &[(usize, Row<'_>)],
    written: &mut [WriteResult],
) -> Result<(), sqlx::Error> {
    if changes.is_empty() {
        return Ok(());
    }
    let rows = changes.iter().map(|(_, row)| row);
    let inserted = match changes.iter().any(|(_, row)| row.fence.is_some()) {
        false => query(format!("INSERT INTO changes ({COLUMNS}) "))
            .rows(9, rows.flat_map(values).collect())
            .and(" ON CONFLICT DO NOTHING"),
        // Changes with a fencing number are stored only while this server holds the lease with that number.
        true => query(format!("WITH new ({COLUMNS}, fence) AS ("))
            .rows(
                10,
                rows.flat_map(|row| values(row).into_iter().chain([row.fence.into()])).collect(),
            )
            .and(&format!(
                ") INSERT INTO changes ({COLUMNS}) SELECT {COLUMNS} FROM new \
                 WHERE fence IS NULL OR EXISTS (SELECT 1 FROM homes \
                 WHERE homes.table_id = new.table_id AND homes.fence = new.fence) \
                 ON CONFLICT DO NOTHING"
            )),
    };
    let inserted = inserted.execute(&mut *connection).await?;
    let all = inserted == changes.len() as u64;
    for (place, row) in changes {
        if all || is_there(connection, row).await? {
            written[*place] = WriteResult::Yes;
        }
    }
    Ok(())
}

/// The columns of a stored change.
const COLUMNS: &str = "table_id, seq, seat, kind, action, client_id, at, standing, time";

fn values(row: &Row<'_>) -> [Value; 9] {
    let (change, (kind, action)) = (row.change, row.change.kind.words());
    [
        row.table.into(),
        (row.known + 1).cast_signed().into(),
        change.seat.0.into(),
        kind.into(),
        action.into(),
        (&change.client_id).into(),
        change.at.into(),
        row.summary.into(),
        change.time.into(),
    ]
}

/// Returns true if this change is in the store.
async fn is_there(
    connection: &mut dyn Sql,
    Row { table, known, change, .. }: &Row<'_>,
) -> Result<bool, sqlx::Error> {
    query(
        "SELECT EXISTS (SELECT 1 FROM changes \
         WHERE table_id = $1 AND seq = $2 AND seat = $3 AND client_id = $4)",
    )
    .bind(*table)
    .bind((known + 1).cast_signed())
    .bind(change.seat.0)
    .bind(&change.client_id)
    .the_scalar(connection)
    .await
}

/// Stores a new table.
async fn found(
    connection: &mut dyn Sql,
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let (secret, seed, deal) = match &setup.deal {
        SeedState::Not(secret) => (Some(secret.0.as_slice()), 0, None),
        SeedState::Yes(seed, deal) => (None, *seed, deal.as_ref()),
    };
    let inserted = query(
        "INSERT INTO tables \
         (id, game, rules_version, options, components, seed, created, rematch_of, program, \
         opened_by, position, standing, terms, timed, rated, begun, secret, deal) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&setup.id)
    .bind(&setup.game)
    .bind(setup.rules_version)
    .bind(setup.options.to_string())
    .bind(setup.components.as_deref())
    .bind(seed.cast_signed())
    .bind(setup.created)
    .bind(setup.rematch_of.as_deref())
    .bind(setup.program.as_deref())
    .bind(setup.opened_by.as_ref().map(|guest| guest.0.as_slice()))
    .bind(setup.position.as_ref().map(|position| position.to_string()))
    .bind(to_json(summary))
    .bind(terms(setup))
    .bind(setup.terms.time.is_some())
    .bind(setup.terms.rated)
    .bind(setup.begun().then_some(setup.begun_at))
    .bind(secret)
    .bind(deal.map(to_json))
    .execute(&mut *connection)
    .await?;
    if inserted == 0 {
        return Ok(WriteResult::Conflict);
    }
    seat(connection, setup, sitters).await?;
    Ok(WriteResult::Yes)
}

/// Stores changed seats, options and settings.
async fn arrange(
    connection: &mut dyn Sql,
    known: u64,
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let updated = query(
        "UPDATE tables SET options = $1, terms = $2, timed = $3, rated = $4, cancelled = $5, \
         standing = CASE WHEN begun IS NULL THEN $6 ELSE standing END, arranged = arranged + 1 \
         WHERE id = $7 AND arranged = $8",
    )
    .bind(setup.options.to_string())
    .bind(terms(setup))
    .bind(setup.terms.time.is_some())
    .bind(setup.terms.rated)
    .bind(setup.cancelled)
    .bind(to_json(summary))
    .bind(&setup.id)
    .bind(known.cast_signed())
    .execute(&mut *connection)
    .await?;
    if updated == 0 {
        return Ok(WriteResult::Conflict);
    }
    query("DELETE FROM seats WHERE table_id = $1")
        .bind(&setup.id)
        .execute(&mut *connection)
        .await?;
    seat(connection, setup, sitters).await?;
    Ok(WriteResult::Yes)
}

/// Value of the `bot` column at a seat with a guest: the guest is a program under a bot account.
const ACCOUNT: &str = "account";

/// Stores the occupants of the seats.
async fn seat(
    connection: &mut dyn Sql,
    setup: &TableSetup,
    sitters: &[Sitter],
) -> Result<(), sqlx::Error> {
    let row = |(seat, sitter): (u8, &Sitter)| -> [Value; 7] {
        let (guest, name, look, bot) = match sitter {
            Sitter::Nobody => (None, "", Look::default(), None),
            Sitter::Person { guest, name, look, program } => {
                let bot = program.then_some(ACCOUNT);
                (Some(guest.0.as_slice()), name.as_str(), *look, bot)
            }
            Sitter::Bot { bot } => (None, "", Look::default(), Some(bot.as_str())),
        };
        [
            (&setup.id).into(),
            seat.into(),
            guest.into(),
            name.into(),
            look.crest.map(word).into(),
            look.colour.map(word).into(),
            bot.into(),
        ]
    };
    query("INSERT INTO seats (table_id, seat, guest, name, crest, colour, bot) ")
        .rows(7, (0u8..).zip(sitters).flat_map(row).collect())
        .execute(connection)
        .await?;
    Ok(())
}

fn terms(setup: &TableSetup) -> String {
    serde_json::to_string(&setup.terms).expect("terms are plain data")
}

/// Stores a seated guest's commitment. Once a share has been revealed, no new commitment is accepted, since
/// it could be chosen to fit that share.
async fn promise(
    connection: &mut dyn Sql,
    table: &str,
    guest: Guest,
    hash: Bytes32,
) -> Result<WriteResult, sqlx::Error> {
    let kept = query(
        "INSERT INTO shares (table_id, guest, hash) SELECT id, $1, $2 FROM tables \
         WHERE id = $3 AND secret IS NOT NULL \
         AND EXISTS (SELECT 1 FROM seats WHERE table_id = $3 AND guest = $1) \
         AND NOT EXISTS (SELECT 1 FROM shares WHERE table_id = $3 AND share IS NOT NULL) \
         ON CONFLICT (table_id, guest) DO UPDATE SET hash = excluded.hash, void = FALSE",
    )
    .bind(guest.0.as_slice())
    .bind(hash.0.as_slice())
    .bind(table)
    .execute(connection)
    .await?;
    Ok(if kept == 1 { WriteResult::Yes } else { WriteResult::Conflict })
}

/// Stores the share of a guest who has committed to it, until the match starts.
async fn add(
    connection: &mut dyn Sql,
    table: &str,
    guest: Guest,
    share: Bytes32,
) -> Result<WriteResult, sqlx::Error> {
    let kept =
        query("UPDATE shares SET share = $1 WHERE table_id = $2 AND guest = $3 AND NOT void")
            .bind(share.0.as_slice())
            .bind(table)
            .bind(guest.0.as_slice())
            .execute(connection)
            .await?;
    Ok(if kept == 1 { WriteResult::Yes } else { WriteResult::Conflict })
}

/// Voids a table's commitments and deletes its shares; the guests who had committed stay recorded.
async fn void(connection: &mut dyn Sql, table: &str) -> Result<(), sqlx::Error> {
    query("UPDATE shares SET share = NULL, void = TRUE WHERE table_id = $1")
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}

/// Starts a match that has not started.
async fn begin(
    connection: &mut dyn Sql,
    table: &str,
    seed: u64,
    deal: &Deal,
    time: i64,
    summary: &TableSummary,
) -> Result<WriteResult, sqlx::Error> {
    let begun = query(
        "UPDATE tables SET secret = NULL, seed = $1, deal = $2, begun = $3, standing = $4 \
         WHERE id = $5 AND secret IS NOT NULL",
    )
    .bind(seed.cast_signed())
    .bind(to_json(deal))
    .bind(time)
    .bind(to_json(summary))
    .bind(table)
    .execute(&mut *connection)
    .await?;
    if begun == 0 {
        return Ok(WriteResult::Conflict);
    }
    query("DELETE FROM shares WHERE table_id = $1").bind(table).execute(connection).await?;
    Ok(WriteResult::Yes)
}

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("stored values are plain data")
}
