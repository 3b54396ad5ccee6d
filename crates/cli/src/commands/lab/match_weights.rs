//! The command `zashiki lab match-weights`: tests weights of a game's heuristic against other weights.

use std::path::PathBuf;

use lab::{InputFile, WeightMatchConfig};
use zashiki_core::{InputError, WeightMatch};

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
    /// Network to test with them; may be repeated for networks of different purposes.
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// Network of the opponents; may be repeated. Without it they have none.
    #[arg(long, value_name = "FILE")]
    against_network: Vec<PathBuf>,
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

fn files(paths: &[PathBuf]) -> Result<Vec<InputFile>, InputError> {
    paths.iter().map(|path| input::file(path)).collect()
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
        networks: files(&args.network)?,
        against: input::file(&args.against)?,
        against_networks: files(&args.against_network)?,
    };
    let result =
        args.run.run(&config.game, &config, |control| lab::match_weights(&config, control))?;
    let MatchWeightsArgs { against, weights, network, against_network, .. } = args;
    let MatchWeightsArgs { bot, games, seed, .. } = args;
    let WeightMatchConfig { game, seats, .. } = &config;
    let flags = |flag: &str, files: &[PathBuf]| -> String {
        files.iter().map(|file| format!(" --{flag} {}", file.display())).collect()
    };
    let command = format!(
        "zashiki lab match-weights {game} {}{}{}{} --seats {seats} --bot {bot} --games {games} --seed {seed}",
        against.display(),
        flags("weights", weights.as_slice()),
        flags("network", network),
        flags("against-network", against_network),
    );
    output::text(&WeightMatch { command, ..result }.entry())
}
