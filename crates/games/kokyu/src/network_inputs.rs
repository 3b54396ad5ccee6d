//! What a network gets to see of a play, for one seat. The rules do not depend on it.

use zashiki_core::{Seat, ValueNetwork};

use crate::Board;
use crate::board::{Group, Task};
use crate::limits::{CARDS, EUNUCHS, MAX_PALACE};

/// So many squares of the bedroom, laps and points are told apart.
const SQUARES: usize = 32;
const LAPS: usize = 4;
const POINTS: usize = 8;
const EACH: usize = EUNUCHS as usize;

/// Where the consort stands, her laps and the points; eunuchs in the palace and in hand, weak and
/// strong, and on every card; 始動権; and who decides: each for the seat itself and for its opponent.
const LAPPED: usize = SQUARES;
const SCORED: usize = LAPPED + LAPS;
const PALACE: usize = SCORED + POINTS;
const HAND: usize = PALACE + MAX_PALACE * 2 * EACH;
const CARD: usize = HAND + 2 * EACH;
const INITIATIVE: usize = CARD + CARDS * EACH;
const DECIDES: usize = INITIATIVE + 1;
const OF_SEAT: usize = DECIDES + 1;
/// 香妃's points, points on 茶休憩, and the cards that are open: for both.
const KOHI: usize = 2 * OF_SEAT;
const TEA: usize = KOHI + POINTS;
const OPEN: usize = TEA + 1;
/// What is being done: the steps that a consort still has to go, and who goes.
const GOING: usize = OPEN + CARDS;
/// The card that is being processed.
const PROCESSED: usize = GOING + 2 * POINTS;

/// How many inputs there are.
pub(crate) const COUNT: usize = PROCESSED + CARDS;

impl Board {
    /// By how much the network corrects how good the board looks for a seat, in thousandths.
    pub(crate) fn correction(&self, network: &ValueNetwork, seat: Seat) -> i32 {
        let of = |seat| {
            let mut units = network.units();
            self.each_input(seat, |input| units.add(input));
            units.value()
        };
        (of(seat) - of(seat.other())) / 2
    }

    /// The inputs that are there for a seat.
    #[inline]
    pub(crate) fn each_input(&self, seat: Seat, mut each: impl FnMut(usize)) {
        for owner in [seat, seat.other()] {
            let base = if owner == seat { 0 } else { OF_SEAT };
            let at = owner.index();
            let consort = self.consorts[at];
            each(base + usize::from(consort.square).min(SQUARES - 1));
            each(base + LAPPED + usize::from(consort.laps).min(LAPS - 1));
            each(base + SCORED + usize::from(self.points[at]).min(POINTS - 1));
            let mut group = |first: usize, group: Group| {
                for (side, count) in [group.weak, group.strong].into_iter().enumerate() {
                    for eunuch in 0..usize::from(count).min(EACH) {
                        each(base + first + side * EACH + eunuch);
                    }
                }
            };
            for (square, groups) in self.palace.iter().enumerate() {
                group(PALACE + square * 2 * EACH, groups[at]);
            }
            group(HAND, self.hands[at]);
            for (card, held) in self.cards.iter().enumerate() {
                let own = held.eunuchs.iter().filter(|eunuch| eunuch.seat == owner);
                for (eunuch, _) in own.enumerate() {
                    each(base + CARD + card * EACH + eunuch);
                }
            }
            if self.initiative == owner {
                each(base + INITIATIVE);
            }
            if self.awaited() == Some(owner) {
                each(base + DECIDES);
            }
        }
        each(KOHI + usize::from(self.kohi).min(POINTS - 1));
        if self.tea > 0 {
            each(TEA);
        }
        for (card, held) in self.cards.iter().enumerate() {
            if held.open {
                each(OPEN + card);
            }
        }
        for task in &self.tasks {
            if let Task::Way { seat: mover, steps, .. } | Task::Advance { seat: mover, steps, .. } =
                task
            {
                let whose = usize::from(*mover != seat);
                each(GOING + whose * POINTS + usize::from(*steps).min(POINTS - 1));
            }
        }
        if let Some(card) = self.current_card() {
            each(PROCESSED + card);
        }
    }
}
