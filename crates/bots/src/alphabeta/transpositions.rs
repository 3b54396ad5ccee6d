//! Transposition table: search results of positions, found again by their state hashes.

use serde::{Deserialize, Serialize};
use zashiki_core::{Action, InputError};

use crate::search::saved;

/// Table entry of one position.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Entry {
    pub key: u64,
    /// The value for the seat that decides in the position.
    pub value: i32,
    /// The index of the best action plus 1; 0 if there is no best action or it has no index.
    best: u32,
    pub depth: i16,
    pub bound: Bound,
    /// The number, modulo 256, of the bot's decision whose search stored the entry.
    age: u8,
}

/// The relation of the stored value to the true value: exact, or a bound of it.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum Bound {
    /// The entry is empty.
    Nothing,
    Exact,
    AtLeast,
    AtMost,
}

impl Entry {
    /// An entry with the result of a search to this depth.
    pub fn new(key: u64, value: i32, depth: i32, bound: Bound, best: Option<impl Action>) -> Entry {
        let best = best.and_then(Action::index).map_or(0, |index| index as u32 + 1);
        Entry { key, value, best, depth: depth as i16, bound, age: 0 }
    }

    const EMPTY: Entry =
        Entry { key: 0, value: 0, best: 0, depth: 0, bound: Bound::Nothing, age: 0 };

    /// The best action, if one is stored.
    pub fn best<A: Action>(&self) -> Option<A> {
        A::from_index(self.best.checked_sub(1)? as usize)
    }
}

/// Number of entries in a bucket.
const SLOTS: usize = 4;
const BUCKETS_BITS: u32 = 16;
/// Capacity of the table, in positions.
pub(super) const CAPACITY: usize = SLOTS << BUCKETS_BITS;

/// A transposition table of a fixed size, 6 MB. A new entry replaces the entry of the same position in its
/// bucket, if there is one; otherwise an empty entry, one of an earlier decision, or the one with the
/// smallest depth, in this order of preference.
#[derive(Default)]
pub(super) struct Transpositions {
    /// The buckets of entries; an empty vector before the first decision.
    buckets: Vec<[Entry; SLOTS]>,
    age: u8,
}

impl Transpositions {
    /// Prepares the next decision: all entries now count as entries of an earlier decision.
    pub fn begin(&mut self) {
        self.buckets.resize(1 << BUCKETS_BITS, [Entry::EMPTY; SLOTS]);
        self.age = self.age.wrapping_add(1);
    }

    /// The entries with their indices in the table, and the number of the present decision, modulo 256.
    pub fn save(&self) -> (Vec<(usize, Entry)>, u8) {
        let entries = self.buckets.as_flattened().iter().copied().enumerate();
        (entries.filter(|(_, entry)| entry.bound != Bound::Nothing).collect(), self.age)
    }

    /// Restores a saved table.
    ///
    /// # Errors
    /// Returns an error if an index is outside the table.
    pub fn restore(&mut self, (entries, age): (Vec<(usize, Entry)>, u8)) -> Result<(), InputError> {
        *self = Transpositions::default();
        if age > 0 || !entries.is_empty() {
            self.begin();
        }
        self.age = age;
        let places = self.buckets.as_flattened_mut();
        for (place, entry) in entries {
            *places.get_mut(place).ok_or_else(saved::unusable)? = entry;
        }
        Ok(())
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let held = |entry: &&Entry| entry.key == key && entry.bound != Bound::Nothing;
        self.buckets[bucket(key)].iter().find(held).copied()
    }

    /// Stores an entry computed for the present decision.
    pub fn store(&mut self, entry: Entry) {
        let (key, age) = (entry.key, self.age);
        let rank = |entry: &Entry| {
            let held = entry.bound != Bound::Nothing;
            let other = !held || entry.key != key;
            (other, held, entry.age == age, entry.depth)
        };
        if let Some(place) = self.buckets[bucket(key)].iter_mut().min_by_key(|entry| rank(entry)) {
            *place = Entry { age, ..entry };
        }
    }
}

/// The index of the bucket for a state hash: the best mixed bits of its product with a constant (Knuth's
/// multiplicative hashing).
fn bucket(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BUCKETS_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use connect_four::Drop;
    use zashiki_core::Action as _;

    use super::*;

    /// State hashes that all belong to the first bucket.
    fn keys() -> impl Iterator<Item = u64> {
        (1..).filter(|key| bucket(*key) == 0)
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = Transpositions::default();
        table.begin();
        let best = Drop::from_index(3);
        let keys: Vec<u64> = keys().take(6).collect();
        // A position has one entry, the latest.
        table.store(Entry::new(keys[0], 1, 1, Bound::Exact, best));
        for (key, depth) in keys.iter().zip([5, 2, 9, 7]) {
            table.store(Entry::new(*key, 10 * depth, depth, Bound::Exact, best));
        }
        let held = |table: &Transpositions| -> Vec<bool> {
            keys.iter().map(|key| table.get(*key).is_some()).collect()
        };
        assert_eq!(held(&table), [true, true, true, true, false, false]);
        // The shallowest entry is replaced, even by a shallower one.
        table.store(Entry::new(keys[4], 0, 1, Bound::AtLeast, None::<Drop>));
        assert_eq!(held(&table), [true, false, true, true, true, false]);
        let entry = table.get(keys[2]).unwrap();
        assert_eq!((entry.value, entry.depth, entry.best()), (90, 9, best));
        assert_eq!(table.get(keys[4]).unwrap().best(), None::<Drop>);
        // A new result for the same position replaces the old one.
        table.store(Entry::new(keys[3], 1, 1, Bound::AtMost, best));
        assert_eq!(table.get(keys[3]).unwrap().value, 1);
        // At the next decision all entries are old.
        table.begin();
        table.store(Entry::new(keys[5], 0, 1, Bound::Exact, best));
        table.store(Entry::new(keys[1], 0, 0, Bound::Exact, best));
        assert_eq!(held(&table), [true, true, true, false, false, true]);
    }
}
