//! `zashiki.State`.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use zashiki_core::Viewer;

use crate::any::{AnyState, Named, returns};
use crate::chance::Chance;
use crate::errors::Refused;
use crate::game::{Game, end_reason, language, numbers, seat};
use crate::json;
use crate::walk::Walk;

impl<'py> FromPyObject<'_, 'py> for Named {
    type Error = PyErr;

    fn extract(action: Borrowed<'_, 'py, PyAny>) -> PyResult<Named> {
        if action.is_instance_of::<PyString>() {
            return Ok(Named::Notation(action.extract()?));
        }
        match action.extract() {
            Ok(number) => Ok(Named::Number(number)),
            // A number that is too great says so itself.
            Err(error) if action.is_instance_of::<PyInt>() => Err(error),
            Err(_) => Err(PyTypeError::new_err(format!(
                "an action is its number (int) or its notation (str), not {}; legal(seat) and \
                 actions(seat) list them",
                action.get_type().name()?
            ))),
        }
    }
}

/// A play at one moment: the complete truth. Made by Game.deal, Game.position, Game.replay and
/// State.imagine.
#[pyclass(module = "zashiki")]
pub struct State(pub Box<dyn AnyState>);

impl State {
    fn seat(&self, number: i64) -> Result<zashiki_core::Seat, Refused> {
        seat(number, self.0.game().seats())
    }

    /// The state, to be changed.
    fn changing<'py>(state: &Bound<'py, State>) -> PyResult<PyRefMut<'py, State>> {
        state.try_borrow_mut().map_err(|_| {
            PyRuntimeError::new_err(
                "another thread looks at this state, so it cannot change now; wait for the bot or \
                 the record that is being made, or step a clone",
            )
        })
    }
}

#[pymethods]
impl State {
    /// What it is a play of.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game())
    }

    /// The seats whose decisions are awaited, ascending; none when the play is over. Several may
    /// decide in any order.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        numbers(self.0.turn().awaited())
    }

    /// Whether the play is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn().outcome().is_some()
    }

    /// The seats that won; None while the play goes on, and empty when nobody did.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.0.turn().outcome().map(|outcome| numbers(outcome.winners))
    }

    /// The id of the way the play ended; None while it goes on.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.0.turn().outcome().map(|outcome| outcome.reason)
    }

    /// The way the play ended in words; None while it goes on.
    #[pyo3(signature = (lang="en"))]
    fn end_text(&self, lang: &str) -> PyResult<Option<String>> {
        let lang = language(lang)?;
        let info = self.0.game().info();
        let outcome = self.0.turn().outcome();
        Ok(outcome.map(|outcome| lang.of(&end_reason(info, outcome.reason)).to_owned()))
    }

    /// How many decisions were taken.
    fn __len__(&self) -> usize {
        self.0.length()
    }

    /// A play is something even before its first decision.
    fn __bool__(&self) -> bool {
        true
    }

    /// The numbers of the actions that the seat may take, as an array of int64.
    fn legal<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.0.legal(self.seat(seat)?).into_pyarray(py))
    }

    /// For each number below game.action_count whether the seat may take that action.
    fn legal_mask<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.0.mask(self.seat(seat)?).into_pyarray(py))
    }

    /// The notations of the actions that the seat may take, in the order of legal(seat).
    fn actions(&self, seat: i64) -> PyResult<Vec<String>> {
        Ok(self.0.actions(self.seat(seat)?))
    }

    /// Whether legal(seat) and actions(seat) list all that the seat may do now. Of an open decision
    /// they are a selection.
    fn lists_all(&self, seat: i64) -> PyResult<bool> {
        Ok(self.0.lists_all(self.seat(seat)?))
    }

    /// Takes an action, given by its number or in notation; an illegal one changes nothing.
    fn step(slf: &Bound<'_, Self>, seat: i64, action: Named) -> PyResult<()> {
        let mut state = State::changing(slf)?;
        let seat = state.seat(seat)?;
        Ok(state.0.step(seat, &action)?)
    }

    /// What comes of an action when chance is decided draw by draw; this state does not change.
    pub fn step_by_chance(&self, seat: i64, action: Named) -> PyResult<Chance> {
        Ok(Chance(self.0.step_by_chance(self.seat(seat)?, &action)?))
    }

    /// A state that looks the same to a spectator, what is hidden being decided draw by draw.
    pub fn redeal_by_chance(&self) -> Chance {
        Chance(self.0.redeal_by_chance())
    }

    /// What the seat observes, as an array of float32; game.features says what the numbers mean.
    fn observation<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(self.0.observation(self.seat(seat)?).into_pyarray(py))
    }

    /// The small choices that a legal action is made of, in order.
    fn choices(&self, seat: i64, action: Named) -> PyResult<Vec<u16>> {
        Ok(self.0.choices(self.seat(seat)?, &action)?)
    }

    /// The way to one of the seat's actions by small choices.
    fn walk(&self, seat: i64) -> PyResult<Walk> {
        Ok(Walk(self.0.walk(self.seat(seat)?)))
    }

    /// What the seat may know, or anybody where no seat is named, as a dict.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        json::loads(py, &self.0.view(Viewer::from(seat)))
    }

    /// A world that could be the true one as far as the seat can tell, drawn by the dice of the
    /// seed; it goes on with those dice.
    fn determinize(&self, seat: i64, seed: u64) -> PyResult<State> {
        Ok(State(self.0.determinize(self.seat(seat)?, seed)))
    }

    /// The same once more, to go another way.
    fn clone(&self) -> State {
        State(self.0.copy())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// What the result is worth to each seat: 1.0 won, -1.0 somebody else won, 0.0 nobody won or the
    /// play goes on.
    fn returns(&self) -> Vec<f64> {
        returns(&*self.0)
    }

    /// Each seat's score so far, in the game's own points.
    fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }

    /// All of the play as JSON text, which `zashiki replay` reads. Holds the seed, so it is for
    /// nobody's eyes who plays.
    fn record(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.record())
    }

    /// The complete truth as JSON text, in the game's own form.
    fn position(&self) -> String {
        self.0.position()
    }

    /// A legal action in words, "en" or "ja".
    #[pyo3(signature = (seat, action, lang="en"))]
    fn label(&self, seat: i64, action: Named, lang: &str) -> PyResult<String> {
        let (seat, lang) = (self.seat(seat)?, language(lang)?);
        Ok(lang.of(&self.0.label(seat, &action)?).to_owned())
    }

    /// The notation of a legal action.
    fn notation(&self, seat: i64, action: Named) -> PyResult<String> {
        Ok(self.0.notation(self.seat(seat)?, &action)?)
    }

    /// Whether the last action may be taken back.
    #[getter]
    fn can_undo(&self) -> bool {
        self.0.can_undo()
    }

    /// Takes the last action back. What showed something hidden, and the end, cannot be taken back.
    fn undo(slf: &Bound<'_, Self>) -> PyResult<()> {
        Ok(State::changing(slf)?.0.undo()?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Game>().getattr("replay")?, (self.record(py),)))
    }

    fn __repr__(&self) -> String {
        let (game, steps) = (self.0.game(), self.0.length());
        let stands = match self.0.turn().outcome() {
            None => format!("awaited={:?}", self.awaited()),
            Some(outcome) => format!("winners={:?}", numbers(outcome.winners)),
        };
        format!(
            "<State of {} with {} seats after {steps} steps, {stands}>",
            game.info().id,
            game.seats()
        )
    }
}
