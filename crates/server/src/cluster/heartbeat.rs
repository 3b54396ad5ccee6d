//! Periodic work of a server in a cluster: it sends heartbeats, takes over the tables of failed servers,
//! receives messages from the other servers, and polls for changes whose messages were lost.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::{ALIVE, Cluster, HEARTBEAT, ServerMessage, TableMessage};
use crate::app::{App, RoomHandle};
use crate::error::Refused;
use crate::lobby::Listing;
use crate::room::command::{ClusterEvent, Command};

/// Interval of polling for changes whose messages were lost: rarely while all servers are connected to the
/// bus, often while one is not.
const POLL: Duration = Duration::from_secs(30);
const POLL_OFTEN: Duration = Duration::from_secs(1);
/// Milliseconds for which a table counts as visited after each record of a visit.
const VISITED: i64 = 3 * 30_000;
/// Interval at which a server sends its complete lobby list to the others.
const LIST: Duration = Duration::from_secs(5);
/// Maximum number of tables in one query.
const BATCH_SIZE: usize = 256;
/// Maximum number of a failed server's tables that are taken over at each heartbeat, and at the same time.
const MAX_TAKEN_OVER: u32 = 512;
const MAX_SIMULTANEOUS: usize = 8;

impl App {
    /// Runs the cluster tasks until the server ends, if the server is part of a cluster.
    pub(crate) async fn run_cluster(self: Arc<Self>) {
        if let Some(cluster) = &self.cluster {
            tokio::join!(
                self.send_heartbeat(cluster),
                self.poll_tables(cluster),
                self.receive_messages(cluster)
            );
        }
    }

    async fn send_heartbeat(self: &Arc<Self>, cluster: &Cluster) {
        let mut beats = interval(HEARTBEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            beats.tick().await;
            let beaten = timeout(ALIVE, self.send_heartbeat_once(cluster)).await;
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
            failing = !cluster.is_fresh();
        }
    }

    async fn send_heartbeat_once(self: &Arc<Self>, cluster: &Cluster) -> Result<(), sqlx::Error> {
        let was_away = cluster.send_heartbeat(&self.store, &self.clock).await?;
        let servers = self.store.servers().await?;
        if cluster.update_servers(&servers) {
            self.lobby.forget(|by, _| !cluster.is_alive(by));
            self.notify_rooms(|_| ClusterEvent::Gone).await;
        }
        if was_away {
            tracing::warn!("this server was unreachable: others may have taken over its tables");
            let home = self.store.holds_lease(&cluster.me, u32::MAX).await?;
            let home: HashMap<String, i64> = home.into_iter().collect();
            self.notify_rooms(|id| ClusterEvent::Verify(home.get(id).copied())).await;
        }
        if cluster.is_steady() {
            for failed in servers.into_iter().filter(|server| !server.alive) {
                self.take_over(failed.id).await?;
            }
        }
        Ok(())
    }

    /// Takes over tables of a failed server, up to a limit.
    async fn take_over(self: &Arc<Self>, server: String) -> Result<(), sqlx::Error> {
        let mut tables = self.store.holds_lease(&server, MAX_TAKEN_OVER).await?;
        if tables.is_empty() {
            return self.store.forget_server(&server).await;
        }
        // Other servers do the same, so each starts at a random position.
        let first = usize::try_from(crate::ids::seed() % tables.len() as u64).unwrap_or(0);
        tables.rotate_left(first);
        tracing::info!(tables = tables.len(), "taking over tables of a failed server");
        let Some(place) = self.taking.clone().try_acquire_owned().ok() else { return Ok(()) };
        let app = self.clone();
        tokio::spawn(async move {
            let taken =
                stream::iter(tables).for_each_concurrent(MAX_SIMULTANEOUS, async |(id, _)| {
                    if let Err(refused) = app.load_leased(&id).await {
                        tracing::warn!(?refused, "a table could not be taken over");
                    }
                });
            taken.await;
            drop(place);
        });
        Ok(())
    }

    /// Acquires the lease of a table and loads it, unless another server holds the lease.
    pub(crate) async fn load_leased(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        if let Some(inbox) = self.find(id) {
            // If the room has been unloaded, the next request loads it.
            let _ = inbox.send(Command::Servers(ClusterEvent::Claim)).await;
            return Ok(());
        }
        if let Some(cluster) = &self.cluster
            && self.store.acquire_lease(id, &cluster.me).await?.server != cluster.me
        {
            return Ok(());
        }
        self.wake(id).await
    }

