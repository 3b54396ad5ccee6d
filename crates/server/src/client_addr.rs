//! The address of a client, and the networks by which limits count the client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Once;

use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};

/// A client's address, as used for limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Address {
    /// An address of this machine itself: the client is its owner, or a local proxy through which all clients
    /// connect. No limits apply.
    Local,
    /// A valid address of a client.
    At(IpAddr),
    /// The client is behind a proxy that sent no valid address.
    Unknown,
}

/// A network (range of addresses) whose clients share limits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Network {
    /// All addresses that share this number of leading bits with this address; the remaining bits of the
    /// address are zero.
    Prefix(IpAddr, u8),
    /// All clients whose addresses are unknown share this network.
    Unknown,
}

/// The networks by which clients are counted, narrowest first: the prefix length in bits, and the network's
/// limit as a multiple of a single address's limit. The owner of one IPv6 address has a network of 64 bits,
/// and often one of 56 or 48; an IPv4 network of 24 bits often has one owner.
const IPV4: [(u8, u32); 2] = [(32, 1), (24, 4)];

const IPV6: [(u8, u32); 3] = [(64, 1), (56, 2), (48, 8)];

/// The limit shared by all clients with unknown addresses, as a multiple of a single address's limit.
const UNKNOWN: u32 = 8;

impl Address {
    /// The networks that contain the client, narrowest first, each with its limit as a multiple of a single
    /// address's limit.
    pub(crate) fn networks(self) -> Vec<(Network, u32)> {
        let prefixes: &[_] = match self {
            Address::Local => return Vec::new(),
            Address::Unknown => return vec![(Network::Unknown, UNKNOWN)],
            Address::At(IpAddr::V4(_)) => &IPV4,
            Address::At(IpAddr::V6(_)) => &IPV6,
        };
        let Address::At(address) = self else { return Vec::new() };
        prefixes.iter().map(|(bits, times)| (prefix(address, *bits), *times)).collect()
    }
}

/// The network of all addresses that share the first `bits` bits with this one.
fn prefix(address: IpAddr, bits: u8) -> Network {
    let first = match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or_default();
            Ipv4Addr::from_bits(address.to_bits() & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or_default();
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    };
    Network::Prefix(first, bits)
}

/// The reverse proxy in front of the server, if any, and the record of warnings that were already logged
/// about it.
pub(crate) struct Proxy {
    pub(crate) present: bool,
    missing: Once,
    unreadable: Once,
}

impl Proxy {
    pub(crate) fn new(present: bool) -> Proxy {
        Proxy { present, missing: Once::new(), unreadable: Once::new() }
    }

    /// The client's address for a connection from `peer`. Behind a proxy, this is the last entry of
    /// `X-Forwarded-For`, which the proxy has appended; earlier entries can be forged. The first time that
    /// the entry is missing or invalid, a warning is logged, which contains no address.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> Address {
        if !self.present {
            return direct(peer);
        }
        let Some(hops) = headers.get_all("x-forwarded-for").iter().next_back() else {
            self.missing.call_once(|| {
                tracing::warn!(
                    "a request has no X-Forwarded-For: all such clients share one rate limit; configure the proxy to append the client's address, or start without --trust-proxy"
                );
            });
            return Address::Unknown;
        };
        let last = hops.to_str().ok().and_then(|hops| hops.rsplit(',').next());
        if let Some(address) = last.and_then(read_address) {
            return Address::At(address);
        }
        self.unreadable.call_once(|| {
            tracing::warn!(
                "the last address in X-Forwarded-For is invalid: all such clients share one rate limit; configure the proxy to append the client's address"
            );
        });
        Address::Unknown
    }

    /// The IP address that a request comes from; `None` if the proxy sent no valid address.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Option<IpAddr> {
        match self.address(peer, headers) {
            Address::Local => Some(peer),
            Address::At(address) => Some(address),
            Address::Unknown => None,
        }
    }
}

/// The address of a client that connects without a proxy.
pub(crate) fn direct(peer: IpAddr) -> Address {
    match peer.to_canonical() {
        address if address.is_loopback() => Address::Local,
        address => Address::At(address),
    }
}

/// Parses an address in the forms that proxies write: with or without a port, IPv6 with or without brackets,
/// and with or without quotation marks around it all.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let bracketed = || {
        let (inner, port) = text.strip_prefix('[')?.split_once(']')?;
        let port = port.is_empty() || is_port(port.strip_prefix(':')?);
        inner.parse::<Ipv6Addr>().ok().filter(|_| port).map(IpAddr::from)
    };
    let ported = || {
        let (address, port) = text.rsplit_once(':')?;
        address.parse::<Ipv4Addr>().ok().filter(|_| is_port(port)).map(IpAddr::from)
    };
    let read = text.parse().ok().or_else(bracketed).or_else(ported)?;
    Some(read.to_canonical())
}

fn is_port(text: &str) -> bool {
    text.parse::<u16>().is_ok()
}

