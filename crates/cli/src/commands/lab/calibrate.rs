//! `zashiki lab calibrate`.

use std::io::Write;

use lab::CalibrateConfig;

use crate::commands::long::Long;
use crate::commands::out;
use crate::failure::Failure;

/// Arguments of `lab calibrate`.
#[derive(clap::Args, Debug)]
pub struct CalibrateArgs {
    /// The game's id (see `zashiki games`).
    game: String,
    /// Number of seats; without it every number that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Bot that plays and evaluates; without it the one that reviews games.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Number of games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 200)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    long: Long,
}

/// Plays, and prints the game's `calibration.toml`.
pub fn run(args: &CalibrateArgs) -> Result<(), Failure> {
    let plan = CalibrateConfig {
        game: args.game.clone(),
        seats: args.seats,
        bot: args.bot.clone(),
        games: args.games,
        seed: args.seed,
    };
    let measured = args.long.run(&plan.game, &plan, |control| lab::calibrate(&plan, control))?;
    let mut out = out();
    out.write_all(lab::calibration_file(&args.game, &measured).as_bytes())?;
    Ok(out.flush()?)
}
