//! `zashiki analyze`.

use std::io::Write;
use std::path::PathBuf;

use bots::{Advice, Chances};
use lab::AdviceRequest;
use zashiki_core::{InputError, Seat};

use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;

/// Arguments of `analyze`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a position or record; `-` for standard input.
    file: PathBuf,
    /// Number of steps of the record to replay first; without it all.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Seat that decides; without it the lowest seat to move.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Bot that analyzes, such as `ismcts:sims=2000`; it must be a search.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Analyzes the information state of the seat.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let asked = AdviceRequest::from_json(&input::text(&args.file)?, args.at)?;
    let advice = lab::advise(&asked, args.seat.map(Seat), args.bot.as_deref())?;
    if args.json { print_json(&advice) } else { print(&advice, asked.game(), lang) }
}

fn print(advice: &Advice, game: &str, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    let share = lang.pick("見込み", "chance");
    let called = lab::seat_name(game, advice.seat)?;
    let seat = lang.pick("、席", ", seat");
    writeln!(out, "{}{seat} {} ({})", lang.of(&called), advice.seat, advice.bot)?;
    for (advised, place) in advice.choices.iter().zip(1..) {
        let label = lang.of(&advised.choice.label);
        let chance = per_cent(advised.chances.of(advice.seat));
        writeln!(out, "{place}. {label} ({})  {share} {chance}", advised.choice.action)?;
        writeln!(out, "   {}", lang.of(&advised.why))?;
        writeln!(out, "   {}", all(&advised.chances, game, lang)?)?;
    }
    if advice.concealed {
        let mixed = lang.pick(
            "伏せて選ぶため、読まれないように混ぜるのがよく、一つの最善手はありません。",
            "It is chosen in secret: mix your choices; no single one is best.",
        );
        writeln!(out, "{mixed}")?;
    }
    Ok(out.flush()?)
}

/// Thousandths as per cent.
pub(super) fn per_cent(thousandths: i32) -> String {
    format!("{:.1} %", f64::from(thousandths) / 10.0)
}

/// Everybody's chances, each seat called as the game calls it.
///
/// # Errors
/// When there is no such game.
pub(super) fn all(chances: &Chances, game: &str, lang: Lang) -> Result<String, InputError> {
    let each = chances.by_seat().iter().zip(0..).map(|(chance, seat)| {
        let called = lab::seat_name(game, Seat(seat))?;
        Ok(format!("{} {}", lang.of(&called), per_cent(*chance)))
    });
    Ok(each.collect::<Result<Vec<_>, InputError>>()?.join(", "))
}
