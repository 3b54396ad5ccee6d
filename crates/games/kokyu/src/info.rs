//! The name, options and end reasons of the game.

use zashiki_core::{
    EndReason, FirstSeat, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, RuleId, ScoreCause,
};

/// Names of the seats.
pub const SEAT_NAMES: [LocalizedText; 2] =
    [LocalizedText::fixed("青", "Blue"), LocalizedText::fixed("赤", "Red")];

/// The causes of changes of scores: the reasons of `events::Gain`, the tea square, and the takers of points.
const SCORE_CAUSES: [ScoreCause; 6] = [
    ScoreCause::new("lap", "寝室の一周", "from laps"),
    ScoreCause::new("tea", "茶休憩", "from the tea square"),
    ScoreCause::new("square", "殿内のマス", "from the palace"),
    ScoreCause::new("plot", "策謀カード", "from plot cards"),
    ScoreCause::new("taken", "相手に取られた点", "taken by the opponent"),
    ScoreCause::new("kohi", "香妃に取られた点", "taken by Xiang Fei"),
];

/// Name, seats, options and end reasons of the game.
pub static INFO: GameInfo = GameInfo {
    id: "kokyu",
    name: LocalizedText::fixed("乾隆後宮", "Kenryū Kōkyū"),
    summary: LocalizedText::fixed(
        "紫禁城に太監を送り込み、乾隆帝の寵愛を競います。2人用のワーカープレイスメントです。",
        "Two consorts send their eunuchs through the Forbidden City to win the Qianlong Emperor's favour.",
    ),
    seats: (2, 2),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: false,
    simultaneous: false,
    open_decisions: false,
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
    score_causes: &SCORE_CAUSES,
    end_reasons: &[
        EndReason {
            id: "favour",
            text: LocalizedText::fixed(
                "必要な数の乾隆ポイントを集め、乾隆帝の寵愛を一身に受けました。",
                "One player holds the Qianlong points that win the Emperor's favour.",
            ),
            rule: RuleId("Q-9"),
        },
        EndReason {
            id: "kohi",
            text: LocalizedText::fixed(
                "乾隆帝が香妃を溺愛してしまいました。無効試合となり、勝者はいません。",
                "Xiang Fei has won the Emperor's heart: the game is void and nobody wins.",
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
