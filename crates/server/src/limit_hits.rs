//! Networks whose requests exceed limits, for the operator: a list of the networks with the most such
//! requests (hits), and log lines.
//!
//! A network (an IPv4 address or an IPv6 /64) is identified by a keyed hash. The key is new with each start
//! and never stored, so the names distinguish networks without revealing them. Addresses themselves are shown
//! only with [`Config::log_addresses`](crate::Config::log_addresses). Memory and the number of log lines are
//! bounded, however many networks there are.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ring::hmac;
use serde::Serialize;
use session::table::record::rfc3339;

use crate::client_addr;
use crate::config::Rate;
use crate::ids;

/// The `tracing` target of log lines about requests over a limit.
pub const LIMITS: &str = "server::limits";

/// Maximum number of networks that are kept in memory.
const NETWORKS: usize = 256;
/// Time after which a network is removed from memory, counted from its last request that exceeded a limit.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);
/// Rate limits of log lines: about a single network, and about all networks together.
const OF_ONE: Rate = Rate { at_once: 20, every: Duration::from_secs(1) };
const OF_ALL: Rate = Rate { at_once: 200, every: Duration::from_millis(100) };

/// The networks whose requests exceed limits, with the number of such requests.
#[derive(Debug)]
pub(crate) struct LimitHits {
    key: hmac::Key,
    shows_addresses: bool,
    seen: Mutex<Hits>,
}

#[derive(Debug, Default)]
struct Hits {
    hits: u64,
    networks: HashMap<u64, Network>,
    /// The time on the server's clock at which the log lines about all networks are back at their full rate
    /// limit.
    lines: Duration,
    /// Number of requests over a limit since the last log line that were not logged.
    unlogged: u64,
}

/// A network with at least one request that exceeded a limit.
#[derive(Debug)]
struct Network {
    /// The client's address in the network's last request that exceeded a limit.
    address: IpAddr,
    hits: u64,
    by_limit: BTreeMap<&'static str, u64>,
    first: i64,
    last: i64,
    /// Time of the network's last request over a limit, on the server's clock.
    at: Duration,
    /// The time on the server's clock at which the log lines about this network are back at their full rate
    /// limit.
    lines: Duration,
}

/// Returns true if the rate limit allows another log line, and counts it. `until` is the time at which the
/// full rate limit is available again.
fn take(until: &mut Duration, rate: Rate, now: Duration) -> bool {
    rate.take(*until, now).map(|after| *until = after).is_some()
}

/// The networks with the most requests over a limit, as JSON for the operator.
#[derive(Serialize)]
pub(crate) struct TopNetworks {
    /// Number of requests over a limit since the server's start.
    hits: u64,
    networks: Vec<TopNetwork>,
}

#[derive(Serialize)]
struct TopNetwork {
    network: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<IpAddr>,
    hits: u64,
    limits: BTreeMap<&'static str, u64>,
    first: String,
    last: String,
}

impl LimitHits {
    /// Creates an empty list. `shows_addresses` is true if addresses may be shown to the operator.
    pub(crate) fn new(shows_addresses: bool) -> LimitHits {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &ids::random::<32>());
        LimitHits { key, shows_addresses, seen: Mutex::default() }
    }

    /// Counts and logs a request of `client` that exceeded `limit`. `day` is the time of day in milliseconds
    /// since 1970; `now` is the time on the server's clock.
    pub(crate) fn note(&self, limit: &'static str, client: IpAddr, day: i64, now: Duration) {
        let client = client.to_canonical();
        let id = self.name_of(client);
        // The data is consistent at all times, so a panic of another lock holder does no harm.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.hits += 1;
        seen.make_room(id, now);
        let network = seen.networks.entry(id).or_insert_with(|| Network {
            address: client,
            hits: 0,
            by_limit: BTreeMap::new(),
            first: day,
            last: day,
            at: now,
            lines: Duration::ZERO,
        });
        network.hits += 1;
        *network.by_limit.entry(limit).or_default() += 1;
        (network.address, network.last, network.at) = (client, day, now);
        if !take(&mut network.lines, OF_ONE, now) || !take(&mut seen.lines, OF_ALL, now) {
            seen.unlogged += 1;
            return;
        }
        let unlogged = std::mem::take(&mut seen.unlogged);
        drop(seen);
        let network = shown(id);
        // The filter in deploy/fail2ban parses these lines.
        if self.shows_addresses {
            tracing::warn!(target: LIMITS, limit, network, unlogged, address = %client, "over a limit");
        } else {
            tracing::warn!(target: LIMITS, limit, network, unlogged, "over a limit");
        }
    }

    /// The networks in memory, sorted by their number of requests over a limit, largest first.
    pub(crate) fn top(&self, now: Duration) -> TopNetworks {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.forget_old(now);
        let top = |(id, network): (&u64, &Network)| TopNetwork {
            network: shown(*id),
            address: self.shows_addresses.then_some(network.address),
            hits: network.hits,
            limits: network.by_limit.clone(),
            first: rfc3339(network.first),
            last: rfc3339(network.last),
        };
        let mut networks: Vec<TopNetwork> = seen.networks.iter().map(top).collect();
        networks.sort_by(|one, other| {
            (other.hits, &other.last, &one.network).cmp(&(one.hits, &one.last, &other.network))
        });
        TopNetworks { hits: seen.hits, networks }
    }

    /// The keyed hash that identifies a client's network.
    fn name_of(&self, client: IpAddr) -> u64 {
        let bytes = match client_addr::network(client) {
            IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
            IpAddr::V6(address) => address.octets(),
        };
        let tag = hmac::sign(&self.key, &bytes);
        tag.as_ref().iter().take(6).fold(0, |name, byte| name << 8 | u64::from(*byte))
    }
}

