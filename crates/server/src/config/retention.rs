//! The times after which tables are deleted or compacted.

use std::time::Duration;

/// The times for which tables are kept, by calendar time; `None` keeps tables forever.
///
/// A table with connected clients is never deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Time from the creation of a table until it is deleted, if its match has not started.
    pub waiting: Option<Duration>,
    /// Time from the creation of a cancelled table until it is deleted.
    pub cancelled: Option<Duration>,
    /// Time from the last change of an unfinished match without a time limit until it is deleted.
    pub abandoned: Option<Duration>,
    /// Time from the end of a match until it is compacted: its individual changes are deleted, and only its
    /// record and summary are kept.
    pub compact: Option<Duration>,
    /// Time from the end of a match until it is deleted.
    pub finished: Option<Duration>,
    /// Interval between two retention passes, each of which deletes and compacts the tables that are due.
    pub every: Duration,
}

impl Default for Retention {
    fn default() -> Self {
        let days = |days: u64| Duration::from_secs(days * 24 * 60 * 60);
        Retention {
            waiting: Some(days(14)),
            cancelled: Some(days(2)),
            abandoned: Some(days(60)),
            compact: Some(days(2)),
            finished: None,
            every: Duration::from_secs(60 * 60),
        }
    }
}
