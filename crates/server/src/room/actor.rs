//! The room itself: its state, its task, and the commands that it handles.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use session::table::drafts::Drafts;
use session::{Request, Session};
use tokio::sync::mpsc;
use tracing::Instrument as _;
use zashiki_core::{Seat, SeatSet};

use crate::cluster::TableMessage;
use crate::cluster::bus::Messages;
use crate::error::Refused;
use crate::limits::RateLimiter;
use crate::lobby::Visit;
use crate::room::bot_seats::BotSeats;
use crate::room::clients::Clients;
use crate::room::command::{Command, Inbox};
use crate::room::context::RoomContext;
use crate::room::registry::RoomHandle;
use crate::room::replica::Replica;

/// Capacity of a room's command queue.
const INBOX: usize = 256;

/// Delay before the server repeats a failed write of a bot's decision or of a decision after a deadline.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

/// A table in memory, with all that its task needs.
pub(crate) struct Room {
    pub(super) context: Arc<RoomContext>,
    pub(super) session: Session,
    pub(super) clients: Clients,
    pub(super) bot_seats: BotSeats,
    pub(super) inbox: Inbox,
    /// Earliest time for repeating a failed write after a deadline, in milliseconds of service time (total
    /// server uptime).
    pub(super) patience: i64,
    /// Recent phrases per seat, for rate limiting.
    pub(super) phrases: RateLimiter<Seat>,
    /// True if the lobby currently lists the table.
    pub(super) listed: bool,
    /// The player who was connected last.
    pub(super) visit: Option<Visit>,
    /// The seats that were to move when absent players were last notified.
    pub(super) called: SeatSet,
    /// True if the match in memory no longer matches the store and could not be repaired.
    pub(super) broken: bool,
    /// True if the store may contain a write whose outcome is unknown because the connection to the database
    /// was lost.
    pub(super) unsure: bool,
    /// The replication of the table to the other servers; `None` if the server is not part of a cluster.
    pub(super) elsewhere: Option<Replica>,
}

impl Room {
    /// Loads a table from the store.
    pub(crate) async fn load(
        context: Arc<RoomContext>,
        id: &str,
    ) -> Result<(Box<Room>, mpsc::Receiver<Command>), Refused> {
        let elsewhere = context.cluster.as_ref().map(|cluster| Replica::listen(cluster, id));
        let table = context.archive.replay(id).await?;
        let rematch = context.store.rematch(id).await?;
        let (inbox, commands) = mpsc::channel(INBOX);
        let bot_seats = BotSeats::new(
            table.1.len(),
            context.bot_pool.clone(),
            context.engines.clone(),
            inbox.clone(),
        );
        let parts = context.store.parts(id).await?;
        let config_cache = context.archive.config_cache.clone();
        let session = Session::new(table, parts, rematch, config_cache, context.now());
        let mut room = Box::new(Room {
            called: session.awaiting(),
            session,
            clients: Clients::default(),
            patience: 0,
            phrases: RateLimiter::new(),
            listed: false,
            visit: context.lobby.visit(id),
            broken: false,
            unsure: false,
            elsewhere,
            bot_seats,
            context,
            inbox,
        });
        room.acquire_lease().await?;
        room.send_to_servers(&TableMessage::Hello);
        Ok((room, commands))
    }

    /// A handle through which other tasks send commands to the room.
    pub(crate) fn handle(&self) -> RoomHandle {
        let progress = self.elsewhere.as_ref().map(|elsewhere| elsewhere.progress.clone());
        RoomHandle { inbox: self.inbox.clone(), progress: progress.unwrap_or_default() }
    }

    /// The version of the match: the number of its changes.
    pub(crate) fn version(&self) -> u64 {
        self.session.versions().version
    }

    /// Restores the drafts from when the table was last unloaded.
    pub(crate) fn resume(&mut self, drafts: Drafts) {
        self.session.restore_drafts(drafts);
    }

