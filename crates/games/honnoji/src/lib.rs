//! HONNOJI (本能寺): secret layouts of icon and number cards, revealed together. Rules,
//! rulings and what is reconstructed: `RULES.md`.

#![deny(clippy::float_arithmetic)]

mod actions;
mod board;
mod components;
mod concealed;
mod contents;
mod events;
mod face;
mod game;
mod grid;
mod layouts;
mod observe;
mod position;
mod reading;
mod rules;
mod setup;
mod think;
mod view;
mod words;

use std::sync::Arc;

use table::Dice;

use board::Board;

pub use actions::Action;
pub use components::{CardSpec, Components, DECK, Icon, IconSpec, MAX_ICONS, Name};
pub use contents::{CardContents, Contents, IconContents, PhaseContents};
pub use events::{Event, FireCause, Why};
pub use face::{Cards, Face, Kind, Kinds};
pub use grid::{Cell, Cells, Direction, EDGE, LaidCard, Layout, MAX_LAID};
pub use position::{PlayerPosition, Position, StagePosition};
pub use reading::{Attack, ChainEnd, Effect, IconReading, Order, Path, Reading, Stay};
pub use setup::{INFO, Options, Placing, ROUNDS, SEAT_NAMES, Setup};
pub use view::{Asked, End, Laid, Lying, Phase, PlayerView, Reason, SquareView, View};

/// One play of HONNOJI: the complete truth.
#[derive(Clone, Debug)]
pub struct Honnoji {
    setup: Arc<Setup>,
    board: Board,
    dice: Dice,
}
