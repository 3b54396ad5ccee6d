//! The search of one tree: the loop of simulations.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use zashiki_core::{
    Action, GameConfig as _, GameRng, GameStateExt as _, InfoState, SearchHints, Seat, SeatSet,
    Turn,
};

use super::node::{NodeId, ROOT};
use super::reuse::follow;
use super::rollout::{Buffers, best_of_few, roll_out};
use super::selection::{Selected, Selection};
use super::settings::Settings;
use super::tree::Tree;
use crate::analysis::action_values::{
    ActionStats, ActionValue, COMPARED, LEAST_PART, sort_best_first,
};
use crate::analysis::win_probability::Scale;
use crate::search::budget::Meter;
use crate::search::categories::position_in_category;
use crate::search::heuristic::{best_by_value, summed_values, values};

/// A tree with the state and the buffers of its search.
pub(super) struct Search<G: SearchHints> {
    settings: Settings,
    pub rng: GameRng,
    pub tree: Tree<G>,
    /// The actions at the root that have no edge yet, with their heuristic values (0 to 2000); the most
    /// promising one is last.
    ranking: Vec<(i32, G::Action)>,
    buffers: Buffers<G::Action>,
    /// The edges of the current simulation.
    path: Vec<NodeId>,
    /// For each action at the root, statistics of its simulations' values; collected only for
    /// [`action_values`](Search::action_values).
    action_stats: Option<(Scale, FxHashMap<G::Action, ActionStats>)>,
}

/// Number of determinizations in which the actions of the searched decision are ranked.
const RANKING_DETERMINIZATIONS: u32 = 8;

/// Maximum number of untried actions that are all evaluated before an edge is added, since the best reply
/// determines the value of an action. If there are more actions, a sample of them is evaluated.
const MAX_RANKED: usize = 64;

/// Number of nodes after which the tree stops growing (the search continues within it).
const MAX_NODES: usize = 4_000_000;

impl<G: SearchHints> Search<G> {
    pub fn new(settings: Settings, rng: GameRng) -> Search<G> {
        Search {
            settings,
            rng,
            tree: Tree::new(),
            ranking: Vec::new(),
            buffers: Buffers { legal: Vec::new(), drawn: Vec::new(), values_after: Vec::new() },
            path: Vec::new(),
            action_stats: None,
        }
    }

    /// Searches a decision until the budget is spent. The search starts from the matching subtree of the last
    /// search, if there is one.
    pub fn grow(
        &mut self,
        info_state: &InfoState<G>,
        legal: &[G::Action],
        last: Option<&(InfoState<G>, G::Action)>,
        meter: &mut Meter,
    ) {
        match last.and_then(|(before, action)| follow(&self.tree, before, *action, info_state)) {
            Some(node) => {
                self.tree.reroot(node);
                self.tree.retain(info_state.seat(), legal);
            }
            None => self.tree.clear(),
        }
        self.rank(info_state, legal, meter);
        while meter.spend() {
            self.simulate(info_state, None);
        }
    }

    /// Ranks the actions at the root that have no edge by their mean heuristic values in several
    /// determinizations, or in fewer if the budget runs out.
    fn rank(&mut self, info_state: &InfoState<G>, legal: &[G::Action], meter: &Meter) {
        let (mut sums, mut determinizations) = (vec![0; legal.len()], 0);
        while determinizations < RANKING_DETERMINIZATIONS && !meter.is_over() {
            let values_after = summed_values(info_state, legal, 1, &mut self.rng);
            sums.iter_mut().zip(values_after).for_each(|(sum, value_after)| *sum += value_after);
            determinizations += 1;
        }
        let mean = |sum: i64| (sum / i64::from(determinizations.max(1))) as i32 + 1000;
        self.ranking = sums.into_iter().map(mean).zip(legal.iter().copied()).collect();
        let tree = &self.tree;
        self.ranking.retain(|(_, action)| tree.find(ROOT, info_state.seat(), *action).is_none());
        rank(&mut self.ranking);
    }

