//! The state of a game.

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::GameRng;

use crate::board::Board;
use crate::config::Config;
use crate::grid::Grid;
use crate::limits::{MAX_HAND, MAX_SEATS, MAX_TILES};
use crate::tile::Tile;

/// Complete state of a game of 戦国ドミノ (Sengoku Domino).
#[derive(Clone, Debug)]
pub struct Sengoku {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
    /// The dominoes on the sheet by square, derived from the board.
    pub(crate) grid: Grid,
    /// Tiles in each seat's hand, lowest first.
    pub(crate) hands: [ArrayVec<Tile, MAX_HAND>; MAX_SEATS],
    /// Each seat's pile; the last tile is drawn first.
    pub(crate) piles: [ArrayVec<Tile, MAX_TILES>; MAX_SEATS],
    pub(crate) rng: GameRng,
}
