//! The steepness of win probability as a function of a heuristic's values, for tuning and training.

use bots::parts;
use serde::{Deserialize, Serialize};

/// The range in which the steepness is searched.
const STEEPNESS: (f64, f64) = (0.01, 30.0);

/// A position of a game: the value for each side, and each side's share of the win at the end of the game.
#[derive(Serialize, Deserialize)]
pub(crate) struct CoursePoint {
    pub(crate) values: Vec<f64>,
    pub(crate) won: Vec<f64>,
}

/// The mean cross-entropy between the chances with this steepness and the results.
fn log_loss(points: &[CoursePoint], steepness: f64) -> f64 {
    let of = |point: &CoursePoint| cross_entropy(&point.values, &point.won, steepness);
    points.iter().map(of).sum::<f64>() / points.len().max(1) as f64
}

/// The cross-entropy between the result and the chances that follow from the sides' values with this
/// steepness.
pub(crate) fn cross_entropy(values: &[f64], won: &[f64], steepness: f64) -> f64 {
    let chances = parts(values, steepness);
    let given = chances.iter().zip(won).filter(|(_, won)| **won > 0.0);
    given.map(|(chance, won)| -won * chance.max(1e-9).ln()).sum()
}

/// The steepness with the least loss, by golden-section search, since the loss is convex (Kiefer, "Sequential
/// Minimax Search for a Maximum", 1953).
pub(crate) fn fit_steepness(points: &[CoursePoint]) -> f64 {
    let part = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = STEEPNESS;
    while high - low > 1e-4 {
        let (one, other) = (high - part * (high - low), low + part * (high - low));
        if log_loss(points, one) < log_loss(points, other) {
            high = other;
        } else {
            low = one;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use zashiki_core::GameRng;

    use super::*;

    #[test]
    fn the_fitted_steepness_is_that_of_the_sampled_results() {
        let mut rng = GameRng::from_seed(5);
        let mut points = Vec::new();
        for _ in 0..4000 {
            let values: Vec<f64> = (0..3).map(|_| f64::from(rng.below(1200)) - 600.0).collect();
            let mut drawn = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
            let mut winner = 0;
            for (place, chance) in parts(&values, 3.0).into_iter().enumerate() {
                winner = place;
                drawn -= chance;
                if drawn < 0.0 {
                    break;
                }
            }
            let won = (0..3).map(|place| f64::from(u8::from(place == winner))).collect();
            points.push(CoursePoint { values, won });
        }
        let found = fit_steepness(&points);
        assert!((found - 3.0).abs() < 0.2, "{found}");
        assert!(log_loss(&points, found) < log_loss(&points, 1.0));
    }
}
