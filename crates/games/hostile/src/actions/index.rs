//! The number (index) of each action, for machine learning, and the categories of actions.

use super::action::Action::{self, *};
use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Piece, Spin, Tile};

const SQUARES: usize = Square::COUNT;
const PLACES: usize = Piece::ALL.len() * SQUARES;

// First index of each category of actions.
const KEEP: usize = Skill::ALL.len();
const USE_DRAFTED: usize = KEEP + Tile::COUNT;
const PLACE_DRAFTED: usize = USE_DRAFTED + SQUARES;
const MOVE: usize = PLACE_DRAFTED + PLACES;
const TAKE: usize = MOVE + Dir::ALL.len();
const RETURN: usize = TAKE + Tile::COUNT;
const PLACE: usize = RETURN + Tile::COUNT;
const USE: usize = PLACE + PLACES;
const CRASH: usize = USE + SQUARES;
const ROTATE: usize = CRASH + SQUARES;
const STEAL: usize = ROTATE + 2 * SQUARES;
const RECALL: usize = STEAL + SQUARES;
const END: usize = RECALL + 1;

const fn place_index(piece: Piece, square: Square) -> usize {
    piece as usize * SQUARES + square.index()
}

fn place_from(index: usize) -> Option<(Piece, Square)> {
    Some((*Piece::ALL.get(index / SQUARES)?, Square::from_index(index % SQUARES)?))
}

/// Number of action indices, including those of actions that are never legal.
pub(super) const COUNT: usize = END + 1;

/// The stable index of the action. Order: skills drafted; tiles drafted into the hand; gem tiles
/// drafted and used; floor tiles drafted and placed; moves; tiles taken; tiles discarded to return;
/// floor tiles placed; gem tiles used; crash; rotate; steal; recall; end.
#[inline]
pub(super) fn index(action: Action) -> Option<usize> {
    Some(match action {
        Draft { skill } => skill as usize,
        Keep { tile } => KEEP + tile.index(),
        UseDrafted { square } => USE_DRAFTED + square.index(),
        PlaceDrafted { piece, square } => PLACE_DRAFTED + place_index(piece, square),
        Move { dir } => MOVE + dir as usize,
        Take { tile } => TAKE + tile.index(),
        Return { tile } => RETURN + tile.index(),
        Place { piece, square } => PLACE + place_index(piece, square),
        Use { square } => USE + square.index(),
        Crash { square } => CRASH + square.index(),
        Rotate { square, spin } => ROTATE + 2 * square.index() + spin as usize,
        Steal { square } => STEAL + square.index(),
        Recall => RECALL,
        End => END,
    })
}

/// The action with this index, or `None` if there is none.
pub(super) fn from_index(index: usize) -> Option<Action> {
    Some(match index {
        0..KEEP => Draft { skill: Skill::ALL[index] },
        KEEP..USE_DRAFTED => Keep { tile: Tile::from_index(index - KEEP)? },
        USE_DRAFTED..PLACE_DRAFTED => {
            UseDrafted { square: Square::from_index(index - USE_DRAFTED)? }
        }
        PLACE_DRAFTED..MOVE => {
            let (piece, square) = place_from(index - PLACE_DRAFTED)?;
            PlaceDrafted { piece, square }
        }
        MOVE..TAKE => Move { dir: Dir::ALL[index - MOVE] },
        TAKE..RETURN => Take { tile: Tile::from_index(index - TAKE)? },
        RETURN..PLACE => Return { tile: Tile::from_index(index - RETURN)? },
        PLACE..USE => {
            let (piece, square) = place_from(index - PLACE)?;
            Place { piece, square }
        }
        USE..CRASH => Use { square: Square::from_index(index - USE)? },
        CRASH..ROTATE => Crash { square: Square::from_index(index - CRASH)? },
        ROTATE..STEAL => {
            let rest = index - ROTATE;
            Rotate { square: Square::from_index(rest / 2)?, spin: Spin::ALL[rest % 2] }
        }
        STEAL..RECALL => Steal { square: Square::from_index(index - STEAL)? },
        RECALL => Recall,
        END => End,
        _ => return None,
    })
}

/// The category of the action. Two actions that differ only in the square or orientation of a
/// placed tile, or in the square on which a skill is used, have the same category.
#[inline]
pub(super) fn category(action: Action) -> Option<usize> {
    Some(match action {
        PlaceDrafted { piece, .. } => PLACE_DRAFTED + piece.kind() as usize,
        Place { piece, .. } => PLACE + piece.kind() as usize,
        Crash { .. } => CRASH,
        Rotate { .. } => ROTATE,
        Steal { .. } => STEAL,
        other => return index(other),
    })
}
