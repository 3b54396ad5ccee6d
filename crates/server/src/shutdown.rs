//! Graceful shutdown: it notifies all tasks and waits for connections and rooms to finish.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

/// Maximum time for which shutdown waits for rooms and connections to finish.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Delays shutdown until it is dropped.
pub(crate) type Guard = mpsc::Sender<Infallible>;

/// The state of the server's shutdown.
#[derive(Clone)]
pub(crate) struct Shutdown(Arc<State>);

struct State {
    started: watch::Sender<bool>,
    /// Cloned for every task that delays shutdown; `None` once shutdown has started.
    guard: Mutex<Option<Guard>>,
    /// Closed when all guards are dropped.
    finished: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

impl Shutdown {
    /// A server that is running.
    pub(crate) fn new() -> Shutdown {
        let (guard, finished) = mpsc::channel(1);
        Shutdown(Arc::new(State {
            started: watch::Sender::new(false),
            guard: Mutex::new(Some(guard)),
            finished: tokio::sync::Mutex::new(finished),
        }))
    }

    /// Completes when shutdown starts.
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

    /// A guard that delays shutdown; `None` if shutdown has started.
    pub(crate) fn hold(&self) -> Option<Guard> {
        self.0.guard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts shutdown: accepts no further clients and notifies all tasks.
    pub(crate) fn start(&self) {
        self.0.guard.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.0.started.send_replace(true);
    }

    /// Starts shutdown and waits until all guards are dropped, for a limited time.
    pub(crate) async fn finish(&self) {
        self.start();
        let mut finished = self.0.finished.lock().await;
        if tokio::time::timeout(TIMEOUT, finished.recv()).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
    }
}
