//! The command `zashiki lab balance`: measures the effects of a game's rules and components.

use std::path::PathBuf;

use lab::{BalanceConfig, Control};
use zashiki_core::LocalizedText;

use crate::args::game::{GameArgs, VariantArgs};
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::features::{self, Feature};
#[cfg(feature = "charts")]
use crate::input;
use crate::lang::Lang;
use crate::output::{self, Format};

/// Arguments of `lab balance`.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("output").required(true).multiple(true).args(["out", "json"]))]
pub struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(
        long,
        value_name = "FILE",
        help = Feature::Charts.help("HTML file for the page; it needs no other files")
    )]
    out: Option<PathBuf>,
    /// Bot of all seats.
    #[arg(long, value_name = "BOT", default_value = "greedy")]
    bot: String,
    /// Number of games; for each denied action category a quarter of that number.
    #[arg(long, value_name = "K", default_value_t = 400)]
    games: u64,
    /// Simulations per decision of the weaker of two compared searches; the stronger has four times as
    /// many.
    #[arg(long, value_name = "N", default_value_t = 50)]
    sims: u32,
    /// Number of detailed action categories ("place 5") to study by denying each to one side, those that
    /// correlate most with the result first. All broad categories ("place") are studied.
    #[arg(long, value_name = "N", default_value_t = 6)]
    denied: usize,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    format: Format,
}

/// Runs the study and writes the page, prints its figures, or both.
///
/// # Errors
/// Returns an error if an argument is invalid or a file cannot be read or written.
pub fn run(
    args: &BalanceArgs,
    #[cfg_attr(
        not(feature = "charts"),
        expect(unused_variables, reason = "only the page has a language")
    )]
    lang: Lang,
) -> Result<(), Failure> {
    if args.out.is_some() {
        features::need(LocalizedText::same("lab balance --out"), Feature::Charts)?;
    }
    let config = BalanceConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        options: args.variant.options()?,
        components: args.variant.components()?,
        bot: args.bot.clone(),
        games: args.games,
        sims: args.sims,
        denied: args.denied,
        seed: args.seed,
    };
    let work = |control: &Control<'_>| lab::balance(&config, control);
    let report = args.run.run(&config.game, &config, work)?;
    #[cfg(feature = "charts")]
    if let Some(out) = &args.out {
        input::write(out, &report.page(lang))?;
    }
    if args.format.is_json() { output::json(&report.measures()) } else { Ok(()) }
}
