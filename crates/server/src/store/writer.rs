//! The single writer of the store. It commits all waiting entries together, because one commit takes as long
//! for fifty entries as for one. Meanwhile the next entries wait in a queue.

use std::sync::Arc;
use std::time::Instant;

use session::table::change::Change;
use session::table::seed::Contribution;
use session::{ImportedTable, NewTable};
use tokio::sync::{mpsc, oneshot};

use super::database::{Database, GROUP, Session, Sql, Value, query};
use super::entry::Entry;
use super::table_writes::{add, arrange, begin, found, promise, void};
use super::write_result::{WriteError, WriteResult};
use super::{removal, user_writes};
use crate::error::is_lost;
use crate::telemetry::metrics::Metrics;

/// Maximum number of entries in the writer's queue; further callers wait until there is room.
const WAITING: usize = 4096;

/// Statements that test whether the database can be written. They allocate pages of the file and free them
/// again, which detects both a database at its maximum size and a full disk.
const PROBE: [&str; 2] = [
    "INSERT INTO house (name, value) VALUES ('probe', $1)",
    "DELETE FROM house WHERE name = 'probe' AND value = $1",
];

const PROBE_SIZE: usize = 8192;

enum Waiting {
    Write(Box<Entry>, oneshot::Sender<Result<WriteResult, WriteError>>),
    Close(oneshot::Sender<()>),
}

/// A handle by which entries are passed to the writer task. Clones share the task.
#[derive(Clone, Debug)]
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

    /// Writes an entry. When the future completes without an error, the entry is on disk; on an error it was
    /// not written, unless the connection to the database was lost.
    pub(super) async fn write(&self, entry: Entry) -> Result<WriteResult, WriteError> {
        let closed = || Arc::new(sqlx::Error::PoolClosed);
        let (done, written) = oneshot::channel();
        self.0.send(Waiting::Write(Box::new(entry), done)).await.map_err(|_| closed())?;
        written.await.map_err(|_| closed())?
    }

    /// Finishes the waiting entries and closes the writer's connection.
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
        let failed = written.iter().filter(|written| written.is_err()).count();
        metrics.committed(written.len(), failed, begun.elapsed());
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

/// A database with the writer's connection; `session` is `None` while it is disconnected.
struct Connected {
    database: Arc<dyn Database>,
    session: Option<Box<dyn Session>>,
}

impl Connected {
    /// Writes all entries in one commit. If that fails, commits each entry by itself, so that a faulty entry
    /// does not block the others. If the connection is lost, the outcome is unknown and the callers receive
    /// the error, because a retry could write the entries twice.
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

    /// Commits all entries in one transaction. On an error, none is written.
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

/// Executes all entries in one transaction and commits it. After an error the caller must roll back.
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
                keep_record(&mut *session, table, record).await?;
            }
            Entry::Change { .. } => {}
            Entry::Import(imported) => {
                written[place] = import(&mut *session, imported).await?;
            }
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
            Entry::People(write) => {
                written[place] = user_writes::write(&mut *session, write).await?
            }
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
                written[place] = removal::compact(&mut *session, table, *version, record).await?;
            }
            Entry::Remove { table, condition } => {
                written[place] = removal::remove(&mut *session, table, *condition).await?;
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

/// Stores the record of a finished match.
async fn keep_record(
    connection: &mut dyn Sql,
    table: &str,
    record: &str,
) -> Result<(), sqlx::Error> {
    query("INSERT INTO records (table_id, record) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(table)
        .bind(record)
        .execute(connection)
        .await?;
    Ok(())
}

/// Number of changes in one statement: databases limit its parameters.
const ROWS: usize = 500;

/// Stores a table of a device with all its changes.
async fn import(
    connection: &mut dyn Sql,
    imported: &ImportedTable,
) -> Result<WriteResult, sqlx::Error> {
    let ImportedTable { table: NewTable { setup, sitters, summary, .. }, changes, record } =
        imported;
    if found(&mut *connection, setup, sitters, summary).await? == WriteResult::Conflict {
        return Ok(WriteResult::Conflict);
    }
    let row = |(known, (change, summary))| {
        let row = Row { table: &setup.id, known, change, summary, record: None, fence: None };
        values(&row)
    };
    for (first, changes) in (0..).step_by(ROWS).zip(changes.chunks(ROWS)) {
        let rows =
            (first..).zip(changes.iter().map(|(change, summary)| (change, summary.as_str())));
        query(format!("INSERT INTO changes ({COLUMNS}) "))
            .rows(9, rows.flat_map(row).collect())
            .execute(&mut *connection)
            .await?;
    }
    if let Some(record) = record {
        keep_record(connection, &setup.id, record).await?;
    }
    Ok(WriteResult::Yes)
}

/// A row of the database table `changes` that is to be written; see [`Entry::Change`].
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

/// Stores all changes that do not conflict with changes that are already stored, and marks them in `written`.
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

/// The columns of the database table `changes`.
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

/// Returns true if this change is stored in the database.
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
