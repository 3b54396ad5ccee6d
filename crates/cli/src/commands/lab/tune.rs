//! `zashiki lab tune` and `zashiki lab train`.

use std::io::Write;
use std::path::PathBuf;

use lab::{Control, TuneConfig};
use zashiki_core::InputError;

use crate::commands::long::Long;
use crate::commands::out;
use crate::failure::Failure;
use crate::input;

/// What to play for it.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
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
    #[command(flatten)]
    long: Long,
}

/// Plays, and prints the game's `weights.toml`.
pub fn tune(args: &TuneArgs) -> Result<(), Failure> {
    let weights = run("tune", args, lab::tune)?;
    print(&weights.file())
}

/// Plays, and prints a network for the game.
pub fn train(args: &TuneArgs) -> Result<(), Failure> {
    print(&run("train", args, lab::train)?)
}

fn print(file: &str) -> Result<(), Failure> {
    let mut out = out();
    out.write_all(file.as_bytes())?;
    Ok(out.flush()?)
}

fn run<T>(
    verb: &str,
    args: &TuneArgs,
    find: impl FnOnce(&TuneConfig, &Control<'_>) -> Result<Option<T>, InputError>,
) -> Result<T, Failure> {
    let plan = plan(verb, args)?;
    // On another day it is gone on with as well.
    let of_any_day = TuneConfig { date: String::new(), ..plan.clone() };
    Ok(args.long.run(&plan.game, &of_any_day, |control| find(&plan, control))?)
}

fn plan(verb: &str, args: &TuneArgs) -> Result<TuneConfig, InputError> {
    let TuneArgs { game, weights, seats, bot, games, seed, .. } = args;
    let from = |file: &PathBuf| format!(" --weights {}", file.display());
    let from = weights.as_ref().map_or_else(String::new, from);
    let at = seats.map_or_else(String::new, |seats| format!(" --seats {seats}"));
    Ok(TuneConfig {
        game: game.clone(),
        seats: *seats,
        bot: bot.clone(),
        games: *games,
        seed: *seed,
        weights: weights.as_deref().map(input::given).transpose()?,
        command: format!(
            "zashiki lab {verb} {game}{from}{at} --bot {bot} --games {games} --seed {seed}"
        ),
        date: lab::today(),
    })
}
