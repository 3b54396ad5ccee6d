//! Mixed strategies.

use zashiki_core::GameRng;

use crate::search::sampling::drawn_by;

/// Choices with less than this share of the probability of the most frequent choice are not played
/// (Ganzfried, Sandholm and Waugh, "Strategy Purification and Thresholding", AAMAS 2012).
const PLANNED: f64 = 0.3;

/// The average strategy of a seat: its choices, by descending heuristic value, with their probabilities.
pub(crate) struct Plan<A>(pub Vec<(A, f64)>);

impl<A: Copy> Plan<A> {
    /// The plan that two searches of the same moment found together.
    pub fn with(mut self, other: Plan<A>) -> Plan<A> {
        self.0.iter_mut().zip(other.0).for_each(|(one, (_, planned))| one.1 += planned);
        self
    }

    /// A choice sampled from the strategy, without its rare parts.
    pub fn drawn(&self, rng: &mut GameRng) -> Option<A> {
        let planned = self.0.iter().map(|(_, planned)| *planned);
        let most = planned.clone().fold(0.0, f64::max);
        let whole: f64 = planned.clone().filter(|planned| *planned >= PLANNED * most).sum();
        if whole == 0.0 {
            return self.0.first().map(|(action, _)| *action);
        }
        let kept =
            planned.map(|planned| if planned >= PLANNED * most { planned / whole } else { 0.0 });
        Some(self.0[drawn_by(kept, rng)].0)
    }
}
