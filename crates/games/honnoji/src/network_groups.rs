//! The groups of inputs of the value network, and the index of the first input of each. `network_inputs` says when
//! they are 1.

use crate::face::Face;
use crate::limits::{MAX_SEATS, ROUNDS};
use crate::ring::SQUARES;

/// Number of rivals that count, and of the seats with them.
pub const RIVALS: usize = 2;
pub const SEATS: usize = RIVALS + 1;
pub const RING: usize = SQUARES as usize;

/// Levels of the heuristic value, and the thousandths between two of them.
pub const VALUES: usize = 37;
pub const VALUE_STEP: i32 = 50;
/// Levels of a lead in points.
pub const POINTS: usize = 15;
/// Levels of the points on a square, and of those on the best square in reach.
pub const PILE: usize = 8;
pub const BEST_PILE: usize = 10;
/// Levels of the points of the best card that can be lost, and of the number of such cards.
pub const BEST: usize = 5;
pub const LOSABLE: usize = 4;
/// Levels of the points in the deck, and the points between two of them.
pub const DECK: usize = 8;
pub const DECK_STEP: i32 = 6;
/// Levels of the number of fire cards in the deck.
pub const FIRES: usize = 5;

/// Copies of each built-in action card, in the order of [`Face::OWN_ACTIONS`].
pub const COPIES: [usize; 4] = [4, 2, 1, 1];
pub const ACTIONS: usize = 8;

/// The squares that a pawn reaches with one step, its own among them.
pub const REACH: usize = 3;
pub const OF_SQUARE: usize = PILE + 1;
/// Inputs of each seat: numbers and action cards in the hand, cards that can be lost, the squares in reach,
/// and the best of them.
pub const OF_SEAT: usize =
    Face::NUMBERS.len() + ACTIONS + BEST + LOSABLE + REACH * OF_SQUARE + BEST_PILE;

// Offsets of the inputs: leads over the rivals, cards and surroundings of the seats, squares of the rivals'
// pawns relative to the seat's, turns, deck, round, and number of cards.
pub const OF_RIVAL: usize = VALUES + POINTS;
pub const SEAT: usize = RIVALS * OF_RIVAL;
pub const PAWNS: usize = SEAT + SEATS * OF_SEAT;
pub const TURNS: usize = PAWNS + RIVALS * RING;
pub const DECK_AT: usize = TURNS + SEATS * MAX_SEATS;
pub const FIRES_AT: usize = DECK_AT + DECK;
pub const ROUND_AT: usize = FIRES_AT + FIRES;
pub const CARDS: usize = ROUND_AT + ROUNDS as usize;

/// The total number of inputs.
pub const COUNT: usize = CARDS + 2;
