//! The time that people need for a game, estimated from its decisions.

use serde::Serialize;

/// A model of the time of a decision: a base and a part that grows with the logarithm of the number of choices
/// (Hick, "On the Rate of Gain of Information", 1952; Hyman 1953).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TimeModel {
    /// Seconds of every decision, including the handling of the components.
    pub base: f64,
    /// Seconds for each doubling of the number of choices.
    pub per_doubling: f64,
}

impl Default for TimeModel {
    /// The assumption for games that no people have played yet: four seconds, and two more for each doubling.
    /// A decision between 8 choices takes ten seconds.
    fn default() -> TimeModel {
        TimeModel { base: 4.0, per_doubling: 2.0 }
    }
}

impl TimeModel {
    /// Seconds of a game whose decisions had these numbers of choices.
    pub(crate) fn seconds(&self, choices: &[u32]) -> f64 {
        let doublings: f64 = choices.iter().map(|choices| doublings(*choices)).sum();
        self.base * choices.len() as f64 + self.per_doubling * doublings
    }
}

/// Times of people's decisions, to which a model is fitted.
#[derive(Default)]
pub(crate) struct TimeSamples {
    count: f64,
    doublings: f64,
    doublings_squared: f64,
    seconds: f64,
    products: f64,
}

/// Milliseconds after which a decision counts as a pause and not as thought.
const PAUSE: u64 = 300_000;
/// Minimum number of decisions for a model.
const ENOUGH: f64 = 50.0;

impl TimeSamples {
    /// Adds a decision between a number of choices. Longer pauses than five minutes are left out.
    pub(crate) fn add(&mut self, choices: u32, milliseconds: u64) {
        if milliseconds <= PAUSE {
            let (doublings, seconds) = (doublings(choices), milliseconds as f64 / 1000.0);
            self.count += 1.0;
            self.doublings += doublings;
            self.doublings_squared += doublings * doublings;
            self.seconds += seconds;
            self.products += doublings * seconds;
        }
    }

    /// The number of decisions.
    pub(crate) fn count(&self) -> u64 {
        self.count as u64
    }

    /// The model by least squares; its mean is that of the times. If more choices took less time, the model
    /// has the mean for every decision. `None` for too few decisions.
    pub(crate) fn fit(&self) -> Option<TimeModel> {
        if self.count < ENOUGH {
            return None;
        }
        let (across, mean) = (self.doublings / self.count, self.seconds / self.count);
        let spread = self.doublings_squared - self.count * across * across;
        let joint = self.products - self.count * across * mean;
        let slope = if spread > 1e-9 { (joint / spread).max(0.0) } else { 0.0 };
        // No decision takes less than no time.
        let slope = if across > 0.0 { slope.min(mean / across) } else { slope };
        Some(TimeModel { base: mean - slope * across, per_doubling: slope })
    }
}

/// The binary logarithm of a number of choices.
pub(crate) fn doublings(choices: u32) -> f64 {
    libm::log2(f64::from(choices.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_choices_take_more_time() {
        let model = TimeModel { base: 3.0, per_doubling: 2.0 };
        assert_eq!(model.seconds(&[1, 2, 8]), 3.0 + 5.0 + 9.0);
        assert_eq!(model.seconds(&[]), 0.0);
    }

    #[test]
    fn a_model_is_fitted_to_times() {
        let mut times = TimeSamples::default();
        let rounds = || (0..20).flat_map(|_| [1, 2, 4, 8]);
        rounds().take(49).for_each(|choices| times.add(choices, 1000));
        assert_eq!(times.fit(), None);
        let mut times = TimeSamples::default();
        let truth = TimeModel { base: 3.0, per_doubling: 1.5 };
        rounds()
            .for_each(|choices| times.add(choices, (1000.0 * truth.seconds(&[choices])) as u64));
        // A pause is no thought.
        times.add(2, PAUSE + 1);
        let TimeModel { base, per_doubling } = times.fit().unwrap();
        assert!((base - 3.0).abs() < 1e-9 && (per_doubling - 1.5).abs() < 1e-9);
        assert_eq!(times.count(), 80);
        let mut faster = TimeSamples::default();
        rounds().for_each(|choices| faster.add(choices, 9000 - u64::from(choices) * 1000));
        assert_eq!(faster.fit(), Some(TimeModel { base: 5.25, per_doubling: 0.0 }));
    }
}
