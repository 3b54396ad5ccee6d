//! Cards, squares and counts, read from a components file and checked.

use serde::{Deserialize, Serialize};
use table::{BadInput, Text};
use ts_rs::TS;

use crate::board::{CARDS, MAX_PALACE, MAX_PLOTS};

/// The game's own components.
pub const BUILT_IN: &str = include_str!("../components.toml");

/// How an entry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Known {
    /// The rulebook says so.
    Rulebook,
    /// A reconstruction.
    Reconstructed,
}

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
    pub source: Known,
}

/// A palace square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareSpec {
    /// What it does.
    #[serde(flatten)]
    pub square: Square,
    /// How we know.
    pub source: Known,
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
    pub source: Known,
}

/// The 乾隆ポイント.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Points {
    /// How many there are in all, the one on 茶休憩 included.
    pub total: u8,
    /// How we know.
    pub source: Known,
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
    pub source: Known,
}

/// A 策謀 card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotSpec {
    /// Its name.
    pub name: Named,
    /// What it does.
    pub effect: Effect,
    /// Squares or cards, for the effects that count them.
    #[serde(default)]
    pub amount: u8,
    /// How we know.
    pub source: Known,
}

/// A name in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Named {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
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

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// When it is not such a file, or a count, an order or a number is impossible.
    pub fn read(text: &str) -> Result<Components, BadInput> {
        let components: Components = toml::from_str(text).map_err(|error| {
            let error = error.to_string();
            broken(&error, &error)
        })?;
        components.check()?;
        Ok(components)
    }

    /// The palace square on which eunuchs enter is always the first.
    pub const ENTRY: u8 = 0;

    /// The 強制送還 square, which is always the last.
    pub fn last_square(&self) -> usize {
        self.palace.len() - 1
    }

    fn check(&self) -> Result<(), BadInput> {
        let numbers: Vec<u8> = self.cards.iter().map(|card| card.number).collect();
        let is_return = |entry: &SquareSpec| entry.square == Square::Return;
        let returns = self.palace.iter().filter(|entry| is_return(entry)).count();
        let faults = [
            (
                self.game != "kokyu",
                "game は \"kokyu\" でなければなりません",
                "`game` must be \"kokyu\"",
            ),
            (
                numbers != (1..=CARDS as u8).collect::<Vec<u8>>(),
                "[[card]] は番号 1〜9 が順に1枚ずつ必要です",
                "there must be one [[card]] for each number 1 to 9, in order",
            ),
            (
                self.cards.iter().all(|card| card.closed),
                "少なくとも1枚のカードは表で始めてください",
                "at least one card must begin open",
            ),
            (
                self.palace.len() > MAX_PALACE,
                "[[palace]] のマスは12までです",
                "there can be at most 12 [[palace]] squares",
            ),
            (
                self.palace.len() < 2 || returns != 1 || !self.palace.last().is_some_and(is_return),
                "[[palace]] は2マス以上で、最後のマスだけが return でなければなりません",
                "[[palace]] needs at least two squares, of which the last, and no other, is \"return\"",
            ),
            (
                self.palace.iter().skip(1).any(|entry| entry.square == Square::Entry),
                "[[palace]] の entry は最初のマスだけに書けます",
                "only the first [[palace]] square can be \"entry\"",
            ),
            (
                self.palace.iter().any(|entry| match entry.square {
                    Square::Advance { steps } => !(1..=20).contains(&steps),
                    Square::Choice { steps, draws } => {
                        !(1..=20).contains(&steps) || !(1..=4).contains(&draws)
                    }
                    _ => false,
                }),
                "[[palace]] の steps は 1〜20、draws は 1〜4 です",
                "in [[palace]], `steps` must be 1 to 20 and `draws` 1 to 4",
            ),
            (
                !(3..=60).contains(&self.bedroom.squares),
                "寝室の squares は 3〜60 です",
                "[bedroom] `squares` must be 3 to 60",
            ),
            (
                self.bedroom.tea == 0 || self.bedroom.tea >= self.bedroom.squares,
                "茶休憩 (tea) は開始 (0) 以外の寝室のマスでなければなりません",
                "[bedroom] `tea` must be a square of the loop other than 0, the start",
            ),
            (
                !(1..=20).contains(&self.scoring.goal) || !(1..=10).contains(&self.scoring.lap),
                "goal は 1〜20、lap は 1〜10 です",
                "[scoring] `goal` must be 1 to 20 and `lap` 1 to 10",
            ),
            (
                self.points.total < self.scoring.goal || self.points.total > 60,
                "points.total は goal 以上 60 以下です",
                "[points] `total` must be at least the goal and at most 60",
            ),
            (
                self.plots.is_empty() || self.plots.len() > MAX_PLOTS,
                "[[plot]] は 1〜8 枚です",
                "there must be 1 to 8 [[plot]] cards",
            ),
            (
                self.plots.iter().any(|plot| !plot.effect.amounts().contains(&plot.amount)),
                "[[plot]] の amount は、マスを進める・戻す効果では 1〜20、draw では 1〜2、その他では書きません",
                "the `amount` of a [[plot]] must be 1 to 20 where it moves something and 1 or 2 for \"draw\"; others have none",
            ),
        ];
        match faults.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, ja, en)) => Err(broken(ja, en)),
            None => Ok(()),
        }
    }
}

