//! What all tables share: the store, the live rooms, the bots' gate, and closing time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::BadInput;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::clock::Clock;
use crate::command::{Command, Inbox};
use crate::ledger::Ledger;
use crate::refusal::Refused;
use crate::store::{Setup, Sitter, Store};
use crate::thinking;
use crate::{Components, Config, Limits};

/// How long closing waits for rooms and sockets to say goodbye.
const FAREWELL: Duration = Duration::from_secs(3);

/// Everything behind the door.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) components: Components,
    pub(crate) origins: Vec<String>,
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) gate: Arc<Semaphore>,
    rooms: Mutex<HashMap<String, Inbox>>,
    closing: watch::Sender<bool>,
    /// Held by everything that must say goodbye; see [`House::close`].
    guard: Mutex<Option<mpsc::Sender<Infallible>>>,
    gone: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

/// Keeps the house from closing until it is dropped.
pub(crate) type Guard = mpsc::Sender<Infallible>;

impl House {
    /// Opens the store and the door.
    pub(crate) async fn open(config: Config) -> Result<Arc<House>, BadInput> {
        let store = Store::open(&config.data, config.limits.max_pages).await?;
        let (guard, gone) = mpsc::channel(1);
        Ok(Arc::new(House {
            store,
            components: config.components,
            origins: config.origins,
            limits: config.limits,
            clock: config.clock,
            gate: thinking::gate(),
            rooms: Mutex::default(),
            closing: watch::Sender::new(false),
            guard: Mutex::new(Some(guard)),
            gone: tokio::sync::Mutex::new(gone),
        }))
    }

    /// Waits until the house closes.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut closing = self.closing.subscribe();
        async move {
            // It fails only when the house is gone, which is as good as closed.
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }

    /// Whether the house is closing.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// A hold on the house; none when it is closing.
    pub(crate) fn hold(&self) -> Option<Guard> {
        lock(&self.guard).clone()
    }

    /// Lets nobody in any more and asks everybody to go.
    pub(crate) fn begin_closing(&self) {
        lock(&self.guard).take();
        self.closing.send_replace(true);
    }

    /// Closes: every room ends, every socket is closed, the store is shut.
    pub(crate) async fn close(&self) {
        self.begin_closing();
        let mut gone = self.gone.lock().await;
        if tokio::time::timeout(FAREWELL, gone.recv()).await.is_err() {
            tracing::warn!("some connections did not close in time");
        }
        self.store.close().await;
    }

    /// Everything the store has of a table, replayed.
    pub(crate) async fn replay(&self, id: &str) -> Result<(Setup, Vec<Sitter>, Ledger), Refused> {
        let setup = self.store.setup(id).await?.ok_or_else(Refused::no_table)?;
        let sitters = self.store.sitters(id).await?;
        let changes = self.store.changes(id, 0).await?;
        let replaying = tokio::task::spawn_blocking(move || {
            let ledger = Ledger::replay(&setup, sitters.len(), changes)?;
            Ok((setup, sitters, ledger))
        });
        replaying.await.map_err(|_| Refused::broken())?
    }

    /// The way into a table that is in memory.
    pub(crate) fn find(&self, id: &str) -> Option<Inbox> {
        lock(&self.rooms).get(id).filter(|inbox| !inbox.is_closed()).cloned()
    }

    /// Keeps the way into a table just loaded; if somebody else was faster, theirs.
    pub(crate) fn keep(&self, id: &str, inbox: &Inbox) -> Result<(), Inbox> {
        match lock(&self.rooms).entry(id.to_owned()) {
            Entry::Occupied(other) if !other.get().is_closed() => return Err(other.get().clone()),
            Entry::Occupied(mut closed) => {
                closed.insert(inbox.clone());
            }
            Entry::Vacant(place) => {
                place.insert(inbox.clone());
            }
        }
        Ok(())
    }

    /// Forgets a room that nobody needs, unless a message is already on its way to it.
    pub(crate) fn retire(&self, id: &str, commands: &mpsc::Receiver<Command>) -> bool {
        let mut rooms = lock(&self.rooms);
        let unneeded = commands.is_empty();
        if unneeded {
            rooms.remove(id);
        }
        unneeded
    }

    /// How many tables are in memory.
    pub(crate) fn live_tables(&self) -> usize {
        lock(&self.rooms).len()
    }
}

/// The maps behind these locks are whole at every moment, so a panic elsewhere while one
/// was held does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
