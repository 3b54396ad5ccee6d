//! The network connection on which a request arrived.

use std::net::IpAddr;
use std::sync::Arc;

use crate::limits::{LimitKey, Permit};
use crate::telemetry::metrics::Open;

/// The network connection on which a request arrived.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address at the other end of the connection.
    pub(crate) ip: IpAddr,
    /// The permits of the connection, held until it ends, even after an upgrade to WebSocket.
    pub(crate) counted: Arc<Counted>,
}

/// The permits of a connection: one counts it towards the limit of all connections, and others towards the
/// limits of the client's networks.
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

/// The kinds of connections that have limits of their own: connections that are served, and connections that
/// are turned away because the server has too many.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Count {
    Served,
    TurnedAway,
}
