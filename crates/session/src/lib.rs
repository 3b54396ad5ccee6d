//! The course of one table without input or output: seats and their occupants, the start of the match, decisions
//! and drafts, takebacks, offers, clocks by passed-in time, requests to bots, and what each client may see.

pub mod catalog;
pub mod config_cache;
pub mod guest;
pub mod messages;
pub mod program;
pub mod protocol;
pub mod queries;
pub mod refusals;
pub mod request_error;
mod session;
pub mod table;
pub mod viewers;

pub use self::session::{
    Arrival, Asked, Attempt, BotRequest, Decision, DraftLimits, Entry, Host, NewTable, Now,
    Opening, Overdue, Request, Session, TakenDraft, Versions, Write,
};
