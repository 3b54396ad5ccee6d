//! Web push: people who are not there hear that a table which goes on for days awaits them.
//!
//! What is sent says which table and nothing of the play. It goes to the push services of the
//! browsers and nowhere else, so a stranger cannot make the server ask any other host.

mod key;
mod sending;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::http::Uri;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;
use table::Text;
use web_push_native::Auth;
use web_push_native::p256::PublicKey;

use crate::guest::{Guest, Token};
use crate::house::House;
use crate::http::read_body;
use crate::refusal::Refused;
use crate::store::Setup;
use crate::wire::{PushKeyShown, PushSubscription};
pub use key::PushKey;
pub(crate) use sending::Pusher;
use sending::Sent;

/// The push services of the browsers: Chromium's, Firefox's, Safari's and Edge's.
const SERVICES: [&str; 4] = [
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://web.push.apple.com",
    "https://*.notify.windows.com",
];

/// The longest address of a browser.
const ENDPOINT: usize = 1024;
/// The largest body of a request here.
const BODY: usize = 4096;
/// When a service that did not take a message is asked once more.
const AGAIN: Duration = Duration::from_secs(60);

/// How people who are not there are called.
#[derive(Clone, Debug)]
pub struct Push {
    /// The key by which push services know this server.
    pub key: PushKey,
    /// The push services that may be asked: their origins, with `*.` before a domain all of whose
    /// hosts are meant.
    pub services: Vec<String>,
}

impl Push {
    /// By this key, through the services of the usual browsers.
    pub fn new(key: PushKey) -> Push {
        Push { key, services: SERVICES.map(str::to_owned).into() }
    }

    /// Whether a browser's address belongs to one of the services.
    fn allows(&self, endpoint: &Uri) -> bool {
        let (Some(scheme), Some(authority)) = (endpoint.scheme_str(), endpoint.authority()) else {
            return false;
        };
        self.services.iter().any(|service| {
            let Some((kind, host)) = service.split_once("://") else { return false };
            // A name or a port before or behind the host is none of a service's addresses.
            kind == scheme
                && match host.strip_prefix('*') {
                    Some(domain) => {
                        authority.as_str() == authority.host() && authority.host().ends_with(domain)
                    }
                    None => authority.as_str() == host,
                }
        })
    }
}

/// A browser through which somebody can be called.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Subscription {
    /// Its address at its push service. Who knows it can call it, so it is nobody else's.
    pub(crate) endpoint: String,
    /// The keys with which only it can read what is sent: its point on the curve P-256, and 16
    /// bytes.
    pub(crate) p256dh: Vec<u8>,
    pub(crate) auth: Vec<u8>,
    /// Whether its person reads Japanese; otherwise English.
    pub(crate) ja: bool,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Subscription")
    }
}

impl Subscription {
    /// Refuses what cannot be a browser at one of the services.
    fn read(push: &Push, asked: PushSubscription) -> Result<Subscription, Refused> {
        let bytes = |text: &str| {
            let text = text.trim_end_matches('=');
            BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| Refused::bad_push())
        };
        let (p256dh, auth) = (bytes(&asked.p256dh)?, bytes(&asked.auth)?);
        let endpoint: Uri = asked.endpoint.parse().map_err(|_| Refused::bad_push())?;
        let good = asked.endpoint.len() <= ENDPOINT
            && push.allows(&endpoint)
            && PublicKey::from_sec1_bytes(&p256dh).is_ok()
            && auth.len() == Auth::default().len();
        if !good {
            return Err(Refused::bad_push());
        }
        Ok(Subscription { endpoint: asked.endpoint, p256dh, auth, ja: asked.lang == "ja" })
    }
}

/// What is said to somebody who is not there.
#[derive(Clone)]
pub(crate) struct Call {
    table: String,
    game: Text,
}

