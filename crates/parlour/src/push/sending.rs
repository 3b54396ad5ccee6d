//! Asking a push service to call a subscription.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, Request, StatusCode, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, WebPushBuilder};

use super::{Call, Push, Subscription};
use crate::ids;

/// How long a service may take to answer.
const ANSWER: Duration = Duration::from_secs(10);
/// For how long a service keeps a message for a browser that is closed.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// How many people are called at once.
const AT_ONCE: usize = 256;

/// What became of a message.
pub(super) enum Sent {
    /// The service took it.
    Taken,
    /// There is no such browser any more.
    Gone,
    /// The service did not answer or has too much to do.
    NotNow,
    /// The service does not want it.
    Refused(u16),
}

/// The way to the push services.
pub(crate) struct Pusher {
    push: Push,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    places: Arc<Semaphore>,
}

impl Pusher {
    pub(crate) fn new(push: Push) -> Pusher {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            // By which scheme a service is asked its origin says.
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Pusher { push, client, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub(super) fn push(&self) -> &Push {
        &self.push
    }

    /// The key as browsers are given it.
    pub(super) fn public_key(&self) -> String {
        self.push.key.public()
    }

    /// A place among those who are called now.
    pub(super) fn place(&self) -> Option<OwnedSemaphorePermit> {
        self.places.clone().try_acquire_owned().ok()
    }

    /// Sends a call to a subscription.
    pub(super) async fn send(&self, subscription: &Subscription, call: &Call) -> Sent {
        // It was checked when it was stored; the operator may have named other services since.
        let Some(request) = self.request(subscription, call) else { return Sent::Gone };
        let answer = tokio::time::timeout(ANSWER, self.client.request(request)).await;
        let Ok(Ok(answer)) = answer else { return Sent::NotNow };
        match answer.status() {
            status if status.is_success() => Sent::Taken,
            StatusCode::NOT_FOUND | StatusCode::GONE => Sent::Gone,
            StatusCode::TOO_MANY_REQUESTS => Sent::NotNow,
            status if status.is_server_error() => Sent::NotNow,
            status => Sent::Refused(status.as_u16()),
        }
    }

    fn request(&self, subscription: &Subscription, call: &Call) -> Option<Request<Full<Bytes>>> {
        let endpoint: Uri = subscription.endpoint.parse().ok()?;
        if !self.push.allows(&endpoint) {
            return None;
        }
        let public = PublicKey::from_sec1_bytes(&subscription.p256dh).ok()?;
        let auth = Auth::from_exact_iter(subscription.auth.iter().copied())?;
        let authorization = self.push.key.authorization(&endpoint, ids::now());
        let builder = WebPushBuilder::new(endpoint, public, auth).with_valid_duration(KEPT);
        let mut request = builder.build(call.to_json(subscription.ja)).ok()?;
        let headers = request.headers_mut();
        headers.insert(AUTHORIZATION, HeaderValue::from_str(&authorization).ok()?);
        // A later call to the same table takes the place of one that has not been delivered.
        headers.insert("topic", HeaderValue::from_str(&call.table).ok()?);
        Some(request.map(|body| Full::new(Bytes::from(body))))
    }
}
