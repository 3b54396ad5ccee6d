//! Calibration of search values to chances of winning, by self-play of a bot.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use bots::{Scale, Spec, parts};
use serde::{Deserialize, Serialize};
use zashiki_core::{
    Calibration, Game, GameConfig as _, GameRng, GameStateExt as _, InfoState, InputError,
    MAX_SEATS, Reliability, Turn,
};

use crate::match_runner::spread;
use crate::work::{Control, games_in_order};

/// Configuration of a calibration of search values to chances of winning.
#[derive(Clone, Debug)]
pub struct CalibrateConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats; `None` for every supported number.
    pub seats: Option<usize>,
    /// The spec of the bot that plays and evaluates; `None` for the game's default reviewer.
    pub bot: Option<String>,
    /// Number of games for each number of seats; at least 2.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
}

/// On average, one in this number of decisions is evaluated, since decisions of one game are similar.
const EVALUATED: u32 = 6;
/// The range in which the steepness is searched.
const STEEPNESS: (f64, f64) = (0.01, 30.0);
/// Number of bins of equal width into which chances from 0 to 1 are sorted.
const BINS: usize = 10;

/// An evaluated decision: the value for each side, and each side's share of the win at the end of the game.
#[derive(Serialize, Deserialize)]
pub(crate) struct CoursePoint {
    pub(crate) values: Vec<f64>,
    pub(crate) won: Vec<f64>,
}

/// Calibrates search values to chances of winning, by the configuration. `None` if it was stopped.
pub(crate) fn calibrate<G: Game>(
    plan: &CalibrateConfig,
    control: &Control<'_>,
) -> Result<Option<Vec<Calibration>>, InputError> {
    let info = G::info();
    if plan.games < 2 {
        return Err(InputError::new(
            "対局が少なすぎます。半分で合わせ、半分で測るため、2局以上にしてください。",
            "There are too few games: half are for the fit and half for the measurement; give at least 2 with --games.",
        ));
    }
    let bot = plan.bot.clone().unwrap_or_else(|| bots::reviewer_for::<G>().to_owned());
    let spec = Spec::parse_for(&bot, info)?;
    spec.adviser::<G>(0, bots::clock)?;
    let numbers = match plan.seats {
        Some(seats) => {
            let seats = info.check_seats(seats)?;
            seats..=seats
        }
        None => info.seats.0..=info.seats.1,
    };
    let most = plan.games.saturating_mul(numbers.clone().count() as u64);
    let mut finished = 0;
    let mut all = Vec::new();
    for seats in numbers {
        let options = info.complete_options(&serde_json::Value::Null)?;
        let config = G::Config::new(seats, &options, None)?;
        let mut games = Vec::new();
        let play = |number| {
            let stopped = control.stop.is_set();
            (!stopped).then(|| play::<G>(&config, spec, spread(plan.seed, number)))
        };
        games_in_order(&format!("{seats} seats"), 0..plan.games, control, play, |_, points| {
            games.push(points);
            finished += 1;
            (control.progress)(finished, most);
            ControlFlow::Continue(())
        });
        if games.len() as u64 != plan.games {
            return Ok(None);
        }
        all.push(measured(
            games,
            Calibration {
                seats,
                steepness: Calibration::UNMEASURED,
                bot: bot.clone(),
                seed: plan.seed,
                games: plan.games,
                moments: 0,
                log_loss: 0.0,
                log_loss_of_equals: 0.0,
                reliability: Vec::new(),
            },
        ));
    }
    Ok(Some(all))
}

