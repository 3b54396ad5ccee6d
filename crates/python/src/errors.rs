//! Errors and their Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use zashiki_core::{GameInfo, IllegalAction, InputError, LocalizedText, ReplayError};

create_exception!(
    zashiki,
    Illegal,
    PyValueError,
    "An action that a rule forbids. The state is unchanged. `rule` is the id of the rule, `ja` the \
     message in Japanese."
);

create_exception!(
    zashiki,
    BadInput,
    PyValueError,
    "Invalid input: an unknown game, seat or bot, or an invalid option, position or record. The \
     message names the input, the reason and the remedy; `ja` is the message in Japanese."
);

/// Adds `InternalError` to the module: the exception for panics in Rust, which are bugs of this package.
///
/// PyO3 raises its own `PanicException` for panics, a `BaseException` that `except Exception` does not
/// catch. Each extension has its own `PanicException` class, so this function can give it another base
/// and name without an effect on other extensions.
pub fn add_internal_error(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let class = py.get_type::<PanicException>();
    class.setattr("__bases__", (py.get_type::<PyRuntimeError>(),))?;
    class.setattr("__name__", "InternalError")?;
    class.setattr("__qualname__", "InternalError")?;
    class.setattr("__module__", "zashiki")?;
    class.setattr(
        "__doc__",
        "A bug in zashiki: please report it. The interrupted call may have left objects half \
         changed: continue with an earlier copy.",
    )?;
    module.add("InternalError", class)
}

/// An error of a call from Python, before it becomes a Python exception.
#[derive(Debug)]
pub enum ApiError {
    /// The action is illegal: a rule forbids it.
    Illegal(IllegalAction),
    /// An argument of the call is invalid.
    Bad(LocalizedText),
}

impl ApiError {
    /// The error for an illegal action. The game's names of the seats are inserted in its message.
    pub fn illegal(info: &GameInfo, action: IllegalAction) -> ApiError {
        let message = action.message.named(info.seat_names, None);
        ApiError::Illegal(IllegalAction { message, ..action })
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> ApiError {
        ApiError::Bad(error.into())
    }
}

impl From<ReplayError> for ApiError {
    fn from(error: ReplayError) -> ApiError {
        ApiError::Bad(error.message)
    }
}

impl From<ApiError> for PyErr {
    fn from(error: ApiError) -> PyErr {
        let with = |error: PyErr, attributes: &[(&str, &str)]| {
            Python::attach(|py| {
                let set = |(name, value): &(&str, &str)| error.value(py).setattr(*name, *value);
                attributes.iter().try_for_each(set).err().unwrap_or(error)
            })
        };
        match error {
            ApiError::Illegal(illegal) => with(
                Illegal::new_err(illegal.to_string()),
                &[("rule", illegal.rule.0), ("ja", &illegal.message.ja)],
            ),
            ApiError::Bad(text) => with(BadInput::new_err(text.to_string()), &[("ja", &text.ja)]),
        }
    }
}
