//! The commands `zashiki lab tune` and `zashiki lab train`, which improve a game's heuristic by
//! self-play.

use std::path::{Path, PathBuf};

use lab::{Control, TuneConfig};
use zashiki_core::InputError;

use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::output;

/// Arguments of `lab tune`.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    /// Id of the game (see `zashiki games`).
    game: String,
    /// Weights to start from, as a `weights.toml`; without it the game's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of seats; without it every number that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    #[command(flatten)]
    games: SelfPlay,
}

/// Arguments of `lab train`.
#[derive(clap::Args, Debug)]
pub struct TrainArgs {
    /// Id of the game (see `zashiki games`).
    game: String,
    /// Weights that the network corrects, as a `weights.toml`; without it the game's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of seats; without it the lowest that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    #[command(flatten)]
    games: SelfPlay,
}

/// The games of self-play.
#[derive(clap::Args, Debug)]
struct SelfPlay {
    /// Bot that plays.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Tunes the weights by self-play and prints the new `weights.toml`.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn tune(args: &TuneArgs) -> Result<(), Failure> {
    let TuneArgs { game, weights, seats, games } = args;
    let start = Start { verb: "tune", game, weights: weights.as_deref(), seats: *seats };
    let weights = run(&start, games, lab::tune)?;
    output::text(&weights.file())
}

/// Trains a network by self-play and prints the network file.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn train(args: &TrainArgs) -> Result<(), Failure> {
    let TrainArgs { game, weights, seats, games } = args;
    let start = Start { verb: "train", game, weights: weights.as_deref(), seats: *seats };
    output::text(&run(&start, games, lab::train)?)
}

/// The name of the subcommand, with the game and the weights from which it starts.
struct Start<'a> {
    verb: &'a str,
    game: &'a str,
    weights: Option<&'a Path>,
    seats: Option<usize>,
}

fn run<T>(
    start: &Start<'_>,
    games: &SelfPlay,
    find: impl FnOnce(&TuneConfig, &Control<'_>) -> Result<Option<T>, InputError>,
) -> Result<T, Failure> {
    let config = config(start, games)?;
    // A checkpoint can be resumed on another day.
    let undated = TuneConfig { date: String::new(), ..config.clone() };
    Ok(games.run.run(&config.game, &undated, |control| find(&config, control))?)
}

fn config(start: &Start<'_>, games: &SelfPlay) -> Result<TuneConfig, InputError> {
    let Start { verb, game, weights, seats } = start;
    let SelfPlay { bot, games, seed, .. } = games;
    let weights_flag = |file: &Path| format!(" --weights {}", file.display());
    let weights_flag = weights.map_or_else(String::new, weights_flag);
    let seats_flag = seats.map_or_else(String::new, |seats| format!(" --seats {seats}"));
    Ok(TuneConfig {
        game: (*game).to_owned(),
        seats: *seats,
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        weights: weights.map(input::file).transpose()?,
        command: format!(
            "zashiki lab {verb} {game}{weights_flag}{seats_flag} --bot {bot} --games {games} --seed {seed}"
        ),
        date: lab::today(),
    })
}
