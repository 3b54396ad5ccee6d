//! `zashiki lab calibrate`.

use std::io::Write;

use lab::CalibrateConfig;

use crate::commands::long::Long;
use crate::commands::out;
use crate::failure::Failure;

/// What to play for it.
#[derive(clap::Args, Debug)]
pub struct CalibrateArgs {
    /// The game's id (see `zashiki games`).
    game: String,
    /// How many seats; otherwise every number there is.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// The bot that plays and weighs; otherwise the one that looks back on plays.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// How many games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 200)]
    games: u64,
    /// Everything random follows from this number.
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
