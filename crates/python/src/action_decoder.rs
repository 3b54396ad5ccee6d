//! `zashiki.Walk`: selection of an action by sub-actions.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use zashiki_core::{LocalizedText, Seat, SubAction};

use crate::dyn_game::{self, number_at};
use crate::errors::ApiError;

/// Type-erased action decoder.
pub trait DynDecoder: Send + Sync {
    /// Index of the next sub-action's kind; none once the action is chosen.
    fn asked(&self) -> Option<usize>;
    /// Legality of each number of the next sub-action.
    fn mask(&self) -> Vec<bool>;
    /// Sub-actions chosen so far.
    fn made(&self) -> &[SubAction];
    /// Chooses the number of the next sub-action.
    fn choose(&mut self, number: i64) -> Result<(), ApiError>;
    /// Number of the chosen action, as in `State.legal`.
    fn action(&self) -> Option<i64>;
    /// Copies the decoder.
    fn copy(&self) -> Box<dyn DynDecoder>;
    /// The parts to restore it from.
    fn parts(&self) -> DecoderParts;
}

/// Parts of a pickled walk: game id, seat, actions in notation and sub-actions.
pub type DecoderParts = (&'static str, u8, Vec<String>, Vec<u16>);

/// Decoder of one of the actions of a seat.
pub struct SeatDecoder<G: zashiki_core::Game> {
    seat: Seat,
    walk: zashiki_core::ActionDecoder<G::Action>,
}

impl<G: zashiki_core::Game> SeatDecoder<G> {
    /// Starts before the first sub-action.
    pub fn new(seat: Seat, actions: &[G::Action]) -> SeatDecoder<G> {
        SeatDecoder { seat, walk: zashiki_core::ActionDecoder::new(seat, actions) }
    }
}

impl<G: zashiki_core::Game> DynDecoder for SeatDecoder<G> {
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

    fn choose(&mut self, number: i64) -> Result<(), ApiError> {
        let possible = usize::try_from(number).is_ok_and(|number| self.walk.choose(number));
        if possible { Ok(()) } else { Err(impossible(number)) }
    }

    fn action(&self) -> Option<i64> {
        Some(number_at(self.walk.action()?, self.walk.place()?))
    }

    fn copy(&self) -> Box<dyn DynDecoder> {
        Box::new(SeatDecoder::<G> { seat: self.seat, walk: self.walk.clone() })
    }

    fn parts(&self) -> DecoderParts {
        let actions = self.walk.actions().iter().map(ToString::to_string).collect();
        (G::info().id, self.seat.0, actions, numbers(self.made()))
    }
}

fn numbers(choices: &[SubAction]) -> Vec<u16> {
    choices.iter().map(|choice| choice.number).collect()
}

fn impossible(number: i64) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!("いま{number}は選べません。mask() が True の番号を選んでください。"),
        format!("{number} cannot be chosen now; choose a number for which mask() is True."),
    ))
}

/// Selection of one action by sub-actions, from State.walk.
#[pyclass(module = "zashiki")]
pub struct Walk(pub Box<dyn DynDecoder>);

#[pymethods]
impl Walk {
    /// Index into game.factors of the next sub-action; None once the action is chosen.
    #[getter]
    fn factor(&self) -> Option<usize> {
        self.0.asked()
    }

    /// Legality of each number of the next sub-action.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.0.mask().into_pyarray(py)
    }

    /// Numbers chosen so far.
    #[getter]
    fn choices(&self) -> Vec<u16> {
        numbers(self.0.made())
    }

    /// Chooses the number of the next sub-action; on error the walk is unchanged.
    fn choose(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.choose(number)?)
    }

    /// Number of the chosen action, as in State.legal; None before the last sub-action.
    #[getter]
    fn action(&self) -> Option<i64> {
        self.0.action()
    }

    /// Copies the walk, to choose differently.
    fn clone(&self) -> Walk {
        Walk(self.0.copy())
    }

    fn __copy__(&self) -> Walk {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Walk {
        self.clone()
    }

    /// Restores a walk from its parts, for pickles.
    #[staticmethod]
    fn _resume(game: &str, seat: u8, actions: Vec<String>, choices: Vec<u16>) -> PyResult<Walk> {
        Ok(Walk(dyn_game::way(game, Seat(seat), &actions, &choices)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, DecoderParts)> {
        Ok((py.get_type::<Walk>().getattr("_resume")?, self.0.parts()))
    }

    fn __repr__(&self) -> String {
        format!("<Walk choices={:?}>", self.choices())
    }
}