impl Call {
    /// As the worker of the page reads it (`web/worker/sw.ts`).
    fn to_json(&self, ja: bool) -> String {
        let in_language = |text: &Text| if ja { text.ja.to_string() } else { text.en.to_string() };
        let turn = Text::fixed("あなたの番です。", "It is your turn.");
        let (title, body) = (in_language(&self.game), in_language(&turn));
        json!({ "title": title, "body": body, "path": format!("/t/{}", self.table) }).to_string()
    }
}

impl House {
    /// Calls somebody to a table, through the browsers that they subscribed, where the operator
    /// has set a key.
    pub(crate) fn call(self: &Arc<Self>, guest: Guest, setup: &Setup) {
        let Some(pusher) = &self.pusher else { return };
        if !self.calls.take(guest, self.limits.calls, self.clock.now()) {
            return;
        }
        let Some(place) = pusher.place() else {
            return tracing::warn!("so many are called that somebody is not");
        };
        let game =
            shelf::info(&setup.game).map_or_else(|_| Text::same(""), |info| info.name.clone());
        let call = Call { table: setup.id.clone(), game };
        let house = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = house.closing() => {}
                () = house.call_through_browsers(guest, call) => {}
            }
            drop(place);
        });
    }

    async fn call_through_browsers(&self, guest: Guest, call: Call) {
        let Some(pusher) = &self.pusher else { return };
        let mut subscriptions = match self.store.subscriptions(guest).await {
            Ok(subscriptions) => subscriptions,
            Err(error) => return tracing::error!(%error, "somebody could not be called"),
        };
        for last in [false, true] {
            let mut again = Vec::new();
            for subscription in subscriptions {
                match pusher.send(&subscription, &call).await {
                    Sent::Taken => {}
                    Sent::Gone => self.forget(&subscription.endpoint).await,
                    Sent::NotNow => again.push(subscription),
                    Sent::Refused(status) => {
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

/// `GET /api/me/push`.
pub(crate) async fn key(State(house): State<Arc<House>>) -> Json<PushKeyShown> {
    Json(PushKeyShown { key: house.pusher.as_ref().map(Pusher::public_key) })
}

/// `POST /api/me/push`.
pub(crate) async fn subscribe(
    State(house): State<Arc<House>>,
    Extension(guest): Extension<Guest>,
    Extension(browser): Extension<Token>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<()>, Refused> {
    let pusher = house.pusher.as_ref().ok_or_else(Refused::no_push)?;
    let subscription = Subscription::read(pusher.push(), read_body(body, BODY)?)?;
    // A cookie costs nothing, a seat does.
    if house.store.tables_of(guest, 1).await?.is_empty() {
        return Err(Refused::push_without_seat());
    }
    house.store.subscribe(browser, &subscription).await?;
    Ok(Json(()))
}

/// `DELETE /api/me/push`.
pub(crate) async fn unsubscribe(
    State(house): State<Arc<House>>,
    Extension(browser): Extension<Token>,
) -> Result<Json<()>, Refused> {
    house.store.unsubscribe(browser).await?;
    Ok(Json(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(endpoint: &str) -> bool {
        let push = Push::new(PushKey::new("mailto:operator@games.example").unwrap());
        endpoint.parse().is_ok_and(|endpoint| push.allows(&endpoint))
    }

    #[test]
    fn only_push_services_are_asked() {
        assert!(allows("https://fcm.googleapis.com/fcm/send/abc:def"));
        assert!(allows("https://updates.push.services.mozilla.com/wpush/v2/abc"));
        assert!(allows("https://web.push.apple.com/abc"));
        assert!(allows("https://db5p.notify.windows.com/w/?token=abc"));
        for elsewhere in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://somebody@fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com.games.example/",
            "https://games.example/fcm.googleapis.com",
            "https://10.0.0.1#.notify.windows.com/",
            "https://10.0.0.1/?.notify.windows.com",
            "https://x@db5p.notify.windows.com/w",
            "https://evilnotify.windows.com/w",
            "https://127.0.0.1/",
            "https://[::1]/",
            "http://169.254.169.254/latest/meta-data",
            "/fcm/send/abc",
            "fcm.googleapis.com",
        ] {
            assert!(!allows(elsewhere), "{elsewhere}");
        }
    }
}
