//! Messages between the servers of a cluster. Lost messages are compensated within seconds.

use serde::{Deserialize, Serialize};
use zashiki_core::Seat;

use crate::lobby::Listing;
use crate::protocol::Phrase;
use crate::users::guest::{Guest, Token};

/// A message about a table between servers that have people there.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableMessage {
    /// The table has this number of changes and of setup changes; servers that know fewer read them from the
    /// store. Before the match starts, the seed commitments may have changed as well. `trace` identifies the
    /// trace of the request that caused it.
    News { version: u64, arranged: u64, trace: Option<String> },
    /// A server has joined: the others send their connected guests and their drafts.
    Hello,
    /// Guests connected to the sending server.
    Here { guests: Vec<Guest> },
    /// A seat's draft of its pending decision.
    Draft { seat: Seat, version: u64, text: String },
    /// A predefined phrase from a seat.
    Said { seat: Seat, phrase: Phrase },
    /// A seat's answer to a rematch.
    Rematch { seat: Seat, comes: bool },
    /// The table's lease has been released.
    Free,
    /// The occupants of the seats must be read again because a name has changed.
    Seats,
}

/// A message that does not concern a single table's room.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// A server has joined: the others send their lobby lists.
    Hello,
    /// A table's new lobby entry; `None` removes it.
    Card { table: String, card: Option<Box<Listing>> },
    /// A table was deleted.
    Removed { table: String },
    /// The complete lobby list of the sending server.
    Cards(Vec<Listing>),
    /// The operator's policy has changed.
    Policy,
    /// A browser was signed out.
    SignedOut(Token),
}
