//! Cards, their points and icons, read from a components file and checked.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::BadInput;
use ts_rs::TS;

use crate::actions::MOST_OF;
use crate::face::{Face, Kind, MOST};
use crate::grid::Direction;

/// The game's own components.
pub const BUILT_IN: &str = include_str!("../components.toml");

/// How many cards the deck has: five for each of five rounds (H-13, H-27).
pub const DECK: usize = 25;

/// The most icons of one card.
pub const MAX_ICONS: usize = 4;

/// The most action cards of the deck, so that no layout is larger than
/// [`MAX_LAID`](crate::MAX_LAID).
const MAX_ACTIONS: u8 = 8;

/// The most points a card may be worth.
const MAX_POINTS: u8 = 20;

/// How an entry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Known {
    /// The rulebook says so.
    Rulebook,
    /// A reconstruction.
    Reconstructed,
}

/// What an action icon orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Icon {
    /// 移動: move to a neighbouring square.
    Move,
    /// 刀攻撃: attack the own square or a neighbour.
    Sword,
    /// 銃攻撃: attack any square.
    Gun,
    /// 回復: recover up to so many cards.
    Recover,
}

/// An icon on a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconSpec {
    /// What it orders.
    pub icon: Icon,
    /// Where the numbers lie that it reads.
    pub direction: Direction,
}

/// The cards with one face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub struct CardSpec {
    /// Which face.
    pub face: Face,
    /// How many there are: of basic cards and the koban for each player, of the others in
    /// the deck.
    pub count: u8,
    /// How many points one is worth.
    pub points: u8,
    /// Its icons; only the crest and action cards have any.
    #[serde(default)]
    pub icons: Vec<IconSpec>,
    /// How we know that there are such cards, and how many.
    pub source: Known,
    /// How we know points and icons.
    pub print: Known,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Components {
    /// Always `honnoji`.
    pub game: String,
    /// One entry for each face, in order.
    pub card: Vec<CardSpec>,
}

/// The icons of each card that can have any.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Icons([ArrayVec<IconSpec, MAX_ICONS>; 1 + Face::ACTIONS.len()]);

impl Icons {
    /// The icons of a card.
    #[inline]
    pub fn of(&self, face: Face) -> &[IconSpec] {
        match face {
            Face::Crest => &self.0[0],
            Face::Katana => &self.0[1],
            Face::Gun => &self.0[2],
            Face::Ranmaru => &self.0[3],
            Face::Mitsuhide => &self.0[4],
            _ => &[],
        }
    }
}

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// When it is not such a file, or a count or an icon is impossible.
    pub fn read(text: &str) -> Result<Components, BadInput> {
        let components: Components = toml::from_str(text).map_err(|error| {
            let error = error.to_string();
            broken(&error, &error)
        })?;
        components.check()?;
        Ok(components)
    }

    /// The entry of a face.
    pub fn of(&self, face: Face) -> &CardSpec {
        &self.card[face as usize]
    }

    /// The icons, for reading layouts.
    pub(crate) fn icons(&self) -> Icons {
        let icons = |face| self.of(face).icons.iter().copied().collect();
        let [katana, gun, ranmaru, mitsuhide] = Face::ACTIONS.map(icons);
        Icons([icons(Face::Crest), katana, gun, ranmaru, mitsuhide])
    }

    fn check(&self) -> Result<(), BadInput> {
        if self.game != "honnoji" {
            return Err(broken(
                "game は \"honnoji\" でなければなりません",
                "`game` must be \"honnoji\"",
            ));
        }
        if !self.card.iter().map(|card| card.face).eq(Face::ALL) {
            let faces = Face::ALL.map(Face::word).join(", ");
            return Err(broken(
                &format!("[[card]] は {faces} が順に1つずつ必要です"),
                &format!("there must be one [[card]] for each of {faces}, in order"),
            ));
        }
        self.card.iter().try_for_each(check_card)?;
        let sum = |kind: Kind| -> usize {
            let cards = self.card.iter().filter(|card| card.face.kind() == kind);
            cards.map(|card| usize::from(card.count)).sum()
        };
        let actions = sum(Kind::Action);
        if actions > usize::from(MAX_ACTIONS) {
            return Err(broken(
                &format!("行動札は合わせて{MAX_ACTIONS}枚までです({actions}枚あります)"),
                &format!("there may be {MAX_ACTIONS} action cards at most, not {actions}"),
            ));
        }
        // The koban is a treasure, but not of the deck.
        let deck = sum(Kind::Treasure) - 1 + actions + sum(Kind::Fire);
        if deck != DECK {
            return Err(broken(
                &format!(
                    "山札は合わせて{DECK}枚です(小判以外の名物札、行動札、火ノ手札で{deck}枚あります)"
                ),
                &format!(
                    "the deck (treasures but the koban, action and fire cards) must have {DECK} cards, not {deck}"
                ),
            ));
        }
        let moves = |icons: &[IconSpec]| icons.iter().any(|spec| spec.icon == Icon::Move);
        if !moves(&self.of(Face::Crest).icons) {
            return Err(broken(
                "crest には move のアイコンが必要です(最初のラウンドで移動先を指定するため)",
                "the crest needs a `move` icon, to designate a square in round 1",
            ));
        }
        Ok(())
    }
}

fn check_card(card: &CardSpec) -> Result<(), BadInput> {
    let face = card.face;
    let place = Face::ACTIONS.iter().position(|action| *action == face);
    let (least, most) = match (face, face.kind()) {
        (Face::Koban, _) | (_, Kind::Crest | Kind::Number) => (1, 1),
        (_, Kind::Treasure) => (0, 1),
        (_, Kind::Fire) => (0, MOST),
        (_, Kind::Action) => (0, place.map_or(0, |place| MOST_OF[place])),
    };
    if !(least..=most).contains(&card.count) {
        let count = card.count;
        return Err(if least == most {
            broken(
                &format!("{face} は1枚です({count}枚ではなく)"),
                &format!("there is 1 {face}, not {count}"),
            )
        } else {
            broken(
                &format!("{face} は{least}〜{most}枚です({count}枚ではなく)"),
                &format!("there may be {least} to {most} {face}, not {count}"),
            )
        });
    }
    if card.points > MAX_POINTS {
        return Err(broken(
            &format!("{face} の points は 0〜{MAX_POINTS} です"),
            &format!("the `points` of {face} must be 0 to {MAX_POINTS}"),
        ));
    }
    let may_have = matches!(face.kind(), Kind::Crest | Kind::Action);
    if !may_have && !card.icons.is_empty() {
        return Err(broken(
            &format!("{face} にアイコンは付けられません(家紋札と行動札だけ)"),
            &format!("{face} cannot have icons; only the crest and action cards can"),
        ));
    }
    if card.icons.len() > MAX_ICONS {
        return Err(broken(
            &format!("{face} のアイコンは{MAX_ICONS}個までです"),
            &format!("{face} may have {MAX_ICONS} icons at most"),
        ));
    }
    Ok(())
}

fn broken(ja: &str, en: &str) -> BadInput {
    BadInput::new(
        format!("HONNOJIの部品ファイルに誤りがあります: {ja}。直してから読み込んでください。"),
        format!("The components file for HONNOJI is wrong: {en}. Correct it and load it again."),
    )
}
