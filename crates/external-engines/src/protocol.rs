//! The messages of the line protocol.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::Seat;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A message from a host to an engine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ToEngine {
    /// The first line: the version of the protocol.
    Zashiki(u32),
    /// Sets an option.
    SetOption { name: String, value: String },
    /// Starts a game with this data.
    NewGame(Box<NewGame>),
    /// Sends the position as JSON: a [`Position`].
    Position(String),
    /// Requests an action, to be sent within this time.
    Go(Duration),
    /// Tells the engine to exit.
    Quit,
}

/// A message from an engine to its host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FromEngine {
    /// The name of the engine.
    Name(String),
    /// The author of the engine.
    Author(String),
    /// The ids of the games that the engine plays. An engine that does not send this message plays all games.
    Games(Vec<String>),
    /// An option of the engine, with its default value.
    Option { name: String, value: String },
    /// The engine has handled the last message and waits for the next.
    Ready,
    /// A text for people.
    Info(String),
    /// The chosen action, in notation.
    BestAction(String),
    /// The engine cannot handle the last message.
    Error(String),
}

/// The data with which a host starts a game. It has no hidden information, and therefore no seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's id.
    pub game: String,
    /// The version of the rules.
    pub rules_version: u32,
    /// The number of seats.
    pub seats: u8,
    /// The seat of the engine.
    pub seat: Seat,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    #[serde(default)]
    pub components: Option<String>,
}

/// The position that the host sends when it requests an action.
#[derive(Serialize)]
pub(crate) struct PositionMessage<'a, V> {
    /// The seat's view.
    pub(crate) view: &'a V,
    /// The listed legal actions, in notation.
    pub(crate) legal: Vec<String>,
    /// True if `legal` contains all legal actions.
    pub(crate) complete: bool,
}

/// The position as an engine reads it: the seat's view, or a record and the number of steps that are played.
/// The legal actions can be computed from either.
#[derive(Deserialize)]
pub(crate) struct Position {
    pub(crate) view: Option<Value>,
    pub(crate) record: Option<Value>,
    pub(crate) step: Option<usize>,
}

/// An engine's introduction: the data that it sends about itself before the first game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Introduction {
    /// The name of the engine.
    pub name: String,
    /// The author of the engine.
    pub author: String,
    /// The ids of the games that the engine plays; `None` for all games.
    pub games: Option<Vec<String>>,
    /// The engine's options with their default values.
    pub options: BTreeMap<String, String>,
}

impl Introduction {
    /// Adds the content of one message of the introduction.
    pub(crate) fn add(&mut self, message: FromEngine) {
        match message {
            FromEngine::Name(name) => self.name = name,
            FromEngine::Author(author) => self.author = author,
            FromEngine::Games(games) => self.games = Some(games),
            FromEngine::Option { name, value } => drop(self.options.insert(name, value)),
            FromEngine::Ready
            | FromEngine::Info(_)
            | FromEngine::BestAction(_)
            | FromEngine::Error(_) => {}
        }
    }

    /// Returns true if the engine plays the game of this id.
    pub fn plays(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|id| id == game))
    }
}

impl fmt::Display for ToEngine {
    fn fmt(&self, line: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToEngine::Zashiki(version) => write!(line, "zashiki {version}"),
            ToEngine::SetOption { name, value } => write!(line, "setoption {name} {value}"),
            ToEngine::NewGame(game) => {
                let game = serde_json::to_string(game).map_err(|_| fmt::Error)?;
                write!(line, "newgame {game}")
            }
            ToEngine::Position(json) => write!(line, "position {json}"),
            ToEngine::Go(time) => write!(line, "go time {}", time.as_millis()),
            ToEngine::Quit => line.write_str("quit"),
        }
    }
}

