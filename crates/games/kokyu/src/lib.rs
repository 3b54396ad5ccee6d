//! 乾隆後宮 (Kenryū Kōkyū): two consorts send their eunuchs through the Forbidden City to win the
//! Qianlong Emperor's favour. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a [`Board`] (everything that lies open), the order of the 策謀 pile and the
//! dice. The rules are a stack of [`Task`]s; see `rules/mod.rs`.

#![deny(clippy::float_arithmetic)]

mod actions;
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
mod network_inputs;
mod observe;
mod position;
mod rules;
mod state;
mod view;

pub use actions::Action;
pub use board::{Board, Card, Consort, End, Eunuch, Executing, Group, Task};
pub use components::{
    Bedroom, CardSpec, Components, Effect, Icon, PlotName, PlotSpec, Points, Scoring, Square,
    SquareSpec,
};
pub use components_view::{CardShown, PlotShown, Rules, Shown, SquareShown};
pub use config::{Config, KohiTakes, Options};
pub use events::{Event, Precedence, Source};
pub use limits::{CARDS, EUNUCHS, MAX_PALACE, MAX_PLOTS, MAX_TASKS};
pub use position::Position;
pub use state::Kokyu;
pub use view::View;
