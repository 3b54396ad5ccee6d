//! Decisions of seats that have run out of time.

use zashiki_core::Seat;

use super::actor::{RETRY, Room};
use crate::protocol::Late;
use session::table::change::ChangeKind;
use session::table::seat_clocks::Limit;

impl Room {
    /// The next deadline of a seat whose bot is not thinking; `None` without one, or if another server holds
    /// the lease.
    pub(super) fn next_deadline(&self) -> Option<i64> {
        let next =
            self.history.clocks().next(self.bot_seats.thinking()).filter(|_| self.holds_lease())?;
        Some(next.max(self.patience))
    }

    /// Returns true if a seat is out of time.
    pub(super) fn is_late(&self, seat: Seat) -> bool {
        self.history.clocks().late(self.context.clock.time()).iter().any(|(late, _)| *late == seat)
    }

    /// Completes the decisions of seats out of time, requests them from a bot, or takes over the seats.
    pub(super) async fn time_is_up(&mut self) {
        if !self.holds_lease() {
            return;
        }
        for (seat, limit) in self.history.clocks().late(self.context.clock.time()) {
            if self.bot_seats.thinking().contains(seat) {
                continue;
            }
            let kind = match (limit, self.setup.terms.late) {
                (Limit::Terms, Late::Lost) => Some(ChangeKind::Late),
                (Limit::Terms, Late::Bot) => self.completed(seat).map(ChangeKind::Expire),
                (Limit::Game, _) => {
                    self.completed(seat).or_else(|| self.any_action(seat)).map(ChangeKind::Expire)
                }
            };
            let Some(kind) = kind else {
                self.ask_stand_in(seat);
                continue;
            };
            let version = self.history.version();
            if let Err(refusal) = self.do_for(seat, version, kind).await {
                tracing::warn!(rule = ?refusal.rule, "a decision could not be taken in time");
                self.patience =
                    self.context.clock.time() + i64::try_from(RETRY.as_millis()).unwrap_or(0);
            }
        }
    }

    /// The action that completes the seat's last draft, or else an empty draft; `None` if neither can be
    /// completed.
    fn completed(&self, seat: Seat) -> Option<String> {
        let last = self.drafts.of(seat).map(|draft| draft.text.as_str());
        last.into_iter()
            .chain([""])
            .find_map(|draft| self.history.table().draft(seat, draft).ok()?.completed)
    }
}
