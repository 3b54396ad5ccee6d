//! The player that searches.
//!
//! Single-observer information-set Monte Carlo tree search (Cowling, Powley and
//! Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). Every
//! simulation imagines a fresh world and walks one shared tree, whose edges are actions,
//! as far as that world allows. An edge counts how often it was available, and that count
//! stands in for the parent's visits in UCB1, so an edge that few worlds offer is neither
//! neglected nor overvalued.

use std::time::{Duration, Instant};

use table::{Dice, Game, MAX_SEATS, Seat, SeatSet, Seen, Silent, Turn};

use crate::Bot;
use crate::greedy::worth;
use crate::tree::{NodeId, ROOT, Tree};

/// How long to think about a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// So many simulations; choices then follow from the seed alone.
    Simulations(u32),
    /// So long by the clock.
    Time(Duration),
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How long.
    pub budget: Budget,
    /// The constant of UCB1: how much to explore, for values from 0 (lost) to 1 (won).
    pub exploration: f32,
    /// How many random decisions follow the tree before the play is appraised.
    pub depth: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Simulations(1000), exploration: 0.35, depth: 3 }
    }
}

/// Searches the tree of what may happen; see the module's introduction.
///
/// Any number of seats is handled: a simulation ends with a value for each seat, and every
/// edge is judged by the value for the seat that decides there. Team mates share winning,
/// so they share values.
///
/// Simultaneous decisions are resolved one seat after the other, but each seat chooses by
/// statistics that do not depend on the others' choices of the same moment. The limit:
/// the choice converges on one good answer, while in a game of bluff (rock, paper,
/// scissors) only mixing is good; and the searcher does not reason about what others
/// infer from its own choices.
pub struct Ismcts<G: Game> {
    settings: Settings,
    dice: Dice,
    tree: Tree<G>,
    legal: Vec<G::Action>,
    path: Vec<NodeId>,
    simulations: u64,
}

/// Nodes after which the tree stops growing (the search goes on within it).
const MOST_NODES: usize = 4_000_000;

impl<G: Game> Ismcts<G> {
    /// A searching player; its dice follow from the seed.
    pub fn new(settings: Settings, seed: u64) -> Ismcts<G> {
        Ismcts {
            settings,
            dice: Dice::from_seed(seed),
            tree: Tree::new(),
            legal: Vec::new(),
            path: Vec::new(),
            simulations: 0,
        }
    }

    /// How many simulations it has run in its life.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// One simulation: imagine, descend, expand, roll out, appraise, back up.
    fn simulate(&mut self, seen: &Seen<G>) {
        self.simulations += 1;
        let mut world = seen.world(&mut self.dice);
        self.path.clear();
        let mut at = ROOT;
        // Where the decisions of this moment are judged, and whose are still open.
        let (mut judged_at, mut open) = (ROOT, SeatSet::EMPTY);
        let mut expanded = false;
        while let (Turn::Awaiting(awaited), false) = (world.turn(), expanded) {
            let Some(seat) = awaited.first() else { break };
            if !open.contains(seat) {
                (judged_at, open) = (at, awaited);
            }
            open.remove(seat);
            self.legal.clear();
            world.legal(seat, &mut self.legal);
            let full = self.tree.len() >= MOST_NODES;
            let explore = self.settings.exploration;
            let Some(choice) =
                self.tree.select(judged_at, seat, &self.legal, explore, full, &mut self.dice)
            else {
                break;
            };
            self.path.push(choice.node);
            let action = self.tree.action(choice.node);
            if judged_at == at {
                at = choice.node;
            } else {
                at = self.tree.child(at, seat, action);
                self.path.push(at);
            }
            expanded = choice.new;
            world.apply(seat, action, &mut Silent);
        }
        self.roll_out(&mut world);
        let mut values = [0; MAX_SEATS];
        for seat in Seat::all(world.seats()) {
            values[seat.index()] = worth(&world, seat) + 1000;
        }
        self.tree.back_up(&self.path, &values);
    }

    fn roll_out(&mut self, world: &mut G) {
        for _ in 0..self.settings.depth {
            let Some(seat) = world.turn().awaited().first() else { break };
            self.legal.clear();
            world.legal(seat, &mut self.legal);
            world.apply(seat, *self.dice.pick(&self.legal), &mut Silent);
        }
    }
}

impl<G: Game> Bot<G> for Ismcts<G> {
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let legal = seen.legal(&mut self.dice);
        if let [only] = legal[..] {
            return only;
        }
        self.tree.clear();
        match self.settings.budget {
            Budget::Simulations(count) => (0..count).for_each(|_| self.simulate(seen)),
            Budget::Time(time) => {
                let end = Instant::now() + time;
                while Instant::now() < end {
                    self.simulate(seen);
                }
            }
        }
        self.tree.most_visited(seen.seat()).unwrap_or_else(|| *self.dice.pick(&legal))
    }
}
