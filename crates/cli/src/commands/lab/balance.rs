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

/// What to look into.
#[derive(clap::Args, Debug)]
pub struct BalanceArgs {
    #[command(flatten)]
    which: Which,
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "json",
        help = Feature::Charts.help("The file for the page; it is complete in itself")
    )]
    out: Option<PathBuf>,
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
    /// How many kinds of the second degree ("place 5") are denied to one side at a time, those
    /// first that go most with winning or losing; kinds of the first degree ("place") all are.
    #[arg(long, value_name = "N", default_value_t = 6)]
    denied: usize,
    /// Everything random follows from this number.
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
