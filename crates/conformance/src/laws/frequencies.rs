//! A check for law 4: `determinize` samples all possibilities with equal frequency.

use std::collections::HashMap;
use std::hash::Hash;

use zashiki_core::{Game, GameRng, Viewer};

/// Number of determinizations to expect of each possibility.
const EXPECTED_EACH: u32 = 500;

/// Checks that `determinize` samples all possibilities with equal frequency. `key` identifies the
/// possibility in a determinization; `expected` is the number of possibilities.
///
/// # Panics
/// Panics if one is missing, or the frequencies deviate by more than chance (a chi-square test that
/// uniform draws pass 999,999 times in a million).
pub fn equal_frequencies<G: Game, K: Hash + Eq>(
    state: &G,
    viewer: Viewer,
    expected: usize,
    key: impl Fn(&G) -> K,
) {
    if expected == 1 {
        return;
    }
    let each = f64::from(EXPECTED_EACH);
    let mut counts = HashMap::new();
    let mut rng = GameRng::from_seed(4);
    let view = state.view(viewer);
    for _ in 0..expected * EXPECTED_EACH as usize {
        let determinization = G::determinize(state.config(), &view, rng.fork());
        *counts.entry(key(&determinization)).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), expected, "law 4: number of possible determinizations");
    let chi_square: f64 = counts.values().map(|n| (f64::from(*n) - each).powi(2) / each).sum();
    // Wilson and Hilferty's approximation of the chi-square quantile at z = 4.75.
    let degrees = (expected - 1) as f64;
    let spread = 2.0 / (9.0 * degrees);
    let limit = degrees * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
    assert!(
        chi_square < limit,
        "law 4: chi-square {chi_square:.1} over {limit:.1} for {expected} possibilities"
    );
}
