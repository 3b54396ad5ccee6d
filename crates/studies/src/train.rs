//! Training of networks by self-play of a bot: of a value network, which corrects the heuristic, or of a search
//! network, which evaluates the quiet positions of a search.
//!
//! The positions and the loss function are those of [`tune`](crate::tune). The heuristic stays fixed. The
//! network learns the results of the games, or a mixture of the results and the values that the bot's search
//! found, with Adam (Kingma and Ba, ICLR 2015) in floating point, and is then quantized to integers.

use std::ops::ControlFlow;
use std::thread;

use bots::{Scale, Spec, parts};
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, InputError, MAX_SEATS, MAX_UNITS,
    NetworkPurpose, NetworkWeights, Seat, Tuning, ValueNetwork,
};

use crate::early_stopping::EarlyStopping;
use crate::input_file::InputFile;
use crate::match_runner::spread;
use crate::steepness::{CoursePoint, cross_entropy, fit_steepness};
use crate::tune::{
    Choice, QuietPosition, TuneConfig, VALIDATION, play, replay_with, ten_thousandths,
};
use crate::work::{Control, games_in_order};

/// Maximum number of epochs, which are passes over all games; and the number of epochs without improvement on
/// the validation set after which training ends.
const EPOCHS: u64 = 40;
const PATIENCE: u64 = 5;
/// Adam's default decay rates.
const DECAY_RATES: (f32, f32) = (0.9, 0.999);
/// Weight decay per training step, as a multiple of the learning rate.
const DECAY: f32 = 0.01;
/// Value, in thousandths, that a hidden unit with activation 1 and output weight 1 adds to the network's
/// output; also the value of a linear weight of 1.
const OUTPUT_SCALE: f32 = 200.0;
/// Number of parts of a batch whose gradients are computed in parallel. It is fixed, so that sums do not
/// depend on the number of threads.
const SHARDS: usize = 4;

/// Configuration of the training of a network.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The games of self-play, and the heuristic.
    pub play: TuneConfig,
    /// Networks of the bot that plays; without one, a bot of the first round plays without networks.
    pub networks: Vec<InputFile>,
    /// The purpose of the network.
    pub purpose: NetworkPurpose,
    /// Number of hidden units, a multiple of 16.
    pub units: usize,
    /// Share of the values that the bot's search found in the targets, from 0 to 1; the rest are the results of
    /// the games.
    pub search_share: f64,
    /// Number of rounds. In each round but the first, the bot plays with the network of the round before.
    pub rounds: u64,
}

impl TrainConfig {
    /// The training of a value network of 16 units, in one round, to predict the results.
    pub fn new(play: TuneConfig) -> TrainConfig {
        let purpose = NetworkPurpose::Correction;
        TrainConfig { play, networks: Vec::new(), purpose, units: 16, search_share: 0.0, rounds: 1 }
    }

    fn check(&self) -> Result<(), InputError> {
        self.play.check()?;
        if self.units == 0 || self.units > MAX_UNITS || !self.units.is_multiple_of(16) {
            return Err(InputError::new(
                format!("ユニットの数は16の倍数で、{MAX_UNITS}以下にしてください。"),
                format!("The number of units must be a multiple of 16, at most {MAX_UNITS}."),
            ));
        }
        if !(0.0..=1.0).contains(&self.search_share) {
            return Err(InputError::new(
                "探索の評価値の割合は0から1までにしてください。",
                "The share of the search's values must be from 0 to 1.",
            ));
        }
        if !(1..=100).contains(&self.rounds) {
            return Err(InputError::new(
                "回数は1から100までにしてください。",
                "The number of rounds must be from 1 to 100.",
            ));
        }
        Ok(())
    }
}

/// The parameters of the training.
struct Recipe {
    /// Number of positions per training step.
    batch: usize,
    /// Learning rate of the first epoch, and the factor from epoch to epoch.
    rate: f32,
    cooling: f32,
}

impl Recipe {
    const fn of(purpose: NetworkPurpose) -> Recipe {
        match purpose {
            NetworkPurpose::Correction => Recipe { batch: 256, rate: 0.001, cooling: 1.0 },
            NetworkPurpose::Search => Recipe { batch: 1024, rate: 0.002, cooling: 0.9 },
        }
    }
}

/// A position for training, as the network sees it.
struct Example {
    /// For each seat, the indices of its active inputs.
    inputs: Vec<Vec<u16>>,
    /// The value for each seat to which the network's output is added.
    base: Vec<f64>,
    /// The value of the position for each side by the bot's search, if it is known.
    found: Option<Vec<f64>>,
    /// Each side's share of the win.
    won: Vec<f64>,
    /// The target of the network for each side: a share of the win.
    target: Vec<f64>,
}

