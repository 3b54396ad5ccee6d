//! Checks of the origin of a request: the site whose page sent it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::error::Refused;
use crate::hosts::Authority;

/// Returns true if the request may change data or opens a WebSocket.
pub(crate) fn changes(request: &Request) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    !reads || request.headers().contains_key(UPGRADE)
}

/// Rejects requests that another site's page sent with the guest's cookie.
pub(crate) async fn check_origin(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    if changes(&request) && !is_allowed_origin(&app.access.origins, request.headers()) {
        return Err(Refused::foreign_origin());
    }
    Ok(next.run(request).await)
}

/// Returns true if the request comes from a page of this server or of an allowed origin. Browsers send the
/// origin with relevant requests, or at least mark cross-site requests; other programs have no cookie to
/// abuse.
fn is_allowed_origin(allowed: &[String], headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return !comes_from_elsewhere(headers) };
    let Some(origin) = origin.to_str().ok().and_then(Authority::of_origin) else { return false };
    if allowed.iter().any(|allowed| Authority::of_origin(allowed).as_ref() == Some(&origin)) {
        return true;
    }
    let https = came_by_https(headers);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.and_then(|host| Authority::read(host, https)).map(|host| (https, host)) == Some(origin)
}

/// Returns true if the browser marks the request as sent by a page of another origin.
fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site != "same-origin" && site != "none")
}

/// Returns true if the reverse proxy reports that the browser used HTTPS. If several proxies are listed, the
/// first one counts, since the browser connected to it. Other sites' pages cannot set the header; a program
/// that forges it only deceives itself.
pub(crate) fn came_by_https(headers: &HeaderMap) -> bool {
    let header = headers.get("x-forwarded-proto").and_then(|header| header.to_str().ok());
    let first = header.and_then(|header| header.split(',').next());
    first.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn origins_are_compared_with_scheme_and_host() {
        let check = |origin: Option<&'static str>, host: &'static str, https: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if https {
                headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
            }
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            is_allowed_origin(&["https://allowed.example".to_owned()], &headers)
        };
        assert!(check(None, "127.0.0.1:7777", false));
        assert!(check(Some("http://127.0.0.1:7777"), "127.0.0.1:7777", false));
        assert!(check(Some("https://Games.example"), "games.example", true));
        assert!(check(Some("https://allowed.example"), "127.0.0.1:7777", false));
        assert!(!check(Some("https://games.example"), "games.example", false));
        assert!(!check(Some("http://games.example"), "games.example", true));
        assert!(!check(Some("http://127.0.0.1:7778"), "127.0.0.1:7777", false));
        assert!(!check(Some("http://evil.example"), "127.0.0.1:7777", false));
        assert!(!check(Some("http://evil.example/127.0.0.1:7777"), "127.0.0.1:7777", false));
        assert!(!check(Some("http://allowed.example"), "127.0.0.1:7777", false));
        assert!(!check(Some("null"), "127.0.0.1:7777", false));
        // Equivalent spellings.
        assert!(check(Some("https://games.example"), "games.example:443", true));
        assert!(check(Some("https://games.example:443"), "Games.example", true));
        assert!(check(Some("HTTP://games.example"), "games.example:80", false));
        assert!(check(Some("https://allowed.example:443"), "127.0.0.1:7777", false));
        assert!(!check(Some("https://games.example"), "games.example:80", true));
        assert!(!check(Some("https://games.example:80"), "games.example", true));
        assert!(!check(Some("https://user@games.example"), "games.example", true));
    }

    #[test]
    fn the_scheme_is_parsed_leniently() {
        let https = |header: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-proto", HeaderValue::from_static(header));
            came_by_https(&headers)
        };
        for header in ["https", "HTTPS", " https ", "https,http", "https, https", "https , http"] {
            assert!(https(header), "{header}");
        }
        for header in ["http", "http,https", "", ",https", "httpss", "wss"] {
            assert!(!https(header), "{header}");
        }
    }

    #[test]
    fn without_an_origin_header_the_fetch_site_header_decides() {
        let ours = |site: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("games.example"));
            if let Some(site) = site {
                headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            }
            is_allowed_origin(&[], &headers)
        };
        assert!(ours(None) && ours(Some("same-origin")) && ours(Some("none")));
        assert!(!ours(Some("cross-site")) && !ours(Some("same-site")));
    }
}
