//! Sizes and limits.

/// The most seats.
pub(crate) const MAX_SEATS: usize = 5;

/// How many rounds a play has (H-18).
pub const ROUNDS: u8 = 6;

/// How many cards the deck has: five for each of five rounds (H-13, H-27).
pub const DECK: usize = 25;

/// The most icons of one card.
pub const MAX_ICONS: usize = 4;
