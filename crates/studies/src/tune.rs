//! Tuning of the heuristic's weights, by self-play of a bot.
//!
//! This is Texel's tuning method (Peter Österlund, 2014). It takes positions of many games, each with the
//! final winner, and changes the weights one by one as long as the heuristic's predictions of the results
//! improve.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use bots::{Scale, Spec, Stop};
use serde::{Deserialize, Serialize};
use zashiki_core::{
    Action as _, Curve, Game, GameConfig as _, GameRng, GameStateExt as _, InfoState, InputError,
    MAX_SEATS, Outcome, Seat, Tuning, Turn, Weights,
};

use crate::early_stopping::EarlyStopping;
use crate::input_file::InputFile;
use crate::match_runner::spread;
use crate::ordered_parallel::in_order;
use crate::steepness::{CoursePoint, cross_entropy, fit_steepness};
use crate::steps::Steps;
use crate::work::{Control, games_in_order};

/// Configuration of tuning weights and of training a network.
#[derive(Clone, Debug)]
pub struct TuneConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats; `None` for every supported number.
    pub seats: Option<usize>,
    /// The spec of the bot that plays.
    pub bot: String,
    /// Number of games for each number of seats; at least `MIN_GAMES`.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// The `weights.toml` to start from; `None` for the game's own.
    pub weights: Option<InputFile>,
    /// The command line, which the result names as its `source`.
    pub command: String,
    /// The date that the result names, as in 2026-11-25.
    pub date: String,
}

impl TuneConfig {
    /// Checks the number of games.
    ///
    /// # Errors
    /// Returns an error if there are too few games.
    pub(crate) fn check(&self) -> Result<(), InputError> {
        if self.games >= MIN_GAMES {
            return Ok(());
        }
        Err(InputError::new(
            format!("対局が少なすぎます。{MIN_GAMES}局以上にしてください。"),
            format!("There are too few games; ask for at least {MIN_GAMES}."),
        ))
    }
}

/// Minimum number of games for tuning or training.
const MIN_GAMES: u64 = 20;
/// One in this number of games belongs to the validation set.
pub(crate) const VALIDATION: u64 = 5;
/// On average, one in this number of decisions is random, for variety.
const RANDOM: u32 = 10;
/// On average, one in this number of positions is used, since positions of one game are similar.
const SAMPLED: u32 = 4;
/// Number of positions that one parallel job evaluates.
const CHUNK: usize = 200;
/// Maximum number of passes over the weights, and the number of passes without improvement on the validation
/// set after which tuning ends.
const ROUNDS: u64 = 60;
const PATIENCE: u64 = 4;
/// Minimum decrease of the loss for which a changed weight is kept.
const MIN_DECREASE: f64 = 1e-6;

/// A position of a game, and each side's share of the win at the end of that game.
struct Position<G> {
    game: G,
    won: Vec<f64>,
    /// Index of the [`Table`] with the position's number of seats.
    table: usize,
}

/// The configuration of the game for one number of seats, and the conversion of values to chances.
struct Table<G: Game> {
    config: Arc<G::Config>,
    scale: Scale,
    steepness: f64,
}

