//! The door of the house: it brings clients to their tables and wakes tables that sleep.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::app::App;
use crate::error::Refused;
use crate::protocol::{Foreseen, TableState};
use crate::room::Room;
use crate::room::command::{Command, Connection, Inbox, JoinRequest, StepRequest};
use crate::table::seats::Requester;

impl App {
    /// Connects a client to a table, loading the table if need be.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        arriving: JoinRequest,
    ) -> Result<(Inbox, Connection), Refused> {
        let join = |reply| Command::Join { arriving: Box::new(arriving), reply };
        let (inbox, joined) = self.ask(id, join).await?;
        Ok((inbox, joined?))
    }

    /// What would happen if the guest did this at the table now.
    pub(crate) async fn preview(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
        action: &str,
    ) -> Result<Foreseen, Refused> {
        let foresee = |reply| Command::Foresee { requester, action: action.to_owned(), reply };
        self.ask(id, foresee).await.map(|(_, foreseen)| foreseen)
    }

    /// What was to be seen at a moment of the table.
    pub(crate) async fn moment(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
        wanted: StepRequest,
    ) -> Result<TableState, Refused> {
        let moment = |reply| Command::Moment { requester, wanted, reply };
        self.ask(id, moment).await?.1
    }

    /// Asks a table something, loading it if need be.
    pub(crate) async fn ask<Answer>(
        self: &Arc<Self>,
        id: &str,
        question: impl Fn(oneshot::Sender<Answer>) -> Command,
    ) -> Result<(Inbox, Answer), Refused> {
        loop {
            let inbox = self.room(id).await?;
            let (reply, answer) = oneshot::channel();
            // A room that retires between the two drops the message: ask the next one.
            if inbox.send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((inbox, answer));
            }
        }
    }

    /// Wakes a table to which nobody need be connected.
    pub(crate) async fn wake(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        self.room(id).await.map(drop)
    }

    /// The way into a table, which is loaded and set going if it is not in memory.
    async fn room(self: &Arc<Self>, id: &str) -> Result<Inbox, Refused> {
        if let Some(inbox) = self.find(id) {
            return Ok(inbox);
        }
        let (mut room, commands) = Room::load(self.clone(), id).await?;
        let guard = self.hold().ok_or_else(Refused::closing)?;
        let way = room.handle();
        let inbox = way.inbox.clone();
        match self.keep(id, room.version(), way) {
            Err(faster) => return Ok(faster),
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
