//! The methods of `zashiki.Chance`: random draws that the caller decides.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::classes::{Chance, Game, State};
use crate::dyn_game::{ActionRef, ChanceSource};

#[pymethods]
impl Chance {
    /// Number of equally likely outcomes of the next draw; None after the last draw.
    #[getter]
    fn outcomes(&self) -> Option<u32> {
        self.0.outcomes()
    }

    /// Outcomes of the draws decided so far.
    #[getter]
    fn drawn(&self) -> Vec<u32> {
        self.0.drawn().to_vec()
    }

    /// Decides the next draw by a number below outcomes; on error the draws are unchanged.
    fn draw(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.draw(number)?)
    }

    /// State that results from the draws, whose record starts here; None before the last draw.
    #[pyo3(signature = (seed=0))]
    fn state(&self, seed: u64) -> Option<State> {
        self.0.state(seed).map(State)
    }

    /// Copies the draws, to decide the further ones differently.
    fn clone(&self) -> Chance {
        Chance(self.0.copy())
    }

    fn __copy__(&self) -> Chance {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Chance {
        self.clone()
    }

    /// Restores draws from a pickle. They belong to a deal (a game), an action (a state, a seat and an
    /// action) or a determinization (a state).
    #[staticmethod]
    fn _resume(
        source: &Bound<'_, PyAny>,
        seat: Option<i64>,
        action: Option<String>,
        drawn: Vec<i64>,
    ) -> PyResult<Chance> {
        let mut chance = match source.cast::<Game>() {
            Ok(game) => game.get().0.clone().deal_by_chance(),
            Err(_) => {
                let state = &source.cast::<State>()?.borrow().0;
                match (seat, action) {
                    (Some(seat), Some(action)) => {
                        let seat = state.game().seat(seat)?;
                        state.step_by_chance(seat, &ActionRef::Notation(action))?
                    }
                    _ => state.redeal_by_chance(),
                }
            }
        };
        for number in drawn {
            chance.draw(number)?;
        }
        Ok(Chance(chance))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let drawn = self.drawn();
        let arguments = match self.0.source() {
            ChanceSource::Deal(game) => {
                (Game(game), None::<u8>, None::<String>, drawn).into_pyobject(py)
            }
            ChanceSource::Action(before, seat, action) => {
                (State(before), Some(seat.0), Some(action), drawn).into_pyobject(py)
            }
            ChanceSource::Determinization(state) => {
                (State(state), None::<u8>, None::<String>, drawn).into_pyobject(py)
            }
        };
        Ok((py.get_type::<Chance>().getattr("_resume")?, arguments?))
    }

    fn __repr__(&self) -> String {
        let open = self.outcomes().map_or("None".into(), |bound| bound.to_string());
        format!("<Chance drawn={:?}, outcomes={open}>", self.0.drawn())
    }
}
