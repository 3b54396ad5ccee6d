//! Positions: the complete state as documented JSON.

mod invariants;
mod load;
mod load_stage;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{RngState, Seat};

use crate::Hostile;
use crate::board::Stage;
use crate::skill::Skill;
use crate::square::{Square, squares};
use crate::tile::{Kind, Tile};
use crate::view::{Gems, Placed, counts};

/// State of one seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct SeatPosition {
    /// Start square of its pawn. Only in a match for three can it be chosen; if omitted there, seat
    /// 0 starts on A1.
    pub start: Option<Square>,
    /// Square of its pawn; if omitted, the start square.
    pub pawn: Option<Square>,
    /// Number of gems of the seat.
    #[ts(as = "Option<u16>")]
    pub gems: u16,
    /// Hand, oldest tile first.
    #[ts(as = "Option<Vec<Tile>>")]
    pub hand: Vec<Tile>,
    /// Skill cards drafted in this round, in order.
    #[ts(as = "Option<Vec<Skill>>")]
    pub skills: Vec<Skill>,
}

/// The [`Stage`] of a [`Position`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub enum StagePosition {
    /// The start of a round. Loading the position plays it up to the first decision.
    RoundStart,
    /// The draft of skill cards: seat after seat takes one.
    SkillDraft {
        /// The seat that drafts a skill card.
        seat: Seat,
    },
    /// The draft of tiles: seat after seat takes tiles from the line.
    TileDraft {
        /// The seat that drafts a tile.
        seat: Seat,
        /// Number of tiles the seat still drafts; 2 if omitted.
        left: Option<u8>,
    },
    /// The turn of a seat.
    Turn {
        /// The seat whose turn it is.
        seat: Seat,
        /// Action points left; if omitted, all points of the turn.
        points: Option<u8>,
        /// True if the pawn has entered a stop tile in this turn, so that it cannot move any more.
        #[serde(default)]
        #[ts(as = "Option<bool>")]
        stopped: bool,
        /// Number of times Crash can still be used; if omitted, as at the start of the turn.
        crashes: Option<u8>,
        /// Number of times Rotate can still be used; if omitted, as at the start of the turn.
        rotations: Option<u8>,
        /// Number of times Recall can still be used; if omitted, as at the start of the turn.
        recalls: Option<u8>,
    },
    /// The game has ended.
    Over,
}

/// The complete state as documented JSON. Every field is optional; the default is an empty board in
/// the start player's turn, with all tiles in their decks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct Position {
    /// Number of the round, from 1.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// The pass of the round: 1, or with two seats 1 or 2. In a pass every seat drafts and has a
    /// turn.
    #[ts(as = "Option<u8>")]
    pub pass: u8,
    /// The stage; if omitted, the turn of the start player.
    pub stage: Option<StagePosition>,
    /// The seat with the start player marker.
    #[ts(as = "Option<Seat>")]
    pub start_seat: Seat,
    /// The seats; if omitted, every pawn is on its start square and no seat has gems, tiles or
    /// cards.
    #[ts(as = "Option<Vec<SeatPosition>>")]
    pub seats: Vec<SeatPosition>,
    /// For each side, in the order of [`View::sides`](crate::View::sides), the time at which it
    /// gained its latest gem (see [`Side::reached`](crate::Side::reached)).
    #[ts(as = "Option<Vec<u16>>")]
    pub reached: Vec<u16>,
    /// Floor tiles on the board.
    #[ts(as = "Option<Vec<Placed>>")]
    pub floor: Vec<Placed>,
    /// Gems on the board, by square.
    #[ts(as = "Option<Vec<Gems>>")]
    pub gems: Vec<Gems>,
    /// Tiles in the line, from which players draft and take tiles, in order.
    #[ts(as = "Option<Vec<Tile>>")]
    pub line: Vec<Tile>,
    /// Number of discarded floor tiles by kind.
    #[ts(as = "Option<BTreeMap<Kind, u8>>")]
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Squares of the discarded gem tiles.
    #[ts(as = "Option<Vec<Square>>")]
    pub gem_discards: Vec<Square>,
    /// The floor deck; the last tile is drawn first. If omitted, all remaining tiles, shuffled.
    pub floor_deck: Option<Vec<Kind>>,
    /// The gem deck; the last tile is drawn first. If omitted, all remaining tiles, shuffled.
    pub gem_deck: Option<Vec<Square>>,
    /// Skill cards removed for this round.
    #[ts(as = "Option<Vec<Skill>>")]
    pub removed: Vec<Skill>,
    /// True if the floor deck had too few tiles to refill the line in this round.
    #[ts(as = "Option<bool>")]
    pub short: bool,
    /// State of the random number generator.
    #[ts(as = "Option<RngState>")]
    #[serde(rename = "dice")]
    pub rng: RngState,
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
            rng: RngState { seed: 0, drawn: 0 },
        }
    }
}

impl Hostile {
    /// The position that describes this state, with every field given.
    pub(crate) fn to_position(&self) -> Position {
        let (board, config) = (&self.board, &*self.config);
        let seat_position = |seat: Seat| SeatPosition {
            start: Some(board.start(config, seat)),
            pawn: Some(board.pawns[seat.index()]),
            gems: board.gained[seat.index()],
            hand: board.hands[seat.index()].to_vec(),
            skills: board.skills[seat.index()].to_vec(),
        };
        let stage = match board.stage {
            Stage::RoundStart => StagePosition::RoundStart,
            Stage::SkillDraft { seat } => StagePosition::SkillDraft { seat },
            Stage::TileDraft { seat, left } => StagePosition::TileDraft { seat, left: Some(left) },
            Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost: _ } => {
                StagePosition::Turn {
                    seat,
                    points: Some(points),
                    stopped,
                    crashes: Some(crashes),
                    rotations: Some(rotations),
                    recalls: Some(recalls),
                }
            }
            Stage::Over => StagePosition::Over,
        };
        Position {
            round: board.round,
            pass: board.pass,
            stage: Some(stage),
            start_seat: board.start_seat,
            seats: Seat::all(config.seats).map(seat_position).collect(),
            reached: board.reached[..config.sides.len()].to_vec(),
            floor: self.floor(),
            gems: self.gems(),
            line: board.line.to_vec(),
            floor_discards: counts(&board.floor_discards),
            gem_discards: squares(board.gem_discards).collect(),
            floor_deck: Some(board.floor_deck.to_vec()),
            gem_deck: Some(board.gem_deck.to_vec()),
            removed: board.removed.iter().collect(),
            short: board.short,
            rng: self.rng.state(),
        }
    }
}
