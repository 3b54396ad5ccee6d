//! The events of a game.

mod describe;
mod narrate;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Seat, SeatSet};

use crate::board::Reason;
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::Square;
use crate::tile::{Facing, Kind, Spin, Tile};

/// Maximum number of tiles that one event contains.
pub(crate) const MAX_SHOWN: usize = 16;

/// Cause of a pawn's movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum By {
    /// A step for which the player paid an action point.
    Step,
    /// A straight or diagonal slide tile.
    Slide,
    /// An ice tile.
    Ice,
    /// A spring tile, which moved the pawn by two squares.
    Spring,
    /// A spring tile, which moved the pawn by only one square because the second was forbidden.
    SpringShort,
    /// The return to the start square for an action point and a tile.
    Return,
    /// The skill Recall (リコール), which returns the pawn to its start square.
    Recall,
}

/// Obstacle that ends a movement by a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Barrier {
    /// The edge of the board.
    Edge,
    /// Another pawn.
    Pawn,
    /// A start square that is not the pawn's own.
    Start,
    /// A closed side of a wall.
    Wall,
}

/// The test that found an endless movement. A tile is tested first without and then with the pawns
/// (A-X14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Judged {
    /// Without pawns: the tiles alone move a pawn without end.
    WithoutPawns,
    /// With pawns: the tiles move a pawn without end while the other pawns stay on their squares.
    WithPawns,
}

/// Source of the gems that a seat gains: the cause of the gain in ledgers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Source {
    /// The pawn walked onto the square, or returned to its start.
    Walked,
    /// A tile moved the pawn onto the square.
    Carried,
    /// A gem appeared on the pawn's square at the start of a round.
    RoundStart,
    /// A player used the gem tile of the pawn's square.
    GemTile,
}

impl Source {
    /// Returns true if a gem appeared on the pawn's square; false if the pawn moved to a square with gems.
    pub(crate) const fn is_standing(self) -> bool {
        matches!(self, Source::RoundStart | Source::GemTile)
    }

    /// The id of the cause in [`GameInfo::score_causes`](zashiki_core::GameInfo::score_causes).
    pub(crate) const fn cause(self) -> &'static str {
        match self {
            Source::Walked => "walked",
            Source::Carried => "carried",
            Source::RoundStart => "round_start",
            Source::GemTile => "gem_tile",
        }
    }
}

