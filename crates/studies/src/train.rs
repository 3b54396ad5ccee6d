//! Training of a value network that corrects the heuristic, by self-play of a bot.
//!
//! The positions and the loss function are those of [`tune`](crate::tune). The heuristic stays fixed. The
//! network learns the difference between the heuristic's value and the result, with Adam (Kingma and Ba, ICLR
//! 2015) in floating point, and is then quantized to integers.

use std::ops::ControlFlow;

use bots::{Scale, Spec, parts};
use serde::{Deserialize, Serialize};
use zashiki_core::{
    Game, GameConfig as _, GameRng, InputError, MAX_SEATS, Seat, Tuning, UNITS, ValueNetwork,
};

use crate::calibrate::{CoursePoint, cross_entropy, fit_steepness};
use crate::early_stopping::EarlyStopping;
use crate::match_runner::spread;
use crate::tune::{TuneConfig, VALIDATION, play, ten_thousandths};
use crate::work::{Control, games_in_order};

/// Maximum number of epochs, which are passes over all games; and the number of epochs without improvement on
/// the validation set after which training ends.
const ROUNDS: u64 = 40;
const PATIENCE: u64 = 5;
/// Batch size: number of positions per training step.
const BATCH: usize = 256;
/// Learning rate, followed by Adam's default decay rates.
const RATE: f32 = 0.001;
const DECAY_RATES: (f32, f32) = (0.9, 0.999);
/// Weight decay per training step, as a multiple of the learning rate.
const DECAY: f32 = 0.01;
/// Value, in thousandths, that a hidden unit with activation 1 and output weight 1 adds to the network's
/// output.
const OUTPUT_SCALE: f32 = 200.0;

/// A position for training, as the network sees it.
#[derive(Serialize, Deserialize)]
struct Example {
    /// For each seat, the indices of its active inputs.
    inputs: Vec<Vec<usize>>,
    /// The heuristic value for each seat, which the network corrects.
    says: Vec<f64>,
    won: Vec<f64>,
}

/// Trains a network for the game by the configuration; returns the text of its file. `None` if it was
/// stopped.
pub(crate) fn train<G: Game>(
    plan: &TuneConfig,
    control: &Control<'_>,
) -> Result<Option<String>, InputError> {
    let info = G::info();
    plan.check()?;
    let spec = Spec::parse_for(&plan.bot, info)?;
    let seats = info.check_seats(plan.seats.unwrap_or(info.seats.0.into()))?;
    let options = info.complete_options(&serde_json::Value::Null)?;
    let weights = match &plan.weights {
        Some(given) => given.weights()?,
        None => G::assets().weights().expect("a game with network inputs has weights").clone(),
    };
    let config = G::Config::new(seats, &options, None)?.with_weights(&weights)?;
    let scale = Scale::of::<G>(config.sides());
    let most = plan.games + ROUNDS;
    let (mut fitted, mut validation) = (Vec::new(), Vec::new());
    let work = |number| {
        let game_played = play::<G>(&config, spec, spread(plan.seed, number), control.stop)?;
        let won = scale.won(game_played.outcome);
        let example = |game: G| Example {
            inputs: Seat::all(seats)
                .map(|seat| {
                    let mut active = Vec::new();
                    game.network_inputs(seat, &mut active);
                    active
                })
                .collect(),
            says: Seat::all(seats).map(|seat| game.evaluate(seat).into()).collect(),
            won: won.clone(),
        };
        Some(game_played.positions.into_iter().map(example).collect::<Vec<_>>())
    };
    let mut played = 0;
    games_in_order("lessons", 0..plan.games, control, work, |number, examples| {
        if number % VALIDATION == VALIDATION - 1 { &mut validation } else { &mut fitted }
            .extend(examples);
        played = number + 1;
        (control.progress)(played, most);
        ControlFlow::Continue(())
    });
    if played < plan.games {
        return Ok(None);
    }
    let point = |example: &Example| CoursePoint {
        values: scale.side_values(&by_seat(&example.says)),
        won: example.won.clone(),
    };
    let steepness = fit_steepness(&fitted.iter().map(point).collect::<Vec<_>>());
    let data = Data { scale: &scale, steepness };
    let mut net = Net::new(G::NETWORK_INPUTS, plan.seed);
    let mut rng = GameRng::from_seed(spread(plan.seed, u64::MAX));
    let before = data.loss(&net.zeroed(), &validation);
    let mut learning = EarlyStopping::new(net.clone(), f64::INFINITY, PATIENCE);
    for round in 1..=ROUNDS {
        rng.shuffle(&mut fitted);
        for batch in fitted.chunks(BATCH) {
            net.step(&data, batch);
        }
        if control.stop.is_set() {
            return Ok(None);
        }
        (control.progress)(plan.games + round, most);
        if learning.ends(&net, data.loss(&net, &validation)) {
            break;
        }
    }
    let (best, least) = learning.best();
    let equals = validation.iter().map(|example| (example.won.len() as f64).ln()).sum::<f64>()
        / validation.len().max(1) as f64;
    let TuneConfig { bot, games, seed, date, .. } = plan;
    let tuning = Tuning {
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        positions: (fitted.len() + validation.len()) as u64,
        date: date.clone(),
        loss_before: ten_thousandths(before),
        loss_after: ten_thousandths(least),
        loss_of_equals: ten_thousandths(equals),
    };
    let last = std::array::from_fn(|unit| best.numbers[UNITS + unit] * OUTPUT_SCALE);
    let (head, inputs) = best.numbers.split_at(2 * UNITS);
    let bias = std::array::from_fn(|unit| head[unit]);
    let inputs: Vec<[f32; UNITS]> = inputs.as_chunks().0.to_vec();
    Ok(Some(ValueNetwork::rounded(plan.command.clone(), tuning, bias, last, &inputs).file()))
}

