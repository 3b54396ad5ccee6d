//! The player that looks one step ahead.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, SearchHints};

use crate::bot::Bot;
use crate::search::heuristic::summed_values;
use crate::search::saved;

/// Evaluates every action in the same few determinizations and takes the one with the highest mean heuristic
/// value; ties are broken at random. In a [simultaneous](GameState::is_simultaneous) decision, actions of
/// about equal value count as ties, or the board would give the choice away.
///
/// With `noise` it misjudges every action, as people do who are new to a game: small differences
/// escape it, large ones do not.
#[derive(Clone, Debug)]
pub struct Greedy {
    worlds: u32,
    noise: u32,
    rng: GameRng,
}

impl Greedy {
    /// A greedy bot with this number of determinizations (at least one) for each decision, and an evaluation
    /// error of up to `noise`, of 1000, for each action.
    pub fn new(worlds: u32, noise: u32, seed: u64) -> Greedy {
        Greedy { worlds: worlds.max(1), noise, rng: GameRng::from_seed(seed) }
    }

    /// By how much one action is misjudged.
    fn misjudged(&mut self) -> i64 {
        let drawn = self.rng.below(2 * self.noise + 1);
        i64::from(drawn) - i64::from(self.noise)
    }
}

/// Appraisals that differ by less than this say about the same.
const ABOUT: i64 = 25;

impl<G: SearchHints> Bot<G> for Greedy {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let legal = seen.choices(&mut self.rng);
        let mut sums = summed_values(seen, &legal, self.worlds, &mut self.rng);
        if self.noise > 0 {
            sums.iter_mut().for_each(|sum| *sum += self.misjudged() * i64::from(self.worlds));
        }
        let most = sums.iter().copied().max().unwrap_or_default();
        let concealed = seen.determinize(&mut self.rng).is_simultaneous();
        let least = if concealed { most - ABOUT * i64::from(self.worlds) } else { most };
        let best: Vec<G::Action> = (legal.iter().zip(&sums))
            .filter(|(_, sum)| **sum >= least)
            .map(|(action, _)| *action)
            .collect();
        *self.rng.pick(&best)
    }

    fn save(&self) -> Option<Value> {
        saved::save(self.rng.state())
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        self.rng = GameRng::from_state(&saved::read(saved)?);
        Ok(())
    }
}
