//! Cache of the layout lists of recent hands, bounded in bytes, with second-chance eviction.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};

use super::minimal::CombinedLayout;
use crate::face::Cards;
use crate::grid::PackedLayout;
use crate::ring::SQUARES;

/// Maximum size of all lists in bytes: enough for the hands of a hundred games. The lists of one
/// game take seconds to make.
pub(super) const MAX_BYTES: usize = 24 << 20;

/// Size of an entry in bytes, without its lists.
const ENTRY_BYTES: usize = size_of::<HandLayouts>() + size_of::<Entry>() + 2 * size_of::<Cards>();

/// Number of places where a pawn can be before the movement: off the board, or on a square.
const PAWN_PLACES: usize = SQUARES as usize + 1;

/// The layouts of one hand, each part made on first use.
#[derive(Default)]
pub(super) struct HandLayouts {
    /// All layouts with minimal sets of cards, independent of the pawn's square.
    pub combined: OnceLock<Box<[CombinedLayout]>>,
    lists: [OnceLock<Box<[PackedLayout]>>; PAWN_PLACES],
}

impl HandLayouts {
    /// The list for a pawn on square `from` (0: not on the board yet).
    pub fn list(&self, from: u8) -> &OnceLock<Box<[PackedLayout]>> {
        &self.lists[usize::from(from) % PAWN_PLACES]
    }
}

/// The cache entry of one hand.
pub(super) struct Entry {
    hand: Arc<HandLayouts>,
    /// True if the hand was used since it was added, or since it last escaped eviction.
    used: bool,
    /// Size of the entry in bytes, including its lists.
    bytes: usize,
}

/// The cached layout lists of recent hands.
#[derive(Default)]
pub(super) struct HandCache {
    pub entries: HashMap<Cards, Entry>,
    /// The hands in the order of eviction: by the time when they were added or last escaped
    /// eviction.
    pub queue: VecDeque<Cards>,
    /// Size of all entries in bytes.
    pub bytes: usize,
}

impl HandCache {
    /// The entry of a hand, added if it is missing.
    pub fn find(&mut self, cards: Cards) -> Arc<HandLayouts> {
        if let Some(entry) = self.entries.get_mut(&cards) {
            entry.used = true;
            return entry.hand.clone();
        }
        let hand = Arc::new(HandLayouts::default());
        self.entries.insert(cards, Entry { hand: hand.clone(), used: false, bytes: ENTRY_BYTES });
        self.bytes += ENTRY_BYTES;
        self.queue.push_back(cards);
        hand
    }

    /// Adds the size of a new list of a hand, and evicts old hands if the cache is too large. Does
    /// nothing if the hand has been evicted.
    pub fn add_size(&mut self, cards: Cards, hand: &Arc<HandLayouts>, bytes: usize) {
        let Some(entry) =
            self.entries.get_mut(&cards).filter(|entry| Arc::ptr_eq(&entry.hand, hand))
        else {
            return;
        };
        entry.bytes += bytes;
        self.bytes += bytes;
        while self.bytes > MAX_BYTES
            && let Some(oldest) = self.queue.pop_front()
        {
            if let Some(entry) = self.entries.get_mut(&oldest).filter(|entry| entry.used) {
                entry.used = false;
                self.queue.push_back(oldest);
            } else if let Some(evicted) = self.entries.remove(&oldest) {
                self.bytes -= evicted.bytes;
            }
        }
    }
}
