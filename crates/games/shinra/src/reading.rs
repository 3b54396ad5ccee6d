//! What drafts say: pieces that are looked at, cards that may be put, arrangements that grow.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{IllegalAction, Seat};

use crate::kind::{Item, Kind};
use crate::square::Square;

/// By which arrow a square is reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Way {
    /// A single arrow, or the first square of a double one.
    Step,
    /// A double arrow, beyond the first square.
    Slide,
    /// A bent arrow or ○.
    Leap,
    /// Over an adjacent piece of its side.
    Jump,
    /// From the hand.
    Hand,
}

/// What is done on a square that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Does {
    /// The piece moves or is put there.
    Move,
    /// It joins the piece of its side there.
    Join,
    /// It attacks, and the target keeps points.
    Attack,
    /// It takes the target.
    Capture,
    /// The king steps onto the piece of his side there.
    StepOnto,
}

/// What an attacker that took nothing may do next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum After {
    /// Go home to an empty square of its territory.
    Back,
    /// Join a piece of its side.
    Join,
    /// Go to the hand; a stack has its full points when it is put again.
    Hand,
    /// Go to the hand with the points it has now, since nothing else is possible.
    HandKept,
}

/// A square that a piece or something in a hand reaches.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Reached {
    /// Which.
    pub to: Square,
    /// Every way there, best first: with a step there is no need to jump.
    pub ways: Vec<Way>,
    /// The piece of its side that is jumped over, if `ways` has a jump.
    pub over: Option<Square>,
    /// What happens there.
    pub does: Does,
    /// Points of what then stands there: of the target that keeps some, of the joined stack, or
    /// of the piece itself.
    pub points: u8,
    /// Points the target of an attack has before it, or the joined piece has.
    pub before: Option<u8>,
    /// After an attack that takes nothing: what the attacker may do.
    pub then: Vec<After>,
    /// The notation of the action.
    pub action: String,
}

/// A square that looks near and is not reached.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct NotReached {
    /// Which.
    pub to: Square,
    /// Why.
    pub why: IllegalAction,
}

/// What is wrong with, or missing from, an arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Problem {
    /// Where; `null` for the arrangement as a whole.
    pub square: Option<Square>,
    /// What.
    pub why: IllegalAction,
}

/// Some cards on a square of an unfinished arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct LaidView {
    /// Where.
    pub square: Square,
    /// The cards in the order laid, doubled ones too.
    pub cards: Vec<Kind>,
    /// The points the piece would have; `null` while it cannot be one.
    pub points: Option<u8>,
}

/// How many cards of a name there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KindCount {
    /// Which.
    pub kind: Kind,
    /// How many.
    pub count: u8,
}

/// What an arrangement still lacks (negative: has too many of).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Missing {
    /// The king.
    pub king: i8,
    /// Singles.
    pub single: i8,
    /// Stacks of two.
    pub stack2: i8,
    /// Stacks of three.
    pub stack3: i8,
}

/// What a draft says (see [`Shinra::draft`](zashiki_core::GameState::draft)). Drafts are
///
/// - during the set-up, by a seat that still arranges: the empty text, or `arrange` and any
///   number of `a1=shu+ko`, complete or not. It is completed; other seats may watch it.
/// - `a1>`: what the piece on a1 reaches, whosever it is and whosever turn it is.
/// - `put shu>` (any item of the seat's hand): where it may be put.
/// - `pair shu~ dai>`: where a remainder and another single may be put as a stack.
///
/// The last three explain; they complete to nothing.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "shinra.ts")]
pub enum Reading {
    /// An arrangement.
    Arrange {
        /// Whose.
        seat: Seat,
        /// What is laid.
        squares: Vec<LaidView>,
        /// What is left in the box.
        left: Vec<KindCount>,
        /// What is missing.
        missing: Missing,
        /// What is wrong.
        problems: Vec<Problem>,
        /// What is allowed and may be regretted.
        warnings: Vec<Problem>,
    },
    /// What a piece reaches.
    Reach {
        /// Whose piece it is.
        seat: Seat,
        /// Where it stands.
        from: Square,
        /// The squares it reaches, row by row.
        reach: Vec<Reached>,
        /// Squares to which an arrow points, or that lie behind a neighbour, and that it does
        /// not reach.
        not: Vec<NotReached>,
        /// Whether it may retreat, now that it is its owner's turn or when it next will be.
        retreat: bool,
    },
    /// Where something from the hand may be put.
    Put {
        /// Whose hand.
        seat: Seat,
        /// What.
        item: Item,
        /// The squares, row by row.
        reach: Vec<Reached>,
        /// Why it can be put nowhere.
        refused: Option<IllegalAction>,
    },
}
