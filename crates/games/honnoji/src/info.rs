//! The name, options and end reasons of the game.

use zashiki_core::{
    EndReason, FirstSeat, GameInfo, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, RuleId, ScoreCause,
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
        "燃える本能寺で名物を奪い合います。伏せた札の並べ方で行動を決め、一斉に公開します。3〜5人用です。",
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
    score_causes: &[
        ScoreCause::new("koban", "はじめの小判", "koban at the start"),
        ScoreCause::new("picked_up", "拾った札", "picked up"),
        ScoreCause::new("stolen", "奪った札", "stolen"),
        ScoreCause::new("lost", "奪われた札", "lost to thieves"),
        ScoreCause::new("fire", "火ノ手", "lost to fire"),
    ],
    end_reasons: &[
        EndReason {
            id: "points",
            text: LocalizedText::fixed(
                "6ラウンドを終えて、勝利点が最も多い人の勝ちです。",
                "Six rounds are over, and one player has the most points.",
            ),
            rule: RuleId("H-140"),
        },
        EndReason {
            id: "fewer_cards",
            text: LocalizedText::fixed(
                "勝利点が並んだので、札の枚数が少ない人の勝ちです。",
                "Points are equal, so the player with fewer cards wins.",
            ),
            rule: RuleId("H-141"),
        },
        EndReason {
            id: "draw",
            text: LocalizedText::fixed(
                "勝利点も札の枚数も並んだので、引き分けです。",
                "Points and numbers of cards are equal: a draw.",
            ),
            rule: RuleId("H-142"),
        },
    ],
};
