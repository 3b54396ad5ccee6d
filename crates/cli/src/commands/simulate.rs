//! The command `zashiki simulate`: plays games between bots and reports statistics.

use std::io::Write as _;
use std::path::PathBuf;

use lab::{Length, Output, Report, Share, SimulateConfig, Unfinished, Won};

use crate::args::engines::{EngineArgs, write_stats};
use crate::args::game::{GameArgs, VariantArgs};
use crate::args::games_out::GamesOut;
use crate::args::run::ThreadArgs;
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `simulate`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games.
    #[arg(long, value_name = "K", default_value_t = 1000)]
    games: u64,
    /// Bots, separated by commas: one for each seat in order, or one for all. A bot's settings follow its
    /// name after colons, such as `greedy,ismcts:sims=500`.
    #[arg(long, value_name = "A,B", default_value = "random")]
    bots: String,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    variant: VariantArgs,
    /// File for the record of the last game; an existing file is replaced.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Plays each deal once per seat, with the bots moved by one seat each time.
    #[arg(long)]
    rotate_seats: bool,
    #[command(flatten)]
    engines: EngineArgs,
    #[command(flatten)]
    games_out: GamesOut,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    format: Format,
}

/// Simulates games and prints the statistics.
///
/// # Errors
/// Returns an error if an argument is invalid, a file cannot be read or written, or the run is stopped.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    args.games_out.check()?;
    let config = SimulateConfig {
        game: args.game.game.clone(),
        seats: args.game.seats()?,
        games: args.games,
        bots: args.bots.clone(),
        seed: args.seed,
        options: args.variant.options()?,
        components: args.variant.components()?,
        rotate: args.rotate_seats,
        engines: args.engines.start()?,
    };
    let mut file = args.games_out.open()?;
    let output = file.as_mut().map(|file| Output {
        sheet: &mut *file.sheet,
        decisions: file.decisions,
        held: std::mem::take(&mut file.games),
    });
    let simulated = args.threads.run(|control| lab::simulate(&config, output, control));
    let simulated = simulated.map_err(|unfinished| match unfinished {
        Unfinished::Refused(error) => error,
        Unfinished::Unwritten(error) => args.games_out.not_written(&error),
        Unfinished::Stopped(games) => args.games_out.stopped(games),
    })?;
    drop(file);
    args.games_out.finish()?;
    args.format.print(&simulated.report, |out| print(&simulated.report, out, lang))?;
    if let (Some(path), Some(last)) = (&args.record, &simulated.last) {
        input::save(path, last)?;
    }
    Ok(())
}

fn print(report: &Report, out: &mut Out, lang: Lang) -> Result<(), Failure> {
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
    let named = |won: &[Won], name: &dyn Fn(usize) -> String| -> Vec<(String, Share)> {
        won.iter().enumerate().map(|(at, won)| (name(at), won.portion)).collect()
    };
    let order =
        |at: usize| lang.pick("手番順", "turn order").to_owned() + " " + &(at + 1).to_string();
    let bots = named(&report.by_bot, &|at| report.bots[at].clone());
    for (name, Share { share, low, high }) in
        named(&report.by_order, &order).into_iter().chain(bots)
    {
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        let won = lang.pick("勝ちの割合", "share of the wins");
        writeln!(out, "  {name}: {won} {share:.1} % ({low:.1}–{high:.1})")?;
    }
    if report.shared > 0 {
        let shared = lang.pick(
            "うち勝利を分け合った対局(それぞれの席の勝ちに数えています)",
            "games won by several seats together (each counts as a win of every one of them)",
        );
        writeln!(out, "  {shared}: {} ({:.1} %)", report.shared, share(report.shared))?;
    }
    let draws = lang.pick("勝者なし", "no winner");
    writeln!(out, "  {draws}: {} ({:.1} %)", report.draws, share(report.draws))?;
    for (reason, count) in &report.end_reasons {
        let word = lang.pick("終わり方", "ended by");
        writeln!(out, "  {word} {reason}: {count} ({:.1} %)", share(*count))?;
    }
    let (min, median, max) = (report.length.min, report.length.median, report.length.max);
    let length = lang.pick("手数(最少/中央/最多)", "length (min/median/max)");
    writeln!(out, "  {length}: {min}/{median}/{max}")?;
    let Length { min, median, max } = report.turns;
    let turns = lang.pick("手番数(最少/中央/最多)", "turns (min/median/max)");
    writeln!(out, "  {turns}: {min}/{median}/{max}")?;
    write_stats(&report.engines, out, lang)
}
