//! Cards: their names, kinds, points and icons, read from a components file and checked.

mod read;
mod schema;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{FieldFault, Localize, LocalizedText, Provenance, field_fault};

use crate::face::{Cards, Face, Kind};
use crate::grid::{Direction, MAX_LAID};
use crate::limits::{DECK, MAX_ICONS};

/// Maximum number of action cards in the deck. It ensures that a layout can hold every hand.
pub(crate) const MAX_ACTIONS: usize = MAX_LAID - BASIC_CARDS;

/// Number of basic cards of each seat (H-8).
pub(crate) const BASIC_CARDS: usize = 6;

/// Maximum number of points of a card.
const MAX_POINTS: u8 = 100;

/// Maximum number of characters of a name.
const MAX_NAME: usize = 40;

/// An icon printed on cards. Each icon gives one kind of order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Icon {
    /// Move (移動): the pawn moves to a neighbouring square.
    Move,
    /// Sword attack (刀攻撃) on the pawn's own square or a neighbouring one.
    Sword,
    /// Gun attack (銃攻撃) on any square.
    Gun,
    /// Recover (回復): up to a number of exposed cards return to the hand.
    Recover,
}

impl Icon {
    /// All icons, in the order of their declaration.
    pub const ALL: [Icon; 4] = [Icon::Move, Icon::Sword, Icon::Gun, Icon::Recover];
}

/// An icon as printed on a card: its kind and its direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconSpec {
    /// The icon, which determines the kind of order.
    pub icon: Icon,
    /// The direction in which the icon reads numbers.
    pub direction: Direction,
}

/// A name in Japanese and English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// The name in Japanese.
    pub ja: String,
    /// The name in English, in the form used within a sentence.
    pub en: String,
}

impl Localize for Name {
    fn name(&self) -> LocalizedText {
        LocalizedText::new(self.ja.clone(), self.en.clone())
    }
}

/// The entry of a components file for all cards with one face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardSpec {
    /// The face of the cards, as in notation.
    pub face: Face,
    /// The kind of the cards.
    pub kind: Kind,
    /// The name of the cards.
    pub name: Name,
    /// For a treasure: the kind of object, such as a tea caddy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<Name>,
    /// Number of copies: of basic cards and the koban for each seat, of all others in the deck.
    pub count: u8,
    /// Points of each copy.
    pub points: u8,
    /// The icons printed on each copy; only the crest and action cards have any.
    #[serde(default)]
    pub icons: Vec<IconSpec>,
    /// The evidence for the existence and the number of these cards.
    pub source: Provenance,
    /// The evidence for the points and icons of these cards.
    pub print: Provenance,
}

/// The components of the game, with the fields of a components file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// The game's id, always `honnoji`.
    pub game: String,
    /// The cards, one entry for each face.
    pub card: Vec<CardSpec>,
}

/// The icons printed on the cards of each face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Icons([ArrayVec<IconSpec, MAX_ICONS>; Face::COUNT]);

impl Icons {
    /// The icons printed on cards with this face.
    #[inline]
    pub fn of(&self, face: Face) -> &[IconSpec] {
        &self.0[face.index()]
    }
}

impl Components {
    /// The entry of a face; `None` if the components have no such card.
    pub fn of(&self, face: Face) -> Option<&CardSpec> {
        self.card.iter().find(|card| card.face == face)
    }

    /// The icons printed on the cards of each face, for fast access.
    pub(crate) fn icons(&self) -> Icons {
        Icons(Face::ALL.map(|face| {
            self.of(face).map(|card| card.icons.iter().copied().collect()).unwrap_or_default()
        }))
    }

    /// The entries of the cards that are in the deck at the start.
    pub(crate) fn deck(&self) -> impl Iterator<Item = &CardSpec> {
        self.card.iter().filter(|card| !card.face.is_basic() && card.face != Face::KOBAN)
    }

    /// The action cards in the deck with the number of each, in the order of the faces.
    pub(crate) fn actions(&self) -> Vec<(Face, u8)> {
        let mut actions: Vec<(Face, u8)> = (self.deck())
            .filter(|card| card.kind.is_action() && card.count > 0)
            .map(|card| (card.face, card.count))
            .collect();
        actions.sort_unstable();
        actions
    }

    /// Mask of the treasures and the koban, for [`Cards::only`].
    pub(crate) fn treasures(&self) -> Cards {
        let treasures = self.card.iter().filter(|card| card.kind == Kind::Treasure);
        Cards::places(treasures.map(|card| card.face))
    }

    fn check(&self) -> Result<(), FieldFault> {
        for face in Face::ALL {
            let mut entries = self.card.iter().enumerate().filter(|(_, card)| card.face == face);
            let first = entries.next();
            if let Some((index, _)) = entries.next() {
                field_fault!(
                    "card[{index}].face",
                    "{face} の [[card]] が2つあります(同じ札は1つにまとめ、枚数を count に書きます)",
                    "there are 2 [[card]] of {face}; equal cards are one [[card]] with a higher `count`"
                );
            }
            if first.is_none() && (face.is_basic() || face == Face::KOBAN) {
                field_fault!(
                    "card",
                    "{face} の [[card]] がありません(各自の基本札6枚 crest、1〜5 と、はじめの名物札 koban はいつも必要です)",
                    "there is no [[card]] of {face}; every player has six basic cards (crest, 1 to 5) and a first treasure (koban)"
                );
            }
        }
        for (place, card) in self.card.iter().enumerate() {
            let same =
                |other: &&CardSpec| other.name.ja == card.name.ja || other.name.en == card.name.en;
            if let Some(other) = self.card[..place].iter().find(same) {
                let (one, other) = (other.face, card.face);
                field_fault!(
                    "card[{place}].name",
                    "{one} と {other} の name が同じです",
                    "{one} and {other} have the same `name`"
                );
            }
            let moves = card.icons.iter().any(|spec| spec.icon == Icon::Move);
            if card.face == Face::CREST && !moves {
                field_fault!(
                    "card[{place}].icons",
                    "crest の icons には move が必要です(最初のラウンドで移動先を指定するため)",
                    "the `icons` of the crest need a \"move\", to designate a square in round 1"
                );
            }
        }
        let actions: usize = self.actions().iter().map(|(_, count)| usize::from(*count)).sum();
        if actions > MAX_ACTIONS {
            field_fault!(
                "card",
                "行動札(weapon と person)は合わせて{MAX_ACTIONS}枚までです({actions}枚あります)",
                "there may be {MAX_ACTIONS} action cards (weapons and persons) at most, not {actions}"
            );
        }
        let deck: usize = self.deck().map(|card| usize::from(card.count)).sum();
        if deck != DECK {
            field_fault!(
                "card",
                "山札は合わせて{DECK}枚です(koban 以外の名物札、行動札、火ノ手札の count の合計が{deck}枚です)",
                "the deck (treasures but the koban, action and fire cards) must have {DECK} cards, but the `count`s make {deck}"
            );
        }
        Ok(())
    }
}
