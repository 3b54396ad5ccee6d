//! `zashiki.simulate`: the laboratory's simulation, with its report as Python reads it.

use std::io;
use std::sync::Arc;

use lab::{Control, GameLine, Output, Plan, Sheet, Simulated, Unfinished};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::Player;
use crate::called::Trouble;
use crate::errors::Refused;
use crate::game::Game;
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
    /// One array for each column, with a row for each game.
    fn columns<'py>(&self, py: Python<'py>, seats: u8) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let array = |values: &dyn Fn(&GameLine) -> i64| -> Bound<'py, PyArray1<i64>> {
            self.0.iter().map(values).collect::<Vec<_>>().into_pyarray(py)
        };
        let shape = (self.0.len(), usize::from(seats));
        let seeds: Vec<u64> = self.0.iter().map(|game| game.seed).collect();
        columns.set_item("number", array(&|game| game.number as i64))?;
        columns.set_item("seed", seeds.into_pyarray(py))?;
        columns.set_item("first", array(&|game| game.first.0.into()))?;
        let won = Array2::from_shape_fn(shape, |(row, seat)| {
            self.0[row].winners.contains(table::Seat(seat as u8))
        });
        columns.set_item("won", won.into_pyarray(py))?;
        let scores = Array2::from_shape_fn(shape, |(row, seat)| self.0[row].scores[seat]);
        columns.set_item("scores", scores.into_pyarray(py))?;
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

/// Plays many games between bots and counts. See the stub for what each argument means.
#[pyfunction]
#[pyo3(signature = (game, bots, games=100, seed=0, threads=None, rotate=false, rows=false))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: Vec<Bound<'py, PyAny>>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    rotate: bool,
    rows: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = &game.get().0;
    let players = bots.iter().map(player).collect::<PyResult<Vec<Player>>>()?;
    let functions = players.iter().any(|player| matches!(player, Player::Function(..)));
    let plan = Plan {
        game: game.info().id.to_owned(),
        seats: game.seats().into(),
        games,
        // The players themselves are passed.
        bots: String::new(),
        seed,
        options: serde_json::from_str(&game.options()).expect("options are JSON"),
        components: game.components().map(str::to_owned),
        rotate,
    };
    // What a function remembers would depend on which thread asks it first.
    let threads = if functions { Some(1) } else { threads };
    let (mut sheet, trouble) = (Rows::default(), Arc::new(Trouble::default()));
    let simulated = py.detach(|| {
        // Whoever presses Ctrl-C does not wait for the last game.
        let progress = |_, _| {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                trouble.tell(error);
            }
        };
        let control = Control { threads, stop: &trouble.stop, progress: &progress, journal: None };
        let output = rows.then_some(Output { sheet: &mut sheet, decisions: false, held: vec![] });
        game.clone().simulate(&plan, &players, output, &control, &trouble)
    });
    if let Some(error) = trouble.take() {
        return Err(error);
    }
    let Simulated { report, .. } = simulated.map_err(|unfinished| match unfinished {
        Unfinished::Refused(bad) => PyErr::from(Refused::from(bad)),
        Unfinished::Unwritten(error) => error.into(),
        Unfinished::Stopped(_) => unreachable!("it is stopped by an error alone"),
    })?;
    let report = json::objects(py, &report)?;
    if rows {
        report.set_item("rows", sheet.columns(py, game.seats())?)?;
    }
    Ok(report)
}
