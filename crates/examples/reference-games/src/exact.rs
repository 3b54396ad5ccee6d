//! Exact solution of small two-seat games by enumeration of the whole game tree.

use std::collections::BTreeMap;

use zashiki_core::{GameState, GameStateExt as _, InfoState, Seat, Viewer};

use crate::small::{Act, Rules, Small};

/// A strategy of both seats: the probability of each action in each [information
/// set](Exact::situations), in the order of the sets.
pub type Plans = Vec<Vec<f64>>;

/// The whole game tree of a two-seat zero-sum game. Values are the winnings of seat 0, averaged over all
/// deals.
#[derive(Debug)]
pub struct Exact<R: Rules> {
    /// The nodes of the tree; children come before their parents.
    nodes: Vec<Node>,
    /// The root node after each deal, and the probability of that deal.
    deals: Vec<(usize, f64)>,
    situations: Vec<Situation<R>>,
}

#[derive(Debug)]
enum Node {
    End(f64),
    /// A decision: the index of the information set, and the child node for each action.
    Decision(usize, Vec<usize>),
}

/// An information set: everything that a seat knows when it decides.
#[derive(Debug)]
pub struct Situation<R: Rules> {
    /// The seat that decides in this information set.
    pub seat: Seat,
    /// The legal actions in this information set.
    pub actions: Vec<Act<R>>,
    /// An example: one state in this information set.
    pub play: Small<R>,
    /// Indices of the nodes in this information set.
    nodes: Vec<usize>,
}

impl<R: Rules> Exact<R> {
    /// Builds the complete game tree of the rules `R`.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Exact<R> {
        let mut exact = Exact { nodes: Vec::new(), deals: Vec::new(), situations: Vec::new() };
        let deals = R::deals();
        let all: u32 = deals.iter().map(|(_, weight)| weight).sum();
        let mut known = BTreeMap::new();
        for (truth, weight) in deals {
            let node = exact.add(truth, &mut known);
            exact.deals.push((node, f64::from(weight) / f64::from(all)));
        }
        exact
    }

    fn add(&mut self, truth: R::Truth, known: &mut BTreeMap<(Seat, String), usize>) -> usize {
        let Some(seat) = R::awaited(&truth).first() else {
            self.nodes.push(Node::End(R::ending(&truth).value()));
            return self.nodes.len() - 1;
        };
        let play = Small::<R>::new(truth.clone());
        let view = serde_json::to_string(&play.view(Viewer::Seat(seat)));
        let view = view.expect("a view can be serialized");
        let actions = play.legal(seat);
        let after = |action: &Act<R>| {
            let mut truth = truth.clone();
            R::play(&mut truth, seat, action.place());
            truth
        };
        let below: Vec<R::Truth> = actions.iter().map(after).collect();
        let situation = *known.entry((seat, view)).or_insert_with(|| {
            self.situations.push(Situation { seat, actions, play, nodes: Vec::new() });
            self.situations.len() - 1
        });
        let below = below.into_iter().map(|truth| self.add(truth, known)).collect();
        let node = self.nodes.len();
        self.nodes.push(Node::Decision(situation, below));
        self.situations[situation].nodes.push(node);
        node
    }

    /// All information sets of the game.
    pub fn situations(&self) -> &[Situation<R>] {
        &self.situations
    }

    /// The strategy with these weights of the actions in each information set. They are normalized to
    /// probabilities and must not all be 0.
    pub fn plans(&self, mut of: impl FnMut(&Situation<R>) -> Vec<f64>) -> Plans {
        self.situations.iter().map(|situation| of_one(of(situation))).collect()
    }

    /// The strategy of a player that is known only by its choices: it chooses `times` times in each
    /// information set, each time with another seed, and the frequencies are the probabilities.
    pub fn asked(&self, times: u64, choose: impl Fn(&InfoState<Small<R>>, u64) -> Act<R>) -> Plans {
        self.plans(|situation| {
            let seen = InfoState::new(&situation.play, situation.seat);
            let chosen: Vec<Act<R>> = (0..times).map(|seed| choose(&seen, seed)).collect();
            let count = |action| chosen.iter().filter(|chosen| *chosen == action).count() as f64;
            situation.actions.iter().map(count).collect()
        })
    }

    /// The strategy that chooses uniformly at random.
    pub fn chance(&self) -> Plans {
        self.plans(|situation| vec![1.0; situation.actions.len()])
    }

    /// The expected winnings of seat 0 if both seats play these strategies.
    pub fn value(&self, plans: &Plans) -> f64 {
        let mut values: Vec<f64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            values.push(match node {
                Node::End(worth) => *worth,
                Node::Decision(situation, below) => {
                    let parts = plans[*situation].iter().zip(below);
                    parts.map(|(part, node)| part * values[*node]).sum()
                }
            });
        }
        self.deals.iter().map(|(node, chance)| chance * values[*node]).sum()
    }

    /// The expected winnings of a seat that plays the best response to the other seat's strategy.
    pub fn best_answer(&self, seat: Seat, plans: &Plans) -> f64 {
        // The probability of each node by chance and the other seat's strategy, if the seat plays
        // towards it.
        let mut reach = vec![0.0; self.nodes.len()];
        for (node, chance) in &self.deals {
            reach[*node] = *chance;
        }
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Node::Decision(situation, below) = node else { continue };
            for (part, node) in plans[*situation].iter().zip(below) {
                let own = self.situations[*situation].seat == seat;
                reach[*node] = reach[at] * if own { 1.0 } else { *part };
            }
        }
        let mut answer = Answer {
            exact: self,
            seat,
            plans,
            reach,
            chosen: vec![None; self.situations.len()],
            values: vec![None; self.nodes.len()],
        };
        self.deals.iter().map(|(node, chance)| chance * answer.value(*node)).sum()
    }

    /// Exploitability: the mean value of the best responses to both strategies, half of OpenSpiel's
    /// NashConv. 0 for an equilibrium.
    pub fn exploitability(&self, plans: &Plans) -> f64 {
        (self.best_answer(Seat(0), plans) + self.best_answer(Seat(1), plans)) / 2.0
    }

    /// An approximate equilibrium after this number of rounds of counterfactual regret minimization
    /// (CFR+: Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014).
    pub fn solved(&self, rounds: u32) -> Plans {
        let nothing: Plans = self.plans(|situation| vec![1.0; situation.actions.len()]);
        let mut regrets: Plans = nothing.iter().map(|parts| vec![0.0; parts.len()]).collect();
        let mut sums = regrets.clone();
        for round in 1..=rounds {
            for seat in [Seat(0), Seat(1)] {
                let now: Plans = regrets.iter().cloned().map(of_one).collect();
                self.learn(seat, &now, &mut regrets, &mut sums, f64::from(round));
            }
        }
        sums.into_iter().map(of_one).collect()
    }

    /// One iteration of counterfactual regret minimization for a seat.
    fn learn(&self, seat: Seat, now: &Plans, regrets: &mut Plans, sums: &mut Plans, weight: f64) {
        let sign = if seat == Seat(0) { 1.0 } else { -1.0 };
        let mut values = vec![0.0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            values[at] = match node {
                Node::End(worth) => sign * worth,
                Node::Decision(situation, below) => {
                    let parts = now[*situation].iter().zip(below);
                    parts.map(|(part, node)| part * values[*node]).sum()
                }
            };
        }
        // The probability of each node by the seat's own strategy, and by everything else.
        let mut reach = vec![(0.0, 0.0); self.nodes.len()];
        for (node, chance) in &self.deals {
            reach[*node] = (1.0, *chance);
        }
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Node::Decision(situation, below) = node else { continue };
            let (own, others) = reach[at];
            let is_own = self.situations[*situation].seat == seat;
            for (place, (part, node)) in now[*situation].iter().zip(below).enumerate() {
                if is_own {
                    reach[*node] = (own * part, others);
                    regrets[*situation][place] += others * (values[*node] - values[at]);
                    sums[*situation][place] += weight * own * part;
                } else {
                    reach[*node] = (own, others * part);
                }
            }
        }
        regrets.iter_mut().flatten().for_each(|regret| *regret = regret.max(0.0));
    }
}

