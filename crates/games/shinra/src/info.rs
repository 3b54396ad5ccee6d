//! Static description of the game: its name, options and end reasons.

use zashiki_core::{
    EndReason, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec, OptionValue, RuleId,
    ScoreCause,
};

/// Names of the two seats, in order.
pub const SEAT_NAMES: [LocalizedText; 2] =
    [LocalizedText::fixed("先手", "Red"), LocalizedText::fixed("後手", "Blue")];

/// The causes of changes of a king's life points.
const SCORE_CAUSES: [ScoreCause; 14] = [
    ScoreCause::new("start", "始めのライフポイント", "at the start"),
    ScoreCause::new("step", "王の一歩", "by the King's step"),
    ScoreCause::new("queen_returned", "王妃の返還", "for returning the Queen"),
    ScoreCause::new("shu", "守の攻撃", "attacks by a Guard"),
    ScoreCause::new("ko", "攻の攻撃", "attacks by a Striker"),
    ScoreCause::new("dai", "台の攻撃", "attacks by a Base"),
    ScoreCause::new("queen", "王妃の攻撃", "attacks by the Queen"),
    ScoreCause::new("general", "将軍の攻撃", "attacks by a General"),
    ScoreCause::new("hachitobi", "八とびの攻撃", "attacks by a Leaper"),
    ScoreCause::new("joker", "ジョーカーの攻撃", "attacks by a Joker"),
    ScoreCause::new("king", "王の攻撃", "attack by the King"),
    ScoreCause::new("stack", "コンバインカードの攻撃", "attacks by a stack"),
    ScoreCause::new(
        "queen_stack",
        "王妃を含むコンバインカードの攻撃",
        "attacks by a stack with the Queen",
    ),
    ScoreCause::new(
        "general_stack",
        "将軍を含むコンバインカードの攻撃",
        "attacks by a stack with a General",
    ),
];

/// The entry of the game in the registry.
pub static INFO: GameInfo = GameInfo {
    id: "shinra",
    name: LocalizedText::fixed("森羅万象", "Shinra Bansho"),
    summary: LocalizedText::fixed(
        "重ねたカードに命が宿る、将棋に似た決戦です。王を取れば勝ちです。2人用です。",
        "A battle like chess and shogi, with stacks of cards that have life points: capture the King. For two.",
    ),
    seats: (2, 2),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: false,
    private_information: false,
    simultaneous: false,
    open_decisions: true,
    chance: false,
    options: &[
        OptionSpec {
            id: "turnLimit",
            name: LocalizedText::fixed(
                "引き分けになる手数(両者の合計)",
                "Battle turns of both players until a draw",
            ),
            kind: OptionKind::Number { min: 1, max: 500 },
            default: OptionValue::Number(300),
            rule: RuleId("K-92"),
        },
        OptionSpec {
            id: "setupMinutes",
            name: LocalizedText::fixed(
                "並べる時間(分、0は無制限)",
                "Minutes for the set-up (0: no limit)",
            ),
            kind: OptionKind::Number { min: 0, max: 60 },
            default: OptionValue::Number(3),
            rule: RuleId("K-34"),
        },
        OptionSpec {
            id: "jumpNeedsCombinable",
            name: LocalizedText::fixed(
                "重ねられる味方だけを飛び越える",
                "Jump only over pieces that could be joined",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Flag(true),
                        name: LocalizedText::fixed("はい", "yes"),
                    },
                    OptionChoice {
                        value: OptionValue::Flag(false),
                        name: LocalizedText::fixed(
                            "いいえ(矢印があればよい)",
                            "no, an arrow is enough",
                        ),
                    },
                ],
            },
            default: OptionValue::Flag(true),
            rule: RuleId("K-10"),
        },
        OptionSpec {
            id: "check",
            name: LocalizedText::fixed("王手とみなすもの", "What counts as check"),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Token("attack"),
                        name: LocalizedText::fixed("王を攻撃できること", "any attack on the King"),
                    },
                    OptionChoice {
                        value: OptionValue::Token("capture"),
                        name: LocalizedText::fixed(
                            "王を取れること",
                            "only an attack that would capture him",
                        ),
                    },
                ],
            },
            default: OptionValue::Token("attack"),
            rule: RuleId("K-89"),
        },
        OptionSpec {
            id: "handicap",
            name: LocalizedText::fixed(
                "王の点数のハンディ(0より上は先手、下は後手の王に加える)",
                "Handicap: extra life points for Red's King (below 0: for Blue's)",
            ),
            kind: OptionKind::Number { min: -5, max: 5 },
            default: OptionValue::Number(0),
            rule: RuleId("K-22"),
        },
    ],
    score_causes: &SCORE_CAUSES,
    end_reasons: &[
        EndReason {
            id: "king",
            text: LocalizedText::fixed("王が取られました。", "A King was captured."),
            rule: RuleId("K-1"),
        },
        EndReason {
            id: "turn_limit",
            text: LocalizedText::fixed(
                "決められた手数に達したので、引き分けです。",
                "The turn limit was reached: a draw.",
            ),
            rule: RuleId("K-92"),
        },
        EndReason {
            id: "resigned",
            text: LocalizedText::fixed("投了によりゲームが終わりました。", "A player resigned."),
            rule: RuleId("K-92"),
        },
        EndReason {
            id: "agreed",
            text: LocalizedText::fixed("合意により引き分けです。", "A draw by agreement."),
            rule: RuleId("K-92"),
        },
    ],
    resignation: Some(RuleId("K-92")),
    agreed_draw: Some(RuleId("K-92")),
};
