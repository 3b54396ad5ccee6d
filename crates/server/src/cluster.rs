//! Several servers on one database (a cluster). The database is authoritative; the message bus only delivers
//! news faster. Each table is leased to one server at a time, which runs the table's bots, clocks, seed
//! exchange and lobby entry (ADR 29). A server that has not reached the database for [`ALIVE`] loses all its
//! leases, and its service time (the running time by which clocks are measured) stops.

pub(crate) mod bus;
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
use crate::store::{self, Heartbeat, Registered, Store};
use crate::time_source::TimeSource;
use session::program;

/// Interval at which a server sends heartbeats to the database.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(500);

/// Time for which a server counts as alive after its last heartbeat.
pub(crate) const ALIVE: Duration = Duration::from_millis(store::ALIVE.unsigned_abs());

/// Time that a starting server waits for a previous server, which may just have ended, to stop counting as
/// alive.
const PATIENCE: Duration = Duration::from_secs(3);

/// This server as a member of its cluster: its connection to the bus, and its knowledge of the other servers.
#[derive(Debug)]
pub(crate) struct Cluster {
    /// The id of this server, new with each start.
    pub(crate) me: String,
    pub(crate) line: SealedBus,
    /// True if a bus to other servers is configured.
    shared: bool,
    now: Mutex<Now>,
    alive: Mutex<BTreeSet<String>>,
    /// True if another live server is disconnected from the bus.
    deaf: AtomicBool,
}

/// The result of the last heartbeat, and the times derived from it.
#[derive(Clone, Copy, Debug)]
struct Now {
    beat: Heartbeat,
    /// The time of the last heartbeat: `at` by the server's time source, `instant` by the system's monotonic
    /// clock.
    at: Duration,
    instant: Instant,
    /// The start of the current series of heartbeats without interruption.
    steady_since: Instant,
    /// The latest service time returned so far, in milliseconds. Service time never goes back.
    latest: i64,
}

impl Cluster {
    /// Joins the cluster of the servers that use one database.
    ///
    /// # Errors
    /// Returns an error if another server runs on the database and the two do not share a bus.
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
            let unreachable = |other: &Registered| other.alive && !(shared && other.bus);
            if !others.iter().any(unreachable) {
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
        let instant = Instant::now();
        let now = Now { beat, at: clock.now(), instant, steady_since: instant, latest: beat.time };
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

    /// Returns true if the last heartbeat is recent, so that this server still counts as alive.
    pub(crate) fn is_fresh(&self) -> bool {
        lock(&self.now).is_fresh()
    }

    /// Service time, in milliseconds: the total time during which a server was running and could reach the
    /// database. It stops while the database is unreachable.
    pub(crate) fn time(&self, clock: &TimeSource) -> i64 {
        let mut now = lock(&self.now);
        if now.is_fresh() {
            let since = clock.now().saturating_sub(now.at).as_millis();
            let time = now.beat.time + i64::try_from(since).unwrap_or(0);
            now.latest = now.latest.max(time);
        }
        now.latest
    }

    /// The time of day by the database's clock, in milliseconds since 1970; the servers' own clocks may
    /// differ.
    pub(crate) fn day(&self) -> i64 {
        let now = *lock(&self.now);
        now.beat.day + i64::try_from(now.instant.elapsed().as_millis()).unwrap_or(0)
    }

    /// Returns true if this server has been alive long enough to judge whether other servers are: just after
    /// an interruption of its own it cannot know which of the others were unreachable.
    pub(crate) fn is_steady(&self) -> bool {
        let now = lock(&self.now);
        now.is_fresh() && now.steady_since.elapsed() >= ALIVE
    }

    /// Sends a heartbeat. Returns true if this server did not count as alive before, because its previous
    /// heartbeat was too long ago.
    pub(crate) async fn send_heartbeat(
        &self,
        store: &Store,
        clock: &TimeSource,
    ) -> Result<bool, sqlx::Error> {
        // Measured before the query, so that they are not later than the database's answer.
        let (instant, at, time) = (Instant::now(), clock.now(), self.time(clock));
        let bus = (self.shared, !self.line.bus().is_connected());
        let beat = store.send_heartbeat(&self.me, bus, program::version(), time).await?;
        let mut now = lock(&self.now);
        let away = !now.is_fresh();
        let steady_since = if away { Instant::now() } else { now.steady_since };
        *now = Now { beat, at, instant, steady_since, latest: now.latest };
        Ok(away)
    }

    /// Stores the service time and marks this server as stopped.
    pub(crate) async fn leave(&self, store: &Store, clock: &TimeSource) -> Result<(), sqlx::Error> {
        self.send_heartbeat(store, clock).await?;
        store.mark_stopped(&self.me).await
    }

    /// Updates the set of live servers from the servers registered in the database. Returns true if a server
    /// is no longer alive.
    pub(crate) fn update_servers(&self, servers: &[Registered]) -> bool {
        let there = servers.iter().filter(|server| server.alive);
        let deaf = there.clone().any(|server| server.deaf);
        self.deaf.store(deaf, Ordering::Relaxed);
        let there: BTreeSet<String> = there.map(|server| server.id.clone()).collect();
        let before = std::mem::replace(&mut *lock(&self.alive), there.clone());
        !before.is_subset(&there)
    }

    /// Returns true if the server with this id is alive, to this server's knowledge.
    pub(crate) fn is_alive(&self, server: &str) -> bool {
        lock(&self.alive).contains(server)
    }

    /// Returns true if this server's id is the smallest of all live servers. That server does the work that
    /// only one server may do.
    pub(crate) fn is_first(&self) -> bool {
        self.is_fresh() && lock(&self.alive).first() == Some(&self.me)
    }

    /// Returns true if all live servers are connected to the bus, to this server's knowledge.
    pub(crate) fn all_connected(&self) -> bool {
        self.line.bus().is_connected() && !self.deaf.load(Ordering::Relaxed)
    }

    /// The number of live servers in the cluster.
    pub(crate) fn servers(&self) -> usize {
        lock(&self.alive).len()
    }

    /// Sends a message to all other servers.
    pub(crate) fn broadcast(&self, message: &ServerMessage) {
        self.line.publish(&self.line.app_subject(), message);
    }
}

impl Now {
    fn is_fresh(&self) -> bool {
        self.instant.elapsed() < ALIVE
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn not_alone(shared: bool) -> InputError {
    if shared {
        InputError::new(
            "このデータベースでは、--nats のないサーバーが動いています。それを終了してから始めてください。一つのデータベースで何台も動かすには、すべてに同じ --nats を指定します。",
            "A server without --nats runs on this database; stop it first. Several servers on one database all need the same --nats.",
        )
    } else {
        InputError::new(
            "このデータベースでは、もうサーバーが動いています。--nats nats://ホスト:ポート をすべてのサーバーに指定するか、動いているものを終了してください。",
            "A server runs on this database already. Give all servers the same --nats nats://host:port, or stop the running one.",
        )
    }
}
