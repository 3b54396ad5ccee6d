//! Whether an engine keeps the protocol: a test that anyone can run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::Spec;
use serde_json::Value;
use shelf::Visitor;
use table::{BadInput, Dice, Game, Seat, Seen, Silent, Text, Turn, text};

use crate::bot::{Begun, EngineBot};
use crate::engine::{Broken, Engine, Terms, introduced, until_ready};
use crate::process::{Process, Silence};
use crate::protocol::{Introduction, NewGame, ToEngine};

/// How long an engine may take to end once it is to.
const ENDING: Duration = Duration::from_secs(3);
/// So many decisions of a play are asked for, so that an engine that takes all its time is not asked
/// for hours.
const ASKED: usize = 12;

/// What is to be seen.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The ids of the games that are tried; none: all that it plays.
    pub games: Vec<String>,
    /// How long each decision may take.
    pub time: Duration,
    /// What the deals and the other seats' choices follow from.
    pub seed: u64,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What.
    pub what: Text,
    /// What is wrong with it, if something is.
    pub fault: Option<Text>,
}

/// Looks at one thing after the other, and tells of each as it is done. How it introduced itself, if
/// it did.
///
/// # Errors
/// When a game that is to be tried is not there.
pub fn check(
    examination: &Examination,
    mut tell: impl FnMut(&Checked),
) -> Result<Option<Introduction>, BadInput> {
    for game in &examination.games {
        shelf::info(game)?;
    }
    let mut looked =
        |what: Text, done: Result<(), Text>| tell(&Checked { what, fault: done.err() });
    let terms = Terms { time: examination.time, ..Terms::default() };
    let engine = Engine::start("check", examination.command.clone(), terms);
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
        Text::fixed("知らない言葉は読み飛ばす", "it passes over words that it does not know"),
        passes_over(examination, &introduction),
    );
    let tried: Vec<&str> = match examination.games.is_empty() {
        true => shelf::ids().into_iter().filter(|id| introduction.plays(id)).collect(),
        false => examination.games.iter().map(String::as_str).collect(),
    };
    for game in tried {
        let (min, max) = shelf::info(game)?.seats;
        for seats in min..=max {
            let what = text!(
                "「{game}」を{seats}席で、終わりまで指す",
                "it plays {game} with {seats} seats to the end"
            );
            let played = shelf::visit(game, Plays { engine: &engine, seats, examination })?;
            looked(what, played);
        }
    }
    looked(
        Text::fixed("一つの局面に何度でも答える", "it answers twice for one position"),
        answers_twice(examination, &introduction),
    );
    looked(
        Text::fixed("quit で終わる", "it ends when it is told to quit"),
        quits(examination, true),
    );
    looked(
        Text::fixed("入力が閉じられると終わる", "it ends when its input is closed"),
        quits(examination, false),
    );
    Ok(Some(introduction))
}

fn introduces() -> Text {
    Text::fixed("名乗って、準備ができる", "it introduces itself and is ready")
}

/// A process that has introduced itself.
fn started(examination: &Examination) -> Result<Process, Text> {
    let process = Process::start(&examination.command);
    let process = process.map_err(|error| Text::same(error.to_string()))?;
    introduced(&process).map_err(|broken| broken.why)?;
    Ok(process)
}

/// What the first game that it plays begins with, for the first seat to decide, and its position.
fn first_moment(introduction: &Introduction) -> Result<(NewGame, String), BadInput> {
    struct Moment(&'static str);
    impl Visitor for Moment {
        type Out = Result<(NewGame, String), BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            let seats = G::info().seats.0;
            let begun = Begun::new::<G>(&Value::Null, None)?;
            let beginning = table::Beginning::dealt(seats.into(), 1);
            let (setup, _) = beginning.setup::<G>()?;
            let game = G::deal(&setup, Dice::from_seed(1), &mut Silent);
            let seat = game.turn().awaited().first().unwrap_or_default();
            let Begun { rules_version, options, components } = begun;
            let game_id = self.0.to_owned();
            let begun = NewGame { game: game_id, rules_version, seats, seat, options, components };
            Ok((begun, EngineBot::position(&Seen::new(&game, seat)).1))
        }
    }
    let ids = shelf::ids();
    let game = ids.iter().find(|id| introduction.plays(id)).copied().unwrap_or(ids[0]);
    shelf::visit(game, Moment(game))?
}

