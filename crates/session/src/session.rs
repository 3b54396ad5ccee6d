//! A table with its viewers: requests go in; writes to be stored and messages for clients come out.

mod attempt;
mod bots;
mod changes;
mod dispatch;
mod drafts;
mod host;
mod import;
mod match_start;
mod opening;
mod queries;
mod rematch;
mod request;
mod seating;
mod state;
mod talk;
mod time;
mod write;

pub use self::attempt::Attempt;
pub use self::bots::BotRequest;
pub use self::drafts::{DraftLimits, TakenDraft};
pub use self::host::{Arrival, Host, Now};
pub use self::import::ImportedTable;
pub use self::opening::{NewTable, Opening};
pub use self::queries::{Decision, PublicBoard};
pub use self::request::{Asked, Request};
pub use self::state::{Session, Versions};
pub use self::time::Overdue;
pub use self::write::{Entry, Write};
