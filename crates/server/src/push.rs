//! Turn notices for absent players of correspondence games.
//!
//! A notice names the table and reveals nothing about the match. It is delivered by a [`Notifier`]:
//! [`WebPush`], if the program is built with the feature `push` and the operator has configured a key.

#[cfg(feature = "push")]
mod key;
mod turn_notices;
#[cfg(feature = "push")]
mod web;

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use futures_util::future::BoxFuture;
use serde_json::json;
use zashiki_core::LocalizedText;

use crate::error::Refused;
use crate::protocol::PushSubscription;
#[cfg(feature = "push")]
pub use key::PushKey;
pub(crate) use turn_notices::TurnNotices;
#[cfg(feature = "push")]
pub use web::WebPush;

/// Maximum length of the endpoint URL of a subscription, in bytes.
const ENDPOINT: usize = 1024;

/// A service that delivers notices to people's browsers.
pub trait Notifier: fmt::Debug + Send + Sync {
    /// The server's public key, which browsers pass to their push services, in base64url.
    fn public_key(&self) -> String;

    /// Returns true if this notifier can send notices to the subscription.
    fn accepts(&self, subscription: &Subscription) -> bool;

    /// Sends a notice to the browser with this subscription.
    fn send<'a>(
        &'a self,
        subscription: &'a Subscription,
        notice: &'a TurnNotice,
    ) -> BoxFuture<'a, Delivery>;
}

/// The result of sending a notice to a browser's push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// The push service accepted the notice.
    Accepted,
    /// The subscription no longer exists, so it can be deleted.
    Gone,
    /// The push service did not answer or is overloaded, so the notice can be sent again later.
    Later,
    /// The push service rejected the notice, with this HTTP status.
    Refused(u16),
}

/// The data by which notices can be sent to a browser that has subscribed to them.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The URL at the browser's push service to which notices are sent. It is secret, since anyone who knows
    /// it can send notices.
    pub endpoint: String,
    /// The browser's public key, with which notices are encrypted: a point on the curve P-256.
    pub p256dh: Vec<u8>,
    /// The authentication secret shared with the browser: 16 bytes.
    pub auth: Vec<u8>,
    /// True if the notices to this browser are in Japanese, false if in English.
    pub ja: bool,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Subscription")
    }
}

impl Subscription {
    /// Reads a subscription sent by a client. Returns an error if it is invalid for this notifier.
    pub(crate) fn read(
        notifier: &dyn Notifier,
        request: PushSubscription,
    ) -> Result<Subscription, Refused> {
        let bytes = |text: &str| {
            let text = text.trim_end_matches('=');
            BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| Refused::bad_push())
        };
        let subscription = Subscription {
            p256dh: bytes(&request.p256dh)?,
            auth: bytes(&request.auth)?,
            endpoint: request.endpoint,
            ja: request.lang == "ja",
        };
        let is_valid = subscription.endpoint.len() <= ENDPOINT && notifier.accepts(&subscription);
        if is_valid { Ok(subscription) } else { Err(Refused::bad_push()) }
    }
}

/// A notice to an absent player that it is the player's turn.
#[derive(Clone, Debug)]
pub struct TurnNotice {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: LocalizedText,
}

impl TurnNotice {
    /// The notice as JSON for the browser's service worker, in Japanese if `ja` is true, else in English.
    pub fn to_json(&self, ja: bool) -> String {
        let in_language =
            |text: &LocalizedText| if ja { text.ja.to_string() } else { text.en.to_string() };
        let turn = LocalizedText::fixed("あなたの番です。", "It is your turn.");
        let (title, body) = (in_language(&self.game), in_language(&turn));
        json!({ "title": title, "body": body, "path": format!("/t/{}", self.table) }).to_string()
    }
}
