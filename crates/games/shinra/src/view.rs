//! What a viewer may know, and positions. Everything lies open, so all seats and any spectator
//! know the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{Illegal, Seat, Text};
use ts_rs::TS;

use crate::board::Stage;
use crate::kind::{Cards, Item, Kind};
use crate::square::Square;

/// A piece on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct PieceView {
    /// Whose it is.
    pub seat: Seat,
    /// Its cards.
    pub cards: Cards,
    /// Its life points.
    pub points: u8,
    /// The most points its gauge shows; `null` for singles, 八とび and ジョーカー, which have no
    /// gauge (K-97).
    pub gauge: Option<u8>,
    /// Its attack; `null` for the king's, which has no limit.
    pub attack: Option<u8>,
}

/// Some equal things in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct ItemView {
    /// What, in notation: `shu+ko`, `shu~`, `shu+ko@3`, `queen!`.
    pub item: Item,
    /// Its cards.
    pub cards: Cards,
    /// How many of them.
    pub count: u8,
    /// What points it will have on the sheet; `null` for the king's box card and captives.
    pub points: Option<u8>,
    /// Points it kept from a forced retreat (K-85).
    pub kept: Option<u8>,
    /// Whether it is what is left of a stack whose queen went back (AK35).
    pub remainder: bool,
    /// Whether the enemy's queen is in it (AK46).
    pub captive: bool,
    /// Why it cannot be put on the sheet at all now, whosever turn it is; `null` if it can.
    pub unusable: Option<Illegal>,
}

/// What is known of a seat besides its pieces and its hand.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct KingView {
    /// Where its king stands; `null` before the arrangement and after the capture.
    pub square: Option<Square>,
    /// Its points.
    pub points: u8,
    /// The most it may have.
    pub most: u8,
    /// Whether the king has made his step onto an own piece (K-89).
    pub stepped: bool,
    /// Whether the king is attacked now (AK18).
    pub check: bool,
}

/// A ready-made formation, for the set-up.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct FormationView {
    /// Its name.
    pub name: Text,
    /// Whether it is the mirror image.
    pub mirrored: bool,
    /// The action that lays it, by seat.
    pub actions: [String; 2],
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
}

/// Why the play ended by its own rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum Reason {
    /// A king was taken.
    King,
    /// The turn limit was reached.
    TurnLimit,
}

/// What every viewer may know: everything.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct View {
    /// What is being decided, and by whom.
    pub stage: Stage,
    /// The 25 squares, row by row from a1 to e5.
    pub squares: Vec<Option<PieceView>>,
    /// Each seat's hand; during the set-up its box of cards.
    pub hands: Vec<Vec<ItemView>>,
    /// Each seat's king.
    pub kings: Vec<KingView>,
    /// Whether pieces may still be switched after turns of the battle; true until somebody has
    /// declined after the middle card.
    pub switches: bool,
    /// Battle turns completed.
    pub turns: u16,
    /// After how many the play is a draw.
    pub turn_limit: u16,
    /// The ready-made formations and their mirror images; only during the set-up.
    pub formations: Vec<FormationView>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// A piece of a [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct PiecePosition {
    /// Whose it is.
    pub seat: Seat,
    /// Its cards.
    pub cards: Cards,
    /// Its points; left out: what it has when it comes onto the sheet.
    pub points: Option<u8>,
}

/// The complete truth, as documented JSON. Everything may be left out: the default is the
/// beginning of the set-up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "shinra.ts", optional_fields)]
pub struct Position {
    /// What stands on the sheet, by square.
    #[ts(as = "Option<BTreeMap<Square, PiecePosition>>")]
    pub squares: BTreeMap<Square, PiecePosition>,
    /// Each seat's hand, one entry for each thing in it. Left out: every card that stands
    /// nowhere lies in a hand, in its first owner's as far as he has not that many elsewhere.
    pub hands: Option<[Vec<Item>; 2]>,
    /// What is being decided; left out: the set-up if nobody has arranged, else the first
    /// seat's turn in the battle.
    pub stage: Option<Stage>,
    /// Whether the switches go on after turns of the battle. Left out: they do until the battle
    /// has begun, and do not afterwards, unless a switch is being offered.
    pub switches: Option<bool>,
    /// Whether each seat's king has made his step onto an own piece.
    #[ts(as = "Option<[bool; 2]>")]
    pub stepped: [bool; 2],
    /// Battle turns completed.
    #[ts(as = "Option<u16>")]
    pub turns: u16,
}

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
    /// Over an adjacent own piece.
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
    /// It joins the own piece there.
    Join,
    /// It attacks, and the target keeps points.
    Attack,
    /// It takes the target.
    Capture,
    /// The king steps onto the own piece there.
    StepOnto,
}

/// What an attacker that took nothing may do next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "shinra.ts")]
pub enum After {
    /// Go home to an empty square of the own territory.
    Back,
    /// Join an own piece.
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
    /// The own piece that is jumped over, if `ways` has a jump.
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
    pub why: Illegal,
}

/// What is wrong with, or missing from, an arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct Problem {
    /// Where; `null` for the arrangement as a whole.
    pub square: Option<Square>,
    /// What.
    pub why: Illegal,
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

/// What a draft says (see [`Shinra::draft`](table::Game::draft)). Drafts are
///
/// - during the set-up, by a seat that still arranges: the empty text, or `arrange` and any
///   number of `a1=shu+ko`, complete or not. It is completed; other seats may watch it.
/// - `a1>`: what the piece on a1 reaches, whosever it is and whosever turn it is.
/// - `put shu>` (any item of the own hand): where it may be put.
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
        refused: Option<Illegal>,
    },
}
