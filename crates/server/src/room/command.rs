//! The commands that a room handles, and the types of its channels.

use bots::DynBot;
use session::guest::Guest;
use session::table::change::ChangeKind;
use session::table::seats::Requester;
use session::table::snapshot::StepRequest;
use session::{Decision, PublicBoard};
use tokio::sync::{mpsc, oneshot};
use tracing::Span;
use zashiki_core::Seat;

use crate::client_addr::Address;
use crate::error::Refused;
use crate::protocol::{Foreseen, TableState, ToServer};
use crate::room::client_queue::ClientReceiver;

/// The channel through which other tasks send commands to a room.
pub(crate) type Inbox = mpsc::Sender<Command>;

/// A command to a room.
pub(crate) enum Command {
    /// A client connects.
    Join { arriving: Box<JoinRequest>, reply: oneshot::Sender<Result<Connection, Refused>> },
    /// Requests a preview of an action of the requester's seat.
    Foresee { requester: Requester, action: String, reply: oneshot::Sender<Foreseen> },
    /// Requests the seat's pending decision, on which a bot will then give advice.
    Advise { requester: Requester, reply: oneshot::Sender<Decision> },
    /// Requests the board as everybody may see it.
    Board { reply: oneshot::Sender<Result<PublicBoard, Refused>> },
    /// Requests a past step of the match.
    Moment {
        requester: Requester,
        wanted: StepRequest,
        reply: oneshot::Sender<Result<TableState, Refused>>,
    },
    /// A client's message, with the span in which it is traced.
    Say { client: u64, requester: Requester, message: Box<(ToServer, Span)> },
    /// A person leaves the table permanently: before the match starts their seats become open, afterwards a
    /// bot takes over.
    Withdraw { guest: Guest, reply: oneshot::Sender<Result<(), Refused>> },
    /// The operator closes the table: it is cancelled before the match starts, and the match ends without a
    /// result afterwards.
    Close { reply: oneshot::Sender<Result<(), Refused>> },
    /// Rereads the occupants of the seats from the store.
    Seats,
    /// An event in the cluster.
    Servers(ClusterEvent),
    /// A client has disconnected.
    Leave { client: u64 },
    /// A bot's decision.
    BotResult { seat: Seat, version: u64, choice: BotResult<ChangeKind> },
    /// A bot's answer to a draw offer.
    Answered { seat: Seat, version: u64, answer: BotResult<bool> },
}

/// A client that connects.
#[derive(Clone, Copy)]
pub(crate) struct JoinRequest {
    pub(crate) requester: Requester,
    pub(crate) address: Address,
    /// The number of steps that the client has.
    pub(crate) seen: usize,
    /// The version of the table's last state that the client received, if any.
    pub(crate) version: Option<u64>,
}

/// An event in the cluster that concerns rooms.
#[derive(Clone, Copy)]
pub(crate) enum ClusterEvent {
    /// A server of the cluster has disappeared.
    Gone,
    /// The table's lease may be free: a room with clients should acquire it.
    Claim,
    /// This server was interrupted. Contains the current fencing number of its lease, if it still holds the
    /// lease.
    Verify(Option<i64>),
    /// People are connected to the table on another server; `new` is true if the store has changes that this
    /// room does not know.
    Shared { new: bool },
}

/// A client's connection to a room.
pub(crate) struct Connection {
    pub(crate) client: u64,
    pub(crate) outgoing: ClientReceiver,
}

/// The result of a request to a bot.
pub(crate) enum BotResult<Found> {
    /// The bot's answer.
    Found(Box<dyn DynBot>, Found),
    /// All clients had left before the bot's turn in the queue came.
    Unwanted(Box<dyn DynBot>),
    /// The bot failed and cannot be used any more.
    Failed,
}
