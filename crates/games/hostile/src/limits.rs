//! Limits of components files, used as sizes of arrays.

/// Maximum number of floor tiles in a components file.
pub const MAX_FLOOR: usize = 64;

/// Maximum number of gem tiles: one for every square but the corners.
pub const MAX_GEM_TILES: usize = 60;

/// Maximum number of tiles in the line.
pub const MAX_LINE: usize = 15;

/// Maximum number of tiles in a hand.
pub const MAX_HAND: usize = 4;

/// Number of tiles that a seat drafts in a pass.
pub const DRAFTED: u8 = 2;

/// Maximum number of gem tiles revealed at the start of a round.
pub const MAX_EMISSION: usize = 6;
