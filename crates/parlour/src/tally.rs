//! Counting what is open at once, and what comes within a time, for each guest and address.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::config::Rate;

/// How many of something each has open.
pub(crate) struct Tally<Key>(Arc<Mutex<HashMap<Key, usize>>>);

/// One that is open; dropping it closes it.
pub(crate) struct Ticket<Key: Eq + Hash + Copy> {
    key: Key,
    of: Arc<Mutex<HashMap<Key, usize>>>,
}

impl<Key: Eq + Hash + Copy> Tally<Key> {
    /// Nothing is open.
    pub(crate) fn new() -> Tally<Key> {
        Tally(Arc::default())
    }

    /// Opens one more, unless there are `most` already.
    pub(crate) fn open(&self, key: Key, most: usize) -> Option<Ticket<Key>> {
        let mut counts = lock(&self.0);
        let count = counts.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Ticket { key, of: self.0.clone() })
    }
}

impl<Key: Eq + Hash + Copy> Drop for Ticket<Key> {
    fn drop(&mut self) {
        let mut counts = lock(&self.of);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// How often each may do something: a number of times at once, and once more after each interval.
pub(crate) struct Allowance<Key>(Mutex<HashMap<Key, Duration>>);

impl<Key: Eq + Hash> Allowance<Key> {
    /// Everybody may do all of it.
    pub(crate) fn new() -> Allowance<Key> {
        Allowance(Mutex::default())
    }

    /// Whether it may be done once more now; then it counts.
    pub(crate) fn take(&self, key: Key, rate: Rate, now: Duration) -> bool {
        let mut used_until = lock(&self.0);
        // Those who have all of it again need not be remembered.
        used_until.retain(|_, until| *until > now);
        let until = used_until.get(&key).copied().unwrap_or(now) + rate.every;
        let allowed = until <= now + rate.every * rate.at_once;
        if allowed {
            used_until.insert(key, until);
        }
        allowed
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
        let tally = Tally::new();
        let (one, _two) = (tally.open('a', 2), tally.open('a', 2));
        assert!(one.is_some() && tally.open('a', 2).is_none());
        assert!(tally.open('b', 2).is_some());
        drop(one);
        assert!(tally.open('a', 2).is_some());
    }

    #[test]
    fn an_allowance_comes_back_with_time() {
        let allowance = Allowance::new();
        let rate = Rate { at_once: 2, every: Duration::from_secs(60) };
        let take = |seconds| allowance.take((), rate, Duration::from_secs(seconds));
        assert!(take(0) && take(0) && !take(0));
        assert!(!take(59) && take(60) && !take(60));
        assert!(take(600) && take(600) && !take(600), "it does not grow without end");
    }
}
