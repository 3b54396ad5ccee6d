//! Conversions of arguments and results that several Python classes share.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use zashiki_core::{Lang, LocalizedText, Seat, SeatSet, SubAction};

use crate::dyn_game::ActionRef;
use crate::errors::ApiError;

impl<'py> FromPyObject<'_, 'py> for ActionRef {
    type Error = PyErr;

    fn extract(action: Borrowed<'_, 'py, PyAny>) -> PyResult<ActionRef> {
        if action.is_instance_of::<PyString>() {
            return Ok(ActionRef::Notation(action.extract()?));
        }
        match action.extract() {
            Ok(number) => Ok(ActionRef::Number(number)),
            // Python's own error names a number that is too large.
            Err(error) if action.is_instance_of::<PyInt>() => Err(error),
            Err(_) => Err(PyTypeError::new_err(format!(
                "an action is its number (int) or its notation (str), not {}; legal(seat) and \
                 actions(seat) list them",
                action.get_type().name()?
            ))),
        }
    }
}

/// Parses the name of a language.
///
/// # Errors
/// Returns an error if the name is unknown.
pub fn language(name: &str) -> Result<Lang, ApiError> {
    match name {
        "en" => Ok(Lang::En),
        "ja" => Ok(Lang::Ja),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(ApiError::Bad(LocalizedText::new(
                format!("「{other}」という言語はありません。\"ja\" か \"en\" を使ってください。"),
                format!("There is no language \"{other}\"; there is \"ja\" and \"en\"."),
            )))
        }
    }
}

/// The seats of a set as numbers, ascending. The element type is `usize`, because PyO3 would turn a list
/// of `u8` into Python `bytes`.
pub fn seat_numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// The chosen number of each of these sub-actions.
pub fn sub_action_numbers(sub_actions: &[SubAction]) -> Vec<u16> {
    sub_actions.iter().map(|sub_action| sub_action.number).collect()
}
