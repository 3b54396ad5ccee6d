//! The name, options and end reasons of the game.

use zashiki_core::{
    EndReason, FirstSeat, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, RuleId,
};

use crate::limits::MAX_SEATS;

/// Names of the seats. A test checks that the glossary has the same names.
pub static SEAT_NAMES: [LocalizedText; MAX_SEATS] = [
    LocalizedText::fixed("赤", "Red"),
    LocalizedText::fixed("青", "Blue"),
    LocalizedText::fixed("黄", "Yellow"),
    LocalizedText::fixed("緑", "Green"),
    LocalizedText::fixed("紫", "Purple"),
];

const fn choice(value: &'static str, ja: &'static str, en: &'static str) -> OptionChoice {
    OptionChoice { value: OptionValue::Token(value), name: LocalizedText::fixed(ja, en) }
}

/// Name, seats, options and end reasons of the game.
pub static INFO: GameInfo = GameInfo {
    id: "honnoji",
    name: LocalizedText::fixed("HONNOJI(本能寺)", "HONNOJI"),
    summary: LocalizedText::fixed(
        "燃える本能寺で名物を奪い合う。伏せた札の並べ方で行動を決め、一斉に公開する。3〜5人。",
        "Plunder the burning temple: order moves, attacks and recoveries by a secret layout of cards, revealed all at once. For three to five.",
    ),
    seats: (3, 5),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: true,
    simultaneous: true,
    open_decisions: true,
    chance: true,
    resignation: None,
    agreed_draw: None,
    options: &[
        OptionSpec {
            id: "placing",
            name: LocalizedText::fixed("配置", "Layouts"),
            kind: OptionKind::Choice {
                choices: &[
                    choice("in_turn", "一番槍から順番に", "one after the other"),
                    choice(
                        "together",
                        "全員同時に(バリエーション、5人や短時間の対戦におすすめ)",
                        "all at once (variant, for five players or a quick game)",
                    ),
                ],
            },
            default: OptionValue::Token("in_turn"),
            rule: RuleId("H-143"),
        },
        OptionSpec {
            id: "firstPlayer",
            name: LocalizedText::fixed("最初の一番槍", "First player"),
            kind: OptionKind::Choice {
                choices: &[
                    FirstSeat::RANDOM,
                    FirstSeat::choice(0, "赤", "Red"),
                    FirstSeat::choice(1, "青", "Blue"),
                    FirstSeat::choice(2, "黄", "Yellow"),
                    FirstSeat::choice(3, "緑(いなければ最後の席)", "Green (or the last seat)"),
                    FirstSeat::choice(4, "紫(いなければ最後の席)", "Purple (or the last seat)"),
                ],
            },
            default: OptionValue::Token("random"),
            rule: RuleId("H-15"),
        },
    ],
    score_causes: &[],
    end_reasons: &[
        EndReason {
            id: "points",
            text: LocalizedText::fixed(
                "6ラウンドを終え、最も勝利点の多い人が決まりました。",
                "Six rounds are over and one player has the most points.",
            ),
            rule: RuleId("H-140"),
        },
        EndReason {
            id: "fewer_cards",
            text: LocalizedText::fixed(
                "勝利点が並び、札の枚数が少ない人の勝ちになりました。",
                "Points are equal; the player with fewer cards has won.",
            ),
            rule: RuleId("H-141"),
        },
        EndReason {
            id: "draw",
            text: LocalizedText::fixed(
                "勝利点も札の枚数も並び、引き分けになりました。もう1ゲームで決着を。",
                "Points and cards are equal: a draw, to be settled by another game.",
            ),
            rule: RuleId("H-142"),
        },
    ],
};