/// Plays one game and returns its evaluated decisions.
fn play<G: Game>(config: &Arc<G::Config>, spec: Spec, seed: u64) -> Vec<CoursePoint> {
    let mut rng = GameRng::from_seed(seed);
    let mut game = G::deal(config, rng.fork(), None);
    let scale = Scale::of::<G>(config.sides());
    let mut players: Vec<_> = (1..=u64::from(config.seats()))
        .map(|seat| spec.make::<G>(spread(seed, seat), bots::clock))
        .collect();
    let mut evaluated: Vec<Vec<f64>> = Vec::new();
    let outcome = loop {
        let seat = match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Awaiting(seats) => seats.first().expect("a seat is to decide"),
        };
        let info_state = InfoState::new(&game, seat);
        let action = players[seat.index()].choose(&info_state);
        if rng.below(EVALUATED) == 0 && game.legal(seat).len() > 1 {
            let mut adviser =
                spec.adviser::<G>(0, bots::clock).expect("checked before the first game");
            // The choice that is best as far as the seat can know.
            let best = adviser.action_values(&info_state, None);
            let values = best.first().map(|best| scale.side_values(&best.values));
            evaluated.extend(values);
        }
        game.play(seat, action, None)
            .unwrap_or_else(|no| panic!("bot at seat {seat} chose {action}: {no}"));
    };
    let won = scale.won(outcome);
    evaluated.into_iter().map(|values| CoursePoint { values, won: won.clone() }).collect()
}

/// Fits the steepness to every second game, and measures the quality of the fit with the other games.
fn measured(games: Vec<Vec<CoursePoint>>, empty: Calibration) -> Calibration {
    let (mut fitted, mut validation) = (Vec::new(), Vec::new());
    for (number, points) in games.into_iter().enumerate() {
        if number % 2 == 0 { &mut fitted } else { &mut validation }.extend(points);
    }
    let steepness = thousandths(fit_steepness(&fitted));
    let equals = |point: &CoursePoint| point.values.len().min(MAX_SEATS) as f64;
    let count = validation.len().max(1) as f64;
    Calibration {
        steepness,
        moments: (fitted.len() + validation.len()) as u64,
        log_loss: thousandths(log_loss(&validation, steepness)),
        log_loss_of_equals: thousandths(
            validation.iter().map(|point| equals(point).ln()).sum::<f64>() / count,
        ),
        reliability: reliability(&validation, steepness),
        ..empty
    }
}

pub(crate) fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
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

/// The observed frequency of wins for each bin of predicted chances.
fn reliability(points: &[CoursePoint], steepness: f64) -> Vec<Reliability> {
    let mut bins = vec![(0.0, 0.0, 0u64); BINS];
    for point in points {
        for (chance, won) in parts(&point.values, steepness).iter().zip(&point.won) {
            let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
            let (said, came, count) = &mut bins[bin];
            *said += chance;
            *came += won;
            *count += 1;
        }
    }
    let per_cent = |sum: f64, count: u64| (1000.0 * sum / count as f64).round() / 10.0;
    bins.into_iter()
        .filter(|(_, _, count)| *count > 0)
        .map(|(said, came, count)| Reliability {
            said: per_cent(said, count),
            came: per_cent(came, count),
            count,
        })
        .collect()
}

/// The text of a game's `calibration.toml` with these calibrations.
pub fn calibration_file(game: &str, measured: &[Calibration]) -> String {
    let mut text =
        format!("# Written by `zashiki lab calibrate {game}`; see docs/reference/review.md.\n");
    for calibration in measured {
        let Calibration { seats, steepness, bot, seed, games, moments, .. } = calibration;
        let (loss, equals) = (calibration.log_loss, calibration.log_loss_of_equals);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[calibration]]\nseats = {seats}\nsteepness = {steepness:?}\nbot = {bot:?}\nseed = {seed}\n\
             games = {games}\nmoments = {moments}\nlog_loss = {loss:?}\nlog_loss_of_equals = {equals:?}\n\
             reliability = [\n"
        );
        for Reliability { said, came, count } in &calibration.reliability {
            let _ = writeln!(text, "  {{ said = {said:?}, came = {came:?}, count = {count} }},");
        }
        text.push_str("]\n");
    }
    text
}

#[cfg(test)]
mod tests {
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
        for Reliability { said, came, count } in reliability(&points, found) {
            assert!((said - came).abs() < 6.0 || count < 200, "{said} {came} {count}");
        }
    }
}
