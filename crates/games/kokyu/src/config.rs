//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    EndReason, FirstSeat, GameInfo, InputError, LocalizedText, OptionChoice, OptionKind,
    OptionSpec, OptionValue, Restriction, RuleId, ValueNetwork, Weights, read_options, text,
};

use crate::components::{BUILT_IN, Components, Effect};
use crate::eval::{EvalWeights, OWN};

/// Options and components of a play.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// What the rule of thumb weighs, and what corrects it.
    pub(crate) thumb: EvalWeights,
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// At how many points 香妃 ends the play.
    pub kohi_goal: u8,
    /// On which palace square a strong eunuch enters, counted from the entry as 0 (house
    /// variant, AQ9, AQ31).
    pub strong_enters_on: u8,
    /// What 香妃 takes when she is to gain a point and the stock is empty (AQ15).
    pub kohi_takes: KohiTakes,
    /// After how many rounds the play is void (AQ27).
    pub max_rounds: u16,
    /// Who holds 始動権 first (AQ19).
    pub first_seat: FirstSeat,
}

/// What 香妃 takes when the stock is empty (AQ15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KohiTakes {
    /// A point of the player with more.
    Player,
    /// Nothing.
    Nothing,
}

impl zashiki_core::GameConfig for Config {
    fn new(_: u8, options: &Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
        let options: Options = read_options(options)?;
        // What it knows it has learned with these.
        let network = components.is_none().then(|| crate::network_inputs::value_network().clone());
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        if usize::from(options.strong_enters_on) >= components.last_square() {
            return Err(InputError::components(
                &INFO,
                text!(
                    "[[palace]] に、強い太監が入る2番目のマスがありません。strongEntersOn を0にするか、マスを加えてください",
                    "`[[palace]]` has no second square for strong eunuchs to enter on; add one, or set `strongEntersOn` to 0"
                ),
            ));
        }
        let (thumb, restriction) = (OWN.form.clone(), None);
        Ok(Arc::new(Config { options, components, thumb, network, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { thumb: weights.form()?, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = Some(Arc::new(ValueNetwork::read(network, crate::network_inputs::COUNT)?));
        Ok(Arc::new(Config { network, ..self.clone() }))
    }

    fn restricted(&self, restriction: Restriction) -> Option<Arc<Config>> {
        Some(Arc::new(Config { restriction: Some(restriction), ..self.clone() }))
    }

    fn restriction(&self) -> Option<&Restriction> {
        self.restriction.as_ref()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn components(&self) -> Value {
        serde_json::to_value(self.components.shown(self.options.kohi_goal))
            .expect("components are plain data")
    }

    fn own_components() -> Option<&'static str> {
        Some(BUILT_IN)
    }

    fn max_decisions(&self) -> usize {
        // In a round each of six eunuchs is placed, may fly, and may be executed with a
        // choice of order and of way; each can bring points to be taken from somebody.
        // Where plots bring points as well, each of its executions may bring all there are.
        let components = &self.components;
        let gains = components.plots.iter().any(|plot| plot.effect == Effect::GainPoint);
        let points = if gains { 24 * usize::from(components.scoring.goal) } else { 0 };
        usize::from(self.options.max_rounds) * (60 + points)
    }
}

/// What a seat is called.
pub const SEAT_NAMES: [LocalizedText; 2] =
    [LocalizedText::fixed("青", "Blue"), LocalizedText::fixed("赤", "Red")];

/// The card in the catalogue.
pub static INFO: GameInfo = GameInfo {
    id: "kokyu",
    name: LocalizedText::fixed("乾隆後宮", "Kenryū Kōkyū (乾隆後宮)"),
    summary: LocalizedText::fixed(
        "紫禁城に太監を送り込み、乾隆帝の寵愛を競う2人用ワーカープレイスメント。",
        "Two consorts send their eunuchs through the Forbidden City to win the Qianlong Emperor's favour.",
    ),
    seats: (2, 2),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: false,
    chance: true,
    resignation: None,
    agreed_draw: None,
    options: &[
        OptionSpec {
            id: "kohiGoal",
            name: LocalizedText::fixed(
                "香妃の勝利に必要な点",
                "Points with which Xiang Fei ends the game",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Number(3),
                        name: LocalizedText::fixed("3点（初級ルール）", "3 (beginner's rules)"),
                    },
                    OptionChoice {
                        value: OptionValue::Number(2),
                        name: LocalizedText::fixed(
                            "2点（上級ルール。無効試合がとても多くなります）",
                            "2 (advanced rules; very many games are void)",
                        ),
                    },
                ],
            },
            default: OptionValue::Number(3),
            rule: RuleId("Q-50"),
        },
        OptionSpec {
            id: "firstSeat",
            name: LocalizedText::fixed(
                "最初に始動権を持つ方",
                "Who holds the first-move tile first",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Token("random"),
                        name: LocalizedText::fixed("ランダム", "drawn at random"),
                    },
                    FirstSeat::choice(0, "青", "Blue"),
                    FirstSeat::choice(1, "赤", "Red"),
                ],
            },
            default: OptionValue::Token("random"),
            rule: RuleId("Q-8"),
        },
        OptionSpec {
            id: "strongEntersOn",
            name: LocalizedText::fixed(
                "強い太監が殿内に入るマス（独自ルール）",
                "Where strong eunuchs enter the palace (house variant)",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Number(0),
                        name: LocalizedText::fixed("初", "on the entry square, like weak ones"),
                    },
                    OptionChoice {
                        value: OptionValue::Number(1),
                        name: LocalizedText::fixed("初の次のマス", "on the square after it"),
                    },
                ],
            },
            default: OptionValue::Number(0),
            rule: RuleId("Q-35"),
        },
        OptionSpec {
            id: "kohiTakes",
            name: LocalizedText::fixed(
                "ストックが空のとき香妃が得る点",
                "Where Xiang Fei's point comes from when the stock is empty",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Token("player"),
                        name: LocalizedText::fixed("プレイヤーから取る", "from a player"),
                    },
                    OptionChoice {
                        value: OptionValue::Token("nothing"),
                        name: LocalizedText::fixed("得ない", "from nowhere: she gains nothing"),
                    },
                ],
            },
            default: OptionValue::Token("player"),
            rule: RuleId("Q-48"),
        },
        OptionSpec {
            id: "maxRounds",
            name: LocalizedText::fixed("ラウンド数の上限", "Rounds after which the game is void"),
            kind: OptionKind::Number { min: 1, max: 1000 },
            default: OptionValue::Number(100),
            rule: RuleId("Q-10"),
        },
    ],
    end_reasons: &[
        EndReason {
            id: "favour",
            text: LocalizedText::fixed(
                "必要な数の乾隆ポイントを集め、乾隆帝の寵愛を一身に受けました。",
                "With enough Qianlong points, the emperor's favour is won.",
            ),
            rule: RuleId("Q-9"),
        },
        EndReason {
            id: "kohi",
            text: LocalizedText::fixed(
                "乾隆帝が香妃を溺愛してしまいました。無効試合となり、勝者はいません。",
                "Xiang Fei has won the emperor's heart: the game is void and nobody wins.",
            ),
            rule: RuleId("Q-49"),
        },
        EndReason {
            id: "rounds",
            text: LocalizedText::fixed(
                "ラウンド数の上限に達しました。無効試合となり、勝者はいません。",
                "The last of the agreed rounds is over: the game is void and nobody wins.",
            ),
            rule: RuleId("Q-10"),
        },
    ],
};
