//! The players of a study: specs of bots and Python functions.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::dyn_game::Player;

/// Converts a Python object to a player: the spec of a bot, or a function.
fn player(bot: &Bound<'_, PyAny>) -> PyResult<Player> {
    if let Ok(spec) = bot.extract() {
        return Ok(Player::Spec(spec));
    }
    if !bot.is_callable() {
        let not = bot.repr()?;
        return Err(PyTypeError::new_err(format!(
            "a bot is a text such as \"greedy\", or a function of a state and a seat, not {not}"
        )));
    }
    let name = bot.getattr("__name__").and_then(|name| name.extract());
    Ok(Player::Function(Arc::new(bot.clone().unbind()), name.unwrap_or_else(|_| "function".into())))
}

/// Converts a Python list to the players of a study.
pub fn players(bots: &Bound<'_, PyAny>) -> PyResult<Vec<Player>> {
    // Iterating a string would give its letters.
    let listed = (!bots.is_instance_of::<PyString>()).then(|| bots.try_iter().ok()).flatten();
    let Some(listed) = listed else {
        return Err(PyTypeError::new_err(format!(
            "bots are a list of texts and functions, such as [\"greedy\"], not {}",
            bots.get_type().name()?
        )));
    };
    listed.map(|bot| player(&bot?)).collect()
}
