//! The command `zashiki lab match-weights`: tests weights of a game's heuristic against other weights.

use std::path::PathBuf;

use lab::WeightMatchConfig;
use zashiki_core::WeightMatch;

use crate::args::game::GameArgs;
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::output;

/// Arguments of `lab match-weights`.
#[derive(clap::Args, Debug)]
pub struct MatchWeightsArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Weights of the opponents, as a `weights.toml`.
    against: PathBuf,
    /// Weights to test; without it the game's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Network to test with them.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Bot of all seats, which uses the weights.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games, rounded up to whole deals: each deal is played once per side.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Plays games between the weights and prints the result as an entry of `weights.toml`.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn run(args: &MatchWeightsArgs) -> Result<(), Failure> {
    let config = WeightMatchConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        bot: args.bot.clone(),
        games: args.games,
        seed: args.seed,
        weights: args.weights.as_deref().map(input::file).transpose()?,
        network: args.network.as_deref().map(input::file).transpose()?,
        against: input::file(&args.against)?,
    };
    let result =
        args.run.run(&config.game, &config, |control| lab::match_weights(&config, control))?;
    let MatchWeightsArgs { against, weights, network, bot, games, seed, .. } = args;
    let WeightMatchConfig { game, seats, .. } = &config;
    let file_flag = |flag: &str, file: &Option<PathBuf>| {
        file.as_ref().map_or_else(String::new, |file| format!(" --{flag} {}", file.display()))
    };
    let command = format!(
        "zashiki lab match-weights {game} {}{}{} --seats {seats} --bot {bot} --games {games} --seed {seed}",
        against.display(),
        file_flag("weights", weights),
        file_flag("network", network),
    );
    output::text(&WeightMatch { command, ..result }.entry())
}