/// Trains a network for the game by the configuration; returns the text of its file. `None` if it was
/// stopped.
pub(crate) fn train<G: Game>(
    plan: &TrainConfig,
    control: &Control<'_>,
) -> Result<Option<String>, InputError> {
    let info = G::info();
    plan.check()?;
    let TrainConfig { play: TuneConfig { games, seed, .. }, rounds, .. } = plan;
    let spec = Spec::parse_for(&plan.play.bot, info)?;
    let seats = info.check_seats(plan.play.seats.unwrap_or(info.seats.0.into()))?;
    let options = info.complete_options(&serde_json::Value::Null)?;
    let weights = match &plan.play.weights {
        Some(given) => given.weights()?,
        None => G::assets().weights().expect("a game with network inputs has weights").clone(),
    };
    let config = G::Config::new(seats, &options, None)?.with_weights(&weights)?;
    let scale = Scale::of::<G>(config.sides());
    if plan.search_share > 0.0 && scale.sides().len() != 2 {
        return Err(InputError::new(
            "探索の評価値は、2つの側で争う対局でしか目標に使えません。割合を0にしてください。",
            "Values of a search can only be targets in games of two sides; set their share to 0.",
        ));
    }
    let mut player_config = config.clone();
    for network in &plan.networks {
        player_config = player_config.with_value_network(&network.text)?;
    }
    let most = rounds * (games + EPOCHS);
    let (mut fitted, mut validation) = (Vec::new(), Vec::new());
    let mut file = None;
    for round in 0..*rounds {
        let numbers = round * games..(round + 1) * games;
        let again = |number| play::<G>(&player_config, spec, spread(*seed, number), control.stop);
        let play = |number| Some(again(number)?.in_notation());
        let run = if round == 0 { "lessons".to_owned() } else { format!("lessons {}", round + 1) };
        let mut played = 0;
        games_in_order(&run, numbers, control, play, |number, choices| {
            let mut choices = choices.iter();
            let next = || {
                let Choice { action, value } = choices.next()?;
                Some(Choice { action: action.as_str(), value: *value })
            };
            // An edited checkpoint may contain an impossible game: it is played again.
            let game =
                replay_with::<G>(&config, spread(*seed, number), next).or_else(|| again(number));
            let Some(game) = game else { return ControlFlow::Break(()) };
            let won = scale.won(game.outcome);
            let examples = game
                .positions
                .iter()
                .filter_map(|position| Example::of(position, plan, &scale, &won));
            if number % VALIDATION == VALIDATION - 1 { &mut validation } else { &mut fitted }
                .extend(examples);
            played += 1;
            (control.progress)(round * (games + EPOCHS) + played, most);
            ControlFlow::Continue(())
        });
        if played < *games {
            return Ok(None);
        }
        let finished = round * (games + EPOCHS) + games;
        let progress = |epoch| (control.progress)(finished + epoch, most);
        let Some(network) = fit::<G>(plan, &scale, &mut fitted, &mut validation, control, progress)
        else {
            return Ok(None);
        };
        let text = network.file();
        player_config = player_config.with_value_network(&text)?;
        file = Some(text);
    }
    Ok(file)
}

impl Example {
    /// `None` for a position that is not used.
    fn of<G: Game>(
        position: &QuietPosition<G>,
        plan: &TrainConfig,
        scale: &Scale,
        won: &[f64],
    ) -> Option<Example> {
        let QuietPosition { game, value, sampled } = position;
        // Targets from a search differ within a game, so all positions are worth their time.
        if plan.search_share == 0.0 && !sampled {
            return None;
        }
        let inputs = |seat| {
            let mut active = Vec::new();
            match plan.purpose {
                NetworkPurpose::Correction => game.network_inputs(seat, &mut active),
                NetworkPurpose::Search => game.search_inputs(seat, &mut active),
            }
            active.into_iter().map(|input| input as u16).collect::<Vec<_>>()
        };
        let inputs: Vec<_> = Seat::all(game.seats()).map(inputs).collect();
        if inputs.iter().all(Vec::is_empty) {
            return None;
        }
        let base = |seat| match plan.purpose {
            NetworkPurpose::Correction => game.evaluate(seat).into(),
            NetworkPurpose::Search => 0.0,
        };
        let found = value.filter(|_| scale.sides().len() == 2).map(|(seat, value)| {
            let side =
                |side: &zashiki_core::SeatSet| if side.contains(seat) { value } else { -value };
            scale.sides().iter().map(|one| side(one).into()).collect()
        });
        Some(Example {
            inputs,
            base: Seat::all(game.seats()).map(base).collect(),
            found,
            won: won.to_vec(),
            target: won.to_vec(),
        })
    }

