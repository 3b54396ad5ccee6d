//! HONNOJI (本能寺): secret layouts of icon and number cards, revealed together. Rules,
//! rulings and what is reconstructed: `RULES.md`.

#![deny(clippy::float_arithmetic)]

mod actions;
mod board;
mod components;
mod components_view;
mod config;
mod eval;
mod events;
mod face;
mod game;
mod glossary;
mod grid;
mod hidden_layouts;
mod layout_effects;
mod layouts;
mod observe;
mod position;
mod rules;
mod view;

use std::sync::Arc;

use zashiki_core::GameRng;

use board::Board;

pub use actions::Action;
pub use components::{CardSpec, Components, DECK, Icon, IconSpec, MAX_ICONS, Name};
pub use components_view::{CardContents, Contents, IconContents, PhaseContents};
pub use config::{Config, INFO, Options, Placing, ROUNDS, SEAT_NAMES};
pub use events::{Event, FireCause, Why};
pub use face::{Cards, Face, Kind, Kinds};
pub use grid::{Cell, Cells, Direction, EDGE, LaidCard, Layout, MAX_LAID};
pub use layout_effects::{Attack, ChainEnd, Effect, IconReading, Order, Path, Reading, Stay};
pub use position::{PlayerPosition, Position, StagePosition};
pub use view::{Asked, End, Laid, Lying, Phase, PlayerView, Reason, SquareView, View};

/// One play of HONNOJI: the complete truth.
#[derive(Clone, Debug)]
pub struct Honnoji {
    config: Arc<Config>,
    board: Board,
    rng: GameRng,
}
