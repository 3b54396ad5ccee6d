//! The type of a player's decision, with the notation of each variant.

use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Piece, Spin, Tile};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `skill crash`: draft a skill card.
    Draft {
        /// The skill card to draft.
        skill: Skill,
    },
    /// `draft slide keep`: draft a tile into the hand, or with a full hand discard it.
    Keep {
        /// The drafted tile.
        tile: Tile,
    },
    /// `draft C5 use`: draft a gem tile and use it at once.
    UseDrafted {
        /// Square of the gem tile.
        square: Square,
    },
    /// `draft slide place D4 n`, `draft ice place D4`: draft a floor tile and place it at once.
    PlaceDrafted {
        /// The floor tile with its orientation.
        piece: Piece,
        /// Square on which the tile is placed.
        square: Square,
    },
    /// `move n`: move the pawn by one square, for one action point.
    Move {
        /// The direction. Diagonal directions have a notation but are never legal.
        dir: Dir,
    },
    /// `take slide`: take a tile from the line, for one action point.
    Take {
        /// The tile to take.
        tile: Tile,
    },
    /// `return slide`: return to the start square, for one action point and a discarded hand tile.
    Return {
        /// The hand tile to discard.
        tile: Tile,
    },
    /// `place slide D4 n`, `place ice D4`: place a floor tile from the hand.
    Place {
        /// The floor tile with its orientation.
        piece: Piece,
        /// Square on which the tile is placed.
        square: Square,
    },
    /// `use C5`: use a gem tile from the hand.
    Use {
        /// Square of the gem tile.
        square: Square,
    },
    /// `crash D4`: discard the floor tile on a square (クラッシュ).
    Crash {
        /// Square of the tile to discard.
        square: Square,
    },
    /// `rotate D4 left`: turn the floor tile on a square by 90 degrees (ローテート).
    Rotate {
        /// Square of the tile to turn.
        square: Square,
        /// Direction of the rotation.
        spin: Spin,
    },
    /// `recall`: return to the start square without cost (リコール).
    Recall,
    /// `steal D4`: take the floor tile on a square into the hand, for one action point (スティール).
    Steal {
        /// Square of the tile to take.
        square: Square,
    },
    /// `end`: end the turn.
    End,
}