/// Tunes weights by the configuration. `None` if it was stopped.
///
/// A checkpoint stores the games and every computed loss: fitting the weights to the positions may take
/// longer than playing the games with a simple bot.
pub(crate) fn tune<G: Game>(
    plan: &TuneConfig,
    control: &Control<'_>,
) -> Result<Option<Weights>, InputError> {
    let given = plan.weights.as_ref().map(InputFile::weights).transpose()?;
    let weights =
        given.as_ref().or(G::assets().weights()).expect("a game that is tuned has weights");
    let info = G::info();
    plan.check()?;
    let spec = Spec::parse_for(&plan.bot, info)?;
    let numbers = match plan.seats {
        Some(seats) => {
            let seats = info.check_seats(seats)?;
            seats..=seats
        }
        None => info.seats.0..=info.seats.1,
    };
    let most = plan.games.saturating_mul(numbers.clone().count() as u64) + ROUNDS;
    let mut finished = 0;
    let (mut tables, mut fitted, mut validation) = (Vec::new(), Vec::new(), Vec::new());
    for seats in numbers {
        let options = info.complete_options(&serde_json::Value::Null)?;
        let config = G::Config::new(seats, &options, None)?.with_weights(weights)?;
        let table = tables.len();
        let scale = Scale::of::<G>(config.sides());
        let play = |number| play::<G>(&config, spec, spread(plan.seed, number), control.stop);
        let (run, mut played) = (format!("{seats} seats"), 0);
        let chosen = |number| Some(play(number)?.actions());
        games_in_order(&run, 0..plan.games, control, chosen, |number, chosen| {
            // An edited checkpoint may contain an impossible game: it is played again.
            let game_played =
                replay(&config, spread(plan.seed, number), &chosen).or_else(|| play(number));
            let Some(SelfPlayGame { positions, outcome, .. }) = game_played else {
                return ControlFlow::Break(());
            };
            let won = scale.won(outcome);
            let sampled = positions.into_iter().filter(|position| position.sampled);
            let positions =
                sampled.map(|position| Position { game: position.game, won: won.clone(), table });
            if number % VALIDATION == VALIDATION - 1 { &mut validation } else { &mut fitted }
                .extend(positions);
            played += 1;
            finished += 1;
            (control.progress)(finished, most);
            ControlFlow::Continue(())
        });
        if played < plan.games {
            return Ok(None);
        }
        tables.push(Table { config, scale, steepness: Curve::UNMEASURED.steepness });
    }
    let tuned = Tuner { tables, weights }.tune(&fitted, &validation, control, |round| {
        (control.progress)(finished + round, most);
    });
    let Some(Tuned { values, before, after, equals }) = tuned else { return Ok(None) };
    let TuneConfig { bot, games, seed, date, .. } = plan;
    let mut found = weights.with_values(&values);
    found.source = plan.command.clone();
    found.matches = Vec::new();
    found.tuning = Some(Tuning {
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        positions: (fitted.len() + validation.len()) as u64,
        date: date.clone(),
        loss_before: ten_thousandths(before),
        loss_after: ten_thousandths(after),
        loss_of_equals: ten_thousandths(equals),
    });
    Ok(Some(found))
}

pub(crate) fn ten_thousandths(number: f64) -> f64 {
    (10_000.0 * number).round() / 10_000.0
}

/// A self-play game of a bot with some random decisions.
pub(crate) struct SelfPlayGame<G: Game> {
    /// The choices of the bot, without the random ones. With the seed they determine the game.
    pub(crate) chosen: Vec<Choice<G::Action>>,
    /// The positions of the game that a static heuristic can evaluate.
    pub(crate) positions: Vec<QuietPosition<G>>,
    pub(crate) outcome: Outcome,
}

/// A choice of the bot: the action, and the [value](bots::Bot::value) that its search found.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Choice<A> {
    pub(crate) action: A,
    pub(crate) value: Option<i32>,
}

/// A position before a quiet choice of the bot.
pub(crate) struct QuietPosition<G> {
    pub(crate) game: G,
    /// The seat that chose, and the value for it that its search found.
    pub(crate) value: Option<(Seat, i32)>,
    /// True for one in [`SAMPLED`] positions on average: positions of one game are similar.
    pub(crate) sampled: bool,
}

impl<G: Game> SelfPlayGame<G> {
    /// The chosen actions in notation.
    fn actions(&self) -> Vec<String> {
        self.chosen.iter().map(|choice| choice.action.to_string()).collect()
    }

    /// The choices with their actions in notation.
    pub(crate) fn in_notation(&self) -> Vec<Choice<String>> {
        let noted = |choice: &Choice<G::Action>| Choice {
            action: choice.action.to_string(),
            value: choice.value,
        };
        self.chosen.iter().map(noted).collect()
    }
}

/// Plays the self-play game with this seed. `None` if it was stopped.
pub(crate) fn play<G: Game>(
    config: &Arc<G::Config>,
    spec: Spec,
    seed: u64,
    stop: &Stop,
) -> Option<SelfPlayGame<G>> {
    let mut players: Vec<_> = (1..=u64::from(config.seats()))
        .map(|seat| spec.make::<G>(spread(seed, seat), bots::clock))
        .collect();
    self_play(config, seed, |game, seat| {
        if stop.is_set() {
            return None;
        }
        let player = &mut players[seat.index()];
        let action = player.choose(&InfoState::new(game, seat));
        Some(Choice { action, value: player.value() })
    })
}

/// Replays the game with this seed, in which the bot chose these actions. `None` if one is illegal.
fn replay<G: Game>(
    config: &Arc<G::Config>,
    seed: u64,
    chosen: &[String],
) -> Option<SelfPlayGame<G>> {
    let mut chosen = chosen.iter();
    replay_with(config, seed, || Some(Choice { action: chosen.next()?.as_str(), value: None }))
}

