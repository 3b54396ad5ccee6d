//! Failures of bots that run in another program.

use serde::Serialize;
use zashiki_core::{Level, LocalizedText};

/// The failure of a bot to give an action, and the consequence for its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotError {
    /// The kind of failure.
    pub kind: BotErrorKind,
    /// Description of the failure, for the person who runs the program.
    pub message: LocalizedText,
    /// The bot that replaces it for the rest of the game. `None`: the seat
    /// [forfeits](zashiki_core::Termination::Forfeited).
    pub stand_in: Option<Level>,
}

/// The kind of failure of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BotErrorKind {
    /// It could not be started, or ended.
    Ended,
    /// It gave no answer in time.
    Late,
    /// It said something else than an answer.
    Nonsense,
    /// It answered with an action that its seat may not take.
    IllegalAction,
}
