//! The outcome of attempting a request.

use super::write::Write;

/// The outcome of [`Session::attempt`](super::Session::attempt).
pub enum Attempt {
    /// The request is complete; nothing has to be stored.
    Done,
    /// This must be stored. Then [`Session::commit`](super::Session::commit) is called, or [`Session::revert`](super::Session::revert) if storing failed.
    Store(Box<Write>),
}

impl Attempt {
    /// A write that must be stored.
    pub(super) fn store(write: Write) -> Attempt {
        Attempt::Store(Box::new(write))
    }
}
