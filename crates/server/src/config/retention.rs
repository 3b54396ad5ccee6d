//! The time for which tables are kept.

use std::time::Duration;

/// How long tables are kept, by the calendar; for ever where a time is left out.
///
/// A table that somebody is connected to is always kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retention {
    /// A table whose game has not begun, from its opening.
    pub waiting: Option<Duration>,
    /// A table that was cancelled, from its opening.
    pub cancelled: Option<Duration>,
    /// A game without a time limit that nobody goes on with, from its last change.
    pub abandoned: Option<Duration>,
    /// All changes of a finished game, from its end; then its record and its summary are kept.
    pub compact: Option<Duration>,
    /// A finished game, from its end.
    pub finished: Option<Duration>,
    /// Interval between two looks for what is due.
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
