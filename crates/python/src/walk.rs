//! `zashiki.Walk`: the way to an action by small choices.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use table::{Action, SmallChoice, Text};

use crate::any::number_at;
use crate::errors::Refused;

/// A way to an action without the type of the game.
pub trait AnyWalk: Send + Sync {
    /// Which factor is chosen next; none once the action is chosen.
    fn asked(&self) -> Option<usize>;
    /// Which numbers may be chosen next.
    fn mask(&self) -> Vec<bool>;
    /// The choices that were made.
    fn made(&self) -> &[SmallChoice];
    /// Makes the next choice.
    fn choose(&mut self, number: i64) -> Result<(), Refused>;
    /// The number of the action that was chosen, as in `State.legal`.
    fn action(&self) -> Option<i64>;
}

impl<A: Action> AnyWalk for table::Walk<A> {
    fn asked(&self) -> Option<usize> {
        self.asked()
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.factor().map_or(0, |factor| factor.size)];
        self.mask(&mut mask);
        mask
    }

    fn made(&self) -> &[SmallChoice] {
        self.made()
    }

    fn choose(&mut self, number: i64) -> Result<(), Refused> {
        let possible = usize::try_from(number).is_ok_and(|number| self.choose(number));
        if possible { Ok(()) } else { Err(impossible(number)) }
    }

    fn action(&self) -> Option<i64> {
        Some(number_at(self.action()?, self.place()?))
    }
}

fn impossible(number: i64) -> Refused {
    Refused::Bad(Text::new(
        format!("いま{number}は選べません。mask() が True の番号を選んでください。"),
        format!("{number} cannot be chosen now; choose a number for which mask() is True."),
    ))
}

/// The way to an action by small choices, from State.walk.
#[pyclass(module = "zashiki")]
pub struct Walk(pub Box<dyn AnyWalk>);

#[pymethods]
impl Walk {
    /// Which of game.factors is chosen next; None once the action is chosen.
    #[getter]
    fn factor(&self) -> Option<usize> {
        self.0.asked()
    }

    /// For each number of that factor whether it may be chosen.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.0.mask().into_pyarray(py)
    }

    /// The numbers that were chosen.
    #[getter]
    fn choices(&self) -> Vec<u16> {
        self.0.made().iter().map(|choice| choice.number).collect()
    }

    /// Makes the next choice; one that may not be made changes nothing.
    fn choose(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.choose(number)?)
    }

    /// The number of the action, as in State.legal; None before the last choice.
    #[getter]
    fn action(&self) -> Option<i64> {
        self.0.action()
    }

    fn __repr__(&self) -> String {
        format!("<Walk choices={:?}>", self.choices())
    }
}
