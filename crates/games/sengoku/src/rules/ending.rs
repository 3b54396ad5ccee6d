//! How a play ends.

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, Seat};

use crate::Sengoku;
use crate::board::{Ending, Settlement};
use crate::events::{Comparison, Event};
use crate::limits::MAX_SEATS;

/// Seats that are still in contention.
type Seats = ArrayVec<Seat, MAX_SEATS>;

/// The end of a play and how it was decided.
pub(crate) struct Verdict {
    /// The way it ended.
    pub ending: Ending,
    /// The winner, or all who share the victory.
    pub winners: Seats,
    /// Seats that reached the end by the same awards and lost the comparison (S-72).
    pub rivals: Seats,
    /// The comparison that decided between the winner and the rivals.
    pub by: Option<Comparison>,
}

impl Sengoku {
    /// Ends the play if what has just been decided ends it.
    pub(super) fn end_if_won(&mut self, log: &mut impl EventSink<Sengoku>) -> bool {
        let Some(Verdict { ending, winners, rivals, by }) = self.verdict() else { return false };
        self.board.end = Some(ending);
        self.board.winners = winners.clone();
        log.push(Event::Ended { ending, winners, rivals, by }, self);
        true
    }

    /// The end of the play as castles and flowers stand; nothing while it goes on.
    ///
    /// A seat with enough castles or enough flowers wins on the spot (S-62, S-63); after the
    /// last battlefield everybody is compared. Several are compared by castles, then flowers,
    /// then hands (S-65 to S-67, S-72, AS34).
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        let victory = &self.config.components.victory;
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
        let contenders: Seats = if on_the_spot { early } else { all().collect() };
        let by_castles = leaders(contenders.clone(), |seat| self.board.castles_of(seat));
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
        let compared = on_the_spot && contenders.len() > 1;
        let rivals: Seats =
            contenders.into_iter().filter(|seat| compared && !winners.contains(seat)).collect();
        let by = match (by_castles.len(), by_flowers.len(), winners.len()) {
            _ if !compared => None,
            (1, _, _) => Some(Comparison::Castles),
            (_, 1, _) => Some(Comparison::Flowers),
            (_, _, 1) => Some(Comparison::Hands),
            _ => None,
        };
        Some(Verdict { ending, winners, rivals, by })
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
