//! The store, through which the other modules use the database.

use std::sync::Arc;

use zashiki_core::InputError;

#[cfg(feature = "postgres")]
use super::database::postgres::OnServer;
use super::database::sqlite::InFolder;
use super::database::{Database, Dialect, Sql, query};
use super::entry::Entry;
use super::lock::DatabaseLock;
use super::rows::decode;
use super::write_result::{WriteError, WriteResult};
use super::writer::Writer;
use crate::config::Place;
use crate::telemetry::metrics::Metrics;

/// The persistent store. All writes go through one connection, so they wait in a queue of the program instead
/// of the database. Reads use a small connection pool.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    writer: Writer,
    database: Arc<dyn Database>,
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
    pub(super) fn pool(&self) -> Box<dyn Sql + '_> {
        self.database.pool()
    }

    pub(super) fn dialect(&self) -> &'static Dialect {
        self.database.dialect()
    }

    /// The number of entries that are waiting to be written.
    pub(crate) fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Finishes pending writes and closes the database.
    pub(crate) async fn close(&self) {
        self.database.close().await;
        self.writer.close().await;
    }

    /// Writes an entry. Entries that are waiting at the same time are committed together.
    pub(crate) async fn write(&self, entry: Entry) -> Result<WriteResult, WriteError> {
        self.writer.write(entry).await
    }

    /// The service time (total running time of the server) as last stored, in milliseconds.
    pub(crate) async fn time(&self) -> Result<i64, sqlx::Error> {
        query("SELECT time FROM time").the_scalar(&mut *self.pool()).await
    }

    /// The secret key stored under this name. If there is none, `fresh` is stored and returned.
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
        value.try_into().map_err(|_| decode("a key is 32 bytes"))
    }
}

/// The error for a database that was opened but can no longer be read or written.
pub(crate) fn unusable(error: &sqlx::Error) -> InputError {
    InputError::new(
        format!("データベースを読み書きできません({error})。空き容量を確かめてください。"),
        format!(
            "The database cannot be read and written ({error}); check that its disk has free space."
        ),
    )
}
