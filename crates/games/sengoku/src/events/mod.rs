//! The events of a game.

mod describe;
mod narrate;
mod words;

use arrayvec::ArrayVec;
use serde::Serialize;
use ts_rs::TS;
use zashiki_core::Seat;

use crate::board::Ending;
use crate::limits::MAX_SEATS;
use crate::square::Square;
use crate::tile::Tile;

/// An event of a match, as the log records it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Event {
    /// The game was set up and the hands were drawn.
    Dealt {
        /// The seat that declares first.
        seat: Seat,
    },
    /// A round began.
    Round {
        /// Number of the round, from 1.
        round: u8,
        /// The seat that declares first; `null` if no seat has a domino left.
        first: Option<Seat>,
    },
    /// A domino was declared.
    Declared {
        /// The seat that declared it.
        seat: Seat,
        /// The declared domino.
        tile: Tile,
        /// Strength of the declared domino.
        strength: u8,
        /// True if it was the only legal choice, so that it was declared automatically.
        forced: bool,
    },
    /// Several seats declared the same strength, so their tokens were moved to ×.
    Tied {
        /// The strength that they declared.
        strength: u8,
        /// These seats, in the order in which they declared.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
    },
    /// All seats have declared, so the order of placing is known.
    Order {
        /// The seats in the order of placing.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
        /// Number of different strengths that several seats declared.
        tied: u8,
    },
    /// A domino was placed.
    Placed {
        /// Owner of the domino.
        seat: Seat,
        /// The placed domino.
        tile: Tile,
        /// Square of the lower mark.
        low: Square,
        /// Square of the higher mark.
        high: Square,
        /// True if one half lies in another battlefield than the current one.
        straddles: bool,
        /// True if it was the only legal choice, so that it was placed automatically.
        forced: bool,
    },
    /// A declared domino had no placement and left the game.
    Lost {
        /// Owner of the domino.
        seat: Seat,
        /// The domino that was lost.
        tile: Tile,
    },
    /// A declared tile left the game because its owner placed the general instead.
    Replaced {
        /// Owner of the tile.
        seat: Seat,
        /// The tile that left the game.
        tile: Tile,
    },
    /// A tile was drawn.
    Drew {
        /// The seat that drew it.
        seat: Seat,
        /// The drawn tile; `null` for viewers who may not see it.
        tile: Option<Tile>,
    },
    /// A flower path was decided.
    Line {
        /// The battlefield of the path, from 0.
        field: u8,
        /// The flower path: rows from the top are 0–4, columns from the left 5–9.
        line: u8,
        /// The sum of each seat's marks on the path, in halves.
        #[ts(as = "Vec<u8>")]
        sums: ArrayVec<u8, MAX_SEATS>,
        /// The seat that won the path; `null` for nobody.
        winner: Option<Seat>,
    },
    /// A castle was decided.
    Castle {
        /// The battlefield of the castle, from 0.
        field: u8,
        /// Number of flower paths that each seat has won in the battlefield.
        #[ts(as = "Vec<u8>")]
        flowers: ArrayVec<u8, MAX_SEATS>,
        /// The seat that won the castle; `null` for nobody.
        winner: Option<Seat>,
    },
    /// The next battlefield became the current one.
    Field {
        /// The new battlefield, from 0.
        field: u8,
    },
    /// No remaining domino can be placed in the battlefield, so its open flower paths are decided
    /// as they are.
    Exhausted {
        /// The exhausted battlefield, from 0.
        field: u8,
    },
    /// The game ended, and the hands are shown.
    Ended {
        /// The way in which the game ended.
        ending: Ending,
        /// The winners of the game.
        #[ts(as = "Vec<Seat>")]
        winners: ArrayVec<Seat, MAX_SEATS>,
        /// Seats that met the winning condition at the same time as the winner but lost the
        /// comparison (S-72).
        #[ts(as = "Vec<Seat>")]
        rivals: ArrayVec<Seat, MAX_SEATS>,
        /// The comparison that decided between the winner and the rivals; `null` without rivals, or
        /// if the victory is shared.
        by: Option<Comparison>,
        /// The comparison that decided the game: the winner's number, and the highest number of the seats
        /// that lost it. `null` if nothing was compared or the victory is shared.
        counts: Option<[u8; 2]>,
    },
}

/// A comparison between several seats that could win. The earlier comparisons take precedence (S-65
/// to S-67, S-72).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Comparison {
    /// The winner has more castles.
    Castles,
    /// Castles are tied; the winner has more flower paths.
    Flowers,
    /// Castles and flower paths are tied; the winner has the highest total strength of the tiles in
    /// hand.
    Hands,
}
