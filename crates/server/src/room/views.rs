//! The clients that connect, and the updates that they receive.

use super::actor::Room;
use crate::error::Refused;
use crate::limits::Permit;
use crate::room::command::{Connection, JoinRequest};
use crate::telemetry::trace::span;

impl Room {
    pub(super) fn join(&mut self, arriving: JoinRequest) -> Result<Connection, Refused> {
        let JoinRequest { requester, address, seen, version } = arriving;
        self.session.check_viewer(requester)?;
        let seated = self.session.seat_of(requester).is_some();
        let onlooker: Option<Permit<()>> = match seated {
            true => None,
            false => self.context.connections.open_spectator(),
        };
        let (guest, limits) = (requester.guest, &self.context.limits);
        self.clients.check_room(guest, seated, onlooker.as_ref(), limits)?;
        let (client, messages) = self.session.join(requester, seen, version, self.context.now());
        let outgoing = self.clients.add(client, guest, address, onlooker);
        self.clients.look_around(&self.session.viewers);
        self.clients.send(&mut self.session.viewers, messages);
        Ok(Connection { client, outgoing })
    }

    /// Sends all pending changes to the clients.
    pub(super) fn tell(&mut self) {
        let _telling = self.session.viewers.has_news().then(|| span!("tell").entered());
        let messages = self.session.tell(self.context.now());
        self.clients.send(&mut self.session.viewers, messages);
    }
}
