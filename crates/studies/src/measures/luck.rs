//! Influence of the deal: the agreement of the winners when the same deal is played again.

use serde::Serialize;
use zashiki_core::SeatSet;

use crate::beta::t_quantile;
use crate::stats::{Mean, Share};

/// Influence of the deal: the agreement of the winners when the same deal is played again.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// Number of deals that were played twice.
    pub deals: u64,
    /// Share of deals with the same winners both times.
    pub again: Share,
    /// Agreement beyond chance (Fleiss' kappa), from 0 (as between any two deals) to 1 (always): Fleiss,
    /// "Measuring Nominal Scale Agreement Among Many Raters", 1971.
    pub kappa: f64,
    /// Lower end of the 95 % interval of `kappa`, by the jackknife (Efron, *The Jackknife, the Bootstrap and
    /// Other Resampling Plans*, 1982).
    pub kappa_low: f64,
    /// Upper end of the 95 % interval of `kappa`.
    pub kappa_high: f64,
}

/// The winners of deals, each with the winners when the same deal was played again.
pub(crate) type Twice = Vec<(SeatSet, SeatSet)>;

/// Number of groups of deals of the jackknife.
const GROUPS: usize = 64;

impl Luck {
    /// Compares the winners of deals with the winners when the same deals were played again.
    pub(crate) fn of(twice: &Twice) -> Luck {
        let deals = twice.len() as u64;
        let same = twice.iter().filter(|(one, other)| one == other).count() as u64;
        let kappa = kappa(twice, &|_| true);
        let half = half_width(twice.len(), kappa, |kept| self::kappa(twice, kept));
        let (kappa_low, kappa_high) = ((kappa - half).max(-1.0), (kappa + half).min(1.0));
        Luck { deals, again: Share::of(same, deals), kappa, kappa_low, kappa_high }
    }

    /// The difference of kappa between two variants that played the same deals, and its standard error.
    pub(crate) fn difference(one: &Twice, other: &Twice) -> (Mean, f64) {
        let between = |kept: &dyn Fn(usize) -> bool| kappa(other, kept) - kappa(one, kept);
        let mean = between(&|_| true);
        let error = jackknife(one.len(), mean, between);
        let half = error * quantile(one.len());
        (Mean { mean, low: mean - half, high: mean + half }, error)
    }
}

fn quantile(deals: usize) -> f64 {
    t_quantile(deals.min(GROUPS).saturating_sub(1).max(1) as f64)
}

fn half_width(deals: usize, value: f64, of: impl Fn(&dyn Fn(usize) -> bool) -> f64) -> f64 {
    jackknife(deals, value, of) * quantile(deals)
}

/// Standard error of a statistic of deals by the jackknife: from its values without one group of deals each.
fn jackknife(deals: usize, value: f64, of: impl Fn(&dyn Fn(usize) -> bool) -> f64) -> f64 {
    let groups = deals.min(GROUPS);
    let squares = (0..groups).map(|group| (of(&|at| at % groups != group) - value).powi(2));
    (squares.sum::<f64>() * (groups.max(1) - 1) as f64 / groups.max(1) as f64).sqrt()
}

/// Fleiss' kappa of the deals whose indices are kept.
fn kappa(twice: &Twice, kept: &dyn Fn(usize) -> bool) -> f64 {
    // Number of games of any deals with these winners.
    let mut counts: Vec<(SeatSet, f64)> = Vec::new();
    let (mut deals, mut same) = (0.0, 0.0);
    for (_, (one, other)) in twice.iter().enumerate().filter(|(at, _)| kept(*at)) {
        deals += 1.0;
        same += f64::from(u8::from(one == other));
        for winners in [one, other] {
            match counts.iter_mut().find(|(known, _)| known == winners) {
                Some((_, count)) => *count += 1.0,
                None => counts.push((*winners, 1.0)),
            }
        }
    }
    let by_chance: f64 = counts.iter().map(|(_, count)| (count / (2.0 * deals)).powi(2)).sum();
    if deals > 0.0 && by_chance < 1.0 {
        (same / deals - by_chance) / (1.0 - by_chance)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Seat;

    use super::*;

    fn twice(once: &[u8], again: &[u8]) -> Twice {
        let won = |seat: &u8| SeatSet::one(Seat(*seat));
        once.iter().zip(again).map(|(one, other)| (won(one), won(other))).collect()
    }

    #[test]
    fn luck_is_the_agreement_beyond_chance() {
        assert_eq!(Luck::of(&twice(&[0, 1, 0, 1], &[0, 1, 0, 1])).kappa, 1.0);
        assert!(Luck::of(&twice(&[0, 1, 0, 1], &[0, 0, 1, 1])).kappa.abs() < 1e-9);
        // Always the same seat: the deal has no influence.
        assert_eq!(Luck::of(&twice(&[1, 1], &[1, 1])).kappa, 0.0);
    }

    #[test]
    fn kappa_has_the_interval_of_cohens_example() {
        // Two judgements of 100 with 45 agreements on each side and 10 disagreements: kappa is 0.8, and its
        // standard error by the formula of Fleiss, Cohen and Everitt (1969) is 0.06.
        let table = [([0, 0], 45), ([1, 1], 45), ([0, 1], 5), ([1, 0], 5)];
        // Mixed, so that the groups are alike.
        let mut pairs: Vec<[u8; 2]> =
            table.iter().flat_map(|(pair, count)| vec![*pair; *count]).collect();
        pairs.sort_by_key(|pair| (pair[0] + pair[1]) % 2);
        let twice: Twice = (0..100)
            .map(|at| pairs[at * 37 % 100])
            .map(|[one, other]| (SeatSet::one(Seat(one)), SeatSet::one(Seat(other))))
            .collect();
        let Luck { kappa, kappa_low, kappa_high, .. } = Luck::of(&twice);
        assert!((kappa - 0.8).abs() < 1e-9);
        let error = (kappa_high - kappa_low) / 2.0 / quantile(100);
        assert!((error - 0.06).abs() < 0.01, "{error}");
        // The same deals twice differ by nothing, and certainly so.
        assert_eq!(
            Luck::difference(&twice, &twice),
            (Mean { mean: 0.0, low: 0.0, high: 0.0 }, 0.0)
        );
    }
}
