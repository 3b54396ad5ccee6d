//! Results of writes.

use std::sync::Arc;

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
