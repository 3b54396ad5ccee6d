//! Conformance test of an engine to the protocol, for anyone to run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::Spec;
use serde_json::Value;
use zashiki_core::{
    Game, GameRng, InfoState, InputError, LocalizedText, Seat, Turn, configure, text,
};

use crate::bot::{EngineBot, GameStart};
use crate::engine::{Engine, EngineError, EngineLimits, cannot_start, introduced, until_ready};
use crate::host::{Games, find, ids};
use crate::process::{Process, ReadError};
use crate::protocol::{Introduction, NewGame, ToEngine, VERSION};

/// Time an engine has to exit after `quit`.
const ENDING: Duration = Duration::from_secs(3);
/// Maximum number of requested decisions per game, so that an engine that uses all its time is not tested for
/// hours.
const ASKED: usize = 12;

/// The engine to test, and the games.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The ids of the games that are tried; none: all that it plays.
    pub games: Vec<String>,
    /// Time limit of each decision.
    pub time: Duration,
    /// Time limit for the introduction, and for getting ready for a game; usually [`START`].
    ///
    /// [`START`]: crate::START
    pub start: Duration,
    /// RNG seed for the deals and the other seats' choices.
    pub seed: u64,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The requirement.
    pub what: LocalizedText,
    /// The violation, if there is one.
    pub fault: Option<LocalizedText>,
}

/// Looks at one thing after the other, and tells of each as it is done. How it introduced itself, if
/// it did.
///
/// # Errors
/// Returns an error if a game that is to be tried is not there.
pub fn check(
    games: Games<'_>,
    examination: &Examination,
    tell: &mut dyn FnMut(&Checked),
) -> Result<Option<Introduction>, InputError> {
    for game in &examination.games {
        find(games, game)?;
    }
    let mut looked = |what: LocalizedText, done: Result<(), LocalizedText>| {
        tell(&Checked { what, fault: done.err() })
    };
    // By itself first, for what is said here is not to be looked up here.
    if let Err(fault) = started(examination) {
        looked(introduces(), Err(fault));
        return Ok(None);
    }
    let terms = EngineLimits { time: examination.time, ..EngineLimits::default() };
    let engine =
        Engine::start("check", examination.command.clone(), terms, &ids(games).collect::<Vec<_>>());
    let engine = match engine {
        Ok(engine) => engine,
        Err(bad) => {
            looked(introduces(), Err(bad.text().clone()));
            return Ok(None);
        }
    };
    let introduction = engine.introduction().clone();
    looked(introduces(), Ok(()));
    looked(
        LocalizedText::fixed(
            "知らない言葉は読み飛ばす",
            "it passes over words that it does not know",
        ),
        passes_over(games, examination, &introduction),
    );
    let tried: Vec<&str> = match examination.games.is_empty() {
        true => ids(games).filter(|id| introduction.plays(id)).collect(),
        false => examination.games.iter().map(String::as_str).collect(),
    };
    for game in tried {
        let game = find(games, game)?;
        let (min, max) = game.info().seats;
        for seats in min..=max {
            let what = text!(
                "「{id}」を{seats}席で、終わりまで指す",
                "it plays {id} with {seats} seats to the end",
                id = game.info().id
            );
            looked(what, game.play_with(&engine, seats, examination.seed));
        }
    }
    looked(
        LocalizedText::fixed("一つの局面に何度でも答える", "it answers twice for one position"),
        answers_twice(games, examination, &introduction),
    );
    looked(LocalizedText::fixed("quit で終わる", "it exits on `quit`"), quits(examination, true));
    looked(
        LocalizedText::fixed("入力が閉じられると終わる", "it ends when its input is closed"),
        quits(examination, false),
    );
    Ok(Some(introduction))
}

fn introduces() -> LocalizedText {
    LocalizedText::fixed("名乗って、準備ができる", "it introduces itself and is ready")
}

/// A process that has introduced itself.
fn started(examination: &Examination) -> Result<Process, LocalizedText> {
    let process = Process::start(&examination.command);
    let mut process = process.map_err(|error| {
        let program = examination.command.first().map(String::as_str).unwrap_or_default();
        cannot_start("check", program, &error)
    })?;
    match introduced(&process, examination.start) {
        Ok(_) => Ok(process),
        Err(broken) => {
            let why = broken.after(&mut process).why;
            Err(text!(
                "{why}。エンジンは「zashiki {VERSION}」という行に「ready」と答え、「quit」を受け取るまで動き続けます",
                "{why}; an engine answers the line \"zashiki {VERSION}\" with \"ready\" and runs until it receives \"quit\"",
                why
            ))
        }
    }
}

/// The new-game message of the first game that the engine plays, for the first seat to decide, and its
/// position.
fn first_moment(
    games: Games<'_>,
    introduction: &Introduction,
) -> Result<(NewGame, String), InputError> {
    let played = games.iter().find(|game| introduction.plays(game.info().id));
    played.unwrap_or(&games[0]).first_moment()
}

