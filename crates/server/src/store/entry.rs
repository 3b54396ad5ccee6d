//! The entries that the store's writer can write.

use session::guest::Guest;
use session::table::change::Change;
use session::table::seed::Contribution;
use session::table::setup::{Sitter, TableSetup};
use session::table::summary::TableSummary;
use session::{ImportedTable, NewTable};
use zashiki_core::{Bytes32, Deal};

use super::removal::Condition;
use super::user_writes::UserWrite;

/// A change to the database, to be written by the store's writer.
pub(crate) enum Entry {
    /// A change to a table that had `known` changes before, with the table's summary after it, and the record
    /// if the change ends the match. If several servers run, a change made by a server carries the fencing
    /// number of the server's lease. Writing it gives [`WriteResult::Conflict`] if the lease is lost or
    /// another change was written first.
    Change {
        table: String,
        known: u64,
        change: Change,
        summary: String,
        record: Option<String>,
        fence: Option<i64>,
    },
    /// A new table with the players' seed commitments. Writing it gives [`WriteResult::Conflict`] if it is a
    /// rematch that already exists.
    Table {
        setup: Box<TableSetup>,
        sitters: Vec<Sitter>,
        parts: Vec<Contribution>,
        summary: TableSummary,
    },
    /// A table of a device with its changes, each with the table's summary after it, and the record if the match has
    /// ended. Writing it gives [`WriteResult::Conflict`] if the table exists already.
    Import(Box<ImportedTable>),
    /// New seats, options and settings of a table whose setup had been changed `known` times, with the new
    /// summary. Writing it gives [`WriteResult::Conflict`] if another change of the setup was written first.
    Arrange { known: u64, setup: Box<TableSetup>, sitters: Vec<Sitter>, summary: TableSummary },
    /// A seated guest's commitment to a share of the seed. Writing it gives [`WriteResult::Conflict`] if a
    /// share has already been revealed, or the match has started.
    Promise { table: String, guest: Guest, hash: Bytes32 },
    /// The share of the seed that a guest reveals. Writing it gives [`WriteResult::Conflict`] if the match
    /// has started.
    Share { table: String, guest: Guest, share: Bytes32 },
    /// Voids all commitments and shares because a seat has become open again. The guests whose commitments
    /// are void stay recorded.
    Void { table: String },
    /// Starts the match: stores the seed and its origin, the service time, and the summary. Writing it gives
    /// [`WriteResult::Conflict`] if the match has already started.
    Begin { table: String, seed: u64, deal: Box<Deal>, time: i64, summary: TableSummary },
    /// Compacts a finished match with `version` changes: only its record and its last change are kept.
    /// Writing it gives [`WriteResult::Conflict`] if the match has more changes.
    Compact { table: String, version: u64, record: String },
    /// Deletes a table with all its rows. Writing it gives [`WriteResult::Conflict`] if the table is no
    /// longer in the state `condition`.
    Remove { table: String, condition: Condition },
    /// The current service time (total running time of the server), in milliseconds.
    Time(i64),
    /// A temporary row, which tests that the database can be written. It is as large as a change of a match.
    Probe,
    /// A change to the data of people and their browsers.
    People(Box<UserWrite>),
}

impl From<Box<NewTable>> for Entry {
    fn from(table: Box<NewTable>) -> Entry {
        let NewTable { setup, sitters, parts, summary } = *table;
        Entry::Table { setup: Box::new(setup), sitters, parts, summary }
    }
}

impl Entry {
    /// The id of the table that the entry concerns; empty if it concerns none.
    pub(super) fn table(&self) -> &str {
        match self {
            Entry::Change { table, .. }
            | Entry::Promise { table, .. }
            | Entry::Share { table, .. }
            | Entry::Void { table }
            | Entry::Compact { table, .. }
            | Entry::Remove { table, .. }
            | Entry::Begin { table, .. } => table,
            Entry::Table { setup, .. } | Entry::Arrange { setup, .. } => &setup.id,
            Entry::Import(imported) => &imported.table.setup.id,
            Entry::Time(_) | Entry::Probe | Entry::People(_) => "",
        }
    }
}
