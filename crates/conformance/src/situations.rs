//! Checks of the [situations](zashiki_core::Situation) on which the advice in a first match depends.

use std::collections::BTreeSet;

use serde_json::Value;
use zashiki_core::{Game, GameConfig as _, GameRng, GameStateExt as _, Seat, Situation, Turn};

/// Maximum number of actions of which the best is taken.
const MOST: usize = 40;

/// Plays random matches with the fewest seats and asks `judge`, for every situation that holds for a seat
/// to move, whether it is true. The judge must decide from the rules, not in the way of the game. In every
/// second match the seats take the best of some actions, so that both even and uneven positions occur.
/// `rare` are situations that need not occur; the game's tests show positions with them.
///
/// # Panics
/// Panics if the judge objects, or if the other situations that occur are not those for which the tutorial
/// has advice.
pub fn check<G: Game>(
    matches: u64,
    rare: &[&str],
    mut judge: impl FnMut(&G, Seat, &Situation<G::Action>) -> Result<(), String>,
) {
    let info = G::info();
    let options = info.complete_options(&Value::Null).expect("the default options are valid");
    let config =
        G::Config::new(info.seats.0, &options, None).expect("the default options are valid");
    let mut seen: BTreeSet<&str> = rare.iter().copied().collect();
    for seed in 0..matches {
        let mut rng = GameRng::from_seed(seed);
        let mut game = G::deal(&config, rng.fork(), None);
        let mut decisions = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().expect("a seat is to move");
            for situation in game.situations(seat) {
                seen.insert(situation.id);
                if let Err(fault) = judge(&game, seat, &situation) {
                    let id = situation.id;
                    panic!("match {seed}, {decisions:?}: {id} for seat {seat}: {fault}");
                }
            }
            let legal = game.legal(seat);
            let action = match seed % 2 {
                0 => *rng.pick(&legal),
                _ => greedy(&game, seat, &legal, &mut rng),
            };
            decisions.push(format!("{seat} {action}"));
            game.play_unchecked(seat, action, None);
        }
    }
    let book = G::assets().tutorial().expect("the game has a tutorial");
    let known: BTreeSet<&str> = book.situations.iter().map(|advice| &*advice.id).collect();
    assert_eq!(seen, known, "the situations that occur, and those with advice");
}

/// The best of some random actions by the heuristic.
fn greedy<G: Game>(game: &G, seat: Seat, legal: &[G::Action], rng: &mut GameRng) -> G::Action {
    let some: Vec<G::Action> = (0..legal.len().min(MOST)).map(|_| *rng.pick(legal)).collect();
    let mut values = Vec::new();
    game.value_after_each(seat, &some, &mut values);
    let best = (0..some.len()).max_by_key(|at| values[*at]).expect("a seat to move has an action");
    some[best]
}

/// The ids of the situations that hold for a seat.
pub fn ids<G: Game>(game: &G, seat: Seat) -> Vec<&'static str> {
    game.situations(seat).into_iter().map(|situation| situation.id).collect()
}

/// The actions of the first situation that holds for a seat, in notation; none if no situation holds.
pub fn actions_of_first<G: Game>(game: &G, seat: Seat) -> Vec<String> {
    let first = game.situations(seat).into_iter().next();
    first.map_or_else(Vec::new, |first| first.actions.iter().map(ToString::to_string).collect())
}
