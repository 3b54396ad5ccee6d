//! Measures of a game, from games between bots or people: the figures of each game, their means with
//! intervals, and measures that only many games have. The balance page, comparisons and the search for values
//! share them.

mod action_use;
pub(crate) mod drama;
mod facts;
mod figure;
pub(crate) mod kinds;
mod luck;
mod population;
mod resampling;
mod tally;
mod time_model;

pub(crate) use action_use::OFFERS;
pub(crate) use facts::{FactsRecorder, GameFacts, play_game};
pub(crate) use figure::{Figure, figures, seats_of};
pub use luck::Luck;
pub(crate) use luck::Twice;
pub(crate) use population::{Population, middle};
pub(crate) use resampling::{AGGREGATES, Aggregates, aggregates};
pub use tally::{ComponentMeasure, Measure};
pub(crate) use tally::{ComponentTally, MeasureTally};
pub use time_model::TimeModel;
pub(crate) use time_model::TimeSamples;
