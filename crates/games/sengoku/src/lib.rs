//! 戦国ドミノ (Sengoku Domino): warlords join dominoes on four battlefields to win 花道 and
//! castles. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a [`Sheet`] (everything that lies open), each seat's hand and pile, and the
//! dice. The rules are in `rules/`: declaring, placing, deciding lines and castles, ending.

#![deny(clippy::float_arithmetic)]

mod actions;
mod components;
mod events;
mod setup;
mod sheet;
mod square;
mod tile;
mod view;

pub use actions::{Action, Spot};
pub use components::{Components, FieldSpec, HandSpec, Known, TileSpec, Victory};
pub use events::Event;
pub use setup::{FirstSeat, Options, Setup};
pub use sheet::{Declared, Ending, Placed, Removed, Settlement, Sheet, Stage, Why};
pub use square::{Direction, Quarter, Square, Squares};
pub use tile::Tile;
pub use view::{Fit, Hand, Line, Position, Token, View};
