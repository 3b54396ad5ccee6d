//! Access to stored tables without loading a room for them.

use std::sync::Arc;

use session::config_cache::ConfigCache;
use session::request_error::RequestError;
use session::table::history::History;
use session::table::record::{record, to_json};
use session::table::setup::{Sitter, TableSetup};
use session::table::summary::{self, TableSummary};
use zashiki_core::Record;

use crate::error::Refused;
use crate::protocol::LogStep;
use crate::store::{Store, StoredTableRow};

/// Reads stored tables and replays their matches.
#[derive(Clone)]
pub(crate) struct Archive {
    pub(crate) store: Store,
    pub(crate) config_cache: Arc<ConfigCache>,
}

impl Archive {
    pub(crate) fn new(store: Store) -> Archive {
        Archive { store, config_cache: Arc::default() }
    }

    /// Loads a table from the store and replays its match; a compacted match is replayed from its record.
    pub(crate) async fn replay(
        &self,
        id: &str,
    ) -> Result<(TableSetup, Vec<Sitter>, History), Refused> {
        let setup = self.store.setup(id).await?.ok_or_else(RequestError::no_table)?;
        let sitters = self.store.sitters(id).await?;
        let changes = self.store.changes(id, 0).await?;
        let record = match setup.compacted {
            Some(_) => Some(self.store.record(id).await?.ok_or_else(Refused::broken)?),
            None => None,
        };
        let config_cache = self.config_cache.clone();
        let replaying = tokio::task::spawn_blocking(move || {
            let history = match record {
                None => History::replay(&setup, &sitters, changes, &config_cache)?,
                Some(record) => {
                    let record = Record::from_json(&record)?;
                    History::resume(&setup, &sitters, &record, changes, &config_cache)?
                }
            };
            Ok((setup, sitters, history))
        });
        replaying.await.map_err(|_| Refused::broken())?
    }

    /// The stored summary of a table. A table written by an older program may have no summary; its match is
    /// then replayed.
    pub(crate) async fn summary(&self, row: &StoredTableRow) -> Result<TableSummary, Refused> {
        match &row.summary {
            Some(summary) => Ok(summary.clone()),
            None => Ok(self.replay(&row.setup.id).await?.2.summary()),
        }
    }

    /// The public log of a table's match, step by step as text.
    pub(crate) async fn log(&self, row: &StoredTableRow) -> Result<Vec<LogStep>, Refused> {
        let id = &row.setup.id;
        if row.setup.compacted.is_some() {
            // Compaction deleted the log, so it is recomputed from the record.
            let (_, _, history) = self.replay(id).await?;
            return Ok(summary::whole_log(history.table()));
        }
        let stored = self.store.summaries(id).await?;
        if let Some(summaries) = stored.into_iter().collect::<Option<Vec<TableSummary>>>() {
            return Ok(summary::log(summaries));
        }
        let (_, _, history) = self.replay(id).await?;
        Ok(summary::whole_log(history.table()))
    }

    /// The record of a finished match with this table id.
    pub(crate) async fn finished(&self, id: &str) -> Result<String, Refused> {
        if let Some(record) = self.store.record(id).await? {
            return Ok(record);
        }
        // An older program may have finished the match without storing a record.
        let (setup, sitters, history) = self.replay(id).await?;
        // The record contains the seed, and with it all hidden information.
        if !history.over() {
            return Err(RequestError::not_over().into());
        }
        Ok(to_json(&record(&history, &setup, &sitters)))
    }
}
