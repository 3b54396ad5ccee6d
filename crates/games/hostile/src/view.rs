//! What a viewer may know, and positions. Everything but the order of the two decks lies
//! open, so all seats and any spectator know the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::{DiceState, Seat, SeatSet};
use ts_rs::TS;

use crate::skill::{Skill, Skills};
use crate::square::Square;
use crate::tile::{Facing, Kind, Tile};

/// What is being done, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "hostile.ts")]
pub enum Stage {
    /// ラウンド開始: gems are emitted and the line is refilled. Nobody decides.
    RoundStart,
    /// スキルカードのドラフト.
    SkillDraft {
        /// Who takes a skill card.
        seat: Seat,
    },
    /// タイルのドラフト.
    TileDraft {
        /// Who takes a tile.
        seat: Seat,
        /// How many tiles the seat still takes, the one being decided included.
        left: u8,
    },
    /// ターン.
    Turn {
        /// Whose.
        seat: Seat,
        /// Action points left.
        points: u8,
        /// Whether a stop tile was entered, so that the pawn cannot move any more.
        stopped: bool,
        /// How often クラッシュ can still be used.
        crashes: u8,
        /// How often ローテート can still be used.
        rotations: u8,
        /// How often リコール can still be used.
        recalls: u8,
        /// Whether floor tiles have no effect on the seat (ゴースト).
        ghost: bool,
    },
    /// The play has ended.
    Over,
}

/// What one seat has.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct SeatView {
    /// Its start square.
    pub start: Square,
    /// Where its pawn stands.
    pub pawn: Square,
    /// Gems gained by this seat alone.
    pub gems: u16,
    /// Its hand, oldest first.
    pub hand: Vec<Tile>,
    /// Skill cards taken in this round, in order.
    pub skills: Vec<Skill>,
    /// Those of them that act in its coming or present turn (A-X36).
    pub active: Vec<Skill>,
}

/// Who wins together: a team, or one seat.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Side {
    /// Its seats.
    pub seats: SeatSet,
    /// The gems of all of them.
    pub gems: u16,
    /// How many gems end the game.
    pub goal: u16,
    /// When the side gained its latest gem, counted in gains of the whole play; of two
    /// sides with equally many gems the one with the lower number was first (A-X31). 0
    /// before any gain.
    pub reached: u16,
}

/// A floor tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Placed {
    /// Where it lies.
    pub square: Square,
    /// What it is.
    pub kind: Kind,
    /// How it is turned; `null` for ice, stop and box.
    #[serde(default)]
    pub facing: Option<Facing>,
}

/// The gems on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Gems {
    /// Where they lie.
    pub square: Square,
    /// How many (1 when left out).
    #[serde(default = "one")]
    pub count: u8,
}

const fn one() -> u8 {
    1
}

/// Why the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Reason {
    /// A side holds enough gems.
    Gems,
    /// The floor deck was short when the line was refilled.
    Shortage,
    /// Both (A-X64).
    GemsAndShortage,
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// The seats of the side that won; none in a draw.
    pub winners: SeatSet,
    /// The number of gems, if several sides had the most: the first that came to it won.
    pub tied: Option<u16>,
}

/// What every viewer may know: everything but the order of the decks.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// Which of the round's two drafts and turns it is (2 only with two seats).
    pub pass: u8,
    /// What is being done.
    pub stage: Stage,
    /// Who holds the start player marker.
    pub start_seat: Seat,
    /// Each seat.
    pub seats: Vec<SeatView>,
    /// The sides: teams with four seats, else each seat by itself.
    pub sides: Vec<Side>,
    /// Floor tiles on the board, by square.
    pub floor: Vec<Placed>,
    /// Gems on the board, by square.
    pub gems: Vec<Gems>,
    /// The line.
    pub line: Vec<Tile>,
    /// The gem tiles revealed in this round start that are not discarded yet.
    pub emitted: Vec<Square>,
    /// How many floor tiles of each kind are discarded (kinds that are not there left out).
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Discarded gem tiles, by square.
    pub gem_discards: Vec<Square>,
    /// How many tiles the floor deck has.
    pub floor_deck: u8,
    /// How many tiles the gem deck has.
    pub gem_deck: u8,
    /// What the floor deck holds, in no order: what lies nowhere else.
    pub floor_deck_holds: BTreeMap<Kind, u8>,
    /// What the gem deck holds, by square: what lies nowhere else.
    pub gem_deck_holds: Vec<Square>,
    /// Skill cards removed for this round.
    pub removed: Skills,
    /// Skill cards that nobody has taken and that are not removed.
    pub undrafted: Skills,
    /// Whether the floor deck was short in this round.
    pub short: bool,
    /// Whether the play ends with this round: the floor deck was short, or a side has
    /// reached its goal.
    pub last_round: bool,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// One seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct SeatPosition {
    /// Its start square. It can differ only with three seats; left out, seat 0 has A1.
    pub start: Option<Square>,
    /// Where its pawn stands; left out: on its start.
    pub pawn: Option<Square>,
    /// Its gems.
    #[ts(as = "Option<u16>")]
    pub gems: u16,
    /// Its hand, oldest first.
    #[ts(as = "Option<Vec<Tile>>")]
    pub hand: Vec<Tile>,
    /// Skill cards taken in this round, in order.
    #[ts(as = "Option<Vec<Skill>>")]
    pub skills: Vec<Skill>,
}

