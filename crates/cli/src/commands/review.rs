//! The command `zashiki review`: a bot's review of a record, with each player's mistakes.

use std::io::Write as _;
use std::path::PathBuf;

use bots::{Advised, Review};
use zashiki_core::{Seat, plural};

use crate::chances::{by_seat, change, percentage, points};
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
    args.format.print(&review, |out| print(&review, &record.names, out, lang))
}

/// Number of large errors that are shown before the course of the game.
const SHOWN_ERRORS: usize = 5;

fn print(review: &Review, names: &[String], out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let name = lang.of(&lab::game_name(review.game)?).to_owned();
    let by = lang.pick("見積もったボット: ", "estimates by ");
    writeln!(out, "{name} — {by}{}", review.bot)?;
    print_players(review, names, out, lang)?;
    print_errors(review, out, lang)?;
    print_seats(review, out, lang)?;
    let between = if review.levels_differ {
        lang.pick(
            "見込み(手数、手の後。ボットのレベルの差も含む)",
            "Chances of winning (step, chances after it), with the measured difference between the bots' levels",
        )
    } else {
        lang.pick(
            "見込み(手数、手の後。実力が同じ相手どうしの場合)",
            "Chances of winning (step, chances after it), between players of equal strength",
        )
    };
    writeln!(out, "{between}")?;
    for decision in &review.decisions {
        let label = lang.of(&decision.taken.label);
        let name = lang.of(&lab::seat_name(review.game, decision.seat)?).to_owned();
        let chances = by_seat(&decision.after, review.game, lang)?;
        writeln!(out, "{:>4}  {chances}  {name}: {label}", decision.step)?;
        if let Some(better) = &decision.better {
            let lost = points(decision.given_away(), lang);
            let word = lang.pick("より良い手", "better");
            writeln!(out, "      {word} (+{lost}): {}", whole(better, lang))?;
        }
    }
    if let Some(result) = &review.result {
        let chances = by_seat(result, review.game, lang)?;
        writeln!(out, "{}: {chances}", lang.pick("結果", "Result"))?;
    }
    if !review.turning_points.is_empty() {
        let heading = lang.pick("見込みが大きく動いた場面", "Largest swings of the chances");
        writeln!(out, "{heading}")?;
    }
    for turn in &review.turning_points {
        writeln!(out, "{:>4}  {}", turn.step, lang.of(&turn.text))?;
    }
    if !review.accounts.is_empty() {
        let heading = lang
            .pick("見込みの増減の内訳(ポイント)", "Where each chance went (in percentage points)");
        writeln!(out, "{heading}")?;
        let terms = lang.pick(
            "      運は、引いた札や目、明かされた札による増減です。±は、選択と運に分けるときの標準誤差です。説明できない分は、何も引かれず明かされもしないのに出た、見積もりの誤差に収まる増減です。",
            "      luck: by draws, dice and what was revealed; ±: the standard error of the division between decisions and luck;\n      not explained: nothing was drawn or revealed, and the change is within the error of the estimates",
        );
        writeln!(out, "{terms}")?;
    }
    for account in &review.accounts {
        let name = lang.of(&lab::seat_name(review.game, account.seat)?).to_owned();
        writeln!(
            out,
            "{name}: {} {}, {} {}, {} {} (± {:.1}), {} {}, {} {}",
            lang.pick("始め", "start"),
            percentage(account.start),
            lang.pick("全員の選択", "everybody's decisions"),
            change(account.decided),
            lang.pick("運", "luck"),
            change(account.luck),
            f64::from(account.error) / 10.0,
            lang.pick("説明できない分", "not explained"),
            change(account.rest),
            lang.pick("終わり", "end"),
            percentage(account.end),
        )?;
    }
    Ok(())
}

/// Writes who played which seat, as far as the record has names; those of levels in the language.
fn print_players(
    review: &Review,
    names: &[String],
    out: &mut Out,
    lang: Lang,
) -> Result<(), Failure> {
    let mut players = Vec::new();
    for (name, seat) in names.iter().zip((0..).map(Seat)).filter(|(name, _)| !name.is_empty()) {
        let level = bots::KINDS.iter().find(|kind| kind.id == name);
        let player = level.map_or(name.as_str(), |kind| lang.of(&kind.name));
        let player = player.replace(char::is_control, " ");
        let seat = lab::seat_name(review.game, seat)?;
        players.push(format!("{} {player}", lang.of(&seat)));
    }
    if players.is_empty() {
        return Ok(());
    }
    let (heading, comma) = (lang.pick("対局者", "Players"), lang.pick("、", ", "));
    writeln!(out, "{heading}: {}", players.join(comma))?;
    Ok(())
}

/// Writes the decisions that lost the most, the largest first.
fn print_errors(review: &Review, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let errors = review.large_errors();
    if errors.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", lang.pick("大きな失敗", "Largest errors"))?;
    for decision in errors.into_iter().take(SHOWN_ERRORS) {
        let name = lang.of(&lab::seat_name(review.game, decision.seat)?).to_owned();
        let (label, lost) = (lang.of(&decision.taken.label), points(decision.given_away(), lang));
        writeln!(out, "{:>4}  {name}: {label} (-{lost})", decision.step)?;
        if let Some(drawback) = &decision.drawback {
            writeln!(out, "      {}", lang.of(drawback))?;
        }
        if let Some(better) = &decision.better {
            let (word, why) = (lang.pick("より良い手", "better"), lang.of(&better.why));
            writeln!(out, "      {word}: {} — {}", whole(better, lang), why)?;
        }
    }
    Ok(())
}

/// Writes each seat's accuracy, mean loss and number of large errors.
fn print_seats(review: &Review, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    for account in &review.accounts {
        let Some(accuracy) = account.accuracy else { continue };
        let name = lang.of(&lab::seat_name(review.game, account.seat)?).to_owned();
        let (accuracy, loss) = (f64::from(accuracy) / 10.0, points(account.mean_loss, lang));
        let (errors, count) = (account.large_errors, account.decisions);
        let said = match lang {
            Lang::Ja => format!(
                "{name}: 正確さ {accuracy:.1}、1回の選択で失う見込み {loss}(選択{count}回)、大きな失敗{errors}回"
            ),
            Lang::En => format!(
                "{name}: accuracy {accuracy:.1}, mean loss {loss} in {}, {}",
                plural(count as u64, "decision", "decisions").en,
                plural(errors as u64, "large error", "large errors").en,
            ),
        };
        writeln!(out, "{said}")?;
    }
    Ok(())
}

/// The label of an action, with the further decisions of its plan.
fn whole(advised: &Advised, lang: Lang) -> String {
    let first = [lang.of(&advised.choice.label)].into_iter();
    let labels: Vec<&str> = first.chain(advised.plan.iter().map(|label| lang.of(label))).collect();
    labels.join(" → ")
}
