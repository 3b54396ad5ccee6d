//! Concurrency and rate limits for each guest and for each network of a client. An operation often counts for
//! a guest and several networks; it is allowed only if all of them are within their limits.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use session::guest::Guest;

use crate::client_addr::{Address, Network};
use crate::config::Rate;

/// A guest or network for which operations are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum LimitKey {
    Guest(Guest),
    Network(Network),
}

/// The networks that contain a client's address, each with its limit. `share` is the limit of a single
/// address; larger networks get a multiple of it.
pub(crate) fn networks<Share: Scalable>(address: Address, share: Share) -> Vec<(LimitKey, Share)> {
    let of = |(network, times)| (LimitKey::Network(network), share.times(times));
    address.networks().into_iter().map(of).collect()
}

/// The guest with the limit `own`, followed by the networks that contain the client's address, as in
/// [`networks`].
pub(crate) fn guest_and_networks<Share: Scalable>(
    (guest, own): (Guest, Share),
    address: Address,
    share: Share,
) -> Vec<(LimitKey, Share)> {
    let mut parties = networks(address, share);
    parties.insert(0, (LimitKey::Guest(guest), own));
    parties
}

/// A limit that can be multiplied, for networks of more than one address.
pub(crate) trait Scalable: Copy {
    /// The limit for a network that may use `times` the capacity of a single address.
    fn times(self, times: u32) -> Self;
}

impl Scalable for usize {
    fn times(self, times: u32) -> usize {
        self.saturating_mul(times as usize)
    }
}

impl Scalable for Rate {
    fn times(self, times: u32) -> Rate {
        let Rate { at_once, every } = self;
        Rate { at_once: at_once.saturating_mul(times), every: every / times }
    }
}

/// Limits the number of simultaneous uses per key, for example the open connections per guest.
pub(crate) struct ConcurrencyLimiter<Key>(Arc<Mutex<HashMap<Key, usize>>>);

/// A use that counts against a [`ConcurrencyLimiter`] until it is dropped.
pub(crate) struct Permit<Key: Eq + Hash + Copy> {
    keys: Vec<Key>,
    of: Arc<Mutex<HashMap<Key, usize>>>,
}

impl<Key: Eq + Hash + Copy> ConcurrencyLimiter<Key> {
    /// Creates a limiter without uses.
    pub(crate) fn new() -> ConcurrencyLimiter<Key> {
        ConcurrencyLimiter(Arc::default())
    }

    /// Starts a use. Returns `None` if `key` already has `most` uses.
    pub(crate) fn open(&self, key: Key, most: usize) -> Option<Permit<Key>> {
        self.open_for(vec![(key, most)])
    }

    /// Starts a use that counts for all keys in `parties`, each given with its limit. Returns `None` if one
    /// of them is at its limit.
    pub(crate) fn open_for(&self, parties: Vec<(Key, usize)>) -> Option<Permit<Key>> {
        let mut counts = lock(&self.0);
        let full =
            |(key, most): &(Key, usize)| counts.get(key).copied().unwrap_or_default() >= *most;
        if parties.iter().any(full) {
            return None;
        }
        let keys: Vec<Key> = parties.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *counts.entry(*key).or_default() += 1;
        }
        Some(Permit { keys, of: self.0.clone() })
    }
}

impl<Key: Eq + Hash + Copy> Drop for Permit<Key> {
    fn drop(&mut self) {
        let mut counts = lock(&self.of);
        for key in &self.keys {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
    }
}

/// Limits the rate of operations per key: a burst of operations is allowed, and one more after each interval.
pub(crate) struct RateLimiter<Key>(Mutex<Usage<Key>>);

/// Recent use of a rate limiter, as token buckets.
struct Usage<Key> {
    /// For each key, the time at which its token bucket is full again.
    until: HashMap<Key, Duration>,
    /// The number of entries in `until` at which keys with a full bucket are removed.
    prune_at: usize,
}

/// Number of entries below which none are removed.
const FEW: usize = 1024;

impl<Key: Eq + Hash> RateLimiter<Key> {
    /// Creates a limiter without recent use.
    pub(crate) fn new() -> RateLimiter<Key> {
        RateLimiter(Mutex::new(Usage { until: HashMap::new(), prune_at: FEW }))
    }

