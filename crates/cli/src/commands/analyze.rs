//! The command `zashiki analyze`: a bot's analysis of one decision, with the best actions and reasons.

use std::io::Write as _;
use std::path::PathBuf;

use bots::Advice;
use lab::AdviceRequest;
use zashiki_core::Seat;

use crate::chances::{by_seat, percentage};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `analyze`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a position or a record; `-` for standard input.
    file: PathBuf,
    /// Number of steps of the record to replay before the decision; without it all.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Seat that decides; without it the lowest seat to move.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Bot that analyzes, such as `ismcts:sims=2000`; it must be a search.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    #[command(flatten)]
    format: Format,
}

/// Analyzes the information state of the seat.
///
/// # Errors
/// Returns an error if the file cannot be read, the seat has no decision or the bot cannot analyze.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let request = AdviceRequest::from_json(&input::text(&args.file)?, args.at)?;
    let advice = lab::advise(&request, args.seat.map(Seat), args.bot.as_deref())?;
    args.format.print(&advice, |out| print(&advice, request.game(), out, lang))
}

fn print(advice: &Advice, game: &str, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let share = lang.pick("見込み", "chance");
    let name = lab::seat_name(game, advice.seat)?;
    let seat = lang.pick("、席", ", seat");
    writeln!(out, "{}{seat} {} ({})", lang.of(&name), advice.seat, advice.bot)?;
    for (advised, place) in advice.choices.iter().zip(1..) {
        let label = lang.of(&advised.choice.label);
        let chance = percentage(advised.chances.of(advice.seat));
        writeln!(out, "{place}. {label} ({})  {share} {chance}", advised.choice.action)?;
        if !advised.equal.is_empty() {
            let labels: Vec<&str> = advised.equal.iter().map(|it| lang.of(&it.label)).collect();
            let (same, comma) = (lang.pick("同じ良さ", "just as good"), lang.pick("、", "; "));
            writeln!(out, "   {same}: {}", labels.join(comma))?;
        }
        if !advised.plan.is_empty() {
            let labels: Vec<&str> = advised.plan.iter().map(|label| lang.of(label)).collect();
            writeln!(out, "   {}: {}", lang.pick("続き", "then"), labels.join(" → "))?;
        }
        writeln!(out, "   {}", lang.of(&advised.why))?;
        writeln!(out, "   {}", by_seat(&advised.chances, game, lang)?)?;
    }
    if advice.concealed {
        let mixed = lang.pick(
            "伏せて選ぶため、読まれないように混ぜるのがよく、一つの最善手はありません。",
            "This is a hidden decision: no single action is best; mix them to be unpredictable.",
        );
        writeln!(out, "{mixed}")?;
    }
    Ok(())
}
