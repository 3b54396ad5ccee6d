//! The subjects of offers.

use serde::Serialize;
use ts_rs::TS;

/// The subject of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Matter {
    /// Ends the match as a draw by agreement.
    Draw,
    /// Takes back the seat's last decision.
    TakeBack,
    /// Abandons the match without a result.
    Abandon,
}
