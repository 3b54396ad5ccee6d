//! The player that searches.
//!
//! Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, "Information Set
//! Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). Every simulation draws a new determinization and
//! descends one shared tree, whose edges are actions, as far as that determinization allows. An edge counts
//! how often it was available, and that count replaces the parent's visits in UCB1, so an edge that is rarely
//! available is neither neglected nor overvalued.
//!
//! Games with hundreds of actions are searched by progressive widening (Coulom, "Computing Elo
//! Ratings of Move Patterns in the Game of Go", 2007; Chaslot et al., "Progressive Strategies
//! for Monte-Carlo Tree Search", 2008): a moment gets new edges only as it is visited more
//! often, and the promising ones first.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    Action, GameConfig as _, GameRng, GameStateExt as _, InfoState, InputError, RngState,
    SearchHints, Seat, SeatSet, Turn, Viewer,
};

use crate::action_values::{ActionStats, ActionValue, Adviser, COMPARED, LEAST_PART, best_first};
use crate::budget::Meter;
use crate::categories::{counted, first_of_category};
use crate::greedy::{best_looking, summed_values, values};
use crate::parallel::in_parallel;
use crate::saved::{self, SavedAction, SavedDecision};
use crate::simultaneous::{Plan, SimultaneousDecision};
use crate::tree::{NodeId, ROOT, SavedTree, Selected, Selection, Tree};
use crate::{Bot, Budget, Clock};

/// Search settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Budget for a decision.
    pub budget: Budget,
    /// The constant of UCB1: how much to explore, for values from 0 (lost) to 1 (won).
    pub exploration: f32,
    /// Number of random decisions after the tree before the position is evaluated.
    pub depth: u32,
    /// Progressive widening: a node with n visits has up to this times √n edges.
    pub widening: f32,
    /// Number of trees searched in parallel, each with its part of the simulations, or for all of the time.
    pub trees: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        let budget = Budget::Simulations(1000);
        Settings { budget, exploration: 0.35, depth: 3, widening: 1.0, trees: 1 }
    }
}

/// Searches the tree of what may happen; see the module's introduction.
///
/// Any number of seats is handled: a simulation ends with a value for each seat, and every
/// edge is judged by the value for the seat that decides there. Team mates share winning,
/// so they share values.
///
/// Decisions that stay [hidden](GameState::is_simultaneous) when they are taken, simultaneous or one after
/// the other, form one group: each seat chooses by statistics that do not depend on the others' choices in
/// it. There no single choice is good (rock, paper, scissors), so the search computes a mixed strategy, the
/// frequencies of its choices: a growing part of the simulations follows the seats' average strategies
/// instead of UCB1 (Heinrich and Silver, "Smooth UCT Search in Computer Poker", IJCAI 2015), and the action
/// is sampled from the strategy, without its rare parts (Ganzfried, Sandholm and Waugh, "Strategy
/// Purification and Thresholding", AAMAS 2012). The search does not model what others infer from its own
/// choices.
///
/// Several trees can be searched at the same time, each by itself with its part of the budget; the
/// one choice is made by what all of them found (root parallelism: Chaslot, Winands and van den Herik,
/// "Parallel Monte-Carlo Tree Search", CG 2008).
pub struct Ismcts<G: SearchHints> {
    settings: Settings,
    clock: Clock,
    rng: GameRng,
    searches: Vec<Search<G>>,
    /// The information state and the choice of the last decision: the root of the trees.
    last: Option<(InfoState<G>, G::Action)>,
    simulations: u64,
    /// True if nearly all simulations of the last decision were lost, whatever was chosen.
    lost: bool,
}

/// The search of one tree.
struct Search<G: SearchHints> {
    settings: Settings,
    rng: GameRng,
    tree: Tree<G>,
    legal: Vec<G::Action>,
    /// The actions of the decision that have no edge yet and how they look (0 to 2000), the best
    /// looking last.
    ranking: Vec<(i32, G::Action)>,
    room: Room<G::Action>,
    path: Vec<NodeId>,
    /// While a decision is weighed: what its choices were worth to all seats.
    tallies: Option<FxHashMap<G::Action, ActionStats>>,
}

/// Buffers reused for every evaluation.
struct Room<A> {
    drawn: Vec<A>,
    values_after: Vec<i32>,
}

/// A rollout waits for the end of a turn for at most this many times its depth.
const LONGEST_TURN: u32 = 4;

/// Number of determinizations for ranking the actions of the searched decision.
const RANKING_WORLDS: u32 = 8;

