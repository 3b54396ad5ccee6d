//! The components as shown to players.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, RuleId, plural, text};

use crate::components::{
    Bedroom, CardSpec, Components, Effect, PlotSpec, Points, Scoring, SquareSpec, kohi_rule,
};

/// All components with their names, as the page gets them.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts", rename = "Components")]
pub struct Shown<'a> {
    /// Always `kokyu`.
    pub game: &'a str,
    /// The 紫禁城 cards, in the order of their numbers.
    #[serde(rename = "card")]
    pub cards: Vec<CardShown<'a>>,
    /// The palace squares, in the order of advance.
    pub palace: Vec<SquareShown<'a>>,
    /// The bedroom board.
    pub bedroom: &'a Bedroom,
    /// The points.
    pub points: &'a Points,
    /// What points do.
    pub scoring: &'a Scoring,
    /// The 策謀 cards.
    #[serde(rename = "plot")]
    pub plots: Vec<PlotShown<'a>>,
    /// What explains the other things on the table.
    pub rules: Rules,
}

/// The rules that explain what is not an entry of a components file.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Rules {
    /// A card that lies face down.
    pub face_down: RuleId,
    /// The eunuchs in hand.
    pub hand: [RuleId; 2],
    /// 始動権.
    pub first_move_tile: RuleId,
    /// A player's points.
    pub points: RuleId,
    /// The points in stock.
    pub stock: RuleId,
    /// The pile.
    pub pile: RuleId,
    /// 香妃's points.
    pub kohi: RuleId,
    /// A square of the bedroom without an effect.
    pub step: RuleId,
    /// 開始.
    pub start: RuleId,
    /// 茶休憩 while its point lies there.
    pub tea_bonus: RuleId,
    /// 茶休憩 afterwards.
    pub tea: RuleId,
}

/// A 紫禁城 card with its name.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a CardSpec,
    /// The sign on it, and its English name.
    pub name: LocalizedText,
    /// The rule that says what it does.
    pub rule: RuleId,
}

/// A palace square with its name.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a SquareSpec,
    /// What is written on it.
    pub sign: String,
    /// What it is called.
    pub name: LocalizedText,
    /// The rule that says what it does.
    pub rule: RuleId,
}

/// A 策謀 card with its effect in words.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a PlotSpec,
    /// What it does.
    pub does: LocalizedText,
    /// The rule that says when.
    pub rule: RuleId,
}

impl Components {
    /// The components as people are shown them: every entry with its name, what it does and
    /// the rule that says so, for a play that Xiang Fei ends with this many points.
    pub fn shown(&self, kohi_goal: u8) -> Shown<'_> {
        let squares = self.palace.iter().zip(0..).map(|(spec, index)| SquareShown {
            spec,
            sign: spec.square.sign(),
            name: self.square_name(index),
            rule: spec.square.rule(),
        });
        Shown {
            game: &self.game,
            cards: self
                .cards
                .iter()
                .map(|spec| CardShown { spec, name: spec.icon.name(), rule: spec.icon.rule() })
                .collect(),
            palace: squares.collect(),
            bedroom: &self.bedroom,
            points: &self.points,
            scoring: &self.scoring,
            plots: self
                .plots
                .iter()
                .map(|spec| PlotShown { spec, does: spec.does(), rule: RuleId("Q-26") })
                .collect(),
            rules: Rules {
                face_down: RuleId("Q-13"),
                hand: [RuleId("Q-6"), RuleId("Q-18")],
                first_move_tile: RuleId("Q-11"),
                points: RuleId("Q-9"),
                stock: RuleId("Q-51"),
                pile: RuleId("Q-48"),
                kohi: RuleId(kohi_rule(kohi_goal)),
                step: RuleId("Q-41"),
                start: RuleId("Q-39"),
                tea_bonus: RuleId("Q-42"),
                tea: RuleId("Q-43"),
            },
        }
    }
}

impl PlotSpec {
    /// What the card does, as a sentence to the person who draws it.
    fn does(&self) -> LocalizedText {
        let amount = self.amount;
        let squares = plural(amount, "square", "squares");
        match self.effect {
            Effect::AdvanceOwn => {
                text!(
                    "自分の貴妃を{squares}マス進める。",
                    "Your consort advances {squares}.",
                    squares
                )
            }
            Effect::PushBackOpponent => text!(
                "相手の貴妃を{squares}マス戻す。開始より後ろへは戻らない。",
                "Your opponent's consort goes back {squares}, but not behind the start square.",
                squares
            ),
            Effect::Draw => text!(
                "策謀カードをさらに{amount}枚引く。",
                "Draw {cards}.",
                cards = plural(amount, "more plot card", "more plot cards")
            ),
            Effect::GainPoint => text!("乾隆ポイントを1つ得る。", "Gain a Qianlong point."),
            Effect::TakeInitiative => text!("始動権を取る。", "Take the first-move tile."),
            Effect::Reshuffle => text!(
                "山札と捨て札をすべて合わせてシャフルし、新しい山札を作る。",
                "Pile and discards are shuffled together into a new pile."
            ),
            Effect::AdvancePalace => text!(
                "殿内の太監をすべて{squares}マス進める。",
                "Every palace eunuch of both players advances {squares}.",
                squares
            ),
            Effect::AdvancePalaceOwn => text!(
                "殿内の自分の太監をすべて{squares}マス進める。",
                "Each of your palace eunuchs advances {squares}.",
                squares
            ),
            Effect::BanishOpponent => text!(
                "殿内の相手の太監をすべて手元に戻す。",
                "All palace eunuchs of your opponent go home."
            ),
        }
    }
}
