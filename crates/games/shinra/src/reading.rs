//! Readings of drafts: explanations of unfinished decisions for the page.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{IllegalAction, Seat};

use crate::kind::{Item, Kind};
use crate::square::Square;

/// The kind of move that reaches a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Way {
    /// A single arrow, or the first square of a double one.
    Step,
    /// A double arrow, beyond the first square.
    Slide,
    /// A bent arrow or a square marked ○; it passes over any piece.
    Leap,
    /// A jump over an adjacent piece of the same seat.
    Jump,
    /// Put from the hand.
    Hand,
}

/// The effect of a move onto a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Does {
    /// The piece moves or is put there.
    Move,
    /// It combines with the piece of its own seat there.
    Join,
    /// It attacks, and the target survives with fewer points.
    Attack,
    /// It captures the target.
    Capture,
    /// The king steps onto the piece of his own seat there.
    StepOnto,
}

/// A legal continuation for an attacker that captured nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum After {
    /// Return to an empty square of its own territory.
    Back,
    /// Combine with another piece of its own seat.
    Join,
    /// Go to the hand; a stack has its full points when it is put on the sheet again.
    Hand,
    /// Go to the hand and keep the points it has now, because nothing else is legal (K-85).
    HandKept,
}

/// A square that a piece on the sheet or an item of a hand can reach.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Reached {
    /// The square.
    pub to: Square,
    /// The kinds of move that reach it, the plainest first.
    pub ways: Vec<Way>,
    /// The square of the piece that is jumped over, if `ways` contains a jump.
    pub over: Option<Square>,
    /// The effect of moving there.
    pub does: Does,
    /// Points of the piece on `to` afterwards: the surviving target, the combined stack, or the
    /// moving piece itself.
    pub points: u8,
    /// Points of the piece on `to` before the move; `null` for an empty square.
    pub before: Option<u8>,
    /// The attacker's legal continuations after an attack that captures nothing; else empty.
    pub then: Vec<After>,
    /// The notation of the action.
    pub action: String,
}

/// A square that seems within reach and is not, with the reason.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct NotReached {
    /// The square.
    pub to: Square,
    /// The rule that prevents the move.
    pub why: IllegalAction,
}

/// A fault of an arrangement, or a warning about it.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Problem {
    /// The square concerned; `null` for the arrangement as a whole.
    pub square: Option<Square>,
    /// The rule and the message.
    pub why: IllegalAction,
}

/// The cards on one square of an unfinished arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct LaidView {
    /// The square.
    pub square: Square,
    /// The cards in the order laid, duplicates included.
    pub cards: Vec<Kind>,
    /// The points the piece would have; `null` while the cards cannot form a piece.
    pub points: Option<u8>,
}

/// The number of cards of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KindCount {
    /// The kind.
    pub kind: Kind,
    /// The number of cards.
    pub count: u8,
}

/// The pieces that an arrangement still lacks; negative numbers are pieces too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Missing {
    /// Kings.
    pub king: i8,
    /// Singles.
    pub single: i8,
    /// Stacks of two.
    pub stack2: i8,
    /// Stacks of three.
    pub stack3: i8,
}

/// The explanation of a draft (an unfinished action in notation). The forms of a draft:
///
/// - during the set-up, from a seat that has not arranged yet: the empty text, or `arrange` and
///   any number of entries like `a1=shu+ko`. The reading suggests a complete arrangement, and other seats
///   may watch the draft.
/// - `a1>`: the squares that the piece on a1 reaches, for either seat's pieces and at any time.
/// - `put shu>` (any item of the seat's hand): the squares it may be put on.
/// - `pair shu~ dai>`: the squares on which a remainder and another single may be put as a stack.
///
/// The last three only explain: they suggest no action.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "shinra.ts")]
pub enum Reading {
    /// An unfinished arrangement.
    Arrange {
        /// The seat that arranges.
        seat: Seat,
        /// The squares with cards.
        squares: Vec<LaidView>,
        /// The cards not laid yet.
        left: Vec<KindCount>,
        /// The pieces still missing.
        missing: Missing,
        /// Faults: violations of the rules.
        problems: Vec<Problem>,
        /// Legal choices that are probably mistakes.
        warnings: Vec<Problem>,
    },
    /// The squares that a piece on the sheet reaches.
    Reach {
        /// The owner of the piece.
        seat: Seat,
        /// The square of the piece.
        from: Square,
        /// The squares it reaches, row by row.
        reach: Vec<Reached>,
        /// Squares that it does not reach although an arrow points there or they are behind a
        /// neighbour.
        not: Vec<NotReached>,
        /// True if its owner may retreat it on his turn; false for a king.
        retreat: bool,
    },
    /// The squares on which an item of a hand may be put.
    Put {
        /// The owner of the hand.
        seat: Seat,
        /// The item.
        item: Item,
        /// The legal squares, row by row.
        reach: Vec<Reached>,
        /// The rule that prevents it on all squares; `null` if `reach` is not empty.
        refused: Option<IllegalAction>,
    },
}
