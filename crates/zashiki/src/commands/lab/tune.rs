//! `zashiki lab tune`.

use std::io::Write;

use lab::TuningPlan;

use crate::commands::long::Threads;
use crate::commands::out;
use crate::failure::Failure;

/// What to play for it.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    /// The game's id (see `zashiki games`).
    game: String,
    /// How many seats; otherwise every number there is.
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
    #[command(flatten)]
    threads: Threads,
}

/// Plays, and prints the game's `weights.toml`.
pub fn run(args: &TuneArgs) -> Result<(), Failure> {
    let plan = TuningPlan {
        game: args.game.clone(),
        seats: args.seats,
        bot: args.bot.clone(),
        games: args.games,
        seed: args.seed,
        date: lab::today(),
    };
    let weights = args.threads.run(|control| lab::tune(&plan, control))?;
    let weights = weights.ok_or_else(super::stopped)?;
    let mut out = out();
    out.write_all(weights.file().as_bytes())?;
    Ok(out.flush()?)
}