/// The first address of the narrowest network by which limits count a client with this address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match Address::At(address.to_canonical()).networks()[..] {
        [(Network::Prefix(first, _), _), ..] => first,
        _ => address,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::http::HeaderValue;

    use super::*;

    /// The address of a client whose proxy sent these `X-Forwarded-For` headers.
    fn behind(hops: &[&'static str]) -> Address {
        let mut headers = HeaderMap::new();
        for hop in hops {
            headers.append("x-forwarded-for", HeaderValue::from_static(hop));
        }
        Proxy::new(true).address("127.0.0.1".parse().unwrap(), &headers)
    }

    fn at(address: &str) -> Address {
        Address::At(address.parse().unwrap())
    }

    #[test]
    fn only_the_last_hop_is_trusted_and_only_behind_a_proxy() {
        assert_eq!(behind(&["9.9.9.9", "8.8.8.8, 192.0.2.7"]), at("192.0.2.7"));
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("192.0.2.7"));
        let (near, far) = ("127.0.0.1".parse().unwrap(), "192.0.2.1".parse().unwrap());
        let none = Proxy::new(false);
        assert_eq!(none.address(far, &headers), Address::At(far));
        assert_eq!(none.address(near, &headers), Address::Local);
        let mapped = "::ffff:192.0.2.1".parse().unwrap();
        assert_eq!(none.address(mapped, &headers), Address::At(far));
        let mapped = "::ffff:127.0.0.1".parse().unwrap();
        assert_eq!(none.address(mapped, &headers), Address::Local);
    }

    #[test]
    fn addresses_are_read_as_gateways_write_them() {
        for written in
            ["192.0.2.7", "192.0.2.7:4711", " 192.0.2.7 ", "::ffff:192.0.2.7", "\"192.0.2.7:1\""]
        {
            assert_eq!(behind(&[written]), at("192.0.2.7"), "{written}");
        }
        for written in
            ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:443", "\"[2001:db8::1]:443\""]
        {
            assert_eq!(behind(&[written]), at("2001:db8::1"), "{written}");
        }
        // None of these is a valid address, and an earlier entry is not trusted.
        for written in [
            "",
            "unknown",
            "_hidden",
            "192.0.2.7:",
            "192.0.2.7:99999",
            "[192.0.2.7]:1",
            "[2001:db8::1",
            "[2001:db8::1]x",
            "192.0.2.1, ",
            "192.0.2.1, unknown",
        ] {
            assert_eq!(behind(&[written]), Address::Unknown, "{written}");
        }
        assert_eq!(behind(&[]), Address::Unknown);
    }

    #[test]
    fn a_client_is_counted_in_each_network_it_is_in() {
        let networks = |address: Address| -> Vec<(String, u32)> {
            let shown = |network| match network {
                Network::Prefix(first, bits) => format!("{first}/{bits}"),
                Network::Unknown => "unknown".to_owned(),
            };
            address.networks().into_iter().map(|(network, times)| (shown(network), times)).collect()
        };
        let expected = |all: &[(&str, u32)]| -> Vec<(String, u32)> {
            all.iter().map(|(network, times)| ((*network).to_owned(), *times)).collect()
        };
        assert_eq!(
            networks(at("192.0.2.77")),
            expected(&[("192.0.2.77/32", 1), ("192.0.2.0/24", 4)])
        );
        assert_eq!(
            networks(at("2001:db8:1:2345:6:7:8:9")),
            expected(&[
                ("2001:db8:1:2345::/64", 1),
                ("2001:db8:1:2300::/56", 2),
                ("2001:db8:1::/48", 8)
            ])
        );
        assert_eq!(networks(Address::Unknown), expected(&[("unknown", 8)]));
        assert_eq!(networks(Address::Local), []);
    }

    #[test]
    fn a_missing_address_is_logged_once_and_no_address_is_logged() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber =
            tracing_subscriber::fmt().with_writer(move || writer.clone()).with_ansi(false).finish();
        tracing::subscriber::with_default(subscriber, || {
            let proxy = Proxy::new(true);
            let peer = "198.51.100.7".parse().unwrap();
            let mut headers = HeaderMap::new();
            // Another test may have reached the log line first, without a subscriber.
            tracing::callsite::rebuild_interest_cache();
            for _ in 0..3 {
                assert_eq!(proxy.address(peer, &headers), Address::Unknown);
            }
            headers.insert("x-forwarded-for", HeaderValue::from_static("203.0.113.9:x"));
            tracing::callsite::rebuild_interest_cache();
            for _ in 0..3 {
                assert_eq!(proxy.address(peer, &headers), Address::Unknown);
            }
        });
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert_eq!(log.matches("WARN").count(), 2, "{log}");
        assert_eq!(log.matches("has no X-Forwarded-For").count(), 1, "{log}");
        assert_eq!(log.matches("is invalid").count(), 1, "{log}");
        assert!(!log.contains("203.0.113") && !log.contains("198.51.100"), "{log}");
    }

    /// The log output captured during a test.
    #[derive(Clone, Default)]
    struct Log(Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
}
