//! Functions for `zashiki.benchmark`: ratings, the seeds of the laboratory's games, and the identity of a
//! game's components.

use lab::{RatedGames, rate, spread};
use pyo3::prelude::*;
use zashiki_core::digest;

use crate::classes::Game;
use crate::errors::ApiError;
use crate::json;

/// Rates a player by its shares of the wins, deal by deal, against bots of these strengths.
#[pyfunction]
pub fn _rate(
    py: Python<'_>,
    elos: Vec<f64>,
    shares: Vec<Vec<f64>>,
    sides: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let games = elos.into_iter().zip(shares).map(|(elo, shares)| RatedGames { elo, shares });
    let games: Vec<RatedGames> = games.collect();
    let rating = py.detach(|| rate(&games, sides));
    json::objects(py, &rating)
}

/// Derives a seed from another one, as the laboratory does for its games and their bots.
#[pyfunction]
pub fn _spread(seed: u64, number: u64) -> u64 {
    spread(seed, number)
}

/// Digest of the components of a game: of the text of its components file.
#[pyfunction]
pub fn _components_digest(game: &Bound<'_, Game>) -> PyResult<String> {
    let game = &game.get().0;
    game.check_rules()?;
    let components = match game.components() {
        Some(text) => text,
        None => lab::own_components(game.info().id).map_err(ApiError::from)?,
    };
    Ok(format!("{:08x}", digest(&components)))
}
