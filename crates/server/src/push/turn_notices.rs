//! Sending of turn notices to people who are not connected.

use std::sync::Arc;
use std::time::Duration;

use session::guest::Guest;
use session::table::setup::TableSetup;
use tokio::sync::Semaphore;
use zashiki_core::LocalizedText;

use super::{Delivery, Notifier, TurnNotice};
use crate::config::Rate;
use crate::limits::RateLimiter;
use crate::server_clock::ServerClock;
use crate::shutdown::Shutdown;
use crate::store::Store;

/// Delay before the single retry of a failed delivery.
const RETRY_DELAY: Duration = Duration::from_secs(60);

/// Maximum number of people being notified at the same time.
const MAX_SIMULTANEOUS: usize = 256;

/// Sends turn notices to people, within limits on the rate per person and on the number of people at the same
/// time.
pub(crate) struct TurnNotices {
    pub(crate) notifier: Arc<dyn Notifier>,
    store: Store,
    clock: ServerClock,
    shutdown: Shutdown,
    rate: Rate,
    sent: RateLimiter<Guest>,
    permits: Arc<Semaphore>,
}

impl TurnNotices {
    /// Creates a sender that sends each person at most `rate` notices.
    pub(crate) fn new(
        notifier: Arc<dyn Notifier>,
        store: Store,
        clock: ServerClock,
        shutdown: Shutdown,
        rate: Rate,
    ) -> TurnNotices {
        let permits = Arc::new(Semaphore::new(MAX_SIMULTANEOUS));
        TurnNotices { notifier, store, clock, shutdown, rate, sent: RateLimiter::new(), permits }
    }

    /// Notifies a person that it is their turn at a table, through all browsers that the person has
    /// subscribed. Does nothing if the person's rate limit is exceeded.
    pub(crate) fn send(self: &Arc<Self>, guest: Guest, setup: &TableSetup) {
        if !self.sent.take(guest, self.rate, self.clock.now()) {
            return;
        }
        let Ok(permit) = self.permits.clone().try_acquire_owned() else {
            return tracing::warn!("a turn notice was dropped because too many are being sent");
        };
        let game = registry::info(&setup.game)
            .map_or_else(|_| LocalizedText::same(""), |info| info.name.clone());
        let notice = TurnNotice { table: setup.id.clone(), game };
        let notices = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = notices.shutdown.started() => {}
                () = notices.notify_browsers(guest, notice) => {}
            }
            drop(permit);
        });
    }

    async fn notify_browsers(&self, guest: Guest, notice: TurnNotice) {
        let mut subscriptions = match self.store.subscriptions(guest).await {
            Ok(subscriptions) => subscriptions,
            Err(error) => return tracing::error!(%error, "a turn notice could not be sent"),
        };
        for last in [false, true] {
            let mut retry = Vec::new();
            for subscription in subscriptions {
                match self.notifier.send(&subscription, &notice).await {
                    Delivery::Accepted => {}
                    Delivery::Gone => self.forget(&subscription.endpoint).await,
                    Delivery::Later => retry.push(subscription),
                    Delivery::Refused(status) => {
                        tracing::warn!(status, "a push service refused a message");
                    }
                }
            }
            subscriptions = retry;
            if last || subscriptions.is_empty() {
                break;
            }
            self.clock.reaches(self.clock.now() + RETRY_DELAY).await;
        }
    }

    async fn forget(&self, endpoint: &str) {
        if let Err(error) = self.store.forget_endpoint(endpoint).await {
            tracing::warn!(%error, "an expired subscription could not be deleted");
        }
    }
}
