//! How a play ends.

use arrayvec::ArrayVec;
use table::{Log, Seat};

use crate::Sengoku;
use crate::events::Event;
use crate::sheet::{Ending, MAX_SEATS};

/// Seats that are still in contention.
type Seats = ArrayVec<Seat, MAX_SEATS>;

impl Sengoku {
    /// Enough flowers on 花道 (S-63). If several reach that together: more flowers, then
    /// castles, then hands, then shared (AS17).
    pub(super) fn end_by_flowers(&mut self, log: &mut impl Log<Sengoku>) -> bool {
        let goal = self.setup.components.victory.flowers;
        let there: Seats = self.all().filter(|seat| self.sheet.flowers(*seat) >= goal).collect();
        if there.is_empty() {
            return false;
        }
        let there = leaders(there, |seat| self.sheet.flowers(seat));
        let there = leaders(there, |seat| self.sheet.castles_of(seat));
        let winners = leaders(there, |seat| self.strength_in_hand(seat));
        self.finish(Ending::Flowers, winners, log);
        true
    }

    /// Enough castles (S-62).
    pub(super) fn end_by_castles(&mut self, log: &mut impl Log<Sengoku>) -> bool {
        let goal = self.setup.components.victory.castles;
        let winners: Seats =
            self.all().filter(|seat| self.sheet.castles_of(*seat) >= goal).collect();
        let reached = !winners.is_empty();
        if reached {
            self.finish(Ending::Castles, winners, log);
        }
        reached
    }

    /// After the last battlefield: castles, then flowers, then hands, then shared (S-65 to
    /// S-67, AS19).
    pub(super) fn end_by_counting(&mut self, log: &mut impl Log<Sengoku>) {
        let (ending, winners) = self.count_up();
        self.finish(ending, winners, log);
    }

    /// Who is ahead by the last count, and by what.
    pub(crate) fn count_up(&self) -> (Ending, Seats) {
        let castles = leaders(self.all().collect(), |seat| self.sheet.castles_of(seat));
        if castles.len() == 1 {
            return (Ending::MostCastles, castles);
        }
        let flowers = leaders(castles, |seat| self.sheet.flowers(seat));
        if flowers.len() == 1 {
            return (Ending::MostFlowers, flowers);
        }
        let hands = leaders(flowers, |seat| self.strength_in_hand(seat));
        (if hands.len() == 1 { Ending::Hands } else { Ending::Shared }, hands)
    }

    /// The strengths of the tiles in hand; pile, general and a declared tile do not count
    /// (AS19, AS27).
    pub(crate) fn strength_in_hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()].iter().map(|tile| tile.strength()).sum()
    }

    fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.sheet.seats())
    }

    fn finish(&mut self, ending: Ending, winners: Seats, log: &mut impl Log<Sengoku>) {
        self.sheet.end = Some(ending);
        self.sheet.winners = winners.clone();
        log.push(Event::Ended { ending, winners }, self);
    }
}

/// Those who have the most.
fn leaders(seats: Seats, count: impl Fn(Seat) -> u8) -> Seats {
    let best = seats.iter().map(|seat| count(*seat)).max();
    seats.into_iter().filter(|seat| Some(count(*seat)) == best).collect()
}
