//! The curve that fits evaluated decisions best, and its quality on games held out from the fit.

use bots::curve_parts;
use zashiki_core::{Calibration, Curve};

use super::point::Point;
use super::reliability::{Prediction, reliability};

/// Number of parts into which the games are divided: each is predicted by a curve fitted to the others.
const FOLDS: usize = 10;
/// Minimum predicted chance in the log loss: half of what the page shows as the least.
const LEAST: f64 = 0.0005;
/// The standard deviation of the growth and the curvature that is assumed before the first game (a normal
/// distribution with the mean 0), so that few games do not give extreme curves.
const PRIOR: f64 = 1.5;
/// Maximum number of steps of Newton's method.
const STEPS: usize = 50;
/// Step of the numerical derivatives.
const STEP: f64 = 1e-3;

/// The parameters of a curve that are fitted; the others are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Form {
    growth: bool,
    curvature: bool,
}

impl Form {
    const CONSTANT: Form = Form { growth: false, curvature: false };
    const ALL: [Form; 4] = [
        Form::CONSTANT,
        Form { growth: true, curvature: false },
        Form { growth: false, curvature: true },
        Form { growth: true, curvature: true },
    ];

    /// The number of parameters.
    fn count(self) -> usize {
        1 + usize::from(self.growth) + usize::from(self.curvature)
    }

    /// The curve with these parameters: the logarithm of the steepness, then the others of the form.
    fn curve(self, parameters: &[f64]) -> Curve {
        let mut rest = parameters[1..].iter().copied();
        let mut next = |fitted: bool| {
            if fitted { rest.next().unwrap_or(0.0) } else { 0.0 }
        };
        Curve {
            steepness: libm::exp(parameters[0]),
            growth: next(self.growth),
            curvature: next(self.curvature),
        }
    }
}

/// Each side's chance by a curve.
fn chances(point: &Point, curve: Curve) -> Vec<f64> {
    let open = curve_parts(&point.values, curve, f64::from(point.progress.min(1000)) / 1000.0);
    let all = point.ended.iter().zip(open);
    all.map(|(ended, open)| ended + (1.0 - point.part) * open).collect()
}

/// The cross-entropy between the result of the game and these chances.
fn loss(point: &Point, chances: &[f64]) -> f64 {
    let came = chances.iter().zip(&point.won).filter(|(_, came)| **came > 0.0);
    came.map(|(chance, came)| -came * libm::log(chance.max(LEAST))).sum()
}

/// The curve of a form that fits the games best, by Newton's method with numerical derivatives.
fn fit(games: &[&[Point]], form: Form) -> Curve {
    let points = || games.iter().copied().flatten();
    let count = points().count().max(1) as f64;
    let objective = |parameters: &[f64]| {
        let curve = form.curve(parameters);
        let mean = points().map(|point| loss(point, &chances(point, curve))).sum::<f64>() / count;
        let squares = curve.growth.powi(2) + curve.curvature.powi(2);
        mean + squares / (2.0 * PRIOR.powi(2) * games.len().max(1) as f64)
    };
    let mut parameters = vec![libm::log(Curve::UNMEASURED.steepness); 1];
    parameters.resize(form.count(), 0.0);
    let mut now = objective(&parameters);
    for _ in 0..STEPS {
        let mut step = newton_step(&objective, &parameters, now);
        // Half of the step, until it is an improvement.
        let found = (0..12).find_map(|_| {
            let next: Vec<f64> = parameters.iter().zip(&step).map(|(at, by)| at + by).collect();
            let value = objective(&next);
            step.iter_mut().for_each(|by| *by /= 2.0);
            (value < now).then_some((next, value))
        });
        let Some((next, value)) = found else { break };
        let gained = now - value;
        (parameters, now) = (next, value);
        if gained < 1e-10 {
            break;
        }
    }
    let rounded: Vec<f64> = parameters.iter().map(|parameter| thousandths(*parameter)).collect();
    let Curve { steepness, growth, curvature } = form.curve(&rounded);
    Curve { steepness: thousandths(steepness), growth, curvature }
}

