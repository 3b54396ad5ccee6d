//! Notices to absent players of correspondence tables.

use session::table::setup::Sitter;

use super::actor::Room;

impl Room {
    /// Notifies absent players whose turn has come.
    pub(super) fn notify_absent(&mut self) {
        let awaiting = self.session.awaiting();
        let before = std::mem::replace(&mut self.called, awaiting);
        if !self.session.setup().terms.slow() || !self.holds_lease() {
            return;
        }
        let mut guests = Vec::new();
        for seat in awaiting.iter().filter(|seat| !before.contains(*seat)) {
            if let Some(Sitter::Person { guest, .. }) = self.session.sitters().get(seat.index())
                && !self.session.history().deserted().contains(seat)
                && !self.session.viewers.is_here(*guest)
                && !guests.contains(guest)
            {
                guests.push(*guest);
            }
        }
        let Some(notices) = &self.context.turn_notices else { return };
        for guest in guests {
            notices.send(guest, self.session.setup());
        }
    }
}
