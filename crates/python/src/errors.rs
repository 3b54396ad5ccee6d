//! What is refused, as Python says it.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use zashiki_core::{GameInfo, LocalizedText, ReplayError};

create_exception!(
    zashiki,
    IllegalAction,
    PyValueError,
    "An action that a rule forbids; nothing has changed. `rule` is the id of the rule, `ja` the \
     message in Japanese."
);

create_exception!(
    zashiki,
    InputError,
    PyValueError,
    "Input that cannot be used: a game, seats, options, components, a position, a record or a bot \
     that cannot be. Says what, why and what to do; `ja` says it in Japanese."
);

/// Adds `InternalError`: what Python gets wherever Rust panics, which is a fault of this package.
///
/// PyO3 raises its own `PanicException` for that, at every border there is, and makes it a
/// `BaseException` that `except Exception` does not catch. It is a class of this extension alone, so it
/// gets another base and name here.
pub fn add_internal_error(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let class = py.get_type::<PanicException>();
    class.setattr("__bases__", (py.get_type::<PyRuntimeError>(),))?;
    class.setattr("__name__", "InternalError")?;
    class.setattr("__qualname__", "InternalError")?;
    class.setattr("__module__", "zashiki")?;
    class.setattr(
        "__doc__",
        "A fault of zashiki itself: please report it. What was being done may be half done, so go on \
         with a copy made before.",
    )?;
    module.add("InternalError", class)
}

/// Why something was not done.
#[derive(Debug)]
pub enum Refused {
    /// A rule forbids it.
    IllegalAction(zashiki_core::IllegalAction),
    /// What was passed cannot be used.
    Bad(LocalizedText),
}

impl Refused {
    /// A refusal by the game of this card, with its seats called by their names.
    pub fn by(info: &GameInfo, no: zashiki_core::IllegalAction) -> Refused {
        let message = no.message.named(info.seat_names, None);
        Refused::IllegalAction(zashiki_core::IllegalAction { message, ..no })
    }
}

impl From<zashiki_core::InputError> for Refused {
    fn from(bad: zashiki_core::InputError) -> Refused {
        Refused::Bad(bad.into())
    }
}

impl From<ReplayError> for Refused {
    fn from(error: ReplayError) -> Refused {
        Refused::Bad(error.message)
    }
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> PyErr {
        let made = |error: PyErr, attributes: &[(&str, &str)]| {
            Python::attach(|py| {
                let set = |(name, value): &(&str, &str)| error.value(py).setattr(*name, *value);
                attributes.iter().try_for_each(set).err().unwrap_or(error)
            })
        };
        match refused {
            Refused::IllegalAction(no) => made(
                IllegalAction::new_err(no.to_string()),
                &[("rule", no.rule.0), ("ja", &no.message.ja)],
            ),
            Refused::Bad(text) => made(InputError::new_err(text.to_string()), &[("ja", &text.ja)]),
        }
    }
}
