//! Sizes and limits.

/// The most tiles that a components file may have a seat hold.
pub const MAX_HAND: usize = 8;

/// The most seats (S-1).
pub const MAX_SEATS: usize = 4;

/// The most tiles of one colour that a components file may define.
pub const MAX_TILES: usize = 24;

/// The most dominoes the sheet can hold: 96 squares.
pub const MAX_PLACED: usize = 48;

/// The most dominoes there can be: every tile and every general.
pub const MAX_REMOVED: usize = MAX_SEATS * (MAX_TILES + 1);
