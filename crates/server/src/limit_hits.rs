//! Networks that exceed limits, for the operator: a list of the most frequent, and lines in the log.
//!
//! A network (an IPv4 address or an IPv6 /64) is named by a keyed hash whose key is new with each start
//! and stored nowhere: the names tell networks apart without telling which they are. Addresses
//! themselves are shown only where [`Config::log_addresses`](crate::Config::log_addresses) asks for it.
//! Memory and log lines are bounded, however many networks there are.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ring::hmac;
use serde::Serialize;

use crate::config::Rate;
use crate::ids;
use crate::origin;

/// The target of the log lines about requests over a limit.
pub const LIMITS: &str = "server::limits";

/// Maximum number of networks that are remembered.
const NETWORKS: usize = 256;
/// Time after its last request over a limit for which a network is remembered.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);
/// Log lines about one network, and about all together.
const OF_ONE: Rate = Rate { at_once: 20, every: Duration::from_secs(1) };
const OF_ALL: Rate = Rate { at_once: 200, every: Duration::from_millis(100) };

/// Networks that exceed limits.
#[derive(Debug)]
pub(crate) struct LimitHits {
    key: hmac::Key,
    shows_addresses: bool,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    hits: u64,
    networks: HashMap<u64, Network>,
    /// When all log lines are there again.
    lines: Duration,
    /// Hits since the last log line that were not logged.
    unlogged: u64,
}

/// A network that exceeded a limit.
#[derive(Debug)]
struct Network {
    /// The address that exceeded a limit last.
    address: IpAddr,
    hits: u64,
    by_limit: BTreeMap<&'static str, u64>,
    first: i64,
    last: i64,
    /// When the last hit was by the server's clock.
    at: Duration,
    /// When all log lines about it are there again.
    lines: Duration,
}

/// Takes a log line, if there is one; `until` is when all of them are there again.
fn take(until: &mut Duration, rate: Rate, now: Duration) -> bool {
    rate.take(*until, now).map(|after| *until = after).is_some()
}

/// The list for the operator, as JSON.
#[derive(Serialize)]
pub(crate) struct TopNetworks {
    /// Requests over a limit since the start.
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
    /// No limit was exceeded yet.
    pub(crate) fn new(shows_addresses: bool) -> LimitHits {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &ids::random::<32>());
        LimitHits { key, shows_addresses, seen: Mutex::default() }
    }

    /// Counts a request of `client` over `limit`, and logs it. `day` is in milliseconds since 1970,
    /// `now` by the server's clock.
    pub(crate) fn note(&self, limit: &'static str, client: IpAddr, day: i64, now: Duration) {
        let client = client.to_canonical();
        let id = self.name_of(client);
        // What is behind this lock is whole at every moment.
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
        // deploy/fail2ban reads these lines.
        if self.shows_addresses {
            tracing::warn!(target: LIMITS, limit, network, unlogged, address = %client, "over a limit");
        } else {
            tracing::warn!(target: LIMITS, limit, network, unlogged, "over a limit");
        }
    }

    /// The networks with most requests over a limit, most first.
    pub(crate) fn top(&self, now: Duration) -> TopNetworks {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.forget_old(now);
        let top = |(id, network): (&u64, &Network)| TopNetwork {
            network: shown(*id),
            address: self.shows_addresses.then_some(network.address),
            hits: network.hits,
            limits: network.by_limit.clone(),
            first: ids::rfc3339(network.first),
            last: ids::rfc3339(network.last),
        };
        let mut networks: Vec<TopNetwork> = seen.networks.iter().map(top).collect();
        networks.sort_by(|one, other| {
            (other.hits, &other.last, &one.network).cmp(&(one.hits, &one.last, &other.network))
        });
        TopNetworks { hits: seen.hits, networks }
    }

    /// The keyed hash of a client's network.
    fn name_of(&self, client: IpAddr) -> u64 {
        let bytes = match origin::network(client) {
            IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
            IpAddr::V6(address) => address.octets(),
        };
        let tag = hmac::sign(&self.key, &bytes);
        tag.as_ref().iter().take(6).fold(0, |name, byte| name << 8 | u64::from(*byte))
    }
}

impl Seen {
    /// Makes room for a network: those not seen for long go, then the one with fewest hits.
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

/// The name of a network as people read it.
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
    fn the_list_is_bounded_and_keeps_who_comes_often() {
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
    fn a_network_has_a_name_that_tells_nothing_and_lasts_until_the_next_start() {
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
    fn lines_are_bounded_for_one_network_and_for_all() {
        let mut until = Duration::ZERO;
        let rate = Rate { at_once: 2, every: Duration::from_secs(1) };
        let mut take = |millis| take(&mut until, rate, Duration::from_millis(millis));
        assert!(take(0) && take(0) && !take(0) && !take(999) && take(1000) && !take(1000));
        assert!(take(60_000) && take(60_000) && !take(60_000), "it does not grow without end");
    }
}
