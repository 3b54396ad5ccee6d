//! `zashiki.solve`: equilibria of small games.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use solver::Algorithm;

use crate::classes::Game;
use crate::dyn_game::SolvePlan;
use crate::errors::ApiError;
use crate::interrupt::searching;
use crate::json::{self, Written};

/// Approximates an equilibrium of a small game. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, iterations=100, algorithm="cfr+", position=None, seed=1, max_nodes=2_000_000))]
pub fn solve<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    iterations: u32,
    algorithm: &str,
    position: Option<Written>,
    seed: u64,
    max_nodes: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get().0.clone();
    let algorithm = Algorithm::parse(algorithm).map_err(ApiError::from)?;
    let plan = SolvePlan { algorithm, iterations, seed, most: max_nodes as usize };
    let solved = searching(py, || {
        let position = position.as_ref().map(|Written(text)| &**text);
        game.solve(position, plan, &bots::is_stopped)
    })??;
    let mut solution = solved.expect("only an interruption stops it, and raises");
    let strategy = PyDict::new(py);
    for set in std::mem::take(&mut solution.strategy) {
        let actions = PyDict::new(py);
        for (action, probability) in set.actions.iter().zip(set.probabilities) {
            actions.set_item(action, probability)?;
        }
        strategy.set_item(PyBytes::new(py, &set.key.0), actions)?;
    }
    let report = json::objects(py, &solution)?;
    report.set_item("strategy", strategy)?;
    Ok(report)
}
