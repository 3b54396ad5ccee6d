//! The decisions of the games that a calibration is fitted to.

use serde::{Deserialize, Serialize};

/// An evaluated decision whose result is not certain, with the result of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Point {
    /// The part of the simulations that reached the end of the game.
    pub part: f64,
    /// Each side's share of the wins in them, as a part of all simulations.
    pub ended: Vec<f64>,
    /// Each side's mean value in the others.
    pub values: Vec<f64>,
    /// The share of the game that is over, in thousandths.
    pub progress: u32,
    /// Each side's share of the win at the end of the game.
    pub won: Vec<f64>,
}