fn passes_over(examination: &Examination, introduction: &Introduction) -> Result<(), Text> {
    let process = started(examination)?;
    process.say("an-unknown-word with {\"something\": 1}".to_owned());
    let (begun, _) = first_moment(introduction).map_err(|bad| bad.text().clone())?;
    process.say(ToEngine::NewGame(Box::new(begun)).to_string());
    until_ready(&process).map_err(|broken| broken.why)
}

fn answers_twice(examination: &Examination, introduction: &Introduction) -> Result<(), Text> {
    let (begun, position) = first_moment(introduction).map_err(|bad| bad.text().clone())?;
    let mut process = started(examination)?;
    process.say(ToEngine::NewGame(Box::new(begun)).to_string());
    let twice = until_ready(&process).and_then(|()| {
        for _ in 0..2 {
            crate::engine::ask(&process, position.clone(), examination.time)?;
        }
        Ok(())
    });
    twice.map_err(|broken| broken.after(&mut process).why)
}

fn quits(examination: &Examination, told: bool) -> Result<(), Text> {
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
            Err(Silence::Ended) => return Ok(()),
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

/// A play in which the engine is asked for some decisions of every seat.
struct Plays<'a> {
    engine: &'a Arc<Engine>,
    seats: u8,
    examination: &'a Examination,
}

impl Visitor for Plays<'_> {
    type Out = Result<(), Text>;

    fn visit<G: Game>(self) -> Self::Out {
        let Plays { engine, seats, examination } = self;
        let said = |bad: BadInput| bad.text().clone();
        let begun = Begun::new::<G>(&Value::Null, None).map_err(said)?;
        let beginning = table::Beginning::dealt(seats.into(), examination.seed);
        let (setup, _) = beginning.setup::<G>().map_err(said)?;
        let mut game = G::deal(&setup, Dice::from_seed(examination.seed), &mut Silent);
        let bot = |_| EngineBot::new(engine.clone(), Vec::new(), begun.clone());
        let asked: Vec<EngineBot> = Seat::all(seats).map(bot).collect();
        let mut other = Spec::Random.make::<G>(examination.seed, bots::clock);
        let (mut decisions, mut at) = (0, 0);
        // Every so often, so that the end of the play is seen as well as its beginning.
        let every = (decisions_of::<G>(&setup, examination.seed) / ASKED).max(1);
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().expect("somebody's decision is awaited");
            let seen = Seen::new(&game, seat);
            let action = if at % every == 0 && decisions < 2 * ASKED {
                decisions += 1;
                asked[seat.index()].ask(&seen).map_err(|Broken { why: said, .. }| {
                    text!("{at}手目、席{seat}: {said}", "decision {at}, seat {seat}: {said}", said)
                })?
            } else {
                other.choose(&seen)
            };
            game.play_unchecked(seat, action, &mut Silent);
            at += 1;
        }
        Ok(())
    }
}

/// How many decisions a play of random choices has.
fn decisions_of<G: Game>(setup: &Arc<G::Setup>, seed: u64) -> usize {
    let mut game = G::deal(setup, Dice::from_seed(seed), &mut Silent);
    let mut bot = Spec::Random.make::<G>(seed, bots::clock);
    let mut decisions = 0;
    while let Some(seat) = game.turn().awaited().first() {
        let action = bot.choose(&Seen::new(&game, seat));
        game.play_unchecked(seat, action, &mut Silent);
        decisions += 1;
    }
    decisions
}
