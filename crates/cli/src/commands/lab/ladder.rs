//! `zashiki lab ladder`.

use std::io::Write;

use lab::{Ladder, LadderConfig, Verdict};

use crate::commands::long::Long;
use crate::commands::which::{Which, With};
use crate::commands::with_engines::{self, WithEngines};
use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::lang::Lang;

/// Arguments of `lab ladder`.
#[derive(clap::Args, Debug)]
pub struct LadderArgs {
    #[command(flatten)]
    which: Which,
    /// The bots, separated by commas, the weaker first. With more than two sides a bot plays one
    /// of them, and the bot that it meets all the others.
    #[arg(long, value_name = "A,B")]
    bots: String,
    /// Maximum number of games per pair.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Each bot plays only the one before it in the list.
    #[arg(long)]
    adjacent_only: bool,
    /// A pair ends early once it is certain that the bot is at least this much stronger, or not
    /// stronger at all.
    #[arg(long, value_name = "ELO", default_value_t = 50.0)]
    margin: f64,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    engines: WithEngines,
    #[command(flatten)]
    long: Long,
    /// Prints the figures as JSON.
    #[arg(long)]
    json: bool,
}

/// Ranks the bots.
pub fn run(args: &LadderArgs, lang: Lang) -> Result<(), Failure> {
    let contest = LadderConfig {
        game: args.which.game.clone(),
        seats: args.which.seats()?,
        bots: args.bots.clone(),
        games: args.games,
        seed: args.seed,
        options: args.with.options()?,
        components: args.with.components()?,
        steps: args.adjacent_only,
        margin: args.margin,
        engines: args.engines.start()?,
    };
    let ladder =
        args.long.run(&contest.game, &contest, |control| lab::ladder(&contest, control))?;
    if args.json { print_json(&ladder) } else { print(&ladder, lang) }
}

fn print(ladder: &Ladder, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let fair = percent(ladder.fair);
    writeln!(
        out,
        "{}",
        lang.pick("同じ強さなら {} %", "equal bots win {} %").replace("{}", &fair)
    )?;
    for pair in &ladder.pairs {
        let (low, high) = (percent(pair.share.low), percent(pair.share.high));
        let endless = |end: Option<f64>, sign: &str| {
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
            endless(pair.elo.elo, if pair.share.share > 0.5 { "+" } else { "−" }),
            endless(pair.elo.low, "−"),
            endless(pair.elo.high, "+"),
            pair.games,
            lang.pick("局", "games"),
        )?;
    }
    for (rank, place) in ladder.ranks.iter().zip(1..) {
        let half = rank.high - rank.elo;
        writeln!(out, "  {place}. {}: {:+.0} ± {half:.0} Elo", rank.bot, rank.elo)?;
    }
    with_engines::print(&ladder.engines, &mut out, lang)?;
    Ok(out.flush()?)
}
