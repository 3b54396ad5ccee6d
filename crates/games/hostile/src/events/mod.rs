//! The events of a game.

mod describe;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Seat, SeatSet};

use crate::board::Reason;
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::Square;
use crate::tile::{Facing, Kind, Spin, Tile};

/// Maximum number of tiles in one event.
pub(crate) const MAX_SHOWN: usize = 16;

/// Cause of a pawn's movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum By {
    /// A step for an action point.
    Step,
    /// A straight or diagonal slide.
    Slide,
    /// An ice tile.
    Ice,
    /// A spring, to the second square.
    Spring,
    /// A spring whose second square was forbidden, to the square before it.
    SpringShort,
    /// The return to the start square for an action point and a tile.
    Return,
    /// Recall (リコール): the return to the start square by a skill.
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

/// The two tests for endless movement (A-X14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Judged {
    /// Without pawns: the tiles alone move a pawn without end.
    WithoutPawns,
    /// With pawns: the tiles move a pawn without end while the other pawns stay on their squares.
    WithPawns,
}

/// An event. Every player sees every event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "hostile.ts")]
pub enum Event {
    /// The game is set up; a seat holds the start player marker.
    Dealt {
        /// The start player.
        seat: Seat,
    },
    /// With three seats, the start player begins with a gem.
    StartingGem {
        /// The start player.
        seat: Seat,
    },
    /// A round begins.
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
        /// The square.
        square: Square,
        /// Number of gems on the square now.
        count: u8,
        /// True if a player's gem tile put it there; false at the start of a round.
        used: bool,
    },
    /// A seat gained the gems on its pawn's square.
    Gained {
        /// Owner of the pawn.
        seat: Seat,
        /// Square of the pawn.
        square: Square,
        /// Number of gems gained.
        gems: u8,
        /// Number of gems of the seat now.
        total: u16,
        /// True if the gem was put on the pawn's square; false if the pawn moved to the gems.
        standing: bool,
    },
    /// A side has reached its goal: the game ends with this round.
    GoalReached {
        /// Seats of the side.
        seats: SeatSet,
        /// Number of gems of the side.
        gems: u16,
    },
    /// The gem tiles revealed at the start of the round were discarded.
    EmissionEnded,
    /// The gem deck was empty: its discards were shuffled into a new deck.
    GemsReshuffled,
    /// The floor deck is too small to refill the line: its discards are shuffled in, and the game
    /// ends with this round.
    FloorShort {
        /// Number of tiles that the line still lacked.
        lacking: u8,
        /// Number of discarded tiles that were shuffled in.
        discards: u8,
    },
    /// Tiles were added to the line.
    LineRefilled {
        /// The tiles in order.
        #[ts(as = "Vec<Tile>")]
        tiles: List<Tile, MAX_SHOWN>,
    },
    /// Skill cards were chosen at random and removed for this round.
    SkillsRemoved {
        /// The removed cards.
        skills: Skills,
    },
    /// A skill card was drafted.
    SkillTaken {
        /// The seat that drafted it.
        seat: Seat,
        /// The card.
        skill: Skill,
    },
    /// A tile was drafted; the next event says what happens to it.
    Drafted {
        /// The seat that drafted it.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// True if it was the only legal choice, so that the player was not asked.
        forced: bool,
    },
    /// The line is empty: this seat, and those after it, draft no more tiles.
    LineEmpty {
        /// The seat that would have drafted next.
        seat: Seat,
    },
    /// A tile was added to a hand.
    Kept {
        /// Owner of the hand.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The hand was full, so a tile just acquired was discarded.
    HandFull {
        /// Owner of the hand.
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
    /// A floor tile was placed.
    Placed {
        /// The seat that placed it.
        seat: Seat,
        /// The square.
        square: Square,
        /// Kind of tile.
        kind: Kind,
        /// Orientation of the tile.
        facing: Option<Facing>,
    },
    /// A tile just placed or rotated made a movement endless and was discarded.
    Endless {
        /// Former square of the tile.
        square: Square,
        /// Kind of tile.
        kind: Kind,
        /// The test that found the endless movement.
        judged: Judged,
        /// Seats whose pawns would never stop.
        seats: SeatSet,
    },
    /// A turn began.
    TurnBegan {
        /// The seat whose turn it is.
        seat: Seat,
        /// Number of action points.
        points: u8,
    },
    /// A pawn moved from one square to another.
    Moved {
        /// Owner of the pawn.
        seat: Seat,
        /// Square that the pawn left.
        from: Square,
        /// Square that the pawn entered.
        to: Square,
        /// Cause of the movement.
        by: By,
    },
    /// An obstacle ended a movement by a tile, so the pawn stays.
    Halted {
        /// Owner of the pawn.
        seat: Seat,
        /// Square of the pawn.
        square: Square,
        /// The obstacle.
        by: Barrier,
        /// Kind of the tile that would have moved the pawn.
        effect: Kind,
    },
    /// A pawn entered a stop tile and cannot move for the rest of the turn.
    Stopped {
        /// Owner of the pawn.
        seat: Seat,
        /// Square of the stop tile.
        square: Square,
    },
    /// A pawn entered a square a second time in the same direction, and stays there (A-X15).
    Caught {
        /// Owner of the pawn.
        seat: Seat,
        /// Square of the pawn.
        square: Square,
    },
    /// A hand tile was discarded to return to the start square.
    Discarded {
        /// Owner of the hand.
        seat: Seat,
        /// The discarded tile.
        tile: Tile,
    },
    /// A tile was taken from the line; the next event says what happens to it.
    Took {
        /// The seat that took it.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Crash (クラッシュ): a floor tile was discarded from the board.
    Crashed {
        /// The seat that used the skill.
        seat: Seat,
        /// Former square of the tile.
        square: Square,
        /// Kind of tile.
        kind: Kind,
    },
    /// Rotate (ローテート): a floor tile on the board was turned.
    Rotated {
        /// The seat that used the skill.
        seat: Seat,
        /// Square of the tile.
        square: Square,
        /// Kind of tile.
        kind: Kind,
        /// New orientation.
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
        /// Kind of tile.
        kind: Kind,
    },
    /// A turn ended.
    TurnEnded {
        /// The seat whose turn ended.
        seat: Seat,
    },
    /// With two seats, the second pass of the round begins.
    SecondPass,
    /// The holder of King becomes the start player.
    StartSeat {
        /// The start player of the next round.
        seat: Seat,
        /// True if the seat was the start player before.
        again: bool,
    },
    /// No seat holds King: the start player stays the same.
    StartStays {
        /// The start player.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// The end condition that was met.
        reason: Reason,
        /// Seats of the winning side; empty if nobody wins.
        winners: SeatSet,
        /// Number of gems if several sides share the highest number.
        tied: Option<u16>,
    },
}
