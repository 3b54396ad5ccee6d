//! Cards, squares and counts, read from a components file and checked.

mod check;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{
    InputError, Localize, LocalizedText, Provenance, RuleId, plural, read_components, text,
};

use crate::glossary::word;
use crate::info::INFO;

/// The game's own components.
pub const BUILT_IN: &str = include_str!("../components.toml");

/// What a 紫禁城 card does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Icon {
    /// 飛: join another own eunuch.
    Fly,
    /// 権: take 始動権.
    Initiative,
    /// 進: own consort +1.
    Advance,
    /// 混: reshuffle the 策謀 cards.
    Reshuffle,
    /// 策: draw a 策謀 card.
    Draw,
    /// 入: enter the palace.
    Enter,
    /// 殿進: all palace eunuchs +1.
    PalaceAdvance,
    /// 発動: execute the palace.
    Activate,
}

/// What a palace square does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Square {
    /// 初 without an effect. Eunuchs enter on the first square, whatever it does.
    Entry,
    /// Own consort advances.
    Advance {
        /// Squares.
        steps: u8,
    },
    /// Own consort advances, or 策謀 cards are drawn.
    Choice {
        /// Squares.
        steps: u8,
        /// Cards.
        draws: u8,
    },
    /// 強: the eunuch is turned over.
    Strong,
    /// A 乾隆ポイント.
    Point,
    /// 強制送還: who stops here goes home.
    Return,
}

/// What a 策謀 card does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Effect {
    /// Own consort forward.
    AdvanceOwn,
    /// The opponent's consort back, not past 開始.
    PushBackOpponent,
    /// Further 策謀 cards.
    Draw,
    /// A 乾隆ポイント.
    GainPoint,
    /// 権: 始動権.
    TakeInitiative,
    /// 混: pile and discards are shuffled.
    Reshuffle,
    /// 殿進: everybody's palace eunuchs forward.
    AdvancePalace,
    /// Own palace eunuchs forward.
    AdvancePalaceOwn,
    /// The opponent's palace eunuchs go home.
    BanishOpponent,
}

impl Effect {
    /// The amounts this effect can have; 0 alone where it counts nothing.
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

/// A 紫禁城 card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardSpec {
    /// Its number, 1–9.
    pub number: u8,
    /// What it does.
    pub icon: Icon,
    /// Whether it begins face down.
    #[serde(default)]
    pub closed: bool,
    /// How we know.
    pub source: Provenance,
}

/// A palace square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareSpec {
    /// What it does.
    #[serde(flatten)]
    pub square: Square,
    /// How we know.
    pub source: Provenance,
}

/// The bedroom board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Bedroom {
    /// Squares of the loop, 開始 being 0.
    pub squares: u8,
    /// Which one is 茶休憩.
    pub tea: u8,
    /// How we know.
    pub source: Provenance,
}

/// The 乾隆ポイント.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Points {
    /// How many there are in all, the one on 茶休憩 included.
    pub total: u8,
    /// How we know.
    pub source: Provenance,
}

/// What points do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Scoring {
    /// How many win.
    pub goal: u8,
    /// How many a lap gives.
    pub lap: u8,
    /// How we know.
    pub source: Provenance,
}

/// A 策謀 card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotSpec {
    /// Its name.
    pub name: PlotName,
    /// What it does.
    pub effect: Effect,
    /// Squares or cards, for the effects that count them.
    #[serde(default)]
    pub amount: u8,
    /// How we know.
    pub source: Provenance,
}

/// What a 策謀 card is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotName {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

/// All components, as a components file has them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Always `kokyu`.
    pub game: String,
    /// The 紫禁城 cards, in the order of their numbers.
    #[serde(rename = "card")]
    pub cards: Vec<CardSpec>,
    /// The palace squares, in the order of advance.
    pub palace: Vec<SquareSpec>,
    /// The bedroom board.
    pub bedroom: Bedroom,
    /// The points.
    pub points: Points,
    /// What points do.
    pub scoring: Scoring,
    /// The 策謀 cards.
    #[serde(rename = "plot")]
    pub plots: Vec<PlotSpec>,
}

/// The statement by which 香妃 ends the play with this many points.
pub(crate) const fn kohi_rule(goal: u8) -> &'static str {
    if goal == 3 { "Q-49" } else { "Q-50" }
}

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// If it is not a components file, or a count, an order or a number is impossible.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let components: Components = read_components(text, &INFO)?;
        components.check().map_err(|fault| InputError::components(&INFO, fault))?;
        Ok(components)
    }

    /// The palace square on which eunuchs enter is always the first.
    pub const ENTRY: u8 = 0;

    /// The 強制送還 square, which is always the last.
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
    /// The rule that says what the card does.
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

/// The sign on the card, and what it is called in English.
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
    /// The rule that says what the square does.
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

    /// What is written on the square.
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

/// What the square is called by what it does.
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
    /// What a palace square is called: the first is 初 whatever it does.
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
