//! How a bot fails that is another program.

use serde::Serialize;
use zashiki_core::{Level, LocalizedText};

/// Why a bot gave no action, and what becomes of its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotError {
    /// What it did in place of answering.
    pub kind: BotErrorKind,
    /// The same in words, with what is known of it, for whoever runs the program.
    pub said: LocalizedText,
    /// Which bot takes the seat over for the rest of the play. None: the seat
    /// [forfeits](zashiki_core::Termination::Forfeited) it.
    pub stand_in: Option<Level>,
}

/// What a program did in place of answering.
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
