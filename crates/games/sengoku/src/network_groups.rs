//! The groups of inputs of the value network, and the index of the first input of each. `network_inputs` says when
//! they are 1.

use crate::limits::{MAX_HAND, MAX_SEATS};
use crate::square::{BATTLEFIELDS, FIELD};
use crate::tile::PAIRS;

/// Number of different dominoes: the tiles and the general.
pub const DOMINOES: usize = PAIRS + 1;
/// Number of different marks.
pub const MARKS: usize = 6;
/// Number of inputs for a lead in points, from −6 to 6; greater leads count as the last ones.
pub const LEADS: usize = 13;
/// Number of inputs for the filled squares of a flower path.
pub const FILLED: usize = FIELD + 1;
/// Kinds of flower paths by their place: at the edge of the battlefield, between, and through the castle.
pub const PLACES: usize = FIELD.div_ceil(2);
/// Number of inputs for flower paths won in the battlefield; higher numbers count as the last one.
pub const WON: usize = 7;
/// Number of inputs for flower paths won in the game.
pub const FLOWERS: usize = 16;
/// Number of inputs for castles won; higher numbers count as the last one.
pub const CASTLES: usize = 4;
/// Number of inputs for the empty squares of the battlefield, in fours.
pub const EMPTY: usize = 7;
/// Number of inputs for the marks of one kind in the hand, and for the squares that they can join.
pub const HELD: usize = 4;
pub const JOINTS: usize = 4;
/// Number of inputs for the dominoes in the hand and the pile, in twos.
pub const LEFT: usize = 12;
/// Number of inputs for the lead in the number of dominoes.
pub const MORE: usize = 7;

// The index of the first input of each group.

/// Open flower paths, by place, lead and filled squares.
pub const PATHS: usize = 0;
/// Flower paths won in the battlefield, by the seat and by the best other.
pub const WON_AT: usize = PATHS + PLACES * LEADS * FILLED;
/// Flower paths won in the game, by the seat; and by the best other.
pub const FLOWERS_AT: usize = WON_AT + WON * WON;
/// Castles won, by the seat and by the best other.
pub const CASTLES_AT: usize = FLOWERS_AT + 2 * FLOWERS;
/// The battlefield, and its empty squares.
pub const FIELD_AT: usize = CASTLES_AT + CASTLES * CASTLES;
pub const EMPTY_AT: usize = FIELD_AT + BATTLEFIELDS;
/// The tiles in the seat's hand, and how many of them have a place.
pub const HAND: usize = EMPTY_AT + EMPTY;
pub const FITS: usize = HAND + PAIRS;
/// For each mark: how often the hand has it, and how many squares it can join.
pub const MARKS_AT: usize = FITS + MAX_HAND + 1;
/// The unused general of the seat, and the number of those of the others.
pub const GENERALS: usize = MARKS_AT + MARKS * HELD * JOINTS;
/// The kind of decision, for the seat and for the others.
pub const STAGE: usize = GENERALS + 1 + MAX_SEATS;
/// Declared dominoes that were not placed yet: the seat's, and the others'.
pub const DECLARED: usize = STAGE + 4;
/// The place of the seat's declared domino in the order of placing.
pub const ORDER: usize = DECLARED + 2 * DOMINOES;
/// Dominoes left, and the lead in their number over the best other.
pub const LEFT_AT: usize = ORDER + MAX_SEATS;
pub const MORE_AT: usize = LEFT_AT + LEFT;
/// The lead in points in later battlefields.
pub const BEYOND: usize = MORE_AT + MORE;

/// Total number of inputs.
pub const COUNT: usize = BEYOND + LEADS;
