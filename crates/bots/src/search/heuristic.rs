//! Heuristic values of states and actions.

use zashiki_core::{
    GameRng, GameStateExt as _, InfoState, MAX_SEATS, SearchHints, SearchHintsExt as _, Seat, Turn,
};

use crate::search::stop::is_stopped;

/// Heuristic values of the states after each of these actions. Each is a sum over the same `determinizations`
/// determinizations.
pub(crate) fn summed_values<G: SearchHints>(
    info_state: &InfoState<G>,
    legal: &[G::Action],
    determinizations: u32,
    rng: &mut GameRng,
) -> Vec<i64> {
    let mut sums = vec![0i64; legal.len()];
    if legal.len() > 1 {
        let mut values_after = Vec::with_capacity(legal.len());
        for _ in 0..determinizations {
            if is_stopped() {
                break;
            }
            info_state.determinize(rng).value_after_each(
                info_state.seat(),
                legal,
                &mut values_after,
            );
            sums.iter_mut()
                .zip(&values_after)
                .for_each(|(sum, value_after)| *sum += i64::from(*value_after));
        }
    }
    sums
}

/// The action with the highest heuristic value for the seat, and that value; among equals, the first action.
/// `actions` must not be empty. `values_after` is a reused buffer.
pub(crate) fn best_by_value<G: SearchHints>(
    actions: &[G::Action],
    state: &G,
    seat: Seat,
    values_after: &mut Vec<i32>,
) -> (G::Action, i32) {
    state.value_after_each(seat, actions, values_after);
    let values_after = actions.iter().copied().zip(values_after.iter().copied());
    let best = values_after.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.expect("there is at least one action")
}

/// Plays to the end of the [round](SearchHints::round): every seat takes the action with the best heuristic
/// value.
pub(crate) fn finish_round<G: SearchHints>(
    state: &mut G,
    round: Option<u32>,
    legal: &mut Vec<G::Action>,
) {
    let mut values_after = Vec::new();
    while let Turn::Awaiting(awaited) = state.turn()
        && let Some(seat) = awaited.first()
        && state.round() == round
    {
        let (action, _) = best_by_value(state.choices(seat, legal), state, seat, &mut values_after);
        state.play_unchecked(seat, action, None);
    }
}

/// The heuristic value of the state for each seat, converted to the range 0 to 2000.
pub(crate) fn values<G: SearchHints>(game: &G) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        values[seat.index()] = game.value(seat) + 1000;
    }
    values
}