    /// Sets the target: a mixture of the result and of the chances that follow from the search's value.
    fn aim(&mut self, search_share: f64, steepness: f64) {
        let Some(found) = &self.found else { return };
        let certain = found.iter().any(|value| *value >= 1000.0);
        let chances = if certain {
            found.iter().map(|value| f64::from(u8::from(*value >= 1000.0))).collect()
        } else {
            parts(found, steepness)
        };
        let mixed = self.won.iter().zip(chances);
        self.target =
            mixed.map(|(won, chance)| search_share * chance + (1.0 - search_share) * won).collect();
    }
}

/// The steepness that predicts the results best from these values for each side.
fn steepness_of<'a>(
    examples: &'a [Example],
    values: impl Fn(&'a Example) -> Option<Vec<f64>>,
) -> Option<f64> {
    let points: Vec<CoursePoint> = examples
        .iter()
        .filter_map(|example| {
            Some(CoursePoint { values: values(example)?, won: example.won.clone() })
        })
        .collect();
    (!points.is_empty()).then(|| fit_steepness(&points))
}

/// Trains a new network with the examples. `None` if it was stopped.
fn fit<G: Game>(
    plan: &TrainConfig,
    scale: &Scale,
    fitted: &mut [Example],
    validation: &mut [Example],
    control: &Control<'_>,
    progress: impl Fn(u64),
) -> Option<ValueNetwork> {
    let TuneConfig { bot, games, seed, date, command, .. } = &plan.play;
    let of_search = steepness_of(fitted, |example| example.found.clone());
    if let Some(steepness) = of_search {
        let all = fitted.iter_mut().chain(validation.iter_mut());
        all.for_each(|example| example.aim(plan.search_share, steepness));
    }
    let steepness = match plan.purpose {
        NetworkPurpose::Correction => {
            steepness_of(fitted, |example| Some(scale.side_values(&by_seat(&example.base))))
        }
        NetworkPurpose::Search => of_search,
    };
    // Without any value, the unit of the output is free.
    let steepness = steepness.unwrap_or(1.0);
    let data = Data { scale, steepness };
    let search = plan.purpose == NetworkPurpose::Search;
    let inputs = if search { G::SEARCH_INPUTS } else { G::NETWORK_INPUTS };
    let group = |input| if search { G::search_input_group(input) } else { None };
    let groups: Vec<Option<usize>> = (0..inputs).map(group).collect();
    let recipe = Recipe::of(plan.purpose);
    let mut net = Net::new(Shape::new(plan.units, &groups, search), *seed);
    let mut rng = GameRng::from_seed(spread(*seed, u64::MAX));
    let threads = control.threads.unwrap_or(SHARDS);
    let before = data.loss(&net.zeroed(), validation);
    let mut learning = EarlyStopping::new(net.clone(), f64::INFINITY, PATIENCE);
    let mut rate = recipe.rate;
    for epoch in 1..=EPOCHS {
        rng.shuffle(fitted);
        for batch in fitted.chunks(recipe.batch) {
            net.step(&data, batch, rate, threads);
            if control.stop.is_set() {
                return None;
            }
        }
        rate *= recipe.cooling;
        progress(epoch);
        if learning.ends(&net, data.loss(&net, validation)) {
            break;
        }
    }
    let (best, least) = learning.best();
    let equals = validation.iter().map(|example| (example.won.len() as f64).ln()).sum::<f64>()
        / validation.len().max(1) as f64;
    let tuning = Tuning {
        bot: bot.clone(),
        games: games * plan.rounds,
        seed: *seed,
        positions: (fitted.len() + validation.len()) as u64,
        date: date.clone(),
        loss_before: ten_thousandths(before),
        loss_after: ten_thousandths(least),
        loss_of_equals: ten_thousandths(equals),
    };
    Some(best.rounded(command.clone(), tuning, plan.purpose))
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
    fn values(&self, base: &[f64], outputs: &[f32]) -> Vec<f64> {
        let values = base.iter().zip(outputs).map(|(base, output)| base + f64::from(*output));
        self.scale.side_values(&by_seat(&values.collect::<Vec<_>>()))
    }

    fn loss(&self, net: &Net, examples: &[Example]) -> f64 {
        let of = |example: &Example| {
            let outputs: Vec<f32> = example
                .inputs
                .iter()
                .map(|inputs| net.output(&net.units(inputs), inputs))
                .collect();
            cross_entropy(&self.values(&example.base, &outputs), &example.target, self.steepness)
        };
        examples.iter().map(of).sum::<f64>() / examples.len().max(1) as f64
    }
}

