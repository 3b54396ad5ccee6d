//! The command `zashiki lab ladder`: ranks bots by games against each other.

use std::io::Write;

use lab::{Ladder, LadderConfig, Verdict};

use crate::args::engines::{EngineArgs, write_stats};
use crate::args::game::{GameArgs, VariantArgs};
use crate::args::run::RunArgs;
use crate::failure::Failure;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `lab ladder`.
#[derive(clap::Args, Debug)]
pub struct LadderArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Bots, separated by commas, the weaker first. In games with more than two sides, one bot of a pair
    /// plays one side and the other plays all the others.
    #[arg(long, value_name = "A,B")]
    bots: String,
    /// Maximum number of games per pair.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Each bot plays only the previous one in the list, instead of all others.
    #[arg(long)]
    adjacent_only: bool,
    /// Difference of strength to detect: a pair ends early once the second bot is shown to be stronger
    /// by this, or not stronger at all.
    #[arg(long, value_name = "ELO", default_value_t = 50.0)]
    margin: f64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    engines: EngineArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    format: Format,
}

/// Plays the bots against each other and prints the ranking.
///
/// # Errors
/// Returns an error if an argument is invalid or the run is stopped.
pub fn run(args: &LadderArgs, lang: Lang) -> Result<(), Failure> {
    let config = LadderConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        bots: args.bots.clone(),
        games: args.games,
        seed: args.seed,
        options: args.variant.options()?,
        components: args.variant.components()?,
        steps: args.adjacent_only,
        margin: args.margin,
        engines: args.engines.start()?,
    };
    let ladder = args.run.run(&config.game, &config, |control| lab::ladder(&config, control))?;
    args.format.print(&ladder, |out| print(&ladder, out, lang))
}

fn print(ladder: &Ladder, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let fair = percent(ladder.fair);
    writeln!(
        out,
        "{}",
        lang.pick("同じ強さなら {} %", "equal bots win {} %").replace("{}", &fair)
    )?;
    for pair in &ladder.pairs {
        let (low, high) = (percent(pair.share.low), percent(pair.share.high));
        let or_infinite = |end: Option<f64>, sign: &str| {
            end.map_or_else(|| sign.to_owned() + "∞", |elo| format!("{elo:+.0}"))
        };
        let verdict = match pair.verdict {
            Verdict::Better => lang.pick("より強い", "stronger"),
            Verdict::NotBetter => lang.pick("より強くはない", "not stronger"),
            Verdict::Open => lang.pick("まだ分からない", "not sure yet"),
        };
        writeln!(
            out,
            "  {} {} {}: {} % ({low}–{high}), Elo {} ({} … {}), {} {}: {verdict}",
            pair.bot,
            lang.pick("対", "against"),
            pair.against,
            percent(pair.share.share),
            or_infinite(pair.elo.elo, if pair.share.share > 0.5 { "+" } else { "−" }),
            or_infinite(pair.elo.low, "−"),
            or_infinite(pair.elo.high, "+"),
            pair.games,
            lang.pick("局", "games"),
        )?;
    }
    for (rank, place) in ladder.ranks.iter().zip(1..) {
        let half = rank.high - rank.elo;
        writeln!(out, "  {place}. {}: {:+.0} ± {half:.0} Elo", rank.bot, rank.elo)?;
    }
    write_stats(&ladder.engines, out, lang)
}
