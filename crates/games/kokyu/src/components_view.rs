//! The components as shown to players. The page displays these texts and has none of its own.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, RuleId, plural, text};

use crate::components::{
    Bedroom, CardSpec, Components, Effect, Icon, PlotSpec, Points, Scoring, SquareSpec, kohi_rule,
};

/// All components as shown to players.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts", rename = "Components")]
pub struct Shown<'a> {
    /// The game's id, always `kokyu`.
    pub game: &'a str,
    /// The cards of the Forbidden City (紫禁城), by number.
    #[serde(rename = "card")]
    pub cards: Vec<CardShown<'a>>,
    /// The palace squares, from the entry to the forced return.
    pub palace: Vec<SquareShown<'a>>,
    /// The bedroom board: the number of its squares, and its tea square.
    pub bedroom: &'a Bedroom,
    /// The supply of Qianlong points.
    pub points: &'a Points,
    /// The numbers of points for a win and for a lap.
    pub scoring: &'a Scoring,
    /// The plot cards (策謀).
    #[serde(rename = "plot")]
    pub plots: Vec<PlotShown<'a>>,
    /// The rules about things on the table that are no entries of a components file.
    pub rules: Rules,
}

/// The rules about things on the table that are no entries of a components file.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Rules {
    /// The rule about face-down cards.
    pub face_down: RuleId,
    /// The two rules about eunuchs in hand.
    pub hand: [RuleId; 2],
    /// The rule about the first-move tile (始動権).
    pub first_move_tile: RuleId,
    /// The rule about the points of a player.
    pub points: RuleId,
    /// The rule about the points in the stock.
    pub stock: RuleId,
    /// The rule about the pile of plot cards.
    pub pile: RuleId,
    /// The rule about the points of Xiang Fei (香妃).
    pub kohi: RuleId,
    /// The rule about squares of the bedroom without an effect.
    pub step: RuleId,
    /// The rule about the start square (開始).
    pub start: RuleId,
    /// The rule about the tea square (茶休憩) while it has a point.
    pub tea_bonus: RuleId,
    /// The rule about the tea square (茶休憩) without a point.
    pub tea: RuleId,
}

/// A card of the Forbidden City (紫禁城) as shown to players.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardShown<'a> {
    /// The card's entry in the components file.
    #[serde(flatten)]
    pub spec: &'a CardSpec,
    /// The sign on the card.
    pub sign: &'static str,
    /// The name of the card's icon.
    pub name: LocalizedText,
    /// Description of the card's effect, addressed to the owner of the eunuch on it.
    pub does: LocalizedText,
    /// The rule about the card's effect.
    pub rule: RuleId,
}

/// A palace square as shown to players.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareShown<'a> {
    /// The square's entry in the components file.
    #[serde(flatten)]
    pub spec: &'a SquareSpec,
    /// The sign on the square.
    pub sign: String,
    /// The name of the square.
    pub name: LocalizedText,
    /// The rule about the square's effect.
    pub rule: RuleId,
}

/// A plot card (策謀) as shown to players.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotShown<'a> {
    /// The card's entry in the components file.
    #[serde(flatten)]
    pub spec: &'a PlotSpec,
    /// Description of the card's effect.
    pub does: LocalizedText,
    /// The rule about drawing the card.
    pub rule: RuleId,
}

impl Components {
    /// Describes the components for players. `kohi_goal` is the number of points with which Xiang
    /// Fei ends the match.
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
                .map(|spec| CardShown {
                    spec,
                    sign: spec.icon.sign(),
                    name: spec.icon.name(),
                    does: spec.icon.does(),
                    rule: spec.icon.rule(),
                })
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

impl Icon {
    /// Description of the card's effect, addressed to the owner of the eunuch on it.
    const fn does(self) -> LocalizedText {
        match self {
            Icon::Fly => LocalizedText::fixed(
                "自分の別の太監がいるカードへ飛び、そのカードが2度働きます。",
                "The eunuch joins another of your own, and that card takes effect twice.",
            ),
            Icon::Initiative => LocalizedText::fixed(
                "始動権を取り、次のラウンドで先に置きます。",
                "Take the first-move tile: you place first in the next round.",
            ),
            Icon::Advance => LocalizedText::fixed(
                "自分の貴妃が1マス進みます。",
                "Your consort advances 1 square.",
            ),
            Icon::Reshuffle => LocalizedText::fixed(
                "策謀カードをすべて混ぜ、新しい山札にします。",
                "All plot cards are shuffled into a new pile.",
            ),
            Icon::Draw => LocalizedText::fixed(
                "策謀カードを1枚引き、すぐに使います。",
                "Draw a plot card, which takes effect at once.",
            ),
            Icon::Enter => {
                LocalizedText::fixed("太監が殿内に入ります。", "The eunuch enters the palace.")
            }
            Icon::PalaceAdvance => LocalizedText::fixed(
                "両者の殿内の太監が、すべて1マス進みます。",
                "Every palace eunuch of both players advances 1 square.",
            ),
            Icon::Activate => LocalizedText::fixed(
                "両者の殿内の太監がすべて働き、手元に戻ります。",
                "Every palace eunuch of both players uses its square and goes home.",
            ),
        }
    }
}

impl PlotSpec {
    /// Description of the card's effect, addressed to the player who draws it.
    fn does(&self) -> LocalizedText {
        let amount = self.amount;
        let squares = plural(amount, "square", "squares");
        match self.effect {
            Effect::AdvanceOwn => {
                text!(
                    "自分の貴妃を{squares}マス進めます。",
                    "Your consort advances {squares}.",
                    squares
                )
            }
            Effect::PushBackOpponent => text!(
                "相手の貴妃を{squares}マス戻します。開始より後ろへは戻りません。",
                "Your opponent's consort goes back {squares}, but not behind the start square.",
                squares
            ),
            Effect::Draw => text!(
                "策謀カードをさらに{amount}枚引きます。",
                "Draw {cards}.",
                cards = plural(amount, "more plot card", "more plot cards")
            ),
            Effect::GainPoint => text!("乾隆ポイントを1つ得ます。", "Gain a Qianlong point."),
            Effect::TakeInitiative => text!("始動権を取ります。", "Take the first-move tile."),
            Effect::Reshuffle => text!(
                "山札と捨て札をすべて合わせてシャフルし、新しい山札を作ります。",
                "Pile and discards are shuffled together into a new pile."
            ),
            Effect::AdvancePalace => text!(
                "殿内の太監をすべて{squares}マス進めます。",
                "Every palace eunuch of both players advances {squares}.",
                squares
            ),
            Effect::AdvancePalaceOwn => text!(
                "殿内の自分の太監をすべて{squares}マス進めます。",
                "Each of your palace eunuchs advances {squares}.",
                squares
            ),
            Effect::BanishOpponent => text!(
                "殿内の相手の太監をすべて手元に戻します。",
                "All palace eunuchs of your opponent go home."
            ),
        }
    }
}
