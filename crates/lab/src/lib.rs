//! The laboratory: studies of any registered game by its id, such as simulations, ladders and balance
//! reports. It also replays, traces and reviews single records, and gives advice on positions.
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

mod input_file;
#[cfg(feature = "parquet")]
mod parquet;

use std::fmt::Debug;
use std::io::{self, BufRead, Write};

use bots::{Advice, Review};
use zashiki_core::{
    Calibration, InputError, Lang, LocalizedText, Puzzle, Record, ReplayError, Seat, WeightMatch,
    Weights, list, text,
};

#[cfg(feature = "parquet")]
pub use parquet::Parquet;
pub use studies::*;

use input_file::{check_network, check_weights, ids, inputs_of, no_network, no_weights};

/// The minimum number of seats of the game with this id.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn seats_of(game: &str) -> Result<usize, InputError> {
    Ok(registry::info(game)?.seats.0.into())
}

/// The text of a game's own components file.
///
/// # Errors
/// Returns an error if there is no such game, or the game has no components file.
pub fn own_components(game: &str) -> Result<&'static str, InputError> {
    registry::game(game)?.assets().components().ok_or_else(|| {
        let game: String = game.chars().take(40).collect();
        InputError::new(
            format!("「{game}」には内容物ファイルがありません。"),
            format!("The game \"{game}\" has no components file."),
        )
    })
}

/// Simulates games by the configuration. The seed of each game depends only on the configuration's seed and
/// the game's number, and games are counted and written in order. The figures and the file therefore do not
/// depend on the number of threads (except with bots that have a budget in time).
///
/// # Errors
/// Returns an error if the configuration is invalid (no such game, bot or option, wrong number of seats), if
/// the stored games belong to another configuration, if a game cannot be written, or if the run was stopped.
pub fn simulate(
    plan: &SimulateConfig,
    output: Option<Output<'_>>,
    control: &Control<'_>,
) -> Result<Simulated, Unfinished> {
    registry::game(&plan.game)?.simulate(plan, None, output, control)
}

/// Ranks bots: each pair plays until its statistical test is decided or the maximum number of games is
/// reached. Every pair plays the same deals. Returns `None` if the run was stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or option, wrong number of seats, or
/// fewer than two bots.
pub fn ladder(contest: &LadderConfig, control: &Control<'_>) -> Result<Option<Ladder>, InputError> {
    registry::game(&contest.game)?.ladder(contest, None, control)
}

/// Compares variants of a game. It plays the same deals under all variants until the differences are known to
/// the requested precision, up to a maximum number of games of each. The run ends by the rule of Chow and
/// Robbins ("On the Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean", 1965).
/// Returns `None` if the run was stopped.
///
/// # Errors
/// Returns an error if a variant cannot be played, or there are fewer than two variants.
pub fn compare(
    trial: &CompareConfig,
    control: &Control<'_>,
) -> Result<Option<Comparison>, InputError> {
    registry::game(&trial.game)?.compare(trial, control)
}

/// Measures the balance of a game: bots play it normally, with repeated deals, with search budgets of
/// different sizes, and with some kinds of action denied. Returns `None` if the run was stopped.
///
/// # Errors
/// Returns an error if the game cannot be played with this configuration.
pub fn balance(
    inquiry: &BalanceConfig,
    control: &Control<'_>,
) -> Result<Option<BalanceReport>, InputError> {
    registry::game(&inquiry.game)?.balance(inquiry, control)
}

/// Searches fields of the components file and options for values that bring the game near the aims, and
/// compares the best ones with the game as it is. Returns `None` if the run was stopped.
///
/// # Errors
/// Returns an error if the game cannot be played with this configuration, there is no such field, option or
/// measure, or the number of games is too small for the ranges.
pub fn design(plan: &DesignConfig, control: &Control<'_>) -> Result<Option<Design>, InputError> {
    registry::game(&plan.game)?.design(plan, control)
}

/// Measures of the games of people that were played with the game, seats, options and components of the
/// configuration. All other games are counted as left out.
///
/// # Errors
/// Returns an error if there is no such game, the options are invalid, or a record cannot be replayed.
pub fn people(
    inquiry: &BalanceConfig,
    games: &[PeopleGame],
) -> Result<PeopleMeasures, ReplayError> {
    registry::game(&inquiry.game)?.people(inquiry, games)
}

/// Tunes the weights of the game's heuristic by the configuration. Returns `None` if the run was stopped.
///
/// A checkpoint stores the games and every computed loss: fitting the weights to the positions may take
/// longer than playing the games with a simple bot.
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

/// Trains a network for the game by the configuration; returns the text of the network's file. Returns `None`
/// if the run was stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, no network for the
/// game, or too few games.
pub fn train(plan: &TrainConfig, control: &Control<'_>) -> Result<Option<String>, InputError> {
    let game = registry::game(&plan.play.game)?;
    if inputs_of(game, plan.purpose) == 0 {
        return Err(no_network(game, plan.purpose));
    }
    if let Some(given) = &plan.play.weights {
        check_weights(given, game)?;
    }
    for network in &plan.networks {
        check_network(network, game)?;
    }
    game.train(plan, control)
}

/// Calibrates search values to chances of winning, by the configuration. Returns `None` if the run was
/// stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, or too few games.
pub fn calibrate(
    plan: &CalibrateConfig,
    control: &Control<'_>,
) -> Result<Option<Vec<Calibration>>, InputError> {
    registry::game(&plan.game)?.calibrate(plan, control)
}

