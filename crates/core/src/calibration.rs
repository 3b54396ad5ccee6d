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
    /// Steepness of win probability as a function of search value, in the middle of the game; greater than 0.
    /// See [`Curve`].
    pub steepness: f64,
    /// Growth of the steepness over the game.
    pub growth: f64,
    /// Growth of the steepness with the distance from even.
    pub curvature: f64,
    /// Spec of the bot that evaluated.
    pub bot: String,
    /// Spec of the bot that played in every seat.
    pub players: String,
    /// RNG seed of the games.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// Number of decisions evaluated.
    pub moments: u64,
    /// Mean log loss of the predicted win probabilities. This and the following figures are measured on games
    /// held out from the fit: each tenth of the games is predicted by a curve that was fitted to the others.
    pub log_loss: f64,
    /// The same if the steepness is constant.
    pub log_loss_of_constant: f64,
    /// Mean log loss of a prediction that gives all sides the same win probability.
    pub log_loss_of_equals: f64,
    /// Mean difference between predicted probability and observed share of wins, in percentage points, over
    /// the groups of `reliability`.
    pub off: f64,
    /// The same if the steepness is constant.
    pub off_of_constant: f64,
    /// Observed frequency of wins for predictions of similar probability.
    pub reliability: Vec<Reliability>,
    /// The same if the steepness is constant.
    pub reliability_of_constant: Vec<Reliability>,
}

/// A conversion of search values to win probabilities.
///
/// A side that is ahead of the mean of all sides by `d` (1 is the distance from even to won) has the score
/// `steepness · e^(growth · (t − ½)) · d · e^(curvature · |d|)`, where `t` is the share of the game that is over
/// ([`SearchHints::progress`](crate::SearchHints::progress)). The probabilities are proportional to the
/// exponentials of the scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// Steepness in the middle of the game; greater than 0.
    pub steepness: f64,
    /// Growth of the steepness over the game; 0 if it is constant.
    pub growth: f64,
    /// Growth of the steepness with the distance from even; 0 if it is constant.
    pub curvature: f64,
}

impl Curve {
    /// Curve assumed for games and numbers of seats without a calibration.
    pub const UNMEASURED: Curve = Curve { steepness: 2.0, growth: 0.0, curvature: 0.0 };
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
    /// Standard error of the difference between the two, in percentage points. Predictions in the same game
    /// are not independent, so it is computed from the sums of the games; `None` in measurements that did not
    /// keep the games apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
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
    /// The curve.
    pub fn curve(&self) -> Curve {
        Curve { steepness: self.steepness, growth: self.growth, curvature: self.curvature }
    }

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
