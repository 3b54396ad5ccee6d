//! The groups of inputs of the value network, and the index of the first input of each. `network_inputs` says when
//! they are 1.

use crate::skill::Skill;
use crate::square::Dir;
use crate::tile::{Kind, Piece};

/// Squares beside a pawn, on which a tile counts with its orientation.
pub const BESIDE: usize = Dir::ALL.len();
/// Squares at a distance of two, on which only the kind of a tile counts.
pub const AROUND: usize = 16;
/// Number of inputs for a square beside a pawn: every tile, or the edge of the board.
pub const PIECES: usize = Piece::ALL.len() + 1;
/// Number of inputs for a square at a distance of two.
pub const KINDS: usize = Kind::ALL.len() + 1;
/// Number of inputs for the distance between a pawn and a gem; greater distances count as the last one.
pub const DISTANCES: usize = 8;
/// The same where the distance of both sides counts.
pub const RACES: usize = 6;
/// Maximum number of gems that count on one square.
pub const COUNTED: u8 = 3;
/// Number of inputs for a number of gained gems.
pub const GAINED: usize = 16;
/// Number of inputs for the round, and for the tiles of the floor deck, in threes.
pub const ROUNDS: usize = 16;
pub const DECK: usize = 16;

// The index of the first input of each group. The groups up to `OF_SIDE` exist twice: for the side, and
// from `OF_SIDE` on for its opponents. Tiles beside a pawn begin at 0.

/// Tiles at a distance of two.
pub const AROUND_AT: usize = BESIDE * PIECES;
/// Gems by their distance, and gem tiles in the hand by the distance of their squares.
pub const GEMS: usize = AROUND_AT + AROUND * KINDS;
pub const GEM_TILES: usize = GEMS + DISTANCES;
/// Floor tiles in the hand.
pub const HAND: usize = GEM_TILES + DISTANCES;
/// Gained gems.
pub const GAINED_AT: usize = HAND + Kind::ALL.len();
/// Skill cards.
pub const SKILLS: usize = GAINED_AT + GAINED;
/// The start player.
pub const START: usize = SKILLS + Skill::ALL.len();
/// Number of inputs for a side.
pub const OF_SIDE: usize = START + 1;
/// Gems by the distance of the side's nearest pawn and of the opponents' nearest one.
pub const RACES_AT: usize = 2 * OF_SIDE;
/// The round, the floor deck, and whether the deck was short.
pub const ROUND: usize = RACES_AT + RACES * RACES;
pub const DECK_AT: usize = ROUND + ROUNDS;
pub const SHORT: usize = DECK_AT + DECK;

/// Total number of inputs.
pub const COUNT: usize = SHORT + 1;
