//! The message loop in which this program acts as an engine, with the built-in bots.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bots::Spec;
use zashiki_core::{InputError, without_mark};

use crate::host::{Games, find, ids};
use crate::protocol::{FromEngine, NewGame, ToEngine, VERSION};
use crate::session::{EngineSession, ServeOptions};

/// Maximum length of a line from the host, in bytes; a position has a view and all legal actions.
const LONGEST_LINE: u64 = 64 << 20;

/// Runs the protocol as an engine for these games until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if reading or writing fails.
pub fn serve(
    games: Games<'_>,
    options: &ServeOptions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut engine = Server { games, options: options.clone(), output, session: None };
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let line = str::from_utf8(&line).map(without_mark);
        let line = line.map_err(|_| "the line is not UTF-8".to_owned());
        let handled = match line.and_then(ToEngine::parse) {
            Ok(None) => Ok(()),
            Ok(Some(ToEngine::Quit)) => return Ok(()),
            Ok(Some(message)) => engine.handle(message)?,
            Err(error) => Err(error),
        };
        if let Err(error) = handled {
            engine.send(&FromEngine::Error(error.replace('\n', " ")))?;
        }
    }
}

/// The state of the engine between messages.
struct Server<'a> {
    games: Games<'a>,
    /// The current options, some of which the host may change.
    options: ServeOptions,
    output: &'a mut dyn Write,
    session: Option<Box<dyn EngineSession>>,
}

impl Server<'_> {
    fn send(&mut self, message: &FromEngine) -> io::Result<()> {
        writeln!(self.output, "{message}")?;
        self.output.flush()
    }

    /// Handles a message. The outer error is a failure of reading or writing; the inner one describes a
    /// request that cannot be fulfilled.
    fn handle(&mut self, message: ToEngine) -> io::Result<Result<(), String>> {
        match message {
            ToEngine::Zashiki(VERSION) => self.introduce()?,
            ToEngine::Zashiki(version) => {
                return Ok(Err(format!(
                    "this program speaks version {VERSION} of the protocol, not {version}"
                )));
            }
            ToEngine::SetOption { name, value } => return Ok(self.set(&name, value)),
            ToEngine::NewGame(game) => {
                self.session = None;
                match catch_panic(|| self.start(&game)) {
                    Ok(session) => self.session = Some(session),
                    Err(error) => return Ok(Err(error)),
                }
                self.send(&FromEngine::Ready)?;
            }
            ToEngine::Position(json) => {
                let Some(session) = &mut self.session else { return Ok(Err(NO_GAME.to_owned())) };
                if let Err(error) = catch_panic(|| session.set_position(&json)) {
                    return Ok(Err(error));
                }
                self.send(&FromEngine::Ready)?;
            }
            ToEngine::Go(time) => {
                let Some(session) = &mut self.session else { return Ok(Err(NO_GAME.to_owned())) };
                match catch_panic(|| session.choose(time)) {
                    Ok((bot, action)) => {
                        self.send(&FromEngine::Info(format!("bot {bot}")))?;
                        self.send(&FromEngine::BestAction(action))?;
                    }
                    Err(error) => return Ok(Err(error)),
                }
            }
            ToEngine::Quit => {}
        }
        Ok(Ok(()))
    }

    fn start(&self, game: &NewGame) -> Result<Box<dyn EngineSession>, String> {
        let session =
            find(self.games, &game.game).and_then(|host| host.start_session(game, &self.options));
        session.map_err(|error| english(&error))
    }

    fn introduce(&mut self) -> io::Result<()> {
        let ServeOptions { bot, seed, version } = self.options.clone();
        let option = |name: &str, value| FromEngine::Option { name: name.to_owned(), value };
        for message in [
            FromEngine::Name(format!("Zashiki {version}")),
            FromEngine::Author("Zashiki".to_owned()),
            FromEngine::Games(ids(self.games).map(str::to_owned).collect()),
            option("bot", bot),
            option("seed", seed.to_string()),
            FromEngine::Ready,
        ] {
            self.send(&message)?;
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        match name {
            "bot" => {
                Spec::parse(&value).map_err(|error| english(&error))?;
                self.options.bot = value;
            }
            "seed" => {
                let seed = value.parse();
                self.options.seed = seed.map_err(|_| "seed takes a whole number, at least 0")?;
            }
            _ => return Err(format!("there is no option {name:?}; there are: bot, seed")),
        }
        Ok(())
    }
}

const NO_GAME: &str = "no game was started; send newgame first";

/// The result of `work`, or an error if `work` panics. It may panic on data that has the form of a view or a
/// position but is invalid.
fn catch_panic<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let result = catch_unwind(AssertUnwindSafe(work));
    result.unwrap_or_else(|_| Err("no game can reach this; pass positions on unchanged".to_owned()))
}

/// The English text of an error.
fn english(error: &InputError) -> String {
    error.text().en.to_string()
}
