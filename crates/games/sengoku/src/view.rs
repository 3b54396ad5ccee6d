//! What a viewer may know, and the truth as people write it.

use serde::{Deserialize, Serialize};
use table::{DiceState, Seat};
use ts_rs::TS;

use crate::sheet::{Settlement, Sheet, Stage};
use crate::square::Square;
use crate::tile::Tile;

/// What a viewer may know: all that lies open, and the own hand. After the end every hand
/// is shown, since hands may decide it (S-67).
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct View {
    /// Everything that lies open.
    pub sheet: Sheet,
    /// What the table waits for.
    pub stage: Stage,
    /// The tiles behind each seat's screen.
    pub hands: Vec<Hand>,
    /// How many tiles each seat's pile has.
    pub piles: Vec<u8>,
    /// The 判定エリア: what was declared in this round, in that order.
    pub track: Vec<Token>,
    /// How the 花道 of each battlefield stand: its rows from the top, then its columns from
    /// the left.
    pub lines: Vec<Vec<Line>>,
    /// How many 花道 each seat has taken.
    pub flowers: Vec<u8>,
    /// How many castles each seat has taken.
    pub castles: Vec<u8>,
    /// While dominoes are being declared: where each of the viewer's own would have a place
    /// now. Empty at all other times, and for spectators.
    pub fits: Vec<Fit>,
}

/// The tiles behind a screen.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Hand {
    /// How many.
    pub count: u8,
    /// Which, lowest first; nothing when they are hidden from the viewer.
    pub tiles: Option<Vec<Tile>>,
}

/// A flower token on the 判定エリア.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Token {
    /// Whose.
    pub seat: Seat,
    /// What was declared.
    pub tile: Tile,
    /// Its strength, where the token was put.
    pub strength: u8,
    /// Whether it was moved to ×. Only after all have declared.
    pub tied: bool,
    /// When it places, from 0 on. Only after all have declared.
    pub place: Option<u8>,
    /// Whether it has placed or lost its domino.
    pub done: bool,
}

/// One 花道.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Line {
    /// Its squares, the castle among them where it runs through it.
    pub squares: Vec<Square>,
    /// Each seat's sum, in halves: a mark of 3 is 6, half a general is 1 (S-43, S-49).
    pub sums: Vec<u8>,
    /// Whether it is decided.
    pub settlement: Settlement,
    /// Who would take it if it were decided now.
    pub leader: Option<Seat>,
}

/// Where a domino would have a place now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Fit {
    /// Which domino.
    pub tile: Tile,
    /// The squares of its lower and its higher mark.
    pub places: Vec<(Square, Square)>,
}

/// The complete truth, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Position {
    /// Everything that lies open.
    pub sheet: Sheet,
    /// The tiles behind each seat's screen.
    pub hands: Vec<Vec<Tile>>,
    /// Each seat's pile; the last is drawn first.
    pub piles: Vec<Vec<Tile>>,
    /// The dice.
    pub dice: DiceState,
}