/// Replays the game with this seed, in which the bot made the choices that `next` returns, with actions in
/// notation. `None` if an action is illegal.
pub(crate) fn replay_with<'a, G: Game>(
    config: &Arc<G::Config>,
    seed: u64,
    mut next: impl FnMut() -> Option<Choice<&'a str>>,
) -> Option<SelfPlayGame<G>> {
    self_play(config, seed, |game: &G, seat| {
        let Choice { action, value } = next()?;
        let action = G::Action::parse(action).ok()?;
        game.is_legal(seat, action).ok()?;
        Some(Choice { action, value })
    })
}

/// Plays the game with this seed; `choose` chooses the bot's actions. `None` if `choose` returns `None`.
fn self_play<G: Game>(
    config: &Arc<G::Config>,
    seed: u64,
    mut choose: impl FnMut(&G, Seat) -> Option<Choice<G::Action>>,
) -> Option<SelfPlayGame<G>> {
    let mut rng = GameRng::from_seed(seed);
    let mut game = G::deal(config, rng.fork(), None);
    let (mut chosen, mut positions) = (Vec::new(), Vec::new());
    let outcome = loop {
        let seat = match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Awaiting(seats) => seats.first().expect("a seat is to decide"),
        };
        let at_random = rng.below(RANDOM) == 0;
        let (action, value) = if at_random {
            (*rng.pick(&game.legal(seat)), None)
        } else {
            let Choice { action, value } = choose(&game, seat)?;
            chosen.push(Choice { action, value });
            (action, value)
        };
        // Positions just before a capture, or after a blunder, are no fair sample for a static heuristic.
        let sampled = rng.below(SAMPLED) == 0;
        if !at_random && !game.is_noisy(action) {
            let value = value.map(|value| (seat, value));
            positions.push(QuietPosition { game: game.clone(), value, sampled });
        }
        game.play(seat, action, None)
            .unwrap_or_else(|no| panic!("bot at seat {seat} chose {action}: {no}"));
    };
    Some(SelfPlayGame { chosen, positions, outcome })
}

/// Result of tuning: the weights, and the losses on the validation set before and after tuning and of equal
/// chances.
struct Tuned {
    values: Vec<i32>,
    before: f64,
    after: f64,
    equals: f64,
}

/// Computes the loss of weights on positions, and fits weights to positions.
struct Tuner<'a, G: Game> {
    tables: Vec<Table<G>>,
    weights: &'a Weights,
}

impl<G: Game> Tuner<'_, G> {
    /// Fits weights to the positions in `fitted` until the predictions for `validation` no longer improve.
    /// `None` if it was stopped.
    fn tune(
        mut self,
        fitted: &[Position<G>],
        validation: &[Position<G>],
        control: &Control<'_>,
        progress: impl Fn(u64),
    ) -> Option<Tuned> {
        let start = self.weights.values();
        // The steepness is fitted once, to the initial weights, so that the scale of the values does not
        // change.
        let setups: Vec<_> = self.tables.iter().map(|table| table.config.clone()).collect();
        for at in 0..self.tables.len() {
            let of_table = fitted.iter().filter(|position| position.table == at);
            let points: Vec<CoursePoint> = of_table
                .map(|position| CoursePoint {
                    values: self.values(position, &setups),
                    won: position.won.clone(),
                })
                .collect();
            if !points.is_empty() {
                self.tables[at].steepness = fit_steepness(&points);
            }
        }
        let steps = RefCell::new(Steps::new(control));
        let loss = |positions: &[Position<G>], values: &[i32]| {
            steps.borrow_mut().step(|| self.loss(positions, values, control))
        };
        let values = descend(&start, |v| loss(fitted, v), |v| loss(validation, v), progress)?;
        let equals =
            validation.iter().map(|position| (position.won.len() as f64).ln()).sum::<f64>()
                / validation.len().max(1) as f64;
        Some(Tuned {
            before: loss(validation, &start)?,
            after: loss(validation, &values)?,
            values,
            equals,
        })
    }

    /// The heuristic value of the position for each side. `setups` has the configuration with the weights for
    /// each table.
    fn values(&self, position: &Position<G>, setups: &[Arc<G::Config>]) -> Vec<f64> {
        let Position { game, table, .. } = position;
        let game = game.clone().with_config(setups[*table].clone());
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = f64::from(game.evaluate(seat).clamp(-1000, 1000));
        }
        self.tables[*table].scale.side_values(&values)
    }

    /// The mean cross-entropy between the results and the chances that these weights predict. `None` if it
    /// was stopped.
    fn loss(
        &self,
        positions: &[Position<G>],
        values: &[i32],
        control: &Control<'_>,
    ) -> Option<f64> {
        let weights = self.weights.with_values(values);
        let setups: Vec<_> = self
            .tables
            .iter()
            .map(|table| table.config.with_weights(&weights).expect("the names are the game's own"))
            .collect();
        let chunks: Vec<&[Position<G>]> = positions.chunks(CHUNK).collect();
        let work = |number: u64| {
            let of = |position: &Position<G>| {
                let steepness = self.tables[position.table].steepness;
                cross_entropy(&self.values(position, &setups), &position.won, steepness)
            };
            Some(chunks[number as usize].iter().map(of).sum::<f64>())
        };
        // Added in order, so that the sum does not depend on the number of threads.
        let mut sum = 0.0;
        in_order(0..chunks.len() as u64, control.threads, control.stop, work, |_, part| {
            sum += part;
            ControlFlow::Continue(())
        });
        let stopped = control.stop.is_set();
        (!stopped).then(|| sum / positions.len().max(1) as f64)
    }
}

