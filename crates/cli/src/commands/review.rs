//! `zashiki review`.

use std::io::Write;
use std::path::PathBuf;

use bots::Review;

use crate::commands::analyze::{all, per_cent};
use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::progress::Bar;

/// Arguments of `review`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
    /// Bot that reviews, with its budget per decision, such as `ismcts:sims=200`.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Reviews the record, with a progress bar on a terminal.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let record = input::record(&args.record)?;
    let bar = Bar::new();
    let review = lab::review(&record, args.bot.as_deref(), &mut |done, of| {
        bar.set(done as u64, of as u64);
    });
    bar.clear();
    let review = review?;
    if args.json { print_json(&review) } else { print(&review, lang) }
}

fn print(review: &Review, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    writeln!(out, "{} ({})", review.game, review.bot)?;
    writeln!(out, "{}", lang.pick("見込み(手数、手の後)", "Chances (step, after it)"))?;
    for judged in &review.decisions {
        let taken = lang.of(&judged.taken.label);
        let name = lang.of(&lab::seat_name(review.game, judged.seat)?).to_owned();
        let chances = all(&judged.after, review.game, lang)?;
        writeln!(out, "{:>4}  {chances}  {name}: {taken}", judged.step)?;
        if let Some(better) = &judged.better {
            let lost = per_cent(judged.given_away());
            let (word, label) = (lang.pick("より良い手", "better"), lang.of(&better.choice.label));
            writeln!(out, "      {word} (+{lost}): {label}")?;
        }
    }
    if let Some(result) = &review.result {
        let chances = all(result, review.game, lang)?;
        writeln!(out, "{}: {chances}", lang.pick("結果", "Result"))?;
    }
    if !review.turning_points.is_empty() {
        writeln!(out, "{}", lang.pick("分かれ目", "Turning points"))?;
    }
    for turn in &review.turning_points {
        writeln!(out, "{:>4}  {}", turn.step, lang.of(&turn.text))?;
    }
    for account in &review.accounts {
        let name = lang.of(&lab::seat_name(review.game, account.seat)?).to_owned();
        let signed = |change: i32| format!("{:+.1} %", f64::from(change) / 10.0);
        writeln!(
            out,
            "{name}: {} {}, {} {}, {} {}, {} {}, {} {}, {} {}",
            lang.pick("始め", "start"),
            per_cent(account.start),
            lang.pick("自分の選択", "own decisions"),
            signed(account.own),
            lang.pick("他の選択", "others' decisions"),
            signed(account.others),
            lang.pick("運", "luck"),
            signed(account.luck),
            lang.pick("その他", "rest"),
            signed(account.rest),
            lang.pick("終わり", "end"),
            per_cent(account.end),
        )?;
    }
    Ok(out.flush()?)
}
