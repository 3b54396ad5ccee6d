//! The end of a game.

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, Seat};

use crate::Sengoku;
use crate::board::{Ending, Settlement};
use crate::events::{Comparison, Event};
use crate::limits::MAX_SEATS;

/// A set of seats in the comparison for the victory.
type Seats = ArrayVec<Seat, MAX_SEATS>;

/// The end of a game: the winners, and the comparison that decided between several seats.
pub(crate) struct Verdict {
    /// The way in which the game ended.
    pub ending: Ending,
    /// The winner, or all seats that share the victory.
    pub winners: Seats,
    /// Seats that met the winning condition at the same time as the winner but lost the comparison
    /// (S-72).
    pub rivals: Seats,
    /// The comparison that decided between the winner and the rivals; `None` without rivals, or if
    /// the victory is shared.
    pub by: Option<Comparison>,
    /// The comparison that decided: the winner's number, and the highest number of those that lost it.
    pub counts: Option<[u8; 2]>,
}

impl Sengoku {
    /// Ends the game if an end condition holds after the latest decisions on paths and castles.
    /// Returns true if the game ended.
    pub(super) fn end_if_won(&mut self, log: &mut impl EventSink<Sengoku>) -> bool {
        let Some(verdict) = self.verdict() else { return false };
        let Verdict { ending, winners, rivals, by, counts } = verdict;
        self.board.end = Some(ending);
        self.board.winners = winners.clone();
        log.push(Event::Ended { ending, winners, rivals, by, counts }, self);
        true
    }

    /// The end of the game, or `None` if no end condition holds.
    ///
    /// A seat with enough castles or enough flower paths wins at once (S-62, S-63). After the last
    /// battlefield all seats are compared. Several seats are compared by castles, then by flower
    /// paths, then by strength in hand (S-65 to S-67, S-72, AS34).
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        let victory = &self.config.components.victory;
        let enough_castles = |seat: Seat| self.board.castles_of(seat) >= victory.castles;
        let seats = || Seat::all(self.board.seats());
        let winning: Seats = seats()
            .filter(|seat| enough_castles(*seat) || self.board.flowers(*seat) >= victory.flowers)
            .collect();
        let all_decided = !self.board.castles.contains(&Settlement::Open);
        if winning.is_empty() && !all_decided {
            return None;
        }
        let at_once = !winning.is_empty();
        let contenders: Seats = if at_once { winning } else { seats().collect() };
        let castles = |seat| self.board.castles_of(seat);
        let flowers = |seat| self.board.flowers(seat);
        let hands = |seat| self.strength_in_hand(seat);
        let by_castles = leaders(contenders.clone(), castles);
        let by_flowers = leaders(by_castles.clone(), flowers);
        let winners = leaders(by_flowers.clone(), hands);
        let counts = decided(&contenders, castles)
            .or_else(|| decided(&by_castles, flowers))
            .or_else(|| decided(&by_flowers, hands));
        let ending = match (at_once, winners.len()) {
            // Castles are decided one at a time, so only one seat can have enough.
            (true, 1) if enough_castles(winners[0]) => Ending::Castles,
            (true, 1) => Ending::Flowers,
            (true, _) => Ending::FlowersShared,
            (false, _) if by_castles.len() == 1 => Ending::MostCastles,
            (false, _) if by_flowers.len() == 1 => Ending::MostFlowers,
            (false, 1) => Ending::Hands,
            (false, _) => Ending::FourthBattlefieldShared,
        };
        let compared = at_once && contenders.len() > 1;
        let rivals: Seats =
            contenders.into_iter().filter(|seat| compared && !winners.contains(seat)).collect();
        let by = match (by_castles.len(), by_flowers.len(), winners.len()) {
            _ if !compared => None,
            (1, _, _) => Some(Comparison::Castles),
            (_, 1, _) => Some(Comparison::Flowers),
            (_, _, 1) => Some(Comparison::Hands),
            _ => None,
        };
        Some(Verdict { ending, winners, rivals, by, counts })
    }

    /// Total strength of the tiles in a seat's hand. The pile, the general and a declared tile do
    /// not count (AS19, AS27).
    fn strength_in_hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()].iter().map(|tile| tile.strength()).sum()
    }
}

/// The seats, among these, that have the highest count.
fn leaders(seats: Seats, count: impl Fn(Seat) -> u8) -> Seats {
    let best = seats.iter().map(|seat| count(*seat)).max();
    seats.into_iter().filter(|seat| Some(count(*seat)) == best).collect()
}

/// The highest and the second highest count, if one of several seats alone has the highest.
fn decided(seats: &Seats, count: impl Fn(Seat) -> u8) -> Option<[u8; 2]> {
    let mut counts: ArrayVec<u8, MAX_SEATS> = seats.iter().map(|seat| count(*seat)).collect();
    counts.sort_unstable();
    match counts[..] {
        [.., next, best] if next < best => Some([best, next]),
        _ => None,
    }
}
