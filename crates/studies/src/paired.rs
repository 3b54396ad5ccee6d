//! Differences of a figure between two variants that play the same deals.

use std::collections::BTreeMap;

use crate::beta::{incomplete_beta, t_quantile, t_test};
use crate::stats::{Mean, Sample, Z};

/// Running sums of a figure in two variants, deal by deal. In some deals the figure may have no value in one
/// of the variants (such as the winner's deficit in a game that nobody won).
#[derive(Clone, Debug, Default)]
pub(crate) struct Paired {
    /// Number of deals.
    deals: u64,
    one: Sample,
    other: Sample,
    /// Over the deals with a value in both variants: number, sums of the values of each variant, and sum of
    /// their products.
    both: u64,
    both_one: f64,
    both_other: f64,
    products: f64,
    /// Absolute differences that are not 0, in units of [`UNIT`], with the number of deals in which the first
    /// and in which the second variant has the larger value.
    discordant: BTreeMap<u32, (u64, u64)>,
    /// True if all values are 0 or 1.
    fractional: bool,
}

/// The unit of shares of a win: a win is divided among at most six seats.
const UNIT: f64 = 60.0;

impl Paired {
    /// Adds the values of one deal in the first and in the second variant.
    pub(crate) fn add(&mut self, one: Option<f64>, other: Option<f64>) {
        self.deals += 1;
        one.into_iter().for_each(|value| self.one.add(value));
        other.into_iter().for_each(|value| self.other.add(value));
        let partial = |value: Option<f64>| value.is_some_and(|it| it != 0.0 && it != 1.0);
        self.fractional |= partial(one) || partial(other);
        let (Some(one), Some(other)) = (one, other) else { return };
        self.both += 1;
        self.both_one += one;
        self.both_other += other;
        self.products += one * other;
        // Only shares are tested by these differences.
        let size = (UNIT * (one - other).abs()).round().min(UNIT) as u32;
        if size > 0 {
            let counts = self.discordant.entry(size).or_default();
            if one > other { counts.0 += 1 } else { counts.1 += 1 }
        }
    }

    /// The number of values of each variant.
    pub(crate) fn counts(&self) -> [u64; 2] {
        [self.one.count(), self.other.count()]
    }

    /// The mean of the first variant, as a share or as an unbounded number; `None` without values.
    pub(crate) fn first(&self, share: bool) -> Option<Mean> {
        self.one.mean_of(share)
    }

    /// The mean of the second variant.
    pub(crate) fn second(&self, share: bool) -> Option<Mean> {
        self.other.mean_of(share)
    }

    /// The difference of the means, second less first; `None` if a variant has no values.
    fn between(&self) -> Option<f64> {
        (self.one.count() > 0 && self.other.count() > 0)
            .then(|| self.other.mean() - self.one.mean())
    }

    /// Covariance of the two means, by linearization of both ratios.
    fn covariance(&self) -> f64 {
        let (one, other) = (self.one.mean(), self.other.mean());
        let sum = self.products - one * self.both_other - other * self.both_one
            + one * other * self.both as f64;
        sum / (self.one.count() as f64 * self.other.count() as f64)
    }

    /// Variance of the difference of the means. It is never 0: with n deals the sample variance counts at
    /// least as 1/n, as in Chow and Robbins's rule.
    fn variance(&self) -> f64 {
        let of_mean = |side: &Sample| side.deviations() / (side.count() as f64).powi(2);
        let n = self.one.count().min(self.other.count()) as f64;
        let variance = of_mean(&self.one) + of_mean(&self.other) - 2.0 * self.covariance();
        let unbiased = variance.max(0.0) * n / (n - 1.0).max(1.0);
        unbiased.max(1.0 / (n * n))
    }

    /// The difference (second less first) with its 95 % interval; `None` if a variant has no values.
    ///
    /// For shares the interval is Newcombe's method 10 for paired data ("Improved Confidence Intervals for the
    /// Difference between Binomial Proportions Based on Paired Data", 1998): Wilson's intervals of both
    /// shares, combined with the correlation of the pairs. For other means it is Student's.
    pub(crate) fn difference(&self, share: bool) -> Option<Mean> {
        let between = self.between()?;
        if !share {
            let freedom = (self.one.count().min(self.other.count()) - 1).max(1) as f64;
            let half = t_quantile(freedom) * self.variance().sqrt();
            return Some(Mean { mean: between, low: between - half, high: between + half });
        }
        let (one, other, correlation) =
            (self.one.share(1), self.other.share(1), self.correlation());
        let end = |own: f64, against: f64| {
            let square = own * own - 2.0 * correlation * own * against + against * against;
            square.max(0.0).sqrt()
        };
        let low = end(other.share - other.low, one.high - one.share);
        let high = end(other.high - other.share, one.share - one.low);
        Some(Mean { mean: between, low: between - low, high: between + high })
    }

