//! The bot that looks one action ahead, by heuristic values.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, SearchHints};

use crate::bot::Bot;
use crate::search::heuristic::summed_values;
use crate::search::saved;

/// A bot that evaluates every action in the same few determinizations and takes the one with the highest mean
/// heuristic value; ties are broken at random. In a [simultaneous](zashiki_core::GameState::is_simultaneous)
/// decision, actions of about equal value count as ties: otherwise the others could predict the choice.
///
/// With `noise`, every value has a random error, as when people who are new to a game misjudge it: the bot
/// misses small differences, but no large ones.
#[derive(Clone, Debug)]
pub struct Greedy {
    determinizations: u32,
    noise: u32,
    rng: GameRng,
}

impl Greedy {
    /// A greedy bot with this number of determinizations (at least one) for each decision. Each action's
    /// value, which is at most 1000, has a random error of up to `noise`.
    pub fn new(determinizations: u32, noise: u32, seed: u64) -> Greedy {
        Greedy { determinizations: determinizations.max(1), noise, rng: GameRng::from_seed(seed) }
    }

    /// A random error to add to the value of one action.
    fn evaluation_error(&mut self) -> i64 {
        let drawn = self.rng.below(2 * self.noise + 1);
        i64::from(drawn) - i64::from(self.noise)
    }
}

/// Maximum difference between heuristic values that count as about equal; values go from −1000 to 1000.
const TIE_MARGIN: i64 = 25;

impl<G: SearchHints> Bot<G> for Greedy {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let legal = info_state.choices(&mut self.rng);
        let mut sums = summed_values(info_state, &legal, self.determinizations, &mut self.rng);
        if self.noise > 0 {
            sums.iter_mut()
                .for_each(|sum| *sum += self.evaluation_error() * i64::from(self.determinizations));
        }
        let most = sums.iter().copied().max().unwrap_or_default();
        let simultaneous = info_state.determinize(&mut self.rng).is_simultaneous();
        let least =
            if simultaneous { most - TIE_MARGIN * i64::from(self.determinizations) } else { most };
        let best: Vec<G::Action> = (legal.iter().zip(&sums))
            .filter(|(_, sum)| **sum >= least)
            .map(|(action, _)| *action)
            .collect();
        *self.rng.pick(&best)
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        saved::save(self.rng.state())
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        self.rng = GameRng::from_state(&saved::read(saved)?);
        Ok(())
    }
}