impl ToEngine {
    /// Parses a line as a message; `None` if its first word is unknown, so that later versions of the
    /// protocol can add messages.
    ///
    /// # Errors
    /// Returns an error, as a text for people, if the rest of the line does not fit the first word.
    pub(crate) fn parse(line: &str) -> Result<Option<ToEngine>, String> {
        let (word, rest) = first_word(line);
        Ok(Some(match word {
            "zashiki" => {
                let version = rest.parse().map_err(|_| "zashiki takes a version, such as 1")?;
                ToEngine::Zashiki(version)
            }
            "setoption" => {
                let (name, value) = first_word(rest);
                if name.is_empty() {
                    return Err("setoption takes a name and a value".to_owned());
                }
                ToEngine::SetOption { name: name.to_owned(), value: value.to_owned() }
            }
            "newgame" => ToEngine::NewGame(Box::new(
                serde_json::from_str(rest).map_err(|error| format!("newgame: {error}"))?,
            )),
            "position" => ToEngine::Position(rest.to_owned()),
            "go" => {
                let millis = rest.strip_prefix("time ").and_then(|millis| millis.parse().ok());
                let millis = millis.ok_or("go takes a time in milliseconds: go time 1000")?;
                ToEngine::Go(Duration::from_millis(millis))
            }
            "quit" => ToEngine::Quit,
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for FromEngine {
    fn fmt(&self, line: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromEngine::Name(name) => write!(line, "id name {name}"),
            FromEngine::Author(author) => write!(line, "id author {author}"),
            FromEngine::Games(games) => write!(line, "games {}", games.join(" ")),
            FromEngine::Option { name, value } => write!(line, "option {name} {value}"),
            FromEngine::Ready => line.write_str("ready"),
            FromEngine::Info(text) => write!(line, "info {text}"),
            FromEngine::BestAction(notation) => write!(line, "bestaction {notation}"),
            FromEngine::Error(text) => write!(line, "error {text}"),
        }
    }
}

impl FromEngine {
    /// Parses a line as a message; `None` if its first word is unknown.
    pub(crate) fn parse(line: &str) -> Option<FromEngine> {
        let (word, rest) = first_word(line);
        let rest = || rest.to_owned();
        Some(match word {
            "id" => match first_word(&rest()) {
                ("name", name) => FromEngine::Name(name.to_owned()),
                ("author", author) => FromEngine::Author(author.to_owned()),
                _ => return None,
            },
            "games" => FromEngine::Games(rest().split_whitespace().map(str::to_owned).collect()),
            "option" => {
                let rest = rest();
                let (name, value) = first_word(&rest);
                FromEngine::Option { name: name.to_owned(), value: value.to_owned() }
            }
            "ready" => FromEngine::Ready,
            "info" => FromEngine::Info(rest()),
            "bestaction" => FromEngine::BestAction(rest()),
            "error" => FromEngine::Error(rest()),
            _ => return None,
        })
    }
}

/// Splits a line into its first word and the rest.
fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_message_can_be_parsed_again() {
        let game = NewGame {
            game: "kokyu".to_owned(),
            rules_version: 1,
            seats: 2,
            seat: Seat(1),
            options: json!({ "kohiGoal": 3 }),
            components: Some("game = \"kokyu\"\n".to_owned()),
        };
        for message in [
            ToEngine::Zashiki(1),
            ToEngine::SetOption { name: "depth".to_owned(), value: "a b".to_owned() },
            ToEngine::NewGame(Box::new(game)),
            ToEngine::Position("{\"view\":{}}".to_owned()),
            ToEngine::Go(Duration::from_millis(1500)),
            ToEngine::Quit,
        ] {
            let line = message.to_string();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(ToEngine::parse(&line), Ok(Some(message)), "{line}");
        }
        for message in [
            FromEngine::Name("A program 2".to_owned()),
            FromEngine::Author("Somebody".to_owned()),
            FromEngine::Games(vec!["kokyu".to_owned(), "shinra".to_owned()]),
            FromEngine::Option { name: "depth".to_owned(), value: "3".to_owned() },
            FromEngine::Ready,
            FromEngine::Info("depth 3".to_owned()),
            FromEngine::BestAction("place 5".to_owned()),
            FromEngine::Error("no".to_owned()),
        ] {
            assert_eq!(FromEngine::parse(&message.to_string()), Some(message.clone()), "{message}");
        }
    }

    /// Every message in the form that other programs read and write. The lines are fixed text, so renaming a
    /// Rust item cannot change them unnoticed.
    #[test]
    fn frozen_lines_of_the_protocol() {
        for line in include_str!("../tests/frozen/to-engine.txt").lines() {
            let message = ToEngine::parse(line).unwrap().unwrap_or_else(|| panic!("{line}"));
            assert_eq!(message.to_string(), line);
        }
        let mut introduction = Introduction::default();
        for line in include_str!("../tests/frozen/from-engine.txt").lines() {
            let message = FromEngine::parse(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(message.to_string(), line);
            introduction.add(message);
        }
        let introduction = serde_json::to_string(&introduction).unwrap();
        assert_eq!(introduction, include_str!("../tests/frozen/introduction.json").trim());
        let (_, frozen) = include_str!("../tests/frozen/to-engine.txt")
            .split_once("position ")
            .expect("a position is sent");
        let legal = vec!["a".to_owned(), "b".to_owned()];
        let sent = PositionMessage { view: &json!({ "x": 1 }), legal, complete: true };
        assert_eq!(serde_json::to_string(&sent).unwrap(), frozen.lines().next().unwrap());
        let read: Position = serde_json::from_str(frozen.lines().next().unwrap()).unwrap();
        assert_eq!(read.view, Some(json!({ "x": 1 })));
        let read: Position =
            serde_json::from_str(include_str!("../tests/frozen/position.json")).unwrap();
        assert!(read.view.is_none() && read.record.is_some() && read.step == Some(3));
    }

    #[test]
    fn unknown_messages_are_ignored_and_malformed_ones_are_errors() {
        assert_eq!(ToEngine::parse("ponder 3"), Ok(None));
        assert_eq!(ToEngine::parse(""), Ok(None));
        for line in
            ["zashiki", "zashiki x", "setoption", "newgame", "newgame {}", "go", "go time x"]
        {
            assert!(ToEngine::parse(line).is_err(), "{line}");
        }
        for line in ["", "ponder", "id", "id x y"] {
            assert_eq!(FromEngine::parse(line), None, "{line}");
        }
    }
}
