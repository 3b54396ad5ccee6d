//! A search for the best combination of values by noisy trials: the N-tuple bandit evolutionary algorithm
//! (Lucas, Liu and Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for Automatic Game Improvement",
//! IEEE CEC 2018).
//!
//! Every trial of a point also says something about the other points with some of the same values. The model
//! therefore keeps the mean fitness of each value, of each pair of values, and of each whole point. The next
//! point to try is the neighbour of the last one with the largest upper confidence bound in this model.

use std::collections::{BTreeMap, BTreeSet};

use zashiki_core::GameRng;

use crate::stats::Sample;

/// A combination of values: for each variable the index of its value.
pub(super) type Point = Vec<usize>;

/// Number of neighbours from which the next point is chosen. A smaller space is listed as a whole.
const NEIGHBOURS: u64 = 100;
/// Weight of uncertainty, in standard deviations of the fitness.
const EXPLORATION: f64 = 1.0;

/// The state of a search.
pub(super) struct Search {
    /// Number of values of each variable.
    sizes: Vec<usize>,
    /// The values of single variables and of pairs of them.
    parts: Vec<Tuple>,
    /// The trials of each point.
    whole: BTreeMap<Point, Sample>,
    /// The fitness in all trials.
    all: Sample,
    /// Points that cannot be tried.
    excluded: BTreeSet<Point>,
    rng: GameRng,
}

/// The trials by the values of some of the variables.
struct Tuple {
    variables: Vec<usize>,
    trials: BTreeMap<Point, Sample>,
}

impl Tuple {
    fn key(&self, point: &[usize]) -> Point {
        self.variables.iter().map(|variable| point[*variable]).collect()
    }

    fn trials_of(&self, point: &[usize]) -> Sample {
        self.trials.get(&self.key(point)).copied().unwrap_or_default()
    }
}

impl Search {
    /// A search among combinations of values; `sizes` has the number of values of each variable.
    pub(super) fn new(sizes: Vec<usize>, seed: u64) -> Search {
        let count = sizes.len();
        let mut parts: Vec<Vec<usize>> = (0..count).map(|one| vec![one]).collect();
        if count > 2 {
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| vec![one, two]));
            parts.extend(pairs);
        }
        let tuple = |variables| Tuple { variables, trials: BTreeMap::new() };
        Search {
            sizes,
            parts: parts.into_iter().map(tuple).collect(),
            whole: BTreeMap::new(),
            all: Sample::default(),
            excluded: BTreeSet::new(),
            rng: GameRng::from_seed(seed),
        }
    }

    /// Number of points; `u64::MAX` if there are more.
    fn points(&self) -> u64 {
        self.sizes.iter().fold(1, |points: u64, size| points.saturating_mul(*size as u64))
    }

    /// Adds a trial of a point. The larger the fitness, the better.
    pub(super) fn add(&mut self, point: &[usize], fitness: f64) {
        for part in &mut self.parts {
            let key = part.key(point);
            part.trials.entry(key).or_default().add(fitness);
        }
        self.whole.entry(point.to_vec()).or_default().add(fitness);
        self.all.add(fitness);
    }

    /// Excludes a point that cannot be tried.
    pub(super) fn exclude(&mut self, point: Point) {
        self.excluded.insert(point);
    }

    /// The fitness of a point as the model estimates it: the mean of its own trials and of one more with the
    /// fitness that its values and pairs of values lead to expect.
    pub(super) fn estimate(&self, point: &[usize]) -> f64 {
        let own = self.own(point);
        let count = own.count() as f64;
        (self.expected(point) + count * own.mean()) / (1.0 + count)
    }

    /// The fitness that the values of a point and pairs of them lead to expect.
    fn expected(&self, point: &[usize]) -> f64 {
        // The only variable's values are the points themselves.
        if self.sizes.len() == 1 {
            return self.all.mean();
        }
        let mean = |part: &Tuple| {
            let trials = part.trials_of(point);
            if trials.count() > 0 { trials.mean() } else { self.all.mean() }
        };
        self.parts.iter().map(mean).sum::<f64>() / self.parts.len() as f64
    }

    /// The trials of a point.
    fn own(&self, point: &[usize]) -> Sample {
        self.whole.get(point).copied().unwrap_or_default()
    }

    /// The upper confidence bound of a point: the mean of the bounds of its values, of its pairs of values and
    /// of itself. A point without trials has the mean of its values, so that it is not worse for being new.
    fn bound(&self, point: &[usize]) -> f64 {
        let spread = self.all.variance().sqrt();
        let weight = EXPLORATION * if spread > 0.0 { spread } else { 1.0 };
        let trials = libm::log((self.all.count() + 1) as f64);
        let doubt = |sample: Sample| weight * (trials / (sample.count() as f64 + 0.5)).sqrt();
        let (expected, own, parts) =
            (self.expected(point), self.own(point), self.parts.len() as f64);
        let mean = if own.count() > 0 { own.mean() } else { expected };
        let doubts = self.parts.iter().map(|part| doubt(part.trials_of(point))).sum::<f64>();
        (expected * parts + mean + doubts + doubt(own)) / (parts + 1.0)
    }

    /// The next point to try after `last`: the one with the largest upper confidence bound among its
    /// neighbours, or among all points of a small space. `None` if all of them are excluded.
    pub(super) fn next(&mut self, last: &[usize]) -> Option<Point> {
        let mut points = self.candidates(last);
        // Of equal points one at random is tried.
        self.rng.shuffle(&mut points);
        let bounds: Vec<f64> = points.iter().map(|point| self.bound(point)).collect();
        let best =
            (0..points.len()).reduce(|best, at| if bounds[at] > bounds[best] { at } else { best });
        best.map(|best| points.swap_remove(best))
    }

    /// The points among which the next one is chosen.
    fn candidates(&mut self, last: &[usize]) -> Vec<Point> {
        let mut points = Vec::new();
        if self.points() <= NEIGHBOURS {
            points = all_points(&self.sizes);
        } else {
            points.extend((0..NEIGHBOURS).map(|_| self.neighbour(last)));
            points.push(last.to_vec());
        }
        points.retain(|point| !self.excluded.contains(point));
        points
    }

    /// The point with another value of one variable, and of each other one with a chance of one in their
    /// number.
    fn neighbour(&mut self, last: &[usize]) -> Point {
        let free: Vec<usize> = (0..self.sizes.len()).filter(|at| self.sizes[*at] > 1).collect();
        let (mut point, changed) = (last.to_vec(), *self.rng.pick(&free));
        for at in &free {
            if *at == changed || self.rng.below(free.len() as u32) == 0 {
                let other = self.rng.below(self.sizes[*at] as u32 - 1) as usize;
                point[*at] = if other < last[*at] { other } else { other + 1 };
            }
        }
        point
    }
}

