//! Programs from outside that may be named among the bots.

use std::io::Write;

use external_engines::{EngineLimits, EngineStats, Engines, parse_engine};
use zashiki_core::{InputError, LocalizedText, text};

use crate::failure::Failure;
use crate::lang::Lang;

/// External engines, with their time limit and failure policy.
#[derive(clap::Args, Clone, Debug)]
pub struct WithEngines {
    /// Program that speaks the protocol of docs/reference/engines.md, and its name as a bot, such as
    /// `fish="python3 engine.py"`. Repeatable.
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// Time limit of an engine per decision.
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    engine_time: String,
    /// Action when an engine crashes, times out or sends an illegal move: lose, or replace=LEVEL for a
    /// bot of that level.
    #[arg(long, value_name = "lose|replace=LEVEL", default_value = "lose")]
    on_engine_failure: String,
}

/// The most processes of an engine: one for each seat of as many plays as there are threads.
const PROCESSES: usize = 4096;

impl WithEngines {
    /// Starts them.
    ///
    /// # Errors
    /// When one cannot be started, or a flag cannot be read.
    pub fn start(&self) -> Result<Engines, InputError> {
        let mut terms = EngineLimits { processes: PROCESSES, ..EngineLimits::default() };
        let wrong = |flag: &str, given: &str, expected: LocalizedText| -> InputError {
            let given: String = given.chars().take(40).collect();
            text!(
                "--{flag} に「{given}」は指定できません。指定できるのは、{expected}です。",
                "--{flag} cannot be \"{given}\"; it takes {expected}.",
                expected
            )
            .into()
        };
        terms
            .set_time(&self.engine_time)
            .map_err(|expected| wrong("engine-time", &self.engine_time, expected))?;
        terms
            .set_fault(&self.on_engine_failure)
            .map_err(|expected| wrong("on-engine-failure", &self.on_engine_failure, expected))?;
        let list: Vec<_> =
            self.engine.iter().map(|text| parse_engine(text)).collect::<Result<_, _>>()?;
        Engines::start(&list, &terms, &registry::ids())
    }
}

/// Prints the statistics of engines, one line each.
pub fn print(tallies: &[EngineStats], out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    for tally in tallies {
        writeln!(out, "  {}", lang.of(&tally.text()))?;
    }
    Ok(())
}
