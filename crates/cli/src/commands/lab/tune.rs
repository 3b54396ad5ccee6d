//! `zashiki lab tune` and `zashiki lab train`.

use std::io::Write;
use std::path::{Path, PathBuf};

use lab::{Control, TuneConfig};
use zashiki_core::InputError;

use crate::commands::long::Long;
use crate::commands::out;
use crate::failure::Failure;
use crate::input;

/// Arguments of `lab tune`.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    /// The game's id (see `zashiki games`).
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
    /// The game's id (see `zashiki games`).
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

/// The games that a bot plays against itself.
#[derive(clap::Args, Debug)]
struct SelfPlay {
    /// The bot that plays.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    long: Long,
}

/// Plays, and prints the new `weights.toml`.
pub fn tune(args: &TuneArgs) -> Result<(), Failure> {
    let TuneArgs { game, weights, seats, games } = args;
    let start = Start { verb: "tune", game, weights: weights.as_deref(), seats: *seats };
    let weights = run(&start, games, lab::tune)?;
    print(&weights.file())
}

/// Plays, and prints a network for the game.
pub fn train(args: &TrainArgs) -> Result<(), Failure> {
    let TrainArgs { game, weights, seats, games } = args;
    let start = Start { verb: "train", game, weights: weights.as_deref(), seats: *seats };
    print(&run(&start, games, lab::train)?)
}

fn print(file: &str) -> Result<(), Failure> {
    let mut out = out();
    out.write_all(file.as_bytes())?;
    Ok(out.flush()?)
}

/// The command, and what it starts from.
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
    let plan = plan(start, games)?;
    // A checkpoint can be resumed on another day.
    let of_any_day = TuneConfig { date: String::new(), ..plan.clone() };
    Ok(games.long.run(&plan.game, &of_any_day, |control| find(&plan, control))?)
}

fn plan(start: &Start<'_>, games: &SelfPlay) -> Result<TuneConfig, InputError> {
    let Start { verb, game, weights, seats } = start;
    let SelfPlay { bot, games, seed, .. } = games;
    let from = |file: &Path| format!(" --weights {}", file.display());
    let from = weights.map_or_else(String::new, from);
    let at = seats.map_or_else(String::new, |seats| format!(" --seats {seats}"));
    Ok(TuneConfig {
        game: (*game).to_owned(),
        seats: *seats,
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        weights: weights.map(input::given).transpose()?,
        command: format!(
            "zashiki lab {verb} {game}{from}{at} --bot {bot} --games {games} --seed {seed}"
        ),
        date: lab::today(),
    })
}
