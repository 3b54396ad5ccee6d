//! How a play ends.

use arrayvec::ArrayVec;
use table::{Log, Seat};

use crate::Sengoku;
use crate::board::{Ending, MAX_SEATS, Settlement};
use crate::events::Event;

/// Seats that are still in contention.
type Seats = ArrayVec<Seat, MAX_SEATS>;

impl Sengoku {
    /// Ends the play if what has just been decided ends it.
    pub(super) fn end_if_won(&mut self, log: &mut impl Log<Sengoku>) -> bool {
        let Some((ending, winners)) = self.ending() else { return false };
        self.board.end = Some(ending);
        self.board.winners = winners.clone();
        log.push(Event::Ended { ending, winners }, self);
        true
    }

    /// How the play ends as castles and flowers stand, and for whom; nothing while it goes on.
    ///
    /// A seat with enough castles or enough flowers wins on the spot (S-62, S-63); after the
    /// last battlefield everybody is compared. Several are compared by castles, then flowers,
    /// then hands (S-65 to S-67, S-72, AS34).
    pub(crate) fn ending(&self) -> Option<(Ending, Seats)> {
        let victory = &self.setup.components.victory;
        let enough_castles = |seat: Seat| self.board.castles_of(seat) >= victory.castles;
        let all = || Seat::all(self.board.seats());
        let early: Seats = all()
            .filter(|seat| enough_castles(*seat) || self.board.flowers(*seat) >= victory.flowers)
            .collect();
        let over = !self.board.castles.contains(&Settlement::Open);
        if early.is_empty() && !over {
            return None;
        }
        let on_the_spot = !early.is_empty();
        let contenders = if on_the_spot { early } else { all().collect() };
        let by_castles = leaders(contenders, |seat| self.board.castles_of(seat));
        let by_flowers = leaders(by_castles.clone(), |seat| self.board.flowers(seat));
        let winners = leaders(by_flowers.clone(), |seat| self.strength_in_hand(seat));
        let ending = match (on_the_spot, winners.len()) {
            // One castle is decided at a time, so this is never shared.
            (true, 1) if enough_castles(winners[0]) => Ending::Castles,
            (true, 1) => Ending::Flowers,
            (true, _) => Ending::FlowersShared,
            (false, _) if by_castles.len() == 1 => Ending::MostCastles,
            (false, _) if by_flowers.len() == 1 => Ending::MostFlowers,
            (false, 1) => Ending::Hands,
            (false, _) => Ending::FourthBattlefieldShared,
        };
        Some((ending, winners))
    }

    /// The strengths of the tiles in hand; pile, general and a declared tile do not count
    /// (AS19, AS27).
    fn strength_in_hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()].iter().map(|tile| tile.strength()).sum()
    }
}

/// Those who have the most.
fn leaders(seats: Seats, count: impl Fn(Seat) -> u8) -> Seats {
    let best = seats.iter().map(|seat| count(*seat)).max();
    seats.into_iter().filter(|seat| Some(count(*seat)) == best).collect()
}
