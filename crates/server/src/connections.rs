//! Limits on the number of open connections to tables.

use std::sync::Arc;

use session::guest::Guest;

use crate::client_addr::Address;
use crate::config::Limits;
use crate::error::Refused;
use crate::limits::{ConcurrencyLimiter, LimitKey, Permit, networks};

/// Counts the open connections to tables against three limits: of all spectators, of each guest, and of each
/// network.
pub(crate) struct Connections {
    limits: Arc<Limits>,
    spectators: ConcurrencyLimiter<()>,
    guests: ConcurrencyLimiter<Guest>,
    networks: ConcurrencyLimiter<LimitKey>,
}

impl Connections {
    pub(crate) fn new(limits: Arc<Limits>) -> Connections {
        Connections {
            limits,
            spectators: ConcurrencyLimiter::new(),
            guests: ConcurrencyLimiter::new(),
            networks: ConcurrencyLimiter::new(),
        }
    }

    /// Counts a spectator's connection as open until the permit is dropped. Returns `None` if too many
    /// spectators are connected.
    pub(crate) fn open_spectator(&self) -> Option<Permit<()>> {
        self.spectators.open((), self.limits.onlookers)
    }

    /// Counts a guest's connection from an address as open until the permits are dropped: against the limit
    /// of the guest, and against that of every network that contains the address.
    pub(crate) fn open(
        &self,
        guest: Guest,
        address: Address,
    ) -> Result<(Permit<Guest>, Permit<LimitKey>), Refused> {
        let most = self.limits.live_per_guest;
        let of_guest = self.guests.open(guest, most).ok_or_else(Refused::too_many_tabs)?;
        Ok((of_guest, self.open_for_address(address)?))
    }

    /// Counts a connection as open until the permit is dropped, against the limit of every network (address
    /// range) that contains the address.
    pub(crate) fn open_for_address(&self, address: Address) -> Result<Permit<LimitKey>, Refused> {
        let parties = networks(address, self.limits.live_per_address);
        self.networks.open_for(parties).ok_or_else(Refused::address_full)
    }
}
