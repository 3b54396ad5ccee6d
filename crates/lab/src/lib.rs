//! The laboratory: studies of any registered game by its id, such as simulations, ladders and balance reports.
//! It also replays, traces and reviews single records, and gives advice on positions.
//! `docs/guides/lab.md` describes the studies, `docs/reference/formats.md` the files.
//!
//! ```
//! use lab::{Control, SimulateConfig, Stop, WorkMode};
//!
//! let config = SimulateConfig {
//!     game: "kokyu".to_owned(),
//!     seats: 2,
//!     games: 10,
//!     bots: "greedy,random".to_owned(),
//!     seed: 1,
//!     options: serde_json::Value::Null,
//!     components: None,
//!     rotate: true,
//!     engines: Default::default(),
//! };
//! let stop = Stop::default();
//! let control =
//!     Control { threads: Some(1), stop: &stop, progress: &|_, _| {}, work: WorkMode::Local };
//! let simulated = lab::simulate(&config, None, &control).expect("the configuration is valid");
//! assert_eq!(simulated.report.games, 10);
//! ```
//!
//! The crate `studies` contains the studies themselves, which are compiled once per game.

mod component_override;
mod input_file;
#[cfg(feature = "parquet")]
mod parquet;
mod record_meta;

use std::fmt::Debug;
use std::io::{self, BufRead, Write};

use bots::{Advice, Review};
use zashiki_core::{
    Calibration, InputError, LocalizedText, Puzzle, Record, ReplayError, Seat, WeightMatch,
    Weights, list, text,
};

pub use component_override::{own_components, with_field};
#[cfg(feature = "parquet")]
pub use parquet::Parquet;
pub use studies::*;

use input_file::{check_network, check_weights, ids, no_network, no_weights};

/// The fewest seats the game of this id can be played with.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn seats_of(game: &str) -> Result<usize, InputError> {
    Ok(registry::info(game)?.seats.0.into())
}

/// Simulates games by the configuration. The seed of each game depends only on the configuration's seed and
/// the game's number, and games are counted and written in order, so the figures and the file do not depend
/// on the number of threads (except for bots with a budget in time).
///
/// # Errors
/// Returns an error if the configuration is invalid (no such game, bot or option, wrong seats), the stored
/// games belong to another configuration, one cannot be written, or the run was stopped.
pub fn simulate(
    plan: &SimulateConfig,
    output: Option<Output<'_>>,
    control: &Control<'_>,
) -> Result<Simulated, Unfinished> {
    registry::game(&plan.game)?.simulate(plan, None, output, control)
}

/// Lets the bots play until each pair's test is sure or its plays are spent. Every pair plays the
/// same deals. `None` if it was stopped.
///
/// # Errors
/// Returns an error if the plays are impossible: no such game, bot or option, wrong seats, fewer than two
/// bots.
pub fn ladder(contest: &LadderConfig, control: &Control<'_>) -> Result<Option<Ladder>, InputError> {
    registry::game(&contest.game)?.ladder(contest, None, control)
}

/// Plays the same deals under all variants until the differences are known to the requested precision, up to
/// a maximum number of games of each. The run ends by the rule of Chow and Robbins ("On the Asymptotic Theory
/// of Fixed-Width Sequential Confidence Intervals for the Mean", 1965). `None` if it was stopped.
///
/// # Errors
/// Returns an error if a variant cannot be played, or there are fewer than two.
pub fn compare(
    trial: &CompareConfig,
    control: &Control<'_>,
) -> Result<Option<Comparison>, InputError> {
    registry::game(&trial.game)?.compare(trial, control)
}

/// Plays the game in several ways, to measure its balance. `None` if it was stopped.
///
/// # Errors
/// Returns an error if the game cannot be played so.
pub fn balance(
    inquiry: &BalanceConfig,
    control: &Control<'_>,
) -> Result<Option<BalanceReport>, InputError> {
    registry::game(&inquiry.game)?.balance(inquiry, control)
}

/// Tunes the weights of the game's heuristic by the configuration. `None` if it was stopped.
///
/// A checkpoint keeps the games and every computed loss: fitting the weights to the positions may take longer
/// than the games of a simple bot.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, no weights to
/// tune, or too few games.
pub fn tune(plan: &TuneConfig, control: &Control<'_>) -> Result<Option<Weights>, InputError> {
    let game = registry::game(&plan.game)?;
    match &plan.weights {
        Some(given) => check_weights(given, game)?,
        None => drop(game.assets().weights().ok_or_else(no_weights)?),
    }
    game.tune(plan, control)
}

/// Trains a network for the game by the configuration; the text of its file. `None` if it was stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, no network for the
/// game, or too few games.
pub fn train(plan: &TuneConfig, control: &Control<'_>) -> Result<Option<String>, InputError> {
    let game = registry::game(&plan.game)?;
    if game.network_inputs() == 0 {
        return Err(no_network(game));
    }
    if let Some(given) = &plan.weights {
        check_weights(given, game)?;
    }
    game.train(plan, control)
}

/// Calibrates search values to chances of winning, by the configuration. `None` if it was stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, or too few games.
pub fn calibrate(
    plan: &CalibrateConfig,
    control: &Control<'_>,
) -> Result<Option<Vec<Calibration>>, InputError> {
    registry::game(&plan.game)?.calibrate(plan, control)
}

