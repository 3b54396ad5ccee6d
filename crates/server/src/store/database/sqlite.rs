//! An SQLite database in a data folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use zashiki_core::{InputError, LocalizedText};

use super::super::lock::DatabaseLock;
use super::super::open_errors::{self, OpenError};
use super::{Answer, Database, Dialect, GROUP, Row, Session, Sql, implement_sql};
use crate::store::migrations;
use crate::system;

/// The name of the database file in the data folder.
pub(in crate::store) const FILE: &str = "zashiki.db";

/// Capacity of the cache of prepared statements. The cache needs one `INSERT` statement for each number of
/// changes that are committed together.
const STATEMENTS: usize = 2 * GROUP;

const DIALECT: Dialect = Dialect {
    day: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    winners: "(SELECT value AS winner FROM json_each(changes.standing, '$.outcome.winners'))",
    reason: "json_extract(changes.standing, '$.outcome.reason')",
    has_sequences: false,
};

/// An SQLite database in a data folder.
#[derive(Debug)]
pub(in crate::store) struct InFolder {
    options: SqliteConnectOptions,
    pool: SqlitePool,
    /// The lock that prevents other programs from replacing the database.
    _held: DatabaseLock,
}

impl InFolder {
    /// Locks the folder with the function `hold` and opens the database. Both are created if they do not
    /// exist. `max_pages` limits the size of the file, in pages of 4 KiB.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used; the message names it, the cause and the remedy.
    pub(in crate::store) async fn open_held(
        folder: &Path,
        max_pages: Option<u32>,
        hold: fn(&Path) -> Result<DatabaseLock, InputError>,
    ) -> Result<InFolder, InputError> {
        open_errors::probe(folder).map_err(|why| open_errors::unusable(folder, &why))?;
        let held = hold(folder)?;
        let file = folder.join(FILE);
        open_errors::only_ours(&file)
            .map_err(|error| open_errors::unusable(&file, &system::why(&error)))?;
        let (options, pool) = connect(&file, max_pages).await.map_err(|error| {
            match open_errors::trouble(&error) {
                OpenError::Newer(schema) => open_errors::newer(&file, schema),
                OpenError::Broken => open_errors::broken(&file, &error),
                OpenError::Other => {
                    open_errors::unusable(&file, &LocalizedText::same(error.to_string()))
                }
            }
        })?;
        Ok(InFolder { options, pool, _held: held })
    }
}

async fn connect(
    file: &PathBuf,
    max_pages: Option<u32>,
) -> Result<(SqliteConnectOptions, SqlitePool), sqlx::Error> {
    let mut options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL syncs the log at every commit, so an answered write survives a power failure. Measured, it is
        // far faster than people play; see docs/guides/operating.md.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .statement_cache_capacity(STATEMENTS)
        // Successive moves write the same pages, so less frequent checkpoints save most of the copying into
        // the database. 8,000 pages are 32 MiB.
        .pragma("wal_autocheckpoint", "8000")
        .busy_timeout(Duration::from_secs(5));
    if let Some(pages) = max_pages {
        options = options.pragma("max_page_count", pages.to_string());
    }
    let mut first = SqliteConnection::connect_with(&options).await?;
    migrations::sqlite().run(&mut first).await?;
    first.close().await?;
    let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await?;
    Ok((options, pool))
}

impl Database for InFolder {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn pool(&self) -> Box<dyn Sql + '_> {
        Box::new(&self.pool)
    }

    fn session(&self) -> Answer<'_, Box<dyn Session>> {
        Box::pin(async {
            let connection = SqliteConnection::connect_with(&self.options).await?;
            Ok(Box::new(connection) as Box<dyn Session>)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.pool.close())
    }
}

implement_sql!(SqlitePool, SqliteConnection, Row::Sqlite, begins: "BEGIN IMMEDIATE");
