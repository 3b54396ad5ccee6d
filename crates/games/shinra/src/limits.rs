//! Sizes and limits.

/// The most combinable cards that a components file may give a seat.
pub const MAX_COMBINABLE: u8 = 24;

/// The most points that a components file may give a king.
pub const MAX_POINTS: u8 = 15;
