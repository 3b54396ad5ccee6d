//! `zashiki lab match-weights`.

use std::io::Write;
use std::path::PathBuf;

use lab::WeightMatchConfig;
use zashiki_core::WeightMatch;

use crate::commands::long::Long;
use crate::commands::out;
use crate::commands::which::Which;
use crate::failure::Failure;
use crate::input;

/// Arguments of `lab match-weights`.
#[derive(clap::Args, Debug)]
pub struct MatchWeightsArgs {
    #[command(flatten)]
    which: Which,
    /// The opposing weights, as a `weights.toml`.
    against: PathBuf,
    /// The weights to test; without it the game's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A network to test with them.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The bot that uses them.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games, rounded up to whole deals: each deal is played once per side.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    long: Long,
}

/// Plays, and prints the result as an entry of `weights.toml`.
pub fn run(args: &MatchWeightsArgs) -> Result<(), Failure> {
    let weighing = WeightMatchConfig {
        game: args.which.game.clone(),
        seats: args.which.seats()?,
        bot: args.bot.clone(),
        games: args.games,
        seed: args.seed,
        weights: args.weights.as_deref().map(input::given).transpose()?,
        network: args.network.as_deref().map(input::given).transpose()?,
        against: input::given(&args.against)?,
    };
    let found = args
        .long
        .run(&weighing.game, &weighing, |control| lab::match_weights(&weighing, control))?;
    let MatchWeightsArgs { against, weights, network, bot, games, seed, .. } = args;
    let WeightMatchConfig { game, seats, .. } = &weighing;
    let tried = |flag: &str, file: &Option<PathBuf>| {
        file.as_ref().map_or_else(String::new, |file| format!(" --{flag} {}", file.display()))
    };
    let command = format!(
        "zashiki lab match-weights {game} {}{}{} --seats {seats} --bot {bot} --games {games} --seed {seed}",
        against.display(),
        tried("weights", weights),
        tried("network", network),
    );
    let mut out = out();
    out.write_all(WeightMatch { command, ..found }.entry().as_bytes())?;
    Ok(out.flush()?)
}
