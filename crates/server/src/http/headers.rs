//! Headers of all answers.

use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::assets;

/// Headers of every answer: nothing is taken for what it is not sent as, and no other site's page
/// can load it.
const ALWAYS: [(&str, &str); 2] =
    [("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin")];

/// Headers that let the page do what it needs and nothing else. Style attributes are
/// allowed because the page moves pieces by them; style sheets and scripts come from here.
const PROTECTION: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-frame-options", "DENY"),
    // The address of a table is its invitation: other sites must not learn it.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    // The page copies links, shares them, and knows people by passkeys.
    (
        "permissions-policy",
        "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), \
         fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), \
         microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), \
         xr-spatial-tracking=()",
    ),
];

/// Headers of every event stream. Proxies and caches on the way are to pass each event on at once:
/// nginx keeps small ones back until a record of TLS is full, others to compress them.
const STREAMED: [(&str, &str); 2] =
    [("x-accel-buffering", "no"), ("cache-control", "no-store, no-transform")];

/// A browser heeds [`PROTECTION`] in what it shows; the parts that a page loads obey the page's.
pub(crate) async fn protect(mut response: Response) -> Response {
    let shown = if assets::is_part(&response) { &[][..] } else { &PROTECTION[..] };
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let streams = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
    let streamed = if streams { &STREAMED[..] } else { &[][..] };
    for (name, value) in shown.iter().chain(&ALWAYS).chain(streamed) {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// Answers about tables are of one moment and for one guest.
pub(crate) async fn never_kept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert("cache-control", no_store);
    response
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::Json;
    use axum::response::sse::Event;
    use axum::response::{IntoResponse, Sse};
    use futures_util::stream;

    use super::*;

    /// Whatever answers with one, now or later.
    #[tokio::test]
    async fn every_event_stream_is_passed_on_at_once() {
        let sent = protect(Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response());
        let sent = sent.await;
        assert_eq!(sent.headers()["x-accel-buffering"], "no");
        assert_eq!(sent.headers()["cache-control"], "no-store, no-transform");
        let other = protect(Json(()).into_response()).await;
        assert!(!other.headers().contains_key("x-accel-buffering"));
    }
}