/// Normalizes weights to a sum of 1; returns equal values if all weights are 0.
fn of_one(parts: Vec<f64>) -> Vec<f64> {
    let whole: f64 = parts.iter().sum();
    let alike = 1.0 / parts.len() as f64;
    parts.into_iter().map(|part| if whole > 0.0 { part / whole } else { alike }).collect()
}

/// State of the computation of the best response of `seat` to the strategy `plans` of the other seat.
struct Answer<'a, R: Rules> {
    exact: &'a Exact<R>,
    seat: Seat,
    plans: &'a Plans,
    reach: Vec<f64>,
    /// The best action by information set, as far as it is computed; only for the seat's own sets.
    chosen: Vec<Option<usize>>,
    values: Vec<Option<f64>>,
}

impl<R: Rules> Answer<'_, R> {
    /// The expected winnings at the node `at` for `self.seat`, which plays its best response.
    fn value(&mut self, at: usize) -> f64 {
        if let Some(value) = self.values[at] {
            return value;
        }
        let value = match &self.exact.nodes[at] {
            Node::End(worth) if self.seat == Seat(0) => *worth,
            Node::End(worth) => -worth,
            Node::Decision(situation, below)
                if self.exact.situations[*situation].seat == self.seat =>
            {
                let best = self.best(*situation);
                self.value(below[best])
            }
            Node::Decision(situation, below) => {
                let parts = self.plans[*situation].iter().zip(below);
                parts.map(|(part, node)| part * self.value(*node)).sum()
            }
        };
        self.values[at] = Some(value);
        value
    }

    /// The index of the best action in an information set, over all its nodes.
    fn best(&mut self, situation: usize) -> usize {
        if let Some(best) = self.chosen[situation] {
            return best;
        }
        let exact = self.exact;
        let Situation { actions, nodes, .. } = &exact.situations[situation];
        let mut worth = vec![0.0; actions.len()];
        for node in nodes {
            let Node::Decision(_, below) = &exact.nodes[*node] else { continue };
            for (worth, node_below) in worth.iter_mut().zip(below) {
                *worth += self.reach[*node] * self.value(*node_below);
            }
        }
        let best = (0..worth.len()).max_by(|one, other| worth[*one].total_cmp(&worth[*other]));
        let best = best.expect("an information set has actions");
        self.chosen[situation] = Some(best);
        best
    }
}
