//! `zashiki lab balance`.

use std::path::PathBuf;

use lab::Inquiry;

use crate::commands::long::Threads;
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;

/// What to look into.
#[derive(clap::Args, Debug)]
pub struct BalanceArgs {
    /// The game's id (see `zashiki games`).
    game: String,
    /// The file for the page; it is complete in itself.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many seats; otherwise the fewest the game is played with.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// The bot of all seats.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// How many games; a quarter as many are played for each action that is denied.
    #[arg(long, value_name = "K", default_value_t = 400)]
    games: u64,
    /// Simulations of the weaker of two searches that are compared; the stronger has four times as
    /// many.
    #[arg(long, value_name = "N", default_value_t = 50)]
    sims: u32,
    /// Everything random follows from this number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Options of the game as a JSON object; those left out have their defaults.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
    /// A components file to play with in place of the game's own.
    #[arg(long, value_name = "FILE")]
    components: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Writes the page.
pub fn run(args: &BalanceArgs, lang: Lang) -> Result<(), Failure> {
    let inquiry = Inquiry {
        game: args.game.clone(),
        seats: args.seats.map_or_else(|| lab::seats_of(&args.game), Ok)?,
        options: input::options(args.options.as_deref())?,
        components: args.components.as_deref().map(input::text).transpose()?,
        bot: args.bot.clone(),
        games: args.games,
        sims: args.sims,
        seed: args.seed,
    };
    let page = args.threads.run(|control| lab::balance(&inquiry, lang, control))?;
    let page = page.ok_or_else(super::stopped)?;
    Ok(input::write(&args.out, &page)?)
}
