//! Beam search over one turn, and over the turns that reply to it.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use zashiki_core::{GameStateExt as _, MAX_SEATS, SearchHints, SearchHintsExt as _, Seat};

use crate::search::budget::Meter;
use crate::search::categories::counted;
use crate::search::heuristic::values;

/// Searches turns, with reused buffers.
pub(super) struct Beam<G: SearchHints> {
    legal: Vec<G::Action>,
    values_after: Vec<i32>,
}

/// Maximum number of turns for each seat that are played as replies: the number it has in a round that begins
/// with drafts of two things. After every seat's turn the evaluation favours none.
const ANSWERS: u32 = 3;

/// Number of actions of one [category](zashiki_core::Action::category) that are expanded from one position.
const OF_A_SORT: usize = 2;

/// Maximum number of decisions of a turn.
const LONGEST_STINT: usize = 24;

/// A position at the end of a sequence of actions.
pub(super) struct Reached<G: SearchHints> {
    world: G,
    /// By which actions.
    pub path: Vec<G::Action>,
    /// Heuristic value for the seat.
    value_after: i32,
    /// True if dice were thrown.
    drawn: bool,
}

/// A sequence of actions and its result.
pub(super) struct Planned<A> {
    pub path: Vec<A>,
    /// The first decision of the seat that answers.
    pub answer: Option<(Seat, A)>,
    /// Value for each seat after the replies, from 0 to 2000.
    pub values: [i32; MAX_SEATS],
}

impl<A> Planned<A> {
    pub fn unanswered<G: SearchHints<Action = A>>(end: Reached<G>) -> Planned<A> {
        Planned { values: values(&end.world), path: end.path, answer: None }
    }
}

impl<G: SearchHints> Beam<G> {
    pub fn new() -> Beam<G> {
        Beam { legal: Vec::new(), values_after: Vec::new() }
    }

    /// Evaluates a turn by the replies; `None` if the budget does not suffice.
    pub fn answer(
        &mut self,
        end: &Reached<G>,
        width: usize,
        meter: &mut Meter,
    ) -> Option<Planned<G::Action>> {
        let (mut world, mut drawn, mut answer) = (end.world.clone(), end.drawn, None);
        for _ in 0..ANSWERS * u32::from(world.seats()) {
            let Some(seat) = world.turn().awaited().first().filter(|_| !drawn) else { break };
            let best = self.stints(&world, seat, None, width, meter).into_iter().next()?;
            answer = answer.or(best.path.first().map(|action| (seat, *action)));
            (world, drawn) = (best.world, best.drawn);
        }
        let planned = Planned { path: end.path.clone(), answer, values: values(&world) };
        (!meter.is_over()).then_some(planned)
    }

    /// The positions at the ends of the seat's turn, after `action` if given, by descending heuristic value.
    /// At each step the best actions of every category are expanded from each position, and the best distinct
    /// positions are kept (beam search).
    pub fn stints(
        &mut self,
        world: &G,
        seat: Seat,
        first: Option<G::Action>,
        width: usize,
        meter: &mut Meter,
    ) -> Vec<Reached<G>> {
        let mut known = FxHashSet::default();
        let mut ends = Vec::new();
        let mut start =
            Reached { world: world.clone(), path: Vec::new(), value_after: 0, drawn: false };
        let thrown = throws(&mut start.world);
        let mut reached = vec![start];
        for _ in 0..LONGEST_STINT {
            let mut steps = Vec::new();
            for (from, reached) in reached.iter().enumerate() {
                self.list(&reached.world, seat, first.filter(|_| reached.path.is_empty()));
                if !meter.spend_many(self.legal.len() as u64) {
                    return in_order(ends);
                }
                let listed = self.values_after.iter().zip(&self.legal);
                let mut best: Vec<_> =
                    listed.map(|(value_after, action)| (*value_after, *action)).collect();
                best.sort_by_key(|(value_after, _)| Reverse(*value_after));
                let mut count = counted();
                best.retain(|(_, action)| count(action) <= OF_A_SORT);
                steps.extend(
                    best.into_iter().map(|(value_after, action)| (value_after, from, action)),
                );
            }
            steps.sort_by_key(|(value_after, ..)| Reverse(*value_after));
            let mut next = Vec::new();
            for (value_after, from, action) in steps {
                if next.len() >= width {
                    break;
                }
                let Reached { world, path, .. } = &reached[from];
                let mut world = world.clone();
                world.play_unchecked(seat, action, None);
                if world.state_hash().is_some_and(|print| !known.insert(print)) {
                    continue;
                }
                let path = path.iter().copied().chain([action]).collect();
                let drawn = throws(&mut world) != thrown;
                let goes_on = world.turn().awaited().first() == Some(seat) && !drawn;
                let reached = Reached { world, path, value_after, drawn };
                if goes_on { next.push(reached) } else { ends.push(reached) }
            }
            reached = next;
            if reached.is_empty() {
                break;
            }
        }
        in_order(ends)
    }

    /// Lists the seat's legal actions, or the given one, with the heuristic value after each.
    fn list(&mut self, world: &G, seat: Seat, given: Option<G::Action>) {
        match given {
            Some(given) => {
                self.legal.clear();
                self.legal.push(given);
            }
            None => {
                world.choices(seat, &mut self.legal);
            }
        }
        world.value_after_each(seat, &self.legal, &mut self.values_after);
    }
}

/// The play after these actions of the seat's.
pub(super) fn reach<G: SearchHints>(world: &G, seat: Seat, path: &[G::Action]) -> Reached<G> {
    let mut world = world.clone();
    let thrown = throws(&mut world);
    path.iter().for_each(|action| world.play_unchecked(seat, *action, None));
    let drawn = throws(&mut world) != thrown;
    Reached { value_after: world.value(seat), world, path: path.to_vec(), drawn }
}

/// Number of random draws so far.
fn throws<G: SearchHints>(world: &mut G) -> Option<u64> {
    world.rng_mut().map(|rng| rng.state().drawn)
}

/// Those that look best first.
fn in_order<G: SearchHints>(mut reached: Vec<Reached<G>>) -> Vec<Reached<G>> {
    reached.sort_by_key(|reached| Reverse(reached.value_after));
    reached
}