    /// Counts an operation. Returns false if the key has exceeded its rate limit.
    pub(crate) fn take(&self, key: Key, rate: Rate, now: Duration) -> bool {
        self.take_for(vec![(key, rate)], now)
    }

    /// Counts an operation for all keys in `parties`, each given with its limit. If one of them has exceeded
    /// its limit, returns false and counts nothing.
    pub(crate) fn take_for(&self, parties: Vec<(Key, Rate)>, now: Duration) -> bool {
        let mut used = lock(&self.0);
        let taken = parties.into_iter().map(|(key, rate)| {
            let until = used.until.get(&key).copied().unwrap_or_default();
            Some((key, rate.take(until, now)?))
        });
        let Some(taken) = taken.collect::<Option<Vec<(Key, Duration)>>>() else { return false };
        used.until.extend(taken);
        if used.until.len() >= used.prune_at {
            used.until.retain(|_, until| *until > now);
            used.prune_at = FEW.max(2 * used.until.len());
        }
        true
    }
}

/// Locks a map, even if another thread panicked while it had the lock: the maps are consistent at all times.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_permit_can_be_used_again() {
        let limiter = ConcurrencyLimiter::new();
        let (one, _two) = (limiter.open('a', 2), limiter.open('a', 2));
        assert!(one.is_some() && limiter.open('a', 2).is_none());
        assert!(limiter.open('b', 2).is_some());
        drop(one);
        assert!(limiter.open('a', 2).is_some());
    }

    #[test]
    fn a_rate_budget_refills_with_time() {
        let limiter = RateLimiter::new();
        let rate = Rate { at_once: 2, every: Duration::from_secs(60) };
        let take = |seconds| limiter.take((), rate, Duration::from_secs(seconds));
        assert!(take(0) && take(0) && !take(0));
        assert!(!take(59) && take(60) && !take(60));
        assert!(take(600) && take(600) && !take(600), "it does not grow without end");
    }

    fn at(text: &str) -> Address {
        Address::At(text.parse().unwrap())
    }

    #[test]
    fn a_rejected_network_uses_up_no_budget_of_others() {
        let limiter = RateLimiter::new();
        let rate = Rate { at_once: 1, every: Duration::from_secs(60) };
        let take = |address: &str, now| {
            limiter.take_for(networks(at(address), rate), Duration::from_secs(now))
        };
        // A /48 has eight times the limit, however many smaller networks it contains, and a /56 twice.
        let all: Vec<bool> =
            (0..40).map(|number| take(&format!("2001:db8:1:{:x}::", number * 256), 0)).collect();
        assert_eq!(all.iter().filter(|taken| **taken).count(), 8);
        assert!(take("2001:db8:2:1::", 0) && take("2001:db8:2:2::", 0));
        assert!(!take("2001:db8:2:3::", 0), "the /56 has had both of its own");
        assert!(take("2001:db8:2:100::", 0), "and the refusal cost the /48 nothing");
        // The /48 has its eightfold rate again; the rejected /56 had lost nothing.
        assert!(take("2001:db8:1:ff00::", 8) && !take("2001:db8:1:fe00::", 8));
    }

    #[test]
    fn a_permit_counts_for_all_its_keys_until_dropped() {
        let limiter = ConcurrencyLimiter::new();
        let open = |address: &str| limiter.open_for(networks(at(address), 1));
        let one = open("2001:db8:1:1::");
        assert!(one.is_some() && open("2001:db8:1:1::").is_none());
        let two = open("2001:db8:1:2::");
        assert!(two.is_some() && open("2001:db8:1:3::").is_none(), "a /56 has two");
        drop((one, two));
        assert!(limiter.0.lock().unwrap().is_empty());
        assert!(open("2001:db8:1:3::").is_some());
    }

    #[test]
    fn keys_with_a_full_budget_are_removed() {
        let limiter = RateLimiter::new();
        let rate = Rate { at_once: 1, every: Duration::from_secs(1) };
        for key in 0..10 * FEW {
            assert!(limiter.take(key, rate, Duration::from_secs(key as u64)));
        }
        assert!(limiter.0.lock().unwrap().until.len() <= FEW);
    }
}
