//! What a room can be told, and the way in and out.

use tokio::sync::{mpsc, oneshot};
use zashiki_core::{DynInfoState, Seat};

use tracing::Span;

use crate::client_addr::Address;
use crate::error::Refused;
use crate::protocol::{Foreseen, Refusal, TableState, ToServer};
use crate::room::bot_seats::BotResult;
use crate::room::client_queue::ClientReceiver;
use crate::table::change::ChangeKind;
use crate::table::seats::Requester;
use crate::table::snapshot::StepRequest;
use crate::users::guest::Guest;

/// The way into a room.
pub(crate) type Inbox = mpsc::Sender<Command>;

/// What a room can be told.
pub(crate) enum Command {
    /// A client connects.
    Join { arriving: Box<JoinRequest>, reply: oneshot::Sender<Result<Connection, Refused>> },
    /// Somebody asks what would happen if they did this.
    Foresee { requester: Requester, action: String, reply: oneshot::Sender<Foreseen> },
    /// Somebody asks for advice on their decision.
    Advise { requester: Requester, reply: oneshot::Sender<Decision> },
    /// Somebody asks what was to be seen after the first `number` steps, with whose `eyes`; they
    /// have the first `seen` steps.
    Moment {
        requester: Requester,
        wanted: StepRequest,
        reply: oneshot::Sender<Result<TableState, Refused>>,
    },
    /// A client sends a message, which is traced in this span.
    Say { client: u64, requester: Requester, message: Box<(ToServer, Span)> },
    /// A person leaves the table for good: their seats are open again before the game begins, and a
    /// bot plays on for them after that.
    Withdraw { guest: Guest, reply: oneshot::Sender<Result<(), Refused>> },
    /// The operator closes the table: it is cancelled before its game begins, and the game ends
    /// without a result after that.
    Close { reply: oneshot::Sender<Result<(), Refused>> },
    /// Who sits there is to be read again.
    Seats,
    /// Something has come about among the servers.
    Servers(ClusterEvent),
    /// A client is gone.
    Leave { client: u64 },
    /// A bot was asked for its decision.
    BotResult { seat: Seat, version: u64, choice: BotResult<ChangeKind> },
    /// A bot was asked whether it agrees to a draw.
    Answered { seat: Seat, version: u64, answer: BotResult<bool> },
}

/// A client that connects.
#[derive(Clone, Copy)]
pub(crate) struct JoinRequest {
    pub(crate) requester: Requester,
    pub(crate) address: Address,
    /// How many steps it has.
    pub(crate) seen: usize,
    /// The version of the last of them.
    pub(crate) version: Option<u64>,
}

/// What a table is told of the servers.
#[derive(Clone, Copy)]
pub(crate) enum ClusterEvent {
    /// Some server has gone.
    Gone,
    /// The table may be at home nowhere: if people are here, it is to be taken home.
    Claim,
    /// Under which number it is at home here, if it is, after this server was away.
    Verify(Option<i64>),
    /// There are people at it on another server. What was stored may be `new` here.
    Shared { new: bool },
}

/// A client's end of its channel from the room.
pub(crate) struct Connection {
    pub(crate) client: u64,
    pub(crate) outgoing: ClientReceiver,
}

/// A decision for which advice may be given, from the seat's viewpoint.
pub(crate) struct Decision {
    /// The version of the table.
    pub(crate) version: u64,
    /// The seat's information state, or the error if no advice is available.
    pub(crate) seen: Result<DynInfoState, Refusal>,
    /// The game's id.
    pub(crate) game: String,
}