fn broken(ja: &str, en: &str) -> BadInput {
    BadInput::new(
        format!("乾隆後宮の部品ファイルに誤りがあります: {ja}。直してから読み込んでください。"),
        format!("The components file for 乾隆後宮 is wrong: {en}. Correct it and load it again."),
    )
}

impl Icon {
    /// The sign on the card and its name.
    pub const fn name(self) -> Text {
        match self {
            Icon::Fly => Text::fixed("飛", "Fly"),
            Icon::Initiative => Text::fixed("権", "First move"),
            Icon::Advance => Text::fixed("進", "Advance"),
            Icon::Reshuffle => Text::fixed("混", "Reshuffle"),
            Icon::Draw => Text::fixed("策", "Plot"),
            Icon::Enter => Text::fixed("入", "Enter"),
            Icon::PalaceAdvance => Text::fixed("殿進", "Palace advance"),
            Icon::Activate => Text::fixed("発動", "Activate"),
        }
    }

    /// The rule that says what the card does.
    pub const fn rule(self) -> &'static str {
        match self {
            Icon::Fly => "Q-22",
            Icon::Initiative => "Q-21",
            Icon::Advance => "Q-25",
            Icon::Reshuffle => "Q-19",
            Icon::Draw => "Q-26",
            Icon::Enter => "Q-27",
            Icon::PalaceAdvance => "Q-28",
            Icon::Activate => "Q-29",
        }
    }
}

impl Square {
    /// What the square does, as people call it.
    pub fn name(self) -> Text {
        match self {
            Square::Entry => Text::fixed("初", "the entry square"),
            Square::Advance { steps } => {
                Text::new(format!("+{steps}"), format!("the +{steps} square"))
            }
            Square::Choice { steps, draws } => Text::new(
                format!("+{steps}か策謀{draws}枚"),
                format!("the square of +{steps} or {draws} plots"),
            ),
            Square::Strong => Text::fixed("強", "the strong square"),
            Square::Point => Text::fixed("乾隆ポイント", "the point square"),
            Square::Return => Text::fixed("強制送還", "the forced return square"),
        }
    }

    /// The rule that says what the square does.
    pub const fn rule(self) -> &'static str {
        match self {
            Square::Entry => "Q-29",
            Square::Advance { steps: 5 } => "Q-34",
            Square::Advance { .. } => "Q-32",
            Square::Choice { .. } => "Q-33",
            Square::Strong => "Q-35",
            Square::Point => "Q-37",
            Square::Return => "Q-38",
        }
    }
}

impl Components {
    /// What people call a palace square: the first is 初 whatever it does.
    pub fn square_name(&self, index: u8) -> Text {
        let Some(entry) = self.palace.get(usize::from(index)) else {
            return Text::new(format!("{index}"), format!("square {index}"));
        };
        let name = entry.square.name();
        if index == Components::ENTRY && entry.square != Square::Entry {
            let (ja, en) = (&name.ja, name.en.trim_start_matches("the "));
            Text::new(format!("初・{ja}"), format!("the entry, {en}"))
        } else {
            name
        }
    }
}
