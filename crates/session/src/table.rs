//! The state of one table, without input or output: its setup, the people and bots at its seats, the history
//! of its match, clocks, drafts, the seed exchange, and the part of it that each client may see.

pub mod card;
pub mod change;
pub mod drafts;
pub mod history;
pub mod match_view;
pub mod people;
pub mod personas;
pub mod presence;
pub mod record;
pub mod seat_clocks;
pub mod seats;
pub mod seed;
pub mod seed_exchange;
pub mod setup;
pub mod snapshot;
pub mod stored;
pub mod summary;
mod terms;
