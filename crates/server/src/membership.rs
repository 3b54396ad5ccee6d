//! Periodic work of a server in a cluster: it sends heartbeats, takes over the tables of failed servers,
//! receives messages from the other servers, and polls for changes whose messages were lost.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::cluster::{ALIVE, Cluster, HEARTBEAT, ServerMessage};
use crate::ids;
use crate::lobby::Lobby;
use crate::policy::Policy;
use crate::room::command::{ClusterEvent, Command};
use crate::room::registry::RoomHandle;
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;
use crate::store::Store;
use crate::users::Users;

/// Intervals of polling for changes whose messages were lost: `POLL` while all servers are connected to the
/// message bus, `POLL_OFTEN` while one is not.
const POLL: Duration = Duration::from_secs(30);
const POLL_OFTEN: Duration = Duration::from_secs(1);
/// Time in milliseconds for which people at a table count as connected to another server, after that server
/// last recorded it.
const VISITED: i64 = 3 * 30_000;
/// Interval at which a server sends its complete lobby list to the others.
const LIST: Duration = Duration::from_secs(5);
/// Maximum number of tables in one database query.
const BATCH_SIZE: usize = 256;
/// Limits for taking over the tables of a failed server: the number of tables at each heartbeat, and the
/// number of tables at the same time.
const MAX_TAKEN_OVER: u32 = 512;
const MAX_SIMULTANEOUS: usize = 8;

/// This server's membership of a cluster, with the parts that it keeps up to date.
pub(crate) struct Membership {
    pub(crate) cluster: Arc<Cluster>,
    store: Store,
    clock: ServerClock,
    lobby: Arc<Lobby>,
    policy: Arc<Policy>,
    users: Arc<Users>,
    rooms: Rooms,
    /// The permit to take over tables of a failed server, so that only one such task runs at a time.
    taking_over: Arc<Semaphore>,
}

impl Membership {
    pub(crate) fn new(
        cluster: Arc<Cluster>,
        (store, clock): (Store, ServerClock),
        lobby: Arc<Lobby>,
        policy: Arc<Policy>,
        users: Arc<Users>,
        rooms: Rooms,
    ) -> Membership {
        let taking_over = Arc::new(Semaphore::new(1));
        Membership { cluster, store, clock, lobby, policy, users, rooms, taking_over }
    }

    /// Runs the periodic cluster tasks until this future is dropped.
    pub(crate) async fn run(&self) {
        tokio::join!(self.send_heartbeat(), self.poll_tables(), self.receive_messages());
    }

