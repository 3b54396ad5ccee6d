//! The built-in bots as an engine.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bots::{Bot, Budget, Spec};
use serde_json::Value;
use zashiki_core::{
    Action as _, Game, GameStateExt as _, InfoState, InputError, Match, MatchStart, Record, Seat,
    configure, read_json, without_mark,
};

use crate::host::{Games, find, ids};
use crate::protocol::{FromEngine, NewGame, Position, ToEngine, VERSION};

/// The longest line that is read, in bytes: a view, and all that may be done.
const LONGEST_LINE: u64 = 64 << 20;

/// With what the engine begins; a host may set it otherwise.
#[derive(Clone, Debug)]
pub struct Served {
    /// The spec of the bot.
    pub bot: String,
    /// RNG seed of its choices.
    pub seed: u64,
    /// The version that it introduces itself with.
    pub version: String,
}

/// Runs the protocol as an engine for these games until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if nobody reads or writes any more.
pub fn serve(
    games: Games<'_>,
    served: &Served,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut engine = Serving { games, served: served.clone(), output, play: None };
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let line = str::from_utf8(&line).map(without_mark);
        let line = line.map_err(|_| "the line is not UTF-8".to_owned());
        let done = match line.and_then(ToEngine::parse) {
            Ok(None) => Ok(()),
            Ok(Some(ToEngine::Quit)) => return Ok(()),
            Ok(Some(said)) => engine.obey(said)?,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = done {
            engine.say(&FromEngine::Error(fault.replace('\n', " ")))?;
        }
    }
}

struct Serving<'a> {
    games: Games<'a>,
    served: Served,
    output: &'a mut dyn Write,
    play: Option<Box<dyn Playing>>,
}

impl Serving<'_> {
    fn say(&mut self, said: &FromEngine) -> io::Result<()> {
        writeln!(self.output, "{said}")?;
        self.output.flush()
    }

    /// Handles a message. The inner error is a request that cannot be fulfilled.
    fn obey(&mut self, said: ToEngine) -> io::Result<Result<(), String>> {
        match said {
            ToEngine::Zashiki(VERSION) => self.introduce()?,
            ToEngine::Zashiki(version) => {
                return Ok(Err(format!(
                    "this program speaks version {VERSION} of the protocol, not {version}"
                )));
            }
            ToEngine::SetOption { name, value } => return Ok(self.set(&name, value)),
            ToEngine::NewGame(begun) => {
                self.play = None;
                match guarded(|| self.begin(&begun)) {
                    Ok(play) => self.play = Some(play),
                    Err(fault) => return Ok(Err(fault)),
                }
                self.say(&FromEngine::Ready)?;
            }
            ToEngine::Position(json) => {
                let Some(play) = &mut self.play else { return Ok(Err(NO_GAME.to_owned())) };
                if let Err(fault) = guarded(|| play.position(&json)) {
                    return Ok(Err(fault));
                }
                self.say(&FromEngine::Ready)?;
            }
            ToEngine::Go(time) => {
                let Some(play) = &mut self.play else { return Ok(Err(NO_GAME.to_owned())) };
                match guarded(|| play.choose(time)) {
                    Ok((bot, action)) => {
                        self.say(&FromEngine::Info(format!("bot {bot}")))?;
                        self.say(&FromEngine::BestAction(action))?;
                    }
                    Err(fault) => return Ok(Err(fault)),
                }
            }
            ToEngine::Quit => {}
        }
        Ok(Ok(()))
    }

    fn begin(&self, begun: &NewGame) -> Result<Box<dyn Playing>, String> {
        let play =
            find(self.games, &begun.game).and_then(|game| game.begin_served(begun, &self.served));
        play.map_err(|bad| said(&bad))
    }

    fn introduce(&mut self) -> io::Result<()> {
        let Served { bot, seed, version } = self.served.clone();
        let option = |name: &str, value| FromEngine::Option { name: name.to_owned(), value };
        for said in [
            FromEngine::Name(format!("Zashiki {version}")),
            FromEngine::Author("the house".to_owned()),
            FromEngine::Games(ids(self.games).map(str::to_owned).collect()),
            option("bot", bot),
            option("seed", seed.to_string()),
            FromEngine::Ready,
        ] {
            self.say(&said)?;
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "bot" => {
                Spec::parse(&value).map_err(|bad| said(&bad))?;
                self.served.bot = value;
            }
            "seed" => {
                let seed = value.parse();
                self.served.seed = seed.map_err(|_| "seed takes a whole number from 0 on")?;
            }
            _ => return Err(format!("there is no option {name:?}; there are: bot, seed")),
        }
        Ok(())
    }
}

const NO_GAME: &str = "no game has begun; say newgame first";

fn said(bad: &InputError) -> String {
    bad.text().en.to_string()
}

/// The result of `work`, or an error if it panics: data with the form of a view or a position may be invalid.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|_| Err("no play can come to this; pass it on as it was given".to_owned()))
}

