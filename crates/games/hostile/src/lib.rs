//! HOSTILE (ホスタイル): a duelling puzzle on a board of eight by eight. Players lay slides,
//! ice, springs and walls and ride them to the gems. Rules, rulings and what is
//! reconstructed: `RULES.md`.
//!
//! A play is a `Board` (everything on the table, the two decks included) and the dice. Only
//! the order of the decks is hidden.

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod board;
mod components;
mod components_view;
mod config;
mod eval;
mod eval_weights;
mod events;
mod game;
mod glossary;
mod info;
mod limits;
mod list;
mod observe;
mod position;
mod reachability;
mod rules;
mod skill;
mod solver_hints;
mod square;
mod state;
mod tile;
mod view;

pub use actions::Action;
pub use board::{End, Reason, Stage};
pub use components::{
    Components, Emission, FloorSpec, GemTiles, Goal, HandSpec, Line, SkillSpec, TurnSpec,
};
pub use components_view::{Catalogue, FloorTiles, SkillCard, SkillCards, Thing, Way};
pub use config::{Config, Options, Teams};
pub use events::{Barrier, By, Event, Judged};
pub use info::{INFO, SEAT_NAMES};
pub use limits::{MAX_EMISSION, MAX_FLOOR, MAX_GEM_TILES, MAX_HAND, MAX_LINE};
pub use list::{Blank, List};
pub use position::{Position, SeatPosition, StagePosition};
pub use skill::{Skill, Skills};
pub use square::{Dir, Square};
pub use state::Hostile;
pub use tile::{Facing, Kind, Piece, Spin, Tile};
pub use view::{Gems, Placed, SeatView, Side, View};
