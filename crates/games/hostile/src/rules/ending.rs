//! The result of a game.

use std::cmp::Reverse;

use zashiki_core::SeatSet;

use crate::Hostile;
use crate::board::{End, Reason};

impl Hostile {
    /// The result of the game if it ended now for this reason.
    pub(crate) fn end(&self, reason: Reason) -> End {
        let gems = |side| self.board.side_gems(&self.config, side);
        let sides = 0..self.config.sides.len();
        let most = sides.clone().map(gems).max().unwrap_or(0);
        let tied = (sides.filter(|side| gems(*side) == most).count() > 1).then_some(most);
        End { reason, winners: self.winners(), tied }
    }

    /// The seats of the winning side: the side with the most gems. If several sides share the
    /// highest number, the side that reached it first wins; no side wins if nobody has a gem (X-25
    /// to X-27, A-X31).
    fn winners(&self) -> SeatSet {
        let sides = 0..self.config.sides.len();
        let rank = |side: usize| {
            (self.board.side_gems(&self.config, side), Reverse(self.board.reached[side]))
        };
        let best = sides.clone().map(rank).max().unwrap_or_default();
        let mut leaders = sides.filter(|side| rank(*side) == best);
        match (leaders.next(), leaders.next()) {
            (Some(side), None) if best.0 > 0 => self.config.sides[side],
            _ => SeatSet::EMPTY,
        }
    }
}
