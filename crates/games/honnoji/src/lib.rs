//! HONNOJI (本能寺): secret layouts of icon and number cards, revealed together. Rules,
//! rulings and what is reconstructed: `RULES.md`.

#![deny(clippy::float_arithmetic)]

mod actions;
mod board;
mod components;
mod components_view;
mod config;
mod eval;
mod eval_weights;
mod events;
mod face;
mod game;
mod glossary;
mod grid;
mod hidden_layouts;
mod info;
mod layout_effects;
mod layouts;
mod limits;
mod observe;
mod position;
mod ring;
mod rules;
mod state;
mod types;
mod view;

pub use actions::Action;
pub use components::{CardSpec, Components, Icon, IconSpec, Name};
pub use components_view::{CardContents, Contents, IconContents, PhaseContents};
pub use config::{Config, Options};
pub use events::{Event, FireCause, Why};
pub use face::{Cards, Face, Kind, Kinds};
pub use grid::{Cell, Cells, Direction, EDGE, LaidCard, Layout, MAX_LAID};
pub use info::{INFO, SEAT_NAMES};
pub use layout_effects::{Attack, ChainEnd, Effect, IconReading, Order, Path, Reading, Stay};
pub use limits::{DECK, MAX_ICONS, ROUNDS};
pub use position::{PlayerPosition, Position, StagePosition};
pub use state::Honnoji;
pub use types::{End, Phase, Placing, Reason};
pub use view::{Asked, Laid, Lying, PlayerView, SquareView, View};
