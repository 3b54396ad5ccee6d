//! Persistent storage of tables, changes and users in SQLite or PostgreSQL. This module knows no game rules,
//! and its callers do not know which database is in use.

mod backup;
mod database;
mod entry;
mod export;
mod handle;
mod lock;
mod migrate;
pub(crate) mod migrations;
mod open_errors;
mod operator;
mod queries;
mod rating_writes;
mod removal;
mod retention;
mod rows;
mod servers;
mod subscriptions;
mod table_writes;
mod user_writes;
mod users;
mod write_result;
mod writer;

pub use backup::{Backup, backup, restore};
pub(crate) use backup::{cannot_write as unwritable_backup, is_unfinished};
pub(crate) use entry::Entry;
pub(crate) use handle::{Store, unusable};
pub use migrate::{MovedRows, move_store};
pub(crate) use open_errors::private_folder;
pub(crate) use operator::{
    Audited, Ban, FoundPerson, Invitation, Report, STATES, ServerState, TableFilter,
};
#[cfg(test)]
pub(crate) use removal::Condition;
pub(crate) use retention::Facts;
pub(crate) use rows::StoredTableRow;
pub(crate) use servers::{ALIVE, Heartbeat, KeptDrafts, Lease, Registered};
pub(crate) use user_writes::{Before, Key, UserWrite};
pub(crate) use users::{Listed, Rated};
pub(crate) use write_result::WriteResult;
