//! `zashiki.Bot`.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use crate::game::{Game, seat};
use crate::state::State;

/// A player that thinks. It sees of a state what its seat may know, and nothing else.
///
/// Bot(spec, game, seed=0)
#[pyclass(frozen, module = "zashiki")]
pub struct Bot {
    spec: String,
    /// A bot is asked one question after the other.
    bot: Mutex<Box<dyn Any + Send>>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, game, seed=0))]
    fn new(spec: String, game: &Bound<'_, Game>, seed: u64) -> PyResult<Bot> {
        let bot = Mutex::new(game.get().0.bot(&spec, seed)?);
        Ok(Bot { spec, bot })
    }

    /// The text that describes it.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The number of the action that it takes at this seat, whose decision must be awaited. Other
    /// threads of Python go on meanwhile.
    #[pyo3(signature = (state, seat))]
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>, seat: i64) -> PyResult<i64> {
        let state = &state.0;
        let seat = self::seat(seat, state.game().seats())?;
        let chosen = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            state.choose(seat, &mut **bot)
        });
        Ok(chosen?)
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.spec)
    }
}