/// The arrangement of a network's numbers in training: the bias, the output weights, the weights of each row,
/// and the linear weights, in this order. The rows of the groups follow those of the inputs.
#[derive(Clone)]
struct Shape {
    units: usize,
    inputs: usize,
    rows: usize,
    linear: bool,
    /// For each input the row of its group, if it belongs to one.
    groups: Vec<Option<usize>>,
}

impl Shape {
    fn new(units: usize, groups: &[Option<usize>], linear: bool) -> Shape {
        let inputs = groups.len();
        let rows = inputs + groups.iter().flatten().max().map_or(0, |most| most + 1);
        let groups = groups.iter().map(|group| group.map(|group| inputs + group)).collect();
        Shape { units, inputs, rows, linear, groups }
    }

    /// The rows of these inputs: their own, and those of their groups.
    fn rows_of(&self, inputs: &[u16]) -> impl Iterator<Item = usize> {
        inputs.iter().flat_map(|input| {
            let input = usize::from(*input);
            [Some(input), self.groups[input]].into_iter().flatten()
        })
    }

    /// The first number of a row.
    const fn row(&self, row: usize) -> usize {
        (row + 2) * self.units
    }

    /// The linear weight of a row.
    const fn linear(&self, row: usize) -> usize {
        (self.rows + 2) * self.units + row
    }

    const fn count(&self) -> usize {
        self.linear(if self.linear { self.rows } else { 0 })
    }
}

/// A network in training. Each number has the two moment estimates of Adam.
#[derive(Clone)]
struct Net {
    shape: Shape,
    numbers: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The gradient of each part of a batch.
    slopes: Vec<Vec<f32>>,
    steps: i32,
}

/// Hidden activations before they are clipped to 0..=1.
type Units = [f32; MAX_UNITS];

impl Net {
    fn new(shape: Shape, seed: u64) -> Net {
        let (units, count) = (shape.units, shape.count());
        let mut rng = GameRng::from_seed(seed);
        let mut drawn = |width: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * width;
        let mut numbers = vec![0.0; count];
        numbers[..shape.row(shape.rows)].iter_mut().for_each(|number| *number = drawn(0.1));
        numbers[..units].fill(0.5);
        numbers[units..2 * units].iter_mut().for_each(|number| *number = drawn(0.2));
        for (input, _) in shape.groups.iter().enumerate().filter(|(_, group)| group.is_some()) {
            numbers[shape.row(input)..][..units].fill(0.0);
        }
        Net {
            numbers,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            slopes: vec![vec![0.0; count]; SHARDS],
            steps: 0,
            shape,
        }
    }

    /// A network of the same size with all numbers 0.
    fn zeroed(&self) -> Net {
        let mut net = self.clone();
        net.numbers.fill(0.0);
        net
    }

