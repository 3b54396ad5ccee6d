//! Measures that no single game has, such as the number of actions that are never taken, and their intervals
//! by the bootstrap (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993).

use std::collections::BTreeMap;

use zashiki_core::{GameRng, LocalizedText, Seat};

use super::facts::GameFacts;
use super::kinds::Use;
use crate::beta::t_quantile;
use crate::stats::Mean;

/// Number of groups of games. The groups are resampled, not the games, so that memory is bounded.
const GROUPS: usize = 64;
/// Number of samples.
const SAMPLES: usize = 200;
/// RNG seed of the samples.
const SEED: u64 = 1979;
/// Number of aggregate measures.
pub(crate) const AGGREGATES: usize = 3;

/// Name, description and whether it is a share of every aggregate measure.
pub(crate) fn aggregates() -> [(&'static str, bool, LocalizedText); AGGREGATES] {
    let fixed = LocalizedText::fixed;
    [
        (
            "Balance",
            true,
            fixed(
                "1から、手番順による勝ちの最大の差を引いたもの",
                "1 less the largest difference of wins by turn order",
            ),
        ),
        (
            "DeadActions",
            false,
            fixed(
                "ほとんど選ばれない種類の行動(1 %未満)",
                "kinds of action that are almost never taken (less than 1 %)",
            ),
        ),
        (
            "DominantActions",
            false,
            fixed(
                "ほとんどいつも選ばれる種類の行動(90 %超)",
                "kinds of action that are almost always taken (more than 90 %)",
            ),
        ),
    ]
}

/// Sums over games, in groups.
pub(crate) struct Aggregates {
    groups: Vec<Group>,
    /// Index of each kind of action in the groups.
    kinds: BTreeMap<String, usize>,
}

#[derive(Clone, Default)]
struct Group {
    games: f64,
    /// The sum of the shares of the win of each place in the turn order.
    order: Vec<f64>,
    uses: Vec<Use>,
}

impl Group {
    fn add(&mut self, other: &Group) {
        self.games += other.games;
        self.order.resize(other.order.len().max(self.order.len()), 0.0);
        self.uses.resize(other.uses.len().max(self.uses.len()), Use::default());
        self.order.iter_mut().zip(&other.order).for_each(|(own, other)| *own += other);
        for (own, other) in self.uses.iter_mut().zip(&other.uses) {
            own.offered += other.offered;
            own.taken += other.taken;
        }
    }

    fn values(&self) -> [f64; AGGREGATES] {
        let most = self.order.iter().copied().fold(0.0, f64::max);
        let least = self.order.iter().copied().fold(f64::INFINITY, f64::min);
        let count = |is: fn(&Use) -> bool| self.uses.iter().filter(|used| is(used)).count() as f64;
        let difference = if self.games > 0.0 { (most - least) / self.games } else { 0.0 };
        [1.0 - difference, count(Use::is_dead), count(Use::is_dominant)]
    }
}

impl Aggregates {
    pub(crate) fn new() -> Aggregates {
        Aggregates { groups: vec![Group::default(); GROUPS], kinds: BTreeMap::new() }
    }

    /// Adds the game with this number.
    pub(crate) fn add(&mut self, number: u64, game: &GameFacts, seats: u8) {
        let group = &mut self.groups[(number % GROUPS as u64) as usize];
        group.games += 1.0;
        group.order.resize(seats.into(), 0.0);
        for (after, won) in group.order.iter_mut().enumerate() {
            *won += game.portion(Seat(((game.first.index() + after) % usize::from(seats)) as u8));
        }
        for (name, uses) in &game.drama.uses {
            let next = self.kinds.len();
            let kind = match self.kinds.get(name) {
                Some(kind) => *kind,
                None => *self.kinds.entry(name.clone()).or_insert(next),
            };
            if group.uses.len() <= kind {
                group.uses.resize(kind + 1, Use::default());
            }
            for used in uses {
                group.uses[kind].offered += used.offered;
                group.uses[kind].taken += used.taken;
            }
        }
    }

    fn sum<'a>(&'a self, groups: impl Iterator<Item = &'a usize>) -> [f64; AGGREGATES] {
        let mut sum = Group::default();
        groups.for_each(|group| sum.add(&self.groups[*group]));
        sum.values()
    }

    /// The groups that have games.
    fn filled(&self) -> Vec<usize> {
        (0..GROUPS).filter(|group| self.groups[*group].games > 0.0).collect()
    }

    /// The aggregate measures with their intervals. A measure that is the same in all samples has none.
    pub(crate) fn measured(&self) -> [(f64, Option<[f64; 2]>); AGGREGATES] {
        let value = self.sum(self.filled().iter());
        let errors = errors(&self.filled(), |groups| self.sum(groups.iter()));
        let half = halves(errors, self.filled().len());
        std::array::from_fn(|at| {
            let [low, high] = [value[at] - half[at], value[at] + half[at]];
            // Shares and counts are at least 0, and the only share is at most 1.
            let most = if at == 0 { 1.0 } else { f64::INFINITY };
            (value[at], (half[at] > 0.0).then_some([low.max(0.0), high.min(most)]))
        })
    }

    /// The differences of the aggregate measures, `other` less `self`, with their intervals and standard
    /// errors. Both must have the same deals, which are resampled together.
    pub(crate) fn differences(&self, other: &Aggregates) -> [(Mean, f64); AGGREGATES] {
        let filled = self.filled();
        let between = |groups: &[usize]| -> [f64; AGGREGATES] {
            let (one, other) = (self.sum(groups.iter()), other.sum(groups.iter()));
            std::array::from_fn(|at| other[at] - one[at])
        };
        let (mean, errors) = (between(&filled), errors(&filled, between));
        let half = halves(errors, filled.len());
        std::array::from_fn(|at| {
            let (mean, half) = (mean[at], half[at]);
            (Mean { mean, low: mean - half, high: mean + half }, errors[at])
        })
    }
}

