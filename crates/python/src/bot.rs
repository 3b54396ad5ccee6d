//! `zashiki.Bot`.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use table::{Seat, Text};

use crate::any::{AnyGame, AnyState};
use crate::errors::Refused;
use crate::game::{Game, seat};
use crate::json;
use crate::state::State;

/// A player that thinks. It sees of a state what its seat may know, and nothing else.
///
/// Bot(spec, game, seed=0)
#[pyclass(frozen, module = "zashiki")]
pub struct Bot {
    spec: String,
    game: Arc<dyn AnyGame>,
    /// A bot is asked one question after the other.
    bot: Mutex<Box<dyn Any + Send>>,
}

impl Bot {
    /// The seat of this number, of a state of the game that the bot plays.
    fn seat(&self, state: &dyn AnyState, number: i64) -> Result<Seat, Refused> {
        let (its, ours) = (state.game().info(), self.game.info());
        if its.id != ours.id {
            return Err(Refused::Bad(Text::new(
                format!(
                    "このボットは「{}」のものです。「{}」のボットを作ってください。",
                    ours.name.ja, its.name.ja
                ),
                format!(
                    "This bot was made for another game, {}; make one for {}.",
                    ours.name.en, its.name.en
                ),
            )));
        }
        seat(number, state.game().seats())
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, game, seed=0))]
    fn new(spec: String, game: &Bound<'_, Game>, seed: u64) -> PyResult<Bot> {
        let game = game.get().0.clone();
        let bot = Mutex::new(game.bot(&spec, seed)?);
        Ok(Bot { spec, game, bot })
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
        let seat = self.seat(&**state, seat)?;
        let chosen = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
            state.choose(seat, &mut **bot)
        });
        Ok(chosen?)
    }

    /// The best choices of the seat, whose decision must be awaited, each with everybody's chances
    /// after it and why. The bot must be one that searches. Other threads of Python go on meanwhile.
    fn advise<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'py, State>,
        seat: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = &state.0;
        let seat = self.seat(&**state, seat)?;
        let advice = py.detach(|| state.advise(seat, &self.spec))?;
        json::loads(py, &advice)
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.spec)
    }
}
