//! `zashiki lab tune`.

use std::io::Write;
use std::path::PathBuf;

use lab::TuningPlan;

use crate::commands::long::{Long, Threads, stopped};
use crate::commands::out;
use crate::failure::Failure;
use crate::input;

/// Weights of the rule of thumb, found by play.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    #[command(flatten)]
    what: Tuned,
    #[command(flatten)]
    threads: Threads,
}

/// A network, trained by play.
#[derive(clap::Args, Debug)]
pub struct TrainArgs {
    #[command(flatten)]
    what: Tuned,
    #[command(flatten)]
    long: Long,
}

/// What to play for it.
#[derive(clap::Args, Debug)]
struct Tuned {
    /// The game's id (see `zashiki games`).
    game: String,
    /// The weights to start from, as a `weights.toml`; otherwise the game's own. A network is
    /// trained on top of them.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many seats; otherwise every number there is, or the fewest for a network.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// The bot that plays.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// How many games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Everything random follows from this number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Plays, and prints the game's `weights.toml`.
pub fn run(args: &TuneArgs) -> Result<(), Failure> {
    let plan = plan("tune", &args.what)?;
    let weights = args.threads.run(|control| lab::tune(&plan, control))?;
    let weights = weights.ok_or_else(stopped)?;
    let mut out = out();
    out.write_all(weights.file().as_bytes())?;
    Ok(out.flush()?)
}

/// Plays, and prints a network for the game.
pub fn train(args: &TrainArgs) -> Result<(), Failure> {
    let plan = plan("train", &args.what)?;
    // On another day it is gone on with as well.
    let of_any_day = TuningPlan { date: String::new(), ..plan.clone() };
    let network = args.long.run(&plan.game, &of_any_day, |control| lab::train(&plan, control))?;
    let mut out = out();
    out.write_all(network.as_bytes())?;
    Ok(out.flush()?)
}

fn plan(verb: &str, args: &Tuned) -> Result<TuningPlan, Failure> {
    let Tuned { game, weights, seats, bot, games, seed } = args;
    let from = |file: &PathBuf| format!(" --weights {}", file.display());
    let from = weights.as_ref().map_or_else(String::new, from);
    let at = seats.map_or_else(String::new, |seats| format!(" --seats {seats}"));
    Ok(TuningPlan {
        game: game.clone(),
        seats: *seats,
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        weights: weights.as_deref().map(input::text).transpose()?,
        command: format!(
            "zashiki lab {verb} {game}{from}{at} --bot {bot} --games {games} --seed {seed}"
        ),
        date: lab::today(),
    })
}
