//! Requests from clients to rooms, which are loaded if needed.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::app::App;
use crate::error::Refused;
use crate::protocol::{Foreseen, TableState};
use crate::room::Room;
use crate::room::command::{Command, Connection, Inbox, JoinRequest};
use crate::table::seats::Requester;
use crate::table::snapshot::StepRequest;

impl App {
    /// Connects a client to a table, loading the table if needed.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        request: JoinRequest,
    ) -> Result<(Inbox, Connection), Refused> {
        let join = |reply| Command::Join { arriving: Box::new(request), reply };
        let (inbox, joined) = self.ask(id, join).await?;
        Ok((inbox, joined?))
    }

    /// Previews an action of the guest's seat.
    pub(crate) async fn preview(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
        action: &str,
    ) -> Result<Foreseen, Refused> {
        let preview = |reply| Command::Foresee { requester, action: action.to_owned(), reply };
        self.ask(id, preview).await.map(|(_, preview)| preview)
    }

    /// A past step of the table, from the guest's viewpoint.
    pub(crate) async fn past_step(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
        step: StepRequest,
    ) -> Result<TableState, Refused> {
        let step = |reply| Command::Moment { requester, wanted: step, reply };
        self.ask(id, step).await?.1
    }

    /// Sends a request to a table's room and awaits the answer, loading the room if needed.
    pub(crate) async fn ask<Answer>(
        self: &Arc<Self>,
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
    pub(crate) async fn wake(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        self.room(id).await.map(drop)
    }

    /// The inbox of a table's room, which is loaded and started if it is not in memory.
    async fn room(self: &Arc<Self>, id: &str) -> Result<Inbox, Refused> {
        if let Some(inbox) = self.find(id) {
            return Ok(inbox);
        }
        let (mut room, commands) = Room::load(self.clone(), id).await?;
        let guard = self.hold().ok_or_else(Refused::closing)?;
        let handle = room.handle();
        let inbox = handle.inbox.clone();
        match self.keep(id, room.version(), handle) {
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
}
