//! A live table: a task that is the only writer of its match in this process. Commands arrive through a
//! channel, and each client's messages leave through its queue. Other processes may write to the same table:
//! every change is numbered in the store, so the task first reads new changes, and retries when another
//! writer was first.

mod actor;
pub(crate) mod bot_seats;
mod bots;
pub(crate) mod client_queue;
pub(crate) mod clients;
pub(crate) mod command;
pub(crate) mod context;
pub(crate) mod host;
mod lobby_entry;
mod messages;
pub(crate) mod registry;
mod replica;
mod replication;
mod requests;
mod time;
mod turn_notices;
mod views;

pub(crate) use self::actor::{RETRY, Room};
