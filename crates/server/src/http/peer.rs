//! The connection of a request.

use std::net::IpAddr;
use std::sync::Arc;

use crate::limits::{LimitKey, Permit};
use crate::telemetry::metrics::Open;

/// The connection of a request.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address at the other end of the connection.
    pub(crate) ip: IpAddr,
    /// The permits of the connection, held until it ends, even after an upgrade to WebSocket.
    pub(crate) counted: Arc<Counted>,
}

/// The permits of a connection: one of the total, and one of each network of the client.
pub(crate) struct Counted {
    _one: Permit<Count>,
    _of_networks: Option<Permit<LimitKey>>,
    _open: Open,
}

impl Counted {
    pub(crate) fn new(
        one: Permit<Count>,
        of_networks: Option<Permit<LimitKey>>,
        open: Open,
    ) -> Counted {
        Counted { _one: one, _of_networks: of_networks, _open: open }
    }
}

/// The kind of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Count {
    Served,
    TurnedAway,
}
