//! Counterfactual regret minimization.

use zashiki_core::{GameRng, Seat};

use super::algorithm::Algorithm;
use super::tree::{GameTree, Node, Strategy};

/// Approximates an equilibrium of a game by counterfactual regret minimization: in each iteration, every
/// seat corrects its strategy by what it regrets. With two seats and payoffs that add up to 0, the average
/// strategy tends to an equilibrium. With more seats nothing is guaranteed; measure the
/// [exploitability](GameTree::exploitability).
#[derive(Debug)]
pub struct Cfr<'a, A> {
    tree: &'a GameTree<A>,
    algorithm: Algorithm,
    rng: GameRng,
    iterations: u32,
    regrets: Vec<f64>,
    /// The weighted sum of all strategies so far.
    sums: Vec<f64>,
    /// For each node: the probability that the seat and that all others play towards it, and its value for
    /// the seat.
    own: Vec<f64>,
    others: Vec<f64>,
    values: Vec<f64>,
}

impl<'a, A> Cfr<'a, A> {
    /// Starts with the uniformly random strategy. Only sampling algorithms use the seed.
    pub fn new(tree: &'a GameTree<A>, algorithm: Algorithm, seed: u64) -> Cfr<'a, A> {
        let nodes = if algorithm == Algorithm::ExternalSampling { 0 } else { tree.nodes() };
        Cfr {
            tree,
            algorithm,
            rng: GameRng::from_seed(seed),
            iterations: 0,
            regrets: vec![0.0; tree.places()],
            sums: vec![0.0; tree.places()],
            own: vec![0.0; nodes],
            others: vec![0.0; nodes],
            values: vec![0.0; nodes],
        }
    }

    /// Number of iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Runs one iteration, in which every seat updates its strategy once.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for seat in Seat::all(self.tree.seats() as u8) {
            if self.algorithm == Algorithm::ExternalSampling {
                self.walk(0, seat);
            } else {
                self.update(seat);
            }
        }
    }

    /// The average strategy so far: the approximate equilibrium.
    pub fn average(&self) -> Strategy {
        self.normalized(&self.sums)
    }

    fn normalized(&self, weights: &[f64]) -> Strategy {
        let mut strategy = weights.to_vec();
        for set in self.tree.sets() {
            normalize(&mut strategy[set.places()]);
        }
        strategy
    }

    /// Updates a seat's regrets and average strategy by a pass over the whole tree.
    fn update(&mut self, seat: Seat) {
        let weight = match self.algorithm {
            // Linear averaging: early strategies count less.
            Algorithm::CfrPlus => f64::from(self.iterations),
            _ => 1.0,
        };
        let strategy = self.normalized(&self.regrets);
        let tree = self.tree;
        (self.own[0], self.others[0]) = (1.0, 1.0);
        for node in 0..tree.nodes() {
            let (own, others) = (self.own[node], self.others[node]);
            match tree.node(node) {
                Node::End(payoffs) => self.values[node] = payoffs[seat.index()],
                Node::Chance => {
                    for child in tree.children(node) {
                        (self.own[child], self.others[child]) = (own, others * tree.chance(child));
                    }
                }
                Node::Decision(set) => {
                    for (child, place) in tree.children(node).zip(set.places()) {
                        let part = strategy[place];
                        (self.own[child], self.others[child]) = if set.seat == seat {
                            self.sums[place] += weight * own * part;
                            (own * part, others)
                        } else {
                            (own, others * part)
                        };
                    }
                }
            }
        }
        for node in (0..tree.nodes()).rev() {
            let children = tree.children(node);
            match tree.node(node) {
                Node::End(_) => {}
                Node::Chance => {
                    let parts = children.map(|child| tree.chance(child) * self.values[child]);
                    self.values[node] = parts.sum();
                }
                Node::Decision(set) => {
                    let parts = set.places().zip(children.clone());
                    let value = parts.map(|(place, child)| strategy[place] * self.values[child]);
                    let value: f64 = value.sum();
                    self.values[node] = value;
                    if set.seat == seat {
                        for (place, child) in set.places().zip(children) {
                            self.regrets[place] += self.others[node] * (self.values[child] - value);
                        }
                    }
                }
            }
        }
        if self.algorithm == Algorithm::CfrPlus {
            self.regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
        }
    }

    /// Follows all actions of the seat, and one sampled action of chance and of every other seat; updates the
    /// regrets of the seat, and the average strategy of the seat after it. Returns the sampled value.
    fn walk(&mut self, node: usize, seat: Seat) -> f64 {
        let tree = self.tree;
        let children = tree.children(node);
        match tree.node(node) {
            Node::End(payoffs) => payoffs[seat.index()],
            Node::Chance => {
                let first = children.start;
                let child = first + self.sample(children.map(|child| tree.chance(child)));
                self.walk(child, seat)
            }
            Node::Decision(set) => {
                let places = set.places();
                let mut strategy = self.regrets[places.clone()].to_vec();
                normalize(&mut strategy);
                if set.seat == seat {
                    let values: Vec<f64> = children.map(|child| self.walk(child, seat)).collect();
                    let parts = values.iter().zip(&strategy);
                    let value: f64 = parts.map(|(value, part)| value * part).sum();
                    for (place, action) in places.zip(values) {
                        self.regrets[place] += action - value;
                    }
                    return value;
                }
                if (seat.index() + 1) % tree.seats() == set.seat.index() {
                    for (place, part) in places.zip(&strategy) {
                        self.sums[place] += part;
                    }
                }
                let child = children.start + self.sample(strategy.into_iter());
                self.walk(child, seat)
            }
        }
    }

    /// Samples an index with these probabilities.
    fn sample(&mut self, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
        const STEPS: u32 = 1 << 31;
        let last = probabilities.len() - 1;
        let mut left = f64::from(self.rng.below(STEPS)) / f64::from(STEPS);
        for (index, probability) in probabilities.enumerate() {
            if left < probability {
                return index;
            }
            left -= probability;
        }
        last
    }
}

/// Makes probabilities of weights; a negative weight counts as 0. If no weight is positive, all are equally
/// likely.
fn normalize(weights: &mut [f64]) {
    let whole: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    let alike = 1.0 / weights.len() as f64;
    for weight in weights {
        *weight = if whole > 0.0 { weight.max(0.0) / whole } else { alike };
    }
}
