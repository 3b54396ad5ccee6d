//! Decisions of seats that have run out of time.

use session::Overdue;

use super::actor::{RETRY, Room};

impl Room {
    /// The next deadline of a seat whose bot is not thinking; `None` without one, or if another server holds
    /// the lease.
    pub(super) fn next_deadline(&self) -> Option<i64> {
        let next = self.session.next_deadline(self.bot_seats.thinking());
        Some(next.filter(|_| self.holds_lease())?.max(self.patience))
    }

    /// Completes the decisions of seats out of time, requests them from a bot, or takes over the seats.
    pub(super) async fn time_is_up(&mut self) {
        if !self.holds_lease() {
            return;
        }
        let overdue = self.session.overdue(self.bot_seats.thinking(), &self.context.host());
        for Overdue { seat, change } in overdue {
            let acted = match change {
                None => self.ask_stand_in(seat),
                Some(change) => {
                    let version = self.session.versions().version;
                    let done = self.do_for(seat, version, change).await;
                    done.inspect_err(|refusal| {
                        tracing::warn!(rule = ?refusal.rule, "a decision could not be taken in time");
                    })
                    .is_ok()
                }
            };
            // The deadline remains in the past: without a pause the room would try again at once, forever.
            if !acted {
                self.patience =
                    self.context.clock.time() + i64::try_from(RETRY.as_millis()).unwrap_or(0);
            }
        }
    }
}
