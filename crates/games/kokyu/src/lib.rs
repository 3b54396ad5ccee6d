//! 乾隆後宮 (Kenryū Kōkyū): two consorts send their eunuchs through the Forbidden City to win the
//! Qianlong Emperor's favour. Rules, rulings and what is reconstructed: `RULES.md`.
//!
//! A play is a [`Board`] (everything that lies open), the order of the 策謀 pile and the
//! dice. The rules are a stack of [`Task`]s; see `rules/mod.rs`.

#![deny(clippy::float_arithmetic)]

mod actions;
mod board;
mod components;
mod config;
mod eval;
mod events;
mod game;
mod glossary;
mod network_inputs;
mod observe;
mod position;
mod rules;
mod view;

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::GameRng;

pub use actions::Action;
pub use board::{
    Board, CARDS, Card, Consort, EUNUCHS, End, Eunuch, Executing, Group, MAX_PALACE, MAX_PLOTS,
    MAX_TASKS, Task,
};
pub use components::{
    Bedroom, CardShown, CardSpec, Components, Effect, Icon, PlotName, PlotShown, PlotSpec, Points,
    Rules, Scoring, Shown, Square, SquareShown, SquareSpec,
};
pub use config::{Config, KohiTakes, Options};
pub use events::{Event, Precedence, Source};
pub use position::Position;
pub use view::View;

/// One play of 乾隆後宮: the complete truth.
#[derive(Clone, Debug)]
pub struct Kokyu {
    config: Arc<Config>,
    board: Board,
    /// The 策謀 pile by card number from 0; the last is drawn first.
    pile: ArrayVec<u8, MAX_PLOTS>,
    rng: GameRng,
}