/// The stage of a [`Position`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub enum StagePosition {
    /// The round is about to start: it is run up to its first decision.
    RoundStart,
    /// スキルカードのドラフト.
    SkillDraft {
        /// Who takes a skill card.
        seat: Seat,
    },
    /// タイルのドラフト.
    TileDraft {
        /// Who takes a tile.
        seat: Seat,
        /// How many tiles the seat still takes (2 when left out).
        left: Option<u8>,
    },
    /// ターン.
    Turn {
        /// Whose.
        seat: Seat,
        /// Action points left; left out: as at the beginning of the turn.
        points: Option<u8>,
        /// Whether a stop tile was entered in this turn.
        #[serde(default)]
        #[ts(as = "Option<bool>")]
        stopped: bool,
        /// How often クラッシュ can still be used; left out: as at the beginning.
        crashes: Option<u8>,
        /// How often ローテート can still be used; left out: as at the beginning.
        rotations: Option<u8>,
        /// How often リコール can still be used; left out: as at the beginning.
        recalls: Option<u8>,
    },
    /// The play has ended.
    Over,
}

/// The complete truth, as documented JSON. Everything may be left out: the default is an
/// empty board in the turn of the start player, every tile being in its deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct Position {
    /// The round, from 1.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// Which of the round's two drafts and turns it is (2 only with two seats).
    #[ts(as = "Option<u8>")]
    pub pass: u8,
    /// What is being done; left out: the turn of the start player.
    pub stage: Option<StagePosition>,
    /// Who holds the start player marker.
    #[ts(as = "Option<Seat>")]
    pub start_seat: Seat,
    /// Each seat; left out: everybody on the own start with nothing.
    #[ts(as = "Option<Vec<SeatPosition>>")]
    pub seats: Vec<SeatPosition>,
    /// When each side gained its latest gem (see [`Side::reached`]); sides in the order of
    /// the view.
    #[ts(as = "Option<Vec<u16>>")]
    pub reached: Vec<u16>,
    /// Floor tiles on the board.
    #[ts(as = "Option<Vec<Placed>>")]
    pub floor: Vec<Placed>,
    /// Gems on the board.
    #[ts(as = "Option<Vec<Gems>>")]
    pub gems: Vec<Gems>,
    /// The line.
    #[ts(as = "Option<Vec<Tile>>")]
    pub line: Vec<Tile>,
    /// Discarded floor tiles by kind.
    #[ts(as = "Option<BTreeMap<Kind, u8>>")]
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Discarded gem tiles.
    #[ts(as = "Option<Vec<Square>>")]
    pub gem_discards: Vec<Square>,
    /// The floor deck; the last is drawn first. Left out: the tiles that lie nowhere else,
    /// shuffled.
    pub floor_deck: Option<Vec<Kind>>,
    /// The gem deck; the last is drawn first. Left out: the tiles that lie nowhere else,
    /// shuffled.
    pub gem_deck: Option<Vec<Square>>,
    /// Skill cards removed for this round.
    #[ts(as = "Option<Vec<Skill>>")]
    pub removed: Vec<Skill>,
    /// Whether the floor deck was short in this round.
    #[ts(as = "Option<bool>")]
    pub short: bool,
    /// The dice.
    #[ts(as = "Option<DiceState>")]
    pub dice: DiceState,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            pass: 1,
            stage: None,
            start_seat: Seat(0),
            seats: Vec::new(),
            reached: Vec::new(),
            floor: Vec::new(),
            gems: Vec::new(),
            line: Vec::new(),
            floor_discards: BTreeMap::new(),
            gem_discards: Vec::new(),
            floor_deck: None,
            gem_deck: None,
            removed: Vec::new(),
            short: false,
            dice: DiceState { seed: 0, drawn: 0 },
        }
    }
}
