//! The command `zashiki lab calibrate`: measures how search values map to chances of winning.

use lab::CalibrateConfig;

use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::output;

/// Arguments of `lab calibrate`.
#[derive(clap::Args, Debug)]
pub struct CalibrateArgs {
    /// Id of the game (see `zashiki games`).
    game: String,
    /// Number of seats; without it every number that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Bot that evaluates; without it that of `zashiki review`.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Bot that plays in every seat; without it the bot that evaluates.
    #[arg(long, value_name = "BOT")]
    players: Option<String>,
    /// Number of games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 200)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Plays games and prints the resulting `calibration.toml` of the game.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn run(args: &CalibrateArgs) -> Result<(), Failure> {
    let config = CalibrateConfig {
        game: args.game.clone(),
        seats: args.seats,
        bot: args.bot.clone(),
        players: args.players.clone(),
        games: args.games,
        seed: args.seed,
    };
    let measured =
        args.run.run(&config.game, &config, |control| lab::calibrate(&config, control))?;
    output::text(&lab::calibration_file(&args.game, &measured))
}
