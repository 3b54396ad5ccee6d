//! Small games of two seats, looked at through all they can come to.

use std::collections::BTreeMap;

use zashiki_core::{GameState, InfoState, Seat, Viewer};

use crate::small::{Act, Rules, Small};

/// For every [situation](Exact::situations), in their order, how likely each of its actions is.
pub type Plans = Vec<Vec<f64>>;

/// All that a game of two seats can come to. Values are in the game's stakes, for seat 0 and on
/// average over all deals; what one seat gains the other loses.
#[derive(Debug)]
pub struct Exact<R: Rules> {
    /// Every node after those below it.
    nodes: Vec<Node>,
    /// The node after each deal, and how likely that is.
    deals: Vec<(usize, f64)>,
    situations: Vec<Situation<R>>,
}

#[derive(Debug)]
enum Node {
    End(f64),
    /// Where somebody decides, in a situation, and what each action leads to.
    Decision(usize, Vec<usize>),
}

/// What a seat knows when it decides: an information set.
#[derive(Debug)]
pub struct Situation<R: Rules> {
    /// Whose decision it is.
    pub seat: Seat,
    /// What it may do.
    pub actions: Vec<Act<R>>,
    /// A play in which it knows just this.
    pub play: Small<R>,
    /// Where that may be.
    nodes: Vec<usize>,
}

impl<R: Rules> Exact<R> {
    /// Goes through everything.
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
        let view = view.expect("a view is plain data");
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

    /// What can be known when somebody decides.
    pub fn situations(&self) -> &[Situation<R>] {
        &self.situations
    }

    /// The plans that say so of each situation, as parts of a whole that is not nothing.
    pub fn plans(&self, mut of: impl FnMut(&Situation<R>) -> Vec<f64>) -> Plans {
        self.situations.iter().map(|situation| of_one(of(situation))).collect()
    }

    /// The plans of a player who is asked so many times in each situation, with other seeds.
    pub fn asked(&self, times: u64, choose: impl Fn(&InfoState<Small<R>>, u64) -> Act<R>) -> Plans {
        self.plans(|situation| {
            let seen = InfoState::new(&situation.play, situation.seat);
            let chosen: Vec<Act<R>> = (0..times).map(|seed| choose(&seen, seed)).collect();
            let count = |action| chosen.iter().filter(|chosen| *chosen == action).count() as f64;
            situation.actions.iter().map(count).collect()
        })
    }

    /// The plans of players who toss a coin.
    pub fn chance(&self) -> Plans {
        self.plans(|situation| vec![1.0; situation.actions.len()])
    }

    /// What seat 0 gains when both keep to their plans.
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

    /// What a seat gains that knows the other's plan and answers it as well as can be.
    pub fn best_answer(&self, seat: Seat, plans: &Plans) -> f64 {
        // How likely chance and the other's plan make each node, if the seat goes there.
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

    /// What best answers to both plans gain on average: half of what OpenSpiel calls NashConv. 0 for
    /// an equilibrium.
    pub fn exploitability(&self, plans: &Plans) -> f64 {
        (self.best_answer(Seat(0), plans) + self.best_answer(Seat(1), plans)) / 2.0
    }

    /// Plans near an equilibrium, after so many rounds of counterfactual regret minimization (CFR+:
    /// Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014).
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

    /// One round of learning for a seat.
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
        // How likely the seat itself makes each node, and how likely all else does.
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

/// Parts of a whole, alike where there is no whole.
fn of_one(parts: Vec<f64>) -> Vec<f64> {
    let whole: f64 = parts.iter().sum();
    let alike = 1.0 / parts.len() as f64;
    parts.into_iter().map(|part| if whole > 0.0 { part / whole } else { alike }).collect()
}

/// The best answer of a seat while it is found.
struct Answer<'a, R: Rules> {
    exact: &'a Exact<R>,
    seat: Seat,
    plans: &'a Plans,
    reach: Vec<f64>,
    /// By situation of the seat: what is best there.
    chosen: Vec<Option<usize>>,
    values: Vec<Option<f64>>,
}

impl<R: Rules> Answer<'_, R> {
    /// What the node is worth to the seat.
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

    /// What is best in a situation, over all nodes that it may be at.
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
        let best = best.expect("a situation has actions");
        self.chosen[situation] = Some(best);
        best
    }
}