/// The new-game message of the game `G`, for the first seat to decide, and its position.
pub(crate) fn first_moment_of<G: Game>() -> Result<(NewGame, String), InputError> {
    let seats = G::info().seats.0;
    let GameStart { rules_version, options, components } = GameStart::new::<G>(&Value::Null, None)?;
    let (config, _) =
        zashiki_core::configure::<G>(&zashiki_core::MatchStart::dealt(seats.into(), 1))?;
    let game = G::deal(&config, GameRng::from_seed(1), None);
    let seat = game.turn().awaited().first().unwrap_or_default();
    let id = G::info().id.to_owned();
    let begun = NewGame { game: id, rules_version, seats, seat, options, components };
    Ok((begun, EngineBot::position(&InfoState::new(&game, seat)).1))
}

fn passes_over(
    games: Games<'_>,
    examination: &Examination,
    introduction: &Introduction,
) -> Result<(), LocalizedText> {
    let mut process = started(examination)?;
    process.say("an-unknown-word with {\"something\": 1}".to_owned());
    let (begun, _) = first_moment(games, introduction).map_err(|bad| bad.text().clone())?;
    process.say(ToEngine::NewGame(Box::new(begun)).to_string());
    until_ready(&process, examination.start).map_err(|broken| broken.after(&mut process).why)
}

fn answers_twice(
    games: Games<'_>,
    examination: &Examination,
    introduction: &Introduction,
) -> Result<(), LocalizedText> {
    let (begun, position) = first_moment(games, introduction).map_err(|bad| bad.text().clone())?;
    let mut process = started(examination)?;
    process.say(ToEngine::NewGame(Box::new(begun)).to_string());
    let twice = until_ready(&process, examination.start).and_then(|()| {
        for _ in 0..2 {
            crate::engine::ask(&process, position.clone(), examination.time)?;
        }
        Ok(())
    });
    twice.map_err(|broken| broken.after(&mut process).why)
}

fn quits(examination: &Examination, told: bool) -> Result<(), LocalizedText> {
    let mut process = started(examination)?;
    if told {
        process.say(ToEngine::Quit.to_string());
    } else {
        process.close_input();
    }
    let until = Instant::now() + ENDING;
    loop {
        match process.hear(until) {
            Ok(_) => {}
            Err(ReadError::Ended) => return Ok(()),
            Err(_) => {
                let seconds = ENDING.as_secs();
                return Err(text!(
                    "{seconds}秒たっても終わりません",
                    "it has not ended after {seconds} seconds"
                ));
            }
        }
    }
}

/// A game of `G` in which the engine is asked for some decisions of every seat.
pub(crate) fn play_with<G: Game>(
    engine: &Arc<Engine>,
    seats: u8,
    seed: u64,
) -> Result<(), LocalizedText> {
    let said = |bad: InputError| bad.text().clone();
    let begun = GameStart::new::<G>(&Value::Null, None).map_err(said)?;
    let beginning = zashiki_core::MatchStart::dealt(seats.into(), seed);
    let (config, _) = configure::<G>(&beginning).map_err(said)?;
    let mut game = G::deal(&config, GameRng::from_seed(seed), None);
    let bot = |_| EngineBot::new(engine.clone(), Vec::new(), begun.clone());
    let asked: Vec<EngineBot> = Seat::all(seats).map(bot).collect();
    let mut other = Spec::Random.make::<G>(seed, bots::clock);
    let (mut decisions, mut at) = (0, 0);
    // At regular intervals, so that the end of the game is covered as well as its start.
    let every = (decisions_of::<G>(&config, seed) / ASKED).max(1);
    while let Turn::Awaiting(awaited) = game.turn() {
        let seat = awaited.first().expect("a seat is to decide");
        let seen = InfoState::new(&game, seat);
        let action = if at % every == 0 && decisions < 2 * ASKED {
            decisions += 1;
            asked[seat.index()].ask(&seen).map_err(|EngineError { why: said, .. }| {
                text!("{at}手目、席{seat}: {said}", "decision {at}, seat {seat}: {said}", said)
            })?
        } else {
            other.choose(&seen)
        };
        game.play_unchecked(seat, action, None);
        at += 1;
    }
    Ok(())
}

/// The number of decisions in a game of random choices.
fn decisions_of<G: Game>(config: &Arc<G::Config>, seed: u64) -> usize {
    let mut game = G::deal(config, GameRng::from_seed(seed), None);
    let mut bot = Spec::Random.make::<G>(seed, bots::clock);
    let mut decisions = 0;
    while let Some(seat) = game.turn().awaited().first() {
        let action = bot.choose(&InfoState::new(&game, seat));
        game.play_unchecked(seat, action, None);
        decisions += 1;
    }
    decisions
}
