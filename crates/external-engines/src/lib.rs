//! External programs as players, by the line protocol of `docs/reference/engines.md`. A host starts engines
//! and plays with them as with built-in bots; this program can also be an engine itself. An engine receives
//! only the information state of its seat.
//!
//! | task | function |
//! |---|---|
//! | Play with engines | [`Engines::start`], then [`Engines::find`] and [`Chosen::bot`] for each game |
//! | Be an engine, with the built-in bots | [`serve`](fn@serve) |
//! | Check that a program follows the protocol | [`check`](fn@check) |
//!
//! Each process is in a process group of its own, which is killed when the engine fails, and plays for one
//! seat of one game at a time.
//!
//! ```no_run
//! use external_engines::{EngineLimits, Engines, GameStart, parse_engine};
//!
//! fn engine_bot(games: &[&str]) -> Result<Box<dyn bots::Bot<kokyu::Kokyu>>, zashiki_core::InputError> {
//!     let engine = parse_engine("sample=python3 samples/engine.py")?;
//!     let engines = Engines::start(&[engine], &EngineLimits::default(), games)?;
//!     let chosen = engines.find("sample", "kokyu")?.expect("the engine is in the list");
//!     let options = serde_json::json!({ "kohiGoal": 3 });
//!     Ok(chosen.bot(GameStart::new::<kokyu::Kokyu>(&options, None)?))
//! }
//! ```

mod bot;
mod conformance;
mod engine;
mod error;
mod host;
mod limits;
mod pool;
mod process;
mod protocol;
mod registry;
mod requests;
mod serve;
mod session;
mod stats;
mod trial_game;

pub use bot::{EngineBot, GameStart};
pub use conformance::{CheckOptions, CheckResult, check};
pub use engine::Engine;
pub use host::{DynEngineHost, Games};
pub use limits::{EngineLimits, START};
pub use process::kill_all;
pub use protocol::{Introduction, NewGame, VERSION};
pub use registry::{Chosen, Engines, parse_engine};
pub use serve::serve;
pub use session::{EngineSession, ServeOptions};
pub use stats::EngineStats;
