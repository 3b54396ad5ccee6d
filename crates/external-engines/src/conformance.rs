//! Conformance test: checks that an engine follows the protocol.

use std::time::{Duration, Instant};

use zashiki_core::{InputError, LocalizedText, text};

use crate::engine::Engine;
use crate::error::cannot_start;
use crate::host::{Games, find, ids};
use crate::limits::EngineLimits;
use crate::process::{Process, ReadError};
use crate::protocol::{Introduction, NewGame, ToEngine, VERSION};
use crate::requests::{diagnose, introduce, request_action, start_game};

/// Time an engine has to exit after `quit`, or after its input is closed.
const EXIT: Duration = Duration::from_secs(3);

/// The engine to test, the games and the time limits.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The ids of the games to play; empty for all that the engine plays.
    pub games: Vec<String>,
    /// Time limit of each decision.
    pub time: Duration,
    /// Time limit for the introduction, and for the preparation of a game; usually [`START`](crate::START).
    pub start: Duration,
    /// RNG seed of the deals and of the random choices.
    pub seed: u64,
}

/// Result of checking one requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckResult {
    /// The requirement of the protocol, as a text for people.
    pub requirement: LocalizedText,
    /// A description of the violation; `None` if the engine meets the requirement.
    pub violation: Option<LocalizedText>,
}

/// Checks one requirement after the other and passes each result to `report`. Returns the introduction of the
/// engine, or `None` if it did not introduce itself.
///
/// # Errors
/// Returns an error if a game to play is unknown.
pub fn check(
    games: Games<'_>,
    options: &CheckOptions,
    report: &mut dyn FnMut(&CheckResult),
) -> Result<Option<Introduction>, InputError> {
    for game in &options.games {
        find(games, game)?;
    }
    let mut report = |requirement: LocalizedText, result: Result<(), LocalizedText>| {
        report(&CheckResult { requirement, violation: result.err() })
    };
    // Errors of `Engine::start` advise to run this check, so its first steps are done here before.
    if let Err(violation) = start(options) {
        report(introduces(), Err(violation));
        return Ok(None);
    }
    let limits = EngineLimits { time: options.time, ..EngineLimits::default() };
    let engine =
        Engine::start("check", options.command.clone(), limits, &ids(games).collect::<Vec<_>>());
    let engine = match engine {
        Ok(engine) => engine,
        Err(error) => {
            report(introduces(), Err(error.text().clone()));
            return Ok(None);
        }
    };
    let introduction = engine.introduction().clone();
    report(introduces(), Ok(()));
    report(
        LocalizedText::fixed(
            "知らない言葉は読み飛ばす",
            "it ignores messages that it does not know",
        ),
        ignores_unknown(games, options, &introduction),
    );
    let played: Vec<&str> = match options.games.is_empty() {
        true => ids(games).filter(|id| introduction.plays(id)).collect(),
        false => options.games.iter().map(String::as_str).collect(),
    };
    for game in played {
        let game = find(games, game)?;
        let (min, max) = game.info().seats;
        for seats in min..=max {
            let requirement = text!(
                "「{id}」を{seats}席で、終わりまで指す",
                "it plays a complete game of {id} with {seats} seats",
                id = game.info().id
            );
            report(requirement, game.play_against_random(&engine, seats, options.seed));
        }
    }
    report(
        LocalizedText::fixed(
            "一つの局面に何度でも答える",
            "it answers two requests for one position",
        ),
        answers_twice(games, options, &introduction),
    );
    report(LocalizedText::fixed("quit で終わる", "it exits on `quit`"), exits(options, true));
    report(
        LocalizedText::fixed("入力が閉じられると終わる", "it exits when its input is closed"),
        exits(options, false),
    );
    Ok(Some(introduction))
}

fn introduces() -> LocalizedText {
    LocalizedText::fixed("名乗って、準備ができる", "it introduces itself and is ready")
}

/// Starts a process of the engine and reads its introduction.
fn start(options: &CheckOptions) -> Result<Process, LocalizedText> {
    let process = Process::start(&options.command);
    let mut process = process.map_err(|error| {
        let program = options.command.first().map(String::as_str).unwrap_or_default();
        cannot_start("check", program, &error)
    })?;
    match introduce(&process, options.start) {
        Ok(_) => Ok(process),
        Err(error) => {
            let why = diagnose(error, &mut process).why;
            Err(text!(
                "{why}。エンジンは「zashiki {VERSION}」という行に「ready」と答え、「quit」を受け取るまで動き続けます",
                "{why}; an engine answers the line \"zashiki {VERSION}\" with \"ready\" and runs until it receives \"quit\"",
                why
            ))
        }
    }
}

/// The new-game message of the first game that the engine plays, for the first seat to decide, and its
/// position as JSON.
fn first_position(
    games: Games<'_>,
    introduction: &Introduction,
) -> Result<(NewGame, String), InputError> {
    let played = games.iter().find(|game| introduction.plays(game.info().id));
    played.unwrap_or(&games[0]).first_position()
}

fn ignores_unknown(
    games: Games<'_>,
    options: &CheckOptions,
    introduction: &Introduction,
) -> Result<(), LocalizedText> {
    let mut process = start(options)?;
    process.send("an-unknown-word with {\"something\": 1}".to_owned());
    let (game, _) = first_position(games, introduction).map_err(|error| error.text().clone())?;
    start_game(&process, &game, options.start).map_err(|error| diagnose(error, &mut process).why)
}

fn answers_twice(
    games: Games<'_>,
    options: &CheckOptions,
    introduction: &Introduction,
) -> Result<(), LocalizedText> {
    let (game, position) =
        first_position(games, introduction).map_err(|error| error.text().clone())?;
    let mut process = start(options)?;
    let twice = start_game(&process, &game, options.start).and_then(|()| {
        for _ in 0..2 {
            request_action(&process, position.clone(), options.time)?;
        }
        Ok(())
    });
    twice.map_err(|error| diagnose(error, &mut process).why)
}

/// Checks that the engine exits, after `quit` or when its input is closed.
fn exits(options: &CheckOptions, by_quit: bool) -> Result<(), LocalizedText> {
    let mut process = start(options)?;
    if by_quit {
        process.send(ToEngine::Quit.to_string());
    } else {
        process.close_input();
    }
    let until = Instant::now() + EXIT;
    loop {
        match process.read_line(until) {
            Ok(_) => {}
            Err(ReadError::Ended) => return Ok(()),
            Err(_) => {
                let seconds = EXIT.as_secs();
                return Err(text!(
                    "{seconds}秒たっても終わりません",
                    "it did not exit within {seconds} seconds"
                ));
            }
        }
    }
}
