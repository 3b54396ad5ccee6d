//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    EndReason, GameInfo, InputError, LocalizedText, OptionChoice, OptionKind, OptionSpec,
    OptionValue, Restriction, RuleId, Seat, ValueNetwork, Weights, text,
};

use crate::components::{BUILT_IN, Components, broken, part_of};
use crate::eval::{EvalWeights, OWN, Worths};
use crate::formation::Arrangement;
use crate::formation_match::Matches;
use crate::reach::Arrows;

/// Options, components and what follows from them.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// The arrow tables.
    pub(crate) arrows: Arrows,
    /// What cards are worth to bots.
    pub(crate) worths: Worths,
    /// The ready-made formations and their mirror images, as the first seat lays them.
    pub(crate) formations: Vec<Formation>,
    /// How these do against each other.
    pub(crate) matches: Matches,
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
    /// After how many battle turns of both seats together the play is a draw (AK42).
    pub turn_limit: u16,
    /// Minutes for the set-up; 0 for no limit (AK24).
    pub setup_minutes: u16,
    /// Whether only pieces that could be combined jump over each other (AK53).
    pub jump_needs_combinable: bool,
    /// Which attack on a king is check (AK18).
    pub check: Check,
    /// How many points more the first seat's king begins with; fewer than 0: the second's
    /// (AK56).
    pub handicap: i8,
}

/// Which attack on a king is check, and so allows him the step of 8(7) (AK18, AK57).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Every attack that could be made on him.
    Attack,
    /// Only one that would take him.
    Capture,
}

/// A ready-made formation.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Formation {
    /// Its name.
    pub name: LocalizedText,
    /// Whether it is the mirror image.
    pub mirrored: bool,
    /// The cards, as the first seat lays them.
    pub arrangement: Arrangement,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        INFO.check_seats(seats.into())?;
        let options: Options = zashiki_core::read_options(options)?;
        let usual = zashiki_core::read_options(&INFO.complete_options(&Default::default())?)?;
        let own = components.is_none() && options == usual;
        // What it knows it has learned with these.
        let network = components.is_none().then(|| crate::network_inputs::value_network().clone());
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        let formations = read_formations(&components)?;
        let arrows = Arrows::new(&components, options.jump_needs_combinable);
        let thumb = OWN.form.clone();
        let worths = Worths::new(&components, &arrows, &thumb);
        let count = formations.len();
        let matches = if own { Matches::own(count) } else { Matches::of(count) };
        Ok(Arc::new(Config {
            options,
            components,
            arrows,
            worths,
            formations,
            matches,
            thumb,
            network,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let thumb: EvalWeights = weights.form()?;
        let worths = Worths::new(&self.components, &self.arrows, &thumb);
        let matches = Matches::of(self.formations.len());
        Ok(Arc::new(Config { worths, matches, thumb, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = Some(Arc::new(ValueNetwork::read(network, crate::network_inputs::COUNT)?));
        let matches = Matches::of(self.formations.len());
        Ok(Arc::new(Config { matches, network, ..self.clone() }))
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
        serde_json::to_value(&self.components).expect("components are plain data")
    }

    fn own_components() -> Option<&'static str> {
        Some(BUILT_IN)
    }

    fn max_decisions(&self) -> usize {
        // Two arrangements, seven placings and offers, three decisions a turn (AK54).
        2 + 14 + 3 * usize::from(self.options.turn_limit)
    }
}

impl Config {
    /// What a seat's king begins with.
    pub(crate) fn king_points(&self, seat: Seat) -> u8 {
        let handicap = self.options.handicap;
        let extra = if seat.0 == 0 { handicap.max(0) } else { (-handicap).max(0) };
        let points = &self.components.points;
        (points.king + extra.unsigned_abs()).min(points.king_most)
    }
}

/// The ready-made formations and their mirror images, each once.
fn read_formations(components: &Components) -> Result<Vec<Formation>, InputError> {
    let mut formations: Vec<Formation> = Vec::new();
    for spec in &components.formations {
        let fault = |no: zashiki_core::IllegalAction| {
            let why = part_of(no.message);
            let id = &spec.id;
            broken(text!(
                "陣形「{id}」(formation の squares)が並べられません({why})",
                "the formation \"{id}\" cannot be laid by its `squares` ({why})",
                why
            ))
        };
        let arrangement = Arrangement::read(&spec.squares).map_err(fault)?;
        arrangement.check(Seat(0), components).map_err(fault)?;
        for (mirrored, arrangement) in [(false, arrangement), (true, arrangement.mirrored())] {
            if formations.iter().all(|there| there.arrangement != arrangement) {
                let name = LocalizedText::new(spec.ja.clone(), spec.en.clone());
                let name = if mirrored {
                    text!("{name}(左右反転)", "{name}, mirrored", name)
                } else {
                    name
                };
                formations.push(Formation { name, mirrored, arrangement });
            }
        }
    }
    Ok(formations)
}

/// What the seats are called.
pub const SEAT_NAMES: [LocalizedText; 2] =
    [LocalizedText::fixed("先手", "First"), LocalizedText::fixed("後手", "Second")];

/// The card in the catalogue.
pub static INFO: GameInfo = GameInfo {
    id: "shinra",
    name: LocalizedText::fixed("森羅万象", "Shinra Bansho"),
    summary: LocalizedText::fixed(
        "重ねたカードに命が宿る、将棋に似た決戦。王を取れば勝ち。2人用。",
        "A battle like chess and shogi, with stacks of cards that have life points: take the king. For two.",
    ),
    seats: (2, 2),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    former_rules: &[],
    hidden_information: false,
    private_information: false,
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
                        name: LocalizedText::fixed("王を攻撃できること", "any attack on the king"),
                    },
                    OptionChoice {
                        value: OptionValue::Token("capture"),
                        name: LocalizedText::fixed(
                            "王を取れること",
                            "an attack that would take him",
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
                "Handicap: points more for First's king (below 0: for Second's)",
            ),
            kind: OptionKind::Number { min: -5, max: 5 },
            default: OptionValue::Number(0),
            rule: RuleId("K-22"),
        },
    ],
    end_reasons: &[
        EndReason {
            id: "king",
            text: LocalizedText::fixed("王が取られました。", "A king was taken."),
            rule: RuleId("K-1"),
        },
        EndReason {
            id: "turn_limit",
            text: LocalizedText::fixed(
                "決められた手数になり、引き分けです。",
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
