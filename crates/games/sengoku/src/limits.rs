//! Limits of components files, used as sizes of arrays.

/// Maximum number of tiles in a hand.
pub const MAX_HAND: usize = 8;

/// Maximum number of seats (S-1).
pub const MAX_SEATS: usize = 4;

/// Maximum number of tiles of one colour in a components file.
pub const MAX_TILES: usize = 24;

/// Maximum number of dominoes on the sheet, which has 96 free squares.
pub const MAX_PLACED: usize = 48;

/// Maximum number of dominoes that can leave the game: every tile and every general.
pub const MAX_REMOVED: usize = MAX_SEATS * (MAX_TILES + 1);
