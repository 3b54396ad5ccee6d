//! Mixed strategies.

use zashiki_core::GameRng;

use crate::search::sampling::sample_by_share;

/// Choices with less than this share of the probability of the most frequent choice are not played
/// (Ganzfried, Sandholm and Waugh, "Strategy Purification and Thresholding", AAMAS 2012).
const STRATEGY_SHARE: f64 = 0.3;

/// The average strategy of a seat: its choices, by descending heuristic value, with their probabilities.
pub(crate) struct Strategy<A>(pub Vec<(A, f64)>);

impl<A: Copy> Strategy<A> {
    /// Adds the average strategy of another search of the same decision to this one.
    pub fn with(mut self, other: Strategy<A>) -> Strategy<A> {
        self.0.iter_mut().zip(other.0).for_each(|(one, (_, weight))| one.1 += weight);
        self
    }

    /// A choice sampled from the strategy, without its rare parts.
    pub fn sample(&self, rng: &mut GameRng) -> Option<A> {
        let weight = self.0.iter().map(|(_, weight)| *weight);
        let most = weight.clone().fold(0.0, f64::max);
        let whole: f64 = weight.clone().filter(|weight| *weight >= STRATEGY_SHARE * most).sum();
        if whole == 0.0 {
            return self.0.first().map(|(action, _)| *action);
        }
        let kept =
            weight.map(|weight| if weight >= STRATEGY_SHARE * most { weight / whole } else { 0.0 });
        Some(self.0[sample_by_share(kept, rng)].0)
    }
}
