//! Programs from outside that may be named among the bots.

use std::io::Write;

use external_engines::{EngineLimits, EngineStats, Engines, named};
use zashiki_core::{InputError, LocalizedText, text};

use crate::failure::Failure;
use crate::lang::Lang;

/// Which programs, on which terms.
#[derive(clap::Args, Clone, Debug)]
pub struct WithEngines {
    /// A program that speaks the protocol of docs/reference/engines.md, and a name under which it is then one of
    /// the bots, as in `fish="python3 engine.py"`. May be given several times.
    #[arg(long, value_name = "NAME=COMMAND")]
    engine: Vec<String>,
    /// How long an engine may take for each decision.
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    engine_time: String,
    /// What becomes of the seat of an engine that ends, is late or answers with nonsense: lose, or
    /// replace=LEVEL, by which a bot goes on.
    #[arg(long, value_name = "lose|replace=LEVEL", default_value = "lose")]
    engine_fault: String,
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
            .set_fault(&self.engine_fault)
            .map_err(|expected| wrong("engine-fault", &self.engine_fault, expected))?;
        let list: Vec<_> = self.engine.iter().map(|text| named(text)).collect::<Result<_, _>>()?;
        Engines::start(&list, &terms, &registry::ids())
    }
}

/// Says what engines have done, a line for each.
pub fn print(tallies: &[EngineStats], out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    for tally in tallies {
        writeln!(out, "  {}", lang.of(&tally.text()))?;
    }
    Ok(())
}