/// The step of Newton's method; along a direction in which the function is not convex, against the gradient.
fn newton_step(function: &impl Fn(&[f64]) -> f64, at: &[f64], value: f64) -> Vec<f64> {
    let count = at.len();
    let moved = |steps: &[(usize, f64)]| {
        let mut there = at.to_vec();
        steps.iter().for_each(|(place, by)| there[*place] += by);
        function(&there)
    };
    let mut gradient = vec![0.0; count];
    let mut hessian = vec![vec![0.0; count]; count];
    let mut mixed = Vec::new();
    for one in 0..count {
        let (up, down) = (moved(&[(one, STEP)]), moved(&[(one, -STEP)]));
        gradient[one] = (up - down) / (2.0 * STEP);
        // A positive diagonal keeps the steps bounded.
        hessian[one][one] = ((up - 2.0 * value + down) / STEP.powi(2)).max(1e-4);
        for other in 0..one {
            let by = |first: f64, second: f64| moved(&[(one, first), (other, second)]);
            let (same, apart) =
                (by(STEP, STEP) + by(-STEP, -STEP), by(STEP, -STEP) + by(-STEP, STEP));
            mixed.push((one, other, (same - apart) / (4.0 * STEP.powi(2))));
        }
    }
    for (one, other, second) in mixed {
        hessian[one][other] = second;
        hessian[other][one] = second;
    }
    let descent =
        |step: &[f64]| step.iter().zip(&gradient).map(|(by, of)| by * of).sum::<f64>() < 0.0;
    let against: Vec<f64> = (0..count).map(|at| -gradient[at] / hessian[at][at]).collect();
    let step = solve(hessian, &gradient).filter(|step| descent(step)).unwrap_or(against);
    step.into_iter().map(|by| by.clamp(-1.0, 1.0)).collect()
}

/// The step `s` with `hessian · s = −gradient`, by Gaussian elimination; `None` if there is not exactly one.
fn solve(mut hessian: Vec<Vec<f64>>, gradient: &[f64]) -> Option<Vec<f64>> {
    let count = gradient.len();
    let mut right: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    for place in 0..count {
        let pivot = hessian[place][place];
        if pivot.abs() < 1e-12 {
            return None;
        }
        for row in place + 1..count {
            let factor = hessian[row][place] / pivot;
            let above = hessian[place].clone();
            hessian[row].iter_mut().zip(above).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[place];
        }
    }
    for place in (0..count).rev() {
        let known: f64 = (place + 1..count).map(|at| hessian[place][at] * right[at]).sum();
        right[place] = (right[place] - known) / hessian[place][place];
    }
    Some(right)
}

pub(super) fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Predictions of games by curves that were fitted to other games, and their mean log loss.
fn held_out(games: &[Vec<Point>], form: Form) -> (Vec<Prediction>, f64) {
    let folds = FOLDS.min(games.len());
    let (mut predictions, mut sum, mut count) = (Vec::new(), 0.0, 0u64);
    for fold in 0..folds {
        let part = |held: bool| {
            games.iter().enumerate().filter(move |(at, _)| (at % folds == fold) == held)
        };
        let fitted: Vec<&[Point]> = part(false).map(|(_, points)| &points[..]).collect();
        let curve = fit(&fitted, form);
        for (game, points) in part(true) {
            for point in points {
                let chances = chances(point, curve);
                sum += loss(point, &chances);
                count += 1;
                let sides = chances.into_iter().zip(&point.won);
                predictions.extend(sides.map(|(said, came)| Prediction {
                    game,
                    said,
                    came: *came,
                }));
            }
        }
    }
    (predictions, sum / count.max(1) as f64)
}

