//! The search of one tree.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use zashiki_core::{
    Action, GameRng, GameStateExt as _, InfoState, SearchHints, Seat, SeatSet, Turn,
};

use super::node::{NodeId, ROOT};
use super::reuse::follow;
use super::rollout::{Room, best_of_few, roll_out};
use super::selection::{Selected, Selection};
use super::settings::Settings;
use super::tree::Tree;
use crate::analysis::action_values::{ActionStats, ActionValue, COMPARED, LEAST_PART, best_first};
use crate::search::budget::Meter;
use crate::search::categories::counted;
use crate::search::heuristic::{best_looking, summed_values, values};

/// The search of one tree.
pub(super) struct Search<G: SearchHints> {
    settings: Settings,
    pub rng: GameRng,
    pub tree: Tree<G>,
    /// The actions of the decision that have no edge yet and how they look (0 to 2000), the best
    /// looking last.
    ranking: Vec<(i32, G::Action)>,
    room: Room<G::Action>,
    path: Vec<NodeId>,
    /// While a decision is weighed: what its choices were worth to all seats.
    tallies: Option<FxHashMap<G::Action, ActionStats>>,
}

/// Number of determinizations for ranking the actions of the searched decision.
const RANKING_WORLDS: u32 = 8;

/// Up to this many untried actions are all looked at before an edge is added: the reply that
/// looks best is what an action must be judged by.
const MOST_RANKED: usize = 64;

/// Number of nodes after which the tree stops growing (the search continues within it).
const MOST_NODES: usize = 4_000_000;

impl<G: SearchHints> Search<G> {
    pub fn new(settings: Settings, rng: GameRng) -> Search<G> {
        Search {
            settings,
            rng,
            tree: Tree::new(),
            ranking: Vec::new(),
            room: Room { legal: Vec::new(), drawn: Vec::new(), values_after: Vec::new() },
            path: Vec::new(),
            tallies: None,
        }
    }

    /// Searches a decision for as long as the meter allows.
    pub fn grow(
        &mut self,
        seen: &InfoState<G>,
        legal: &[G::Action],
        last: Option<&(InfoState<G>, G::Action)>,
        meter: &mut Meter,
    ) {
        match last.and_then(|(before, action)| follow(&self.tree, before, *action, seen)) {
            Some(node) => {
                self.tree.reroot(node);
                self.tree.retain(seen.seat(), legal);
            }
            None => self.tree.clear(),
        }
        self.rank(seen, legal, meter);
        while meter.spend() {
            self.simulate(seen, None);
        }
    }

    /// Ranks the actions of the next decision that have no edge, in as many determinizations as the budget
    /// allows.
    fn rank(&mut self, seen: &InfoState<G>, legal: &[G::Action], meter: &Meter) {
        let (mut sums, mut worlds) = (vec![0; legal.len()], 0);
        while worlds < RANKING_WORLDS && !meter.is_over() {
            let values_after = summed_values(seen, legal, 1, &mut self.rng);
            sums.iter_mut().zip(values_after).for_each(|(sum, value_after)| *sum += value_after);
            worlds += 1;
        }
        let mean = |sum: i64| (sum / i64::from(worlds.max(1))) as i32 + 1000;
        self.ranking = sums.into_iter().map(mean).zip(legal.iter().copied()).collect();
        let tree = &self.tree;
        self.ranking.retain(|(_, action)| tree.find(ROOT, seen.seat(), *action).is_none());
        rank(&mut self.ranking);
    }

    /// Says what the most visited choices are worth, and the one that is asked about.
    pub fn action_values(
        &mut self,
        seen: &InfoState<G>,
        legal: &[G::Action],
        about: Option<G::Action>,
        meter: &mut Meter,
    ) -> Vec<ActionValue<G::Action>> {
        self.tallies = Some(FxHashMap::default());
        self.grow(seen, legal, None, meter);
        let seat = seen.seat();
        let mut compared = self.tree.by_visits(seat);
        let all: u32 = compared.iter().map(|(_, visits)| visits).sum();
        let asked = about.filter(|about| compared.iter().all(|(action, _)| action != about));
        compared.extend(asked.map(|asked| (asked, 0)));
        let mut place = 0;
        compared.retain(|(action, _)| {
            place += 1;
            place <= COMPARED || Some(*action) == about
        });
        let tallied = |this: &Self, action: &G::Action| -> ActionStats {
            this.tallies.as_ref().and_then(|all| all.get(action)).copied().unwrap_or_default()
        };
        // In a moment of several seats' decisions a simulation may end before this one is taken,
        // so it is not waited for without end.
        let least = meter.spent() / LEAST_PART;
        for (action, _) in &compared {
            for _ in tallied(self, action).count..least {
                if meter.is_stopped() {
                    break;
                }
                self.simulate(seen, Some(*action));
            }
        }
        let mut weighed: Vec<_> = compared
            .iter()
            .filter_map(|(action, visits)| {
                let share = f64::from(*visits) / f64::from(all.max(1));
                let next = self.tree.expected(seat, *action);
                tallied(self, action).weighed(seat, *action, share, next)
            })
            .collect();
        self.tallies = None;
        best_first(&mut weighed, seat);
        weighed
    }

