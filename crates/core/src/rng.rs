//! Seeded randomness: the only source of chance in the house.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A ChaCha8 stream named by a 64-bit seed (the first eight key bytes, little endian;
/// the rest are zero). The same seed gives the same draws on every platform and in every
/// release, because the draws are defined here and not by a library's sampling code.
#[derive(Clone, Debug)]
pub struct GameRng {
    seed: u64,
    stream: ChaCha8Rng,
    script: Option<Arc<ScriptedRng>>,
}

/// What [`GameRng`] fall as when chance is decided from outside: for programs that go through
/// everything that may happen. It serves one deal, one action or one world; whoever goes on with the
/// play gives it [other dice](crate::GameState::rng).
#[derive(Debug)]
pub struct ScriptedRng {
    answers: Vec<u32>,
    /// How many answers were given.
    given: AtomicUsize,
    /// Below which bound the first number was to be that has no answer; 0 if all have one.
    asked: AtomicU32,
}

impl ScriptedRng {
    /// The numbers that are drawn, in this order. Draws among fewer than two need none.
    pub fn new(answers: Vec<u32>) -> Arc<ScriptedRng> {
        Arc::new(ScriptedRng { answers, given: AtomicUsize::new(0), asked: AtomicU32::new(0) })
    }

    /// How many equally likely outcomes the first draw has to which there was no answer. The draw
    /// gave 0, so what came of it is not to be used. `None` where the answers were enough.
    pub fn asked(&self) -> Option<u32> {
        Some(self.asked.load(Relaxed)).filter(|bound| *bound > 0)
    }

    #[cold]
    fn below(&self, bound: u32) -> u32 {
        if bound < 2 || self.asked().is_some() {
            return 0;
        }
        match self.answers.get(self.given.fetch_add(1, Relaxed)) {
            Some(answer) => (*answer).min(bound - 1),
            None => {
                self.asked.store(bound, Relaxed);
                0
            }
        }
    }
}

/// Where a [`GameRng`] stands, for positions and records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct RngState {
    /// The seed in decimal; text, since JSON numbers lose precision past 2^53.
    #[serde(with = "decimal")]
    #[ts(type = "string")]
    pub seed: u64,
    /// How many 32-bit words were drawn so far.
    pub drawn: u64,
}

/// A `u64` as decimal text in JSON, since JSON numbers lose precision past 2^53: for
/// `#[serde(with = "zashiki_core::decimal")]`.
pub mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes the number.
    ///
    /// # Errors
    /// When the serializer fails.
    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the number.
    ///
    /// # Errors
    /// When the text is not a number below 2^64.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("シードは2の64乗未満の整数で、引用符で囲みます / a seed is a whole number below 2^64, in quotes"))
    }
}

impl GameRng {
    /// Dice at the beginning of the stream of this seed.
    pub fn from_seed(seed: u64) -> GameRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        GameRng { seed, stream: ChaCha8Rng::from_seed(key), script: None }
    }

    /// Dice that fall as the script says.
    pub fn scripted(script: &Arc<ScriptedRng>) -> GameRng {
        GameRng { script: Some(script.clone()), ..GameRng::from_seed(0) }
    }

    /// Dice where [`GameRng::state`] left them.
    pub fn from_state(state: &RngState) -> GameRng {
        let mut rng = GameRng::from_seed(state.seed);
        rng.stream.set_word_pos(u128::from(state.drawn));
        rng
    }

    /// Where the dice stand.
    pub fn state(&self) -> RngState {
        RngState { seed: self.seed, drawn: self.stream.get_word_pos() as u64 }
    }

    /// A number in `0..bound`, all equally likely (Lemire, "Fast Random Integer
    /// Generation in an Interval", 2019). `bound` 0 gives 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if let Some(script) = &self.script {
            return script.below(bound);
        }
        let mut product = u64::from(self.stream.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.stream.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// One of the items, all equally likely. Panics on an empty slice.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Puts the items in an order drawn from all orders alike (Fisher and Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Independent dice, seeded from these. Where a [script](GameRng::scripted) decides, it decides for
    /// both.
    pub fn fork(&mut self) -> GameRng {
        if self.script.is_some() {
            return self.clone();
        }
        GameRng::from_seed(self.stream.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = GameRng::from_seed(7);
        let draws: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(draws, FIRST_DRAWS_OF_SEED_7);
    }

    /// Records in the world depend on these; a change here breaks every one of them.
    const FIRST_DRAWS_OF_SEED_7: [u32; 6] = [172, 764, 916, 465, 447, 5];

    #[test]
    fn a_state_continues_where_it_was_taken() {
        let mut rng = GameRng::from_seed(99);
        for _ in 0..1001 {
            rng.below(6);
        }
        let mut again = GameRng::from_state(&rng.state());
        assert_eq!(again.state(), rng.state());
        for _ in 0..100 {
            assert_eq!(again.below(1 << 20), rng.below(1 << 20));
        }
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let mut rng = GameRng::from_seed(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0i64) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-square with 23 degrees of freedom: 52 is passed by 1 honest shuffle in 2000.
        let chi: i64 = counts.values().map(|n| (n - 1000) * (n - 1000)).sum::<i64>() / 1000;
        assert!(chi < 52, "chi-square {chi}");
    }

    #[test]
    fn a_script_names_every_order_of_a_shuffle_once() {
        let mut orders = Vec::new();
        let mut scripts = vec![Vec::new()];
        while let Some(answers) = scripts.pop() {
            let script = ScriptedRng::new(answers.clone());
            let mut items = [0, 1, 2, 3];
            GameRng::scripted(&script).fork().shuffle(&mut items);
            match script.asked() {
                None => orders.push(items),
                Some(bound) => {
                    scripts.extend((0..bound).map(|next| [&answers[..], &[next]].concat()));
                }
            }
        }
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 24);
    }

    #[test]
    fn a_script_is_asked_only_where_something_is_open() {
        let script = ScriptedRng::new(vec![3, 9]);
        let mut rng = GameRng::scripted(&script);
        assert_eq!([rng.below(1), rng.below(5), rng.below(0), rng.below(4)], [0, 3, 0, 3]);
        assert_eq!(script.asked(), None);
        assert_eq!((rng.below(6), rng.below(7)), (0, 0));
        assert_eq!(script.asked(), Some(6), "the first that has no answer");
    }

    #[test]
    fn a_bound_is_never_reached_and_zero_is_safe() {
        let mut rng = GameRng::from_seed(3);
        assert!((0..10_000).all(|_| rng.below(3) < 3));
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }
}
