//! The time for which tables are kept.

use std::time::Duration;

/// Retention periods of tables, by calendar time; `None` keeps them forever.
///
/// A table with connected clients is never deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Period of a table whose match has not started, from its creation.
    pub waiting: Option<Duration>,
    /// Period of a cancelled table, from its creation.
    pub cancelled: Option<Duration>,
    /// Period of an unfinished match without a time limit, from its last change.
    pub abandoned: Option<Duration>,
    /// Period of all changes of a finished match, from its end; afterwards only its record and summary are
    /// kept.
    pub compact: Option<Duration>,
    /// Period of a finished match, from its end.
    pub finished: Option<Duration>,
    /// Interval between two retention passes.
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
