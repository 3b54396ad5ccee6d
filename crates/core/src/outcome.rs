//! Whose move it is, and how it ended.

use serde::Serialize;
use ts_rs::TS;

use crate::{IllegalAction, Seat, SeatSet};

/// What a play waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The decisions of these seats (never none); any of them may act first.
    Awaiting(SeatSet),
    /// Nothing: the play has ended.
    Over(Outcome),
}

impl Turn {
    /// The seats whose decisions are awaited; none when the play is over.
    #[inline]
    pub const fn awaited(self) -> SeatSet {
        match self {
            Turn::Awaiting(seats) => seats,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Refuses a seat that has no decision to take.
    ///
    /// # Errors
    /// `T-1` or `T-2`.
    pub fn check_awaited(self, seat: Seat) -> Result<(), IllegalAction> {
        match self {
            Turn::Over(_) => Err(IllegalAction::over()),
            Turn::Awaiting(seats) if seats.contains(seat) => Ok(()),
            Turn::Awaiting(_) => Err(IllegalAction::not_awaited()),
        }
    }

    /// The outcome, once the play is over.
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }
}

/// The result of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Outcome {
    /// The seats that won. Empty: nobody did (a draw or a void game; the reason tells).
    pub winners: SeatSet,
    /// The id of one of the game's [`EndReason`](crate::EndReason)s.
    pub reason: &'static str,
}

impl Outcome {
    /// What the result is worth to a seat: 1 won, 0 nobody won, −1 somebody else won.
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
