//! The sub-actions of which each action consists, for machine learning.

use zashiki_core::{FactoredAction, SubActionKind};

use super::action::Action::{self, *};
use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Piece, Spin, Tile};

// Positions of the sub-actions in `SUB_ACTIONS`.
const WHAT: usize = 0;
const SKILL: usize = 1;
const TILE: usize = 2;
const AT: usize = 3;
const PIECE: usize = 4;
const DIR: usize = 5;
const SPIN: usize = 6;

/// The kinds of sub-actions. A sub-action refers to its kind by the position in this list.
pub(super) const SUB_ACTIONS: &[SubActionKind] = &[
    SubActionKind {
        name: "what",
        size: 14,
        meaning: "Draft a skill, draft a tile into the hand, draft a gem tile and use it, draft a floor tile and place it, move, take a tile from the line, return to the start, place a floor tile, use a gem tile, crash, rotate, steal, recall, or end the turn.",
    },
    SubActionKind {
        name: "skill",
        size: Skill::ALL.len(),
        meaning: "The skill: crash, rotate, recall, king, steal, ghost, quick.",
    },
    SubActionKind {
        name: "tile",
        size: Tile::COUNT,
        meaning: "The tile: eight kinds of floor tiles, then gem tiles by their square.",
    },
    SubActionKind {
        name: "square",
        size: Square::COUNT,
        meaning: "The square, rank by rank from A1.",
    },
    SubActionKind {
        name: "piece",
        size: Piece::ALL.len(),
        meaning: "The floor tile with its orientation: kinds in order, each with its orientations clockwise from north.",
    },
    SubActionKind {
        name: "direction",
        size: Dir::ALL.len(),
        meaning: "Direction of the pawn's step, clockwise from rank 8.",
    },
    SubActionKind {
        name: "spin",
        size: Spin::ALL.len(),
        meaning: "Direction of the rotation: left or right.",
    },
];

/// Writes the sub-actions of an action. Those of a floor tile's placement are its kind, then the
/// square, then the orientation.
pub(super) fn sub_actions(action: Action, to: &mut FactoredAction) {
    let tile =
        |to: &mut FactoredAction, what, tile: Tile| to.add([(WHAT, what), (TILE, tile.index())]);
    let at = |to: &mut FactoredAction, what, square: Square| {
        to.add([(WHAT, what), (AT, square.index())])
    };
    let place = |to: &mut FactoredAction, what, piece: Piece, square: Square| {
        let kind = Tile::Floor(piece.kind()).index();
        to.add([(WHAT, what), (TILE, kind), (AT, square.index()), (PIECE, piece as usize)])
    };
    match action {
        Draft { skill } => to.add([(WHAT, 0), (SKILL, skill as usize)]),
        Keep { tile: kept } => tile(to, 1, kept),
        UseDrafted { square } => at(to, 2, square),
        PlaceDrafted { piece, square } => place(to, 3, piece, square),
        Move { dir } => to.add([(WHAT, 4), (DIR, dir as usize)]),
        Take { tile: taken } => tile(to, 5, taken),
        Return { tile: given } => tile(to, 6, given),
        Place { piece, square } => place(to, 7, piece, square),
        Use { square } => at(to, 8, square),
        Crash { square } => at(to, 9, square),
        Rotate { square, spin } => {
            to.add([(WHAT, 10), (AT, square.index()), (SPIN, spin as usize)])
        }
        Steal { square } => at(to, 11, square),
        Recall => to.add([(WHAT, 12)]),
        End => to.add([(WHAT, 13)]),
    }
}
