//! `zashiki.Walk`: the way to an action by small choices.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use table::{Action, Factor, Seat, Text};

use crate::errors::Refused;

/// A way to an action without the type of the game.
pub trait AnyWalk: Send + Sync {
    /// Which factor is chosen next; none once the action is chosen.
    fn factor(&self) -> Option<usize>;
    /// Which numbers may be chosen next.
    fn mask(&self) -> Vec<bool>;
    /// The numbers that were chosen.
    fn choices(&self) -> &[u16];
    /// Makes the next choice.
    fn choose(&mut self, number: i64) -> Result<(), Refused>;
    /// The number of the action that was chosen, as in `State.legal`.
    fn action(&self) -> Option<i64>;
}

/// A way among the actions that are listed.
pub struct Way<A> {
    walk: table::Walk<A>,
    listed: Vec<A>,
    choices: Vec<u16>,
}

impl<A: Action> Way<A> {
    /// Before the first choice among these actions of the seat.
    pub fn new(seat: Seat, listed: &[A]) -> Way<A> {
        Way { walk: table::Walk::new(seat, listed), listed: listed.to_vec(), choices: Vec::new() }
    }
}

/// The place of a factor of the game's.
pub fn place<A: Action>(factor: &Factor) -> usize {
    let found = A::FACTORS.iter().position(|other| other.name == factor.name);
    found.expect("a walk asks for a factor of its actions")
}

impl<A: Action> AnyWalk for Way<A> {
    fn factor(&self) -> Option<usize> {
        self.walk.factor().map(place::<A>)
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.walk.factor().map_or(0, |factor| factor.size)];
        self.walk.mask(&mut mask);
        mask
    }

    fn choices(&self) -> &[u16] {
        &self.choices
    }

    fn choose(&mut self, number: i64) -> Result<(), Refused> {
        let chosen = u16::try_from(number).ok().filter(|n| self.walk.choose(usize::from(*n)));
        let chosen = chosen.ok_or_else(|| impossible(number))?;
        self.choices.push(chosen);
        Ok(())
    }

    fn action(&self) -> Option<i64> {
        let action = self.walk.action()?;
        crate::any::number_of(action, &self.listed)
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
        self.0.factor()
    }

    /// For each number of that factor whether it may be chosen.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.0.mask().into_pyarray(py)
    }

    /// The numbers that were chosen.
    #[getter]
    fn choices(&self) -> &[u16] {
        self.0.choices()
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
        format!("<Walk choices={:?}>", self.0.choices())
    }
}
