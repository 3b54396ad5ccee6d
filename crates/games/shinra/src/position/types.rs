//! Positions as JSON.

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
    /// The owner.
    pub seat: Seat,
    /// The cards of the piece.
    pub cards: Cards,
    /// Life points; by default those of a piece that comes onto the sheet.
    pub points: Option<u8>,
}

/// A complete state as JSON. All fields are optional: the default is the start of the set-up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct Position {
    /// The pieces on the sheet by square.
    #[ts(as = "Option<BTreeMap<Square, PiecePosition>>")]
    pub squares: BTreeMap<Square, PiecePosition>,
    /// Each seat's hand, one entry for each item. By default the hands have all cards that are not
    /// on the sheet, in their original owner's hand as far as that owner's deck allows.
    pub hands: Option<[Vec<Item>; 2]>,
    /// The awaited decision; by default the set-up if the sheet is empty, else a battle turn of the
    /// first seat.
    pub stage: Option<Stage>,
    /// True if seats may switch after battle turns. By default true before the battle and while a
    /// switch is offered, else false.
    pub switches: Option<bool>,
    /// By seat: true if the king has used his step onto a piece of his seat.
    #[ts(as = "Option<[bool; 2]>")]
    pub stepped: [bool; 2],
    /// Battle turns completed.
    #[ts(as = "Option<u16>")]
    pub turns: u16,
}
