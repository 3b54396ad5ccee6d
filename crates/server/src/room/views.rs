//! The views that clients receive, and answers to their queries.

use super::actor::Room;
use crate::error::Refused;
use crate::limits::Permit;
use crate::protocol::{Foreseen, Refusal};
use crate::room::command::{Connection, Decision, JoinRequest};
use crate::telemetry::trace::span;
use session::request_error::RequestError;
use session::table::seats::{Requester, is_program};

impl Room {
    pub(super) fn join(&mut self, arriving: JoinRequest) -> Result<Connection, Refused> {
        let requester = arriving.requester;
        let limits = &self.context.limits;
        let seated = self.seat_of(requester).is_some();
        if !(seated || self.setup.terms.onlookers || !self.started() || self.history.over()) {
            return Err(RequestError::no_onlookers().into());
        }
        let onlooker: Option<Permit<()>> = match seated {
            true => None,
            false => self.context.connections.open_spectator(),
        };
        let mut snapshot = snapshot!(self);
        snapshot.onlookers += usize::from(!seated && !self.clients.is_here(requester.guest));
        self.clients.join(&snapshot, arriving, onlooker, limits)
    }

    /// Sends all pending changes to the clients.
    pub(super) fn tell(&mut self) {
        let _telling = self.clients.has_news().then(|| span!("tell").entered());
        let snapshot = snapshot!(self);
        self.clients.tell(&snapshot);
    }

    /// Previews an action; it is rejected exactly like the action itself.
    pub(super) fn preview(&self, requester: Requester, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.history.table().preview(seat, action).map_err(Refusal::from),
        };
        Foreseen::new(self.history.version(), foreseen)
    }

    /// The decision that a seat requests advice on, if the settings allow it.
    pub(super) fn decision(&self, requester: Requester) -> Decision {
        let table = self.history.table();
        let seen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.setup.terms.advice => Err(Refusal::NO_ADVICE),
            Some(seat) if is_program(&self.sitters, seat) => Err(Refusal::BOT_UNADVISED),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => table
                .turn()
                .check_awaited(seat)
                .map(|()| table.info_state(seat))
                .map_err(Refusal::from),
        };
        Decision { version: self.history.version(), seen, game: self.setup.game.clone() }
    }
}
