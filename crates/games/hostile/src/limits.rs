//! Sizes and limits.

/// The most floor tiles a components file may define.
pub const MAX_FLOOR: usize = 64;

/// The most gem tiles: one for every square but the corners.
pub const MAX_GEM_TILES: usize = 60;

/// The most tiles the line may be refilled to.
pub const MAX_LINE: usize = 15;

/// The most tiles a hand may hold.
pub const MAX_HAND: usize = 4;

/// The most gem tiles revealed at the start of a round.
pub const MAX_EMISSION: usize = 6;
