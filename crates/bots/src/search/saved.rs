//! The state of a bot as plain data, for copies and files.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{Action, InputError, Seat};

/// A seat's action, which is written in notation.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedAction(String);

impl SavedAction {
    pub fn new(action: impl Action) -> SavedAction {
        SavedAction(action.to_string())
    }

    /// # Errors
    /// Returns an error if it is no action of the game.
    pub fn read<A: Action>(&self) -> Result<A, InputError> {
        A::parse(&self.0).map_err(|_| unusable())
    }
}

/// A seat's view, as JSON, and its choice.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedDecision {
    pub seat: Seat,
    pub view: Value,
    pub action: SavedAction,
}

/// Plain data as JSON.
pub(crate) fn save(data: impl Serialize) -> Option<Value> {
    Some(serde_json::to_value(data).expect("the state of a bot is plain data"))
}

/// Reads what [`save`] wrote.
///
/// # Errors
/// Returns an error if it has another form.
pub(crate) fn read<T: DeserializeOwned>(saved: Value) -> Result<T, InputError> {
    serde_json::from_value(saved).map_err(|_| unusable())
}

/// The refusal of data that are no state of the bot.
pub(crate) fn unusable() -> InputError {
    InputError::new(
        "このボットの状態として読めません。同じバージョンで保存した、同じボットの状態を使ってください。",
        "This is not the saved state of this bot; use one of the same bot, saved by the same version.",
    )
}
