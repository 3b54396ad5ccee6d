//! A test of whether the database can be written.

use std::sync::Arc;
use std::time::Duration;

use crate::server_clock::ServerClock;
use crate::store::{Entry, Store};

/// Time for which the result of a write test is reused.
const REUSED: Duration = Duration::from_secs(5);

/// The latest test of whether the database can be written.
pub(crate) struct WriteHealth {
    store: Store,
    clock: ServerClock,
    /// The time of the latest test, and its result: true if the database could be written. `None` before the
    /// first test.
    last: Arc<tokio::sync::Mutex<Option<(Duration, bool)>>>,
}

impl WriteHealth {
    pub(crate) fn new(store: Store, clock: ServerClock) -> WriteHealth {
        WriteHealth { store, clock, last: Arc::default() }
    }

    /// Returns true if the database can be written, according to a test within the last [`REUSED`].
    /// Simultaneous callers share one test.
    pub(crate) async fn can_write(&self) -> bool {
        let mut last = self.last.clone().lock_owned().await;
        let now = self.clock.now();
        match *last {
            Some((tested, can_write)) if now < tested + REUSED => can_write,
            _ => {
                let store = self.store.clone();
                // The test continues if its caller disconnects: the next caller finds the result.
                let test = tokio::spawn(async move {
                    let written = store.write(Entry::Probe).await;
                    if let Err(error) = &written {
                        tracing::error!(%error, "the database cannot be written");
                    }
                    *last = Some((now, written.is_ok()));
                    written.is_ok()
                });
                test.await.unwrap_or(false)
            }
        }
    }
}
