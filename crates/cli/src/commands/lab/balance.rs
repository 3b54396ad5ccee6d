//! `zashiki lab balance`.

use std::path::PathBuf;

use lab::{BalanceConfig, Control};
use zashiki_core::LocalizedText;

use crate::commands::long::Long;
use crate::commands::print_json;
use crate::commands::which::{Which, With};
use crate::failure::Failure;
use crate::features::{self, Feature};
#[cfg(feature = "charts")]
use crate::input;
use crate::lang::Lang;

/// Arguments of `lab balance`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("output").required(true).multiple(true).args(["out", "json"]))]
pub struct BalanceArgs {
    #[command(flatten)]
    which: Which,
    #[arg(
        long,
        value_name = "FILE",
        help = Feature::Charts.help("File for the page, which needs no other files")
    )]
    out: Option<PathBuf>,
    /// The bot of all seats.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games; a quarter of that number is played for each action that is denied.
    #[arg(long, value_name = "K", default_value_t = 400)]
    games: u64,
    /// Simulations of the weaker of two searches that are compared; the stronger one has four times
    /// that number.
    #[arg(long, value_name = "N", default_value_t = 50)]
    sims: u32,
    /// Number of detailed action categories ("place 5") that are denied to one side at a time, in the
    /// order of their correlation with the result; all broad categories ("place") are denied.
    #[arg(long, value_name = "N", default_value_t = 6)]
    denied: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    long: Long,
    /// Prints the numbers of the page as JSON.
    #[arg(long)]
    json: bool,
}

/// Writes the page, prints its numbers, or both.
pub fn run(
    args: &BalanceArgs,
    #[cfg_attr(
        not(feature = "charts"),
        expect(unused_variables, reason = "only the page is said")
    )]
    lang: Lang,
) -> Result<(), Failure> {
    if args.out.is_some() {
        features::need(LocalizedText::same("lab balance --out"), Feature::Charts)?;
    }
    let inquiry = BalanceConfig {
        game: args.which.game.clone(),
        seats: args.which.seats()?,
        options: args.with.options()?,
        components: args.with.components()?,
        bot: args.bot.clone(),
        games: args.games,
        sims: args.sims,
        denied: args.denied,
        seed: args.seed,
    };
    let work = |control: &Control<'_>| lab::balance(&inquiry, control);
    let found = args.long.run(&inquiry.game, &inquiry, work)?;
    #[cfg(feature = "charts")]
    if let Some(out) = &args.out {
        input::write(out, &found.page(lang))?;
    }
    if args.json { print_json(&found.measures()) } else { Ok(()) }
}
