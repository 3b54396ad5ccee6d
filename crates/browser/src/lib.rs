//! The engine in the browser, compiled to one WebAssembly module per game. A page's worker hands JSON to it
//! and carries out what it answers.
//!
//! [`Engine`] has the tables and answers requests, like a server without a network. [`Thinker`] searches for
//! decisions, advice and reviews, in workers of its own. Both are plain Rust and are tested natively; the
//! module `exports` hands them to JavaScript.

mod engine;
#[cfg(all(target_family = "wasm", feature = "module"))]
pub mod exports;
mod job;
mod messages;
mod thinker;

pub use engine::{Engine, Entropy};
pub use job::{Job, JobResult, Task};
pub use messages::{Effect, Input, LocalTableRow, StoreResult, StoredLocalTable, Versions};
pub use thinker::Thinker;
