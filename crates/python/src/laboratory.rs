//! The laboratory: `zashiki.simulate`, `zashiki.ladder` and `zashiki.balance`.

use std::io;
use std::sync::Arc;

use lab::{Contest, Control, GameLine, Inquiry, Output, Plan, Sheet, Simulated, Unfinished};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use table::Seat;

use crate::any::{AnyGame, Player};
use crate::called::Trouble;
use crate::errors::Refused;
use crate::game::{Game, check_rules, language};
use crate::json;

/// Keeps the games to be made columns of.
#[derive(Default)]
struct Rows(Vec<GameLine>);

impl Sheet for Rows {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.0.push(game.clone());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Rows {
    /// One array for each column, with an element for each game.
    fn columns<'py>(&self, py: Python<'py>, seats: u8) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let array = |value: &dyn Fn(&GameLine) -> i64| -> Bound<'py, PyArray1<i64>> {
            self.0.iter().map(value).collect::<Vec<_>>().into_pyarray(py)
        };
        let seeds: Vec<u64> = self.0.iter().map(|game| game.seed).collect();
        columns.set_item("number", array(&|game| game.number as i64))?;
        columns.set_item("seed", seeds.into_pyarray(py))?;
        columns.set_item("first", array(&|game| game.first.0.into()))?;
        for seat in Seat::all(seats) {
            let won: Vec<bool> = self.0.iter().map(|game| game.winners.contains(seat)).collect();
            columns.set_item(format!("won_{seat}"), won.into_pyarray(py))?;
        }
        for seat in Seat::all(seats) {
            let score = array(&|game| game.scores[seat.index()].into());
            columns.set_item(format!("score_{seat}"), score)?;
        }
        columns.set_item("margin", array(&|game| game.margin.into()))?;
        columns.set_item("turns", array(&|game| game.turns as i64))?;
        columns.set_item("decisions", array(&|game| game.decisions as i64))?;
        let reasons: Vec<&str> = self.0.iter().map(|game| &*game.reason).collect();
        columns.set_item("reason", reasons)?;
        Ok(columns)
    }
}

/// Who is to play: the text of a bot, or a function.
fn player(bot: &Bound<'_, PyAny>) -> PyResult<Player> {
    if let Ok(spec) = bot.extract() {
        return Ok(Player::Spec(spec));
    }
    if !bot.is_callable() {
        let not = bot.repr()?;
        return Err(PyTypeError::new_err(format!(
            "a bot is a text such as \"greedy\", or a function of a state and a seat, not {not}"
        )));
    }
    let name = bot.getattr("__name__").and_then(|name| name.extract());
    Ok(Player::Function(Arc::new(bot.clone().unbind()), name.unwrap_or_else(|_| "function".into())))
}

/// Those who are to play.
fn players(bots: &Bound<'_, PyAny>) -> PyResult<Vec<Player>> {
    // A text can be gone through as well, letter by letter.
    let listed = (!bots.is_instance_of::<PyString>()).then(|| bots.try_iter().ok()).flatten();
    let Some(listed) = listed else {
        return Err(PyTypeError::new_err(format!(
            "bots are a list of texts and functions, such as [\"greedy\"], not {}",
            bots.get_type().name()?
        )));
    };
    listed.map(|bot| player(&bot?)).collect()
}

/// The options and components of a game, for a plan of the laboratory.
fn setup_of(game: &dyn AnyGame) -> PyResult<(Value, Option<String>)> {
    check_rules(game)?;
    let options = serde_json::from_str(&game.options()).expect("options are JSON");
    Ok((options, game.components().map(str::to_owned)))
}

/// Does long work in the threads. Meanwhile other threads of Python go on; Ctrl-C ends it, as does
/// what a function raises.
fn work<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    players: &[Player],
    work: impl Send + FnOnce(&Control<'_>, &Arc<Trouble>) -> T,
) -> PyResult<T> {
    let functions = players.iter().any(|player| matches!(player, Player::Function(..)));
    // What a function remembers would depend on which thread asks it first.
    let threads = if functions { Some(1) } else { threads };
    let trouble = Arc::new(Trouble::default());
    let done = py.detach(|| {
        // Whoever presses Ctrl-C does not wait for the last game.
        let progress = |_, _| {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                trouble.tell(error);
            }
        };
        let control = Control { threads, stop: &trouble.stop, progress: &progress, journal: None };
        work(&control, &trouble)
    });
    trouble.take().map_or(Ok(done), Err)
}

/// Nothing but what has been told as trouble ends work early, and that was raised.
const UNSTOPPED: &str = "it is stopped by an error alone";

/// Plays many games between bots and counts. See the stub for what each argument means.
#[pyfunction]
#[pyo3(signature = (game, bots, games=100, seed=1, threads=None, rotate=false, rows=false))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    rotate: bool,
    rows: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = &game.get().0;
    let players = players(bots)?;
    let (options, components) = setup_of(&**game)?;
    let plan = Plan {
        game: game.info().id.to_owned(),
        seats: game.seats().into(),
        games,
        // The players themselves are passed.
        bots: String::new(),
        seed,
        options,
        components,
        rotate,
        engines: Default::default(),
    };
    let mut sheet = Rows::default();
    let simulated = work(py, threads, &players, |control, trouble| {
        let output = rows.then_some(Output { sheet: &mut sheet, decisions: false, held: vec![] });
        game.clone().simulate(&plan, &players, output, control, trouble)
    })?;
    let Simulated { report, .. } = simulated.map_err(|unfinished| match unfinished {
        Unfinished::Refused(bad) => PyErr::from(Refused::from(bad)),
        Unfinished::Unwritten(error) => error.into(),
        Unfinished::Stopped(_) => unreachable!("{UNSTOPPED}"),
    })?;
    let report = json::objects(py, &report)?;
    if rows {
        report.set_item("rows", sheet.columns(py, game.seats())?)?;
    }
    Ok(report)
}

/// Ranks bots by games between each two of them. See the stub for what each argument means.
#[pyfunction]
#[pyo3(signature = (game, bots, games=1000, seed=1, threads=None, steps=false, margin=50.0))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn ladder<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    steps: bool,
    margin: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let game = &game.get().0;
    let players = players(bots)?;
    let (options, components) = setup_of(&**game)?;
    let contest = Contest {
        game: game.info().id.to_owned(),
        seats: game.seats().into(),
        // The players themselves are passed.
        bots: String::new(),
        games,
        seed,
        options,
        components,
        steps,
        margin,
        engines: Default::default(),
    };
    let ladder = work(py, threads, &players, |control, trouble| {
        game.clone().ladder(&contest, &players, control, trouble)
    })?;
    json::objects(py, &ladder.map_err(Refused::from)?.expect(UNSTOPPED))
}

/// A page about what the rules and components of a game do. See the stub for what each argument
/// means.
#[pyfunction]
#[pyo3(signature = (game, bot="greedy", games=400, sims=50, seed=1, threads=None, lang="en"))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn balance(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    bot: &str,
    games: u64,
    sims: u32,
    seed: u64,
    threads: Option<usize>,
    lang: &str,
) -> PyResult<String> {
    let game = &game.get().0;
    let lang = language(lang)?;
    let (options, components) = setup_of(&**game)?;
    let inquiry = Inquiry {
        game: game.info().id.to_owned(),
        seats: game.seats().into(),
        options,
        components,
        bot: bot.to_owned(),
        games,
        sims,
        seed,
    };
    let page = work(py, threads, &[], |control, _| lab::balance(&inquiry, lang, control))?;
    Ok(page.map_err(Refused::from)?.expect(UNSTOPPED))
}
