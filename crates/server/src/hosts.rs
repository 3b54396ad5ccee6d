//! The host names under which the server answers.
//!
//! After a page of any site has been loaded, the site can make its domain resolve to this machine (DNS
//! rebinding). The page then has the same origin as the server, and can do whatever a visitor in the network
//! of its user could. Its requests still carry its domain in the `Host` header, so the server accepts only
//! names that strangers cannot own: numeric addresses, names that do not exist in public DNS, this machine's
//! own name, and names configured by the operator.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::uri;

/// Suffixes of host names that do not exist in public DNS: those reserved by RFC 6761, RFC 6762, RFC 8375 and
/// ICANN, and those assigned by home routers.
const PRIVATE: [&str; 6] = ["localhost", "local", "home.arpa", "internal", "lan", "home"];

/// The host and port of a `Host` header or an origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Authority {
    /// The host in lower case; an IPv6 address is in brackets.
    pub(crate) host: String,
    port: u16,
}

impl Authority {
    /// Parses a host with an optional port. Without a port, the default port applies: 443 if `https` is true,
    /// else 80.
    pub(crate) fn read(text: &str, https: bool) -> Option<Authority> {
        let read: uri::Authority = text.parse().ok()?;
        let host = read.host();
        let port = match text.strip_prefix(host)? {
            "" | ":" => {
                if https {
                    443
                } else {
                    80
                }
            }
            port => port.strip_prefix(':')?.parse().ok()?,
        };
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        (!host.is_empty()).then_some(Authority { host, port })
    }

    /// Parses an origin, such as `https://games.example`; the boolean is true for HTTPS.
    pub(crate) fn of_origin(origin: &str) -> Option<(bool, Authority)> {
        let (scheme, named) = origin.split_once("://")?;
        let https = scheme.eq_ignore_ascii_case("https");
        let known = https || scheme.eq_ignore_ascii_case("http");
        Authority::read(named, https).filter(|_| known).map(|named| (https, named))
    }
}

/// The host names that the server accepts in requests.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// The accepted names: those configured by the operator, and this machine's own. A name that starts with
    /// a dot stands for all names with that suffix.
    named: Vec<String>,
    /// True if every name is accepted: the operator allows all names, or a proxy checks them.
    any: bool,
}

impl Hosts {
    /// Builds the list of accepted names from the settings: `hosts`, and the hosts of the allowed `origins`.
    /// Behind a proxy (`trust_proxy`), which checks names itself, every name is accepted unless `hosts` is
    /// set.
    pub(crate) fn new(hosts: &[String], origins: &[String], trust_proxy: bool) -> Hosts {
        let any = if hosts.is_empty() { trust_proxy } else { hosts.iter().any(|host| host == "*") };
        let named = hosts.iter().map(|host| host.trim_start_matches('*').to_ascii_lowercase());
        let of_origins = origins.iter().filter_map(|origin| Authority::of_origin(origin));
        let of_origins = of_origins.map(|(_, named)| named.host);
        Hosts { named: named.chain(of_origins).chain(own_name()).collect(), any }
    }

    pub(crate) fn accepts(&self, Authority { host, .. }: &Authority) -> bool {
        let below = |suffix: &str| {
            host.strip_suffix(suffix).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let named = |name: &String| match name.starts_with('.') {
            true => host.ends_with(name.as_str()),
            false => host == name,
        };
        let alone = !host.contains('.');
        self.any
            || alone
            || is_address(host)
            || PRIVATE.iter().any(|suffix| below(suffix))
            || self.named.iter().any(named)
    }
}

fn is_address(host: &str) -> bool {
    let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok()) || host.parse::<IpAddr>().is_ok()
}

/// The host name of this machine; `None` if the operating system does not provide it.
fn own_name() -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(name.trim().to_ascii_lowercase()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_that_strangers_cannot_own_are_accepted() {
        let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let accepted = |hosts: &[&str], origins: &[&str], trust_proxy, host: &str| {
            let hosts = Hosts::new(&owned(hosts), &owned(origins), trust_proxy);
            Authority::read(host, false).is_some_and(|host| hosts.accepts(&host))
        };
        for host in [
            "localhost",
            "LOCALHOST:7777",
            "127.0.0.1:7777",
            "192.168.1.20",
            "[::1]:7777",
            "[fe80::1]",
            "app.localhost",
            "zashiki",
            "zashiki.local:7777",
            "desktop.lan",
            "desktop.home.arpa.",
            "server.internal",
        ] {
            assert!(accepted(&[], &[], false, host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evillocalhost.example",
            "notlan.example",
            "[::1].evil.example",
            "user@127.0.0.1",
            "",
        ] {
            assert!(!accepted(&[], &[], false, host), "{host}");
            // Rejected whatever the configuration.
            assert!(!accepted(&["games.example"], &["https://a.example"], true, host), "{host}");
        }
        assert!(accepted(&[], &[], true, "games.example"), "the proxy knows its names");
        assert!(accepted(&["*"], &[], false, "games.example"));
        assert!(accepted(&[], &["https://Games.example"], false, "games.EXAMPLE:7777"));
        for named in ["games.example", "Games.Example"] {
            assert!(accepted(&[named], &[], false, "games.example"));
            assert!(!accepted(&[named], &[], false, "a.games.example"));
        }
        assert!(accepted(&["*.games.example"], &[], false, "a.games.example"));
        assert!(!accepted(&["*.games.example"], &[], false, "evilgames.example"));
    }

    #[test]
    fn the_default_port_may_be_omitted() {
        let read = |text, https| Authority::read(text, https).map(|it| (it.host, it.port));
        let games = |port| Some(("games.example".to_owned(), port));
        assert_eq!(read("games.example", true), games(443));
        assert_eq!(read("Games.Example:443", false), games(443));
        assert_eq!(read("games.example.", false), games(80));
        assert_eq!(read("games.example:", false), games(80));
        assert_eq!(read("[::1]:7777", false), Some(("[::1]".to_owned(), 7777)));
        for bad in ["games.example:99999", "games.example:x", "a b", "a/b", "x@y", ".", ""] {
            assert_eq!(read(bad, false), None, "{bad}");
        }
        assert!(Authority::of_origin("ftp://games.example").is_none());
    }
}
