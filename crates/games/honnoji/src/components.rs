//! Cards: their names, kinds, points and icons, read from a components file and checked.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{InputError, Localize, LocalizedText, Provenance, fault, read_components};

use crate::face::{Cards, Face, Kind, MAX_COUNT};
use crate::grid::{Direction, MAX_LAID};
use crate::info::INFO;
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
    /// Parses and checks a components file.
    ///
    /// # Errors
    /// Returns an error if the text is no components file, or if its cards break a rule of the game.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let components: Components = read_components(text, &INFO)?;
        components.check().map_err(|fault| InputError::components(&INFO.name, fault))?;
        Ok(components)
    }

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

    fn check(&self) -> Result<(), LocalizedText> {
        for face in Face::ALL {
            let entries = self.card.iter().filter(|card| card.face == face).count();
            if entries > 1 {
                fault!(
                    "{face} の [[card]] が{entries}つあります(同じ札は1つにまとめ、枚数を count に書きます)",
                    "there are {entries} [[card]] of {face}; equal cards are one [[card]] with a higher `count`"
                );
            }
            if entries == 0 && (face.is_basic() || face == Face::KOBAN) {
                fault!(
                    "{face} の [[card]] がありません(各自の基本札6枚 crest、1〜5 と、はじめの名物札 koban はいつも必要です)",
                    "there is no [[card]] of {face}; every player has six basic cards (crest, 1 to 5) and a first treasure (koban)"
                );
            }
        }
        self.card.iter().try_for_each(check_card)?;
        for (place, card) in self.card.iter().enumerate() {
            let same =
                |other: &&CardSpec| other.name.ja == card.name.ja || other.name.en == card.name.en;
            if let Some(other) = self.card[..place].iter().find(same) {
                let (one, other) = (other.face, card.face);
                fault!(
                    "{one} と {other} の name が同じです",
                    "{one} and {other} have the same `name`"
                );
            }
        }
        let actions: usize = self.actions().iter().map(|(_, count)| usize::from(*count)).sum();
        if actions > MAX_ACTIONS {
            fault!(
                "行動札(weapon と person)は合わせて{MAX_ACTIONS}枚までです({actions}枚あります)",
                "there may be {MAX_ACTIONS} action cards (weapons and persons) at most, not {actions}"
            );
        }
        let deck: usize = self.deck().map(|card| usize::from(card.count)).sum();
        if deck != DECK {
            fault!(
                "山札は合わせて{DECK}枚です(koban 以外の名物札、行動札、火ノ手札の count の合計が{deck}枚です)",
                "the deck (treasures but the koban, action and fire cards) must have {DECK} cards, but the `count`s make {deck}"
            );
        }
        Ok(())
    }
}

/// The kinds that cards with this face may have.
fn kinds_of(face: Face) -> &'static [Kind] {
    match face {
        Face::CREST => &[Kind::Crest],
        Face::KOBAN => &[Kind::Treasure],
        Face::FIRE => &[Kind::Fire],
        face if face.is_basic() => &[Kind::Number],
        _ => &[Kind::Treasure, Kind::Weapon, Kind::Person],
    }
}

fn check_card(card: &CardSpec) -> Result<(), LocalizedText> {
    let CardSpec { face, kind, count, .. } = card;
    let kinds = kinds_of(*face);
    if !kinds.contains(kind) {
        let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
        let [ja, en] = [words.join("、"), words.join(" or ")];
        fault!("{face} の kind は {ja} です", "the `kind` of {face} must be {en}");
    }
    let (least, most) =
        if kinds.len() > 1 || *face == Face::FIRE { (0, MAX_COUNT) } else { (1, 1) };
    if !(least..=most).contains(count) {
        if least == most {
            fault!(
                "{face} は各自1枚ずつなので、count は 1 です({count} ではなく)",
                "every player has one {face}, so its `count` must be 1, not {count}"
            );
        }
        fault!(
            "{face} の count は {least}〜{most} です({count} ではなく)",
            "the `count` of {face} must be {least} to {most}, not {count}"
        );
    }
    let names = [Some(&card.name), card.what.as_ref()].into_iter().flatten();
    for name in names.flat_map(|name| [&name.ja, &name.en]) {
        let printable = name.chars().all(|letter| !letter.is_control());
        if name.trim() != name || name.is_empty() || name.chars().count() > MAX_NAME || !printable {
            fault!(
                "{face} の name と what は1〜{MAX_NAME}文字で、前後に空白を置けません",
                "`name` and `what` of {face} must have 1 to {MAX_NAME} letters, without blanks around them"
            );
        }
    }
    if card.points > MAX_POINTS {
        fault!(
            "{face} の points は 0〜{MAX_POINTS} です",
            "the `points` of {face} must be 0 to {MAX_POINTS}"
        );
    }
    if card.icons.len() > MAX_ICONS {
        fault!(
            "{face} の icons は{MAX_ICONS}個までです",
            "{face} may have {MAX_ICONS} `icons` at most"
        );
    }
    if *kind == Kind::Number && !card.icons.is_empty() {
        fault!(
            "{face} に icons は書けません(数字とアイコンの両方を持つ札はありません)",
            "{face} cannot have `icons`: no card has both a number and an icon"
        );
    }
    if matches!(kind, Kind::Treasure | Kind::Fire) && !card.icons.is_empty() {
        fault!(
            "{face} に icons は書けません(手札に入らない札なので、家紋札と行動札だけです)",
            "{face} cannot have `icons`: it is never in a hand; only the crest and action cards have any"
        );
    }
    let moves = card.icons.iter().any(|spec| spec.icon == Icon::Move);
    if *face == Face::CREST && !moves {
        fault!(
            "crest の icons には move が必要です(最初のラウンドで移動先を指定するため)",
            "the `icons` of the crest need a \"move\", to designate a square in round 1"
        );
    }
    Ok(())
}
