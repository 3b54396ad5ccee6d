//! What servers tell each other. What is lost of it is made up for within seconds.

use serde::{Deserialize, Serialize};
use zashiki_core::Seat;

use crate::lobby::Listing;
use crate::protocol::Phrase;
use crate::users::guest::{Guest, Token};

/// What servers with people at a table tell each other of it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableMessage {
    /// So many changes are stored, and it was arranged so often: who has fewer reads them. Where
    /// the play has not begun, what people promised to its deal may have changed as well.
    /// Whose message did it is traced as `trace` says, if it is.
    News { version: u64, arranged: u64, trace: Option<String> },
    /// A server has come: the others say who is with them, and what is in hand there.
    Hello,
    /// These are connected to the server that says so.
    Here { guests: Vec<Guest> },
    /// How far a seat has come with the decision that is awaited of it.
    Draft { seat: Seat, version: u64, text: String },
    /// A seat says something.
    Said { seat: Seat, phrase: Phrase },
    /// The person of a seat comes to the rematch, or does not.
    Rematch { seat: Seat, comes: bool },
    /// The table is at home nowhere now.
    Free,
    /// Who sits there is to be read again: somebody is called otherwise.
    Seats,
}

/// What servers tell each other of the house.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// A server has come: the others say what they list.
    Hello,
    /// The lobby lists a table so, or no longer.
    Card { table: String, card: Option<Box<Listing>> },
    /// A table was deleted.
    Removed { table: String },
    /// All that a server lists.
    Cards(Vec<Listing>),
    /// What the operator decided has changed.
    Policy,
    /// A browser was signed out.
    SignedOut(Token),
}