impl Hits {
    /// Makes room for a network with this id if memory is full: removes networks without recent requests over
    /// a limit and, if that is not enough, the network with the fewest.
    fn make_room(&mut self, id: u64, now: Duration) {
        if self.networks.contains_key(&id) || self.networks.len() < NETWORKS {
            return;
        }
        self.forget_old(now);
        if self.networks.len() < NETWORKS {
            return;
        }
        let least = self.networks.iter().min_by_key(|(_, network)| (network.hits, network.at));
        if let Some(least) = least.map(|(id, _)| *id) {
            self.networks.remove(&least);
        }
    }

    fn forget_old(&mut self, now: Duration) {
        self.networks.retain(|_, network| now < network.at + REMEMBERED);
    }
}

/// The name of a network as it is shown to the operator: its hash in hexadecimal digits.
fn shown(id: u64) -> String {
    format!("{id:012x}")
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    fn at(hits: &LimitHits, client: impl Into<IpAddr>, seconds: u64) {
        hits.note("openings", client.into(), 0, Duration::from_secs(seconds));
    }

    fn listed(hits: &LimitHits, seconds: u64) -> Vec<(String, u64)> {
        let top = hits.top(Duration::from_secs(seconds));
        top.networks.into_iter().map(|network| (network.network, network.hits)).collect()
    }

    #[test]
    fn the_list_is_bounded_and_keeps_frequent_networks() {
        let hits = LimitHits::new(false);
        let often = Ipv4Addr::new(192, 0, 2, 1);
        for _ in 0..3 {
            at(&hits, often, 0);
        }
        for network in 0..10_000_u32 {
            at(&hits, Ipv4Addr::from_bits(0x0a00_0000 + network), 1);
        }
        let top = listed(&hits, 1);
        assert_eq!(top.len(), NETWORKS);
        assert_eq!(top[0], (shown(hits.name_of(often.into())), 3));
        assert_eq!(hits.top(Duration::ZERO).hits, 10_003);
        assert!(listed(&hits, 2 * REMEMBERED.as_secs()).is_empty());
    }

    #[test]
    fn a_network_name_reveals_nothing_and_changes_with_each_start() {
        let (hits, later) = (LimitHits::new(false), LimitHits::new(false));
        let host = |text: &str| text.parse::<Ipv6Addr>().unwrap();
        at(&hits, host("2001:db8:1:2::1"), 0);
        at(&hits, host("2001:db8:1:2:ffff::2"), 0);
        at(&hits, host("2001:db8:1:3::1"), 0);
        at(&hits, host("::ffff:192.0.2.1"), 0);
        at(&hits, Ipv4Addr::new(192, 0, 2, 1), 0);
        let counts: Vec<u64> = listed(&hits, 0).into_iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [2, 2, 1]);
        let text = serde_json::to_string(&hits.top(Duration::ZERO)).unwrap();
        assert!(!text.contains("192.0.2") && !text.contains("2001:"), "{text}");
        let one = Ipv4Addr::new(192, 0, 2, 1).into();
        assert_ne!(hits.name_of(one), later.name_of(one));
        let shows = LimitHits::new(true);
        at(&shows, Ipv4Addr::new(192, 0, 2, 1), 0);
        let text = serde_json::to_string(&shows.top(Duration::ZERO)).unwrap();
        assert!(text.contains("\"address\":\"192.0.2.1\""), "{text}");
    }

    #[test]
    fn log_lines_are_rate_limited() {
        let mut until = Duration::ZERO;
        let rate = Rate { at_once: 2, every: Duration::from_secs(1) };
        let mut take = |millis| take(&mut until, rate, Duration::from_millis(millis));
        assert!(take(0) && take(0) && !take(0) && !take(999) && take(1000) && !take(1000));
        assert!(take(60_000) && take(60_000) && !take(60_000), "it does not grow without end");
    }
}
