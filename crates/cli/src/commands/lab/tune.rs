//! The commands `zashiki lab tune` and `zashiki lab train`, which improve a game's heuristic by
//! self-play.

use std::path::{Path, PathBuf};

use lab::{TrainConfig, TuneConfig};
use zashiki_core::{InputError, NetworkPurpose};

use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::input;
use crate::output;

/// Arguments of `lab tune`.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    /// Id of the game (see `zashiki games`).
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
    /// Id of the game (see `zashiki games`).
    game: String,
    /// Weights that the network corrects, as a `weights.toml`; without it the game's own.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Number of seats; without it the lowest that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Trains a network that evaluates the quiet positions of a search, instead of one that corrects the
    /// heuristic.
    #[arg(long)]
    search: bool,
    /// Network of the bot in the first round; may be repeated for networks of different purposes. Without it
    /// the bot has none.
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// Number of units, a multiple of 16 up to 64.
    #[arg(long, value_name = "N", default_value_t = 16)]
    units: usize,
    /// Share of the values that the bot's search finds in the targets, from 0 to 1; the rest are the results of
    /// the games.
    #[arg(long, value_name = "PART", default_value_t = 0.0)]
    targets_mix: f64,
    /// Number of rounds; from the second on the bot plays with the network of the round before.
    #[arg(long, value_name = "R", default_value_t = 1)]
    rounds: u64,
    #[command(flatten)]
    games: SelfPlay,
}

/// The games of self-play.
#[derive(clap::Args, Debug)]
struct SelfPlay {
    /// Bot that plays.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games for each number of seats.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Tunes the weights by self-play and prints the new `weights.toml`.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn tune(args: &TuneArgs) -> Result<(), Failure> {
    let TuneArgs { game, weights, seats, games } = args;
    let start = Start { verb: "tune", game, weights: weights.as_deref(), seats: *seats };
    let config = config(&start, games)?;
    // A checkpoint can be resumed on another day.
    let undated = TuneConfig { date: String::new(), ..config.clone() };
    let weights = games.run.run(game, &undated, |control| lab::tune(&config, control))?;
    output::text(&weights.file())
}

/// Trains a network by self-play and prints the network file.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn train(args: &TrainArgs) -> Result<(), Failure> {
    let TrainArgs { game, weights, seats, search, network, units, targets_mix, rounds, games } =
        args;
    let start = Start { verb: "train", game, weights: weights.as_deref(), seats: *seats };
    let mut play = config(&start, games)?;
    let mut flags = String::new();
    if *search {
        flags.push_str(" --search");
    }
    for file in network {
        flags.push_str(&format!(" --network {}", file.display()));
    }
    for (flag, value, usual) in [
        ("units", units.to_string(), "16"),
        ("targets-mix", targets_mix.to_string(), "0"),
        ("rounds", rounds.to_string(), "1"),
    ] {
        if value != usual {
            flags.push_str(&format!(" --{flag} {value}"));
        }
    }
    play.command.push_str(&flags);
    let purpose = if *search { NetworkPurpose::Search } else { NetworkPurpose::Correction };
    let config = TrainConfig {
        networks: network.iter().map(|path| input::file(path)).collect::<Result<_, _>>()?,
        purpose,
        units: *units,
        search_share: *targets_mix,
        rounds: *rounds,
        play,
    };
    // A checkpoint can be resumed on another day, and with more rounds.
    let games_alone = TrainConfig {
        play: TuneConfig { date: String::new(), command: String::new(), ..config.play.clone() },
        rounds: 0,
        ..config.clone()
    };
    output::text(&games.run.run(game, &games_alone, |control| lab::train(&config, control))?)
}

/// The name of the subcommand, with the game and the weights from which it starts.
struct Start<'a> {
    verb: &'a str,
    game: &'a str,
    weights: Option<&'a Path>,
    seats: Option<usize>,
}

fn config(start: &Start<'_>, games: &SelfPlay) -> Result<TuneConfig, InputError> {
    let Start { verb, game, weights, seats } = start;
    let SelfPlay { bot, games, seed, .. } = games;
    let weights_flag = |file: &Path| format!(" --weights {}", file.display());
    let weights_flag = weights.map_or_else(String::new, weights_flag);
    let seats_flag = seats.map_or_else(String::new, |seats| format!(" --seats {seats}"));
    Ok(TuneConfig {
        game: (*game).to_owned(),
        seats: *seats,
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        weights: weights.map(input::file).transpose()?,
        command: format!(
            "zashiki lab {verb} {game}{weights_flag}{seats_flag} --bot {bot} --games {games} --seed {seed}"
        ),
        date: lab::today(),
    })
}
