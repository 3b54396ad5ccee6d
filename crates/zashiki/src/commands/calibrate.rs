//! `zashiki calibrate`.

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};
use lab::CalibrationPlan;

use crate::commands::out;
use crate::failure::Failure;

/// What to play for it.
#[derive(clap::Args, Debug)]
pub struct Args {
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
    /// How many threads to use; otherwise one for each core. Does not change the result.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

/// Plays, with a progress bar while a person watches, and prints the game's `calibration.toml`.
pub fn run(args: &Args) -> Result<(), Failure> {
    let plan = CalibrationPlan {
        game: args.game.clone(),
        seats: args.seats,
        bot: args.bot.clone(),
        games: args.games,
        seed: args.seed,
        threads: args.threads,
    };
    let (fewest, most) = shelf::info(&args.game)?.seats;
    let numbers = if args.seats.is_some() { 1 } else { u64::from(most - fewest) + 1 };
    let bar = ProgressBar::new(numbers.saturating_mul(args.games));
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} ({eta})")
            .expect("the template is well formed"),
    );
    let measured = lab::calibrate(&plan, &|finished| bar.set_position(finished));
    bar.finish_and_clear();
    let mut out = out();
    out.write_all(lab::calibration_file(&args.game, &measured?).as_bytes())?;
    Ok(out.flush()?)
}
