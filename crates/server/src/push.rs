//! Turn notices: people who are not there hear that a table which goes on for days awaits them.
//!
//! A notice says which table and nothing of the play. It goes where a [`Notifier`] brings it: by web
//! push ([`WebPush`]), where the program is built with it (feature `push`) and the operator has set a
//! key.

#[cfg(feature = "push")]
mod key;
#[cfg(feature = "push")]
mod web;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use futures_util::future::BoxFuture;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zashiki_core::LocalizedText;

use crate::app::App;
use crate::error::Refused;
use crate::http::read_body;
use crate::protocol::{PushKeyShown, PushSubscription};
use crate::table::setup::TableSetup;
use crate::users::guest::{Guest, Token};
#[cfg(feature = "push")]
pub use key::PushKey;
#[cfg(feature = "push")]
pub use web::WebPush;

/// The longest address of a browser.
const ENDPOINT: usize = 1024;

/// When a service that did not take a message is asked once more.
const AGAIN: Duration = Duration::from_secs(60);

/// How many people are notified at once.
const AT_ONCE: usize = 256;

/// A way to notify people through their browsers.
pub trait Notifier: fmt::Debug + Send + Sync {
    /// The key that browsers give their push service, in base64url.
    fn public_key(&self) -> String;

    /// Returns true if this can be a browser that messages can be sent to.
    fn accepts(&self, subscription: &Subscription) -> bool;

    /// Sends a notice to a browser.
    fn send<'a>(
        &'a self,
        subscription: &'a Subscription,
        notice: &'a TurnNotice,
    ) -> BoxFuture<'a, Delivery>;
}

/// The result of sending a notice to a browser's push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// The service took it.
    Accepted,
    /// There is no such browser any more.
    Gone,
    /// The service did not answer or has too much to do: it can be sent again later.
    Later,
    /// The service refuses it, with this HTTP status.
    Refused(u16),
}

/// A browser through which somebody can be notified.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Its address at its push service. Who knows it can call it, so it is nobody else's.
    pub endpoint: String,
    /// Its public key, with which only it can read what is sent: a point on the curve P-256.
    pub p256dh: Vec<u8>,
    /// Its authentication secret: 16 bytes.
    pub auth: Vec<u8>,
    /// Whether its person reads Japanese; otherwise English.
    pub ja: bool,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Subscription")
    }
}

impl Subscription {
    /// Refuses what cannot be a browser of this notifier's.
    fn read(notifier: &dyn Notifier, asked: PushSubscription) -> Result<Subscription, Refused> {
        let bytes = |text: &str| {
            let text = text.trim_end_matches('=');
            BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| Refused::bad_push())
        };
        let subscription = Subscription {
            p256dh: bytes(&asked.p256dh)?,
            auth: bytes(&asked.auth)?,
            endpoint: asked.endpoint,
            ja: asked.lang == "ja",
        };
        let good = subscription.endpoint.len() <= ENDPOINT && notifier.accepts(&subscription);
        if good { Ok(subscription) } else { Err(Refused::bad_push()) }
    }
}

/// What is said to somebody whose turn it is and who is not there.
#[derive(Clone, Debug)]
pub struct TurnNotice {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: LocalizedText,
}

impl TurnNotice {
    /// The message to the browser's service worker, in Japanese or in English.
    pub fn to_json(&self, ja: bool) -> String {
        let in_language =
            |text: &LocalizedText| if ja { text.ja.to_string() } else { text.en.to_string() };
        let turn = LocalizedText::fixed("あなたの番です。", "It is your turn.");
        let (title, body) = (in_language(&self.game), in_language(&turn));
        json!({ "title": title, "body": body, "path": format!("/t/{}", self.table) }).to_string()
    }
}

/// Sends notices, to a bounded number of people at once.
pub(crate) struct Pusher {
    notifier: Arc<dyn Notifier>,
    places: Arc<Semaphore>,
}

impl Pusher {
    pub(crate) fn new(notifier: Arc<dyn Notifier>) -> Pusher {
        Pusher { notifier, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// A place among those who are notified now.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }
}

impl App {
    /// Calls somebody to a table, through the browsers that they subscribed, where the operator
    /// has set a key.
    pub(crate) fn call(self: &Arc<Self>, guest: Guest, setup: &TableSetup) {
        let Some(pusher) = &self.pusher else { return };
        if !self.calls.take(guest, self.limits.calls, self.clock.now()) {
            return;
        }
        let Some(place) = pusher.place() else {
            return tracing::warn!("so many are called that somebody is not");
        };
        let game = registry::info(&setup.game)
            .map_or_else(|_| LocalizedText::same(""), |info| info.name.clone());
        let notice = TurnNotice { table: setup.id.clone(), game };
        let app = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = app.closing() => {}
                () = app.notify_browsers(guest, notice) => {}
            }
            drop(place);
        });
    }

    async fn notify_browsers(&self, guest: Guest, notice: TurnNotice) {
        let Some(pusher) = &self.pusher else { return };
        let mut subscriptions = match self.store.subscriptions(guest).await {
            Ok(subscriptions) => subscriptions,
            Err(error) => return tracing::error!(%error, "somebody could not be called"),
        };
        for last in [false, true] {
            let mut again = Vec::new();
            for subscription in subscriptions {
                match pusher.notifier.send(&subscription, &notice).await {
                    Delivery::Accepted => {}
                    Delivery::Gone => self.forget(&subscription.endpoint).await,
                    Delivery::Later => again.push(subscription),
                    Delivery::Refused(status) => {
                        tracing::warn!(status, "a push service refused a message");
                    }
                }
            }
            subscriptions = again;
            if last || subscriptions.is_empty() {
                break;
            }
            self.clock.reaches(self.clock.now() + AGAIN).await;
        }
    }

    async fn forget(&self, endpoint: &str) {
        if let Err(error) = self.store.forget_endpoint(endpoint).await {
            tracing::warn!(%error, "a subscription that is gone could not be forgotten");
        }
    }
}
