//! The result of a game.

use std::cmp::Reverse;

use zashiki_core::SeatSet;

use crate::Hostile;
use crate::board::{End, Reason};

impl Hostile {
    /// The result if the game ended now.
    pub(crate) fn end(&self, reason: Reason) -> End {
        let gems = |side| self.board.side_gems(&self.config, side);
        let sides = 0..self.config.sides.len();
        let most = sides.clone().map(gems).max().unwrap_or(0);
        let tied = (sides.filter(|side| gems(*side) == most).count() > 1).then_some(most);
        End { reason, winners: self.winners(), tied }
    }

    /// The side with the most gems. If several share the highest number, the side that reached it
    /// first; no side if nobody has a gem (X-25 to X-27, A-X31).
    fn winners(&self) -> SeatSet {
        let board = &self.board;
        let rank =
            |side: usize| (board.side_gems(&self.config, side), Reverse(board.reached[side]));
        let ranks = || (0..self.config.sides.len()).map(rank);
        let best = ranks().max();
        match best {
            Some((gems, _))
                if gems > 0 && ranks().filter(|rank| Some(*rank) == best).count() == 1 =>
            {
                let winner = ranks().position(|rank| Some(rank) == best);
                winner.map_or(SeatSet::EMPTY, |side| self.config.sides[side])
            }
            _ => SeatSet::EMPTY,
        }
    }
}
