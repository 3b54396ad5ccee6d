//! Middleware that sets headers of all responses.

use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::assets;

/// Headers of every response: its content type must not be guessed, and other sites' pages cannot load it.
const ALWAYS: [(&str, &str); 2] =
    [("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin")];

/// Security headers that permit the page only what it needs. Style attributes are allowed because the page
/// positions pieces by them; style sheets and scripts must come from this server.
const PROTECTION: [(&str, &str); 5] = [
    ("content-security-policy", CONTENT_POLICY),
    ("x-frame-options", "DENY"),
    // A table's URL is its invitation, so other sites must not learn it.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    // The page copies and shares links, and uses passkeys.
    (
        "permissions-policy",
        "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), \
         fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), \
         microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), \
         xr-spatial-tracking=()",
    ),
];

/// The content security policy of documents. With the engine's modules, the page may compile WebAssembly.
const CONTENT_POLICY: &str = if cfg!(feature = "offline") {
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
     style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'"
} else {
    "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
};

/// Security headers of data, which no browser runs: shown by itself, it may load nothing and be in no frame.
const DATA: [(&str, &str); 2] = [
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("x-frame-options", "DENY"),
];

/// Headers of every event stream. They make proxies and caches pass each event on at once: nginx would
/// otherwise buffer small ones, and other proxies would compress them.
const STREAMED: [(&str, &str); 2] =
    [("x-accel-buffering", "no"), ("cache-control", "no-store, no-transform")];

/// Sets the protective headers. Browsers apply [`PROTECTION`] to documents; scripts and style sheets are
/// subject to their page's headers.
pub(crate) async fn protect(mut response: Response) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let shown = match kind {
        _ if assets::is_part(&response) => &[][..],
        Some(b"application/json") => &DATA[..],
        _ => &PROTECTION[..],
    };
    let streams = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
    let streamed = if streams { &STREAMED[..] } else { &[][..] };
    for (name, value) in shown.iter().chain(&ALWAYS).chain(streamed) {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// Forbids caching of API responses, which depend on time and guest.
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

    /// Checks the headers of an event stream, and that other answers do not have them. The headers depend on
    /// the content type, so every route with an event stream gets them.
    #[tokio::test]
    async fn event_streams_are_not_buffered_by_proxies() {
        let sent = protect(Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response());
        let sent = sent.await;
        assert_eq!(sent.headers()["x-accel-buffering"], "no");
        assert_eq!(sent.headers()["cache-control"], "no-store, no-transform");
        let other = protect(Json(()).into_response()).await;
        assert!(!other.headers().contains_key("x-accel-buffering"));
    }

    /// Every answer has its headers: those of data are fewer, and permit less.
    #[tokio::test]
    async fn data_may_load_nothing() {
        let data = protect(Json(()).into_response()).await;
        assert_eq!(
            data.headers()["content-security-policy"],
            "default-src 'none'; frame-ancestors 'none'"
        );
        assert!(!data.headers().contains_key("permissions-policy"));
        let text = protect("a text".into_response()).await;
        assert_eq!(text.headers()["content-security-policy"], CONTENT_POLICY);
    }
}
