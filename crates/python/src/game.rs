//! `zashiki.games` and the methods of `zashiki.Game`.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyTuple};

use crate::classes::{Chance, Game, State};
use crate::convert::seat_numbers;
use crate::json::{self, Written};
use crate::typed;

/// Ids of all games, in the order of the catalogue.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    registry::ids()
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (id, seats=None, options=None, components=None))]
    fn new(
        id: &str,
        seats: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
        components: Option<Written>,
    ) -> PyResult<Game> {
        let options = options.map_or(Ok("null".into()), |options| json::dumps(options))?;
        Ok(Game(typed::open(id, seats, &options, components.map(|Written(text)| text))?))
    }

    /// Id of the game.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.info().id
    }

    /// Name of the game in English.
    #[getter]
    fn name(&self) -> &'static str {
        &self.0.info().name.en
    }

    /// Name of the game in Japanese.
    #[getter]
    fn name_ja(&self) -> &'static str {
        &self.0.info().name.ja
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Names of the seats in English.
    #[getter]
    fn seat_names(&self) -> Vec<&'static str> {
        let names = self.0.info().seat_names.iter().take(self.0.seats().into());
        names.map(|name| &*name.en).collect()
    }

    /// Teams: seats of one list win together, and each seat is in exactly one list.
    #[getter]
    fn sides(&self) -> Vec<Vec<usize>> {
        self.0.sides().into_iter().map(seat_numbers).collect()
    }

    /// All options, including defaults.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::loads(py, &self.0.options())
    }

    /// Text of the components file that replaces the game's own, or None.
    #[getter]
    fn components(&self) -> Option<&str> {
        self.0.components()
    }

    /// Version of the rules: an older one only in a state replayed from an older record.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    /// Number of actions whose number is the same in every state.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// Kinds of sub-actions into which actions can be divided.
    #[getter]
    fn factors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::objects(py, &self.0.factors())
    }

    /// Description of the values in an observation.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::objects(py, self.0.features())
    }

    /// Number of values in an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.0.observation_size()
    }

    /// Upper bound of the number of decisions in a match.
    #[getter]
    fn max_decisions(&self) -> usize {
        self.0.max_decisions()
    }

    /// Bot spec of each difficulty level with this number of seats, weakest first.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.levels().into_py_dict(py)
    }

    /// True if the game has hidden information.
    #[getter]
    fn hidden(&self) -> bool {
        self.0.info().hidden_information
    }

    /// True if the game has chance, in the deal or later.
    #[getter]
    fn chance(&self) -> bool {
        self.0.info().chance
    }

    /// Starts a match; the seed determines all chance.
    fn new_initial_state(&self, seed: u64) -> State {
        State(self.0.clone().deal(seed))
    }

    /// Starts a match whose deal the caller decides draw by draw.
    fn deal_by_chance(&self) -> Chance {
        Chance(self.0.clone().deal_by_chance())
    }

    /// Starts a match at a position, given as JSON text. If the position has no state of the random
    /// number generator, the seed provides it.
    #[pyo3(signature = (text, seed=0))]
    fn position(&self, text: Written, seed: u64) -> PyResult<State> {
        Ok(State(self.0.clone().load(&text.0, seed)?))
    }

    /// Replays a record, given as JSON text, and checks every step.
    #[staticmethod]
    fn replay(py: Python<'_>, record: Written) -> PyResult<State> {
        Ok(State(py.detach(|| typed::replay(&record.0))?))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        self.0.check_rules()?;
        let arguments = (self.id(), self.seats(), self.options(py)?, self.components());
        Ok((py.get_type::<Game>().into_any(), arguments.into_pyobject(py)?))
    }

    /// A game is immutable, so copies share it.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let game = |game: &Game| {
            let (options, components) = (game.0.options(), game.components().map(str::to_owned));
            (game.id(), game.rules_version(), game.seats(), options, components)
        };
        other.cast::<Game>().is_ok_and(|other| game(self) == game(other.get()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (self.id(), self.rules_version(), self.seats(), self.0.options()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let components = self.components().map_or("", |_| ", components=…");
        let options = self.options(py)?.repr()?;
        Ok(format!("Game('{}', seats={}, options={options}{components})", self.id(), self.seats()))
    }
}
