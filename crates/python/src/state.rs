//! The methods of `zashiki.State`, the state of a match.

use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zashiki_core::{GameInfo, Key, Lang, LocalizedText, Seat, Viewer};

use crate::classes::{Chance, Game, State, Walk};
use crate::convert::{language, seat_numbers};
use crate::dyn_game::{ActionRef, seat_among};
use crate::errors::ApiError;
use crate::json;

/// The viewer of a board, as passed from Python.
enum ViewerArg {
    /// The number of a seat.
    Seat(i64),
    /// "all", for all seats together.
    Word(String),
}

impl<'py> FromPyObject<'_, 'py> for ViewerArg {
    type Error = PyErr;

    fn extract(viewer: Borrowed<'_, 'py, PyAny>) -> PyResult<ViewerArg> {
        if viewer.is_instance_of::<PyString>() {
            return Ok(ViewerArg::Word(viewer.extract()?));
        }
        Ok(ViewerArg::Seat(viewer.extract()?))
    }
}

impl State {
    fn seat(&self, number: i64) -> Result<Seat, ApiError> {
        seat_among(self.0.seats(), number)
    }

    /// The viewer of a board.
    fn viewer(&self, seat: Option<ViewerArg>) -> PyResult<Viewer> {
        Ok(match seat {
            None => Viewer::Spectator,
            Some(ViewerArg::Seat(number)) => Viewer::Seat(self.seat(number)?),
            Some(ViewerArg::Word(word)) if word == "all" => Viewer::Omniscient,
            Some(ViewerArg::Word(word)) => {
                let word: String = word.chars().take(40).collect();
                return Err(ApiError::Bad(LocalizedText::new(
                    format!("「{word}」から見た盤はありません。席の番号、None、\"all\" のどれかにしてください。"),
                    format!("There is no viewer \"{word}\"; use the number of a seat, None or \"all\"."),
                ))
                .into());
            }
        })
    }

