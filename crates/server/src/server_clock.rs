//! The three clocks of the server: monotonic time, service time (the total running time) and the time of day.

use std::sync::Arc;
use std::time::Duration;

use crate::cluster::{Cluster, HEARTBEAT};
use crate::ids;
use crate::time_source::TimeSource;

/// The three clocks of the server. In a cluster, service time and the time of day come from the database.
#[derive(Clone)]
pub(crate) struct ServerClock {
    source: TimeSource,
    /// Service time at the zero point of `source`, in milliseconds.
    started_at: i64,
    cluster: Option<Arc<Cluster>>,
}

impl ServerClock {
    /// Creates the clocks of a server that starts when service time is `time`, in milliseconds.
    pub(crate) fn new(source: TimeSource, time: i64, cluster: Option<Arc<Cluster>>) -> ServerClock {
        ServerClock { started_at: time - millis(source.now()), source, cluster }
    }

    /// The clock that measures monotonic time.
    pub(crate) fn source(&self) -> &TimeSource {
        &self.source
    }

    /// Monotonic time since the clock's source was created.
    pub(crate) fn now(&self) -> Duration {
        self.source.now()
    }

    /// Waits until monotonic time reaches `time`.
    pub(crate) async fn reaches(&self, time: Duration) {
        self.source.reaches(time).await;
    }

    /// Service time: the total time for which the server has been running, in milliseconds. It does not
    /// advance while the server is stopped. After a crash it may go back, at most by the time that had not
    /// been stored yet.
    pub(crate) fn time(&self) -> i64 {
        match &self.cluster {
            None => self.started_at + millis(self.source.now()),
            Some(cluster) => cluster.time(&self.source),
        }
    }

    /// Waits until service time reaches `time`, in milliseconds.
    pub(crate) async fn reaches_time(&self, time: i64) {
        loop {
            let left = u64::try_from(time - self.time()).unwrap_or_default();
            if left == 0 {
                return;
            }
            // In a cluster, service time stops while the database is unreachable.
            let is_stopped = self.cluster.as_ref().is_some_and(|cluster| !cluster.is_fresh());
            if is_stopped {
                tokio::time::sleep(HEARTBEAT).await;
            } else {
                self.reaches(self.now() + Duration::from_millis(left)).await;
            }
        }
    }

    /// The time of day, in milliseconds since 1970.
    pub(crate) fn day(&self) -> i64 {
        self.cluster.as_ref().map_or_else(ids::now, |cluster| cluster.day())
    }
}

/// Converts a duration to milliseconds.
pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
