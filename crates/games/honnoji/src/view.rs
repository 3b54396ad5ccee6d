//! What a viewer may know, and positions.

use serde::{Deserialize, Serialize};
use table::{DiceState, Seat, SeatSet};
use ts_rs::TS;

use crate::components::Icon;
use crate::face::{Cards, Face};
use crate::grid::{Cell, LaidCard};
use crate::reading::Reading;

/// The phases of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Phase {
    /// ラウンド準備.
    Preparation,
    /// 行動決定.
    Decision,
    /// 移動.
    Movement,
    /// 拾得.
    PickUp,
    /// 攻撃.
    Attack,
    /// 火ノ手.
    Fire,
    /// 回復.
    Recovery,
    /// 消耗.
    Exhaustion,
    /// ラウンド終了.
    RoundEnd,
    /// The play has ended.
    Over,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Asked {
    /// Layouts: in turn of one seat, in the variant of all that have not declared.
    Lay {
        /// Of whom.
        seats: SeatSet,
    },
    /// Which card of a shared square a seat takes.
    Take {
        /// Of whom.
        seat: Seat,
        /// Which square.
        square: u8,
    },
    /// Which card of the victim a seat steals.
    Steal {
        /// Of whom.
        seat: Seat,
        /// From whom.
        victim: Seat,
        /// Which square is attacked.
        square: u8,
        /// By sword or gun.
        icon: Icon,
        /// The number of the attack among the seat's, from 0.
        attack: u8,
    },
    /// Which card a seat discards.
    Burn {
        /// Of whom.
        seat: Seat,
        /// The square that burns.
        square: u8,
    },
    /// Which cards a seat recovers.
    Recover {
        /// Of whom.
        seat: Seat,
        /// At most how many.
        up_to: u8,
    },
}

/// A card on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Lying {
    /// Which. Turned cards are no secret (A-H18).
    pub face: Face,
    /// Whether it is turned face down.
    pub down: bool,
}

/// One square of the ring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct SquareView {
    /// Its cards, oldest first.
    pub cards: Vec<Lying>,
    /// Whether it is a fire square in this round.
    pub fire: bool,
}

/// What a viewer knows of a seat's layout.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Laid {
    /// Nothing is declared.
    None,
    /// A layout is declared; nothing more is known (variant).
    Declared,
    /// Cards lie face down.
    FaceDown {
        /// Where, in the order of the cells.
        cells: Vec<Cell>,
    },
    /// The layout is known: it is revealed, or the viewer's own.
    Open {
        /// Its cards.
        layout: Vec<LaidCard>,
        /// What it orders, told from the square its pawn stood on before the movement.
        reading: Reading,
    },
}

/// What one seat has.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct PlayerView {
    /// Where its pawn stands; `null` before the first movement.
    pub square: Option<u8>,
    /// Its hand; of another seat that has declared and is not revealed: as it was before
    /// (A-H51).
    pub hand: Cards,
    /// Its exposed area.
    pub exposed: Cards,
    /// What its exposed cards are worth.
    pub exposed_points: i32,
    /// What all its cards are worth.
    pub points: i32,
    /// Its layout.
    pub laid: Laid,
}

/// Why the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Reason {
    /// One seat has the most points.
    Points,
    /// Of those with the most points one has the fewest cards.
    FewerCards,
    /// Points and cards are equal.
    Draw,
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; all who are equal in a draw.
    pub winners: SeatSet,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct View {
    /// The round, from 1 to 6.
    pub round: u8,
    /// The phase.
    pub phase: Phase,
    /// What is asked now; `null` while things happen by themselves.
    pub asked: Option<Asked>,
    /// Who holds the first-player marker (一番槍).
    pub first_player: Seat,
    /// The squares 1 to 5.
    pub squares: Vec<SquareView>,
    /// How many cards the deck has.
    pub deck: u8,
    /// What the deck holds, in no order: what lies nowhere else.
    pub deck_holds: Cards,
    /// The discards, in no order.
    pub discards: Cards,
    /// Each seat.
    pub players: Vec<PlayerView>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// One seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct PlayerPosition {
    /// Where its pawn stands; left out in round 1 before the movement.
    pub square: Option<u8>,
    /// Where its pawn stood before the movement of this round, once the layouts are
    /// revealed; left out in round 1.
    pub from: Option<u8>,
    /// Its hand, without what is laid; left out: the basic cards that are neither laid nor
    /// exposed.
    pub hand: Option<Vec<Face>>,
    /// Its exposed area; left out: the koban.
    pub exposed: Option<Vec<Face>>,
    /// What it has laid; left out: it has not declared.
    pub laid: Option<Vec<LaidCard>>,
}

/// The stage of a [`Position`]. (Those with nothing more to say are written with braces so
/// that unknown fields are refused in them too.)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub enum StagePosition {
    /// The round is about to begin: cards are dealt, up to the first decision.
    Preparation {},
    /// Layouts are being declared; once all are, they are revealed and carried out.
    Decision {},
    /// A seat takes a card of a shared square.
    PickUp {
        /// Which square.
        square: u8,
        /// Who.
        seat: Seat,
    },
    /// A seat steals a card.
    Attack {
        /// Who.
        seat: Seat,
        /// The number of the attack among the seat's, from 0.
        attack: u8,
        /// From whom.
        victim: Seat,
    },
    /// A seat discards a card on a fire square.
    Fire {
        /// Who.
        seat: Seat,
    },
    /// A seat recovers cards.
    Recovery {
        /// Who.
        seat: Seat,
    },
    /// The play has ended.
    Over {},
}

/// The complete truth, as documented JSON. Everything may be left out: the default is the
/// decision phase of round 1 with empty squares; from it fields can be set one by one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct Position {
    /// The round, from 1 to 6.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// What is being done; left out: layouts are declared.
    pub stage: Option<StagePosition>,
    /// Who holds the first-player marker.
    #[ts(as = "Option<Seat>")]
    pub first_player: Seat,
    /// The cards on the squares 1 to 5, oldest first; left out: none.
    #[ts(as = "Option<Vec<Vec<Face>>>")]
    pub squares: Vec<Vec<Face>>,
    /// The deck; the last card is dealt first. Left out: of the cards that lie nowhere else as
    /// many as the round leaves, shuffled.
    pub deck: Option<Vec<Face>>,
    /// The discards, in any order. Left out: the cards that lie nowhere else.
    pub discards: Option<Vec<Face>>,
    /// Each seat; left out: everybody as at the beginning.
    #[ts(as = "Option<Vec<PlayerPosition>>")]
    pub players: Vec<PlayerPosition>,
    /// The dice.
    #[ts(as = "Option<DiceState>")]
    pub dice: DiceState,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            stage: None,
            first_player: Seat(0),
            squares: Vec::new(),
            deck: None,
            discards: None,
            players: Vec::new(),
            dice: DiceState { seed: 0, drawn: 0 },
        }
    }
}
