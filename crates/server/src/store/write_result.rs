//! Results of writes to the store.

use std::sync::Arc;

/// The outcome of a write to the store that caused no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WriteResult {
    /// The entry was written and is on disk.
    Yes,
    /// The entry was not written because another writer was first; the caller must read the current state
    /// again.
    Conflict,
}

/// The error of a failed write, shared by all entries of the same commit.
pub(crate) type WriteError = Arc<sqlx::Error>;