/// One untried action of this many is looked at before an edge is added, at most `MOST_LOOKS`.
const ACTIONS_PER_LOOK: usize = 16;
const MOST_LOOKS: usize = 16;

/// Up to this many untried actions are all looked at before an edge is added: the reply that
/// looks best is what an action must be judged by.
const MOST_RANKED: usize = 64;

/// Number of nodes after which the tree stops growing (the search continues within it).
const MOST_NODES: usize = 4_000_000;

/// The position is lost if its value (of 2000) after the best choice is at most this.
const LOST: f32 = 100.0;

/// Maximum number of actions tried in order to find the events since the last decision in the tree.
const MOST_FOLLOWED: u32 = 256;

impl<G: SearchHints> Ismcts<G> {
    /// A searching player; its dice follow from the seed, the clock says when the time is over.
    pub fn new(settings: Settings, seed: u64, clock: Clock) -> Ismcts<G> {
        let mut rng = GameRng::from_seed(seed);
        let searches = (0..settings.trees.max(1)).map(|_| Search::new(settings, rng.fork()));
        let searches = searches.collect();
        Ismcts { settings, clock, rng, searches, last: None, simulations: 0, lost: false }
    }

    /// Total number of simulations since the bot was made.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Searches every tree with its part of the budget, in parallel where threads exist. The results are
    /// independent of one another and keep the order of the trees.
    fn each<T: Send>(
        &mut self,
        meters: Vec<Meter>,
        search: impl Fn(&mut Search<G>, &mut Meter) -> T + Sync,
    ) -> Vec<T> {
        let works = self.searches.iter_mut().zip(meters);
        let found = in_parallel(works, |(tree, mut meter)| {
            let found = search(tree, &mut meter);
            (found, meter.spent())
        });
        self.simulations += found.iter().map(|(_, spent)| spent).sum::<u64>();
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// The choice for a simultaneous decision whose [state before hidden
    /// actions](GameState::state_before_hidden) the game can restore.
    fn solve(&mut self, seen: &InfoState<G>, meters: Vec<Meter>) -> Option<G::Action> {
        let plans = self.each(meters, |search, meter| {
            let moment = SimultaneousDecision::new(seen, meter, &mut search.rng)?;
            moment.solve(meter, &mut search.rng)
        });
        plans.into_iter().flatten().reduce(Plan::with)?.drawn(&mut self.rng)
    }

    /// The choice by tree search.
    fn search(
        &mut self,
        seen: &InfoState<G>,
        legal: &[G::Action],
        meters: Vec<Meter>,
    ) -> Option<G::Action> {
        let last = self.last.take();
        self.each(meters, |search, meter| search.grow(seen, legal, last.as_ref(), meter));
        let (first, others) = self.searches.split_first_mut()?;
        others.iter().for_each(|other| first.tree.join(&other.tree, seen.seat()));
        self.lost = first.tree.best_value(seen.seat()).is_some_and(|value| value <= LOST);
        if seen.determinize(&mut self.rng).is_simultaneous() {
            first.tree.drawn_from_plan(seen.seat(), &mut self.rng)
        } else {
            first.tree.most_visited(seen.seat())
        }
    }
}

impl<G: SearchHints> Search<G> {
    fn new(settings: Settings, rng: GameRng) -> Search<G> {
        Search {
            settings,
            rng,
            tree: Tree::new(),
            legal: Vec::new(),
            ranking: Vec::new(),
            room: Room { drawn: Vec::new(), values_after: Vec::new() },
            path: Vec::new(),
            tallies: None,
        }
    }

