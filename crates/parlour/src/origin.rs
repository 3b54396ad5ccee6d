//! Where a request comes from: which site's page sent it, and from which address.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use crate::hosts::Authority;
use crate::house::House;
use crate::refusal::Refused;

/// Whether the request may change something.
pub(crate) fn changes(request: &Request) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    !reads || request.headers().contains_key(UPGRADE)
}

/// Refuses what another site's page sends with the guest's cookie.
pub(crate) async fn check_origin(
    State(house): State<Arc<House>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    if changes(&request) && !is_ours(&house.origins, request.headers()) {
        return Err(Refused::foreign_origin());
    }
    Ok(next.run(request).await)
}

/// Whether the request comes from a page of this server or of an allowed one. Browsers name the
/// origin where it matters, or at least say that another site is behind it; other programs have no
/// cookie to abuse.
fn is_ours(allowed: &[String], headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return !comes_from_elsewhere(headers) };
    let Some(origin) = origin.to_str().ok().and_then(Authority::of_origin) else { return false };
    if allowed.iter().any(|allowed| Authority::of_origin(allowed).as_ref() == Some(&origin)) {
        return true;
    }
    let https = came_by_https(headers);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.and_then(|host| Authority::read(host, https)).map(|host| (https, host)) == Some(origin)
}

/// Whether a browser says that a page of another origin sent the request.
fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site != "same-origin" && site != "none")
}

/// Whether the reverse proxy in front says that the browser used HTTPS; the first of several, which
/// the browser spoke to, is named first. Other sites' pages cannot set the header; a program that
/// forges it fools nobody but itself.
pub(crate) fn came_by_https(headers: &HeaderMap) -> bool {
    let said = headers.get("x-forwarded-proto").and_then(|said| said.to_str().ok());
    let first = said.and_then(|said| said.split(',').next());
    first.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

/// The address by which a client is counted; [`None`] for this machine itself, which is either
/// its owner or a proxy that speaks for everybody.
pub(crate) type Address = Option<IpAddr>;

/// The address of the client at the other end of a connection from `peer`. A proxy adds the
/// address it sees as the last one of `X-Forwarded-For`; what stands before that anybody may
/// have written.
pub(crate) fn address(peer: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> Address {
    if !behind_proxy {
        return direct(peer);
    }
    Some(network(client(peer, headers, behind_proxy)))
}

/// The address of the client at the other end of a connection from `peer`, as far as it is known.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    if !behind_proxy {
        return peer;
    }
    let last = headers.get_all("x-forwarded-for").iter().next_back();
    let last = last.and_then(|hops| hops.to_str().ok()?.rsplit(',').next());
    last.and_then(|hop| hop.trim().parse().ok()).unwrap_or(peer)
}

/// The address of a client without a proxy on the way.
pub(crate) fn direct(peer: IpAddr) -> Address {
    Some(network(peer)).filter(|_| !peer.to_canonical().is_loopback())
}

/// The network of an address: a client that has one IPv6 address has a network of 2^64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
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
            is_ours(&["https://allowed.example".to_owned()], &headers)
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
        // The same, written otherwise.
        assert!(check(Some("https://games.example"), "games.example:443", true));
        assert!(check(Some("https://games.example:443"), "Games.example", true));
        assert!(check(Some("HTTP://games.example"), "games.example:80", false));
        assert!(check(Some("https://allowed.example:443"), "127.0.0.1:7777", false));
        assert!(!check(Some("https://games.example"), "games.example:80", true));
        assert!(!check(Some("https://games.example:80"), "games.example", true));
        assert!(!check(Some("https://user@games.example"), "games.example", true));
    }

    #[test]
    fn a_proxy_may_write_https_in_any_way() {
        let https = |said: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-proto", HeaderValue::from_static(said));
            came_by_https(&headers)
        };
        for said in ["https", "HTTPS", " https ", "https,http", "https, https", "https , http"] {
            assert!(https(said), "{said}");
        }
        for said in ["http", "http,https", "", ",https", "httpss", "wss"] {
            assert!(!https(said), "{said}");
        }
    }

    #[test]
    fn a_browser_that_names_no_origin_says_whether_the_page_is_another_sites() {
        let ours = |site: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("games.example"));
            if let Some(site) = site {
                headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            }
            is_ours(&[], &headers)
        };
        assert!(ours(None) && ours(Some("same-origin")) && ours(Some("none")));
        assert!(!ours(Some("cross-site")) && !ours(Some("same-site")));
    }

    #[test]
    fn only_the_last_hop_is_believed_and_only_behind_a_proxy() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("9.9.9.9"));
        headers.append("x-forwarded-for", HeaderValue::from_static("8.8.8.8, 192.0.2.7"));
        let near: IpAddr = "127.0.0.1".parse().unwrap();
        let far: IpAddr = "192.0.2.1".parse().unwrap();
        assert_eq!(address(near, &headers, true), Some("192.0.2.7".parse().unwrap()));
        assert_eq!(address(far, &headers, false), Some(far));
        assert_eq!(address(near, &headers, false), None);
        assert_eq!(address(far, &HeaderMap::new(), true), Some(far));
        let six: IpAddr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        assert_eq!(address(six, &HeaderMap::new(), false), "2001:db8:1:2::".parse().ok());
        let mapped: IpAddr = "::ffff:192.0.2.1".parse().unwrap();
        assert_eq!(address(mapped, &HeaderMap::new(), false), Some(far));
    }
}
