//! Messages between the servers of a cluster. A lost message does no lasting harm: its effect is obtained by
//! other means within seconds.

use serde::{Deserialize, Serialize};
use session::guest::Guest;
use zashiki_core::Seat;

use crate::lobby::Listing;
use crate::protocol::{ChatLine, Phrase};
use crate::users::guest::Token;

/// A message about one table, exchanged by the servers to which people at the table are connected.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableMessage {
    /// The table has changed. `version` is its number of changes, and `arranged` its number of changes to
    /// seats, options and settings; a server that knows fewer reads the rest from the store. Before the match
    /// starts, the seed commitments may have changed as well. `trace` identifies the trace of the request
    /// that caused the change.
    News { version: u64, arranged: u64, trace: Option<String> },
    /// A server has loaded this table into memory: the others reply with their connected guests and drafts.
    Hello,
    /// The guests at the table who are connected to the sending server.
    Here { guests: Vec<Guest> },
    /// A seat's draft (unfinished input) of its pending decision, in the match with this number of changes.
    Draft { seat: Seat, version: u64, text: String },
    /// A predefined phrase sent by a seat, with the id of the client's message. Older servers send no id.
    Said {
        seat: Seat,
        phrase: Phrase,
        #[serde(default)]
        id: String,
    },
    /// A message in the words of the person at a seat.
    Chat(ChatLine),
    /// A seat's answer to the offer of a rematch; `comes` is true if the seat accepts.
    Rematch { seat: Seat, comes: bool },
    /// The sending server has released the table's lease, so another server may acquire it.
    Free,
    /// A name has changed: the occupants of the seats must be read from the store again.
    Seats,
}

/// A message to all servers that does not concern a single table's room.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// A server has joined the cluster: the others send it their lobby lists.
    Hello,
    /// The new lobby entry of a table; `None` removes the table from the lobby.
    Card { table: String, card: Option<Box<Listing>> },
    /// A table was deleted.
    Removed { table: String },
    /// The complete list of the lobby entries that the sending server publishes.
    Cards(Vec<Listing>),
    /// The operator has changed a decision, such as a ban or the announcement: the others reload them.
    Policy,
    /// A browser was signed out, so its connections must be closed.
    SignedOut(Token),
}