/// Coordinate descent: changes one weight after the other as long as `loss` decreases, and returns the
/// weights with the least `validation` loss. The step of a weight grows after a success and is halved after a
/// failure. No weight changes its sign; otherwise two weights that are multiplied with each other could
/// exchange their signs. `None` if a loss is `None`.
fn descend(
    start: &[i32],
    mut loss: impl FnMut(&[i32]) -> Option<f64>,
    mut validation: impl FnMut(&[i32]) -> Option<f64>,
    progress: impl Fn(u64),
) -> Option<Vec<i32>> {
    let mut values = start.to_vec();
    let mut steps: Vec<i32> = values.iter().map(|value| (value.abs() / 4).max(2)).collect();
    let bounds = start.iter().map(|value| match value.signum() {
        0 => (-Weights::MOST, Weights::MOST),
        1 => (0, Weights::MOST),
        _ => (-Weights::MOST, 0),
    });
    let bounds: Vec<(i32, i32)> = bounds.collect();
    let mut least = loss(&values)?;
    let mut learning = EarlyStopping::new(values.clone(), validation(&values)?, PATIENCE);
    for round in 1..=ROUNDS {
        let finest = steps.iter().all(|step| step.abs() == 1);
        let mut moved = false;
        for at in 0..values.len() {
            let (value, step) = (values[at], steps[at]);
            let mut good = None;
            for step in [step, -step] {
                values[at] = (value + step).clamp(bounds[at].0, bounds[at].1);
                let found = loss(&values)?;
                if found < least - MIN_DECREASE {
                    (least, good) = (found, Some(step));
                    break;
                }
            }
            match good {
                Some(step) => {
                    moved = true;
                    steps[at] = step * 3 / 2;
                }
                None => {
                    values[at] = value;
                    steps[at] = if step.abs() > 1 { step / 2 } else { step };
                }
            }
        }
        progress(round);
        if learning.ends(&values, validation(&values)?) || finest && !moved {
            break;
        }
    }
    Some(learning.best().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descent_finds_the_minimum_and_stops_by_the_validation_loss() {
        let bowl = |at: [i32; 3]| {
            move |values: &[i32]| {
                let off = |(value, at): (&i32, i32)| f64::from(value - at);
                let [a, b, c] = std::array::from_fn(|n| off((&values[n], at[n])));
                Some(a * a + b * b + c * c + a * b / 2.0)
            }
        };
        let found = descend(&[100, 0, -7], bowl([340, -25, -90]), bowl([340, -25, -90]), |_| ());
        assert_eq!(found.unwrap(), [340, -25, -90]);
        // No weight changes its sign.
        let found = descend(&[100, 0, -7], bowl([100, 0, 30]), bowl([100, 0, 30]), |_| ());
        assert_eq!(found.unwrap(), [100, 0, 0]);
        // On the way from 0 to 900 the validation loss is least near 300.
        let found = descend(&[0, 0, 0], bowl([900, 0, 0]), bowl([300, 0, 0]), |_| ()).unwrap();
        assert!((200..400).contains(&found[0]), "{found:?}");
        assert_eq!(descend(&[1], |_| None, |_| Some(0.0), |_| ()), None);
    }
}