    /// Correlation of the two means. For values of 0 and 1 in all deals it is the correlation of the fourfold
    /// table with Newcombe's continuity correction.
    fn correlation(&self) -> f64 {
        let spread = self.one.deviations() * self.other.deviations();
        if spread <= 0.0 {
            return 0.0;
        }
        let counts = self.one.count() as f64 * self.other.count() as f64;
        let mut joint = self.covariance() * counts;
        let n = self.deals as f64;
        if !self.fractional && self.both == self.deals && joint > 0.0 {
            // `joint` is (ad − bc)/n of the table.
            joint = (joint - 0.5).max(0.0);
        }
        // With missing values the means have different denominators.
        let scale = if self.both == self.deals { 1.0 } else { n / counts.sqrt() };
        (joint * scale.min(1.0) / spread.sqrt()).clamp(-1.0, 1.0)
    }

    /// Half the width at which a sequential study judges the difference of shares known: the wider of half
    /// the interval and Chow and Robbins's width, whose variance has 1/n added so that a sample without any
    /// difference does not end the study. Infinite if a variant has no values.
    pub(crate) fn half_width(&self) -> f64 {
        let Some(Mean { low, high, .. }) = self.difference(true) else { return f64::INFINITY };
        let n = self.one.count().min(self.other.count()) as f64;
        let sequential = Z * (self.variance() + 1.0 / (n * n)).sqrt();
        sequential.max((high - low) / 2.0)
    }

    /// The probability of a difference at least this large if the variants do not differ. 1 without values.
    ///
    /// For shares it is the exact test of the signs of the differences: McNemar's exact test if the values are
    /// 0 or 1, and the same test weighted by the size of the differences if wins are divided. For other means
    /// it is Student's paired test.
    pub(crate) fn p_value(&self, share: bool) -> f64 {
        let Some(between) = self.between() else { return 1.0 };
        if share {
            return signs_test(&self.discordant);
        }
        let freedom = (self.one.count().min(self.other.count()) - 1).max(1) as f64;
        t_test(between / self.variance().sqrt(), freedom)
    }
}

/// Number of discordant deals from which the normal approximation replaces the exact distribution.
const EXACT: u64 = 2000;