    /// Stores the service time, and records that this server has stopped.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.cluster.leave(&self.store, self.clock.source()).await {
            tracing::warn!(%error, "the other servers do not know yet that this one has stopped");
        }
    }

    async fn send_heartbeat(&self) {
        let mut beats = interval(HEARTBEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            beats.tick().await;
            let beaten = timeout(ALIVE, self.send_heartbeat_once()).await;
            let error = match beaten {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error),
                Err(_) => Some(sqlx::Error::PoolTimedOut),
            };
            match error {
                None if failing => tracing::info!("the database is reachable again"),
                Some(error) if !failing => tracing::error!(
                    %error,
                    "the database cannot be reached: clocks are stopped, and no move is saved until it can"
                ),
                _ => {}
            }
            failing = !self.cluster.is_fresh();
        }
    }

    async fn send_heartbeat_once(&self) -> Result<(), sqlx::Error> {
        let was_away = self.cluster.send_heartbeat(&self.store, self.clock.source()).await?;
        let servers = self.store.servers().await?;
        if self.cluster.update_servers(&servers) {
            self.lobby.forget(|by, _| !self.cluster.is_alive(by));
            self.rooms.notify(|_| ClusterEvent::Gone).await;
        }
        if was_away {
            tracing::warn!("this server was unreachable: others may have taken over its tables");
            let home = self.store.holds_lease(&self.cluster.me, u32::MAX).await?;
            let home: HashMap<String, i64> = home.into_iter().collect();
            self.rooms.notify(|id| ClusterEvent::Verify(home.get(id).copied())).await;
        }
        if self.cluster.is_steady() {
            for failed in servers.into_iter().filter(|server| !server.alive) {
                self.take_over(failed.id).await?;
            }
        }
        Ok(())
    }

    /// Takes over at most [`MAX_TAKEN_OVER`] tables of a failed server. If the server has no tables left,
    /// deletes it from the database.
    async fn take_over(&self, server: String) -> Result<(), sqlx::Error> {
        let mut tables = self.store.holds_lease(&server, MAX_TAKEN_OVER).await?;
        if tables.is_empty() {
            return self.store.forget_server(&server).await;
        }
        // Other servers do the same, so each starts at a random position.
        let first = usize::try_from(ids::seed() % tables.len() as u64).unwrap_or(0);
        tables.rotate_left(first);
        tracing::info!(tables = tables.len(), "taking over tables of a failed server");
        let Some(place) = self.taking_over.clone().try_acquire_owned().ok() else { return Ok(()) };
        let rooms = self.rooms.clone();
        tokio::spawn(async move {
            let taken =
                stream::iter(tables).for_each_concurrent(MAX_SIMULTANEOUS, async |(id, _)| {
                    if let Err(refused) = rooms.load_leased(&id).await {
                        tracing::warn!(?refused, "a table could not be taken over");
                    }
                });
            taken.await;
            drop(place);
        });
        Ok(())
    }

    async fn poll_tables(&self) {
        let now = Instant::now();
        let (mut polled, mut listed, mut interruptions) = (now, now, 0);
        let mut ticks = interval(HEARTBEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if listed.elapsed() >= LIST {
                listed = Instant::now();
                self.cluster.broadcast(&ServerMessage::Cards(self.lobby.own()));
            }
            let before =
                std::mem::replace(&mut interruptions, self.cluster.line.bus().interruptions());
            let every = if self.cluster.all_connected() { POLL } else { POLL_OFTEN };
            if polled.elapsed() < every && before == interruptions {
                continue;
            }
            polled = Instant::now();
            if let Err(error) = self.poll_tables_once().await {
                tracing::warn!(%error, "changes by other servers could not be read");
            }
        }
    }

    /// Reads the versions of the tables that have people connected to several servers, and notifies the rooms
    /// of changes that they have missed.
    async fn poll_tables_once(&self) -> Result<(), sqlx::Error> {
        let rooms: HashMap<String, RoomHandle> =
            self.rooms.registry().handles().into_iter().collect();
        let away = rooms.iter().filter(|(_, room)| room.progress.away.load(Ordering::Relaxed));
        let away: HashSet<String> = away.map(|(id, _)| id.clone()).collect();
        let visited = self.store.visited(&self.cluster.me, VISITED).await?;
        let shared: HashSet<String> =
            visited.into_iter().filter(|id| rooms.contains_key(id)).chain(away.clone()).collect();
        let (shared, away) = (Vec::from_iter(shared), Vec::from_iter(away));
        for tables in away.chunks(BATCH_SIZE) {
            self.store.visit(tables).await?;
        }
        for tables in shared.chunks(BATCH_SIZE) {
            for reached in self.store.reached(tables).await? {
                let Some(RoomHandle { inbox, progress }) = rooms.get(&reached.table) else {
                    continue;
                };
                let new = reached.version > progress.version.load(Ordering::Relaxed)
                    || reached.arranged > progress.arranged.load(Ordering::Relaxed)
                    || progress.unsettled.load(Ordering::Relaxed);
                let elsewhere =
                    reached.home != self.cluster.me && self.cluster.is_alive(&reached.home);
                if progress.away.load(Ordering::Relaxed) && !elsewhere {
                    let _ = inbox.try_send(Command::Servers(ClusterEvent::Claim));
                }
                // A room whose queue is full is notified next time.
                let _ = inbox.try_send(Command::Servers(ClusterEvent::Shared { new }));
            }
        }
        Ok(())
    }

    async fn receive_messages(&self) {
        let subject = self.cluster.line.app_subject();
        let mut messages = self.cluster.line.listen(&subject);
        self.cluster.broadcast(&ServerMessage::Hello);
        while let Some(message) = messages.next().await {
            let Some((server, note)) = self.cluster.line.read(&subject, &message) else { continue };
            match note {
                ServerMessage::Hello => {
                    self.cluster.broadcast(&ServerMessage::Cards(self.lobby.own()))
                }
                ServerMessage::Card { table, card } => {
                    self.lobby.show(Some(&server), &table, card.map(|card| *card));
                }
                ServerMessage::Policy => {
                    if let Err(error) = self.policy.reload().await {
                        tracing::warn!(%error, "the operator's policy could not be read");
                    }
                }
                ServerMessage::Removed { table } => self.lobby.remove(&table),
                ServerMessage::Cards(cards) => self.lobby.show_all(&server, cards),
                ServerMessage::SignedOut(browser) => {
                    self.users.sign_outs.close_here(browser);
                }
            }
        }
    }
}