fn halves(errors: [f64; AGGREGATES], groups: usize) -> [f64; AGGREGATES] {
    let quantile = t_quantile(groups.saturating_sub(1).max(1) as f64);
    errors.map(|error| quantile * error)
}

/// Standard errors of statistics of groups: their standard deviations over random samples of the groups.
fn errors(
    groups: &[usize],
    statistic: impl Fn(&[usize]) -> [f64; AGGREGATES],
) -> [f64; AGGREGATES] {
    if groups.len() < 2 {
        return [0.0; AGGREGATES];
    }
    let mut rng = GameRng::from_seed(SEED);
    let mut samples = [[0.0; 2]; AGGREGATES];
    let mut sample = groups.to_vec();
    for _ in 0..SAMPLES {
        sample
            .iter_mut()
            .for_each(|group| *group = groups[rng.below(groups.len() as u32) as usize]);
        for (sums, value) in samples.iter_mut().zip(statistic(&sample)) {
            sums[0] += value;
            sums[1] += value * value;
        }
    }
    let n = SAMPLES as f64;
    // Samples of n groups have (n − 1)/n of the variance.
    let unbiased = groups.len() as f64 / (groups.len() - 1) as f64;
    samples.map(|[sum, squares]| {
        let variance = (squares - sum * sum / n) / (n - 1.0);
        // Sums of equal numbers differ in the last digits.
        if variance < 1e-12 { 0.0 } else { (variance * unbiased).sqrt() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(won: f64, taken: u64) -> Group {
        let uses = vec![Use { offered: 10, taken }, Use { offered: 10, taken: 10 }];
        Group { games: 4.0, order: vec![won, 4.0 - won], uses }
    }

    fn of(groups: impl Fn(usize) -> Group) -> Aggregates {
        Aggregates { groups: (0..GROUPS).map(groups).collect(), kinds: BTreeMap::new() }
    }

    #[test]
    fn aggregate_measures_have_intervals_of_the_spread_between_groups() {
        // Every group alone has another winner; the spread is that of a mean of 64 numbers.
        let even = of(|at| group(if at % 2 == 0 { 4.0 } else { 1.0 }, 0));
        let [(balance, interval), dead, dominant] = even.measured();
        assert_eq!((balance, dead, dominant), (0.75, (1.0, None), (1.0, None)));
        let [low, high] = interval.unwrap();
        // The standard error of the difference of shares is 2 · 0.375/√63 = 0.0945.
        assert!((high - low - 2.0 * 1.998 * 0.0945).abs() < 0.05, "{low} {high}");
        assert!(!of(|_| group(2.0, 10)).measured()[1].0.is_sign_negative());
    }

    #[test]
    fn differences_of_the_same_deals_are_resampled_together() {
        let one = of(|at| group(if at % 2 == 0 { 4.0 } else { 2.0 }, 0));
        // The same deals, in each of which the first place wins half a game less.
        let other = of(|at| group(if at % 2 == 0 { 3.5 } else { 1.5 }, 3));
        let [(balance, error), (dead, _), _] = one.differences(&other);
        assert!((balance.mean - 0.25).abs() < 1e-9 && error < 1e-3, "{balance:?} {error}");
        assert_eq!(dead.mean, -1.0);
        let independent = one.measured()[0].1.unwrap();
        assert!(independent[1] - independent[0] > 0.1);
    }
}
