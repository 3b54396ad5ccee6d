//! Tables that a device hands over, to be continued at this server (ADR 67).

use session::ImportedTable;
use session::guest::Guest;
use session::table::change::Change;
use session::table::setup::Sitter;
use session::table::stored::read_change;

use crate::analysis_board::AnalysisBoards;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::ids;
use crate::protocol::ImportTable;
use crate::room::host::ServerHost;
use crate::store::{Entry, WriteResult};
use crate::table_creation::TableCreation;

/// The table of this server that continues a table of a device.
pub(crate) struct Import {
    pub(crate) table: String,
    /// True if the table was created by this request.
    pub(crate) is_new: bool,
}

impl TableCreation {
    /// Continues a table of the guest's device at this server. The id of the new table is a code of the guest and
    /// the device's id of the table: so a repeated request finds the table that the first one created, on every
    /// server of a cluster and after a restart.
    pub(crate) async fn import(
        &self,
        boards: &AnalysisBoards,
        guest: Guest,
        address: Address,
        order: ImportTable,
    ) -> Result<Import, Refused> {
        let table = ids::table_id_of(&self.import_key.over(&[&guest.0, order.table.as_bytes()]));
        if self.has_imported(&table, &order).await? {
            return Ok(Import { table, is_new: false });
        }
        let opener = self.users.arrival(guest, "").await?;
        self.policy.may_begin(guest).await?;
        self.check_limits(guest, address).await?;
        let config_cache = self.archive.config_cache.clone();
        let (clock, engines) = (self.clock.clone(), self.engines.clone());
        let components = self.components.clone();
        let id = table.clone();
        let replay = move || {
            let host = ServerHost { clock: &clock, engines: &engines, components: &components };
            (ImportedTable::read(&order, &id, &opener, &config_cache, &host), order)
        };
        let (imported, order) = boards.run_blocking(address, replay).await?;
        let imported = imported?;
        for sitter in &imported.table.sitters {
            if let Sitter::Person { name, .. } = sitter {
                self.users.unwanted_words.check(name)?;
            }
        }
        let entry = Entry::Import(Box::new(imported));
        let written = self.archive.store.write(entry).await;
        let is_new = match written.map_err(|error| Refused::not_saved(&error))? {
            WriteResult::Yes => true,
            // Another request has handed the table over meanwhile.
            WriteResult::Conflict if self.has_imported(&table, &order).await? => false,
            WriteResult::Conflict => return Err(Refused::broken()),
        };
        if is_new {
            self.metrics.openings.inc();
        }
        Ok(Import { table, is_new })
    }

    /// Returns true if the guest has handed this table over before.
    ///
    /// # Errors
    /// Returns an error if the game has continued on the device since: its later changes would be lost.
    async fn has_imported(&self, table: &str, order: &ImportTable) -> Result<bool, Refused> {
        let Some(setup) = self.archive.store.setup(table).await? else { return Ok(false) };
        let Some(last) = order.changes.last() else { return Ok(true) };
        let known = order.changes.len() as u64;
        if setup.compacted.is_some_and(|compacted| compacted > known) {
            return Ok(true);
        }
        let stored = self.archive.store.changes(table, known - 1).await?;
        let is_same = read_change(last).is_ok_and(|last| {
            let same = |stored: &Change| {
                (stored.seat, &stored.kind, &stored.client_id)
                    == (last.seat, &last.kind, &last.client_id)
            };
            stored.first().is_some_and(same)
        });
        if is_same { Ok(true) } else { Err(Refused::continued_on_device(table)) }
    }
}
