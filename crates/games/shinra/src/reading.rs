//! Readings: the explanations of drafts (actions not fully entered yet) that the page shows.

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
    /// An item put from the hand.
    Hand,
}

/// The effect of moving or putting a piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Does {
    /// The piece moves to the empty square, or is put on it.
    Move,
    /// The piece combines with the piece of its own seat on the square.
    Join,
    /// The piece attacks, and the target survives with fewer points.
    Attack,
    /// The piece captures the target.
    Capture,
    /// The king steps onto the piece of his own seat on the square.
    StepOnto,
}

/// A legal continuation for an attacker that has not captured its target.
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
    /// Go to the hand and keep the present points, because no other continuation is legal (K-85).
    HandKept,
}

/// A square that a piece on the sheet or an item of a hand can reach.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Reached {
    /// The square that can be reached.
    pub to: Square,
    /// The kinds of move that reach the square, the simplest first.
    pub ways: Vec<Way>,
    /// The square of the piece that is jumped over, if `ways` contains a jump.
    pub over: Option<Square>,
    /// The effect of moving to the square.
    pub does: Does,
    /// Points of the piece on `to` after the move: of the surviving target, the combined stack, or the
    /// moving piece.
    pub points: u8,
    /// Points of the piece on `to` before the move; `null` for an empty square.
    pub before: Option<u8>,
    /// The attacker's legal continuations after an attack that captures nothing; else empty.
    pub then: Vec<After>,
    /// The notation of the action that moves there.
    pub action: String,
}

/// A square that looks reachable but is not, with the reason.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct NotReached {
    /// The square that cannot be reached.
    pub to: Square,
    /// The rule that prevents the move.
    pub why: IllegalAction,
}

/// A fault of an arrangement, or a warning about it.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Problem {
    /// The square with the problem; `null` if it concerns the arrangement as a whole.
    pub square: Option<Square>,
    /// The violated rule and the message.
    pub why: IllegalAction,
}

/// The cards on one square of an unfinished arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct LaidView {
    /// The square on which the cards are.
    pub square: Square,
    /// The cards in the order laid, duplicates included.
    pub cards: Vec<Kind>,
    /// The points that a piece of these cards would have; `null` if they cannot form a piece.
    pub points: Option<u8>,
}

/// A kind of card, with a number of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KindCount {
    /// The kind of card that is counted.
    pub kind: Kind,
    /// The number of cards.
    pub count: u8,
}

/// The number of pieces of each type that an arrangement still lacks; negative if it has too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Missing {
    /// Number of kings.
    pub king: i8,
    /// Number of singles other than the king.
    pub single: i8,
    /// Number of stacks of two cards.
    pub stack2: i8,
    /// Number of stacks of three cards.
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
    /// The reading of an unfinished arrangement.
    Arrange {
        /// The seat that arranges.
        seat: Seat,
        /// The squares that have cards, with these cards.
        squares: Vec<LaidView>,
        /// The cards that are not placed yet.
        left: Vec<KindCount>,
        /// The numbers of pieces that are still missing.
        missing: Missing,
        /// Faults: violations of the rules.
        problems: Vec<Problem>,
        /// Warnings: legal choices that are probably mistakes.
        warnings: Vec<Problem>,
    },
    /// The squares that a piece on the sheet reaches.
    Reach {
        /// The owner of the piece.
        seat: Seat,
        /// The square of the piece.
        from: Square,
        /// The squares that the piece reaches, row by row.
        reach: Vec<Reached>,
        /// Squares that the piece does not reach, although an arrow points there or they are directly
        /// behind a neighbour.
        not: Vec<NotReached>,
        /// True if the owner may retreat the piece on his turn; false for a king.
        retreat: bool,
    },
    /// The squares on which an item of a hand may be put.
    Put {
        /// The owner of the hand.
        seat: Seat,
        /// The item to put on the board.
        item: Item,
        /// The squares on which the item may be put, row by row.
        reach: Vec<Reached>,
        /// The rule that prevents putting the item on any square; `null` if `reach` is not empty.
        refused: Option<IllegalAction>,
    },
}
