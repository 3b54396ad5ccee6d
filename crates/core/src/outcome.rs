//! Seats to move, and outcomes of matches.

use serde::Serialize;
use ts_rs::TS;

use crate::{IllegalAction, Seat, SeatSet};

/// The seats to move, or the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The decisions of these seats (at least one) are awaited; any of them may act first.
    Awaiting(SeatSet),
    /// The match is over.
    Over(Outcome),
}

impl Turn {
    /// The seats to move; none when the match is over.
    #[inline]
    pub const fn awaited(self) -> SeatSet {
        match self {
            Turn::Awaiting(seats) => seats,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Checks that the seat is to move.
    ///
    /// # Errors
    /// Returns `T-1` if the match is over, `T-2` if the seat is not to move.
    pub fn check_awaited(self, seat: Seat) -> Result<(), IllegalAction> {
        match self {
            Turn::Over(_) => Err(IllegalAction::over()),
            Turn::Awaiting(seats) if seats.contains(seat) => Ok(()),
            Turn::Awaiting(_) => Err(IllegalAction::not_awaited()),
        }
    }

    /// The outcome, once the match is over.
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }
}

/// The result of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Outcome {
    /// The winning seats. Empty if nobody won (a draw or a void game; see the reason).
    pub winners: SeatSet,
    /// The id of one of the game's [`EndReason`](crate::EndReason)s.
    pub reason: &'static str,
}

impl Outcome {
    /// The payoff for a seat: 1 if it won, 0 if nobody won, −1 if another seat won.
    #[inline]
    pub const fn payoff(self, seat: Seat) -> i32 {
        if self.winners.is_empty() {
            0
        } else if self.winners.contains(seat) {
            1
        } else {
            -1
        }
    }
}