fn by_seat(values: &[f64]) -> [f64; MAX_SEATS] {
    std::array::from_fn(|seat| values.get(seat).copied().unwrap_or_default())
}

/// The parameters that convert values to chances of winning, for computing the loss.
struct Data<'a> {
    scale: &'a Scale,
    steepness: f64,
}

impl Data<'_> {
    fn values(&self, net: &Net, example: &Example) -> Vec<f64> {
        let said = example.inputs.iter().zip(&example.says);
        let values: Vec<f64> =
            said.map(|(inputs, says)| says + f64::from(net.value(inputs).0)).collect();
        self.scale.side_values(&by_seat(&values))
    }

    fn loss(&self, net: &Net, examples: &[Example]) -> f64 {
        let of = |example: &Example| {
            cross_entropy(&self.values(net, example), &example.won, self.steepness)
        };
        examples.iter().map(of).sum::<f64>() / examples.len().max(1) as f64
    }
}

/// A network in training: its bias, the output weights and the weights of each input, in this order. Each
/// number has the two moment estimates of Adam.
#[derive(Clone)]
struct Net {
    numbers: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    slopes: Vec<f32>,
    steps: i32,
}

impl Net {
    fn new(inputs: usize, seed: u64) -> Net {
        let count = (inputs + 2) * UNITS;
        let mut rng = GameRng::from_seed(seed);
        let mut drawn = |width: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * width;
        let mut numbers: Vec<f32> = (0..count).map(|_| drawn(0.1)).collect();
        numbers[..UNITS].fill(0.5);
        numbers[UNITS..2 * UNITS].iter_mut().for_each(|number| *number = drawn(0.2));
        Net {
            numbers,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            slopes: vec![0.0; count],
            steps: 0,
        }
    }

    /// A network of the same size with all numbers 0.
    fn zeroed(&self) -> Net {
        let mut net = self.clone();
        net.numbers.fill(0.0);
        net
    }

    /// The network's output for these active inputs, and its hidden activations before clipping to 0..=1.
    fn value(&self, inputs: &[usize]) -> (f32, [f32; UNITS]) {
        let mut units: [f32; UNITS] = std::array::from_fn(|unit| self.numbers[unit]);
        for input in inputs {
            let row = &self.numbers[(input + 2) * UNITS..][..UNITS];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        let last = &self.numbers[UNITS..2 * UNITS];
        let said: f32 =
            units.iter().zip(last).map(|(unit, last)| unit.clamp(0.0, 1.0) * last).sum();
        (said * OUTPUT_SCALE, units)
    }

    /// Performs one training step with the positions of a batch.
    fn step(&mut self, data: &Data<'_>, batch: &[Example]) {
        self.slopes.fill(0.0);
        let each = OUTPUT_SCALE / 1000.0 * data.steepness as f32 / batch.len() as f32;
        for example in batch {
            let chances = parts(&data.values(self, example), data.steepness);
            for (side, seats) in data.scale.sides().iter().enumerate() {
                let off = (chances[side] - example.won[side]) as f32 * each / seats.len() as f32;
                for seat in seats.iter() {
                    let inputs = &example.inputs[seat.index()];
                    let (_, units) = self.value(inputs);
                    let mut backward = [0.0; UNITS];
                    for unit in 0..UNITS {
                        self.slopes[UNITS + unit] += off * units[unit].clamp(0.0, 1.0);
                        if (0.0..1.0).contains(&units[unit]) {
                            backward[unit] = off * self.numbers[UNITS + unit];
                            self.slopes[unit] += backward[unit];
                        }
                    }
                    for input in inputs {
                        let row = &mut self.slopes[(input + 2) * UNITS..][..UNITS];
                        row.iter_mut().zip(backward).for_each(|(slope, by)| *slope += by);
                    }
                }
            }
        }
        self.steps += 1;
        let (one, other) = DECAY_RATES;
        let rate = RATE * (1.0 - other.powi(self.steps)).sqrt() / (1.0 - one.powi(self.steps));
        for at in 0..self.numbers.len() {
            let slope = self.slopes[at];
            self.means[at] = one * self.means[at] + (1.0 - one) * slope;
            self.squares[at] = other * self.squares[at] + (1.0 - other) * slope * slope;
            let number = &mut self.numbers[at];
            *number -=
                rate * self.means[at] / (self.squares[at].sqrt() + 1e-8) + RATE * DECAY * *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_the_loss_and_steps_reduce_it() {
        let scale =
            Scale::of::<kokyu::Kokyu>(Seat::all(2).map(zashiki_core::SeatSet::one).collect());
        let data = Data { scale: &scale, steepness: 1.5 };
        let example = |own: &[usize], other: &[usize], won: f64| Example {
            inputs: vec![own.to_vec(), other.to_vec()],
            says: vec![100.0, -100.0],
            won: vec![won, 1.0 - won],
        };
        let examples = [example(&[0, 2], &[1], 0.0), example(&[1, 1], &[0, 2], 1.0)];
        let mut net = Net::new(3, 1);
        let before = data.loss(&net, &examples);
        let still = net.clone();
        net.step(&data, &examples);
        let off = 0.01;
        for (at, slope) in net.slopes.iter().enumerate() {
            let mut moved = still.clone();
            moved.numbers[at] += off;
            let found = (data.loss(&moved, &examples) - before) / f64::from(off);
            assert!((found - f64::from(*slope)).abs() < 2e-3, "{at}: {found} {slope}");
        }
        for _ in 0..200 {
            net.step(&data, &examples);
        }
        assert!(data.loss(&net, &examples) < before / 2.0);
    }
}