/// The calibration by these games: the form of the curve with the least log loss on held-out games, fitted to
/// all games. Its other fields are empty.
pub(super) fn measured(games: &[Vec<Point>]) -> Calibration {
    let (constant, log_loss_of_constant) = held_out(games, Form::CONSTANT);
    let mut best = (Form::CONSTANT, constant.clone(), log_loss_of_constant);
    for form in Form::ALL.into_iter().skip(1) {
        let (predictions, log_loss) = held_out(games, form);
        if log_loss < best.2 {
            best = (form, predictions, log_loss);
        }
    }
    let (form, predictions, log_loss) = best;
    let all: Vec<&[Point]> = games.iter().map(|points| &points[..]).collect();
    let Curve { steepness, growth, curvature } = fit(&all, form);
    let points = || all.iter().copied().flatten();
    let count = points().count();
    let equals = points().map(|point| libm::log(point.won.len().max(1) as f64)).sum::<f64>();
    let (found, off) = reliability(&predictions);
    let (found_of_constant, off_of_constant) = reliability(&constant);
    Calibration {
        seats: 0,
        steepness,
        growth,
        curvature,
        bot: String::new(),
        players: String::new(),
        seed: 0,
        games: games.len() as u64,
        moments: count as u64,
        log_loss: thousandths(log_loss),
        log_loss_of_constant: thousandths(log_loss_of_constant),
        log_loss_of_equals: thousandths(equals / count.max(1) as f64),
        off,
        off_of_constant,
        reliability: found,
        reliability_of_constant: found_of_constant,
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::GameRng;

    use super::*;

    /// Games of a few positions each, whose results are drawn by this curve.
    fn games(curve: Curve, count: usize) -> Vec<Vec<Point>> {
        let mut rng = GameRng::from_seed(5);
        let mut one = |_| {
            (0..3)
                .map(|_| {
                    let values: Vec<f64> =
                        (0..3).map(|_| f64::from(rng.below(1200)) - 600.0).collect();
                    let mut point = Point {
                        part: 0.0,
                        ended: vec![0.0; 3],
                        values,
                        progress: rng.below(1001),
                        won: vec![0.0; 3],
                    };
                    let mut drawn = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
                    let chances = chances(&point, curve);
                    let winner = chances.iter().position(|chance| {
                        drawn -= chance;
                        drawn < 0.0
                    });
                    point.won[winner.unwrap_or(2)] = 1.0;
                    point
                })
                .collect()
        };
        (0..count).map(&mut one).collect()
    }

    fn all(games: &[Vec<Point>]) -> Vec<&[Point]> {
        games.iter().map(|points| &points[..]).collect()
    }

    fn mean_loss(games: &[Vec<Point>], curve: Curve) -> f64 {
        let points: Vec<&Point> = games.iter().flatten().collect();
        let losses = points.iter().map(|point| loss(point, &chances(point, curve)));
        losses.sum::<f64>() / points.len() as f64
    }

    #[test]
    fn the_fitted_curve_is_that_of_the_sampled_results() {
        let drawn_by = Curve { steepness: 2.5, growth: 1.5, curvature: -0.5 };
        let games = games(drawn_by, 1500);
        let found = fit(&all(&games), Form { growth: true, curvature: true });
        assert!((found.steepness / drawn_by.steepness - 1.0).abs() < 0.2, "{found:?}");
        assert!((found.growth - drawn_by.growth).abs() < 0.3, "{found:?}");
        assert!((found.curvature - drawn_by.curvature).abs() < 0.3, "{found:?}");
        // No curve nearby is better.
        let least = mean_loss(&games, found);
        for by in [-0.05, 0.05] {
            let near = [
                Curve { steepness: found.steepness * (1.0 + by), ..found },
                Curve { growth: found.growth + by, ..found },
                Curve { curvature: found.curvature + by, ..found },
            ];
            for curve in near {
                assert!(mean_loss(&games, curve) > least, "{curve:?} is better than {found:?}");
            }
        }
    }

    #[test]
    fn a_form_is_chosen_and_measured_on_games_that_its_fit_did_not_see() {
        let games = games(Curve { steepness: 2.5, growth: 3.0, curvature: 0.0 }, 80);
        let found = measured(&games);
        assert!(found.growth > 1.0, "{found:?}");
        assert!(found.log_loss < found.log_loss_of_constant, "{found:?}");
        assert!(found.log_loss_of_constant < found.log_loss_of_equals, "{found:?}");
        // A fit is better on the games that it has seen.
        let seen = mean_loss(&games, found.curve());
        assert!(seen < found.log_loss - 0.001, "{seen}: {found:?}");
        assert_eq!((found.games, found.moments), (80, 240));
        let count: u64 = found.reliability.iter().map(|group| group.count).sum();
        assert_eq!(count, 3 * found.moments, "each side of each decision is predicted once");
    }

    #[test]
    fn simulations_that_ended_are_facts() {
        let point = Point {
            part: 0.5,
            ended: vec![0.5, 0.0],
            values: vec![0.0, 0.0],
            progress: 0,
            won: vec![1.0, 0.0],
        };
        assert_eq!(chances(&point, Curve::UNMEASURED), [0.75, 0.25]);
        assert!((loss(&point, &[0.75, 0.25]) - 0.287_682).abs() < 1e-6);
    }
}