    /// Searches a decision for as long as the meter allows.
    fn grow(
        &mut self,
        seen: &InfoState<G>,
        legal: &[G::Action],
        last: Option<&(InfoState<G>, G::Action)>,
        meter: &mut Meter,
    ) {
        match last.and_then(|(before, action)| self.follow(before, *action, seen)) {
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
    fn action_values(
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

    /// The node of the last tree that corresponds to the current position: the one reached by actions after
    /// which the seat has exactly its current view. A chance outcome that differs from the determinized one
    /// leads to no node.
    fn follow(
        &self,
        before: &InfoState<G>,
        action: G::Action,
        seen: &InfoState<G>,
    ) -> Option<NodeId> {
        let world = before.determinize(&mut GameRng::from_seed(0));
        let edge = self.tree.find(ROOT, seen.seat(), action)?;
        self.follow_edge(&world, edge, seen, &mut { MOST_FOLLOWED })
    }

    fn follow_edge(
        &self,
        world: &G,
        edge: NodeId,
        seen: &InfoState<G>,
        left: &mut u32,
    ) -> Option<NodeId> {
        *left = left.checked_sub(1)?;
        let (seat, action) = self.tree.taken(edge);
        if world.is_simultaneous() || world.is_legal(seat, action).is_err() {
            return None;
        }
        let mut world = world.clone();
        world.play_unchecked(seat, action, None);
        let next = world.turn().awaited().first()?;
        if next == seen.seat() {
            let here = !world.is_simultaneous() && world.view(Viewer::Seat(next)) == *seen.view();
            return here.then_some(edge);
        }
        let mut edges = self.tree.edges_of(edge, next);
        edges.find_map(|edge| self.follow_edge(&world, edge, seen, left))
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
                let legal = world.choices(seat, &mut self.legal);
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
        self.roll_out(&mut world, round);
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
            best_of_few(untried, world, seat, &mut self.rng, &mut self.room)
        };
        (action, value_after.map(|value_after| value_after + 1000))
    }

    /// Plays `depth` decisions further, and to the end of the last seat's turn: in the middle of a long turn
    /// the heuristic value says little. Simultaneous decisions are completed first, since their effect shows
    /// only then.
    fn roll_out(&mut self, world: &mut G, round: Option<u32>) {
        let depth = self.settings.depth;
        let (mut last, mut concealed) = (None, SeatSet::EMPTY);
        let mut decision = 0;
        while decision < depth.saturating_mul(LONGEST_TURN) && world.round() == round {
            let Some(seat) = world.turn().awaited().first() else { break };
            if decision == 0 && world.is_simultaneous() && !concealed.contains(seat) {
                concealed.insert(seat);
            } else if decision >= depth && last != Some(seat) {
                break;
            } else {
                decision += 1;
            }
            last = Some(seat);
            let Room { drawn, values_after } = &mut self.room;
            // Drawn without a list, an action could be one that the seat avoids.
            let restricted = world.config().restriction().is_some();
            let action = if !restricted && world.sample_per_category(seat, &mut self.rng, drawn) {
                match drawn[..] {
                    [only] => only,
                    _ => best_looking(drawn, world, seat, values_after).0,
                }
            } else {
                let legal = world.choices(seat, &mut self.legal);
                best_of_few(legal, world, seat, &mut self.rng, &mut self.room).0
            };
            world.play_unchecked(seat, action, None);
        }
    }
}

/// The number of candidates to evaluate out of this number of actions. Few actions are soon all tried; of
/// hundreds most are useless, and a random one is uninformative.
fn few(actions: usize) -> usize {
    (1 + actions / ACTIONS_PER_LOOK).min(MOST_LOOKS)
}

/// The best of a few sampled actions by heuristic value, with that value if more than one was evaluated.
/// Where actions have [categories](zashiki_core::Action::category), one of each category is evaluated, so
/// that every kind of action is considered.
fn best_of_few<G: SearchHints>(
    actions: &[G::Action],
    world: &G,
    seat: Seat,
    rng: &mut GameRng,
    room: &mut Room<G::Action>,
) -> (G::Action, Option<i32>) {
    let Room { drawn, values_after } = room;
    drawn.clear();
    if actions.len() == 1 || actions[0].category().is_none() {
        let count = few(actions.len());
        drawn.extend((0..count).map(|_| *rng.pick(actions)));
        if count == 1 {
            return (drawn[0], None);
        }
    } else {
        let mut rest = actions;
        while !rest.is_empty() {
            let (of_sort, others) = rest.split_at(first_of_category(rest));
            drawn.push(*rng.pick(of_sort));
            rest = others;
        }
    }
    let (best, value_after) = best_looking(drawn, world, seat, values_after);
    (best, Some(value_after))
}

/// Orders actions with their looks so that the promising ones are last: of every sort the best
/// looking, before those the second best of every sort, and so on.
fn rank<A: Action>(ranking: &mut [(i32, A)]) {
    ranking.sort_by_key(|(value_after, _)| Reverse(*value_after));
    let mut count = counted();
    ranking.sort_by_cached_key(|(_, action)| count(action));
    ranking.reverse();
}

impl<G: SearchHints> Bot<G> for Ismcts<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let trees = self.searches.len();
        let Settings { budget, .. } = self.settings;
        let meters = Meter::new(budget, self.clock, 1).several(trees);
        self.lost = false;
        let legal = seen.choices(&mut self.rng);
        if let [only] = legal[..] {
            return only;
        }
        let reopens = seen.determinize(&mut GameRng::from_seed(0)).state_before_hidden().is_some();
        let chosen =
            if reopens { self.solve(seen, meters) } else { self.search(seen, &legal, meters) };
        // Where the time was over before anything was found, what looks best at once.
        let chosen = chosen.unwrap_or_else(|| {
            let world = seen.determinize(&mut self.rng);
            best_looking(&legal, &world, seen.seat(), &mut Vec::new()).0
        });
        self.last = (!reopens).then(|| (seen.clone(), chosen));
        chosen
    }

