//! How the values of search become chances of winning: data, found by play against oneself.

use serde::{Deserialize, Serialize};

use crate::{InputError, read_toml};

/// An entry of a game's `calibration.toml`: what the values of search were worth in plays of a
/// bot against itself at a table with so many seats. `zashiki lab calibrate` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// How many seats.
    pub seats: u8,
    /// How steeply chances follow values; more than 0. A side whose value is greater than
    /// another's by one part in a thousand of the way from lost to even is more likely to win by
    /// the factor e^(steepness/1000).
    pub steepness: f64,
    /// The bot that played and weighed.
    pub bot: String,
    /// What the plays followed from.
    pub seed: u64,
    /// How many plays.
    pub games: u64,
    /// How many decisions of them were weighed.
    pub moments: u64,
    /// The mean of −ln of the chance that was given to who won. Half of the plays, which the
    /// steepness was not found from, are measured, as for everything below.
    pub log_loss: f64,
    /// The same for equal chances of all.
    pub log_loss_of_equals: f64,
    /// By how great the chance was that was given: how often that came.
    pub reliability: Vec<Reliability>,
}

/// Chances of about the same size, and how often what they spoke of came.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reliability {
    /// The mean chance that was given, in per cent.
    pub said: f64,
    /// How often that side won, in per cent. A win that is shared counts in parts, and one that
    /// nobody has as one shared by all.
    pub came: f64,
    /// How many chances.
    pub count: u64,
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    calibration: Vec<Calibration>,
}

impl Calibration {
    /// What holds where nothing was measured: a middling steepness.
    pub const UNMEASURED: f64 = 2.0;

    /// Reads the text of a `calibration.toml`.
    ///
    /// # Errors
    /// When it is no such file.
    pub fn read(text: &str) -> Result<Vec<Calibration>, InputError> {
        Ok(read_toml::<File>(text, "calibration.toml")?.calibration)
    }

    /// Reads the text of a game's own `calibration.toml`.
    ///
    /// # Panics
    /// When it is broken, which the tests find: the text is part of the program.
    pub fn parse(text: &str) -> Vec<Calibration> {
        Calibration::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }
}
