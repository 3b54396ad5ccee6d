//! The messages that keep a table's clients up to date.

pub mod broadcast;
pub mod patch;