    fn is_lost(&self) -> bool {
        self.lost
    }

    fn save(&self) -> Option<Value> {
        let search = |search: &Search<G>| (search.rng.state(), search.tree.save());
        let last = self.last.as_ref().map(|(seen, action)| SavedDecision {
            seat: seen.seat(),
            view: serde_json::to_value(seen.view()).expect("a view is plain data"),
            action: SavedAction::new(*action),
        });
        saved::save(Saved {
            rng: self.rng.state(),
            searches: self.searches.iter().map(search).collect(),
            last,
            simulations: self.simulations,
            lost: self.lost,
        })
    }

    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let Saved { rng, searches, last, simulations, lost } = saved::read(saved)?;
        if searches.len() != self.searches.len() {
            return Err(saved::unusable());
        }
        for (search, (rng, tree)) in self.searches.iter_mut().zip(searches) {
            search.rng = GameRng::from_state(&rng);
            search.tree.restore(tree)?;
        }
        let last = last.map(|SavedDecision { seat, view, action }| -> Result<_, InputError> {
            Ok((InfoState::of_view(config, seat, &view)?, action.read()?))
        });
        self.last = last.transpose()?;
        self.rng = GameRng::from_state(&rng);
        (self.simulations, self.lost) = (simulations, lost);
        Ok(())
    }
}

/// The state of a bot, for copies.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "dice")]
    rng: RngState,
    searches: Vec<(RngState, SavedTree)>,
    last: Option<SavedDecision>,
    simulations: u64,
    lost: bool,
}

/// One tree with the whole budget, starting empty: the result does not depend on earlier decisions.
impl<G: SearchHints> Adviser<G> for Ismcts<G> {
    fn action_values(
        &mut self,
        seen: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let legal = seen.choices(&mut self.rng);
        if legal.is_empty() {
            return Vec::new();
        }
        self.last = None;
        let mut meter = Meter::new(self.settings.budget, self.clock, 1);
        let search = &mut self.searches[0];
        match SimultaneousDecision::new(seen, &meter, &mut search.rng) {
            Some(moment) => moment.action_values(about, &mut meter, &mut search.rng),
            None => search.action_values(seen, &legal, about, &mut meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_four::{ConnectFour, Drop};
    use zashiki_core::{GameState as _, MatchStart, configure};

    use super::*;

    fn deal() -> ConnectFour {
        let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
        ConnectFour::deal(&config, GameRng::from_seed(1), None)
    }

    /// After the bot's action and the reply, the search continues with the subtree of both.
    #[test]
    fn the_tree_is_kept_from_one_decision_to_the_next() {
        let never = || std::time::Duration::ZERO;
        let settings = Settings { budget: Budget::Simulations(400), ..Settings::default() };
        let mut bot = Ismcts::<ConnectFour>::new(settings, 1, never);
        let mut game = deal();
        let mut followed = 0;
        let mut replies = GameRng::from_seed(2);
        while let Some(seat) = game.turn().awaited().first() {
            if seat == Seat(1) {
                let legal = game.legal(seat);
                game.play_unchecked(seat, *replies.pick(&legal), None);
                continue;
            }
            let seen = InfoState::new(&game, seat);
            if let Some((before, action)) = &bot.last {
                let search = &bot.searches[0];
                if let Some(node) = search.follow(before, *action, &seen) {
                    let (other, reply) = search.tree.taken(node);
                    let mut world = before.determinize(&mut GameRng::from_seed(0));
                    world.play_unchecked(seat, *action, None);
                    world.play_unchecked(other, reply, None);
                    assert_eq!(world.state_hash(), game.state_hash());
                    followed += 1;
                }
                // What has not happened is not found.
                assert_eq!(search.follow(before, *action, &InfoState::new(&deal(), seat)), None);
            }
            let action = bot.choose(&seen);
            game.play_unchecked(seat, action, None);
        }
        assert!(followed >= 2, "{followed} times");
    }

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
