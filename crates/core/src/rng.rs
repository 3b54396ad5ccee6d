//! Seeded random numbers, the only source of chance in games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A ChaCha8 stream selected by a 64-bit seed (the first eight key bytes, little-endian; the rest are
/// zero). The same seed gives the same draws on every platform and in every release, because sampling is
/// defined here and not by a library.
#[derive(Clone, Debug)]
pub struct GameRng {
    seed: u64,
    stream: ChaCha8Rng,
    script: Option<Arc<ScriptedRng>>,
}

/// Predetermined draws for a [`GameRng`], for programs that enumerate all chance outcomes. A script
/// serves one deal, action or determinization; to continue the match, replace the [RNG of the
/// state](crate::GameState::rng_mut).
#[derive(Debug)]
pub struct ScriptedRng {
    answers: Vec<u32>,
    /// Number of draws so far.
    given: AtomicUsize,
    /// The bound of the first draw beyond the script; 0 if there was none.
    asked: AtomicU32,
}

impl ScriptedRng {
    /// A script of these draws, in order. Draws with a bound below two consume no entry.
    pub fn new(answers: Vec<u32>) -> Arc<ScriptedRng> {
        Arc::new(ScriptedRng { answers, given: AtomicUsize::new(0), asked: AtomicU32::new(0) })
    }

    /// The draws of the script.
    pub fn answers(&self) -> &[u32] {
        &self.answers
    }

    /// The number of outcomes of the first draw beyond the script, `None` if the script sufficed. That
    /// draw returned 0, so its result must not be used.
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

/// The state of a [`GameRng`], for positions and records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct RngState {
    /// The seed as decimal text, since JSON numbers lose precision above 2^53.
    #[serde(with = "decimal")]
    #[ts(type = "string")]
    pub seed: u64,
    /// Number of 32-bit words drawn so far.
    pub drawn: u64,
}

/// A `u64` as decimal text in JSON, since JSON numbers lose precision above 2^53: for `#[serde(with =
/// "zashiki_core::decimal")]`.
pub mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes the number.
    ///
    /// # Errors
    /// Returns an error if the serializer fails.
    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads the number.
    ///
    /// # Errors
    /// Returns an error if the text is not a number below 2^64.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("シードは2の64乗未満の整数で、引用符で囲みます / a seed is a whole number below 2^64, in quotes"))
    }
}

impl GameRng {
    /// The generator at the beginning of the stream of a seed.
    pub fn from_seed(seed: u64) -> GameRng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        GameRng { seed, stream: ChaCha8Rng::from_seed(key), script: None }
    }

    /// A generator that draws the numbers of a script.
    pub fn scripted(script: &Arc<ScriptedRng>) -> GameRng {
        GameRng { script: Some(script.clone()), ..GameRng::from_seed(0) }
    }

    /// The generator in a state returned by [`GameRng::state`].
    pub fn from_state(state: &RngState) -> GameRng {
        let mut rng = GameRng::from_seed(state.seed);
        rng.stream.set_word_pos(u128::from(state.drawn));
        rng
    }

    /// The current state.
    pub fn state(&self) -> RngState {
        RngState { seed: self.seed, drawn: self.stream.get_word_pos() as u64 }
    }

    /// A uniform number in `0..bound` (Lemire, "Fast Random Integer Generation in an Interval", 2019); 0
    /// if `bound` is 0.
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

    /// A uniformly chosen item. Panics if the slice is empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// Shuffles the items uniformly (Fisher–Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A second generator, seeded from this one. With a [script](GameRng::scripted), both draw from it.
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

    /// Stored records depend on these numbers. If the generator changes them, no record replays.
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
        // Chi-square with 23 degrees of freedom: a uniform shuffle exceeds 52 once in 2000 runs.
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
