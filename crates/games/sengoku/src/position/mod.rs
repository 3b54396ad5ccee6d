//! Positions: the complete state as documented JSON.

mod checks;
mod invariants;
mod load;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{RngState, Seat};

use crate::board::Board;
use crate::limits::MAX_TILES;
use crate::{Sengoku, Tile};

/// The complete state as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Position {
    /// All public information of the match.
    pub board: Board,
    /// The tiles in each seat's hand.
    pub hands: Vec<Vec<Tile>>,
    /// Each seat's pile; the last tile is drawn first.
    pub piles: Vec<Vec<Tile>>,
    /// State of the random number generator.
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Sengoku {
    /// The position that describes this state.
    pub(crate) fn to_position(&self) -> Position {
        let lists = |lists: &[ArrayVec<Tile, MAX_TILES>]| -> Vec<Vec<Tile>> {
            lists[..usize::from(self.config.seats)].iter().map(|list| list.to_vec()).collect()
        };
        Position {
            board: self.board.clone(),
            hands: Seat::all(self.config.seats)
                .map(|seat| self.hands[seat.index()].to_vec())
                .collect(),
            piles: lists(&self.piles),
            rng: self.rng.state(),
        }
    }
}
