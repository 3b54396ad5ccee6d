//! `zashiki.Game`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict, PyTuple};
use zashiki_core::{GameInfo, Lang, LocalizedText, Seat, SeatSet};

use crate::any::{self, AnyGame};
use crate::chance::Chance;
use crate::errors::Refused;
use crate::json::{self, Written};
use crate::state::State;

/// The ids of all games, in the order in which they are offered.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    registry::ids()
}

/// A game with its seats, options and components: what states are dealt of.
///
/// Game(id, seats=None, options=None, components=None)
#[pyclass(frozen, module = "zashiki")]
pub struct Game(pub Arc<dyn AnyGame>);

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
        Ok(Game(any::open(id, seats, &options, components.map(|Written(text)| text))?))
    }

    /// The id.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.info().id
    }

    /// The name in English.
    #[getter]
    fn name(&self) -> &'static str {
        &self.0.info().name.en
    }

    /// The name in Japanese.
    #[getter]
    fn name_ja(&self) -> &'static str {
        &self.0.info().name.ja
    }

    /// How many seats there are.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// What the seats are called in English.
    #[getter]
    fn seat_names(&self) -> Vec<&'static str> {
        let names = self.0.info().seat_names.iter().take(self.0.seats().into());
        names.map(|name| &*name.en).collect()
    }

    /// Who wins together: every seat is in one of these lists.
    #[getter]
    fn sides(&self) -> Vec<Vec<usize>> {
        self.0.sides().into_iter().map(numbers).collect()
    }

    /// The complete options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::loads(py, &self.0.options())
    }

    /// The text of the components file that replaces the game's own, if one does.
    #[getter]
    fn components(&self) -> Option<&str> {
        self.0.components()
    }

    /// The version of the rules it is played by: a former one only where a record was begun by it.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }

    /// How many actions have a number that is the same in every state.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    /// The small choices that actions are made of.
    #[getter]
    fn factors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::objects(py, &self.0.factors())
    }

    /// What a seat observes.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::objects(py, self.0.features())
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.0.observation_size()
    }

    /// More decisions than any play can have.
    #[getter]
    fn max_decisions(&self) -> usize {
        self.0.max_decisions()
    }

    /// The bot that each level is with so many seats, the weakest first.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.levels().into_py_dict(py)
    }

    /// Whether anything is ever hidden from a seat.
    #[getter]
    fn hidden(&self) -> bool {
        self.0.info().hidden_information
    }

    /// Whether dice are ever thrown or cards drawn after the deal.
    #[getter]
    fn chance(&self) -> bool {
        self.0.info().chance
    }

    /// A new play, dealt by the dice of this seed.
    fn deal(&self, seed: u64) -> State {
        State(self.0.clone().deal(seed))
    }

    /// A new play, whose deal is decided draw by draw.
    fn deal_by_chance(&self) -> Chance {
        Chance(self.0.clone().deal_by_chance())
    }

    /// The play that stands at a position, given as JSON text. Where it states no dice, those of
    /// the seed are thrown.
    #[pyo3(signature = (text, seed=0))]
    fn position(&self, text: Written, seed: u64) -> PyResult<State> {
        Ok(State(self.0.clone().stand(&text.0, seed)?))
    }

    /// The play of a record, given as JSON text; every step is checked.
    #[staticmethod]
    fn replay(py: Python<'_>, record: Written) -> PyResult<State> {
        Ok(State(py.detach(|| any::replay(&record.0))?))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        check_rules(&*self.0)?;
        let arguments = (self.id(), self.seats(), self.options(py)?, self.components());
        Ok((py.get_type::<Game>().into_any(), arguments.into_pyobject(py)?))
    }

    /// It never changes.
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

/// Nothing, where the game is played by the rules of today.
///
/// # Errors
/// When it is not.
pub fn check_rules(game: &dyn AnyGame) -> Result<(), Refused> {
    let (info, version) = (game.info(), game.rules_version());
    if version == info.rules_version {
        return Ok(());
    }
    Err(Refused::Bad(LocalizedText::new(
        format!(
            "「{}」のルール第{version}版は、当時の記録を続けるためだけのものです。Game(\"{}\") を新しく作ってください。",
            info.name.ja, info.id
        ),
        format!(
            "Rules version {version} of {} is there to go on with the records of its time alone; make a new Game(\"{}\").",
            info.name.en, info.id
        ),
    )))
}

/// The seats of a set, ascending. A list of `u8` would be `bytes` in Python.
pub fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// The seat of this number.
///
/// # Errors
/// When there is none.
pub fn seat(number: i64, seats: u8) -> Result<Seat, Refused> {
    let seat = u8::try_from(number).ok().filter(|number| *number < seats);
    seat.map(Seat).ok_or_else(|| {
        let last = seats - 1;
        Refused::Bad(LocalizedText::new(
            format!("{number}番の席はありません。席は0〜{last}です。"),
            format!("There is no seat {number}; the seats are 0 to {last}."),
        ))
    })
}

/// The language of this name.
///
/// # Errors
/// When there is none.
pub fn language(name: &str) -> Result<Lang, Refused> {
    match name {
        "en" => Ok(Lang::En),
        "ja" => Ok(Lang::Ja),
        other => {
            let other: String = other.chars().take(40).collect();
            Err(Refused::Bad(LocalizedText::new(
                format!("「{other}」という言語はありません。\"ja\" か \"en\" を使ってください。"),
                format!("There is no language \"{other}\"; there is \"ja\" and \"en\"."),
            )))
        }
    }
}

/// How the play ended, in words.
pub fn end_reason(info: &GameInfo, id: &str) -> LocalizedText {
    info.end_reason(id)
        .map_or_else(|| LocalizedText::same(id.to_owned()), |reason| reason.text.clone())
}