    /// Runs the room until it is unused or the server shuts down.
    pub(crate) async fn run(mut self: Box<Self>, mut commands: mpsc::Receiver<Command>) {
        let mut closing = std::pin::pin!(self.context.shutdown.started());
        let mut messages = self.elsewhere.as_mut().and_then(Replica::take_messages);
        while !self.broken {
            self.deal().await;
            self.tell();
            self.replicate();
            self.wake_bots();
            self.show_in_lobby();
            self.notify_absent();
            let (context, next) = (self.context.clone(), self.next_deadline());
            let starts = self.session.next_start(self.holds_lease());
            let wakes = starts.into_iter().chain(self.session.next_presence()).min();
            let idle = self.session.viewers.is_empty() && !self.bot_seats.any_thinking();
            // However often a room has something to do at once, others run in between.
            tokio::task::coop::consume_budget().await;
            tokio::select! {
                biased;
                () = &mut closing => return,
                // Rarely used futures are boxed, since most tables only wait and should be small.
                Some(command) = commands.recv() => Box::pin(self.handle_command(command)).await,
                Some(message) = next_of(&mut messages) => {
                    Box::pin(self.handle_server_message(message)).await;
                }
                () = context.clock.reaches_time(next.unwrap_or_default()), if next.is_some() => {
                    Box::pin(self.time_is_up()).await;
                }
                () = context.clock.reaches(wakes.unwrap_or_default()), if wakes.is_some() => {}
                () = tokio::time::sleep(RETRY), if self.unsure => {
                    Box::pin(self.make_sure()).await;
                }
                () = tokio::time::sleep(self.context.limits.linger), if idle => {
                    if Box::pin(self.unload(next, &commands)).await {
                        return;
                    }
                }
            }
        }
        // A broken room or a deleted table leaves the memory at once.
        commands.close();
        self.context.registry.discard(&self.session.setup().id);
        if self.listed {
            self.context.lobby.list(&self.session.setup().id, None);
        }
    }

    /// Unloads the room, unless a command is already waiting in its queue; returns true if it was unloaded.
    pub(super) async fn unload(
        &mut self,
        next: Option<i64>,
        commands: &mpsc::Receiver<Command>,
    ) -> bool {
        self.release_lease(next.is_some() || self.waits_for_days()).await;
        let left = next.filter(|_| self.holds_lease());
        let left =
            left.map(|until| (self.session.versions().version, until, self.session.drafts()));
        let retired = self.context.registry.unload(&self.session.setup().id, commands, left);
        if retired {
            self.leave_lobby();
        } else if let Err(error) = self.acquire_lease().await {
            tracing::warn!(%error, "the lease of a table in use could not be acquired again");
        }
        retired
    }

    /// Rereads the store after a write with an unknown outcome.
    pub(super) async fn make_sure(&mut self) {
        if self.catch_up().await.is_ok() && self.reload_occupants().await.is_ok() {
            self.unsure = false;
        }
    }

    pub(super) async fn handle_command(&mut self, command: Command) {
        match command {
            Command::Join { arriving, reply } => {
                if let Err(error) = self.catch_up().await {
                    tracing::error!(%error, "a table could not be read again");
                }
                // The requester may have stopped waiting; then the client is removed again.
                let joined = self.join(*arriving);
                let client = joined.as_ref().ok().map(|connection| connection.client);
                if reply.send(joined).is_err()
                    && let Some(client) = client
                {
                    self.clients.leave(&mut self.session.viewers, client);
                }
            }
            Command::Foresee { requester, action, reply } => {
                // The requester may have stopped waiting.
                let _ = reply.send(self.session.preview(requester, &action));
            }
            Command::Advise { requester, reply } => {
                let _ = reply.send(self.session.decision(requester));
            }
            Command::Board { reply } => {
                let _ = reply.send(self.session.public_board().map_err(Refused::from));
            }
            Command::Moment { requester, wanted, reply } => {
                let step = self.session.past_step(requester, wanted, self.context.now());
                let _ = reply.send(step.map_err(Refused::from));
            }
            Command::Withdraw { guest, reply } => {
                let _ = reply.send(
                    self.carry_out(Request::Withdraw { guest }, None).await.map_err(Refused::from),
                );
            }
            Command::Close { reply } => {
                let _ =
                    reply.send(self.carry_out(Request::Close, None).await.map_err(Refused::from));
            }
            Command::Seats => {
                if let Err(error) = self.reload_occupants().await {
                    tracing::error!(%error, "the occupants of a table could not be reread");
                }
            }
            Command::Servers(among) => self.see_servers(among).await,
            Command::Leave { client } => {
                self.clients.leave(&mut self.session.viewers, client);
            }
            Command::Say { client, requester, message } => {
                let (message, span) = *message;
                self.handle_message(client, requester, message).instrument(span).await;
            }
            Command::BotResult { seat, version, choice } => {
                self.bot_acts(seat, version, choice).await;
            }
            Command::Answered { seat, version, answer } => {
                self.bot_answers(seat, version, answer).await;
            }
        }
    }
}

/// The next message from other servers; never completes without a cluster.
async fn next_of(messages: &mut Option<Messages>) -> Option<Vec<u8>> {
    let next = messages.as_mut()?.next().await;
    if next.is_none() {
        *messages = None;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size_of_future<F>(_: impl FnOnce(Box<Room>, mpsc::Receiver<Command>) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_waiting_room_uses_little_memory() {
        let waiting = size_of_future(|room, commands| room.run(commands));
        assert!(waiting <= 2048, "rarely used futures must be boxed: {waiting} bytes");
        // The channel allocates room for 32 commands from the start.
        assert!(size_of::<Command>() <= 80, "{} bytes", size_of::<Command>());
    }
}
