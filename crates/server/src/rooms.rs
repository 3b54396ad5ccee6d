//! Access to all tables: requests to their rooms, which are loaded if needed.

use std::sync::Arc;

use session::table::seats::Requester;
use session::table::snapshot::StepRequest;
use session::{Decision, PublicBoard};
use tokio::sync::oneshot;

use crate::cluster::TableMessage;
use crate::error::Refused;
use crate::protocol::{Foreseen, TableState};
use crate::room::command::{ClusterEvent, Command, Connection, Inbox, JoinRequest};
use crate::room::context::RoomContext;
use crate::room::registry::RoomRegistry;
use crate::room::{RETRY, Room};
use crate::server_clock::millis;

/// Age in milliseconds up to which a waiting correspondence table is loaded when the server starts.
const WAITING: i64 = 14 * 24 * 60 * 60 * 1000;

/// All tables of the server.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<RoomContext>);

impl Rooms {
    pub(crate) fn new(context: RoomContext) -> Rooms {
        Rooms(Arc::new(context))
    }

    /// The rooms in memory.
    pub(crate) fn registry(&self) -> &RoomRegistry {
        &self.0.registry
    }

    /// Connects a client to a table, loading the table if needed.
    pub(crate) async fn join(
        &self,
        id: &str,
        request: JoinRequest,
    ) -> Result<(Inbox, Connection), Refused> {
        let join = |reply| Command::Join { arriving: Box::new(request), reply };
        let (inbox, joined) = self.ask(id, join).await?;
        Ok((inbox, joined?))
    }

    /// Previews an action of the guest's seat.
    pub(crate) async fn preview(
        &self,
        id: &str,
        requester: Requester,
        action: &str,
    ) -> Result<Foreseen, Refused> {
        let preview = |reply| Command::Foresee { requester, action: action.to_owned(), reply };
        self.ask(id, preview).await.map(|(_, preview)| preview)
    }

    /// A past step of the table, from the guest's viewpoint.
    pub(crate) async fn past_step(
        &self,
        id: &str,
        requester: Requester,
        step: StepRequest,
    ) -> Result<TableState, Refused> {
        let step = |reply| Command::Moment { requester, wanted: step, reply };
        self.ask(id, step).await?.1
    }

    /// The board of a listed table as everybody may see it.
    pub(crate) async fn public_board(&self, id: &str) -> Result<PublicBoard, Refused> {
        self.ask(id, |reply| Command::Board { reply }).await?.1
    }

    /// Sends a request to a table's room and awaits the answer, loading the room if needed.
    pub(crate) async fn ask<Answer>(
        &self,
        id: &str,
        command: impl Fn(oneshot::Sender<Answer>) -> Command,
    ) -> Result<(Inbox, Answer), Refused> {
        loop {
            let inbox = self.room(id).await?;
            let (reply, answer) = oneshot::channel();
            // A room that is being unloaded drops the message; then the request is sent to the next one.
            if inbox.send(command(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((inbox, answer));
            }
        }
    }

    /// Loads a table even if no client is connected.
    pub(crate) async fn wake(&self, id: &str) -> Result<(), Refused> {
        self.room(id).await.map(drop)
    }

    /// The inbox of a table's room, which is loaded and started if it is not in memory.
    async fn room(&self, id: &str) -> Result<Inbox, Refused> {
        if let Some(inbox) = self.registry().find(id) {
            return Ok(inbox);
        }
        let (mut room, commands) = Room::load(self.0.clone(), id).await?;
        let guard = self.0.shutdown.hold().ok_or_else(Refused::closing)?;
        let handle = room.handle();
        let inbox = handle.inbox.clone();
        match self.registry().add(id, room.version(), handle) {
            Err(other) => return Ok(other),
            Ok(Some(drafts)) => room.resume(drafts),
            Ok(None) => {}
        }
        tokio::spawn(async move {
            room.run(commands).await;
            drop(guard);
        });
        Ok(inbox)
    }

    /// The pending decision of the requester's seat at a table.
    pub(crate) async fn decision(
        &self,
        id: &str,
        requester: Requester,
    ) -> Result<Decision, Refused> {
        let decision = |reply| Command::Advise { requester, reply };
        self.ask(id, decision).await.map(|(_, decision)| decision)
    }

    /// Acquires the lease of a table and loads it, unless another server holds the lease.
    pub(crate) async fn load_leased(&self, id: &str) -> Result<(), Refused> {
        if let Some(inbox) = self.registry().find(id) {
            // If the room has been unloaded, the next request loads it.
            let _ = inbox.send(Command::Servers(ClusterEvent::Claim)).await;
            return Ok(());
        }
        if let Some(cluster) = &self.0.cluster
            && self.0.store.acquire_lease(id, &cluster.me).await?.server != cluster.me
        {
            return Ok(());
        }
        self.wake(id).await
    }

    /// Sends an event to all rooms in memory.
    pub(crate) async fn notify(&self, event: impl Fn(&str) -> ClusterEvent) {
        for (id, room) in self.registry().handles() {
            // If the room has been unloaded, it reads the store when it is loaded again.
            let _ = room.inbox.send(Command::Servers(event(&id))).await;
        }
    }

    /// Makes the rooms of these tables reread the occupants of their seats, on all servers.
    pub(crate) async fn reload_occupants(&self, tables: impl Iterator<Item = &String>) {
        for table in tables {
            if let Some(cluster) = &self.0.cluster {
                cluster.line.publish(&cluster.line.table(table), &TableMessage::Seats);
            }
            if let Some(inbox) = self.registry().find(table) {
                // If the room has been unloaded, it reads the store when it is loaded again.
                let _ = inbox.send(Command::Seats).await;
            }
        }
    }

    /// Loads unloaded rooms when a clock runs out, until the server shuts down.
    pub(crate) async fn wait_for_clocks(&self) {
        let mut shutdown = std::pin::pin!(self.0.shutdown.started());
        self.load_timed().await;
        loop {
            let next = self.registry().next_deadline();
            let until = next.as_ref().map(|(until, _)| *until);
            tokio::select! {
                biased;
                () = &mut shutdown => return,
                () = self.registry().deadlines_changed() => continue,
                () = self.0.clock.reaches_time(until.unwrap_or_default()), if until.is_some() => {}
            }
            let Some((_, id)) = next else { continue };
            if let Err(refused) = self.wake(&id).await {
                tracing::error!(?refused, "a table whose clock has run out could not be loaded");
                self.registry().set_deadline(&id, self.0.clock.time() + millis(RETRY));
            }
        }
    }

    /// Loads the tables with running clocks after the server has started, and the correspondence tables that
    /// wait for players. They are unloaded by themselves.
    async fn load_timed(&self) {
        let tables = match self.0.store.with_clocks(self.0.clock.day() - WAITING).await {
            Ok(tables) => tables,
            Err(error) => return tracing::error!(%error, "the tables with clocks are unknown"),
        };
        for id in tables {
            if let Err(refused) = self.load_leased(&id).await {
                tracing::warn!(?refused, "a table with a clock could not be loaded");
            }
        }
    }
}