    async fn poll_tables(&self, cluster: &Cluster) {
        let now = Instant::now();
        let (mut polled, mut listed, mut interruptions) = (now, now, 0);
        let mut ticks = interval(HEARTBEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if listed.elapsed() >= LIST {
                listed = Instant::now();
                cluster.broadcast(&ServerMessage::Cards(self.lobby.own()));
            }
            let before = std::mem::replace(&mut interruptions, cluster.line.bus().interruptions());
            let every = if cluster.all_connected() { POLL } else { POLL_OFTEN };
            if polled.elapsed() < every && before == interruptions {
                continue;
            }
            polled = Instant::now();
            if let Err(error) = self.poll_tables_once(cluster).await {
                tracing::warn!(%error, "changes by other servers could not be read");
            }
        }
    }

    /// Polls the versions of the tables that have people connected to several servers.
    async fn poll_tables_once(&self, cluster: &Cluster) -> Result<(), sqlx::Error> {
        let rooms: HashMap<String, RoomHandle> = self.room_handles().into_iter().collect();
        let away = rooms.iter().filter(|(_, room)| room.progress.away.load(Ordering::Relaxed));
        let away: HashSet<String> = away.map(|(id, _)| id.clone()).collect();
        let visited = self.store.visited(&cluster.me, VISITED).await?;
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
                let elsewhere = reached.home != cluster.me && cluster.is_alive(&reached.home);
                if progress.away.load(Ordering::Relaxed) && !elsewhere {
                    let _ = inbox.try_send(Command::Servers(ClusterEvent::Claim));
                }
                // A room whose queue is full is notified next time.
                let _ = inbox.try_send(Command::Servers(ClusterEvent::Shared { new }));
            }
        }
        Ok(())
    }

    async fn receive_messages(&self, cluster: &Cluster) {
        let subject = cluster.line.app_subject();
        let mut messages = cluster.line.listen(&subject);
        cluster.broadcast(&ServerMessage::Hello);
        while let Some(message) = messages.next().await {
            let Some((server, note)) = cluster.line.read(&subject, &message) else { continue };
            match note {
                ServerMessage::Hello => cluster.broadcast(&ServerMessage::Cards(self.lobby.own())),
                ServerMessage::Card { table, card } => {
                    self.lobby.show(Some(&server), &table, card.map(|card| *card));
                }
                ServerMessage::Policy => {
                    if let Err(error) = self.policy.reload(&self.store).await {
                        tracing::warn!(%error, "the operator's policy could not be read");
                    }
                }
                ServerMessage::Removed { table } => self.lobby.remove(&table),
                ServerMessage::Cards(cards) => self.lobby.show_all(&server, cards),
                ServerMessage::SignedOut(browser) => {
                    // Sending fails if no client is connected, which does no harm.
                    let _ = self.signed_out.send(browser);
                }
            }
        }
    }

    /// Sends an event to all rooms in memory.
    async fn notify_rooms(&self, event: impl Fn(&str) -> ClusterEvent) {
        for (id, room) in self.room_handles() {
            // If the room has been unloaded, it reads the store when it is loaded again.
            let _ = room.inbox.send(Command::Servers(event(&id))).await;
        }
    }

    /// Shows, updates or removes a table's lobby entry on all servers.
    pub(crate) fn list(&self, id: &str, card: Option<Listing>) {
        let sent = card.clone().map(Box::new);
        if self.lobby.show(None, id, card)
            && let Some(cluster) = &self.cluster
        {
            cluster.broadcast(&ServerMessage::Card { table: id.to_owned(), card: sent });
        }
    }

    /// Tells the other servers to reload the operator's policy.
    pub(crate) fn tell_policy(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::Policy);
        }
    }

    /// Removes a deleted table from the lobby of all servers.
    pub(crate) fn unlist(&self, id: &str) {
        self.lobby.remove(id);
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::Removed { table: id.to_owned() });
        }
    }

    /// Closes the connections of a browser that was signed out, on all servers.
    pub(crate) fn sign_out(&self, browser: crate::users::guest::Token) {
        // Sending fails if no client is connected, which does no harm.
        let _ = self.signed_out.send(browser);
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::SignedOut(browser));
        }
    }

    /// Tells the other servers to reload the occupants of a table's seats.
    pub(crate) fn seats_changed(&self, table: &str) {
        if let Some(cluster) = &self.cluster {
            cluster.line.publish(&cluster.line.table(table), &TableMessage::Seats);
        }
    }
}

impl Cluster {
    fn broadcast(&self, note: &ServerMessage) {
        self.line.publish(&self.line.app_subject(), note);
    }
}
