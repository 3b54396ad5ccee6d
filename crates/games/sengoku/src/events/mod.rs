//! The events of a game.

mod describe;

use arrayvec::ArrayVec;
use serde::Serialize;
use ts_rs::TS;
use zashiki_core::Seat;

use crate::board::Ending;
use crate::limits::MAX_SEATS;
use crate::square::Square;
use crate::tile::Tile;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Event {
    /// The game is set up and the hands are drawn; a seat declares first.
    Dealt {
        /// The seat that declares first.
        seat: Seat,
    },
    /// A round begins.
    Round {
        /// Number of the round, from 1.
        round: u8,
    },
    /// A domino was declared.
    Declared {
        /// The seat that declared it.
        seat: Seat,
        /// The domino.
        tile: Tile,
        /// Strength of the domino.
        strength: u8,
        /// True if it was the only legal choice, so that the player was not asked.
        forced: bool,
    },
    /// Several seats declared the same strength: their tokens were moved to ×.
    Tied {
        /// The strength.
        strength: u8,
        /// The seats in the order of declaring.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
    },
    /// All seats have declared; the order of placing follows.
    Order {
        /// The seats in the order of placing.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
        /// Number of strengths that several seats declared.
        tied: u8,
    },
    /// A domino was placed.
    Placed {
        /// Owner of the domino.
        seat: Seat,
        /// The domino.
        tile: Tile,
        /// Square of the lower mark.
        low: Square,
        /// Square of the higher mark.
        high: Square,
        /// True if one half lies in another battlefield.
        straddles: bool,
        /// True if it was the only legal choice, so that the player was not asked.
        forced: bool,
    },
    /// A declared domino had no placement and left the game.
    Lost {
        /// Owner of the domino.
        seat: Seat,
        /// The domino.
        tile: Tile,
    },
    /// A declared tile left the game because the general is placed instead.
    Replaced {
        /// Owner of the tile.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile was drawn.
    Drew {
        /// The seat that drew it.
        seat: Seat,
        /// The tile; `null` for viewers who may not see it.
        tile: Option<Tile>,
    },
    /// A flower path was decided.
    Line {
        /// The battlefield, from 0.
        field: u8,
        /// The path: rows from the top are 0–4, columns from the left 5–9.
        line: u8,
        /// Sum of each seat, in halves.
        #[ts(as = "Vec<u8>")]
        sums: ArrayVec<u8, MAX_SEATS>,
        /// The seat that won it, if any.
        winner: Option<Seat>,
    },
    /// A castle was decided.
    Castle {
        /// The battlefield, from 0.
        field: u8,
        /// Number of flower paths of each seat in the battlefield.
        #[ts(as = "Vec<u8>")]
        flowers: ArrayVec<u8, MAX_SEATS>,
        /// The seat that won it, if any.
        winner: Option<Seat>,
    },
    /// The next battlefield becomes the current one.
    Field {
        /// The battlefield, from 0.
        field: u8,
    },
    /// No remaining domino can be placed in the battlefield: its open paths are decided as they
    /// are.
    Exhausted {
        /// The battlefield, from 0.
        field: u8,
    },
    /// The game is over, and the hands are shown.
    Ended {
        /// The way in which the game ended.
        ending: Ending,
        /// The winners.
        #[ts(as = "Vec<Seat>")]
        winners: ArrayVec<Seat, MAX_SEATS>,
        /// Seats that met the winning condition by the same awards and lost the comparison (S-72).
        #[ts(as = "Vec<Seat>")]
        rivals: ArrayVec<Seat, MAX_SEATS>,
        /// The comparison that decided between the winner and the rivals; `null` without rivals, or
        /// if the victory is shared.
        by: Option<Comparison>,
    },
}

/// A comparison between several seats that could win, in order of precedence (S-65 to S-67, S-72).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Comparison {
    /// The number of castles.
    Castles,
    /// The number of flower paths.
    Flowers,
    /// The strength in hand.
    Hands,
}
