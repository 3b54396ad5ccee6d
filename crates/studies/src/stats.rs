//! Shares and means with their confidence intervals.

use serde::{Deserialize, Serialize};

use crate::beta::t_quantile;

/// The 97.5 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_964;

/// A share of games, from 0 to 1, and its 95 % confidence interval (Wilson, "Probable Inference, the Law of
/// Succession, and Statistical Inference", 1927).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The observed share.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl Share {
    /// The share of `count` in `total`. If `total` is 0, the interval is from 0 to 1.
    pub fn of(count: u64, total: u64) -> Share {
        if total == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        Share::wilson(count as f64 / total as f64, total as f64)
    }

    pub(crate) fn wilson(share: f64, n: f64) -> Share {
        let middle = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        let within = |end: f64| (end / scale).clamp(0.0, 1.0);
        Share { share, low: within(middle - spread), high: within(middle + spread) }
    }
}

/// A mean of numbers, and the interval that contains the true mean with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The sample mean.
    pub mean: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl From<Share> for Mean {
    fn from(Share { share, low, high }: Share) -> Mean {
        Mean { mean: share, low, high }
    }
}

/// Running mean and variance of numbers (Welford, "Note on a Method
/// for Calculating Corrected Sums of Squares and Products", 1962).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sample {
    count: u64,
    /// The sum of the numbers; the mean that is computed from it is exact for counts and halves.
    sum: f64,
    mean: f64,
    squares: f64,
}

impl Sample {
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 for an empty sample.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The sample variance; 0 for fewer than two numbers.
    pub(crate) fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// Sum of squared deviations from the mean.
    pub(crate) fn deviations(&self) -> f64 {
        self.squares
    }

    /// The sample without some of its numbers, which `part` has.
    pub(crate) fn without(&self, part: &Sample) -> Sample {
        let (count, sum) = (self.count - part.count, self.sum - part.sum);
        let mean = sum / count.max(1) as f64;
        // The deviations of both parts, and of their means, add up to those of the whole.
        let between = (mean - part.mean).powi(2) * count as f64 * part.count as f64
            / self.count.max(1) as f64;
        let squares = (self.squares - part.squares - between).max(0.0);
        Sample { count, sum, mean, squares }
    }

    /// The mean with its 95 % interval: Wilson's for the share of games that are won or lost, otherwise
    /// Student's. `None` for an empty sample.
    pub(crate) fn mean_of(&self, binomial: bool) -> Option<Mean> {
        if self.count == 0 {
            return None;
        }
        Some(if binomial { self.share(1).into() } else { self.interval() })
    }

    /// The mean with its 95 % interval by Student's t distribution, for unbounded numbers.
    pub(crate) fn interval(&self) -> Mean {
        // JSON has no infinity.
        let error = (self.variance() / self.count.max(1) as f64).sqrt();
        let half = if self.count < 2 { 0.0 } else { t_quantile((self.count - 1) as f64) * error };
        Mean { mean: self.mean(), low: self.mean() - half, high: self.mean() + half }
    }

    /// The mean as a share, with its interval. Each number of the sample must be from 0 to 1 and the mean of
    /// `plays` correlated games (those of one deal). The interval is Wilson's with the effective sample size,
    /// the number of independent games with the same variance (Korn and Graubard, "Confidence Intervals for
    /// Proportions With Small Expected Number of Positive Counts Estimated From Survey Data", 1998).
    pub(crate) fn share(&self, plays: u64) -> Share {
        if self.count == 0 {
            return Share::of(0, 0);
        }
        Share::wilson(self.mean().clamp(0.0, 1.0), self.effective(plays))
    }

    /// The probability that the sample's mean is at least this far from `null` if `null` is the true mean, by
    /// the two-sided score test. It is below 0.05 exactly if the interval of [`share`](Sample::share)
    /// excludes `null`. 1 for an empty sample.
    pub(crate) fn p_value(&self, plays: u64, null: f64) -> f64 {
        if self.count == 0 {
            return 1.0;
        }
        let error = (null * (1.0 - null) / self.effective(plays)).sqrt();
        libm::erfc((self.mean() - null).abs() / error / std::f64::consts::SQRT_2)
    }

    /// Effective sample size: the number of independent games whose mean would have the same variance.
    pub(crate) fn effective(&self, plays: u64) -> f64 {
        let count = self.count as f64;
        let (share, of_mean) = (self.mean(), self.squares / count / count);
        let alone = (self.count * plays) as f64;
        let effective = if of_mean > 0.0 { share * (1.0 - share) / of_mean } else { alone };
        // With few samples that happen to be alike, at most the number of games.
        let most = if self.count < 8 { alone } else { 4.0 * alone };
        effective.clamp(1.0, most)
    }
}

