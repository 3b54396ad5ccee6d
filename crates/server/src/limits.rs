//! Counting what is open at once, and what comes within a time, for each guest and for each network that
//! a client is in. What is counted for several is taken from all of them or from none.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::client_addr::{Address, Network};
use crate::config::Rate;
use crate::users::guest::Guest;

/// Whom something is counted for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum LimitKey {
    Guest(Guest),
    Network(Network),
}

/// The networks that a client is in, each with its share of what one address may have.
pub(crate) fn networks<Share: Scalable>(address: Address, share: Share) -> Vec<(LimitKey, Share)> {
    let of = |(network, times)| (LimitKey::Network(network), share.times(times));
    address.networks().into_iter().map(of).collect()
}

/// The guest with their own share, and the networks as of [`networks`].
pub(crate) fn guest_and_networks<Share: Scalable>(
    (guest, own): (Guest, Share),
    address: Address,
    share: Share,
) -> Vec<(LimitKey, Share)> {
    let mut parties = networks(address, share);
    parties.insert(0, (LimitKey::Guest(guest), own));
    parties
}

/// A share of something of which larger networks have a multiple.
pub(crate) trait Scalable: Copy {
    /// This share for a network that has `times` as much.
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

/// How many of something each has open.
pub(crate) struct ConcurrencyLimiter<Key>(Arc<Mutex<HashMap<Key, usize>>>);

/// One that is open; dropping it closes it.
pub(crate) struct Permit<Key: Eq + Hash + Copy> {
    keys: Vec<Key>,
    of: Arc<Mutex<HashMap<Key, usize>>>,
}

impl<Key: Eq + Hash + Copy> ConcurrencyLimiter<Key> {
    /// Nothing is open.
    pub(crate) fn new() -> ConcurrencyLimiter<Key> {
        ConcurrencyLimiter(Arc::default())
    }

    /// Opens one more, unless there are `most` already.
    pub(crate) fn open(&self, key: Key, most: usize) -> Option<Permit<Key>> {
        self.open_for(vec![(key, most)])
    }

    /// Opens one more for all of these, unless one of them has its most already.
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

/// How often each may do something: a number of times at once, and once more after each interval.
pub(crate) struct RateLimiter<Key>(Mutex<Usage<Key>>);

/// What was used lately.
struct Usage<Key> {
    /// When each has all of it again.
    until: HashMap<Key, Duration>,
    /// With this many entries, those who have all of it again are forgotten.
    prune_at: usize,
}

/// With fewer entries nobody need be forgotten.
const FEW: usize = 1024;

impl<Key: Eq + Hash> RateLimiter<Key> {
    /// Everybody may do all of it.
    pub(crate) fn new() -> RateLimiter<Key> {
        RateLimiter(Mutex::new(Usage { until: HashMap::new(), prune_at: FEW }))
    }

    /// Returns true if it may be done once more now; then it counts.
    pub(crate) fn take(&self, key: Key, rate: Rate, now: Duration) -> bool {
        self.take_for(vec![(key, rate)], now)
    }

    /// Returns true if all of these may do it once more now; then it counts for each of them.
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

/// The maps behind these locks are whole at every moment, so a panic elsewhere while one was
/// held does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_may_be_opened_again() {
        let tally = ConcurrencyLimiter::new();
        let (one, _two) = (tally.open('a', 2), tally.open('a', 2));
        assert!(one.is_some() && tally.open('a', 2).is_none());
        assert!(tally.open('b', 2).is_some());
        drop(one);
        assert!(tally.open('a', 2).is_some());
    }

    #[test]
    fn an_allowance_comes_back_with_time() {
        let allowance = RateLimiter::new();
        let rate = Rate { at_once: 2, every: Duration::from_secs(60) };
        let take = |seconds| allowance.take((), rate, Duration::from_secs(seconds));
        assert!(take(0) && take(0) && !take(0));
        assert!(!take(59) && take(60) && !take(60));
        assert!(take(600) && take(600) && !take(600), "it does not grow without end");
    }

    fn six(text: &str) -> Address {
        Address::At(text.parse().unwrap())
    }

    #[test]
    fn what_one_network_has_used_up_is_taken_from_nobody() {
        let allowance = RateLimiter::new();
        let rate = Rate { at_once: 1, every: Duration::from_secs(60) };
        let take = |address: &str, now| {
            allowance.take_for(networks(six(address), rate), Duration::from_secs(now))
        };
        // Eight times as often from a /48, however many smaller networks it has, and twice from a /56.
        let all: Vec<bool> =
            (0..40).map(|number| take(&format!("2001:db8:1:{:x}::", number * 256), 0)).collect();
        assert_eq!(all.iter().filter(|taken| **taken).count(), 8);
        assert!(take("2001:db8:2:1::", 0) && take("2001:db8:2:2::", 0));
        assert!(!take("2001:db8:2:3::", 0), "the /56 has had both of its own");
        assert!(take("2001:db8:2:100::", 0), "and the refusal cost the /48 nothing");
        // The /48 may do it eight times as often again; one that was refused has lost nothing.
        assert!(take("2001:db8:1:ff00::", 8) && !take("2001:db8:1:fe00::", 8));
    }

    #[test]
    fn one_that_is_open_counts_for_all_and_is_closed_for_all() {
        let tally = ConcurrencyLimiter::new();
        let open = |address: &str| tally.open_for(networks(six(address), 1));
        let one = open("2001:db8:1:1::");
        assert!(one.is_some() && open("2001:db8:1:1::").is_none());
        let two = open("2001:db8:1:2::");
        assert!(two.is_some() && open("2001:db8:1:3::").is_none(), "a /56 has two");
        drop((one, two));
        assert!(tally.0.lock().unwrap().is_empty());
        assert!(open("2001:db8:1:3::").is_some());
    }

    #[test]
    fn those_who_have_all_of_it_again_are_forgotten() {
        let allowance = RateLimiter::new();
        let rate = Rate { at_once: 1, every: Duration::from_secs(1) };
        for key in 0..10 * FEW {
            assert!(allowance.take(key, rate, Duration::from_secs(key as u64)));
        }
        assert!(allowance.0.lock().unwrap().until.len() <= FEW);
    }
}
