//! The WebSocket of a table: the socket and the queue of its outgoing messages.

pub(crate) mod socket;
