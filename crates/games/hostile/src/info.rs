//! The name, options and end reasons of the game.

use zashiki_core::{
    EndReason, FirstSeat, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, RuleId, ScoreCause,
};

/// Names of the seats: colours. It is not known which corner of the printed board has which colour.
pub const SEAT_NAMES: [LocalizedText; 4] = [
    LocalizedText::fixed("赤", "Red"),
    LocalizedText::fixed("青", "Blue"),
    LocalizedText::fixed("黄", "Yellow"),
    LocalizedText::fixed("緑", "Green"),
];

const fn choice(value: OptionValue, ja: &'static str, en: &'static str) -> OptionChoice {
    OptionChoice { value, name: LocalizedText::fixed(ja, en) }
}

/// Description of the game for the registry.
pub static INFO: GameInfo = GameInfo {
    id: "hostile",
    name: LocalizedText::fixed("HOSTILE(ホスタイル)", "HOSTILE"),
    summary: LocalizedText::fixed(
        "ボードにタイルを配置し、滑って跳んでジェムを集める対戦パズルです。2人戦、3人戦、2対2のチーム戦で遊べます。",
        "A duelling puzzle: lay slides, ice and springs on the board and ride them to the gems. For two or three players, or two against two.",
    ),
    seats: (2, 4),
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
            id: "teams",
            name: LocalizedText::fixed("チームの組み方(4人)", "Teams (four players)"),
            kind: OptionKind::Choice {
                choices: &[
                    choice(
                        OptionValue::Token("left_right"),
                        "赤・青 対 黄・緑(A1・A8 対 H8・H1)",
                        "Red and Blue (A1, A8) against Yellow and Green (H8, H1)",
                    ),
                    choice(
                        OptionValue::Token("top_bottom"),
                        "青・黄 対 緑・赤(A8・H8 対 H1・A1)",
                        "Blue and Yellow (A8, H8) against Green and Red (H1, A1)",
                    ),
                ],
            },
            default: OptionValue::Token("left_right"),
            rule: RuleId("X-14"),
        },
        OptionSpec {
            id: "firstSeat",
            name: LocalizedText::fixed("最初のスタートプレイヤー", "First start player"),
            kind: OptionKind::Choice {
                choices: &[
                    FirstSeat::RANDOM,
                    FirstSeat::choice(0, "赤", "Red"),
                    FirstSeat::choice(1, "青", "Blue"),
                    FirstSeat::choice(2, "黄(いなければ最後の席)", "Yellow (or the last seat)"),
                    FirstSeat::choice(3, "緑(いなければ最後の席)", "Green (or the last seat)"),
                ],
            },
            default: OptionValue::Token("random"),
            rule: RuleId("X-12"),
        },
        OptionSpec {
            id: "twoPlayerKeepFirstSkill",
            name: LocalizedText::fixed(
                "2人戦: 1枚目のスキルの、2度目のターンでの効果",
                "Two players: the first skill in the second turn",
            ),
            kind: OptionKind::Choice {
                choices: &[
                    choice(
                        OptionValue::Flag(false),
                        "なし(2枚目だけが有効)",
                        "has no effect any more",
                    ),
                    choice(OptionValue::Flag(true), "あり(2枚とも有効)", "still has its effect"),
                ],
            },
            default: OptionValue::Flag(false),
            rule: RuleId("X-76"),
        },
    ],
    score_causes: &[
        ScoreCause::new("start", "スタートプレイヤーの1個", "for the start player"),
        ScoreCause::new("walked", "歩いて獲得", "reached on foot"),
        ScoreCause::new("carried", "タイルに運ばれて獲得", "reached by floor tiles"),
        ScoreCause::new("gem_tile", "ジェムタイルで獲得", "from gem tiles"),
        ScoreCause::new("round_start", "足もとに出現", "appeared under the pawn"),
    ],
    end_reasons: &[
        EndReason {
            id: "gems",
            text: LocalizedText::fixed(
                "ジェムが必要数に達しました。",
                "A side reached the goal of gems.",
            ),
            rule: RuleId("X-21"),
        },
        EndReason {
            id: "shortage",
            text: LocalizedText::fixed(
                "フロアタイルの山札がなくなりました。",
                "The floor tiles ran out.",
            ),
            rule: RuleId("X-20"),
        },
        EndReason {
            id: "gems_and_shortage",
            text: LocalizedText::fixed(
                "ジェムが必要数に達し、フロアタイルの山札もなくなりました。",
                "A side reached the goal of gems, and the floor tiles ran out.",
            ),
            rule: RuleId("X-20"),
        },
    ],
};
