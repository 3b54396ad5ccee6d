//! The state of a bot as plain data, for copies of bots and for files.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{Action, InputError, Seat};

/// An action in notation, as saved data.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedAction(String);

impl SavedAction {
    pub fn new(action: impl Action) -> SavedAction {
        SavedAction(action.to_string())
    }

    /// Parses the notation.
    ///
    /// # Errors
    /// Returns an error if the notation is no action of the game.
    pub fn read<A: Action>(&self) -> Result<A, InputError> {
        A::parse(&self.0).map_err(|_| unusable())
    }
}

/// A saved decision: a seat's view as JSON, and the action that the bot chose with it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedDecision {
    pub seat: Seat,
    pub view: Value,
    pub action: SavedAction,
}

/// Converts plain data to JSON.
pub(crate) fn save(data: impl Serialize) -> Option<Value> {
    Some(serde_json::to_value(data).expect("the state of a bot is plain data"))
}

/// Restores data that [`save`] returned.
///
/// # Errors
/// Returns an error if the JSON has another form.
pub(crate) fn read<T: DeserializeOwned>(saved: Value) -> Result<T, InputError> {
    serde_json::from_value(saved).map_err(|_| unusable())
}

/// The error for data that is not a saved state of the bot.
pub(crate) fn unusable() -> InputError {
    InputError::new(
        "このボットの状態として読めません。同じバージョンで保存した、同じボットの状態を使ってください。",
        "This is not the saved state of this bot; use one of the same bot, saved by the same version.",
    )
}