/// Plays a match between weights of the heuristic: a bot with the tested weights on one side against the same
/// bot with the opposing weights on all other sides, each deal once for every side. The field `command` of
/// the result is empty. Returns `None` if the run was stopped.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game, bot or number of seats, or the weights are
/// not of this game.
pub fn match_weights(
    weighing: &WeightMatchConfig,
    control: &Control<'_>,
) -> Result<Option<WeightMatch>, InputError> {
    let game = registry::game(&weighing.game)?;
    for given in weighing.weights.iter().chain([&weighing.against]) {
        check_weights(given, game)?;
    }
    for network in weighing.networks.iter().chain(&weighing.against_networks) {
        check_network(network, game)?;
    }
    game.match_weights(weighing, control)
}

/// Composes puzzles. Each is a position of a game between bots that has exactly one solution, proved by
/// `solver`; there is at most one per game. `found` is called with each puzzle as soon as it certainly
/// belongs to the set, in the order of the games, for any number of threads; it ends the run by returning
/// false. The control's progress counts puzzles. Games that a checkpoint contains are not searched again;
/// their puzzles are passed to `found` as well.
///
/// # Errors
/// Returns an error if the configuration is invalid: no such game or bot, wrong number of seats, or a game
/// without puzzles.
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

/// Proves that every puzzle of the game has its given solution and no other; each proof visits at most
/// `nodes` positions. Returns the number of puzzles.
///
/// # Errors
/// Returns an error if there is no such game, if it has no puzzles, or if a proof fails.
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

/// Checks the position, plays the moves and reports the position that results. Also counts the sequences of
/// up to `depth` decisions from there; 0 counts nothing.
///
/// # Errors
/// Returns an error if the position is impossible, or if a move is illegal in the position in which it is to
/// be played; the message contains the number of the move.
pub fn play_position(
    envelope: Envelope,
    moves: &[Move],
    depth: u32,
) -> Result<PositionReport, InputError> {
    registry::game(&envelope.game)?.play_position(envelope, moves, depth)
}

/// Rebuilds a record, checking every step, and describes it step by step.
///
/// # Errors
/// Returns an error if the record is invalid; the error contains the number of the step.
pub fn replay(record: &Record) -> Result<Replayed, ReplayError> {
    registry::record_meta::check(record)?;
    registry::game(&record.game)?.replay(record)
}

/// Rebuilds a record, checking every step, and writes one line of JSON for each decision and one for the
/// position after the last.
///
/// # Errors
/// Returns the outer error if the record is invalid (nothing is written then), the inner error if writing
/// fails.
pub fn trace(record: &Record, out: &mut dyn Write) -> Result<io::Result<()>, ReplayError> {
    registry::record_meta::check(record)?;
    registry::game(&record.game)?.trace(record, out)
}

/// A bot's advice on a seat's decision. If no seat is given, it is for the lowest seat that is to decide; if
/// no bot is given, the game's default adviser gives it. The advice uses only the information that the seat
/// has at that step. Seats have their names in the game.
///
/// # Errors
/// Returns an error if there is no such game, step, bot or position, or if the seat is not to decide.
pub fn advise(
    asked: &AdviceRequest,
    seat: Option<Seat>,
    bot: Option<&str>,
) -> Result<Advice, ReplayError> {
    if let AdviceRequest::Record { record, .. } = asked {
        registry::record_meta::check(record)?;
    }
    registry::game(asked.game())?.advise_on_asked(asked, seat, bot)
}

/// The board of a position or of a step of a record, as a seat sees it, or with the knowledge of all seats if no
/// seat is given.
///
/// # Errors
/// Returns an error if there is no such game, step, position or seat.
pub fn show(
    request: &AdviceRequest,
    seat: Option<Seat>,
    lang: Lang,
    form: BoardForm,
) -> Result<String, ReplayError> {
    if let AdviceRequest::Record { record, .. } = request {
        registry::record_meta::check(record)?;
    }
    registry::game(request.game())?.show(request, seat, lang, form)
}

/// Reviews a record with a bot; `None` selects the game's default reviewer. `progress` is called with the
/// number of finished steps and of all steps.
///
/// # Errors
/// Returns an error if the record is invalid, or if there is no such bot.
pub fn review(
    record: &Record,
    bot: Option<&str>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    registry::record_meta::check(record)?;
    registry::game(&record.game)?.review_named(record, bot, progress)
}

/// The name of a seat in the texts of a game.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn seat_name(game: &str, seat: Seat) -> Result<LocalizedText, InputError> {
    Ok(registry::info(game)?.seat(seat).clone())
}

/// The name of a game.
///
/// # Errors
/// Returns an error if there is no such game.
pub fn game_name(game: &str) -> Result<LocalizedText, InputError> {
    Ok(registry::info(game)?.name.clone())
}

/// Reads from `file` the checkpoint of a configuration for the game with this id (see [`Checkpoint::read`]).
///
/// # Errors
/// Returns an error if there is no such game, or if [`Checkpoint::read`] does.
pub fn read_checkpoint(
    game: &str,
    plan: &dyn Debug,
    file: &mut dyn BufRead,
) -> Result<(Checkpoint, u64), InputError> {
    Checkpoint::read(registry::game(game)?, plan, file)
}

/// The current date in UTC, as in 2026-11-25.
pub fn today() -> String {
    jiff::Timestamp::now().to_string().chars().take(10).collect()
}
