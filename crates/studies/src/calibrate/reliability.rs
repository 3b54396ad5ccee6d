//! Predicted chances beside observed results.

use std::collections::BTreeMap;

use zashiki_core::Reliability;

/// Number of groups of equal width into which chances from 0 to 1 are sorted.
const GROUPS: usize = 10;

/// The predicted chance of a side, and its share of the win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Prediction {
    /// Number of the game.
    pub game: usize,
    pub said: f64,
    pub came: f64,
}

/// The observed frequency of wins for each group of predictions, and the mean difference over all groups in
/// percentage points.
pub(super) fn reliability(predictions: &[Prediction]) -> (Vec<Reliability>, f64) {
    let mut groups = vec![Vec::new(); GROUPS];
    for prediction in predictions {
        let group = ((prediction.said * GROUPS as f64) as usize).min(GROUPS - 1);
        groups[group].push(*prediction);
    }
    groups.retain(|group| !group.is_empty());
    let found: Vec<Reliability> = groups.iter().map(|group| of_group(group)).collect();
    let count: u64 = found.iter().map(|group| group.count).sum();
    let apart = found.iter().map(|group| (group.said - group.came).abs() * group.count as f64);
    let off = apart.sum::<f64>() / count.max(1) as f64;
    (found, tenths(off))
}

fn of_group(group: &[Prediction]) -> Reliability {
    let count = group.len() as f64;
    let mean = |of: fn(&Prediction) -> f64| group.iter().map(of).sum::<f64>() / count;
    let (said, came) = (mean(|it| it.said), mean(|it| it.came));
    // Predictions in one game have one result: their deviations are added before they are squared.
    let mut by_game: BTreeMap<usize, f64> = BTreeMap::new();
    for it in group {
        *by_game.entry(it.game).or_default() += (it.came - it.said) - (came - said);
    }
    let squares: f64 = by_game.values().map(|sum| sum * sum).sum();
    let games = by_game.len() as f64;
    // With one game nothing is known about the spread between games.
    let error = (games > 1.0).then(|| (squares * games / (games - 1.0)).sqrt() / count);
    Reliability {
        said: tenths(100.0 * said),
        came: tenths(100.0 * came),
        error: error.map(|error| tenths(100.0 * error)),
        count: group.len() as u64,
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predictions(given: &[(usize, f64, f64)]) -> Vec<Prediction> {
        given.iter().map(|&(game, said, came)| Prediction { game, said, came }).collect()
    }

    #[test]
    fn groups_have_the_means_of_what_was_said_and_of_what_came() {
        let given = [(0, 0.31, 1.0), (1, 0.35, 0.0), (2, 1.0, 1.0), (3, 0.99, 1.0)];
        let (groups, off) = reliability(&predictions(&given));
        let read: Vec<_> = groups.iter().map(|it| (it.said, it.came, it.count)).collect();
        assert_eq!(read, [(33.0, 50.0, 2), (99.5, 100.0, 2)]);
        // Two are off by 17 points, two by half a point.
        assert_eq!(off, 8.8);
    }

    #[test]
    fn predictions_of_one_game_count_as_one_result() {
        let of = |each: usize| {
            let given: Vec<_> = (0..20)
                .flat_map(|game| vec![(game, 0.55, f64::from(u8::from(game % 2 == 0))); each])
                .collect();
            reliability(&predictions(&given)).0[0].error
        };
        // Ten times the predictions of the same games tell nothing more.
        assert_eq!(of(1), of(10));
        assert_eq!(of(1), Some(11.5));
        assert_eq!(reliability(&predictions(&[(0, 0.5, 1.0)])).0[0].error, None);
    }
}
