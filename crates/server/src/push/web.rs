//! Web push (RFC 8030): notices go to the push services of the browsers and nowhere else, so a
//! stranger cannot make the server ask any other host.

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

/// The push services of the browsers: Chromium's, Firefox's, Safari's and Edge's.
const SERVICES: [&str; 4] = [
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://web.push.apple.com",
    "https://*.notify.windows.com",
];

/// How long a service may take to answer.
const ANSWER: Duration = Duration::from_secs(10);
/// For how long a service keeps a message for a browser that is closed.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Notifies people by web push.
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
    /// By this key, through the services of the usual browsers.
    pub fn new(key: PushKey) -> WebPush {
        WebPush::through(key, SERVICES.map(str::to_owned).into())
    }

    /// By this key, through these services: their origins, with `*.` before a domain all of whose
    /// hosts are meant.
    pub fn through(key: PushKey, services: Vec<String>) -> WebPush {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            // By which scheme a service is asked its origin says.
            .https_or_http()
            .enable_http1()
            .build();
        WebPush { key, services, client: Client::builder(TokioExecutor::new()).build(connector) }
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
        // A later notice of the same table takes the place of one that has not been delivered.
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
            // It was checked when it was stored; the operator may have named other services since.
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
