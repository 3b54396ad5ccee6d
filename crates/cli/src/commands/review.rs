//! The command `zashiki review`: a bot's review of a record, with each player's mistakes.

use std::io::Write as _;
use std::path::PathBuf;

use bots::Review;

use crate::chances::{by_seat, change, percentage};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};
use crate::progress::with_bar;

/// Arguments of `review`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
    /// Bot that reviews, with its budget per decision, such as `ismcts:sims=200`; it must be a search.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    #[command(flatten)]
    format: Format,
}

/// Reviews the record, with a progress bar on a terminal.
///
/// # Errors
/// Returns an error if the file cannot be read, the record does not conform to the rules, or the bot
/// cannot review games.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let record = input::record(&args.record)?;
    let review = with_bar(|progress| {
        lab::review(&record, args.bot.as_deref(), &mut |finished, total| {
            progress(finished as u64, total as u64);
        })
    })?;
    args.format.print(&review, |out| print(&review, out, lang))
}

fn print(review: &Review, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    writeln!(out, "{} ({})", review.game, review.bot)?;
    writeln!(
        out,
        "{}",
        lang.pick("見込み(手数、手の後)", "Chances of winning (step, chances after it)")
    )?;
    for decision in &review.decisions {
        let label = lang.of(&decision.taken.label);
        let name = lang.of(&lab::seat_name(review.game, decision.seat)?).to_owned();
        let chances = by_seat(&decision.after, review.game, lang)?;
        writeln!(out, "{:>4}  {chances}  {name}: {label}", decision.step)?;
        if let Some(better) = &decision.better {
            let lost = percentage(decision.given_away());
            let (word, label) = (lang.pick("より良い手", "better"), lang.of(&better.choice.label));
            writeln!(out, "      {word} (+{lost}): {label}")?;
        }
    }
    if let Some(result) = &review.result {
        let chances = by_seat(result, review.game, lang)?;
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
        writeln!(
            out,
            "{name}: {} {}, {} {}, {} {}, {} {}, {} {}, {} {}",
            lang.pick("始め", "start"),
            percentage(account.start),
            lang.pick("自分の選択", "own decisions"),
            change(account.own),
            lang.pick("他の選択", "others' decisions"),
            change(account.others),
            lang.pick("運", "luck"),
            change(account.luck),
            lang.pick("その他", "rest"),
            change(account.rest),
            lang.pick("終わり", "end"),
            percentage(account.end),
        )?;
    }
    Ok(())
}
