//! 戦国ドミノ (Sengoku Domino): warlords join dominoes on four battlefields to win 花道 and
//! castles. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a [`Board`] (everything that lies open), each seat's hand and pile, and the
//! dice. The rules are in `rules/`: declaring, placing, deciding lines and castles, ending.

#![deny(clippy::float_arithmetic)]

mod actions;
mod board;
mod components;
mod config;
mod eval;
mod events;
mod game;
mod glossary;
mod grid;
mod observe;
mod position;
mod rules;
mod square;
mod tile;
mod view;

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::GameRng;

use board::{MAX_SEATS, MAX_TILES};
use grid::Grid;

pub use actions::{Action, Spot};
pub use board::{Board, Declared, Ending, Placed, Removed, Settlement, Stage, Why};
pub use components::{Catalogue, Components, FieldSpec, HandSpec, TileSpec, Victory};
pub use config::{Config, Neighbours, Options};
pub use events::{Comparison, Event};
pub use glossary::{Clan, Names, Thing};
pub use square::{Direction, Quarter, Square, Squares};
pub use tile::Tile;
pub use view::{Fit, Hand, Line, Position, Token, View};

/// The most tiles that a components file may have a seat hold.
const MAX_HAND: usize = 8;

/// One play of 戦国ドミノ: the complete truth.
#[derive(Clone, Debug)]
pub struct Sengoku {
    config: Arc<Config>,
    board: Board,
    /// What follows from the sheet, square by square.
    grid: Grid,
    /// The tiles behind each screen, lowest first.
    hands: [ArrayVec<Tile, MAX_HAND>; MAX_SEATS],
    /// Each seat's pile; the last is drawn first.
    piles: [ArrayVec<Tile, MAX_TILES>; MAX_SEATS],
    rng: GameRng,
}
