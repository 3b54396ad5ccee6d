//! `zashiki replay`.

use std::io::Write;
use std::path::PathBuf;

use lab::Replayed;
use zashiki_core::DescribedEvent;

use crate::commands::{out, print_json};
use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;

/// Arguments of `replay`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
    /// Prints the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Replays a record and shows every step.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let replayed = lab::replay(&input::record(&args.record)?)?;
    if args.json { print_json(&replayed) } else { print(&replayed, lang) }
}

fn print(replayed: &Replayed, lang: Lang) -> Result<(), Failure> {
    let mut out = out();
    let tell = |out: &mut dyn Write, events: &[DescribedEvent]| -> std::io::Result<()> {
        for event in events {
            let rule = event.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            writeln!(out, "      {}{rule}", lang.of(&event.text))?;
        }
        Ok(())
    };
    writeln!(out, "{} {}", replayed.game, replayed.options)?;
    tell(&mut out, &replayed.opening)?;
    for step in &replayed.steps {
        let (name, label) = (lang.of(&step.name), lang.of(&step.label));
        writeln!(out, "{:>4}  {name}: {label} ({})", step.step, step.action)?;
        tell(&mut out, &step.events)?;
    }
    match &replayed.outcome {
        None => writeln!(out, "{}", lang.pick("対局は続いています。", "The game goes on."))?,
        Some(ended) => {
            let scores: Vec<String> = ended.scores.iter().map(ToString::to_string).collect();
            writeln!(out, "{} ({})", lang.of(&ended.text), scores.join(":"))?;
        }
    }
    for line in replayed.deal.iter().flat_map(|deal| &deal.text) {
        writeln!(out, "{}", lang.of(line))?;
    }
    Ok(out.flush()?)
}
