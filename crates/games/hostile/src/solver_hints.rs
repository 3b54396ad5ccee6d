//! Hints for the solver: a hash of the state, and a test for turns that cannot reach a number of
//! gems. The rules do not depend on them.

use zashiki_core::{Seat, StateHasher};

use crate::Hostile;
use crate::board::Stage;
use crate::skill::Skills;
use crate::square::squares;
use crate::tile::Tile;

impl Hostile {
    /// A hash of the state, equal for states from which the game continues in the same ways. The
    /// order of the tiles in a hand has no effect on a game, so it is ignored.
    pub(crate) fn compute_hash(&self) -> u64 {
        let board = &self.board;
        let mut hash = StateHasher::new();
        hash.add(stage_bits(board.stage));
        let plain = [board.round, board.pass, board.start_seat.0, board.layout];
        hash.add_bytes(
            plain.into_iter().chain([u8::from(board.short), u8::from(board.end.is_some())]),
        );
        hash.add_bytes(board.pawns.map(|square| square.index() as u8));
        hash.add_bytes(board.gained.into_iter().chain(board.reached).flat_map(u16::to_le_bytes));
        for hand in &board.hands {
            // A sum does not depend on the order.
            hash.add(hand.iter().fold(0, |sum: u64, tile| sum.wrapping_add(tile_bits(*tile))));
        }
        for skills in &board.skills {
            hash.add(skills.iter().fold(1, |word, skill| word << 8 | *skill as u64));
        }
        hash.add(skill_bits(board.removed));
        hash.add(board.tiles());
        hash.add_bytes(
            squares(board.tiles()).map(|at| board.piece(at).map_or(0, |piece| piece as u8)),
        );
        hash.add(board.gem_squares());
        hash.add_bytes(squares(board.gem_squares()).map(|square| board.gems(square)));
        hash.add_bytes(board.line.iter().map(|tile| tile.index() as u8));
        hash.add_bytes(board.floor_deck.iter().map(|kind| *kind as u8));
        hash.add_bytes(board.gem_deck.iter().map(|square| square.index() as u8));
        hash.add_bytes(board.floor_discards);
        hash.add(board.gem_discards);
        let rng = self.rng.state();
        hash.add(rng.seed);
        hash.add(rng.drawn);
        hash.value()
    }

    /// Returns true if the seat has fewer than this number of gems and cannot gain any in the rest
    /// of its turn: its pawn cannot move any more, and it can use no gem tile for the pawn's
    /// square.
    pub(crate) fn ends_below(&self, seat: Seat, gems: i32) -> bool {
        let board = &self.board;
        let Stage::Turn { seat: mover, points, stopped, recalls, .. } = board.stage else {
            return false;
        };
        let moves = !stopped && (points > 0 || recalls > 0);
        let here = Tile::Gem(board.pawns[seat.index()]);
        let held = board.hands[seat.index()].contains(&here);
        let taken = points > 0 && board.line.contains(&here);
        mover == seat && i32::from(board.gained[seat.index()]) < gems && !(moves || held || taken)
    }
}

fn stage_bits(stage: Stage) -> u64 {
    let word = |kind: u8, rest: [u8; 7]| {
        let [a, b, c, d, e, f, g] = rest;
        u64::from_le_bytes([kind, a, b, c, d, e, f, g])
    };
    match stage {
        Stage::RoundStart => word(0, [0; 7]),
        Stage::SkillDraft { seat } => word(1, [seat.0, 0, 0, 0, 0, 0, 0]),
        Stage::TileDraft { seat, left } => word(2, [seat.0, left, 0, 0, 0, 0, 0]),
        Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost } => {
            word(3, [seat.0, points, stopped.into(), crashes, rotations, recalls, ghost.into()])
        }
        Stage::Over => word(4, [0; 7]),
    }
}

fn skill_bits(skills: Skills) -> u64 {
    skills.iter().fold(0, |set, skill| set | 1 << skill as u64)
}

/// A hash of the tile. The hashes of a hand's tiles are added, and different hands have different
/// sums.
fn tile_bits(tile: Tile) -> u64 {
    (tile.index() as u64 + 1).wrapping_mul(0x94d0_49bb_1331_11eb)
}
