//! The engine of one game in a page's worker: tables, and answers to requests. It does what a server does, without
//! a network: inputs come in, effects go out, and the page's worker carries them out.

mod bots;
mod host;
mod inputs;
mod operations;
mod requests;
mod state;
mod table;
mod table_requests;

pub use self::host::Entropy;
pub use self::state::Engine;
