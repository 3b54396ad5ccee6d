//! The state of one table, without input or output: its setup, the people and bots at its seats, the history
//! of its match, clocks, drafts, the seed exchange, and the part of it that each client may see.

pub(crate) mod change;
pub(crate) mod drafts;
pub(crate) mod history;
pub(crate) mod match_view;
pub(crate) mod record;
pub(crate) mod seat_clocks;
pub(crate) mod seats;
pub(crate) mod seed;
pub(crate) mod seed_exchange;
pub(crate) mod setup;
pub(crate) mod snapshot;
pub(crate) mod summary;
mod terms;