    /// The board drawn by a function of the package's module for pixels.
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        function: &str,
        seat: Option<ViewerArg>,
        lang: &str,
        scale: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.svg(seat, lang)?;
        py.import("zashiki._pixels")?.call_method1(function, (svg, scale))
    }

    /// Borrows the Rust state of a Python object mutably.
    fn borrow_mut<'py>(state: &Bound<'py, State>) -> PyResult<PyRefMut<'py, State>> {
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
    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game())
    }

    /// Seats to decide, ascending; empty if the match is over. Several seats may decide in any
    /// order.
    #[getter]
    fn current_players(&self) -> Vec<usize> {
        seat_numbers(self.0.turn().awaited())
    }

    /// True if the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn().outcome().is_some()
    }

    /// Seats that won, possibly none; None before the end.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.0.turn().outcome().map(|outcome| seat_numbers(outcome.winners))
    }

    /// Id of the reason for the end; None before the end.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.0.turn().outcome().map(|outcome| outcome.reason)
    }

    /// Description of the reason for the end; None before the end.
    #[pyo3(signature = (lang="en"))]
    fn end_text(&self, lang: &str) -> PyResult<Option<String>> {
        let lang = language(lang)?;
        let info = self.0.game().info();
        let outcome = self.0.turn().outcome();
        Ok(outcome.map(|outcome| lang.of(&end_reason(info, outcome.reason)).to_owned()))
    }

    /// Number of decisions taken so far.
    fn __len__(&self) -> usize {
        self.0.length()
    }

    /// Always True: without this, a state before the first decision would have length 0 and be false.
    fn __bool__(&self) -> bool {
        true
    }

    /// Numbers of the legal actions of a seat, as an array of int64.
    fn legal<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.0.legal(self.seat(seat)?).into_pyarray(py))
    }

    /// The seat to decide, the first of several; None if the match is over. For OpenSpiel.
    fn _actor(&self) -> Option<usize> {
        self.0.turn().awaited().first().map(Seat::index)
    }

    /// Numbers of the legal actions of a seat, in ascending order. For OpenSpiel.
    fn _sorted(&self, seat: i64) -> PyResult<Vec<i64>> {
        Ok(self.0.sorted(self.seat(seat)?))
    }

    /// Copy of the state after an action. For OpenSpiel.
    fn _after(&self, seat: i64, action: i64) -> PyResult<State> {
        Ok(State(self.0.after(self.seat(seat)?, &ActionRef::Number(action))?))
    }

    /// Array with an element for each action number below game.action_count: True if the action is
    /// legal.
    fn legal_mask<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.0.mask(self.seat(seat)?).into_pyarray(py))
    }

    /// Notations of the legal actions of a seat, in the order of legal(seat).
    fn actions(&self, seat: i64) -> PyResult<Vec<String>> {
        Ok(self.0.actions(self.seat(seat)?))
    }

    /// Returns true if legal(seat) and actions(seat) list every legal action. For a decision with too
    /// many actions to list, they have only a selection.
    fn lists_all(&self, seat: i64) -> PyResult<bool> {
        Ok(self.0.lists_all(self.seat(seat)?))
    }

    /// Applies an action, given by number or notation; on error the state is unchanged.
    fn step(slf: &Bound<'_, Self>, seat: i64, action: ActionRef) -> PyResult<()> {
        let mut state = State::borrow_mut(slf)?;
        let seat = state.seat(seat)?;
        Ok(state.0.step(seat, &action)?)
    }

    /// Applies an action to a copy, with every chance outcome decided by the caller.
    fn step_by_chance(&self, seat: i64, action: ActionRef) -> PyResult<Chance> {
        Ok(Chance(self.0.step_by_chance(self.seat(seat)?, &action)?))
    }

    /// Samples a state consistent with what a spectator sees, with every random draw decided by the
    /// caller.
    fn redeal_by_chance(&self) -> Chance {
        Chance(self.0.redeal_by_chance())
    }

    /// Observation of a seat, as an array of float32; game.features describes the values.
    fn observation<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(self.0.observation(self.seat(seat)?).into_pyarray(py))
    }

    /// Numbers of the sub-actions that make up a legal action, in order.
    fn choices(&self, seat: i64, action: ActionRef) -> PyResult<Vec<u16>> {
        Ok(self.0.sub_actions(self.seat(seat)?, &action)?)
    }

    /// Starts to choose one of a seat's actions sub-action by sub-action.
    fn walk(&self, seat: i64) -> PyResult<Walk> {
        Ok(Walk(self.0.decoder(self.seat(seat)?)))
    }

    /// Information state of a seat, or of a spectator if no seat is given, as a dict.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        json::loads(py, &self.0.view(Viewer::from(seat)))
    }

    /// Key of the complete state, 16 bytes: equal for equal states, whatever chance decides later.
    fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        bytes(py, self.0.key())
    }

    /// Key of what a seat, or a spectator if no seat is given, sees now: 16 bytes, equal for equal views.
    #[pyo3(signature = (seat=None))]
    fn view_key<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyBytes>> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        Ok(bytes(py, self.0.view_key(Viewer::from(seat))))
    }

    /// Key of the information set of a seat with perfect recall: 16 bytes, equal if the seat has seen and
    /// done the same, in the same order.
    fn information_key<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyBytes>> {
        Ok(bytes(py, self.0.information_key(self.seat(seat)?)))
    }

    /// The seat's decisions so far, in order: its view before each as a dict, and its action in notation.
    fn history<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, String)>> {
        let past = self.0.history(self.seat(seat)?).into_iter();
        past.map(|(view, action)| Ok((json::loads(py, &view)?, action))).collect()
    }

    /// The seat's latest decisions as numbers, the latest first, in an array of float32 with this many
    /// rows: the observation before the decision, and how often each number of each of game.factors was
    /// chosen.
    fn recollection<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
        decisions: u16,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (seat, rows) = (self.seat(seat)?, usize::from(decisions));
        let game = self.0.game();
        let chosen: usize = game.factors().iter().map(|factor| factor.size).sum();
        let row = game.observation_size() + chosen;
        let values = self.0.recollection(seat, rows).into_pyarray(py);
        values.reshape([rows, row])
    }

    /// Value of the complete state for a seat by the game's heuristic, from -1.0 (lost) to 1.0 (won). It
    /// reads hidden information: evaluate determinizations to play by it.
    fn evaluate(&self, seat: i64) -> PyResult<f64> {
        Ok(f64::from(self.0.evaluate(self.seat(seat)?)) / 1000.0)
    }

    /// The same value after each action of legal(seat), as an array of float64 in the same order.
    fn evaluate_actions<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let values = self.0.evaluate_actions(self.seat(seat)?).into_iter();
        Ok(values.map(|value| f64::from(value) / 1000.0).collect::<Vec<_>>().into_pyarray(py))
    }

    /// Board in plain text, as a seat, as a spectator (None), or as all seats together ("all") see it.
    #[pyo3(signature = (seat=None, lang="en"))]
    fn text(&self, seat: Option<ViewerArg>, lang: &str) -> PyResult<String> {
        Ok(self.0.text(self.viewer(seat)?, language(lang)?))
    }

    /// Board as an SVG document, as a seat, as a spectator (None), or as all seats together ("all")
    /// see it.
    #[pyo3(signature = (seat=None, lang="en"))]
    fn svg(&self, seat: Option<ViewerArg>, lang: &str) -> PyResult<String> {
        Ok(self.0.svg(self.viewer(seat)?, language(lang)?))
    }

    /// Board as a PNG picture, for the same viewers as svg.
    #[pyo3(signature = (seat=None, lang="en", scale=1.0))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        seat: Option<ViewerArg>,
        lang: &str,
        scale: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.pixels(py, "png", seat, lang, scale)
    }

    /// Board as an array of uint8 (height × width × 3), for the same viewers as svg.
    #[pyo3(signature = (seat=None, lang="en", scale=1.0))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        seat: Option<ViewerArg>,
        lang: &str,
        scale: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.pixels(py, "rgb", seat, lang, scale)
    }

    /// Board for notebooks: what all seats know together.
    fn _repr_svg_(&self) -> String {
        self.0.svg(Viewer::Omniscient, Lang::En)
    }

    /// Samples a state consistent with the information state of a seat. The seed determines the
    /// sample and the random numbers after it.
    fn determinize(&self, seat: i64, seed: u64) -> PyResult<State> {
        Ok(State(self.0.determinize(self.seat(seat)?, seed)))
    }

    /// Copies the state, to explore another line of play.
    fn clone(&self) -> State {
        State(self.0.copy())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// Payoff of each seat: 1.0 won, -1.0 others won, 0.0 nobody won or the match is not over.
    fn returns(&self) -> Vec<f64> {
        self.0.returns()
    }

    /// Current score of each seat, in the game's own points.
    fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }

    /// Record of the match as JSON text, which `zashiki replay` reads. It contains the seed: do not
    /// show it to players.
    fn record(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.record())
    }

    /// Complete state as JSON text, in the format of the game.
    fn position(&self) -> String {
        self.0.position()
    }

    /// Description of a legal action in "en" or "ja".
    #[pyo3(signature = (seat, action, lang="en"))]
    fn label(&self, seat: i64, action: ActionRef, lang: &str) -> PyResult<String> {
        let (seat, lang) = (self.seat(seat)?, language(lang)?);
        Ok(lang.of(&self.0.label(seat, &action)?).to_owned())
    }

    /// Notation of a legal action.
    fn notation(&self, seat: i64, action: ActionRef) -> PyResult<String> {
        Ok(self.0.notation(self.seat(seat)?, &action)?)
    }

    /// True if the last action can be undone.
    #[getter]
    fn can_undo(&self) -> bool {
        self.0.can_undo()
    }

    /// Undoes the last action. An action that revealed hidden information or ended the match cannot
    /// be undone.
    fn undo(slf: &Bound<'_, Self>) -> PyResult<()> {
        Ok(State::borrow_mut(slf)?.0.undo()?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Game>().getattr("replay")?, (self.record(py),)))
    }

    fn __repr__(&self) -> String {
        let (game, steps) = (self.0.game(), self.0.length());
        let situation = match self.0.turn().outcome() {
            None => format!("current_players={:?}", self.current_players()),
            Some(outcome) => format!("winners={:?}", seat_numbers(outcome.winners)),
        };
        format!(
            "<State of {} with {} seats after {steps} steps, {situation}>",
            game.info().id,
            game.seats()
        )
    }
}

fn bytes(py: Python<'_>, key: Key) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &key.0)
}

/// Description of an end reason, given by its id.
fn end_reason(info: &GameInfo, id: &str) -> LocalizedText {
    info.end_reason(id)
        .map_or_else(|| LocalizedText::same(id.to_owned()), |reason| reason.text.clone())
}