/// A game that the engine plays.
pub trait Playing {
    /// Takes in how it stands.
    fn position(&mut self, json: &str) -> Result<(), String>;
    /// An action within this time, and which bot chose it.
    fn choose(&mut self, time: Duration) -> Result<(String, String), String>;
}

pub(crate) fn begin<G: Game>(
    begun: &NewGame,
    served: &Served,
) -> Result<Box<dyn Playing>, InputError> {
    let beginning = MatchStart {
        rules_version: Some(begun.rules_version),
        options: begun.options.clone(),
        components: begun.components.clone(),
        // The seed is nobody's to know, and nothing is dealt here.
        ..MatchStart::dealt(begun.seats.into(), 0)
    };
    let (config, _) = configure::<G>(&beginning)?;
    if begun.seat.0 >= begun.seats {
        let (seat, seats) = (begun.seat, begun.seats);
        return Err(InputError::new(
            format!("席は{seats}つで、席{seat}はありません。"),
            format!("There are {seats} seats, and no seat {seat}; they are counted from 0."),
        ));
    }
    let spec = Spec::parse_for(&served.bot, G::info())?.with_seats::<G>(begun.seats)?;
    let (seed, seat) = (served.seed, begun.seat);
    // What takes long the first time is done before a decision's time runs.
    let bot = (spec, spec.make(seed, bots::clock));
    Ok(Box::new(Session::<G> { config, seat, spec, seed, bot, seen: None }))
}

struct Session<G: Game> {
    config: Arc<G::Config>,
    seat: Seat,
    spec: Spec,
    seed: u64,
    /// The spec of the bot, with its time limit, and the bot.
    bot: (Spec, Box<dyn Bot<G>>),
    seen: Option<InfoState<G>>,
}

impl<G: Game> Playing for Session<G> {
    fn position(&mut self, json: &str) -> Result<(), String> {
        self.seen = None;
        let Position { view, record, step } = read_json(json).map_err(|fault| fault.en)?;
        let seen = match (view, record) {
            (Some(view), None) => InfoState::of_view(&self.config, self.seat, &view),
            (None, Some(record)) => self.of_record(record, step),
            _ => return Err("a position has a view, or a record".to_owned()),
        };
        self.seen = Some(seen.map_err(|bad| said(&bad))?);
        Ok(())
    }

    fn choose(&mut self, time: Duration) -> Result<(String, String), String> {
        let seen = self.seen.as_ref().ok_or("no position was given; say position first")?;
        let world = seen.determinize(&mut zashiki_core::GameRng::from_seed(0));
        world.turn().check_awaited(self.seat).map_err(|no| no.message.en.to_string())?;
        let spec = within(self.spec, time);
        if self.bot.0 != spec {
            self.bot = (spec, spec.make(self.seed, bots::clock));
        }
        let action = self.bot.1.choose(seen);
        debug_assert!(G::Action::parse(&action.to_string()).is_ok_and(|read| read == action));
        Ok((format!("{spec:?}"), action.to_string()))
    }
}

impl<G: Game> Session<G> {
    fn of_record(&self, record: Value, step: Option<usize>) -> Result<InfoState<G>, InputError> {
        let record =
            Record::from_json(&record.to_string()).map_err(zashiki_core::ReplayError::from);
        let play = record.and_then(|record| Match::<G>::from_record(&record));
        let play = play.map_err(|error| InputError::from(error.message))?;
        let step = step.unwrap_or(play.played().len());
        let game = match play.played().get(step) {
            Some(next) => &next.before,
            None if step == play.played().len() => play.state(),
            None => {
                let steps = play.played().len();
                return Err(InputError::new(
                    format!("この記録は{steps}手で、{step}手目はありません。"),
                    format!("The record has {steps} steps, and no step {step}."),
                ));
            }
        };
        if self.seat.0 >= game.seats() {
            return Err(InputError::new(
                "記録の席数が newgame と違います。",
                "The record has another number of seats than newgame said.",
            ));
        }
        Ok(InfoState::new(game, self.seat))
    }
}

/// The bot with no more time than this, less a tenth for what else is to be done; one that is given
/// simulations takes as long as they take.
fn within(mut spec: Spec, time: Duration) -> Spec {
    if let Some(Budget::Time(own)) = spec.budget_mut() {
        *own = (*own).min(time.mul_f64(0.9));
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bot_takes_longer_than_it_is_given() {
        let spec = |text: &str| Spec::parse(text).unwrap();
        for bot in ["ismcts", "alphabeta", "planner"] {
            let long = spec(&format!("{bot}:time=5s"));
            let (short, shorter) = (Duration::from_secs(1), spec(&format!("{bot}:time=900ms")));
            assert_eq!(within(long, short), shorter);
            assert_eq!(within(shorter, Duration::from_secs(5)), shorter);
        }
        let counted = spec("planner:nodes=300:threads=2");
        assert_eq!(within(counted, Duration::from_millis(1)), counted);
    }
}
