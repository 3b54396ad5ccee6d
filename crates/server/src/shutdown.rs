//! Graceful shutdown: it notifies all tasks and waits for connections and rooms to finish.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

/// Maximum time for which shutdown waits for rooms and connections to finish.
const TIMEOUT: Duration = Duration::from_secs(3);

/// A guard that delays shutdown until it is dropped.
pub(crate) type Guard = mpsc::Sender<Infallible>;

/// The progress of the server's shutdown, shared by all clones.
#[derive(Clone)]
pub(crate) struct Shutdown(Arc<State>);

struct State {
    started: watch::Sender<bool>,
    /// The guard that is cloned for every task that delays shutdown; `None` once shutdown has started.
    guard: Mutex<Option<Guard>>,
    /// The channel that closes when all guards have been dropped.
    finished: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

impl Shutdown {
    /// Creates the state of a server that is running.
    pub(crate) fn new() -> Shutdown {
        let (guard, finished) = mpsc::channel(1);
        Shutdown(Arc::new(State {
            started: watch::Sender::new(false),
            guard: Mutex::new(Some(guard)),
            finished: tokio::sync::Mutex::new(finished),
        }))
    }

    /// A future that completes when shutdown starts.
    pub(crate) fn started(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut started = self.0.started.subscribe();
        async move {
            // Waiting fails only after the server was dropped, which counts as shut down.
            let _ = started.wait_for(|started| *started).await;
        }
    }

    /// Returns true if shutdown has started.
    pub(crate) fn has_started(&self) -> bool {
        *self.0.started.borrow()
    }

    /// Returns a guard that delays shutdown; `None` if shutdown has already started.
    pub(crate) fn hold(&self) -> Option<Guard> {
        self.0.guard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts shutdown: no further guards are given out, and all tasks are notified.
    pub(crate) fn start(&self) {
        self.0.guard.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.0.started.send_replace(true);
    }

    /// Starts shutdown, and waits until all guards are dropped, for at most [`TIMEOUT`].
    pub(crate) async fn finish(&self) {
        self.start();
        let mut finished = self.0.finished.lock().await;
        if tokio::time::timeout(TIMEOUT, finished.recv()).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
    }
}
