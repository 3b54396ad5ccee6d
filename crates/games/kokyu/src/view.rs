//! What a viewer may know. Both players and any spectator know the same.

use serde::{Deserialize, Serialize};
use table::DiceState;
use ts_rs::TS;

use crate::board::Board;

/// What every viewer may know: all that lies open, and how many cards the pile has.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct View {
    /// Everything that lies open.
    pub board: Board,
    /// How many 策謀 cards the pile has. Which they are follows from what is open; in
    /// which order they lie, nobody knows.
    pub pile: u8,
}

/// The complete truth, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Position {
    /// Everything that lies open.
    pub board: Board,
    /// The 策謀 pile by card number from 0; the last is drawn first.
    pub pile: Vec<u8>,
    /// The dice.
    pub dice: DiceState,
}
