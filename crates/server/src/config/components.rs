//! Components files of the operator, which replace the built-in components of games, such as cards and tiles.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use zashiki_core::{InputError, LocalizedText, text};

use crate::system;

/// The contents of the components files that replace the games' built-in components, by game id.
#[derive(Clone, Default, Debug)]
pub struct Components(HashMap<&'static str, String>);

impl Components {
    /// Reads components files. Each file names its game by a line `game = "…"` and is checked by setting up
    /// the game with it for every possible number of seats.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, names no game or the same game as another file, or is
    /// rejected by the game; the message names the file.
    pub fn read(files: &[PathBuf]) -> Result<Components, InputError> {
        let mut components = Components::default();
        for file in files {
            let (game, text) = read_one(file)?;
            if components.0.insert(game, text).is_some() {
                return Err(in_file(
                    file,
                    &InputError::new(
                        format!("「{game}」の内容物ファイルが二つあります。一つにしてください"),
                        format!("two components files are for \"{game}\"; give one"),
                    ),
                ));
            }
        }
        Ok(components)
    }

    /// The content of the components file for a game, if there is one.
    pub(crate) fn of(&self, game: &str) -> Option<&str> {
        self.0.get(game).map(String::as_str)
    }
}

fn read_one(file: &Path) -> Result<(&'static str, String), InputError> {
    let text = system::read_text(file).map_err(|why| {
        let message = text!(
            "読めません({why})。パスと権限を確かめてください",
            "it cannot be read ({why}); check its path and permissions",
            why
        );
        in_file(file, &message.into())
    })?;
    let named: toml::Table = zashiki_core::read_toml(&text, label(file))?;
    let Some(toml::Value::String(game)) = named.get("game") else {
        return Err(in_file(
            file,
            &InputError::new(
                "先頭に game = \"kokyu\" のような行がありません。どのゲームの内容物かを書いてください",
                "it has no line like game = \"kokyu\" at its top; write which game it is for",
            ),
        ));
    };
    let checked = registry::info(game).and_then(|info| {
        let (min, max) = info.seats;
        for seats in min..=max {
            registry::new_match(info.id, seats.into(), &Value::Null, Some(&text), 0)?;
        }
        Ok(info.id)
    });
    let game = checked.map_err(|bad| in_file(file, &bad))?;
    Ok((game, text))
}

/// The name of a components file in error messages.
fn label(file: &Path) -> LocalizedText {
    let file = file.display();
    LocalizedText::new(format!("内容物ファイル「{file}」"), format!("Components file \"{file}\""))
}

fn in_file(file: &Path, bad: &InputError) -> InputError {
    let LocalizedText { ja, en } = label(file);
    InputError::new(format!("{ja}: {}", bad.text().ja), format!("{en}: {}", bad.text().en))
}
