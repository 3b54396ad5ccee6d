//! Jobs for bots: what the engine requests and a bot worker carries out.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use zashiki_core::{LocalizedText, Record, Seat};

/// A job for a bot worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The id of the table. A worker keeps bots and the match of its last table.
    pub table: String,
    /// The match so far. Bots get the information state of their seat and nothing else.
    pub record: Record,
    /// The request.
    pub task: Task,
}

/// A request to a bot. A bot is named by its spec and the seed of its random choices.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Choose an action.
    Choose {
        /// The seat to decide.
        seat: Seat,
        /// The bot's spec.
        spec: String,
        /// The bot's seed.
        seed: u64,
        /// True if the bot may resign instead, if it finds that it has lost.
        may_resign: bool,
    },
    /// Answer a draw offer.
    Draw {
        /// The seat to answer.
        seat: Seat,
        /// The bot's spec.
        spec: String,
        /// The bot's seed.
        seed: u64,
    },
    /// Advise a seat on its decision.
    Advice {
        /// The seat to decide.
        seat: Seat,
        /// The spec of the adviser.
        spec: String,
    },
    /// Review the match.
    Review {
        /// The spec of the reviewer.
        spec: String,
    },
}

/// The result of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobResult {
    /// The chosen action, in notation.
    Choice(String),
    /// The bot resigns.
    Resign,
    /// True if the bot accepts the draw.
    Draw(bool),
    /// A [`bots::Advice`] as JSON.
    Advice(Box<RawValue>),
    /// A [`bots::Review`] as JSON.
    Review(Box<RawValue>),
    /// The job cannot be carried out, with the reason.
    Refused(LocalizedText),
}