    fn units(&self, inputs: &[u16]) -> Units {
        let count = self.shape.units;
        let mut units = [0.0; MAX_UNITS];
        units[..count].copy_from_slice(&self.numbers[..count]);
        for row in self.shape.rows_of(inputs) {
            let row = &self.numbers[self.shape.row(row)..][..count];
            units[..count].iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units
    }

    /// The network's output for these hidden activations and active inputs.
    fn output(&self, units: &Units, inputs: &[u16]) -> f32 {
        let count = self.shape.units;
        let last = &self.numbers[count..2 * count];
        let mut said: f32 =
            units.iter().zip(last).map(|(unit, last)| unit.clamp(0.0, 1.0) * last).sum();
        if self.shape.linear {
            let linear = self.shape.rows_of(inputs);
            said += linear.map(|row| self.numbers[self.shape.linear(row)]).sum::<f32>();
        }
        said * OUTPUT_SCALE
    }

    /// Adds the gradient of the loss on these positions of a batch of `count` positions to `slopes`.
    fn add_slopes(&self, data: &Data<'_>, part: &[Example], count: usize, slopes: &mut [f32]) {
        let width = self.shape.units;
        let each = OUTPUT_SCALE / 1000.0 * data.steepness as f32 / count as f32;
        for example in part {
            let units: Vec<Units> =
                example.inputs.iter().map(|inputs| self.units(inputs)).collect();
            let outputs = units.iter().zip(&example.inputs);
            let outputs: Vec<f32> =
                outputs.map(|(units, inputs)| self.output(units, inputs)).collect();
            let chances = parts(&data.values(&example.base, &outputs), data.steepness);
            for (side, seats) in data.scale.sides().iter().enumerate() {
                let off = (chances[side] - example.target[side]) as f32 * each / seats.len() as f32;
                for seat in seats.iter() {
                    let (inputs, units) = (&example.inputs[seat.index()], &units[seat.index()]);
                    let mut backward = [0.0; MAX_UNITS];
                    for unit in 0..width {
                        slopes[width + unit] += off * units[unit].clamp(0.0, 1.0);
                        if (0.0..1.0).contains(&units[unit]) {
                            backward[unit] = off * self.numbers[width + unit];
                            slopes[unit] += backward[unit];
                        }
                    }
                    for row in self.shape.rows_of(inputs) {
                        let slopes_of_row = &mut slopes[self.shape.row(row)..][..width];
                        slopes_of_row.iter_mut().zip(backward).for_each(|(slope, by)| *slope += by);
                        if self.shape.linear {
                            slopes[self.shape.linear(row)] += off;
                        }
                    }
                }
            }
        }
    }

    /// Computes the gradient on a batch: that of each of its parts in `slopes`, and their sum in the first.
    fn gradient(&mut self, data: &Data<'_>, batch: &[Example], threads: usize) {
        let mut slopes = std::mem::take(&mut self.slopes);
        let parts = batch.chunks(batch.len().div_ceil(SHARDS).max(1));
        let mut work: Vec<_> = slopes.iter_mut().zip(parts).collect();
        let add = |work: &mut [(&mut Vec<f32>, &[Example])]| {
            for (slopes, part) in work {
                slopes.fill(0.0);
                self.add_slopes(data, part, batch.len(), slopes);
            }
        };
        let used = work.len();
        let per_thread = used.div_ceil(threads.clamp(1, SHARDS)).max(1);
        if per_thread >= used {
            add(&mut work);
        } else {
            thread::scope(|scope| {
                for work in work.chunks_mut(per_thread) {
                    scope.spawn(|| add(work));
                }
            });
        }
        let (first, others) = slopes.split_at_mut(1);
        for other in &others[..used - 1] {
            first[0].iter_mut().zip(other).for_each(|(sum, slope)| *sum += slope);
        }
        self.slopes = slopes;
    }

    /// Performs one training step with the positions of a batch.
    fn step(&mut self, data: &Data<'_>, batch: &[Example], rate: f32, threads: usize) {
        self.gradient(data, batch, threads);
        self.steps += 1;
        let (one, other) = DECAY_RATES;
        let decay = rate * DECAY;
        let rate = rate * (1.0 - other.powi(self.steps)).sqrt() / (1.0 - one.powi(self.steps));
        let numbers = self.numbers.iter_mut().zip(&mut self.means);
        let numbers = numbers.zip(&mut self.squares).zip(&self.slopes[0]);
        for (((number, mean), square), slope) in numbers {
            *mean = one * *mean + (1.0 - one) * slope;
            *square = other * *square + (1.0 - other) * slope * slope;
            *number -= rate * *mean / (square.sqrt() + 1e-8) + decay * *number;
        }
    }

    /// The trained network in integers. The weights of the groups are added to those of their inputs.
    fn rounded(&self, source: String, tuning: Tuning, purpose: NetworkPurpose) -> ValueNetwork {
        let Shape { units, inputs, linear, ref groups, .. } = self.shape;
        let mut rows: Vec<f32> = self.numbers[self.shape.row(0)..self.shape.row(inputs)].to_vec();
        let first = self.shape.linear(0);
        let mut lines: Vec<f32> =
            if linear { self.numbers[first..][..inputs].to_vec() } else { Vec::new() };
        for (input, group) in groups.iter().enumerate() {
            let Some(group) = *group else { continue };
            let shared = &self.numbers[self.shape.row(group)..][..units];
            rows[input * units..][..units].iter_mut().zip(shared).for_each(|(one, by)| *one += by);
            if let Some(line) = lines.get_mut(input) {
                *line += self.numbers[self.shape.linear(group)];
            }
        }
        let scaled = |numbers: &[f32]| -> Vec<f32> {
            numbers.iter().map(|number| number * OUTPUT_SCALE).collect()
        };
        let weights = NetworkWeights {
            bias: &self.numbers[..units],
            last: &scaled(&self.numbers[units..2 * units]),
            linear: &scaled(&lines),
            inputs: &rows,
        };
        ValueNetwork::rounded(source, tuning, purpose, &weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(own: &[u16], other: &[u16], won: f64) -> Example {
        let won = vec![won, 1.0 - won];
        Example {
            inputs: vec![own.to_vec(), other.to_vec()],
            base: vec![100.0, -100.0],
            found: None,
            target: won.clone(),
            won,
        }
    }

    fn scale() -> Scale {
        Scale::of::<kokyu::Kokyu>(Seat::all(2).map(zashiki_core::SeatSet::one).collect())
    }

    /// A plain network, and one with a linear part and two inputs of one group.
    fn nets() -> [Net; 2] {
        let groups = [Some(0), None, Some(0)];
        [Shape::new(16, &[None; 3], false), Shape::new(32, &groups, true)]
            .map(|shape| Net::new(shape, 1))
    }

    #[test]
    fn gradients_are_those_of_the_loss_and_steps_reduce_it() {
        let scale = scale();
        let data = Data { scale: &scale, steepness: 1.5 };
        let examples = [example(&[0, 2], &[1], 0.0), example(&[1, 1], &[0, 2], 1.0)];
        for mut net in nets() {
            let before = data.loss(&net, &examples);
            let still = net.clone();
            net.step(&data, &examples, 0.001, 1);
            let off = 0.01;
            for (at, slope) in net.slopes[0].iter().enumerate() {
                let mut moved = still.clone();
                moved.numbers[at] += off;
                let found = (data.loss(&moved, &examples) - before) / f64::from(off);
                assert!((found - f64::from(*slope)).abs() < 4e-3, "{at}: {found} {slope}");
            }
            for _ in 0..200 {
                net.step(&data, &examples, 0.001, 1);
            }
            assert!(data.loss(&net, &examples) < before / 2.0);
        }
    }

    #[test]
    fn a_gradient_does_not_depend_on_the_threads() {
        let scale = scale();
        let data = Data { scale: &scale, steepness: 1.5 };
        let examples: Vec<Example> =
            (0..11).map(|n| example(&[n % 3, 2], &[(n + 1) % 3], f64::from(n % 2))).collect();
        for net in nets() {
            let of = |threads| {
                let mut net = net.clone();
                net.step(&data, &examples, 0.001, threads);
                net.numbers
            };
            assert_eq!(of(1), of(3));
            assert_eq!(of(1), of(64));
            assert_ne!(of(1), net.numbers);
        }
    }

    #[test]
    fn the_rounded_network_has_the_outputs_of_the_trained_one() {
        let tuning = || Tuning {
            bot: "greedy".to_owned(),
            games: 20,
            seed: 1,
            positions: 9,
            date: "2026-11-28".to_owned(),
            loss_before: 0.7,
            loss_after: 0.6,
            loss_of_equals: 0.7,
        };
        for mut net in nets() {
            let numbers = net.numbers.iter_mut().enumerate();
            numbers.for_each(|(at, number)| *number += (at % 5) as f32 / 20.0);
            let rounded = net.rounded(String::new(), tuning(), NetworkPurpose::Search);
            for inputs in [&[][..], &[0], &[1, 2], &[0, 0, 2]] {
                let mut sums = rounded.start();
                inputs.iter().for_each(|input| rounded.add(&mut sums, usize::from(*input)));
                let (found, exact) = (rounded.value(&sums), net.output(&net.units(inputs), inputs));
                assert!((found as f32 - exact).abs() < 6.0, "{inputs:?}: {found} {exact}");
            }
        }
    }

    #[test]
    fn targets_mix_the_result_with_the_value_of_the_search() {
        let mut seen = example(&[0], &[1], 1.0);
        seen.aim(0.75, 1.0);
        assert_eq!(seen.target, [1.0, 0.0]);
        seen.found = Some(vec![-500.0, 500.0]);
        seen.aim(0.75, 1.0);
        let chance = 1.0 / (1.0 + 1f64.exp());
        assert!((seen.target[0] - (0.25 + 0.75 * chance)).abs() < 1e-9, "{:?}", seen.target);
        // A certain value needs no estimate.
        seen.found = Some(vec![-1000.0, 1000.0]);
        seen.aim(0.75, 1.0);
        assert_eq!(seen.target, [0.25, 0.75]);
    }
}
