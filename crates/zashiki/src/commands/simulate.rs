//! `zashiki simulate`.

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use lab::{Plan, Report};

use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;

/// What to simulate.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game's id (see `zashiki games`).
    game: String,
    /// How many seats; otherwise the fewest the game is played with.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many games.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// The bots, separated by commas: one for each seat in order, or one for all. A bot's
    /// settings follow it after colons, as in `greedy,ismcts:sims=500`.
    #[arg(long, value_name = "A,B", default_value = "random")]
    bots: String,
    /// Everything random follows from this number.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Options of the game as a JSON object; those left out have their defaults.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
    /// A components file to play with in place of the game's own.
    #[arg(long, value_name = "FILE")]
    components: Option<PathBuf>,
    /// Saves the record of the last game.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many threads to use; otherwise one for each core. Does not change the counts.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Prints the figures as JSON.
    #[arg(long)]
    json: bool,
}

/// Simulates, with a progress bar while a person watches.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let plan = Plan {
        game: args.game.clone(),
        seats: match args.seats {
            Some(seats) => seats,
            None => lab::seats_of(&args.game)?,
        },
        games: args.games,
        bots: args.bots.clone(),
        seed: args.seed,
        options: input::options(args.options.as_deref())?,
        components: args.components.as_deref().map(input::text).transpose()?,
        threads: args.threads,
    };
    // Hidden by itself when the standard error is not a terminal.
    let bar = ProgressBar::new(args.games);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} ({per_sec}, {eta})")
            .expect("the template is well formed"),
    );
    let simulated = lab::simulate(&plan, &|finished| bar.set_position(finished));
    bar.finish_and_clear();
    let simulated = simulated?;
    if args.json {
        print_json(&simulated.report)?;
    } else {
        print(&simulated.report, lang)?;
    }
    if let Some(path) = &args.record {
        input::save(path, &simulated.last)?;
    }
    Ok(())
}

fn print(report: &Report, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    let share = |count: u64| 100.0 * count as f64 / report.games as f64;
    writeln!(
        out,
        "{}: {} {}, {} {} ({:.0} {})",
        report.game,
        report.games,
        lang.pick("局", "games"),
        report.decisions,
        lang.pick("手", "decisions"),
        report.decisions_per_s,
        lang.pick("手/秒", "decisions/s"),
    )?;
    let seats = report.wins.iter().zip(&report.win_shares).zip(&report.bots);
    for (seat, ((wins, won), bot)) in seats.enumerate() {
        let (seat_word, wins_word) = (lang.pick("席", "seat"), lang.pick("勝", "wins"));
        let (share, low, high) = (100.0 * won.share, 100.0 * won.low, 100.0 * won.high);
        let interval = lang.pick("95 %信頼区間", "95 % interval");
        writeln!(
            out,
            "  {seat_word} {seat} ({bot}): {wins} {wins_word} ({share:.1} %, {interval} {low:.1}–{high:.1})"
        )?;
    }
    if report.shared > 0 {
        let shared = lang.pick(
            "うち勝利を分け合った対局(それぞれの席の勝ちに数えています)",
            "of these, won by several seats together (each counts as a win of every one of them)",
        );
        writeln!(out, "  {shared}: {} ({:.1} %)", report.shared, share(report.shared))?;
    }
    let nobody = lang.pick("勝者なし", "nobody won");
    writeln!(out, "  {nobody}: {} ({:.1} %)", report.draws, share(report.draws))?;
    for (reason, count) in &report.end_reasons {
        let word = lang.pick("終わり方", "ended by");
        writeln!(out, "  {word} {reason}: {count} ({:.1} %)", share(*count))?;
    }
    let (min, median, max) = (report.length.min, report.length.median, report.length.max);
    let length = lang.pick("手数(最少/中央/最多)", "length (min/median/max)");
    writeln!(out, "  {length}: {min}/{median}/{max}")?;
    Ok(out.flush()?)
}
