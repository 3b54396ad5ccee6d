//! The entries that can be written.

use zashiki_core::{Bytes32, Deal};

use super::removal::Condition;
use super::user_writes::UserWrite;
use crate::table::change::Change;
use crate::table::seed::Contribution;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::TableSummary;
use crate::users::guest::Guest;

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
            Entry::Time(_) | Entry::Probe | Entry::People(_) => "",
        }
    }
}
