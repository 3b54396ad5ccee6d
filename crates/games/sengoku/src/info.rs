//! The name, options and end reasons of the game.

use zashiki_core::{
    EndReason, FirstSeat, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, RuleId, ScoreCause,
};

/// The score of a castle, which outweighs all flowers.
pub(crate) const CASTLE: u16 = 100;

/// The names of the seats: their clans (S-7). A test compares them with the glossary.
pub const SEAT_NAMES: [LocalizedText; 4] = [
    LocalizedText::fixed("織田信長", "Oda Nobunaga"),
    LocalizedText::fixed("武田信玄", "Takeda Shingen"),
    LocalizedText::fixed("上杉謙信", "Uesugi Kenshin"),
    LocalizedText::fixed("毛利元就", "Mōri Motonari"),
];

const NO_YES: &[OptionChoice] = &[
    OptionChoice { value: OptionValue::Flag(false), name: LocalizedText::fixed("いいえ", "no") },
    OptionChoice { value: OptionValue::Flag(true), name: LocalizedText::fixed("はい", "yes") },
];

/// Description of the game for the registry.
pub static INFO: GameInfo = GameInfo {
    id: "sengoku",
    name: LocalizedText::fixed("戦国ドミノ", "Sengoku Domino"),
    summary: LocalizedText::fixed(
        "同じアイコンをつないで四つの戦場にドミノを並べ、花道と城を奪い合う、2〜4人用の国取りゲームです。",
        "Two to four warlords join dominoes on four battlefields to win flower paths and castles.",
    ),
    seats: (2, 4),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: true,
    simultaneous: false,
    open_decisions: false,
    chance: true,
    resignation: None,
    agreed_draw: None,
    options: &[
        OptionSpec {
            id: "firstSeat",
            name: LocalizedText::fixed("最初の親", "First player"),
            kind: OptionKind::Choice {
                choices: &[FirstSeat::RANDOM, FirstSeat::choice(0, "織田信長", "Oda Nobunaga")],
            },
            default: OptionValue::Token("random"),
            rule: RuleId("S-13"),
        },
        OptionSpec {
            id: "neighbours",
            name: LocalizedText::fixed("つなげる相手のタイル", "Tiles to join to"),
            kind: OptionKind::Choice {
                choices: &[
                    OptionChoice {
                        value: OptionValue::Token("sheet"),
                        name: LocalizedText::fixed(
                            "戦場シート全体のタイル",
                            "any tile on the battlefield sheet",
                        ),
                    },
                    OptionChoice {
                        value: OptionValue::Token("battlefield"),
                        name: LocalizedText::fixed(
                            "現在の戦場にかかるタイルだけ",
                            "only tiles with a half in the current battlefield",
                        ),
                    },
                ],
            },
            default: OptionValue::Token("sheet"),
            rule: RuleId("S-21"),
        },
        OptionSpec {
            id: "straddleOnlyIfForced",
            name: LocalizedText::fixed(
                "戦場内に置けるタイルは、またぎ置き禁止（独自ルール）",
                "No straddling while a tile fits inside (house variant)",
            ),
            kind: OptionKind::Choice { choices: NO_YES },
            default: OptionValue::Flag(false),
            rule: RuleId("S-30"),
        },
    ],
    score_causes: &[
        ScoreCause::new("flowers", "花", "in flowers"),
        ScoreCause { id: "castles", name: LocalizedText::fixed("城", "in castles"), unit: CASTLE },
    ],
    end_reasons: &[
        EndReason {
            id: "flowers",
            text: LocalizedText::fixed(
                "必要な数の花に届き、その場で決着しました。",
                "The flowers needed to win were reached.",
            ),
            rule: RuleId("S-63"),
        },
        EndReason {
            id: "flowers_shared",
            text: LocalizedText::fixed(
                "必要な数の花に同時に届き、城も花も手札も並んだので、勝利を分け合います。",
                "The flowers needed to win were reached together, with equal castles, flowers and hands: the win is shared.",
            ),
            rule: RuleId("S-72"),
        },
        EndReason {
            id: "castles",
            text: LocalizedText::fixed(
                "必要な数の城を取り、その場で決着しました。",
                "The castles needed to win were taken.",
            ),
            rule: RuleId("S-62"),
        },
        EndReason {
            id: "most_castles",
            text: LocalizedText::fixed(
                "最後の戦場が終わり、城の数で決まりました。",
                "The last battlefield is over: the most castles win.",
            ),
            rule: RuleId("S-65"),
        },
        EndReason {
            id: "most_flowers",
            text: LocalizedText::fixed(
                "最後の戦場が終わり、城の数が並んだので、花の数で決まりました。",
                "The last battlefield is over: castles are equal, and the most flowers win.",
            ),
            rule: RuleId("S-66"),
        },
        EndReason {
            id: "hands",
            text: LocalizedText::fixed(
                "最後の戦場が終わり、城も花も並んだので、手札の戦力値の合計で決まりました。",
                "The last battlefield is over: castles and flowers are equal, and the strongest hand wins.",
            ),
            rule: RuleId("S-67"),
        },
        EndReason {
            id: "fourth_battlefield_shared",
            text: LocalizedText::fixed(
                "最後の戦場が終わり、城も花も手札も並んだので、勝利を分け合います。",
                "The last battlefield is over, with equal castles, flowers and hands: the win is shared.",
            ),
            rule: RuleId("S-67"),
        },
    ],
};
