//! Programs from outside that play: the line protocol of `docs/reference/engines.md`, both ways.
//!
//! | To … | use |
//! |---|---|
//! | let a program play | [`Engine::start`], then [`Chosen::bot`] for each game; [`Engines`] keeps several by their names |
//! | be such a program, with the built-in bots | [`serve`](fn@serve) |
//! | see whether a program keeps the protocol | [`check`](fn@check) |
//!
//! An engine receives only the information state of its seat: [`EngineBot`] is a [`bots::Bot`], which cannot
//! access the true state. An engine runs in a process of its own, which is killed when it fails, and a
//! process plays for one seat of one game at a time.

mod bot;
mod conformance;
mod engine;
mod host;
mod process;
mod protocol;
mod registry;
mod serve;
mod stats;

pub use bot::{EngineBot, GameStart};
pub use conformance::{Checked, Examination, check};
pub use engine::{Engine, EngineLimits, START};
pub use host::{DynEngineHost, Games};
pub use process::kill_all;
pub use protocol::{Introduction, NewGame, VERSION};
pub use registry::{Chosen, Engines, named};
pub use serve::{Playing, Served, serve};
pub use stats::EngineStats;