    /// Values of the most visited actions, and of the action `about` if given, after a search that starts
    /// with an empty tree.
    pub fn action_values(
        &mut self,
        info_state: &InfoState<G>,
        legal: &[G::Action],
        about: Option<G::Action>,
        meter: &mut Meter,
    ) -> Vec<ActionValue<G::Action>> {
        let sides = info_state.determinize(&mut self.rng).config().sides();
        self.action_stats = Some((Scale::of::<G>(sides), FxHashMap::default()));
        self.grow(info_state, legal, None, meter);
        let seat = info_state.seat();
        let mut compared = self.tree.by_visits(seat);
        let all: u32 = compared.iter().map(|(_, visits)| visits).sum();
        let requested = about.filter(|about| compared.iter().all(|(action, _)| action != about));
        compared.extend(requested.map(|requested| (requested, 0)));
        let mut rank = 0;
        compared.retain(|(action, _)| {
            rank += 1;
            rank <= COMPARED || Some(*action) == about
        });
        let stats_of = |this: &Self, action: &G::Action| -> ActionStats {
            let all = this.action_stats.as_ref().and_then(|(_, all)| all.get(action));
            all.copied().unwrap_or_default()
        };
        // Where several seats decide, a simulation may end before this seat's decision, so the number of
        // additional simulations is limited.
        let least = meter.spent() / LEAST_PART;
        // The simulations that compare actions begin with the same random numbers, and so in the same
        // determinizations: what differs between two actions is then not the luck of their determinizations (common
        // random numbers: Glasserman and Yao, Management Science 38(6), 1992).
        let worlds = self.rng.fork();
        for (action, _) in &compared {
            let mut worlds = worlds.clone();
            for _ in 0..least {
                if meter.is_stopped() {
                    break;
                }
                self.rng = worlds.fork();
                self.simulate(info_state, Some(*action));
            }
        }
        let mut evaluated: Vec<_> = compared
            .iter()
            .filter_map(|(action, visits)| {
                let share = f64::from(*visits) / f64::from(all.max(1));
                let next = self.tree.expected(seat, *action);
                stats_of(self, action).action_value(seat, *action, share, next)
            })
            .collect();
        self.action_stats = None;
        sort_best_first(&mut evaluated, seat);
        evaluated
    }

    /// Runs one simulation: determinize, select, expand, roll out, evaluate, back up. If `forced` is given,
    /// it is the action of the searched decision.
    fn simulate(&mut self, info_state: &InfoState<G>, forced: Option<G::Action>) {
        let mut state = info_state.determinize(&mut self.rng);
        let round = state.round();
        self.path.clear();
        let mut at = ROOT;
        // Decisions that are hidden from one another are selected by the statistics of one node,
        // `stats_node`. `open`: seats still to decide there; `chosen_hidden`: seats that have chosen there.
        let (mut stats_node, mut open, mut chosen_hidden) = (ROOT, SeatSet::EMPTY, SeatSet::EMPTY);
        let (mut expanded, mut chosen) = (false, None);
        while let (Turn::Awaiting(awaited), false) = (state.turn(), expanded) {
            let Some(seat) = awaited.first().filter(|_| state.round() == round) else { break };
            let simultaneous = state.is_simultaneous();
            if !open.contains(seat) {
                let continues =
                    simultaneous && !chosen_hidden.is_empty() && !chosen_hidden.contains(seat);
                if !continues {
                    (stats_node, chosen_hidden) = (at, SeatSet::EMPTY);
                }
                open = awaited;
            }
            open.remove(seat);
            if simultaneous {
                chosen_hidden.insert(seat);
            }
            let first = stats_node == ROOT && seat == info_state.seat();
            let selected = if let Some(forced) = forced.filter(|_| first) {
                Selected::Edge(self.tree.child(ROOT, seat, forced))
            } else {
                let legal = state.choices(seat, &mut self.buffers.legal);
                let full = self.tree.len() >= MAX_NODES;
                let Settings { exploration, widening, .. } = self.settings;
                let selection = Selection { exploration, widening, full, mixing: simultaneous };
                self.tree.select(stats_node, seat, legal, selection, &mut self.rng)
            };
            let edge = match selected {
                Selected::Edge(edge) => edge,
                Selected::Untried => {
                    expanded = true;
                    let (action, prior) = self.promising(&state, first, seat);
                    self.tree.expand(stats_node, seat, action, prior)
                }
                Selected::Nothing => break,
            };
            self.path.push(edge);
            let action = self.tree.action(edge);
            if first {
                chosen = Some(action);
            }
            if stats_node == at {
                at = edge;
            } else {
                at = self.tree.child(at, seat, action);
                self.path.push(at);
            }
            state.play_unchecked(seat, action, None);
        }
        roll_out(&mut state, round, self.settings.depth, &mut self.rng, &mut self.buffers);
        let values = values(&state);
        self.tree.back_up(&self.path, &values);
        if let (Some((scale, action_stats)), Some(chosen)) = (&mut self.action_stats, chosen) {
            action_stats.entry(chosen).or_default().add(&values, state.turn().outcome(), scale);
        }
    }

