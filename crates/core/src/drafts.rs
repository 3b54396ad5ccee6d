//! Unfinished decisions: the [`Drafts`] trait.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{GameState, IllegalAction, Seat};

/// Unfinished decisions of a game whose actions consist of many parts, such as a layout of cards. Every
/// item has a default, so that a game without drafts needs only `impl Drafts for MyGame {}`.
pub trait Drafts: GameState {
    /// Parses an unfinished decision: text on its way to the notation of an action. Callers use
    /// [`InfoState::draft`](crate::InfoState::draft), which calls this on a determinization for the seat.
    /// Each game defines its draft syntax: the empty text is the empty draft, and the notation of an
    /// action that answers an open decision is a finished draft. Games without drafts return an error.
    ///
    /// # Errors
    /// Returns an error if the text is not a draft of this game.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        let _ = (seat, draft);
        Err(IllegalAction::no_draft())
    }

    /// Returns true if the other seats may watch drafts of the current decision.
    fn drafts_open(&self) -> bool {
        false
    }

    /// The seat's time limit for the current decision, in seconds. Games have no clock: the server plays
    /// [`Draft::completed`] of the seat's last draft when the time is up.
    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let _ = seat;
        None
    }
}

/// An unfinished decision, parsed (see [`Drafts::draft`]).
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Draft {
    /// The meaning of the draft, as JSON in the game's own format.
    #[ts(type = "unknown")]
    pub reading: Value,
    /// The notation of a legal action that keeps as much of the draft as possible, if the game completes
    /// drafts.
    pub completed: Option<String>,
    /// The reason that the draft cannot be played as it is; `None` if it can.
    pub refused: Option<IllegalAction>,
}
