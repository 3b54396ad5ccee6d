//! The player that looks one step ahead.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    GameRng, GameStateExt as _, InfoState, InputError, MAX_SEATS, SearchHints, SearchHintsExt as _,
    Seat, Turn,
};

use crate::stop::is_stopped;
use crate::{Bot, saved};

/// Evaluates every action in the same few determinizations and takes the one with the highest mean heuristic
/// value; ties are broken at random. In a [simultaneous](GameState::is_simultaneous) decision, actions of
/// about equal value count as ties, or the board would give the choice away.
///
/// With `noise` it misjudges every action, as people do who are new to a game: small differences
/// escape it, large ones do not.
#[derive(Clone, Debug)]
pub struct Greedy {
    worlds: u32,
    noise: u32,
    rng: GameRng,
}

impl Greedy {
    /// A greedy bot with this number of determinizations (at least one) for each decision, and an evaluation
    /// error of up to `noise`, of 1000, for each action.
    pub fn new(worlds: u32, noise: u32, seed: u64) -> Greedy {
        Greedy { worlds: worlds.max(1), noise, rng: GameRng::from_seed(seed) }
    }

    /// By how much one action is misjudged.
    fn misjudged(&mut self) -> i64 {
        let drawn = self.rng.below(2 * self.noise + 1);
        i64::from(drawn) - i64::from(self.noise)
    }
}

/// Appraisals that differ by less than this say about the same.
const ABOUT: i64 = 25;

impl<G: SearchHints> Bot<G> for Greedy {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let legal = seen.choices(&mut self.rng);
        let mut sums = summed_values(seen, &legal, self.worlds, &mut self.rng);
        if self.noise > 0 {
            sums.iter_mut().for_each(|sum| *sum += self.misjudged() * i64::from(self.worlds));
        }
        let most = sums.iter().copied().max().unwrap_or_default();
        let concealed = seen.determinize(&mut self.rng).is_simultaneous();
        let least = if concealed { most - ABOUT * i64::from(self.worlds) } else { most };
        let best: Vec<G::Action> = (legal.iter().zip(&sums))
            .filter(|(_, sum)| **sum >= least)
            .map(|(action, _)| *action)
            .collect();
        *self.rng.pick(&best)
    }

    fn save(&self) -> Option<Value> {
        saved::save(self.rng.state())
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        self.rng = GameRng::from_state(&saved::read(saved)?);
        Ok(())
    }
}

/// Heuristic value directly after each of these actions, summed over `worlds` determinizations, the same for
/// all.
pub(crate) fn summed_values<G: SearchHints>(
    seen: &InfoState<G>,
    legal: &[G::Action],
    worlds: u32,
    rng: &mut GameRng,
) -> Vec<i64> {
    let mut sums = vec![0i64; legal.len()];
    if legal.len() > 1 {
        let mut values_after = Vec::with_capacity(legal.len());
        for _ in 0..worlds {
            if is_stopped() {
                break;
            }
            seen.determinize(rng).value_after_each(seen.seat(), legal, &mut values_after);
            sums.iter_mut()
                .zip(&values_after)
                .for_each(|(sum, value_after)| *sum += i64::from(*value_after));
        }
    }
    sums
}

/// The action with the highest heuristic value for the seat, the first of equals, and that value. `actions`
/// must not be empty. `values_after` is a reused buffer.
pub(crate) fn best_looking<G: SearchHints>(
    actions: &[G::Action],
    world: &G,
    seat: Seat,
    values_after: &mut Vec<i32>,
) -> (G::Action, i32) {
    world.value_after_each(seat, actions, values_after);
    let values_after = actions.iter().copied().zip(values_after.iter().copied());
    let best = values_after.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.expect("there is an action to look at")
}

/// Plays on to the end of the [round](GameState::round) with what looks best at once.
pub(crate) fn finish_round<G: SearchHints>(
    world: &mut G,
    round: Option<u32>,
    legal: &mut Vec<G::Action>,
) {
    let mut values_after = Vec::new();
    while let Turn::Awaiting(awaited) = world.turn()
        && let Some(seat) = awaited.first()
        && world.round() == round
    {
        let (action, _) = best_looking(world.choices(seat, legal), world, seat, &mut values_after);
        world.play_unchecked(seat, action, None);
    }
}

/// Heuristic value for each seat, from 0 to 2000.
pub(crate) fn values<G: SearchHints>(game: &G) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        values[seat.index()] = game.value(seat) + 1000;
    }
    values
}
