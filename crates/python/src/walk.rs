//! `zashiki.Walk`: the way to an action by small choices.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use zashiki_core::{LocalizedText, Seat, SubAction};

use crate::any::{self, number_at};
use crate::errors::Refused;

/// A way to an action without the type of the game.
pub trait AnyWalk: Send + Sync {
    /// Which factor is chosen next; none once the action is chosen.
    fn asked(&self) -> Option<usize>;
    /// Which numbers may be chosen next.
    fn mask(&self) -> Vec<bool>;
    /// The choices that were made.
    fn made(&self) -> &[SubAction];
    /// Makes the next choice.
    fn choose(&mut self, number: i64) -> Result<(), Refused>;
    /// The number of the action that was chosen, as in `State.legal`.
    fn action(&self) -> Option<i64>;
    /// The same once more.
    fn copy(&self) -> Box<dyn AnyWalk>;
    /// All that it is made of.
    fn parts(&self) -> WalkParts;
}

/// What a walk is made again of: the game's id, the seat, the actions in notation and the choices.
pub type WalkParts = (&'static str, u8, Vec<String>, Vec<u16>);

/// A way to one of the actions of a seat.
pub struct Way<G: zashiki_core::GameState> {
    seat: Seat,
    walk: zashiki_core::ActionDecoder<G::Action>,
}

impl<G: zashiki_core::GameState> Way<G> {
    /// Before the first choice among these actions.
    pub fn new(seat: Seat, actions: &[G::Action]) -> Way<G> {
        Way { seat, walk: zashiki_core::ActionDecoder::new(seat, actions) }
    }
}

impl<G: zashiki_core::GameState> AnyWalk for Way<G> {
    fn asked(&self) -> Option<usize> {
        self.walk.asked()
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.walk.factor().map_or(0, |factor| factor.size)];
        self.walk.mask(&mut mask);
        mask
    }

    fn made(&self) -> &[SubAction] {
        self.walk.made()
    }

    fn choose(&mut self, number: i64) -> Result<(), Refused> {
        let possible = usize::try_from(number).is_ok_and(|number| self.walk.choose(number));
        if possible { Ok(()) } else { Err(impossible(number)) }
    }

    fn action(&self) -> Option<i64> {
        Some(number_at(self.walk.action()?, self.walk.place()?))
    }

    fn copy(&self) -> Box<dyn AnyWalk> {
        Box::new(Way::<G> { seat: self.seat, walk: self.walk.clone() })
    }

    fn parts(&self) -> WalkParts {
        let actions = self.walk.actions().iter().map(ToString::to_string).collect();
        (G::info().id, self.seat.0, actions, numbers(self.made()))
    }
}

fn numbers(choices: &[SubAction]) -> Vec<u16> {
    choices.iter().map(|choice| choice.number).collect()
}

fn impossible(number: i64) -> Refused {
    Refused::Bad(LocalizedText::new(
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
        numbers(self.0.made())
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

    /// The same once more, to choose otherwise.
    fn clone(&self) -> Walk {
        Walk(self.0.copy())
    }

    fn __copy__(&self) -> Walk {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Walk {
        self.clone()
    }

    /// A walk of these parts, for pickles.
    #[staticmethod]
    fn _resume(game: &str, seat: u8, actions: Vec<String>, choices: Vec<u16>) -> PyResult<Walk> {
        Ok(Walk(any::way(game, Seat(seat), &actions, &choices)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, WalkParts)> {
        Ok((py.get_type::<Walk>().getattr("_resume")?, self.0.parts()))
    }

    fn __repr__(&self) -> String {
        format!("<Walk choices={:?}>", self.choices())
    }
}
