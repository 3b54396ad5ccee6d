//! `zashiki engine`.

use std::io::{BufReader, Write};

use external_engines::{CheckOptions, EngineLimits, START, ServeOptions, check, serve};
use zashiki_core::{InputError, LocalizedText, text};

use crate::commands::out;
use crate::failure::Failure;
use crate::lang::Lang;
use crate::version;

/// Arguments of `engine`.
#[derive(clap::Args, Debug)]
pub struct EngineArgs {
    /// The bot that plays; the host can choose another with the option `bot`. The host's time limit applies.
    #[arg(long, value_name = "BOT", default_value = "ismcts:time=1s")]
    bot: String,
    /// Random seed of the bot.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Checks that another program follows the protocol: a command, quoted as for a shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "bot")]
    check: Option<String>,
    /// Games to check it with; without it all that it plays. Repeatable.
    #[arg(long, value_name = "GAME", requires = "check")]
    game: Vec<String>,
    /// Time limit per decision during the check.
    #[arg(long, value_name = "SECONDS", default_value = "1", requires = "check")]
    engine_time: String,
}

/// Plays as an engine, or checks one.
pub fn run(args: &EngineArgs, lang: Lang) -> Result<(), Failure> {
    if let Some(command) = &args.check {
        return look(args, command, lang);
    }
    bots::Spec::parse(&args.bot)?;
    let version = version::PROGRAM.to_owned();
    let options = ServeOptions { bot: args.bot.clone(), seed: args.seed, version };
    let mut input = BufReader::new(std::io::stdin());
    Ok(serve(&registry::engine_hosts(), &options, &mut input, &mut std::io::stdout())?)
}

fn look(args: &EngineArgs, command: &str, lang: Lang) -> Result<(), Failure> {
    let mut terms = EngineLimits::default();
    terms.set_time(&args.engine_time).map_err(|expected| {
        let given: String = args.engine_time.chars().take(40).collect();
        InputError::from(text!(
            "--engine-time に「{given}」は指定できません。指定できるのは、{expected}です。",
            "--engine-time cannot be \"{given}\"; it takes {expected}.",
            expected
        ))
    })?;
    // Under a name only to be read alike.
    let (_, command) = external_engines::parse_engine(&format!("check={command}"))?;
    let time = terms.time;
    let (games, seed) = (args.game.clone(), args.seed);
    let options = CheckOptions { command, games, time, start: START, seed };
    let mut out = out();
    let (mut kept, mut all, mut unheard) = (0, 0, None);
    let introduction = check(&registry::engine_hosts(), &options, &mut |result| {
        all += 1;
        kept += usize::from(result.violation.is_none());
        let what = lang.of(&result.requirement);
        let said = match &result.violation {
            None => writeln!(out, "ok    {what}"),
            Some(fault) => writeln!(out, "FAIL  {what}: {}", lang.of(fault)),
        };
        // Each line when it is known: a whole play takes a while.
        if let Err(error) = said.and_then(|()| out.flush()) {
            unheard.get_or_insert(error);
        }
    })?;
    if let Some(error) = unheard {
        return Err(error.into());
    }
    if let Some(introduction) = introduction {
        let (name, author) = (introduction.name, introduction.author);
        writeln!(out, "{name}{}{author}", if author.is_empty() { "" } else { ", " })?;
    }
    out.flush()?;
    if kept == all {
        return Ok(());
    }
    let broken = all - kept;
    Err(Failure::Said(said(broken, all)))
}

fn said(broken: usize, all: usize) -> LocalizedText {
    text!(
        "{all}項目のうち{broken}項目が守られていません。docs/reference/engines.md を見てください。",
        "{broken} of {all} checks failed; docs/reference/engines.md describes the protocol."
    )
}
