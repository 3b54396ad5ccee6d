//! Points, and the winner of the game (H-139 to H-142).

use zashiki_core::{Seat, SeatSet};

use crate::Honnoji;
use crate::types::{End, Reason};

impl Honnoji {
    /// Decides who wins: the seat with the most points, of several the one with the fewest cards; if
    /// these are equal too, the game is a draw (H-140 to H-142, A-H39).
    ///
    /// The rules call this once, after round 6. Called earlier, it returns the result that the game
    /// would have if it ended now.
    pub fn decide_winners(&self) -> End {
        let seats = || Seat::all(self.config.seats);
        let cards = |seat: &Seat| self.board.owned(*seat).len();
        let most = seats().map(|seat| self.points(seat)).max();
        let leaders: SeatSet = seats().filter(|seat| Some(self.points(*seat)) == most).collect();
        if leaders.len() == 1 {
            return End { reason: Reason::Points, winners: leaders };
        }
        let fewest = leaders.iter().map(|seat| cards(&seat)).min();
        let winners: SeatSet = leaders.iter().filter(|seat| Some(cards(seat)) == fewest).collect();
        let reason = if winners.len() == 1 { Reason::FewerCards } else { Reason::Draw };
        End { reason, winners }
    }

    /// The points of all cards of a seat (H-139).
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        self.config.points(self.board.owned(seat))
    }

    /// The points of a seat's exposed cards, which decide about the first-player marker (H-136).
    #[inline]
    pub(crate) fn exposed_points(&self, seat: Seat) -> i32 {
        self.config.points(self.board.exposed[seat.index()])
    }
}
