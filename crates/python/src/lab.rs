//! The laboratory: `zashiki.simulate`, `zashiki.ladder`, `zashiki.balance` and `zashiki.train`.

mod players;
mod rows;
mod study;

use pyo3::prelude::*;

use crate::classes::Game;
pub use study::Study;

/// Simulates games between bots and returns statistics. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bots, games=100, seed=1, threads=None, rotate=false, rows=false, decisions=false))]
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
    decisions: bool,
) -> PyResult<Bound<'py, PyAny>> {
    Study::simulate(game, bots, games, seed, rotate, rows, decisions)?.run(py, threads, None)
}

/// Ranks bots by games between each pair of them. See the stub for the arguments.
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
    Study::ladder(game, bots, games, seed, steps, margin)?.run(py, threads, None)
}

/// Measures the balance of the rules and components of a game. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, population="greedy", games=400, sims=50, seed=1, threads=None, lang="en", denied=6))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn balance<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    population: &str,
    games: u64,
    sims: u32,
    seed: u64,
    threads: Option<usize>,
    lang: &str,
    denied: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let study = Study::balance(game, population.to_owned(), games, sims, seed, lang, denied)?;
    study.run(py, threads, None)
}

/// Trains a value network that corrects the heuristic of a game. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bot="greedy", games=1000, seed=1, threads=None))]
pub fn train<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bot: &str,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    Study::train(game, bot.to_owned(), games, seed)?.run(py, threads, None)
}
