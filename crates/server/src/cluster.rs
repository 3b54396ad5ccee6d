//! Several servers of one cluster. The database alone decides what happened; the bus brings the news
//! sooner. A table is at home with one server at a time, which asks its bots, keeps its clocks, deals
//! and lists it (ADR 29). A server that cannot reach the database for [`ALIVE`] is at home with
//! nothing, and its time stands still.

pub(crate) mod bus;
mod heartbeat;
mod messages;
mod sealed_bus;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use zashiki_core::InputError;

pub(crate) use messages::{ServerMessage, TableMessage};
pub(crate) use sealed_bus::{SealedBus, Subject};

use crate::cluster::bus::{Bus, InProcess};
use crate::ids;
use crate::program;
use crate::store::{self, Heartbeat, Registered, Store};
use crate::time_source::TimeSource;

/// How often a server says that it is there.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(500);
/// Who has not been heard for so long does not count as there.
pub(crate) const ALIVE: Duration = Duration::from_millis(store::ALIVE.unsigned_abs());
/// How long a server that starts waits for one that may just have ended.
const PATIENCE: Duration = Duration::from_secs(3);

/// A server among the others of its cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    /// Its name: another one with each start.
    pub(crate) me: String,
    pub(crate) line: SealedBus,
    /// Whether the bus reaches other servers.
    shared: bool,
    now: Mutex<Now>,
    alive: Mutex<BTreeSet<String>>,
    /// Whether the bus is away from any of them.
    deaf: AtomicBool,
}

/// What the last beat said.
#[derive(Clone, Copy, Debug)]
struct Now {
    beat: Heartbeat,
    /// When that was by the clock of the house, and really.
    at: Duration,
    really: Instant,
    /// Since when one beat has followed another.
    steady_since: Instant,
    /// The latest time of the house that was told to anybody here.
    latest: i64,
}

impl Cluster {
    /// A server that joins the others.
    ///
    /// # Errors
    /// When there are others that do not hear each other.
    pub(crate) async fn join(
        store: &Store,
        bus: Option<Arc<dyn Bus>>,
        clock: &TimeSource,
    ) -> Result<Cluster, InputError> {
        let me = ids::table_id();
        let shared = bus.is_some();
        let unusable = |error: sqlx::Error| store::unusable(&error);
        let key = store.key("bus", ids::random()).await.map_err(unusable)?;
        let until = Instant::now() + PATIENCE;
        loop {
            let others = store.servers().await.map_err(unusable)?;
            let lonely = |other: &Registered| other.alive && !(shared && other.bus);
            if !others.iter().any(lonely) {
                break;
            }
            if Instant::now() > until {
                return Err(not_alone(shared));
            }
            sleep(HEARTBEAT).await;
        }
        let beat = store
            .send_heartbeat(&me, (shared, false), program::version(), 0)
            .await
            .map_err(unusable)?;
        let really = Instant::now();
        let now = Now { beat, at: clock.now(), really, steady_since: really, latest: beat.time };
        let bus = bus.unwrap_or_else(|| Arc::new(InProcess::new()));
        Ok(Cluster {
            line: SealedBus::new(bus, key, &me),
            alive: Mutex::new([me.clone()].into()),
            deaf: AtomicBool::new(false),
            me,
            shared,
            now: Mutex::new(now),
        })
    }

    /// Whether the database was reached lately, so that this server still counts as there.
    pub(crate) fn is_fresh(&self) -> bool {
        lock(&self.now).is_fresh()
    }

    /// The time of the house by a clock of it. It stands still while the database is away.
    pub(crate) fn time(&self, clock: &TimeSource) -> i64 {
        let mut now = lock(&self.now);
        if now.is_fresh() {
            let since = clock.now().saturating_sub(now.at).as_millis();
            let time = now.beat.time + i64::try_from(since).unwrap_or(0);
            now.latest = now.latest.max(time);
        }
        now.latest
    }

    /// The time of day by the database's clock, in milliseconds since 1970: those of the servers may
    /// differ.
    pub(crate) fn day(&self) -> i64 {
        let now = *lock(&self.now);
        now.beat.day + i64::try_from(now.really.elapsed().as_millis()).unwrap_or(0)
    }

    /// Whether other servers are judged: one that was away itself cannot know who else was.
    pub(crate) fn is_steady(&self) -> bool {
        let now = lock(&self.now);
        now.is_fresh() && now.steady_since.elapsed() >= ALIVE
    }

    /// Says that this server is there. Gives whether it had not been for a while.
    pub(crate) async fn send_heartbeat(
        &self,
        store: &Store,
        clock: &TimeSource,
    ) -> Result<bool, sqlx::Error> {
        // What is measured before cannot be later than what the database says.
        let (really, at, time) = (Instant::now(), clock.now(), self.time(clock));
        let bus = (self.shared, !self.line.bus().is_connected());
        let beat = store.send_heartbeat(&self.me, bus, program::version(), time).await?;
        let mut now = lock(&self.now);
        let away = !now.is_fresh();
        let steady_since = if away { Instant::now() } else { now.steady_since };
        *now = Now { beat, at, really, steady_since, latest: now.latest };
        Ok(away)
    }

    /// Says how far the time has come, and that this server has closed.
    pub(crate) async fn leave(&self, store: &Store, clock: &TimeSource) -> Result<(), sqlx::Error> {
        self.send_heartbeat(store, clock).await?;
        store.mark_stopped(&self.me).await
    }

    /// Takes note of which servers are there. Gives whether any has gone.
    pub(crate) fn see(&self, servers: &[Registered]) -> bool {
        let there = servers.iter().filter(|server| server.alive);
        let deaf = there.clone().any(|server| server.deaf);
        self.deaf.store(deaf, Ordering::Relaxed);
        let there: BTreeSet<String> = there.map(|server| server.id.clone()).collect();
        let before = std::mem::replace(&mut *lock(&self.alive), there.clone());
        !before.is_subset(&there)
    }

    /// Whether a server is there, as far as is known here.
    pub(crate) fn is_alive(&self, server: &str) -> bool {
        lock(&self.alive).contains(server)
    }

    /// Returns true if this server is the one of those that are there which does what one of them has
    /// to do.
    pub(crate) fn is_first(&self) -> bool {
        self.is_fresh() && lock(&self.alive).first() == Some(&self.me)
    }

    /// Whether all servers that are there hear each other, as far as is known here.
    pub(crate) fn all_hear(&self) -> bool {
        self.line.bus().is_connected() && !self.deaf.load(Ordering::Relaxed)
    }

    /// How many servers are there.
    pub(crate) fn servers(&self) -> usize {
        lock(&self.alive).len()
    }
}

impl Now {
    fn is_fresh(&self) -> bool {
        self.really.elapsed() < ALIVE
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn not_alone(shared: bool) -> InputError {
    if shared {
        InputError::new(
            "このデータベースでは、--nats のないサーバーが動いています。それを終了してから始めてください。一つのデータベースで何台も動かすには、すべてに同じ --nats を指定します。",
            "A server without --nats runs on this database; close it first. Several servers on one database all need the same --nats.",
        )
    } else {
        InputError::new(
            "このデータベースでは、もうサーバーが動いています。--nats nats://ホスト:ポート をすべてのサーバーに指定するか、動いているものを終了してください。",
            "A server runs on this database already. Name the same --nats nats://host:port for all of them, or close the one that runs.",
        )
    }
}
