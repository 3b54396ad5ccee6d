//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use table::{
    BadInput, EndReason, GameInfo, OptionChoice, OptionKind, OptionSpec, OptionValue, RuleId, Seat,
    Text,
};

use crate::components::{BUILT_IN, Components, Icons};
use crate::face::{Cards, Face};
use crate::layouts::Lists;

/// The most seats.
pub(crate) const MAX_SEATS: usize = 5;

/// How many rounds a play has (H-18).
pub const ROUNDS: u8 = 6;

/// Options, components and what follows from them.
#[derive(Clone, Debug)]
pub struct Setup {
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
    /// The layouts to list.
    pub(crate) lists: Arc<Lists>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// How layouts are declared.
    pub placing: Placing,
    /// Who holds the marker in round 1 (A-H46).
    pub first_player: FirstPlayer,
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

/// Who holds the marker in round 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstPlayer {
    /// Drawn at random.
    Random,
    /// Seat 0.
    Seat0,
    /// Seat 1.
    Seat1,
    /// Seat 2.
    Seat2,
    /// Seat 3, or the last seat.
    Seat3,
    /// Seat 4, or the last seat.
    Seat4,
}

impl FirstPlayer {
    /// The seat, unless it is to be drawn; the last where there are not so many (A-H46).
    pub(crate) fn seat(self, seats: u8) -> Option<Seat> {
        let seat = match self {
            FirstPlayer::Random => return None,
            FirstPlayer::Seat0 => 0,
            FirstPlayer::Seat1 => 1,
            FirstPlayer::Seat2 => 2,
            FirstPlayer::Seat3 => 3,
            FirstPlayer::Seat4 => 4,
        };
        Some(Seat(seat.min(seats - 1)))
    }
}

impl Setup {
    /// Reads complete options and, if given, a components file.
    ///
    /// # Errors
    /// When the components are broken.
    pub fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Setup>, BadInput> {
        let seats = INFO.check_seats(seats.into())?;
        let options = Options::deserialize(options).map_err(|error| {
            BadInput::new(
                format!("オプションを読めません: {error}"),
                format!("The options cannot be read: {error}."),
            )
        })?;
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        let icons = components.icons();
        let points = Face::ALL.map(|face| i32::from(components.of(face).points));
        let deck = (components.card.iter())
            .filter(|card| !card.face.is_basic() && card.face != Face::Koban)
            .flat_map(|card| std::iter::repeat_n(card.face, usize::from(card.count)))
            .collect();
        let lists = Lists::of(&icons);
        Ok(Arc::new(Setup { seats, options, components, icons, points, deck, lists }))
    }

    /// What the cards are worth together.
    #[inline]
    pub(crate) fn points(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| i32::from(cards.count(face)) * self.points[face as usize]).sum()
    }
}

/// The colours of the seats.
pub const SEAT_NAMES: [Text; MAX_SEATS] = [
    Text::fixed("赤", "Red"),
    Text::fixed("青", "Blue"),
    Text::fixed("黄", "Yellow"),
    Text::fixed("緑", "Green"),
    Text::fixed("紫", "Purple"),
];

const fn choice(value: &'static str, ja: &'static str, en: &'static str) -> OptionChoice {
    OptionChoice { value: OptionValue::Word(value), name: Text::fixed(ja, en) }
}

/// The card in the catalogue.
pub static INFO: GameInfo = GameInfo {
    id: "honnoji",
    name: Text::fixed("HONNOJI(本能寺)", "HONNOJI"),
    summary: Text::fixed(
        "燃える本能寺で名物を奪い合う。札の並べ方で行動を伏せて決め、いっせいに公開する。3〜5人。",
        "Plunder the burning temple: order moves, attacks and recoveries by a secret layout of cards, revealed all at once. For three to five.",
    ),
    seats: (3, 5),
    seat_names: &SEAT_NAMES,
    rules_version: 1,
    hidden_information: true,
    chance: true,
    resignation: None,
    agreed_draw: None,
    options: &[
        OptionSpec {
            id: "placing",
            name: Text::fixed("配置", "Layouts"),
            kind: OptionKind::Choice {
                choices: &[
                    choice("in_turn", "一番槍から順番に", "one after the other"),
                    choice("together", "全員同時に(バリエーション)", "all at once (variant)"),
                ],
            },
            default: OptionValue::Word("in_turn"),
            rule: RuleId("H-143"),
        },
        OptionSpec {
            id: "firstPlayer",
            name: Text::fixed("最初の一番槍", "First player"),
            kind: OptionKind::Choice {
                choices: &[
                    choice("random", "くじ引き", "drawn at random"),
                    choice("seat0", "赤", "Red"),
                    choice("seat1", "青", "Blue"),
                    choice("seat2", "黄", "Yellow"),
                    choice("seat3", "緑(いなければ最後の席)", "Green (or the last seat)"),
                    choice("seat4", "紫(いなければ最後の席)", "Purple (or the last seat)"),
                ],
            },
            default: OptionValue::Word("random"),
            rule: RuleId("H-15"),
        },
    ],
    end_reasons: &[
        EndReason {
            id: "points",
            text: Text::fixed(
                "6ラウンドを終え、最も勝利点の多い人が決まりました。",
                "Six rounds are over and one player has the most points.",
            ),
            rule: RuleId("H-140"),
        },
        EndReason {
            id: "fewer_cards",
            text: Text::fixed(
                "勝利点が並び、札の枚数が少ない人の勝ちになりました。",
                "Points are equal; whoever has fewer cards has won.",
            ),
            rule: RuleId("H-141"),
        },
        EndReason {
            id: "draw",
            text: Text::fixed(
                "勝利点も札の枚数も並び、引き分けになりました。もう1ゲームで決着を。",
                "Points and cards are equal: a draw, to be settled by another game.",
            ),
            rule: RuleId("H-142"),
        },
    ],
};
