//! The table's entry in the lobby.

use session::Host as _;
use session::table::seats::seats_of;
use session::table::setup::{Sitter, TableSetup};

use super::actor::Room;
use crate::client_addr::Address;
use crate::lobby::{Listing, Visit};
use crate::protocol::{LobbyTable, Progress};

impl Room {
    /// Updates or removes the table's lobby entry.
    pub(super) fn show_in_lobby(&mut self) {
        let now = self.context.clock.day();
        let sits = |guest| !seats_of(self.session.sitters(), guest).is_empty();
        if let Some((guest, address)) = self.clients.first(sits) {
            self.visit = Some(Visit { guest, address, at: now });
        }
        let listing = self.card().and_then(|card| Listing::new(card, self.visit()?, now));
        if listing.is_some() || self.listed {
            self.listed = listing.is_some();
            self.context.lobby.list(&self.session.setup().id, listing);
        }
    }

    /// The last visit of a player since the table was loaded. If there was none, a visit by a player at the
    /// time of the table's creation.
    pub(super) fn visit(&self) -> Option<Visit> {
        let opened =
            |guest| Visit { guest, address: Address::Unknown, at: self.session.setup().created };
        let people = self.session.sitters().iter().filter_map(|sitter| match sitter {
            Sitter::Person { guest, .. } => Some(opened(*guest)),
            _ => None,
        });
        self.visit.or_else(|| people.into_iter().next())
    }

    /// The table's lobby entry: shown while a player is connected, or while a correspondence table waits for
    /// players.
    pub(super) fn card(&self) -> Option<LobbyTable> {
        if !self.holds_lease() {
            return None;
        }
        let TableSetup { terms, .. } = self.session.setup();
        let started = self.session.started();
        let open =
            terms.listed && !self.session.setup().cancelled && !self.session.history().over();
        let here = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest, .. } if self.session.viewers.is_here(*guest));
        let kept = terms.slow() && !started;
        if !open
            || started && !terms.onlookers
            || !(kept || self.session.sitters().iter().any(here))
        {
            return None;
        }
        Some(LobbyTable {
            table: self.session.setup().id.clone(),
            game: self.session.setup().game.clone(),
            options: self.session.setup().options.clone(),
            from_position: self.session.setup().position.is_some(),
            own_components: self.context.host().has_own_components(self.session.setup()),
            terms: terms.clone(),
            seats: self
                .session
                .snapshot(self.context.now())
                .seats(|guest| self.session.viewers.is_here(guest)),
            started,
            progress: started.then(|| Progress {
                decisions: self.session.history().table().length(),
                scores: self.session.history().table().scores(),
            }),
            onlookers: self.session.viewers.onlookers(self.session.sitters()),
            created: self.session.setup().created,
        })
    }

    /// Removes the lobby entry when the table is unloaded, except for waiting correspondence tables.
    pub(super) fn leave_lobby(&self) {
        let stays = self.waits_for_days() && self.holds_lease();
        if self.listed && !stays {
            self.context.lobby.list(&self.session.setup().id, None);
        }
    }

    /// Returns true for a waiting correspondence table.
    pub(super) fn waits_for_days(&self) -> bool {
        self.session.setup().terms.slow()
            && !self.session.started()
            && !self.session.setup().cancelled
    }
}
