//! What a room can be told, and the way in and out.

use axum::extract::ws::Utf8Bytes;
use bots::AnyBot;
use table::Seat;
use tokio::sync::{mpsc, oneshot};

use crate::guest::Guest;
use crate::refusal::Refused;
use crate::wire::{Foreseen, ToServer};

/// The way into a room.
pub(crate) type Inbox = mpsc::Sender<Command>;

/// What a room can be told.
pub(crate) enum Command {
    /// A client connects; it has `seen` steps, the last of them at `version`.
    Join {
        guest: Guest,
        seen: usize,
        version: Option<u64>,
        reply: oneshot::Sender<Result<Connection, Refused>>,
    },
    /// Somebody asks what would happen if they did this.
    Foresee { guest: Guest, action: String, reply: oneshot::Sender<Foreseen> },
    /// A client sends a message.
    Say { client: u64, message: ToServer },
    /// A client is gone.
    Leave { client: u64 },
    /// A bot has chosen, or failed to.
    Thought { seat: Seat, version: u64, choice: Option<(Box<dyn AnyBot>, String)> },
    /// A bot has an answer to the offer of a draw, or failed to find one.
    Answered { seat: Seat, version: u64, answer: Option<(Box<dyn AnyBot>, bool)> },
}

/// A client's end of its channel from the room.
pub(crate) struct Connection {
    pub(crate) client: u64,
    pub(crate) outbox: mpsc::Receiver<Utf8Bytes>,
}
