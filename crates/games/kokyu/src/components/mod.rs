//! Cards, squares and numbers, read from a components file and checked.

mod check;
mod read;
mod schema;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, Provenance, RuleId, plural, text};

use crate::glossary::word;

/// The icons of the cards of the Forbidden City (紫禁城).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Icon {
    /// Fly (飛): the eunuch joins another one of its owner on another card.
    Fly,
    /// First move (権): the owner takes the first-move tile (始動権).
    Initiative,
    /// Advance (進): the owner's consort advances one square.
    Advance,
    /// Reshuffle (混): all plot cards are shuffled.
    Reshuffle,
    /// Plot (策): the owner draws a plot card.
    Draw,
    /// Enter (入): the eunuch enters the palace.
    Enter,
    /// Palace advance (殿進): all palace eunuchs advance one square.
    PalaceAdvance,
    /// Activate (発動): the squares of all palace eunuchs are resolved.
    Activate,
}

/// The kinds of palace squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Square {
    /// Entry (初): no effect. Eunuchs enter on the first square, even if it is of another kind.
    Entry,
    /// The consort of the eunuch's owner advances.
    Advance {
        /// Number of squares to advance.
        steps: u8,
    },
    /// The consort of the eunuch's owner advances, or the owner draws plot cards (策謀).
    Choice {
        /// Number of squares to advance.
        steps: u8,
        /// Number of cards to draw.
        draws: u8,
    },
    /// Strong (強): the eunuch is turned to its strong side.
    Strong,
    /// The eunuch's owner gains a Qianlong point (乾隆ポイント).
    Point,
    /// Forced return (強制送還): a eunuch that reaches it returns to the hand.
    Return,
}

/// The effects of plot cards (策謀).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Effect {
    /// The drawing seat's consort advances.
    AdvanceOwn,
    /// The opponent's consort moves back, at most to the start square (開始).
    PushBackOpponent,
    /// The drawing seat draws more plot cards.
    Draw,
    /// The drawing seat gains a Qianlong point (乾隆ポイント).
    GainPoint,
    /// The drawing seat takes the first-move tile (始動権).
    TakeInitiative,
    /// The pile and the discards are shuffled together (混).
    Reshuffle,
    /// All palace eunuchs of both seats advance (殿進).
    AdvancePalace,
    /// All palace eunuchs of the drawing seat advance.
    AdvancePalaceOwn,
    /// All palace eunuchs of the opponent return to the hand.
    BanishOpponent,
}

impl Icon {
    /// All icons, in the order of their declaration.
    pub const ALL: [Icon; 8] = [
        Icon::Fly,
        Icon::Initiative,
        Icon::Advance,
        Icon::Reshuffle,
        Icon::Draw,
        Icon::Enter,
        Icon::PalaceAdvance,
        Icon::Activate,
    ];
}

impl Effect {
    /// All effects, in the order of their declaration.
    pub const ALL: [Effect; 9] = [
        Effect::AdvanceOwn,
        Effect::PushBackOpponent,
        Effect::Draw,
        Effect::GainPoint,
        Effect::TakeInitiative,
        Effect::Reshuffle,
        Effect::AdvancePalace,
        Effect::AdvancePalaceOwn,
        Effect::BanishOpponent,
    ];

    /// The allowed amounts of the effect; only 0 for effects without an amount.
    pub const fn amounts(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Effect::AdvanceOwn
            | Effect::PushBackOpponent
            | Effect::AdvancePalace
            | Effect::AdvancePalaceOwn => 1..=20,
            Effect::Draw => 1..=2,
            Effect::GainPoint
            | Effect::TakeInitiative
            | Effect::Reshuffle
            | Effect::BanishOpponent => 0..=0,
        }
    }
}

