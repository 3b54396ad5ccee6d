//! Bots at tables: the catalogue of bots, the pool that limits how many compute at once, and its fair queue.

pub(crate) mod bot_pool;
pub(crate) mod catalog;
pub(crate) mod fair_queue;
