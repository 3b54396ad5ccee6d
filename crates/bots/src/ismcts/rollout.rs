//! Rollouts: decisions after the tree, before the state is evaluated.

use zashiki_core::{
    Action as _, GameConfig as _, GameRng, GameStateExt as _, SearchHints, Seat, SeatSet,
};

use crate::search::categories::first_of_category;
use crate::search::heuristic::best_looking;

/// Buffers reused for every evaluation.
pub(super) struct Room<A> {
    pub legal: Vec<A>,
    pub drawn: Vec<A>,
    pub values_after: Vec<i32>,
}

/// A rollout waits for the end of a turn for at most this many times its depth.
const LONGEST_TURN: u32 = 4;

/// One untried action of this many is looked at before an edge is added, at most `MOST_LOOKS`.
const ACTIONS_PER_LOOK: usize = 16;
const MOST_LOOKS: usize = 16;

/// Plays `depth` decisions further, and to the end of the last seat's turn: in the middle of a long turn
/// the heuristic value says little. Simultaneous decisions are completed first, since their effect shows
/// only then.
pub(super) fn roll_out<G: SearchHints>(
    world: &mut G,
    round: Option<u32>,
    depth: u32,
    rng: &mut GameRng,
    room: &mut Room<G::Action>,
) {
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
        let Room { drawn, values_after, legal } = room;
        // Drawn without a list, an action could be one that the seat avoids.
        let restricted = world.config().restriction().is_some();
        let action = if !restricted && world.sample_per_category(seat, rng, drawn) {
            match drawn[..] {
                [only] => only,
                _ => best_looking(drawn, world, seat, values_after).0,
            }
        } else {
            let legal = world.choices(seat, legal);
            best_of_few(legal, world, seat, rng, drawn, values_after).0
        };
        world.play_unchecked(seat, action, None);
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
pub(super) fn best_of_few<G: SearchHints>(
    actions: &[G::Action],
    world: &G,
    seat: Seat,
    rng: &mut GameRng,
    drawn: &mut Vec<G::Action>,
    values_after: &mut Vec<i32>,
) -> (G::Action, Option<i32>) {
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
