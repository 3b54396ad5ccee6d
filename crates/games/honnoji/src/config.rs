//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    EndReason, FirstSeat, GameInfo, InputError, Localize, LocalizedText, OptionChoice, OptionKind,
    OptionSpec, OptionValue, Restriction, RuleId, Weights, read_options,
};

use crate::components::{BUILT_IN, CardSpec, Components, Icons};
use crate::eval::{EvalWeights, OWN};
use crate::face::{Cards, Face};
use crate::layouts::Lists;

/// The most seats.
pub(crate) const MAX_SEATS: usize = 5;

/// How many rounds a play has (H-18).
pub const ROUNDS: u8 = 6;

/// Options, components and what follows from them.
#[derive(Clone, Debug)]
pub struct Config {
    /// How many seats.
    pub seats: u8,
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// The icons of each card.
    pub(crate) icons: Icons,
    /// What a card of each face is worth.
    pub(crate) points: [i32; Face::COUNT],
    /// The deck at the beginning.
    pub(crate) deck: Cards,
    /// Where treasures are counted in a bag.
    pub(crate) treasures: Cards,
    /// The action cards, the best to have in hand first, with what one is worth there beyond
    /// its points.
    pub(crate) tools: Vec<(Face, i32)>,
    /// The layouts to list.
    pub(crate) lists: Arc<Lists>,
    /// What the rule of thumb weighs.
    pub(crate) thumb: EvalWeights,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// How layouts are declared.
    pub placing: Placing,
    /// Who holds the marker in round 1 (A-H46).
    pub first_player: FirstSeat,
}

/// How layouts are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// One after the other, clockwise from the first player (H-36).
    InTurn,
    /// All at the same time (H-143).
    Together,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        let seats = INFO.check_seats(seats.into())?;
        let options = read_options(options)?;
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        let icons = components.icons();
        let points_of = |card: &CardSpec| i32::from(card.points);
        let points = Face::ALL.map(|face| components.of(face).map_or(0, points_of));
        let deck = (components.deck())
            .flat_map(|card| std::iter::repeat_n(card.face, usize::from(card.count)))
            .collect();
        let treasures = components.treasures();
        let actions = components.actions();
        let thumb = OWN.form.clone();
        let tools = crate::eval::tools(&actions, &icons, &thumb);
        let lists = Lists::of(&icons, &actions);
        Ok(Arc::new(Config {
            seats,
            options,
            components,
            icons,
            points,
            deck,
            treasures,
            tools,
            lists,
            thumb,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let thumb: EvalWeights = weights.form()?;
        let tools = crate::eval::tools(&self.components.actions(), &self.icons, &thumb);
        Ok(Arc::new(Config { tools, thumb, ..self.clone() }))
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
        serde_json::to_value(crate::Contents::of(&self.components))
            .expect("components are plain data")
    }

    fn own_components() -> Option<&'static str> {
        Some(BUILT_IN)
    }

    fn max_decisions(&self) -> usize {
        crate::rules::max_decisions(self)
    }
}

impl Config {
    /// A card among these that is never in a hand: a treasure or fire.
    pub(crate) fn never_in_hand(&self, cards: Cards) -> Option<Face> {
        cards.kinds().find(|face| self.treasures.contains(*face) || *face == Face::FIRE)
    }

    /// What a card is called; its word if the components have no such card.
    pub(crate) fn name(&self, face: Face) -> LocalizedText {
        let word = || LocalizedText::fixed(face.word(), face.word());
        self.components.of(face).map_or_else(word, |card| card.name.name())
    }

    /// What several cards are called together.
    pub(crate) fn names(&self, cards: Cards) -> LocalizedText {
        zashiki_core::list(cards.iter().map(|face| self.name(face)))
    }

    /// What the cards are worth together.
    #[inline]
    pub(crate) fn points(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| i32::from(cards.count(face)) * self.points[face.index()]).sum()
    }
}

/// The colours of the seats. The glossary says the same, which a test holds.
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

/// The card in the catalogue.
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