/// All combinations of values; `sizes` has the number of values of each variable.
pub(super) fn all_points(sizes: &[usize]) -> Vec<Point> {
    let mut points = vec![Vec::new()];
    for size in sizes {
        let longer = |point: &Point| {
            let values = (0..*size).map(|value| [&point[..], &[value]].concat());
            values.collect::<Vec<Point>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of five variables with two that depend on each other, and noise of a uniform distribution
    /// as wide as the differences of neighbours.
    fn fitness(point: &[usize], noise: &mut GameRng) -> f64 {
        let distance = |at: usize, best: usize| (point[at] as f64 - best as f64).abs();
        let joint = (point[3] as f64 - point[4] as f64).abs();
        let noise = f64::from(noise.below(2001)) / 1000.0 - 1.0;
        -(distance(0, 4) + distance(1, 1) + distance(2, 3) + distance(3, 0) + joint) + noise
    }

    const BEST: [usize; 5] = [4, 1, 3, 0, 0];

    /// The best of 300 trials among 3,125 points, by the estimate of the model.
    fn best_of(seed: u64) -> Point {
        let mut search = Search::new(vec![5; 5], seed);
        let mut noise = GameRng::from_seed(1000 + seed);
        let mut point = vec![2; 5];
        for _ in 0..300 {
            let value = fitness(&point, &mut noise);
            search.add(&point, value);
            point = search.next(&point).unwrap();
        }
        let tried = search.whole.keys();
        let better =
            |one: &&Point, other: &&Point| search.estimate(one).total_cmp(&search.estimate(other));
        tried.max_by(better).unwrap().clone()
    }

    #[test]
    fn the_search_finds_the_best_of_many_points_in_few_noisy_trials() {
        // 300 random points would contain it in one case of ten.
        let found = (0..10).filter(|seed| best_of(*seed) == BEST).count();
        assert!(found >= 6, "{found} of 10");
        assert_eq!(best_of(3), best_of(3));
    }

    #[test]
    fn trials_go_to_the_better_of_two_values() {
        let mut search = Search::new(vec![2], 5);
        let mut noise = GameRng::from_seed(6);
        let (mut point, mut counts) = (vec![0], [0; 2]);
        for _ in 0..60 {
            counts[point[0]] += 1;
            search.add(&point, point[0] as f64 + f64::from(noise.below(1000)) / 1000.0);
            point = search.next(&point).unwrap();
        }
        assert!(counts[1] > 2 * counts[0] && counts[0] >= 1, "{counts:?}");
        assert!(search.estimate(&[1]) > search.estimate(&[0]));
    }

    #[test]
    fn excluded_points_are_not_tried() {
        let mut search = Search::new(vec![3, 2], 7);
        for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1]] {
            search.exclude(point.to_vec());
        }
        assert_eq!(search.next(&[0, 0]), Some(vec![2, 1]));
        search.exclude(vec![2, 1]);
        assert_eq!(search.next(&[0, 0]), None);
    }
}
