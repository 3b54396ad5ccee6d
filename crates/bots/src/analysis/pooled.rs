//! Pooling of estimates of the same chance.
//!
//! After a decision by which nothing was drawn or revealed, the next decision begins in the same position. In
//! a game without private information, the estimate after the first and the one before the second are then two
//! samples of one number, and if nobody loses anything, so are those of all decisions in a row. Each is as
//! uncertain as its search; together they are less so.

/// The estimates for one decision, of which `error` is the standard error.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Estimate {
    /// Chance of each side before the decision, from 0 to 1, if the seat chooses the best action.
    pub before: Vec<f64>,
    /// Chance of each side after the action. It differs from `before` by what the action lost.
    pub after: Vec<f64>,
    /// Standard error of the chance of the side that decides, from 0 to 1; 0 if it is certain.
    pub error: f64,
    /// True if the next decision begins in the position in which this one ends, with the same knowledge.
    pub linked: bool,
}

impl Estimate {
    /// The change of each side's chance by the decision.
    fn change(&self) -> impl Iterator<Item = f64> + '_ {
        self.after.iter().zip(&self.before).map(|(after, before)| after - before)
    }
}

/// Replaces the estimates of the same chance by their mean, weighted by their precision. An estimate that
/// differs from the mean of those before it by more than `clearly` standard errors begins a new mean: the
/// position is not what it seemed.
pub(super) fn pool(estimates: &mut [Estimate], clearly: f64) {
    let mut start = 0;
    while start < estimates.len() {
        let mut chain = Chain::new(&estimates[start]);
        let mut end = start + 1;
        while end < estimates.len() && estimates[end - 1].linked {
            let lost = chain.lost_by(&estimates[end - 1]);
            if !chain.agrees(&estimates[end], &lost, clearly) {
                break;
            }
            chain.add(&estimates[end], lost);
            end += 1;
        }
        if end > start + 1 {
            chain.write(&mut estimates[start..end]);
        }
        start = end;
    }
}

/// Consecutive estimates of the chance at the first of them.
struct Chain {
    /// The weighted mean of the chances at the first estimate.
    mean: Vec<f64>,
    /// The sum of the weights: the reciprocal of the squared error.
    weight: f64,
    /// The change of each side's chance by the decisions so far.
    lost: Vec<f64>,
}

impl Chain {
    fn new(first: &Estimate) -> Chain {
        let weight = if first.error > 0.0 { first.error.powi(-2) } else { f64::INFINITY };
        Chain { mean: first.before.clone(), weight, lost: vec![0.0; first.before.len()] }
    }

    /// The change of each side's chance by the decisions up to this one.
    fn lost_by(&self, decision: &Estimate) -> Vec<f64> {
        self.lost.iter().zip(decision.change()).map(|(lost, change)| lost + change).collect()
    }

    /// Returns true if the estimate can be one of the same chance. What is certain is no sample.
    fn agrees(&self, next: &Estimate, lost: &[f64], clearly: f64) -> bool {
        if next.error <= 0.0 || !self.weight.is_finite() {
            return false;
        }
        let noise = clearly * next.error.hypot(self.weight.powf(-0.5));
        let apart = self.mean.iter().zip(lost).zip(&next.before);
        apart.into_iter().all(|((mean, lost), before)| (before - lost - mean).abs() <= noise)
    }

    fn add(&mut self, next: &Estimate, lost: Vec<f64>) {
        let weight = next.error.powi(-2);
        self.weight += weight;
        for ((mean, lost), before) in self.mean.iter_mut().zip(&lost).zip(&next.before) {
            *mean += (before - lost - *mean) * weight / self.weight;
        }
        self.lost = lost;
    }

    /// Writes the mean and its error to the estimates.
    fn write(&self, estimates: &mut [Estimate]) {
        let mut now = self.mean.clone();
        for estimate in estimates {
            let change: Vec<f64> = estimate.change().collect();
            estimate.before = within(&now);
            now.iter_mut().zip(change).for_each(|(chance, change)| *chance += change);
            estimate.after = within(&now);
            estimate.error = self.weight.powf(-0.5);
        }
    }
}

/// The chances within 0 and 1, adding to 1.
fn within(chances: &[f64]) -> Vec<f64> {
    let cut: Vec<f64> = chances.iter().map(|chance| chance.clamp(0.0, 1.0)).collect();
    let sum: f64 = cut.iter().sum();
    cut.into_iter().map(|chance| chance / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimates of two sides: the first side's chance before and after, the error, and the link.
    fn pooled(given: &[(f64, f64, f64, bool)]) -> Vec<(f64, f64, f64)> {
        let both = |chance: f64| vec![chance, 1.0 - chance];
        let estimate = |&(before, after, error, linked)| Estimate {
            before: both(before),
            after: both(after),
            error,
            linked,
        };
        let mut estimates: Vec<Estimate> = given.iter().map(estimate).collect();
        pool(&mut estimates, 2.0);
        let round = |number: f64| (number * 1e6).round() / 1e6;
        let read = |estimate: &Estimate| {
            let sums = [&estimate.before, &estimate.after].map(|of| of.iter().sum::<f64>());
            assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-9), "{estimate:?}");
            (round(estimate.before[0]), round(estimate.after[0]), round(estimate.error))
        };
        estimates.iter().map(read).collect()
    }

    #[test]
    fn estimates_of_one_chance_are_their_weighted_mean() {
        let found = pooled(&[(0.50, 0.50, 0.04, true), (0.56, 0.56, 0.02, true)]);
        // The second has four times the weight.
        let error = (1.0_f64 / (625.0 + 2500.0)).sqrt();
        let both = (0.548, 0.548, (error * 1e6).round() / 1e6);
        assert_eq!(found, [both, both]);
    }

    #[test]
    fn what_a_decision_loses_stays() {
        let found = pooled(&[(0.60, 0.50, 0.02, true), (0.52, 0.52, 0.02, true)]);
        let chances: Vec<_> = found.iter().map(|(before, after, _)| (*before, *after)).collect();
        assert_eq!(chances, [(0.61, 0.51), (0.51, 0.51)]);
    }

    #[test]
    fn a_clear_difference_begins_a_new_mean() {
        let apart = [(0.50, 0.50, 0.01, true), (0.60, 0.60, 0.01, true), (0.62, 0.62, 0.01, true)];
        let chances: Vec<f64> = pooled(&apart).iter().map(|(before, ..)| *before).collect();
        assert_eq!(chances, [0.50, 0.61, 0.61]);
    }

    #[test]
    fn draws_and_certain_results_are_no_samples() {
        let drawn = [(0.50, 0.50, 0.04, false), (0.52, 0.52, 0.04, true), (0.55, 0.55, 0.0, true)];
        let kept = drawn.map(|(before, after, error, _)| (before, after, error));
        assert_eq!(pooled(&drawn), kept);
    }

    #[test]
    fn chances_stay_between_nothing_and_certainty() {
        let found = pooled(&[(0.10, 0.0, 0.05, true), (0.0, 0.0, 0.02, true)]);
        assert!(
            found.iter().all(|(before, after, _)| *before >= 0.0 && *after >= 0.0),
            "{found:?}"
        );
        let lower = pooled(&[(0.10, 0.02, 0.05, true), (0.0, 0.0, 0.02, true)]);
        assert_eq!(lower[1].0, 0.002759);
    }
}
