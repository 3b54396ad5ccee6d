//! 森羅万象 (HCK Shinra): a battle like chess and shogi, with stacks of cards that have life
//! points. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a `Board`: everything lies open, and nothing is drawn. What arrows reach is in
//! `reach`, what may be done in `rules`.

#![deny(clippy::float_arithmetic)]

mod actions;
mod assets;
mod autofill;
mod board;
mod components;
mod config;
mod drafts;
mod eval;
mod eval_weights;
mod events;
mod formation;
mod formation_leads;
mod formation_match;
mod game;
mod glossary;
mod info;
mod kind;
mod limits;
mod network_inputs;
mod observe;
mod position;
mod reach;
mod reading;
mod rules;
mod square;
mod state;
mod view;

pub use actions::Action;
pub use board::Stage;
pub use components::{
    CardSpec, Components, FormationSpec, Points, SetupSpec, SheetSpec, ShownRules,
};
pub use config::{Check, Config, Options};
pub use events::Event;
pub use formation::Arrangement;
pub use info::{INFO, SEAT_NAMES};
pub use kind::{Cards, Item, KINDS, Kind, STACK_CARDS};
pub use limits::{MAX_COMBINABLE, MAX_POINTS};
pub use position::{PiecePosition, Position};
pub use reading::{
    After, Does, KindCount, LaidView, Missing, NotReached, Problem, Reached, Reading, Way,
};
pub use square::{Dir, SIDE, Square, TERRITORY, TERRITORY_ROWS};
pub use state::Shinra;
pub use view::{End, FormationView, ItemView, KingView, PieceView, Reason, View};
