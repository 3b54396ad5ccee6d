//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    EndReason, FirstSeat, GameInfo, InputError, LocalizedText, OptionChoice, OptionKind,
    OptionSpec, OptionValue, Restriction, RuleId, Weights, read_options,
};

use crate::components::{BUILT_IN, Catalogue, Components};
use crate::eval::{EvalWeights, OWN};
use crate::glossary::Names;
use crate::square::Quarter;

/// Seats, options and components of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How many seats.
    pub seats: u8,
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// What the rule of thumb weighs.
    pub(crate) thumb: EvalWeights,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// Who declares first in the first round (S-13).
    pub first_seat: FirstSeat,
    /// Which tiles a placed one may be joined to (AS9, AS36).
    pub neighbours: Neighbours,
    /// Whether a tile that fits inside the battlefield may not straddle (AS11, AS30).
    pub straddle_only_if_forced: bool,
}

/// Which tiles a placed one may be joined to (AS9, AS36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbours {
    /// Any on the whole sheet.
    Sheet,
    /// Those with at least one half in the current battlefield.
    Battlefield,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        let options = read_options(options)?;
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        let (thumb, restriction) = (OWN.form.clone(), None);
        Ok(Arc::new(Config { seats, options, components, thumb, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { thumb: weights.form()?, ..self.clone() }))
    }

    fn restricted(&self, restriction: Restriction) -> Option<Arc<Config>> {
        Some(Arc::new(Config { restriction: Some(restriction), ..self.clone() }))
    }

    fn restriction(&self) -> Option<&Restriction> {
        self.restriction.as_ref()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn components(&self) -> Value {
        let components = self.components.clone();
        let catalogue = Catalogue { components, names: Names::all() };
        serde_json::to_value(catalogue).expect("components are plain data")
    }

    fn own_components() -> Option<&'static str> {
        Some(BUILT_IN)
    }

    fn max_decisions(&self) -> usize {
        // Every tile and the general is declared once and resolved once.
        usize::from(self.seats) * 2 * (self.components.tile_total() + 1)
    }
}

impl Config {
    /// How many rounds there can be: one for each tile and the general of a seat, and one in
    /// which nobody has anything left (S-70, AS24).
    pub fn most_rounds(&self) -> usize {
        self.components.tile_total() + 2
    }

    /// Where the battlefield lies.
    #[inline]
    pub fn quarter(&self, field: u8) -> Quarter {
        self.components.fields[usize::from(field)].quarter
    }
}

/// What a seat is called: its clan (S-7). The glossary says the same, which a test holds.
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

/// The card in the catalogue.
pub static INFO: GameInfo = GameInfo {
    id: "sengoku",
    name: LocalizedText::fixed("戦国ドミノ", "Sengoku Domino"),
    summary: LocalizedText::fixed(
        "同じアイコンをつないで四つの戦場にドミノを並べ、花道と城を奪い合う二〜四人用の国取り。",
        "Two to four warlords join dominoes on four battlefields to win flower paths and castles.",
    ),
    seats: (2, 4),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: true,
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
    end_reasons: &[
        EndReason {
            id: "flowers",
            text: LocalizedText::fixed(
                "必要な数の花道を飾りました。その場で勝利です。",
                "Enough flower paths are adorned: victory on the spot.",
            ),
            rule: RuleId("S-63"),
        },
        EndReason {
            id: "flowers_shared",
            text: LocalizedText::fixed(
                "必要な数の花道を同時に飾り、城、花道、手札のすべてが並びました。勝利を分け合います。",
                "Enough flower paths are adorned at once, and castles, flower paths and hands are all tied: the victory is shared.",
            ),
            rule: RuleId("S-72"),
        },
        EndReason {
            id: "castles",
            text: LocalizedText::fixed(
                "必要な数の城を取りました。その場で勝利です。",
                "Enough castles are taken: victory on the spot.",
            ),
            rule: RuleId("S-62"),
        },
        EndReason {
            id: "most_castles",
            text: LocalizedText::fixed(
                "戦場四まで終わり、城の数で決まりました。",
                "All battlefields are fought; the most castles decide.",
            ),
            rule: RuleId("S-65"),
        },
        EndReason {
            id: "most_flowers",
            text: LocalizedText::fixed(
                "城の数が並び、花道の数で決まりました。",
                "The castles are tied; the most flower paths decide.",
            ),
            rule: RuleId("S-66"),
        },
        EndReason {
            id: "hands",
            text: LocalizedText::fixed(
                "城も花道も並び、手札の戦力値の合計で決まりました。",
                "Castles and flower paths are tied; the strength left in hand decides.",
            ),
            rule: RuleId("S-67"),
        },
        EndReason {
            id: "fourth_battlefield_shared",
            text: LocalizedText::fixed(
                "戦場四まで終わり、城、花道、手札のすべてが並びました。勝利を分け合います。",
                "All battlefields are fought, and castles, flower paths and hands are all tied: the victory is shared.",
            ),
            rule: RuleId("S-67"),
        },
    ],
};
