//! Fixed limits of the game: seats, rounds, cards and icons.

/// Maximum number of seats.
pub(crate) const MAX_SEATS: usize = 5;

/// Number of rounds (H-18).
pub const ROUNDS: u8 = 6;

/// Number of cards in the deck: five for each of five rounds (H-13, H-27).
pub const DECK: usize = 25;

/// Maximum number of icons on a card.
pub const MAX_ICONS: usize = 4;
