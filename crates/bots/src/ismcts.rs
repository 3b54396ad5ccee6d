//! The player that searches.
//!
//! Single-observer information-set Monte Carlo tree search (Cowling, Powley and
//! Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). Every
//! simulation imagines a fresh world and walks one shared tree, whose edges are actions,
//! as far as that world allows. An edge counts how often it was available, and that count
//! stands in for the parent's visits in UCB1, so an edge that few worlds offer is neither
//! neglected nor overvalued.
//!
//! Games with hundreds of actions are searched by progressive widening (Coulom, "Computing Elo
//! Ratings of Move Patterns in the Game of Go", 2007; Chaslot et al., "Progressive Strategies
//! for Monte-Carlo Tree Search", 2008): a moment gets new edges only as it is visited more
//! often, and the promising ones first.

use rustc_hash::FxHashMap;
use table::{Dice, Game, Seat, SeatSet, Seen, Silent, Turn};

use crate::budget::Meter;
use crate::concealed::Moment;
use crate::greedy::{best_looking, look, looks, values};
use crate::tree::{NodeId, ROOT, Selected, Selection, Tree};
use crate::weighing::{Adviser, COMPARED, LEAST_PART, Tally, Weighed, best_first};
use crate::{Bot, Budget, Clock};

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How long.
    pub budget: Budget,
    /// The constant of UCB1: how much to explore, for values from 0 (lost) to 1 (won).
    pub exploration: f32,
    /// How many random decisions follow the tree before the play is appraised.
    pub depth: u32,
    /// How wide the tree grows: a moment that was visited n times has this times √n edges.
    pub widening: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Simulations(1000), exploration: 0.35, depth: 3, widening: 1.0 }
    }
}

/// Searches the tree of what may happen; see the module's introduction.
///
/// Any number of seats is handled: a simulation ends with a value for each seat, and every
/// edge is judged by the value for the seat that decides there. Team mates share winning,
/// so they share values.
///
/// Decisions that stay [concealed](Game::concealed) when they are taken, simultaneous or one
/// after the other, are one moment: each seat chooses by statistics that do not depend on what
/// the others chose in it. There no single choice is good (rock, paper, scissors), so the search
/// keeps a mixed plan, the frequencies of its choices: a growing part of the simulations follows
/// the seats' plans so far in place of UCB1 (Heinrich and Silver, "Smooth UCT Search in Computer
/// Poker", IJCAI 2015), and the action is drawn from the plan, without its rare parts
/// (Ganzfried, Sandholm and Waugh, "Strategy Purification and Thresholding", AAMAS 2012).
/// The searcher does not reason about what others infer from its own choices.
pub struct Ismcts<G: Game> {
    settings: Settings,
    clock: Clock,
    dice: Dice,
    tree: Tree<G>,
    legal: Vec<G::Action>,
    /// The actions of the decision that have no edge yet and how they look (0 to 2000), the best
    /// looking last.
    ranking: Vec<(i32, G::Action)>,
    path: Vec<NodeId>,
    simulations: u64,
    /// While a decision is weighed: what its choices were worth to all seats.
    tallies: Option<FxHashMap<G::Action, Tally>>,
}

/// A rollout waits for the end of a turn for at most this many times its depth.
const LONGEST_TURN: u32 = 4;

/// Worlds imagined to rank the actions of the decision that is searched.
const RANKING_WORLDS: u32 = 8;

/// One untried action of this many is looked at before an edge is added, at most `MOST_LOOKS`.
const ACTIONS_PER_LOOK: usize = 16;
const MOST_LOOKS: usize = 16;

/// Up to this many untried actions are all looked at before an edge is added: the reply that
/// looks best is what an action must be judged by.
const MOST_RANKED: usize = 64;

/// Nodes after which the tree stops growing (the search goes on within it).
const MOST_NODES: usize = 4_000_000;

impl<G: Game> Ismcts<G> {
    /// A searching player; its dice follow from the seed, the clock says when the time is over.
    pub fn new(settings: Settings, seed: u64, clock: Clock) -> Ismcts<G> {
        Ismcts {
            settings,
            clock,
            dice: Dice::from_seed(seed),
            tree: Tree::new(),
            legal: Vec::new(),
            ranking: Vec::new(),
            path: Vec::new(),
            simulations: 0,
            tallies: None,
        }
    }

    /// How many simulations it has run in its life.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// One simulation: imagine, descend, expand, roll out, appraise, back up. The decision that
    /// is searched is the one given, if there is one.
    fn simulate(&mut self, seen: &Seen<G>, given: Option<G::Action>) {
        self.simulations += 1;
        let mut world = seen.world(&mut self.dice);
        let round = world.round();
        self.path.clear();
        let mut at = ROOT;
        // Where the decisions of this moment are judged, whose are still open, and whose were
        // taken while it was concealed.
        let (mut judged_at, mut open, mut concealed) = (ROOT, SeatSet::EMPTY, SeatSet::EMPTY);
        let (mut expanded, mut chosen) = (false, None);
        while let (Turn::Awaiting(awaited), false) = (world.turn(), expanded) {
            let Some(seat) = awaited.first().filter(|_| world.round() == round) else { break };
            let conceals = world.concealed();
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
                let legal = world.borrow_legal(seat, &mut self.legal);
                let full = self.tree.len() >= MOST_NODES;
                let Settings { exploration, widening, .. } = self.settings;
                let selection = Selection { exploration, widening, full, mixing: conceals };
                self.tree.select(judged_at, seat, legal, selection, &mut self.dice)
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
            world.play_unchecked(seat, action, &mut Silent);
        }
        self.roll_out(&mut world, round);
        let values = values(&world);
        self.tree.back_up(&self.path, &values);
        if let (Some(tallies), Some(chosen)) = (&mut self.tallies, chosen) {
            tallies.entry(chosen).or_default().add(&values);
        }
    }

