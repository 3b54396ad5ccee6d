//! Notices to absent players of correspondence tables.

use zashiki_core::SeatSet;

use super::actor::Room;
use session::table::setup::Sitter;

impl Room {
    /// The seats whose decisions are pending.
    pub(super) fn awaiting(&self) -> SeatSet {
        if self.started() { self.history.table().turn().awaited() } else { SeatSet::EMPTY }
    }

    /// Notifies absent players whose turn has come.
    pub(super) fn notify_absent(&mut self) {
        let awaiting = self.awaiting();
        let before = std::mem::replace(&mut self.called, awaiting);
        if !self.setup.terms.slow() || !self.holds_lease() {
            return;
        }
        let mut guests = Vec::new();
        for seat in awaiting.iter().filter(|seat| !before.contains(*seat)) {
            if let Some(Sitter::Person { guest, .. }) = self.sitters.get(seat.index())
                && !self.history.deserted().contains(seat)
                && !self.clients.is_here(*guest)
                && !guests.contains(guest)
            {
                guests.push(*guest);
            }
        }
        let Some(notices) = &self.context.turn_notices else { return };
        for guest in guests {
            notices.send(guest, &self.setup);
        }
    }
}
