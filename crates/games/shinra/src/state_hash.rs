//! Hash of a state for transposition tables. The rules do not depend on it.

use zashiki_core::StateHasher;

use crate::Shinra;
use crate::board::Stage;
use crate::kind::{Item, Mark};

/// The hash includes the number of turns left only if it is below this number.
const LIMIT_NEAR: u16 = 64;

impl Shinra {
    /// Hash of the state for transposition tables. States that differ only in the number of battle turns
    /// played have the same hash, except in the last [`LIMIT_NEAR`] turns before the turn limit.
    pub(crate) fn hash(&self) -> u64 {
        let board = &self.board;
        let mut hash = StateHasher::new();
        for four in board.pieces().chunks(4) {
            hash.add(four.iter().fold(0, |word, piece| word << 16 | u64::from(piece.bits())));
        }
        for hand in &board.hands {
            hash.add(u64::from_le_bytes(hand.singles));
            let held = hand.stacks().len() as u64;
            let remainders = u64::from_le_bytes(hand.remainders);
            // Kings, 八とび and ジョーカー are never remainders, so their bytes are free.
            hash.add(remainders | u64::from(hand.queens) | held << 56);
            for four in hand.stacks().chunks(4) {
                hash.add(four.iter().fold(0, |word, item| word << 16 | item_bits(*item)));
            }
        }
        let left = self.config.options.turn_limit.saturating_sub(board.turns);
        let turns_left = if left < LIMIT_NEAR { u64::from(left) } else { 0xff };
        let flags = [board.switches, board.stepped[0], board.stepped[1]];
        let flags = flags.iter().fold(0, |word, flag| word << 1 | u64::from(*flag));
        hash.add(stage_bits(board.stage) | turns_left << 48 | flags << 56);
        hash.value()
    }
}

#[inline]
fn item_bits(item: Item) -> u64 {
    let mark = match item.mark {
        Mark::Plain => 0,
        Mark::Remainder => 1,
        Mark::Captive => 2,
    };
    u64::from(item.cards.0) | u64::from(item.kept) << 8 | mark << 12
}

#[inline]
fn stage_bits(stage: Stage) -> u64 {
    let (tag, seat, rest) = match stage {
        Stage::Setup => (0, 0, 0),
        Stage::Deploy { seat, place } => (1, seat.0, u64::from(place)),
        Stage::Act { seat } => (2, seat.0, 0),
        Stage::Follow { seat, from, king } => {
            (3, seat.0, from.index() as u64 | u64::from(king) << 8)
        }
        Stage::Settle { seat, cards, points } => {
            (4, seat.0, u64::from(cards.0) | u64::from(points) << 8)
        }
        Stage::Queen { seat, item } => (5, seat.0, item_bits(item)),
        Stage::Switch { seat, place } => (6, seat.0, place.map_or(0xff, u64::from)),
        Stage::Over { winner } => (7, winner.map_or(2, |seat| seat.0), 0),
    };
    tag | u64::from(seat) << 4 | rest << 8
}
