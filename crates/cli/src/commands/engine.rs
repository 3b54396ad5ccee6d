//! The command `zashiki engine`: plays as an external engine, or checks another engine.

use std::io::{BufReader, Write as _};

use external_engines::{
    CheckOptions, CheckResult, EngineLimits, Introduction, START, ServeOptions, check, serve,
};
use serde::Serialize;
use zashiki_core::{LocalizedText, text};

use crate::args::engines::invalid;
use crate::failure::Failure;
use crate::lang::Lang;
use crate::output::{self, Format, Out};
use crate::version;

/// Arguments of `engine`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Bot that plays; the host can choose another with the option `bot`. The host's time limit applies.
    #[arg(long, value_name = "BOT", default_value = "ismcts:time=1s")]
    bot: String,
    /// Random seed of the bot.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Checks whether another program conforms to the protocol: its command, quoted as for a shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "bot")]
    check: Option<String>,
    /// Game for the check; without it all games of the program. Repeatable.
    #[arg(long, value_name = "GAME", requires = "check")]
    game: Vec<String>,
    /// Time limit per decision during the check.
    #[arg(long, value_name = "SECONDS", default_value = "1", requires = "check")]
    engine_time: String,
    #[arg(long, requires = "check", help = Format::HELP)]
    json: bool,
}

/// The result of `--check`, as `--json` prints it.
#[derive(Serialize)]
struct Report {
    /// Name and author of the engine; `None` if it did not introduce itself.
    engine: Option<Author>,
    checks: Vec<Check>,
}

#[derive(Serialize)]
struct Author {
    name: String,
    author: String,
}

/// One requirement of the engine protocol, and its violation, if there is one.
#[derive(Serialize)]
struct Check {
    requirement: LocalizedText,
    violation: Option<LocalizedText>,
}

/// Runs a bot as an external engine, or checks that another engine conforms to the protocol.
///
/// # Errors
/// Returns an error if an argument is invalid, or the checked program violates the protocol.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if let Some(command) = &args.check {
        return check_engine(args, command, lang);
    }
    bots::Spec::parse(&args.bot)?;
    let version = version::PROGRAM.to_owned();
    let options = ServeOptions { bot: args.bot.clone(), seed: args.seed, version };
    let mut input = BufReader::new(std::io::stdin());
    Ok(serve(&registry::engine_hosts(), &options, &mut input, &mut std::io::stdout())?)
}

fn check_engine(args: &Args, command: &str, lang: Lang) -> Result<(), Failure> {
    let mut limits = EngineLimits::default();
    let time = &args.engine_time;
    limits.set_time(time).map_err(|form| invalid("engine-time", time, &form))?;
    // The name is only for the parser.
    let (_, command) = external_engines::parse_engine(&format!("check={command}"))?;
    let (time, games, seed) = (limits.time, args.game.clone(), args.seed);
    let options = CheckOptions { command, games, time, start: START, seed };
    let (checks, violations) = if args.json {
        let mut checks = Vec::new();
        let engine = check(&registry::engine_hosts(), &options, &mut |result| {
            let CheckResult { requirement, violation } = result.clone();
            checks.push(Check { requirement, violation });
        })?;
        let author = |engine: Introduction| Author { name: engine.name, author: engine.author };
        let report = Report { engine: engine.map(author), checks };
        output::json(&report)?;
        let violations = report.checks.iter().filter(|check| check.violation.is_some()).count();
        (report.checks.len(), violations)
    } else {
        let mut counts = (0, 0);
        output::write(|out| {
            counts = check_in_lines(&options, out, lang)?;
            Ok(())
        })?;
        counts
    };
    if violations == 0 {
        return Ok(());
    }
    Err(Failure::Message(text!(
        "{checks}項目のうち{violations}項目が守られていません。docs/reference/engines.md を見てください。",
        "{violations} of {checks} checks failed; docs/reference/engines.md describes the protocol."
    )))
}

/// Runs the checks and prints each as soon as it is finished, because a check can take as long as a
/// game. Returns the number of checks and the number of violations.
fn check_in_lines(
    options: &CheckOptions,
    out: &mut Out,
    lang: Lang,
) -> Result<(usize, usize), Failure> {
    let (mut checks, mut violations, mut unwritten) = (0, 0, None);
    let mut print = |result: &CheckResult| {
        checks += 1;
        violations += usize::from(result.violation.is_some());
        let requirement = lang.of(&result.requirement);
        let written = match &result.violation {
            None => writeln!(out, "ok    {requirement}"),
            Some(violation) => writeln!(out, "FAIL  {requirement}: {}", lang.of(violation)),
        };
        if let Err(error) = written.and_then(|()| out.flush()) {
            unwritten.get_or_insert(error);
        }
    };
    let engine = check(&registry::engine_hosts(), options, &mut print)?;
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    if let Some(Introduction { name, author, .. }) = engine {
        writeln!(out, "{name}{}{author}", if author.is_empty() { "" } else { ", " })?;
    }
    Ok((checks, violations))
}
