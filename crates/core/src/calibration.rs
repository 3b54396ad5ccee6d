//! Conversion of search values to win probabilities, measured by self-play.

use serde::{Deserialize, Serialize};

use crate::{InputError, read_toml};

/// An entry of a game's `calibration.toml`: the relation between search values and results in self-play
/// games of a bot, for one number of seats. `zashiki lab calibrate` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Number of seats.
    pub seats: u8,
    /// Steepness of win probability as a function of search value; greater than 0. A side whose value
    /// exceeds another's by d (in thousandths of the distance from lost to even) is more likely to win
    /// by the factor e^(d·steepness/1000).
    pub steepness: f64,
    /// Spec of the bot that played and evaluated.
    pub bot: String,
    /// RNG seed of the games.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// Number of decisions evaluated.
    pub moments: u64,
    /// Mean log loss of the predicted win probabilities on the half of the games that was held out from
    /// the fit, as are the following figures.
    pub log_loss: f64,
    /// Mean log loss of a prediction that gives all sides the same win probability.
    pub log_loss_of_equals: f64,
    /// Observed frequency of wins for predictions of similar probability.
    pub reliability: Vec<Reliability>,
}

/// A group of predictions of similar probability, with the observed frequency of wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reliability {
    /// Mean predicted win probability, in percent.
    pub said: f64,
    /// Observed share of wins, in percent. Shared wins count in fractions; a draw counts as a win shared
    /// by all sides.
    pub came: f64,
    /// Number of predictions.
    pub count: u64,
}

/// The content of a `calibration.toml`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    calibration: Vec<Calibration>,
}

impl Calibration {
    /// Steepness assumed for games and numbers of seats without a calibration.
    pub const UNMEASURED: f64 = 2.0;

    /// Parses the text of a `calibration.toml`.
    ///
    /// # Errors
    /// Returns an error if the text is not a `calibration.toml`.
    pub fn read(text: &str) -> Result<Vec<Calibration>, InputError> {
        Ok(read_toml::<File>(text, "calibration.toml")?.calibration)
    }

    /// Parses the text of a game's bundled `calibration.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the tests parse it.
    pub fn parse(text: &str) -> Vec<Calibration> {
        Calibration::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }
}
