//! Bots at tables: the bot of each seat, the pool on which bots think, and its fair queue.

pub(crate) mod bot_pool;
pub(crate) mod fair_queue;
