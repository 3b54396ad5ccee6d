//! Entries of a components file.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{LocalizedText, Provenance, RuleId};

use crate::kind::{Cards, Kind};
use crate::square::Dir;

/// Dimensions of the board, which the rulebook calls the sheet (プレイシート). The engine supports one size
/// only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct SheetSpec {
    /// Number of rows, always 5.
    pub rows: u8,
    /// Number of columns, always 5.
    pub columns: u8,
    /// Rows of each seat's territory, always 2.
    pub territory: u8,
    /// Origin of these numbers: rulebook, published page or reconstruction.
    pub source: Provenance,
}

/// The numbers of pieces that each seat arranges in its territory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct SetupSpec {
    /// Number of kings, always 1.
    pub king: u8,
    /// Number of single cards other than the king.
    pub single: u8,
    /// Number of stacks of two cards.
    pub stack2: u8,
    /// Number of stacks of three cards.
    pub stack3: u8,
    /// Origin of these numbers: rulebook, published page or reconstruction.
    pub source: Provenance,
}

/// Life points, attack values and the points that kings gain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct Points {
    /// A king's life points at the start.
    pub king: u8,
    /// Maximum of a king's life points.
    pub king_most: u8,
    /// A stack's life points in addition to the points of its cards.
    pub stack_base: u8,
    /// Maximum of a stack's life points.
    pub stack_most: u8,
    /// Life points of an ordinary single.
    pub single_life: u8,
    /// Attack value of an ordinary single.
    pub single_attack: u8,
    /// Life points and attack of a single 王妃 or 将軍.
    pub strong_single: u8,
    /// The number of points that the seat's king may have at most when the seat puts its ジョーカー (Joker)
    /// on the board.
    pub joker_king: u8,
    /// Points a king gains when his seat returns the enemy's queen.
    pub queen_return: u8,
    /// Points a king gains by his step onto a single.
    pub step_single: u8,
    /// Points a king gains by his step onto a stack, 八とび or ジョーカー.
    pub step_stack: u8,
    /// Origin of these numbers: rulebook, published page or reconstruction.
    pub source: Provenance,
}

impl Points {
    /// Points that a king gains when it steps onto a piece of these cards, before the maximum is applied
    /// (K-88).
    pub(crate) fn king_step(&self, cards: Cards) -> u8 {
        let heavy = cards.is_stack() || cards.intersects(Cards::SPECIAL);
        if heavy { self.step_stack } else { self.step_single }
    }
}

/// One kind of card in a seat's deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct CardSpec {
    /// The kind of card that this entry describes.
    pub kind: Kind,
    /// The name of the card, from the glossary.
    #[serde(skip_deserializing, default = "no_text")]
    pub name: LocalizedText,
    /// Special properties in a few words.
    #[serde(skip_deserializing, default = "no_text")]
    pub about: LocalizedText,
    /// The rules that `about` summarizes.
    #[serde(skip_deserializing)]
    pub rules: Vec<RuleId>,
    /// Number of these cards in each seat's deck.
    pub count: u8,
    /// Points printed on the card.
    pub points: u8,
    /// Directions of single arrows (one square).
    pub step: Vec<Dir>,
    /// Directions of double arrows (any number of squares).
    pub slide: Vec<Dir>,
    /// Targets of bent arrows and squares marked ○: each as (squares forward, squares to the right).
    pub leap: Vec<(i8, i8)>,
    /// Origin of the count: rulebook, published page or reconstruction.
    pub count_source: Provenance,
    /// Origin of the points: rulebook, published page or reconstruction.
    pub points_source: Provenance,
    /// Origin of the arrows: rulebook, published page or reconstruction.
    pub arrows_source: Provenance,
}

const fn no_text() -> LocalizedText {
    LocalizedText::fixed("", "")
}

/// Ids of the rules that the page quotes beside parts of the display that are not cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct ShownRules {
    /// Rules about a king's life points.
    pub king: Vec<RuleId>,
    /// Rules about the turn limit.
    pub turns: Vec<RuleId>,
    /// Rules about switches after turns.
    pub switches: Vec<RuleId>,
}

/// A ready-made formation (a complete arrangement) of the components file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct FormationSpec {
    /// Unique id of the formation.
    pub id: String,
    /// Name of the formation in Japanese.
    pub ja: String,
    /// Name of the formation in English.
    pub en: String,
    /// The cards by square, as the first seat lays them: `a1=shu+ko b1=king …`.
    pub squares: String,
    /// Origin of the formation: rulebook, published page or reconstruction.
    pub source: Provenance,
}
