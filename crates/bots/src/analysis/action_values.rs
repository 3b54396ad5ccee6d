//! Evaluation of the choices of a decision by a bot.

use zashiki_core::{InfoState, MAX_SEATS, SearchHints, Seat};

/// A player that says what it thinks of a decision.
pub trait Adviser<G: SearchHints>: Send {
    /// The choices that are best as far as the seat can know, the best first, and the one that is
    /// asked about, each compared by as much thought. Empty if the seat has nothing to decide.
    fn action_values(
        &mut self,
        seen: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>>;
}

/// A bot's evaluation of one choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The choice.
    pub action: A,
    /// The part of its thoughts, or of its plan where a decision is
    /// [concealed](GameState::is_simultaneous), that it has; from 0 to 1.
    pub share: f64,
    /// Expected value for each seat after the choice, from −1000 (lost) to 1000 (won).
    pub values: [f64; MAX_SEATS],
    /// The standard error of the value for the seat that decides; 0 if it was read out and not
    /// sampled.
    pub error: f64,
    /// The decision that most thoughts expect next, if most agree on one.
    pub next: Option<(Seat, A)>,
}

/// Number of best choices that are compared.
pub(crate) const COMPARED: usize = 3;
/// Each of them by at least one thought of so many that were spent on all.
pub(crate) const LEAST_PART: u64 = 4;

/// Running statistics of the values of simulations through one choice.
#[derive(Clone, Copy, Default)]
pub(crate) struct ActionStats {
    pub count: u64,
    sums: [i64; MAX_SEATS],
    squares: [i64; MAX_SEATS],
}

impl ActionStats {
    /// Adds a simulation's values, from 0 to 2000 by seat.
    pub fn add(&mut self, values: &[i32; MAX_SEATS]) {
        self.count += 1;
        let sums = self.sums.iter_mut().zip(&mut self.squares);
        for ((sum, squares), value) in sums.zip(values) {
            let value = i64::from(*value) - 1000;
            *sum += value;
            *squares += value * value;
        }
    }

    /// The choice as weighed by this; `None` if nothing went through it.
    pub fn weighed<A>(
        &self,
        seat: Seat,
        action: A,
        share: f64,
        next: Option<(Seat, A)>,
    ) -> Option<ActionValue<A>> {
        let count = (self.count > 0).then_some(self.count as f64)?;
        let values = self.sums.map(|sum| sum as f64 / count);
        let mean = values[seat.index()];
        let variance = (self.squares[seat.index()] as f64 / count - mean * mean).max(0.0);
        // One sample says nothing of how they spread.
        let error = if self.count > 1 { (variance / (count - 1.0)).sqrt() } else { 1000.0 };
        Some(ActionValue { action, share, values, error, next })
    }
}

/// Puts the best for the seat first; of equals what has more of the thoughts.
pub(crate) fn best_first<A>(weighed: &mut [ActionValue<A>], seat: Seat) {
    let key = |weighed: &ActionValue<A>| (weighed.values[seat.index()], weighed.share);
    weighed.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_has_the_mean_and_its_standard_error() {
        let mut tally = ActionStats::default();
        assert!(tally.weighed(Seat(0), 'a', 1.0, None).is_none());
        for value in [900, 1100, 1300, 1500] {
            tally.add(&[value, 2000 - value, 0, 0, 0, 0, 0, 0]);
        }
        let weighed = tally.weighed(Seat(1), 'a', 1.0, None).unwrap();
        assert_eq!(weighed.values[..2], [200.0, -200.0]);
        // Of 4 samples with the variance 50,000: the root of 50,000 / 3.
        assert!((weighed.error - 129.0994).abs() < 0.001, "{}", weighed.error);
    }
}
