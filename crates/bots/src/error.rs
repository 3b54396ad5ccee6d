//! Failures of bots that run in another program.

use serde::Serialize;
use zashiki_core::{Level, LocalizedText};

/// A bot's failure to give an action, with the consequence for its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotError {
    /// The kind of failure.
    pub kind: BotErrorKind,
    /// Description of the failure, for the person who runs the program.
    pub message: LocalizedText,
    /// The level of the bot that replaces the failed one for the rest of the game. `None`: the seat
    /// [forfeits](zashiki_core::Termination::Forfeited).
    pub stand_in: Option<Level>,
}

/// The kinds of failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BotErrorKind {
    /// The program could not be started, or exited.
    Ended,
    /// The program gave no answer in time.
    Late,
    /// The output of the program cannot be read as an answer.
    Nonsense,
    /// The program answered with an illegal action.
    IllegalAction,
}
