//! The implementations of the object-safe interface (`dyn_game`, `dyn_batch`), generic over the game.
//!
//! [`config`] has the configured game, which all other modules use. [`state`], [`chance`], [`decoder`]
//! and [`batch`] build on it, and [`recall`] on [`state`]. [`state_impl`] and [`game_impl`] implement the traits from which all of
//! these are created, and [`open`] finds the type of a game by its id.

mod batch;
mod callback_bot;
mod chance;
mod config;
mod decoder;
mod game_impl;
mod open;
mod recall;
mod state;
mod state_impl;

pub use open::{decoder, open, replay};
