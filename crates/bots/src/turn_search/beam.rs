//! Beam search over one turn, and over the turns that reply to it.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use zashiki_core::{GameStateExt as _, MAX_SEATS, Outcome, SearchHints, SearchHintsExt as _, Seat};

use crate::search::budget::Meter;
use crate::search::categories::position_in_category;
use crate::search::heuristic::values;

/// Beam search for turns, with reused buffers.
pub(super) struct Beam<G: SearchHints> {
    legal: Vec<G::Action>,
    values_after: Vec<i32>,
}

/// Maximum number of turns that each seat plays in the reply: three, since a round may begin with two drafts.
/// After a turn of every seat the evaluation favours none of them.
const REPLY_ROUNDS: u32 = 3;

/// Maximum number of actions of one [category](zashiki_core::Action::category) that are expanded from one
/// position.
const PER_CATEGORY: usize = 2;

/// Maximum number of decisions of a turn.
const MAX_TURN: usize = 24;

/// A position at the end of a sequence of actions.
pub(super) struct TurnEnd<G: SearchHints> {
    state: G,
    /// The actions that lead to the position.
    pub path: Vec<G::Action>,
    /// Heuristic value of the position for the seat that took the actions.
    value_after: i32,
    /// True if these actions drew random numbers.
    drawn: bool,
}

/// A turn, as a sequence of actions, and its evaluation.
pub(super) struct PlannedTurn<A> {
    pub path: Vec<A>,
    /// The first decision of the reply to the turn, if a reply was searched.
    pub reply: Option<(Seat, A)>,
    /// Value for each seat after the replies, from 0 to 2000.
    pub values: [i32; MAX_SEATS],
}

impl<A> PlannedTurn<A> {
    pub fn without_reply<G: SearchHints<Action = A>>(end: TurnEnd<G>) -> PlannedTurn<A> {
        PlannedTurn { values: values(&end.state), path: end.path, reply: None }
    }
}

impl<G: SearchHints> TurnEnd<G> {
    /// The outcome, if the game certainly ends with the turn: without a random draw.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.turn().outcome().filter(|_| !self.drawn)
    }
}

impl<G: SearchHints> Beam<G> {
    pub fn new() -> Beam<G> {
        Beam { legal: Vec::new(), values_after: Vec::new() }
    }

    /// Evaluates the end of a turn by playing out the replies to it; `None` if the budget does not suffice.
    pub fn reply(
        &mut self,
        end: &TurnEnd<G>,
        width: usize,
        meter: &mut Meter,
    ) -> Option<PlannedTurn<G::Action>> {
        let (mut state, mut drawn, mut reply) = (end.state.clone(), end.drawn, None);
        for _ in 0..REPLY_ROUNDS * u32::from(state.seats()) {
            let Some(seat) = state.turn().awaited().first().filter(|_| !drawn) else { break };
            let best = self.turn_ends(&state, seat, None, width, meter).into_iter().next()?;
            reply = reply.or(best.path.first().map(|action| (seat, *action)));
            (state, drawn) = (best.state, best.drawn);
        }
        let planned = PlannedTurn { path: end.path.clone(), reply, values: values(&state) };
        (!meter.is_over()).then_some(planned)
    }

    /// The positions at the ends of the seat's possible turns, by descending heuristic value. If `action` is
    /// given, all turns begin with it. At each step the best actions of every category are expanded from each
    /// position, and the best distinct positions are kept (beam search).
    pub fn turn_ends(
        &mut self,
        state: &G,
        seat: Seat,
        first: Option<G::Action>,
        width: usize,
        meter: &mut Meter,
    ) -> Vec<TurnEnd<G>> {
        let mut known = FxHashSet::default();
        let mut ends = Vec::new();
        let mut start =
            TurnEnd { state: state.clone(), path: Vec::new(), value_after: 0, drawn: false };
        let draws_before = random_draws(&mut start.state);
        let mut reached = vec![start];
        for _ in 0..MAX_TURN {
            let mut steps = Vec::new();
            for (from, reached) in reached.iter().enumerate() {
                self.list(&reached.state, seat, first.filter(|_| reached.path.is_empty()));
                if !meter.spend_many(self.legal.len() as u64) {
                    return by_value(ends);
                }
                let listed = self.values_after.iter().zip(&self.legal);
                let mut best: Vec<_> =
                    listed.map(|(value_after, action)| (*value_after, *action)).collect();
                best.sort_by_key(|(value_after, _)| Reverse(*value_after));
                let mut count = position_in_category();
                best.retain(|(_, action)| count(action) <= PER_CATEGORY);
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
                let TurnEnd { state, path, .. } = &reached[from];
                let mut state = state.clone();
                state.play_unchecked(seat, action, None);
                if state.state_hash().is_some_and(|hash| !known.insert(hash)) {
                    continue;
                }
                let path = path.iter().copied().chain([action]).collect();
                let drawn = random_draws(&mut state) != draws_before;
                let continues = state.turn().awaited().first() == Some(seat) && !drawn;
                let reached = TurnEnd { state, path, value_after, drawn };
                if continues { next.push(reached) } else { ends.push(reached) }
            }
            reached = next;
            if reached.is_empty() {
                break;
            }
        }
        by_value(ends)
    }

    /// Lists the seat's legal actions, or only the `forced` one, with the heuristic value after each.
    fn list(&mut self, state: &G, seat: Seat, forced: Option<G::Action>) {
        match forced {
            Some(forced) => {
                self.legal.clear();
                self.legal.push(forced);
            }
            None => {
                state.choices(seat, &mut self.legal);
            }
        }
        state.value_after_each(seat, &self.legal, &mut self.values_after);
    }
}

/// The state after these actions of the seat.
pub(super) fn reach<G: SearchHints>(state: &G, seat: Seat, path: &[G::Action]) -> TurnEnd<G> {
    let mut state = state.clone();
    let draws_before = random_draws(&mut state);
    path.iter().for_each(|action| state.play_unchecked(seat, *action, None));
    let drawn = random_draws(&mut state) != draws_before;
    TurnEnd { value_after: state.value(seat), state, path: path.to_vec(), drawn }
}

/// Number of random numbers that the game has drawn so far.
fn random_draws<G: SearchHints>(state: &mut G) -> Option<u64> {
    state.rng_mut().map(|rng| rng.state().drawn)
}

/// Sorts positions by descending heuristic value.
fn by_value<G: SearchHints>(mut reached: Vec<TurnEnd<G>>) -> Vec<TurnEnd<G>> {
    reached.sort_by_key(|reached| Reverse(reached.value_after));
    reached
}