    /// Forgets the last search, and ranks the actions of the next.
    fn begin(&mut self, seen: &Seen<G>, legal: &[G::Action]) {
        self.tree.clear();
        let looks = looks(seen, legal, RANKING_WORLDS, &mut self.dice);
        let mean = |sum: i64| (sum / i64::from(RANKING_WORLDS)) as i32 + 1000;
        self.ranking = looks.into_iter().map(mean).zip(legal.iter().copied()).collect();
        self.ranking.sort_by_key(|(looks, _)| *looks);
    }

    /// The edge to add, and how it looks (0 to 2000) if that is known: for the decision that is
    /// searched (`first`) the best that the ranking has left, below it what looks best, of many
    /// actions of a few.
    fn promising(&mut self, world: &G, first: bool, seat: Seat) -> (G::Action, Option<i32>) {
        if first && let Some((looks, action)) = self.ranking.pop() {
            return (action, Some(looks));
        }
        let untried = &self.tree.untried;
        let (action, looks) = if untried.len() <= MOST_RANKED {
            let (action, looks) = best_looking(untried, world, seat);
            (action, Some(looks))
        } else {
            best_of(few(untried.len()), untried, world, seat, &mut self.dice)
        };
        (action, looks.map(|looks| looks + 1000))
    }

    /// Plays on for `depth` decisions, and to the end of the last decider's turn: in the middle
    /// of a turn of many decisions the rule of thumb says little. Concealed decisions are played
    /// to their end first, for what they lead to shows only then.
    fn roll_out(&mut self, world: &mut G, round: Option<u32>) {
        let depth = self.settings.depth;
        let (mut last, mut concealed) = (None, SeatSet::EMPTY);
        let mut decision = 0;
        while decision < depth.saturating_mul(LONGEST_TURN) && world.round() == round {
            let Some(seat) = world.turn().awaited().first() else { break };
            if decision == 0 && world.concealed() && !concealed.contains(seat) {
                concealed.insert(seat);
            } else if decision >= depth && last != Some(seat) {
                break;
            } else {
                decision += 1;
            }
            last = Some(seat);
            let legal = world.borrow_legal(seat, &mut self.legal);
            let (action, _) = best_of(few(legal.len()), legal, world, seat, &mut self.dice);
            world.play_unchecked(seat, action, &mut Silent);
        }
    }
}

/// How many of this number of actions to look at before one is taken. Of few actions all will be
/// tried soon; of hundreds most are useless, and a random one says nothing.
fn few(actions: usize) -> usize {
    (1 + actions / ACTIONS_PER_LOOK).min(MOST_LOOKS)
}

/// What looks best at once of `count` actions drawn from these; of one, that one.
fn best_of<G: Game>(
    count: usize,
    actions: &[G::Action],
    world: &G,
    seat: Seat,
    dice: &mut Dice,
) -> (G::Action, Option<i32>) {
    let mut best = *dice.pick(actions);
    if count == 1 {
        return (best, None);
    }
    let mut most = look(world, seat, best);
    for _ in 1..count {
        let action = *dice.pick(actions);
        let worth = look(world, seat, action);
        if worth > most {
            (best, most) = (action, worth);
        }
    }
    (best, Some(most))
}

impl<G: Game> Bot<G> for Ismcts<G> {
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let legal = seen.legal(&mut self.dice);
        if let [only] = legal[..] {
            return only;
        }
        let mut meter = Meter::new(self.settings.budget, self.clock, 1);
        if let Some(moment) = Moment::new(seen, &mut self.dice) {
            let chosen = moment.solve(&mut meter, &mut self.dice);
            self.simulations += meter.spent();
            return chosen.unwrap_or_else(|| *self.dice.pick(&legal));
        }
        self.begin(seen, &legal);
        while meter.spend() {
            self.simulate(seen, None);
        }
        let chosen = if seen.world(&mut self.dice).concealed() {
            self.tree.drawn_from_plan(seen.seat(), &mut self.dice)
        } else {
            self.tree.most_visited(seen.seat())
        };
        chosen.unwrap_or_else(|| *self.dice.pick(&legal))
    }
}

impl<G: Game> Adviser<G> for Ismcts<G> {
    fn weigh(&mut self, seen: &Seen<G>, about: Option<G::Action>) -> Vec<Weighed<G::Action>> {
        let legal = seen.legal(&mut self.dice);
        if legal.is_empty() {
            return Vec::new();
        }
        let mut meter = Meter::new(self.settings.budget, self.clock, 1);
        if let Some(moment) = Moment::new(seen, &mut self.dice) {
            return moment.weigh(about, &mut meter, &mut self.dice);
        }
        self.begin(seen, &legal);
        self.tallies = Some(FxHashMap::default());
        while meter.spend() {
            self.simulate(seen, None);
        }
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
        let tallied = |this: &Self, action: &G::Action| -> Tally {
            this.tallies.as_ref().and_then(|all| all.get(action)).copied().unwrap_or_default()
        };
        // In a moment of several seats' decisions a simulation may end before this one is taken,
        // so it is not waited for without end.
        let least = meter.spent() / LEAST_PART;
        for (action, _) in &compared {
            for _ in tallied(self, action).count..least {
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
}
