//! A live table: a task that is the only writer of its match in this process. Commands arrive through a
//! channel, and each client's messages leave through its queue. Other processes may write to the same table:
//! every change is numbered in the store, so the task first reads new changes, and retries when another
//! writer was first.

/// The current state of a table, borrowed from its parts, for sending it to the clients.
macro_rules! snapshot {
    ($room:ident) => {
        session::table::snapshot::TableSnapshot {
            setup: &$room.setup,
            sitters: &$room.sitters,
            history: &$room.history,
            dealing: &$room.dealing,
            drafts: &$room.drafts,
            rematch: $room.rematch.as_ref(),
            onlookers: $room.clients.onlookers(&$room.sitters),
            now: $room.context.clock.time(),
        }
    };
}

mod actor;
pub(crate) mod bot_seats;
mod bots;
mod changes;
pub(crate) mod client_queue;
pub(crate) mod clients;
pub(crate) mod command;
pub(crate) mod context;
mod lobby_entry;
mod match_start;
mod messages;
pub(crate) mod registry;
mod rematch;
mod replica;
mod replication;
mod seating;
mod time;
mod turn_notices;
mod views;

pub(crate) use self::actor::{RETRY, Room};