/// An event. Every player sees every event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "hostile.ts")]
pub enum Event {
    /// The game was set up. One seat has the start player marker.
    Dealt {
        /// The start player.
        seat: Seat,
    },
    /// With three seats, the start player received a gem at the beginning.
    StartingGem {
        /// The start player.
        seat: Seat,
    },
    /// A round began.
    Round {
        /// Number of the round, from 1.
        round: u8,
    },
    /// A gem tile was revealed from the deck.
    GemTileRevealed {
        /// Square of the gem tile.
        square: Square,
    },
    /// A gem was put on a square.
    GemAppeared {
        /// Square on which the gem was put.
        square: Square,
        /// Number of gems on the square after this event.
        count: u8,
        /// True if a player used a gem tile to put it there; false if it appeared at the start of a
        /// round.
        used: bool,
    },
    /// A seat gained the gems on its pawn's square.
    Gained {
        /// The seat that gained the gems: the owner of the pawn.
        seat: Seat,
        /// Square of the pawn and the gems.
        square: Square,
        /// Number of gems gained by this event.
        gems: u8,
        /// Total number of gems of the seat after this gain.
        total: u16,
        /// Source of the gems.
        by: Source,
    },
    /// A side has reached its goal: the game ends with this round.
    GoalReached {
        /// Seats of the side that reached its goal.
        seats: SeatSet,
        /// Number of gems of the side.
        gems: u16,
    },
    /// The gem tiles revealed at the start of the round were discarded.
    EmissionEnded,
    /// The gem deck was empty: its discards were shuffled into a new deck.
    GemsReshuffled,
    /// The floor deck was too small to refill the line: its discards were shuffled in, and the game
    /// ends with this round.
    FloorShort {
        /// Number of tiles that the line lacked when the deck was empty.
        lacking: u8,
        /// Number of discarded tiles that were shuffled in.
        discards: u8,
    },
    /// Tiles were added to the line.
    LineRefilled {
        /// The added tiles, in order.
        #[ts(as = "Vec<Tile>")]
        tiles: List<Tile, MAX_SHOWN>,
    },
    /// Skill cards were chosen at random and removed for this round.
    SkillsRemoved {
        /// The skill cards removed for this round.
        skills: Skills,
    },
    /// A skill card was drafted.
    SkillTaken {
        /// The seat that drafted it.
        seat: Seat,
        /// The drafted card.
        skill: Skill,
    },
    /// A tile was drafted; the next event says what happens to it.
    Drafted {
        /// The seat that drafted it.
        seat: Seat,
        /// The drafted tile.
        tile: Tile,
        /// True if the tile was the only legal choice, so that it was drafted automatically.
        forced: bool,
    },
    /// The line was empty, so this seat and those after it drafted no more tiles.
    LineEmpty {
        /// The seat that would have drafted next.
        seat: Seat,
    },
    /// A tile was added to a hand.
    Kept {
        /// The seat to whose hand the tile was added.
        seat: Seat,
        /// The added tile.
        tile: Tile,
    },
    /// The hand was full, so the tile that would have been added was discarded.
    HandFull {
        /// The seat whose hand was full.
        seat: Seat,
        /// The discarded tile.
        tile: Tile,
    },
    /// A gem tile was used and discarded.
    Used {
        /// The seat that used it.
        seat: Seat,
        /// Square of the gem tile.
        square: Square,
    },
    /// A floor tile was placed on the board.
    Placed {
        /// The seat that placed it.
        seat: Seat,
        /// Square on which it was placed.
        square: Square,
        /// Kind of the placed tile.
        kind: Kind,
        /// Orientation of the placed tile; `null` for kinds without orientation.
        facing: Option<Facing>,
    },
    /// A tile that had just been placed or turned made a movement endless, so it was discarded.
    Endless {
        /// Former square of the tile.
        square: Square,
        /// Kind of the discarded tile.
        kind: Kind,
        /// The test that found the endless movement.
        judged: Judged,
        /// Seats whose pawns would never stop.
        seats: SeatSet,
    },
    /// A turn began.
    TurnBegan {
        /// The seat whose turn began.
        seat: Seat,
        /// Number of action points at the beginning of the turn.
        points: u8,
    },
    /// A pawn moved from one square to another.
    Moved {
        /// Seat whose pawn moved.
        seat: Seat,
        /// Square that the pawn left.
        from: Square,
        /// Square that the pawn entered.
        to: Square,
        /// Cause of the movement.
        by: By,
    },
    /// An obstacle prevented a tile from moving a pawn, so the pawn stays on the tile.
    Halted {
        /// Seat whose pawn stays.
        seat: Seat,
        /// Square on which the pawn stays.
        square: Square,
        /// The obstacle that prevented the movement.
        by: Barrier,
        /// Kind of the tile that would have moved the pawn.
        effect: Kind,
    },
    /// A pawn entered a stop tile and cannot move for the rest of the turn.
    Stopped {
        /// Seat whose pawn was stopped.
        seat: Seat,
        /// Square of the stop tile.
        square: Square,
    },
    /// A pawn entered a square a second time in the same direction, so it stays there (A-X15).
    Caught {
        /// Seat whose pawn was caught.
        seat: Seat,
        /// Square on which the pawn stays.
        square: Square,
    },
    /// A player discarded a tile from the hand to return the pawn to its start square.
    Discarded {
        /// The seat that discarded the tile.
        seat: Seat,
        /// The discarded tile.
        tile: Tile,
    },
    /// A tile was taken from the line; the next event says what happens to it.
    Took {
        /// The seat that took it.
        seat: Seat,
        /// The taken tile.
        tile: Tile,
    },
    /// Crash (クラッシュ): a floor tile was discarded from the board.
    Crashed {
        /// The seat that used the skill.
        seat: Seat,
        /// Former square of the tile.
        square: Square,
        /// Kind of the discarded tile.
        kind: Kind,
    },
    /// Rotate (ローテート): a floor tile on the board was turned.
    Rotated {
        /// The seat that used the skill.
        seat: Seat,
        /// Square of the turned tile.
        square: Square,
        /// Kind of the turned tile.
        kind: Kind,
        /// New orientation of the tile; `null` for kinds without orientation.
        facing: Option<Facing>,
        /// Direction of the rotation.
        spin: Spin,
    },
    /// Steal (スティール): a floor tile was taken from the board; the next event says what happens to
    /// it.
    Stole {
        /// The seat that used the skill.
        seat: Seat,
        /// Former square of the tile.
        square: Square,
        /// Kind of the taken tile.
        kind: Kind,
    },
    /// A turn ended.
    TurnEnded {
        /// The seat whose turn ended.
        seat: Seat,
    },
    /// With two seats, the second pass of the round begins.
    SecondPass,
    /// The seat that drafted King becomes the start player of the next round.
    StartSeat {
        /// The start player of the next round.
        seat: Seat,
        /// True if this seat already was the start player.
        again: bool,
    },
    /// No seat drafted King, so the start player stays the same.
    StartStays {
        /// The seat that stays start player.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// The end condition that was met.
        reason: Reason,
        /// Seats of the winning side; empty if nobody wins.
        winners: SeatSet,
        /// Number of gems if several sides share the highest number; the winner had it first.
        tied: Option<u16>,
        /// Number of gems of each side, the highest first.
        #[ts(as = "Vec<u16>")]
        gems: List<u16, 4>,
    },
}
