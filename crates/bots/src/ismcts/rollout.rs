//! Rollouts: simulated decisions after those in the tree, before the state is evaluated.

use zashiki_core::{
    Action as _, GameConfig as _, GameRng, GameStateExt as _, SearchHints, Seat, SeatSet,
};

use crate::search::categories::first_category_len;
use crate::search::heuristic::best_by_value;

/// Buffers that rollouts reuse, to avoid allocations.
pub(super) struct Buffers<A> {
    pub legal: Vec<A>,
    pub drawn: Vec<A>,
    pub values_after: Vec<i32>,
}

/// Maximum length of a rollout that continues to the end of a turn, as a multiple of the configured depth.
const MAX_TURN_FACTOR: u32 = 4;

/// About one in this number of legal actions is sampled for evaluation, but at most [`MAX_SAMPLED`].
const ACTIONS_PER_SAMPLE: usize = 16;
const MAX_SAMPLED: usize = 16;

/// Plays `depth` decisions, and continues to the end of the last seat's turn, since the heuristic value in
/// the middle of a long turn is uninformative. Simultaneous decisions that are still open are completed
/// first, because they have no effect before that.
pub(super) fn roll_out<G: SearchHints>(
    state: &mut G,
    round: Option<u32>,
    depth: u32,
    rng: &mut GameRng,
    buffers: &mut Buffers<G::Action>,
) {
    let (mut last, mut chosen_hidden) = (None, SeatSet::EMPTY);
    let mut decision = 0;
    while decision < depth.saturating_mul(MAX_TURN_FACTOR) && state.round() == round {
        let Some(seat) = state.turn().awaited().first() else { break };
        if decision == 0 && state.is_simultaneous() && !chosen_hidden.contains(seat) {
            chosen_hidden.insert(seat);
        } else if decision >= depth && last != Some(seat) {
            break;
        } else {
            decision += 1;
        }
        last = Some(seat);
        let Buffers { drawn, values_after, legal } = buffers;
        // Sampling without a list would ignore the restriction.
        let restricted = state.config().restriction().is_some();
        let action = if !restricted && state.sample_per_category(seat, rng, drawn) {
            match drawn[..] {
                [only] => only,
                _ => best_by_value(drawn, state, seat, values_after).0,
            }
        } else {
            let legal = state.choices(seat, legal);
            best_of_few(legal, state, seat, rng, drawn, values_after).0
        };
        state.play_unchecked(seat, action, None);
    }
}

/// The number of actions to sample from this number of legal actions. Few actions are soon all tried. Of
/// hundreds of actions most are useless, so a single random one is uninformative.
fn sample_size(actions: usize) -> usize {
    (1 + actions / ACTIONS_PER_SAMPLE).min(MAX_SAMPLED)
}

/// The best of a few sampled actions by heuristic value; its value is included if more than one was
/// evaluated. If actions have [categories](zashiki_core::Action::category), one of each category is
/// evaluated, so that every kind of action is considered.
pub(super) fn best_of_few<G: SearchHints>(
    actions: &[G::Action],
    state: &G,
    seat: Seat,
    rng: &mut GameRng,
    drawn: &mut Vec<G::Action>,
    values_after: &mut Vec<i32>,
) -> (G::Action, Option<i32>) {
    drawn.clear();
    if actions.len() == 1 || actions[0].category().is_none() {
        let count = sample_size(actions.len());
        drawn.extend((0..count).map(|_| *rng.pick(actions)));
        if count == 1 {
            return (drawn[0], None);
        }
    } else {
        let mut rest = actions;
        while !rest.is_empty() {
            let (of_category, others) = rest.split_at(first_category_len(rest));
            drawn.push(*rng.pick(of_category));
            rest = others;
        }
    }
    let (best, value_after) = best_by_value(drawn, state, seat, values_after);
    (best, Some(value_after))
}
