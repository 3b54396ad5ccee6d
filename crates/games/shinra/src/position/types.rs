//! The JSON form of positions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::board::Stage;
use crate::kind::{Cards, Item};
use crate::square::Square;

/// A piece on the sheet in a [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct PiecePosition {
    /// The seat that owns the piece.
    pub seat: Seat,
    /// The cards of the piece.
    pub cards: Cards,
    /// Life points; if omitted, the points that such a piece has when it is put on the board.
    pub points: Option<u8>,
}

/// A complete state as JSON. All fields are optional; an empty position is the start of the set-up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct Position {
    /// The pieces on the sheet by square.
    #[ts(as = "Option<BTreeMap<Square, PiecePosition>>")]
    pub squares: BTreeMap<Square, PiecePosition>,
    /// Each seat's hand, one entry for each item. If omitted, all cards that are not on the board are in
    /// the hand of their original owner, as far as that owner's deck allows.
    pub hands: Option<[Vec<Item>; 2]>,
    /// The awaited decision. If omitted, the set-up if the board is empty, and otherwise a battle turn
    /// of the first seat.
    pub stage: Option<Stage>,
    /// True if seats may switch after battle turns. If omitted, true before the battle and while a
    /// switch is offered, and otherwise false.
    pub switches: Option<bool>,
    /// By seat: true if the king has used his step onto a piece of his seat.
    #[ts(as = "Option<[bool; 2]>")]
    pub stepped: [bool; 2],
    /// Number of battle turns completed by both seats together.
    #[ts(as = "Option<u16>")]
    pub turns: u16,
}
