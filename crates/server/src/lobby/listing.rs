//! A table in the lobby.

use serde::{Deserialize, Serialize};
use session::guest::Guest;

use crate::client_addr::Address;
use crate::limits::{LimitKey, guest_and_networks};
use crate::protocol::LobbyTable;

/// Maximum number of listed tables for one person; `PER_ADDRESS` is the maximum for one address.
pub(super) const PER_PERSON: usize = 3;

const PER_ADDRESS: usize = 8;

const HOUR: i64 = 60 * 60 * 1000;

/// Milliseconds for which a waiting table is listed, unless it is a correspondence table.
pub(super) const WAITS: i64 = 12 * HOUR;

/// Milliseconds for which a waiting correspondence table is listed.
pub(super) const WAITS_DAYS: i64 = 14 * 24 * HOUR;

/// Milliseconds after its last player disconnected for which a correspondence table stays listed; the next
/// visit of a player lists it again.
pub(super) const VISITED: i64 = 48 * HOUR;

/// A listed table, as servers exchange it. Older servers send only `card`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Listing {
    #[serde(flatten)]
    pub(super) card: LobbyTable,
    /// The parties (the last visitor and that visitor's networks) that this table counts against, each with
    /// its maximum number of listed tables.
    #[serde(default)]
    pub(super) shares: Vec<(LimitKey, usize)>,
    /// The time until which the table is listed, in milliseconds since 1970.
    #[serde(default = "forever")]
    pub(super) until: i64,
    /// The last player who was connected; only for this server's own tables.
    #[serde(skip)]
    pub(super) visit: Option<Visit>,
}

fn forever() -> i64 {
    i64::MAX
}

/// A player of a table, with the address of the last connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    pub(crate) guest: Guest,
    pub(crate) address: Address,
    /// Time of the last connection, in milliseconds since 1970.
    pub(crate) at: i64,
}

impl Listing {
    /// The listing of a table, counted against its last visitor and that visitor's networks. Returns `None`
    /// if its time in the list has expired at `now`.
    pub(crate) fn new(card: LobbyTable, visit: Visit, now: i64) -> Option<Listing> {
        let Visit { guest, address, at } = visit;
        let until = match (card.started, card.terms.slow()) {
            (true, _) => forever(),
            (false, false) => card.created + WAITS,
            (false, true) if is_present(&card) => card.created + WAITS_DAYS,
            (false, true) => (card.created + WAITS_DAYS).min(at + VISITED),
        };
        let shares = guest_and_networks((guest, PER_PERSON), address, PER_ADDRESS);
        Some(Listing { card, shares, until, visit: Some(visit) })
            .filter(|listing| now < listing.until)
    }

    /// The table's id.
    pub(crate) fn table(&self) -> &str {
        &self.card.table
    }
}

/// Returns true if a person with a seat is connected. Built-in bots always are.
pub(super) fn is_present(card: &LobbyTable) -> bool {
    card.seats.iter().any(|seat| seat.online && seat.bot.is_none())
}