    /// One simulation: determinize, select, expand, roll out, evaluate, back up. `given`, if any, is the
    /// decision that is searched.
    fn simulate(&mut self, seen: &InfoState<G>, given: Option<G::Action>) {
        let mut world = seen.determinize(&mut self.rng);
        let round = world.round();
        self.path.clear();
        let mut at = ROOT;
        // Where the decisions of this moment are judged, whose are still open, and whose were
        // taken while it was concealed.
        let (mut judged_at, mut open, mut concealed) = (ROOT, SeatSet::EMPTY, SeatSet::EMPTY);
        let (mut expanded, mut chosen) = (false, None);
        while let (Turn::Awaiting(awaited), false) = (world.turn(), expanded) {
            let Some(seat) = awaited.first().filter(|_| world.round() == round) else { break };
            let conceals = world.is_simultaneous();
            if !open.contains(seat) {
                let goes_on = conceals && !concealed.is_empty() && !concealed.contains(seat);
                if !goes_on {
                    (judged_at, concealed) = (at, SeatSet::EMPTY);
                }
                open = awaited;
            }
            open.remove(seat);
            if conceals {
                concealed.insert(seat);
            }
            let first = judged_at == ROOT && seat == seen.seat();
            let selected = if let Some(given) = given.filter(|_| first) {
                Selected::Edge(self.tree.child(ROOT, seat, given))
            } else {
                let legal = world.choices(seat, &mut self.room.legal);
                let full = self.tree.len() >= MOST_NODES;
                let Settings { exploration, widening, .. } = self.settings;
                let selection = Selection { exploration, widening, full, mixing: conceals };
                self.tree.select(judged_at, seat, legal, selection, &mut self.rng)
            };
            let edge = match selected {
                Selected::Edge(edge) => edge,
                Selected::Untried => {
                    expanded = true;
                    let (action, prior) = self.promising(&world, first, seat);
                    self.tree.expand(judged_at, seat, action, prior)
                }
                Selected::Nothing => break,
            };
            self.path.push(edge);
            let action = self.tree.action(edge);
            if first {
                chosen = Some(action);
            }
            if judged_at == at {
                at = edge;
            } else {
                at = self.tree.child(at, seat, action);
                self.path.push(at);
            }
            world.play_unchecked(seat, action, None);
        }
        roll_out(&mut world, round, self.settings.depth, &mut self.rng, &mut self.room);
        let values = values(&world);
        self.tree.back_up(&self.path, &values);
        if let (Some(tallies), Some(chosen)) = (&mut self.tallies, chosen) {
            tallies.entry(chosen).or_default().add(&values);
        }
    }

    /// The edge to add, and how it looks (0 to 2000) if that is known: for the decision that is
    /// searched (`first`) the best that the ranking has left, below it what looks best, of many
    /// actions of a few.
    fn promising(&mut self, world: &G, first: bool, seat: Seat) -> (G::Action, Option<i32>) {
        if first && let Some((value_after, action)) = self.ranking.pop() {
            return (action, Some(value_after));
        }
        let untried = &self.tree.untried;
        let (action, value_after) = if untried.len() <= MOST_RANKED {
            let (action, value_after) =
                best_looking(untried, world, seat, &mut self.room.values_after);
            (action, Some(value_after))
        } else {
            let Room { drawn, values_after, .. } = &mut self.room;
            best_of_few(untried, world, seat, &mut self.rng, drawn, values_after)
        };
        (action, value_after.map(|value_after| value_after + 1000))
    }
}

/// Orders actions with their looks so that the promising ones are last: of every sort the best
/// looking, before those the second best of every sort, and so on.
fn rank<A: Action>(ranking: &mut [(i32, A)]) {
    ranking.sort_by_key(|(value_after, _)| Reverse(*value_after));
    let mut count = counted();
    ranking.sort_by_cached_key(|(_, action)| count(action));
    ranking.reverse();
}

#[cfg(test)]
mod tests {
    use connect_four::Drop;

    use super::*;

    /// However many ways there are to do one thing, the best way to do another comes before the
    /// second best of the one.
    #[test]
    fn what_is_promising_is_of_every_sort() {
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