/// Lets a bot with weights on one side play the same bot with others on all other sides, each deal
/// once for every side. The result, its command left empty; `None` if it was stopped.
///
/// # Errors
/// Returns an error if the plays are impossible: no such game, bot or number of seats, or no weights of the
/// game.
pub fn match_weights(
    weighing: &WeightMatchConfig,
    control: &Control<'_>,
) -> Result<Option<WeightMatch>, InputError> {
    let game = registry::game(&weighing.game)?;
    for given in weighing.weights.iter().chain([&weighing.against]) {
        check_weights(given, game)?;
    }
    if let Some(network) = &weighing.network {
        check_network(network, game)?;
    }
    game.match_weights(weighing, control)
}

/// Composes puzzles: each is a position of a game between bots that has exactly one solution, proved by
/// `solver`; at most one per game. `found` gets each puzzle as soon as it certainly belongs to the set, in
/// the order of the games, whatever the number of threads, and ends the run by returning false. The control's
/// progress counts puzzles. Games that a checkpoint holds are not searched again; their puzzles are passed to
/// `found` as well.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game or bot, wrong seats, or a game without
/// puzzles.
pub fn compose(
    plan: &PuzzleConfig,
    control: &Control<'_>,
    found: &mut dyn FnMut(&Puzzle) -> bool,
) -> Result<Progress, InputError> {
    let game = registry::game(&plan.game)?;
    let Some(quest) = game.puzzle_goal() else {
        let have = list(ids(|game| game.puzzle_goal().is_some()));
        let name = &game.info().name;
        return Err(text!(
            "{name}の局面からは問題を作れません。作れるゲーム: {have}。",
            "Puzzles cannot be composed from positions of {name}, only from those of: {have}.",
            name,
            have
        )
        .into());
    };
    game.compose(plan, quest, control, found)
}

/// Proves that every puzzle of the game has one solution, the one it says, by looking at `nodes`
/// positions at most for each; gives their number.
///
/// # Errors
/// Returns an error if there is no such game, it has no puzzles, or one is not what it says.
pub fn prove_puzzles(game: &str, nodes: u64) -> Result<usize, InputError> {
    let game = registry::game(game)?;
    if game.assets().puzzles().is_empty() {
        let have = list(ids(|game| !game.assets().puzzles().is_empty()));
        let name = &game.info().name;
        return Err(text!(
            "{name}には問題がありません。問題のあるゲーム: {have}。",
            "{name} has no puzzles; the games with puzzles are: {have}.",
            name,
            have
        )
        .into());
    }
    game.prove_puzzles(nodes)?;
    Ok(game.assets().puzzles().len())
}

/// Checks the position, takes the moves and says where that leads. The sequences of up to `depth`
/// decisions from there are counted; 0 counts nothing.
///
/// # Errors
/// Returns an error if the position is impossible, or a move is illegal where it is to be taken; the message
/// names its number.
pub fn play_position(
    envelope: Envelope,
    moves: &[Move],
    depth: u32,
) -> Result<PositionReport, InputError> {
    registry::game(&envelope.game)?.play_position(envelope, moves, depth)
}

/// Rebuilds a record, checking every step, and tells it.
///
/// # Errors
/// Returns an error if the record does not hold; the error names the step.
pub fn replay(record: &Record) -> Result<Replayed, ReplayError> {
    record_meta::check(record)?;
    registry::game(&record.game)?.replay(record)
}

/// Rebuilds a record, checking every step, and writes one line of JSON for each decision
/// and one for the position after the last.
///
/// # Errors
/// The outer when the record does not hold (nothing is written then), the inner when
/// writing fails.
pub fn trace(record: &Record, out: &mut dyn Write) -> Result<io::Result<()>, ReplayError> {
    record_meta::check(record)?;
    registry::game(&record.game)?.trace(record, out)
}

/// Advice for the decision of a seat (`None`: the lowest that is awaited) by a bot (`None`: the
/// one that advises on the game). What is said follows from what the seat may know there. Seats are
/// called as the game calls them.
///
/// # Errors
/// Returns an error if there is no such game, step, bot or position, or no decision of the seat is awaited.
pub fn advise(
    asked: &AdviceRequest,
    seat: Option<Seat>,
    bot: Option<&str>,
) -> Result<Advice, ReplayError> {
    if let AdviceRequest::Record { record, .. } = asked {
        record_meta::check(record)?;
    }
    registry::game(asked.game())?.advise_on_asked(asked, seat, bot)
}

/// Reviews a record with a bot (`None`: the default reviewer of the game). `progress` gets the number of
/// finished steps and of all steps.
///
/// # Errors
/// Returns an error if the record does not hold, or there is no such bot.
pub fn review(
    record: &Record,
    bot: Option<&str>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    record_meta::check(record)?;
    registry::game(&record.game)?.review_named(record, bot, progress)
}

/// The name of a seat of a game.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn seat_name(game: &str, seat: Seat) -> Result<LocalizedText, InputError> {
    Ok(registry::info(game)?.seat(seat).clone())
}

/// Reads the checkpoint of a configuration for the game with this id from `file` (see [`Checkpoint::read`]).
///
/// # Errors
/// Returns an error if there is no such game, or as [`Checkpoint::read`].
pub fn read_checkpoint(
    game: &str,
    plan: &dyn Debug,
    file: &mut dyn BufRead,
) -> Result<(Checkpoint, u64), InputError> {
    Checkpoint::read(registry::game(game)?, plan, file)
}

/// Today, in UTC, as in 2026-11-25.
pub fn today() -> String {
    jiff::Timestamp::now().to_string().chars().take(10).collect()
}
