//! The search for values: fields of the components and options are varied until the game is near its
//! designer's aims, and the best variants are compared with the game as it is.
//!
//! The [search](search::Search) tries variants on a few games each. The winner of many noisy trials looks
//! better than it is, so the best variants then play other deals than those by which they were chosen, in a
//! [comparison](crate::compare).

mod aim;
mod config;
mod search;
mod space;
mod study;

use serde::Serialize;
use serde_json::Value;
use zashiki_core::LocalizedText;

pub use aim::{Aim, AimedMeasure, Goal};
pub use config::{DesignConfig, Vary};
pub use space::Variable;
pub(crate) use study::design;

use crate::compare::Comparison;
use crate::stats::Mean;

/// Results of a search for values, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Design {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// The specs of the bots of the population, the weakest first.
    pub population: Vec<String>,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The varied fields and options.
    pub variables: Vec<Variable>,
    /// The aims.
    pub aims: Vec<AimedMeasure>,
    /// Number of combinations of the values.
    pub combinations: u64,
    /// Number of games of the search.
    pub games: u64,
    /// The variants that the search played, those first that it estimates to be nearest the aims.
    pub tried: Vec<Tried>,
    /// The combinations that the search met and that cannot be played.
    pub unplayable: Vec<Unplayable>,
    /// The variants of the comparison, in its order: first the game as it is, then the best of the search.
    pub variants: Vec<Candidate>,
    /// Index in `variants` of the one with the largest gain. 0 if no variant is nearer the aims than the game
    /// as it is.
    pub chosen: usize,
    /// All measures of the variants on the same deals, none of which the search used.
    pub comparison: Comparison,
    /// The text of the components file of the chosen variant, if components were varied or given.
    #[serde(skip)]
    pub components: Option<String>,
}

/// A variant that the search played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// The value of each variable.
    pub values: Vec<String>,
    /// Number of games.
    pub games: u64,
    /// The measure of each aim; `null` if no game had a value.
    pub measures: Vec<Option<Mean>>,
    /// The gain in these games: how much nearer the aims than the game as it is.
    pub gain: f64,
    /// The gain as the search estimates it, also from other variants with the same values.
    pub estimate: f64,
}

/// A combination of values that cannot be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unplayable {
    /// The value of each variable.
    pub values: Vec<String>,
    /// The reason.
    pub reason: LocalizedText,
}

/// A variant of the comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The value of each variable.
    pub values: Vec<String>,
    /// The options that differ from the defaults, as given and varied.
    pub options: Value,
    /// For each aim how much nearer it is than in the game as it is, in [units](AimedMeasure::unit), without
    /// the weight; from the games of the comparison.
    pub gains: Vec<f64>,
    /// The sum of the gains, times their weights.
    pub gain: f64,
    /// True if another variant is at least as near every aim, and nearer one.
    pub dominated: bool,
}
