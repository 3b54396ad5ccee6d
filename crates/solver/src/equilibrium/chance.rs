//! All outcomes of a random event.

use rustc_hash::FxHashMap;
use zashiki_core::{GameRng, GameState, Key, ScriptedRng};

use super::Unsolved;

/// Runs a deal, an action or a determinization once for every sequence of draws, and returns the resulting
/// states with their probabilities. Sequences with the same result are one outcome. At most `most` sequences
/// are tried.
///
/// # Errors
/// Returns an error if there are more.
pub(super) fn outcomes<G: GameState>(
    most: usize,
    run: impl Fn(GameRng) -> G,
) -> Result<Vec<(G, f64)>, Unsolved> {
    let mut outcomes: Vec<(G, f64)> = Vec::new();
    let mut places: FxHashMap<Key, usize> = FxHashMap::default();
    let (mut tried, mut open) = (0, vec![(Vec::new(), 1.0)]);
    while let Some((draws, probability)) = open.pop() {
        tried += 1;
        if tried > most {
            return Err(Unsolved::TooLarge { most });
        }
        let script = ScriptedRng::new(draws);
        let mut state = run(GameRng::scripted(&script));
        if let Some(bound) = script.asked() {
            // What was pushed last is tried first, so that the outcomes come in ascending order.
            open.extend((0..bound).rev().map(|next| {
                let draws = script.answers().iter().copied().chain([next]).collect();
                (draws, probability / f64::from(bound))
            }));
            continue;
        }
        if let Some(rng) = state.rng_mut() {
            *rng = GameRng::from_seed(0);
        }
        if open.is_empty() && outcomes.is_empty() {
            // Nothing was drawn, so there is nothing to compare it with.
            return Ok(vec![(state, 1.0)]);
        }
        let place = *places.entry(Key::of_state(&state)).or_insert(outcomes.len());
        match outcomes.get_mut(place) {
            Some(outcome) => outcome.1 += probability,
            None => outcomes.push((state, probability)),
        }
    }
    Ok(outcomes)
}
