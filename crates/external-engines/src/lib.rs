//! Programs from outside that play: the line protocol of `docs/reference/engines.md`, both ways.
//!
//! | To … | use |
//! |---|---|
//! | let a program play | [`Engine::start`], then [`Chosen::bot`] for each play; [`Engines`] keeps several by their names |
//! | be such a program, with the bots of the house | [`serve`](fn@serve) |
//! | see whether a program keeps the protocol | [`check`](fn@check) |
//!
//! A program is told what its seat may know and nothing else: [`EngineBot`] is a [`bots::Bot`], which has
//! no way to the truth. It runs in a process of its own, which is killed when it fails, and a process
//! plays for one seat of one play at a time.

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
