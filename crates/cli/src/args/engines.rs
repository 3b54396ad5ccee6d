//! External engines that a command can use as bots.

use std::io::Write;

use external_engines::{EngineLimits, EngineStats, Engines, parse_engine};
use zashiki_core::{InputError, LocalizedText, text};

use crate::failure::Failure;
use crate::lang::Lang;

/// External engines, with their time limit and failure policy.
#[derive(clap::Args, Clone, Debug)]
pub struct EngineArgs {
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

/// Upper limit for the number of processes per engine. It is more than the number of threads of a
/// machine times the number of seats of a game.
const PROCESSES: usize = 4096;

/// Maximum number of characters of an invalid value that an error message quotes.
const SHOWN: usize = 40;

impl EngineArgs {
    /// Starts the engines.
    ///
    /// # Errors
    /// Returns an error if a flag is invalid or an engine cannot be started.
    pub fn start(&self) -> Result<Engines, InputError> {
        let mut limits = EngineLimits { processes: PROCESSES, ..EngineLimits::default() };
        let (time, failure) = (&self.engine_time, &self.on_engine_failure);
        limits.set_time(time).map_err(|form| invalid("engine-time", time, &form))?;
        limits.set_fault(failure).map_err(|form| invalid("on-engine-failure", failure, &form))?;
        let list: Vec<_> =
            self.engine.iter().map(|text| parse_engine(text)).collect::<Result<_, _>>()?;
        Engines::start(&list, &limits, &registry::ids())
    }
}

/// The error for an invalid value `given` for a flag. `form` describes the expected form of a value.
pub fn invalid(flag: &str, given: &str, form: &LocalizedText) -> InputError {
    let given: String = given.chars().take(SHOWN).collect();
    text!(
        "--{flag} に「{given}」は指定できません。指定できるのは、{form}です。",
        "--{flag}: \"{given}\" is invalid; give {form}.",
        form
    )
    .into()
}

/// Prints the statistics of engines, one line each.
///
/// # Errors
/// Returns an error if the output cannot be written to.
pub fn write_stats(stats: &[EngineStats], out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    for engine in stats {
        writeln!(out, "  {}", lang.of(&engine.text()))?;
    }
    Ok(())
}
