//! Parsing of components files.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ComponentsSchema;
use super::values::{line_of, table_to_json};
use crate::document::Node;
use crate::parse::{explain, parse_toml};
use crate::{FieldFault, GameInfo, InputError, LocalizedText, text, without_mark};

/// Maximum length of a components file from a client, in bytes.
pub const MAX_COMPONENTS: usize = 32 * 1024;

/// Parses a components file of a game: checks its form against the game's schema, deserializes it, and
/// checks with `check` what depends on several fields at once.
///
/// # Errors
/// Returns an error if the file is not of this game (checked first) or the first fault, with its line, the
/// path of its field, the problem and what is allowed.
pub fn read_components<T: DeserializeOwned>(
    text: &str,
    info: &GameInfo,
    schema: &ComponentsSchema,
    check: impl FnOnce(&T) -> Result<(), FieldFault>,
) -> Result<T, InputError> {
    let mut file = parse_components(text, info)?;
    let located = |file: &Value, fault: FieldFault| {
        InputError::components(&info.name, schema.describe(text, file, &fault)).at(fault)
    };
    if let Some(fault) = schema.check(&mut file).into_iter().next() {
        return Err(located(&file, fault));
    }
    let components = Node::from(&file)
        .read()
        .map_err(|fault| located(&file, FieldFault::new(fault.path(), explain(fault.message()))))?;
    check(&components).map_err(|fault| located(&file, fault))?;
    Ok(components)
}

/// The content of a components file of this game.
///
/// # Errors
/// Returns an error if the text is not TOML or not of this game.
pub(super) fn parse_components(text: &str, info: &GameInfo) -> Result<Value, InputError> {
    let table = parse_toml::<toml::Table>(text);
    let file = table.map(table_to_json).and_then(|file| of_game(&file, info).map(|()| file));
    file.map_err(|fault| InputError::components(&info.name, fault))
}

/// Checks that a file names this game.
pub(super) fn of_game(file: &Value, info: &GameInfo) -> Result<(), LocalizedText> {
    let id = info.id;
    match file.get("game") {
        Some(Value::String(game)) if game == id => Ok(()),
        Some(Value::String(game)) => {
            let game: String = game.chars().take(40).collect();
            Err(text!(
                "「{game}」の内容物ファイルです(game = \"{id}\" のものが必要です)",
                "it is the file of \"{game}\", and one with `game = \"{id}\"` is needed"
            ))
        }
        _ => Err(text!(
            "先頭に game = \"{id}\" がありません",
            "it has no line `game = \"{id}\"` at its top"
        )),
    }
}

impl ComponentsSchema {
    /// Describes a fault with its line, the path of its field, and the names of the entry and the field.
    fn describe(&self, text: &str, file: &Value, fault: &FieldFault) -> LocalizedText {
        let FieldFault { path, message } = fault;
        let placed = match self.place(file, path) {
            _ if path.is_empty() => message.clone(),
            Some(place) => {
                text!("{path}({place}): {message}", "`{path}` ({place}): {message}", place, message)
            }
            None => text!("{path}: {message}", "`{path}`: {message}", message),
        };
        match line_of(without_mark(text), path) {
            Some(line) => text!("{line}行目、{placed}", "line {line}, {placed}", placed),
            None => placed,
        }
    }
}