    /// The action for a new edge, with its heuristic value (0 to 2000) if it was evaluated. At the searched
    /// decision (`first`) it is the next action of the ranking. At other decisions it is the best of all
    /// untried actions, or of a sample of them.
    fn promising(&mut self, state: &G, first: bool, seat: Seat) -> (G::Action, Option<i32>) {
        if first && let Some((value_after, action)) = self.ranking.pop() {
            return (action, Some(value_after));
        }
        let untried = &self.tree.untried;
        let (action, value_after) = if untried.len() <= MAX_RANKED {
            let (action, value_after) =
                best_by_value(untried, state, seat, &mut self.buffers.values_after);
            (action, Some(value_after))
        } else {
            let Buffers { drawn, values_after, .. } = &mut self.buffers;
            best_of_few(untried, state, seat, &mut self.rng, drawn, values_after)
        };
        (action, value_after.map(|value_after| value_after + 1000))
    }
}

/// Sorts actions with their heuristic values so that the most promising ones are last. The best actions of
/// all categories are at the end, before them the second best of all categories, and so on.
fn rank<A: Action>(ranking: &mut [(i32, A)]) {
    ranking.sort_by_key(|(value_after, _)| Reverse(*value_after));
    let mut count = position_in_category();
    ranking.sort_by_cached_key(|(_, action)| count(action));
    ranking.reverse();
}

#[cfg(test)]
mod tests {
    use connect_four::Drop;

    use super::*;

    #[test]
    fn the_best_action_of_every_category_ranks_before_the_second_best_of_any() {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        struct Act(usize, usize);
        impl std::fmt::Display for Act {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "act {} {}", self.0, self.1)
            }
        }
        impl Action for Act {
            const COUNT: usize = 100;
            fn parse(notation: &str) -> Result<Act, zashiki_core::IllegalAction> {
                Err(zashiki_core::IllegalAction::unknown_action(notation, "act 1 1"))
            }
            fn index(self) -> Option<usize> {
                Some(10 * self.0 + self.1)
            }
            fn from_index(index: usize) -> Option<Act> {
                Some(Act(index / 10, index % 10))
            }
            fn category(self) -> Option<usize> {
                Some(self.0)
            }
        }
        let values_after = [
            (50, Act(1, 0)),
            (70, Act(1, 1)),
            (60, Act(1, 2)),
            (10, Act(2, 0)),
            (65, Act(3, 0)),
            (5, Act(3, 1)),
        ];
        let mut ranking = values_after.to_vec();
        rank(&mut ranking);
        let order: Vec<Act> = ranking.iter().rev().map(|(_, action)| *action).collect();
        assert_eq!(order, [Act(1, 1), Act(3, 0), Act(2, 0), Act(1, 2), Act(3, 1), Act(1, 0)]);
        let mut ranking: Vec<(i32, Drop)> =
            (0..5).filter_map(|i| Some((i * i % 5, Drop::from_index(i as usize)?))).collect();
        rank(&mut ranking);
        assert!(ranking.is_sorted_by_key(|(value_after, _)| *value_after), "{ranking:?}");
    }
}
