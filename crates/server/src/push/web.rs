//! Web push (RFC 8030). Notices are sent only to the known push services of browsers, so that a client cannot
//! make the server send requests to other hosts.

use std::fmt;
use std::time::Duration;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, Request, StatusCode, Uri};
use futures_util::future::BoxFuture;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, WebPushBuilder};

use super::{Delivery, Notifier, PushKey, Subscription, TurnNotice};
use crate::ids;

/// The origins of the push services of Chromium, Firefox, Safari and Edge.
const SERVICES: [&str; 4] = [
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://web.push.apple.com",
    "https://*.notify.windows.com",
];

/// Time limit for the answer of a push service.
const ANSWER: Duration = Duration::from_secs(10);
/// Time for which a push service keeps a message for a browser that is offline.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Delivers notices by web push.
pub struct WebPush {
    key: PushKey,
    services: Vec<String>,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

impl fmt::Debug for WebPush {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WebPush { key, services, client: _ } = self;
        out.debug_struct("WebPush").field("key", key).field("services", services).finish()
    }
}

impl WebPush {
    /// Creates a notifier that signs with `key` and sends through the push services of the usual browsers.
    pub fn new(key: PushKey) -> WebPush {
        WebPush::through(key, SERVICES.map(str::to_owned).into())
    }

    /// Creates a notifier that signs with `key` and sends through the push services with these origins; `*.`
    /// before a domain includes all its subdomains.
    pub fn through(key: PushKey, services: Vec<String>) -> WebPush {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            // The scheme is part of each service's origin.
            .https_or_http()
            .enable_http1()
            .build();
        WebPush { key, services, client: Client::builder(TokioExecutor::new()).build(connector) }
    }

    /// Returns true if the endpoint belongs to one of the services.
    fn allows(&self, endpoint: &Uri) -> bool {
        let (Some(scheme), Some(authority)) = (endpoint.scheme_str(), endpoint.authority()) else {
            return false;
        };
        self.services.iter().any(|service| {
            let Some((kind, host)) = service.split_once("://") else { return false };
            // A user name or an unexpected port is not part of a service's URLs.
            kind == scheme
                && match host.strip_prefix('*') {
                    Some(domain) => {
                        authority.as_str() == authority.host() && authority.host().ends_with(domain)
                    }
                    None => authority.as_str() == host,
                }
        })
    }

    fn request(
        &self,
        subscription: &Subscription,
        notice: &TurnNotice,
    ) -> Option<Request<Full<Bytes>>> {
        let endpoint: Uri = subscription.endpoint.parse().ok()?;
        if !self.allows(&endpoint) {
            return None;
        }
        let public = PublicKey::from_sec1_bytes(&subscription.p256dh).ok()?;
        let auth = Auth::from_exact_iter(subscription.auth.iter().copied())?;
        let authorization = self.key.authorization(&endpoint, ids::now());
        let topic = self.key.topic(&endpoint, &notice.table);
        let builder = WebPushBuilder::new(endpoint, public, auth).with_valid_duration(KEPT);
        let mut request = builder.build(notice.to_json(subscription.ja)).ok()?;
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, HeaderValue::from_str(&authorization).ok()?);
        // A later notice about the same table replaces one not yet delivered.
        headers.insert("topic", HeaderValue::from_str(&topic).ok()?);
        Some(request.map(|body| Full::new(Bytes::from(body))))
    }
}

impl Notifier for WebPush {
    fn public_key(&self) -> String {
        self.key.public()
    }

    fn accepts(&self, subscription: &Subscription) -> bool {
        subscription.endpoint.parse().is_ok_and(|endpoint| self.allows(&endpoint))
            && PublicKey::from_sec1_bytes(&subscription.p256dh).is_ok()
            && subscription.auth.len() == Auth::default().len()
    }

    fn send<'a>(
        &'a self,
        subscription: &'a Subscription,
        notice: &'a TurnNotice,
    ) -> BoxFuture<'a, Delivery> {
        Box::pin(async {
            // The endpoint was checked when stored, but the operator may have configured other services
            // since.
            let Some(request) = self.request(subscription, notice) else { return Delivery::Gone };
            let answer = tokio::time::timeout(ANSWER, self.client.request(request)).await;
            let Ok(Ok(answer)) = answer else { return Delivery::Later };
            match answer.status() {
                status if status.is_success() => Delivery::Accepted,
                StatusCode::NOT_FOUND | StatusCode::GONE => Delivery::Gone,
                StatusCode::TOO_MANY_REQUESTS => Delivery::Later,
                status if status.is_server_error() => Delivery::Later,
                status => Delivery::Refused(status.as_u16()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(endpoint: &str) -> bool {
        let push = WebPush::new(PushKey::new("mailto:operator@games.example").unwrap());
        endpoint.parse().is_ok_and(|endpoint| push.allows(&endpoint))
    }

    #[test]
    fn only_known_push_services_are_allowed() {
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
