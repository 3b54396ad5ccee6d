//! How a parlour is set up.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use table::BadInput;

use crate::clock::Clock;

/// How a parlour is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder that holds the database.
    pub data: PathBuf,
    /// Origins besides the server's own whose pages may connect, such as
    /// `https://games.example`.
    pub origins: Vec<String>,
    /// Components that replace the games' own at new tables.
    pub components: Components,
    /// What is bounded, and how.
    pub limits: Limits,
    /// The clock by which the time for decisions is limited.
    pub clock: Clock,
}

impl Config {
    /// The ordinary parlour over a data folder.
    pub fn new(data: impl Into<PathBuf>) -> Config {
        Config {
            data: data.into(),
            origins: Vec::new(),
            components: Components::default(),
            limits: Limits::default(),
            clock: Clock::real(),
        }
    }
}

/// What is bounded, and how.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most connections at one table.
    pub sockets_per_table: usize,
    /// How long a table to which nobody is connected stays in memory.
    pub linger: Duration,
    /// The most pages of 4 KiB the database file may have; `None` for as many as the disk
    /// holds.
    pub max_pages: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { sockets_per_table: 64, linger: Duration::from_secs(60), max_pages: None }
    }
}

/// Components files that replace the games' own, by game.
#[derive(Clone, Default, Debug)]
pub struct Components(HashMap<&'static str, String>);

impl Components {
    /// Reads components files. Each names its game by `game = "…"` at its top, and is
    /// checked by setting the game up with it for every possible number of seats.
    ///
    /// # Errors
    /// When a file cannot be read, names no game or another file's, or is refused by the
    /// game; the message names the file.
    pub fn read(files: &[PathBuf]) -> Result<Components, BadInput> {
        let mut components = Components::default();
        for file in files {
            let (game, text) = read_one(file)?;
            if components.0.insert(game, text).is_some() {
                return Err(in_file(
                    file,
                    &BadInput::new(
                        format!("「{game}」の構成ファイルが二つあります。一つにしてください"),
                        format!("two components files are for \"{game}\"; give one"),
                    ),
                ));
            }
        }
        Ok(components)
    }

    /// The text that replaces a game's own components, if any.
    pub(crate) fn of(&self, game: &str) -> Option<&str> {
        self.0.get(game).map(String::as_str)
    }
}

fn read_one(file: &Path) -> Result<(&'static str, String), BadInput> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        in_file(
            file,
            &BadInput::new(
                format!("読めません({error})。パスと権限を確かめてください"),
                format!("it cannot be read ({error}); check its path and permissions"),
            ),
        )
    })?;
    let named: toml::Table = toml::from_str(&text).map_err(|error| {
        let error = error.to_string().trim_end().to_owned();
        in_file(
            file,
            &BadInput::new(
                format!("TOMLとして読めません:\n{error}"),
                format!("it is not TOML:\n{error}"),
            ),
        )
    })?;
    let Some(toml::Value::String(game)) = named.get("game") else {
        return Err(in_file(
            file,
            &BadInput::new(
                "先頭に game = \"kokyu\" のような行がありません。どのゲームの構成かを書いてください",
                "it has no line like game = \"kokyu\" at its top; write which game it is for",
            ),
        ));
    };
    let checked = shelf::info(game).and_then(|info| {
        let (min, max) = info.seats;
        for seats in min..=max {
            shelf::open(info.id, seats.into(), &Value::Null, Some(&text), 0)?;
        }
        Ok(info.id)
    });
    let game = checked.map_err(|bad| in_file(file, &bad))?;
    Ok((game, text))
}

fn in_file(file: &Path, bad: &BadInput) -> BadInput {
    let file = file.display();
    BadInput::new(
        format!("構成ファイル「{file}」: {}", bad.text().ja),
        format!("Components file \"{file}\": {}", bad.text().en),
    )
}
