//! The methods of `zashiki.Walk`: choice of an action sub-action by sub-action.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use zashiki_core::Seat;

use crate::classes::Walk;
use crate::convert::sub_action_numbers;
use crate::dyn_game::DecoderParts;
use crate::typed;

#[pymethods]
impl Walk {
    /// Index into game.factors of the next sub-action's kind; None once the action is chosen.
    #[getter]
    fn factor(&self) -> Option<usize> {
        self.0.next_kind()
    }

    /// Array with an element for each number of the next sub-action: True if the number is legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.0.mask().into_pyarray(py)
    }

    /// Numbers of the sub-actions chosen so far.
    #[getter]
    fn choices(&self) -> Vec<u16> {
        sub_action_numbers(self.0.chosen())
    }

    /// Chooses the next sub-action by its number; on error the walk is unchanged.
    fn choose(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.choose(number)?)
    }

    /// Number of the chosen action, as in State.legal; None before the last sub-action.
    #[getter]
    fn action(&self) -> Option<i64> {
        self.0.action()
    }

    /// Copies the walk, to choose differently from here on.
    fn clone(&self) -> Walk {
        Walk(self.0.copy())
    }

    fn __copy__(&self) -> Walk {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Walk {
        self.clone()
    }

    /// Restores a walk from the parts in a pickle.
    #[staticmethod]
    fn _resume(game: &str, seat: u8, actions: Vec<String>, choices: Vec<u16>) -> PyResult<Walk> {
        Ok(Walk(typed::decoder(game, Seat(seat), &actions, &choices)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, DecoderParts)> {
        Ok((py.get_type::<Walk>().getattr("_resume")?, self.0.parts()))
    }

    fn __repr__(&self) -> String {
        format!("<Walk choices={:?}>", self.choices())
    }
}
