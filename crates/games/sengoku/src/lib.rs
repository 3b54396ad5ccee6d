//! 戦国ドミノ (Sengoku Domino): warlords join dominoes on four battlefields to win 花道 and
//! castles. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a [`Board`] (everything that lies open), each seat's hand and pile, and the
//! dice. The rules are in `rules/`: declaring, placing, deciding lines and castles, ending.

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod board;
mod components;
mod config;
mod eval;
mod eval_weights;
mod events;
mod game;
mod glossary;
mod grid;
mod info;
mod limits;
mod observe;
mod position;
mod rules;
mod square;
mod state;
mod tile;
mod view;

pub use actions::{Action, Spot};
pub use board::{Board, Declared, Ending, Placed, Removed, Settlement, Stage, Why};
pub use components::{Catalogue, Components, FieldSpec, HandSpec, TileSpec, Victory};
pub use config::{Config, Neighbours, Options};
pub use events::{Comparison, Event};
pub use glossary::{Clan, Names, Thing};
pub use square::{Direction, Quarter, Square, Squares};
pub use tile::Tile;
pub use view::{Fit, Hand, Line, Position, Token, View};

pub use state::Sengoku;
