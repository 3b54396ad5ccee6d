//! The command `zashiki replay`: verifies a record and shows every step.

use std::io::Write as _;
use std::path::PathBuf;

use lab::Replayed;
use zashiki_core::DescribedEvent;

use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output::{Format, Out};

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
    #[command(flatten)]
    format: Format,
}

/// Replays a record and shows every step.
///
/// # Errors
/// Returns an error if the file cannot be read or the record does not conform to the rules.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let replayed = lab::replay(&input::record(&args.record)?)?;
    args.format.print(&replayed, |out| print(&replayed, out, lang))
}

fn print(replayed: &Replayed, out: &mut Out, lang: Lang) -> Result<(), Failure> {
    let describe = |out: &mut Out, events: &[DescribedEvent]| -> std::io::Result<()> {
        for event in events {
            let rule = event.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            writeln!(out, "      {}{rule}", lang.of(&event.text))?;
        }
        Ok(())
    };
    writeln!(out, "{} {}", replayed.game, replayed.options)?;
    describe(out, &replayed.opening)?;
    for step in &replayed.steps {
        let (name, label) = (lang.of(&step.name), lang.of(&step.label));
        writeln!(out, "{:>4}  {name}: {label} ({})", step.step, step.action)?;
        describe(out, &step.events)?;
    }
    match &replayed.outcome {
        None => writeln!(out, "{}", lang.pick("対局は続いています。", "The game is not over."))?,
        Some(outcome) => {
            let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
            writeln!(out, "{} ({})", lang.of(&outcome.text), scores.join(":"))?;
        }
    }
    for line in replayed.deal.iter().flat_map(|deal| &deal.text) {
        writeln!(out, "{}", lang.of(line))?;
    }
    Ok(())
}
