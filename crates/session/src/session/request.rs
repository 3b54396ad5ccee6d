//! Requests to a table.

use zashiki_core::{Bytes32, Seat};

use super::host::Arrival;
use crate::guest::Guest;
use crate::protocol::{Arrangement, Phrase, ToServer};
use crate::table::change::ChangeKind;
use crate::table::seats::Requester;

/// A request that may change a table. Repeating one has no further effect.
#[derive(Clone, Debug)]
pub enum Request {
    /// A person takes an open seat.
    Sit {
        /// The person.
        arrival: Arrival,
        /// The seat.
        seat: Seat,
        /// The hash of the person's share of the seed, if the person takes part in the seed exchange.
        hash: Option<Bytes32>,
    },
    /// A person commits to a share of the seed.
    Promise {
        /// The person.
        guest: Guest,
        /// The hash of the share.
        hash: Bytes32,
    },
    /// A person reveals the share of the seed.
    Share {
        /// The person.
        requester: Requester,
        /// The share.
        share: Bytes32,
    },
    /// A person leaves the chosen seat, or else all their seats, before the match starts.
    Stand {
        /// The person.
        requester: Requester,
    },
    /// The table's creator changes it before the match starts.
    Arrange {
        /// The person.
        guest: Guest,
        /// The change.
        change: Arrangement,
    },
    /// A person leaves the match; a bot plays the seat from then on.
    Leave {
        /// The person.
        requester: Requester,
        /// The message's id.
        id: String,
        /// True if anybody may take the seat from the bot.
        gives_up: bool,
    },
    /// A person returns to the match.
    Return {
        /// The person.
        requester: Requester,
        /// The message's id.
        id: String,
    },
    /// A person accepts or declines a rematch; the first who accepts creates its table.
    Rematch {
        /// The person.
        requester: Requester,
        /// True to accept, false to decline.
        comes: bool,
        /// The hash of the person's share of the rematch's seed.
        hash: Option<Bytes32>,
    },
    /// A person changes the match: an action, a takeback, a resignation or a step of a negotiation.
    Change {
        /// The person.
        requester: Requester,
        /// The message's id.
        id: String,
        /// The version that the person saw.
        version: u64,
        /// The change.
        kind: ChangeKind,
    },
    /// A change of the match for a seat, by a bot or by the clock.
    ChangeFor {
        /// The seat.
        seat: Seat,
        /// An id of the host's own.
        id: String,
        /// The version for which the change was computed.
        version: u64,
        /// The change.
        kind: ChangeKind,
    },
    /// Removes a person permanently: before the match starts their seats become open, and the table is cancelled if
    /// they created it; after the start, a bot plays for them.
    Withdraw {
        /// The person.
        guest: Guest,
    },
    /// Closes the table for the operator: it is cancelled before the match starts, and the match ends without a
    /// result afterwards.
    Close,
    /// Advances the seed exchange, and starts the match when it is due.
    Start,
}

/// A client's message by the kind of work that it requires.
pub enum Asked {
    /// Interpret a draft.
    Draft {
        /// The message's id.
        id: String,
        /// The version that the person saw.
        version: u64,
        /// The draft.
        draft: String,
    },
    /// Send a phrase to everybody.
    Phrase {
        /// The message's id.
        id: String,
        /// The phrase.
        phrase: Phrase,
    },
    /// Send a message in the person's own words.
    Chat {
        /// The message's id.
        id: String,
        /// The message.
        text: String,
    },
    /// Take a seat; the host knows the person's profile and makes a [`Request::Sit`] of it.
    Sit {
        /// The message's id.
        id: String,
        /// The seat.
        seat: Seat,
        /// The name that the person entered.
        name: String,
        /// The hash of the person's share of the seed.
        hash: Option<Bytes32>,
    },
    /// A request to be attempted.
    Request {
        /// The message's id.
        id: String,
        /// The request.
        request: Request,
    },
}

impl Asked {
    /// Sorts the message of this person.
    pub fn of(message: ToServer, requester: Requester) -> Asked {
        let guest = requester.guest;
        let change = |id: String, version: u64, kind: ChangeKind| {
            let request = Request::Change { requester, id: id.clone(), version, kind };
            Asked::Request { id, request }
        };
        match message {
            ToServer::Draft { id, version, draft } => Asked::Draft { id, version, draft },
            ToServer::Phrase { id, phrase } => Asked::Phrase { id, phrase },
            ToServer::Chat { id, text } => Asked::Chat { id, text },
            ToServer::Sit { id, seat, name, hash } => Asked::Sit { id, seat, name, hash },
            ToServer::Promise { id, hash } => {
                Asked::Request { id, request: Request::Promise { guest, hash } }
            }
            ToServer::Share { id, share } => {
                Asked::Request { id, request: Request::Share { requester, share } }
            }
            ToServer::Stand { id } => Asked::Request { id, request: Request::Stand { requester } },
            ToServer::Arrange { id, change } => {
                Asked::Request { id, request: Request::Arrange { guest, change } }
            }
            ToServer::Leave { id, gives_up } => {
                let request = Request::Leave { requester, id: id.clone(), gives_up };
                Asked::Request { id, request }
            }
            ToServer::Return { id } => {
                let request = Request::Return { requester, id: id.clone() };
                Asked::Request { id, request }
            }
            ToServer::Rematch { id, comes, hash } => {
                Asked::Request { id, request: Request::Rematch { requester, comes, hash } }
            }
            ToServer::Resign { id, version } => change(id, version, ChangeKind::Resign),
            ToServer::Talk { id, version, word } => change(id, version, ChangeKind::Talk(word)),
            ToServer::Act { id, version, action } => change(id, version, ChangeKind::Act(action)),
            ToServer::Undo { id, version } => change(id, version, ChangeKind::Undo),
        }
    }
}
