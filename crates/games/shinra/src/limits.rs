//! Upper limits for values in components files.

/// Maximum number of combinable cards in a seat's deck.
pub const MAX_COMBINABLE: u8 = 24;

/// Upper limit for the maximum of a king's life points.
pub const MAX_POINTS: u8 = 15;
