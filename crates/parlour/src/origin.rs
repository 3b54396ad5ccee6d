//! Where a request comes from: which site's page sent it, and from which address.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

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

/// Whether the request comes from a page of this server or of an allowed one. Browsers
/// always name the origin where it matters; other programs have no cookie to abuse.
fn is_ours(allowed: &[String], headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let scheme = if came_by_https(headers) { "https" } else { "http" };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match (host, origin.split_once("://")) {
        (Some(host), Some((by, named))) => {
            by.eq_ignore_ascii_case(scheme) && host.eq_ignore_ascii_case(named)
        }
        _ => false,
    }
}

/// Whether the reverse proxy in front says that the browser used HTTPS. Other sites' pages
/// cannot set the header; a program that forges it fools nobody but itself.
pub(crate) fn came_by_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
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
