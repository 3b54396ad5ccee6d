//! What a house does among others, as long as it is open: it says that it is there, takes home the
//! tables of those that are not, hears what the others say, and looks for what it did not hear.

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

/// How often it is looked for what was not heard: while all servers hear each other, which is rarely
/// needed, and while the bus is away from any of them.
const LOOK: Duration = Duration::from_secs(30);
const LOOK_OFTEN: Duration = Duration::from_secs(1);
/// For how many milliseconds a table counts as visited after that was last noted.
const VISITED: i64 = 3 * 30_000;
/// How often a server tells the others all that it lists in the lobby.
const LIST: Duration = Duration::from_secs(5);
/// How many tables are asked about at once.
const TOGETHER: usize = 256;
/// How many tables of one server that has gone are taken home at each beat, and how many at once.
const TAKEN: u32 = 512;
const TAKEN_AT_ONCE: usize = 8;

impl App {
    /// Keeps the house among the others, if there may be any.
    pub(crate) async fn run_cluster(self: Arc<Self>) {
        if let Some(cluster) = &self.cluster {
            tokio::join!(self.send_heartbeat(cluster), self.look(cluster), self.hear(cluster));
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
                None if failing => tracing::info!("the database is there again"),
                Some(error) if !failing => tracing::error!(
                    %error,
                    "the database cannot be reached: time stands still, and no move is saved until it can"
                ),
                _ => {}
            }
            failing = !cluster.is_fresh();
        }
    }

    async fn send_heartbeat_once(self: &Arc<Self>, cluster: &Cluster) -> Result<(), sqlx::Error> {
        let was_away = cluster.send_heartbeat(&self.store, &self.clock).await?;
        let servers = self.store.servers().await?;
        if cluster.see(&servers) {
            self.lobby.forget(|by, _| !cluster.is_alive(by));
            self.tell_rooms(|_| ClusterEvent::Gone).await;
        }
        if was_away {
            tracing::warn!("this server was away: others may have taken its tables home");
            let home = self.store.holds_lease(&cluster.me, u32::MAX).await?;
            let home: HashMap<String, i64> = home.into_iter().collect();
            self.tell_rooms(|id| ClusterEvent::Verify(home.get(id).copied())).await;
        }
        if cluster.is_steady() {
            for gone in servers.into_iter().filter(|server| !server.alive) {
                self.take_over(gone.id).await?;
            }
        }
        Ok(())
    }

    /// Takes home the tables of a server that has gone, or some of them.
    async fn take_over(self: &Arc<Self>, server: String) -> Result<(), sqlx::Error> {
        let mut tables = self.store.holds_lease(&server, TAKEN).await?;
        if tables.is_empty() {
            return self.store.forget_server(&server).await;
        }
        // Others do the same: they begin elsewhere.
        let first = usize::try_from(crate::ids::seed() % tables.len() as u64).unwrap_or(0);
        tables.rotate_left(first);
        tracing::info!(tables = tables.len(), "taking home tables of a server that has gone");
        let Some(place) = self.taking.clone().try_acquire_owned().ok() else { return Ok(()) };
        let app = self.clone();
        tokio::spawn(async move {
            let taken = stream::iter(tables).for_each_concurrent(TAKEN_AT_ONCE, async |(id, _)| {
                if let Err(refused) = app.load_leased(&id).await {
                    tracing::warn!(?refused, "a table could not be taken home");
                }
            });
            taken.await;
            drop(place);
        });
        Ok(())
    }

    /// Brings a table home and sets it going, unless it is at home with another server.
    pub(crate) async fn load_leased(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        if let Some(inbox) = self.find(id) {
            // If the room is gone it will be loaded by whoever needs it.
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

    async fn look(&self, cluster: &Cluster) {
        let now = Instant::now();
        let (mut looked, mut listed, mut interruptions) = (now, now, 0);
        let mut ticks = interval(HEARTBEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if listed.elapsed() >= LIST {
                listed = Instant::now();
                cluster.tell_house(&ServerMessage::Cards(self.lobby.own()));
            }
            let before = std::mem::replace(&mut interruptions, cluster.line.bus().interruptions());
            let every = if cluster.all_hear() { LOOK } else { LOOK_OFTEN };
            if looked.elapsed() < every && before == interruptions {
                continue;
            }
            looked = Instant::now();
            if let Err(error) = self.look_once(cluster).await {
                tracing::warn!(%error, "what other servers did is not known yet");
            }
        }
    }

    /// Looks how far the tables have come at which there are people on several servers.
    async fn look_once(&self, cluster: &Cluster) -> Result<(), sqlx::Error> {
        let ways: HashMap<String, RoomHandle> = self.room_handles().into_iter().collect();
        let away = ways.iter().filter(|(_, way)| way.progress.away.load(Ordering::Relaxed));
        let away: HashSet<String> = away.map(|(id, _)| id.clone()).collect();
        let visited = self.store.visited(&cluster.me, VISITED).await?;
        let shared: HashSet<String> =
            visited.into_iter().filter(|id| ways.contains_key(id)).chain(away.clone()).collect();
        let (shared, away) = (Vec::from_iter(shared), Vec::from_iter(away));
        for tables in away.chunks(TOGETHER) {
            self.store.visit(tables).await?;
        }
        for tables in shared.chunks(TOGETHER) {
            for reached in self.store.reached(tables).await? {
                let Some(RoomHandle { inbox, progress }) = ways.get(&reached.table) else {
                    continue;
                };
                let new = reached.version > progress.version.load(Ordering::Relaxed)
                    || reached.arranged > progress.arranged.load(Ordering::Relaxed)
                    || progress.unsettled.load(Ordering::Relaxed);
                let elsewhere = reached.home != cluster.me && cluster.is_alive(&reached.home);
                if progress.away.load(Ordering::Relaxed) && !elsewhere {
                    let _ = inbox.try_send(Command::Servers(ClusterEvent::Claim));
                }
                // A room that has too much to do is told the next time.
                let _ = inbox.try_send(Command::Servers(ClusterEvent::Shared { new }));
            }
        }
        Ok(())
    }

    async fn hear(&self, cluster: &Cluster) {
        let subject = cluster.line.app_subject();
        let mut messages = cluster.line.listen(&subject);
        cluster.tell_house(&ServerMessage::Hello);
        while let Some(message) = messages.next().await {
            let Some((server, note)) = cluster.line.read(&subject, &message) else { continue };
            match note {
                ServerMessage::Hello => cluster.tell_house(&ServerMessage::Cards(self.lobby.own())),
                ServerMessage::Card { table, card } => {
                    self.lobby.show(Some(&server), &table, card.map(|card| *card));
                }
                ServerMessage::Policy => {
                    if let Err(error) = self.policy.read_again(&self.store).await {
                        tracing::warn!(%error, "what the operator decided is not read yet");
                    }
                }
                ServerMessage::Removed { table } => self.lobby.remove(&table),
                ServerMessage::Cards(cards) => self.lobby.show_all(&server, cards),
                ServerMessage::SignedOut(browser) => {
                    // It fails when nobody is connected at all.
                    let _ = self.signed_out.send(browser);
                }
            }
        }
    }

    /// Tells all tables in memory something of the servers.
    async fn tell_rooms(&self, what: impl Fn(&str) -> ClusterEvent) {
        for (id, way) in self.room_handles() {
            // If the room is gone it will be read anyway.
            let _ = way.inbox.send(Command::Servers(what(&id))).await;
        }
    }

    /// Lists a table in the lobby so, or no longer, on all servers.
    pub(crate) fn list(&self, id: &str, card: Option<Listing>) {
        let told = card.clone().map(Box::new);
        if self.lobby.show(None, id, card)
            && let Some(cluster) = &self.cluster
        {
            cluster.tell_house(&ServerMessage::Card { table: id.to_owned(), card: told });
        }
    }

    /// Has the other servers read again what the operator decided.
    pub(crate) fn tell_policy(&self) {
        if let Some(cluster) = &self.cluster {
            cluster.tell_house(&ServerMessage::Policy);
        }
    }

    /// The lobby of no server lists a table any more that was deleted.
    pub(crate) fn unlist(&self, id: &str) {
        self.lobby.remove(id);
        if let Some(cluster) = &self.cluster {
            cluster.tell_house(&ServerMessage::Removed { table: id.to_owned() });
        }
    }

    /// Closes the connections of a browser that is no longer whose it was, on all servers.
    pub(crate) fn sign_out(&self, browser: crate::users::guest::Token) {
        // It fails when nobody is connected at all.
        let _ = self.signed_out.send(browser);
        if let Some(cluster) = &self.cluster {
            cluster.tell_house(&ServerMessage::SignedOut(browser));
        }
    }

    /// Has who sits at a table read again on the other servers.
    pub(crate) fn seats_changed(&self, table: &str) {
        if let Some(cluster) = &self.cluster {
            cluster.line.tell(&cluster.line.table(table), &TableMessage::Seats);
        }
    }
}

impl Cluster {
    fn tell_house(&self, note: &ServerMessage) {
        self.line.tell(&self.line.app_subject(), note);
    }
}