/// Two-sided test of the hypothesis that every difference has either sign with the same probability. The
/// argument has, for each size of a difference, the number of differences of each sign.
fn signs_test(discordant: &BTreeMap<u32, (u64, u64)>) -> f64 {
    let pairs: u64 = discordant.values().map(|(one, other)| one + other).sum();
    let sizes = discordant.iter().map(|(size, counts)| (u64::from(*size), *counts));
    if pairs == 0 {
        return 1.0;
    }
    if let [(_, (one, other))] = sizes.clone().collect::<Vec<_>>()[..] {
        // The binomial tail P(X ≤ least) of fair coins is I_½(n − least, least + 1).
        let least = one.min(other) as f64;
        return (2.0 * incomplete_beta(0.5, pairs as f64 - least, least + 1.0)).min(1.0);
    }
    let sum: i64 =
        sizes.clone().map(|(size, (one, other))| size as i64 * (one as i64 - other as i64)).sum();
    if pairs > EXACT {
        let squares: u64 = sizes.map(|(size, (one, other))| size * size * (one + other)).sum();
        let error = (squares as f64).sqrt();
        return libm::erfc(sum.unsigned_abs() as f64 / error / std::f64::consts::SQRT_2);
    }
    let unit = sizes.clone().map(|(size, _)| size).fold(0, greatest_common_divisor);
    let most: u64 = sizes.clone().map(|(size, (one, other))| size / unit * (one + other)).sum();
    // Distribution of the sum of the positive differences, in units.
    let mut chances = vec![0.0; most as usize + 1];
    chances[0] = 1.0;
    let mut reached = 0;
    for (size, (one, other)) in sizes {
        let size = (size / unit) as usize;
        for _ in 0..one + other {
            reached += size;
            for at in (0..=reached).rev() {
                let before = if at >= size { chances[at - size] } else { 0.0 };
                chances[at] = 0.5 * (chances[at] + before);
            }
        }
    }
    // The sum of all differences is twice the positive ones less all.
    let far = sum.unsigned_abs() / unit;
    let tail = chances.iter().enumerate().filter(|(at, _)| (2 * *at as u64).abs_diff(most) >= far);
    tail.map(|(_, chance)| chance).sum::<f64>().min(1.0)
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// The difference of two independent means, second less first, with its 95 % interval from theirs (Zou and
/// Donner, "Construction of Confidence Limits about Effect Measures", 2008). For shares with Wilson's intervals
/// it is method 10 of Newcombe, "Interval Estimation for the Difference between Independent Proportions" (1998).
#[cfg_attr(not(feature = "charts"), expect(dead_code, reason = "only the balance page needs it"))]
pub(crate) fn unpaired(one: Mean, other: Mean) -> Mean {
    let between = other.mean - one.mean;
    let low = (other.mean - other.low).hypot(one.high - one.mean);
    let high = (other.high - other.mean).hypot(one.mean - one.low);
    Mean { mean: between, low: between - low, high: between + high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Share;

    /// The pairs of a fourfold table: both, first only, second only, neither.
    fn table(cells: [u64; 4]) -> Paired {
        let mut paired = Paired::default();
        for (cell, (one, other)) in cells.into_iter().zip([(1, 1), (1, 0), (0, 1), (0, 0)]) {
            for _ in 0..cell {
                paired.add(Some(f64::from(one)), Some(f64::from(other)));
            }
        }
        paired
    }

    #[track_caller]
    fn is(mean: Mean, [low, high]: [f64; 2]) {
        assert!((mean.low - low).abs() < 6e-5 && (mean.high - high).abs() < 6e-5, "{mean:?}");
    }

    #[test]
    fn a_paired_difference_has_newcombes_interval() {
        // Newcombe, Statistics in Medicine 17 (1998), pages 2635 to 2650, method 10, by hand: Wilson's
        // intervals of 22 and 32 of 50 are 0.3116 to 0.5769 and 0.5014 to 0.7586, and the corrected correlation
        // is (20·16 − 2·12 − 25)/√(22·28·32·18) = 0.4550. The lower end is
        // 0.2 − √(0.1386² − 2·0.4550·0.1386·0.1369 + 0.1369²), the upper end likewise.
        let seen = table([20, 2, 12, 16]).difference(true).unwrap();
        assert!((seen.mean - 0.2).abs() < 1e-12);
        is(seen, [0.0562, 0.3292]);
        // Without any event in 60 deals the difference is not known exactly: Wilson's upper end is 6.0 %.
        let none = table([0, 0, 0, 60]).difference(true).unwrap();
        is(none, [-0.0602, 0.0602]);
    }

    #[test]
    fn an_unpaired_difference_has_newcombes_interval() {
        // Newcombe, Statistics in Medicine 17 (1998), pages 873 to 890, table II: 56/70 and 48/80, method 10.
        is(unpaired(Share::of(48, 80).into(), Share::of(56, 70).into()), [0.0524, 0.3339]);
        is(unpaired(Share::of(0, 10).into(), Share::of(0, 10).into()), [-0.2775, 0.2775]);
    }

    #[test]
    fn shares_are_tested_exactly() {
        // The approval ratings of Agresti, Categorical Data Analysis, table 10.1: 150 and 86 changed.
        assert!((table([794, 150, 86, 570]).p_value(true) - 3.716e-5).abs() < 5e-8);
        // Four of four: 2/2⁴.
        assert!((table([0, 4, 0, 196]).p_value(true) - 0.125).abs() < 1e-12);
        assert_eq!(table([5, 0, 0, 5]).p_value(true), 1.0);
        // Wins that are divided: of the eight signs of 1, 1 and ½ only the two extremes are as far from 0.
        let mut divided = Paired::default();
        for (one, other) in [(1.0, 0.0), (1.0, 0.0), (0.5, 0.0)] {
            divided.add(Some(one), Some(other));
        }
        assert!((divided.p_value(true) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_exact_and_the_approximate_test_agree_for_many_deals() {
        let halves = |pairs: u64| {
            let counts = |part: u64| (part * 11 / 20, part - part * 11 / 20);
            signs_test(&BTreeMap::from([(30, counts(pairs / 2)), (60, counts(pairs / 2))]))
        };
        let (exact, normal) = (halves(EXACT), halves(EXACT + 40));
        assert!(exact < 0.01 && normal < exact && normal > exact / 2.0, "{exact} {normal}");
    }

    #[test]
    fn means_have_students_interval_and_test() {
        // Student, "The Probable Error of a Mean" (1908): additional hours of sleep with two drugs.
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let mut sleep = Paired::default();
        first.into_iter().zip(second).for_each(|(one, other)| sleep.add(Some(one), Some(other)));
        // t = 4.0621 with 9 degrees of freedom.
        assert!((sleep.p_value(false) - 0.002_833).abs() < 1e-6);
        is(sleep.difference(false).unwrap(), [0.7001, 2.4599]);
    }

    #[test]
    fn deals_without_a_value_in_one_variant_are_no_pairs() {
        let mut some = Paired::default();
        (0..40).for_each(|at| some.add(Some(f64::from(at % 2)), (at < 20).then_some(1.0)));
        assert_eq!(some.difference(true).unwrap().mean, 0.5);
        let mut none = Paired::default();
        none.add(Some(1.0), None);
        assert!(none.difference(true).is_none() && none.p_value(true) == 1.0);
        assert_eq!(none.half_width(), f64::INFINITY);
        assert_eq!(none.counts(), [1, 0]);
    }
}