/// The entry of a components file for a card of the Forbidden City (紫禁城).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardSpec {
    /// The number of the card, 1..=9.
    pub number: u8,
    /// The icon, which is the card's effect.
    pub icon: Icon,
    /// True if the card begins face down.
    #[serde(default)]
    pub closed: bool,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The entry of a components file for a palace square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareSpec {
    /// The kind of square, which is its effect.
    #[serde(flatten)]
    pub square: Square,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The bedroom board: the number of its squares, and its tea square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Bedroom {
    /// Number of squares, including the start square (開始), which is 0.
    pub squares: u8,
    /// Index of the tea square (茶休憩).
    pub tea: u8,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The supply of Qianlong points (乾隆ポイント).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Points {
    /// Number of points, including the one on the tea square (茶休憩).
    pub total: u8,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The numbers of points for a win and for a lap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Scoring {
    /// Number of points with which a player wins.
    pub goal: u8,
    /// Number of points that a player gains for a lap of the consort.
    pub lap: u8,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The entry of a components file for a plot card (策謀).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotSpec {
    /// The name of the card.
    pub name: PlotName,
    /// The effect of the card.
    pub effect: Effect,
    /// Number of squares to move or cards to draw; 0 for effects without an amount.
    #[serde(default)]
    pub amount: u8,
    /// The evidence for this entry of the components file.
    pub source: Provenance,
}

/// The name of a plot card (策謀).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotName {
    /// The name in Japanese.
    pub ja: String,
    /// The name in English.
    pub en: String,
}

/// The components of the game, with the fields of a components file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// The game's id, always `kokyu`.
    pub game: String,
    /// The cards of the Forbidden City (紫禁城), by number.
    #[serde(rename = "card")]
    pub cards: Vec<CardSpec>,
    /// The palace squares, from the entry to the forced return.
    pub palace: Vec<SquareSpec>,
    /// The bedroom board: the number of its squares, and its tea square.
    pub bedroom: Bedroom,
    /// The supply of Qianlong points.
    pub points: Points,
    /// The numbers of points for a win and for a lap.
    pub scoring: Scoring,
    /// The plot cards (策謀).
    #[serde(rename = "plot")]
    pub plots: Vec<PlotSpec>,
}

/// The rule statement by which Xiang Fei (香妃) ends the match when she has `goal` points.
pub(crate) const fn kohi_rule(goal: u8) -> &'static str {
    if goal == 3 { "Q-49" } else { "Q-50" }
}

impl Components {
    /// Index of the palace square on which weak eunuchs enter.
    pub const ENTRY: u8 = 0;

    /// Index of the forced return (強制送還), which is the last square.
    pub fn last_square(&self) -> usize {
        self.palace.len() - 1
    }
}

impl Localize for PlotName {
    fn name(&self) -> LocalizedText {
        LocalizedText::new(&*self.ja, &*self.en)
    }
}

impl Icon {
    /// The rule about the card's effect.
    pub const fn rule(self) -> RuleId {
        RuleId(match self {
            Icon::Fly => "Q-22",
            Icon::Initiative => "Q-21",
            Icon::Advance => "Q-25",
            Icon::Reshuffle => "Q-19",
            Icon::Draw => "Q-26",
            Icon::Enter => "Q-27",
            Icon::PalaceAdvance => "Q-28",
            Icon::Activate => "Q-29",
        })
    }
}

impl Icon {
    /// The sign on the card.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Icon::Fly => "飛",
            Icon::Initiative => "権",
            Icon::Advance => "進",
            Icon::Reshuffle => "混",
            Icon::Draw => "策",
            Icon::Enter => "入",
            Icon::PalaceAdvance => "殿進",
            Icon::Activate => "発動",
        }
    }
}

/// The name of an icon.
impl Localize for Icon {
    fn name(&self) -> LocalizedText {
        let key = match self {
            Icon::Fly => "card_fly",
            Icon::Initiative => "card_initiative",
            Icon::Advance => "card_advance",
            Icon::Reshuffle => "card_reshuffle",
            Icon::Draw => "card_draw",
            Icon::Enter => "card_enter",
            Icon::PalaceAdvance => "card_palace_advance",
            Icon::Activate => "card_activate",
        };
        word(key).clone()
    }
}

impl Square {
    /// The rule about the square's effect.
    pub const fn rule(self) -> RuleId {
        RuleId(match self {
            Square::Entry => "Q-29",
            Square::Advance { steps: 5 } => "Q-34",
            Square::Advance { .. } => "Q-32",
            Square::Choice { .. } => "Q-33",
            Square::Strong => "Q-35",
            Square::Point => "Q-37",
            Square::Return => "Q-38",
        })
    }

    /// The sign on the square.
    pub(crate) fn sign(self) -> String {
        match self {
            Square::Entry => "初".into(),
            Square::Advance { steps } => format!("+{steps}"),
            Square::Choice { steps, draws } => format!("+{steps}|{draws}"),
            Square::Strong => "強".into(),
            Square::Point => "点".into(),
            Square::Return => "送還".into(),
        }
    }
}

/// The name of the square, by its effect.
impl Localize for Square {
    fn name(&self) -> LocalizedText {
        match *self {
            Square::Entry => word("square_entry").clone(),
            Square::Advance { steps } => text!("+{steps}", "the +{steps} square"),
            Square::Choice { steps, draws } => text!(
                "+{steps}か策謀カード{draws}枚",
                "the square of +{steps} or {cards}",
                cards = plural(draws, "plot card", "plot cards")
            ),
            Square::Strong => word("square_strong").clone(),
            Square::Point => word("square_point").clone(),
            Square::Return => word("square_return").clone(),
        }
    }
}

impl Components {
    /// The name of a palace square. The first is always called the entry (初).
    pub fn square_name(&self, index: u8) -> LocalizedText {
        let Some(entry) = self.palace.get(usize::from(index)) else {
            return text!("{index}マス目", "square {index}");
        };
        if index == Components::ENTRY && entry.square != Square::Entry {
            let (entry, does) = (word("square_entry"), LocalizedText::same(entry.square.sign()));
            text!("{entry}（{does}）", "{entry} ({does})", entry, does)
        } else {
            entry.square.name()
        }
    }
}