/// For each of several tests, true if it is significant. The probability that any of them is a false positive
/// is at most 5 %, whatever the dependence of the tests (Holm, "A Simple Sequentially Rejective Multiple Test
/// Procedure", 1979).
pub(crate) fn holm(p_values: &[f64]) -> Vec<bool> {
    let mut smallest_first: Vec<usize> = (0..p_values.len()).collect();
    smallest_first.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut shown = vec![false; p_values.len()];
    for (before, test) in smallest_first.into_iter().enumerate() {
        if p_values[test] > 0.05 / (p_values.len() - before) as f64 {
            break;
        }
        shown[test] = true;
    }
    shown
}

/// The quantile of sorted numbers at a share from 0 to 1; of two candidates, the lower one.
pub(crate) fn quantile(sorted: &[u64], share: f64) -> u64 {
    let at = (share * (sorted.len() - 1) as f64).floor() as usize;
    sorted[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_wilsons_interval() {
        // 81 of 263: the worked example in Newcombe, Statistics in Medicine 17 (1998), table I.
        let Share { share, low, high } = Share::of(81, 263);
        assert!((share - 0.3080).abs() < 1e-4);
        assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4, "{low} {high}");
        let none = Share::of(0, 20);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 1e-4);
        assert_eq!(Share::of(0, 0).high, 1.0);
    }

    #[test]
    fn the_share_of_a_sample_of_independent_games_has_wilsons_interval() {
        let mut sample = Sample::default();
        (0..263).for_each(|play| sample.add(f64::from(play < 81)));
        let (from_sample, counted) = (sample.share(1), Share::of(81, 263));
        assert!((from_sample.share - counted.share).abs() < 1e-9);
        assert!((from_sample.low - counted.low).abs() < 1e-9);
        // Two games of a deal that cancel out are more informative than two independent games.
        let mut paired = Sample::default();
        (0..100).for_each(|deal| paired.add(if deal % 20 == 0 { 1.0 } else { 0.5 }));
        let (paired, alone) = (paired.share(2), Share::of(105, 200));
        assert!((paired.share - alone.share).abs() < 1e-9);
        assert!(paired.high - paired.low < 0.6 * (alone.high - alone.low));
    }

    #[test]
    fn a_test_agrees_with_the_interval() {
        // 60 of 100 against a half: z = 2, whose two-sided tail is in every table.
        let mut sample = Sample::default();
        (0..100).for_each(|play| sample.add(f64::from(play < 60)));
        assert!((sample.p_value(1, 0.5) - 0.045_500).abs() < 1e-6);
        let Share { low, high, .. } = sample.share(1);
        for end in [low, high] {
            assert!((sample.p_value(1, end) - 0.05).abs() < 1e-6);
        }
        assert_eq!(Sample::default().p_value(1, 0.5), 1.0);
    }

    #[test]
    fn fewer_of_many_tests_are_significant() {
        // By itself each but the last would be below 0.05.
        assert_eq!(holm(&[0.03, 0.005, 0.04, 0.3]), [false, true, false, false]);
        // With one gone the next has to be below 0.05 / 3 only, and so on.
        assert_eq!(holm(&[0.012, 0.016, 0.024, 0.05]), [true; 4]);
        // One that fails stops all that are larger.
        assert_eq!(holm(&[0.012, 0.02, 0.021, 0.9]), [true, false, false, false]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn a_mean_has_the_interval_of_its_variance() {
        let mut sample = Sample::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|it| sample.add(it));
        assert_eq!(sample.mean(), 5.0);
        assert!((sample.variance() - 32.0 / 7.0).abs() < 1e-12);
        let Mean { low, high, .. } = sample.interval();
        // The 97.5 % quantile of t with seven degrees of freedom is 2.3646.
        assert!(
            (high - 5.0 - 2.3646 * (4.0f64 / 7.0).sqrt()).abs() < 1e-4
                && (low + high - 10.0).abs() < 1e-9
        );
        let mut part = Sample::default();
        [4.0, 4.0, 9.0].into_iter().for_each(|it| part.add(it));
        let rest = sample.without(&part);
        assert_eq!((rest.count(), rest.mean()), (5, 4.6));
        assert!((rest.variance() - 3.3).abs() < 1e-9);
    }
}
