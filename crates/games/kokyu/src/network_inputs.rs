//! Inputs of the value network, from the viewpoint of one seat. The rules do not depend on them.

use zashiki_core::{Seat, ValueNetwork};

use crate::Board;
use crate::board::{Group, Task};
use crate::limits::{CARDS, EUNUCHS, MAX_PALACE};

/// Number of inputs for the square of a consort; higher squares count as the last one.
const SQUARES: usize = 32;
/// Number of inputs for the laps of a consort; higher numbers count as the last one.
const LAPS: usize = 4;
/// Number of inputs for a number of points; higher numbers count as the last one.
const POINTS: usize = 8;
const EACH: usize = EUNUCHS as usize;

// The index of the first input of each group. The groups up to `DECIDES` exist twice: for the seat,
// and from `OF_SEAT` on for its opponent. The square of the consort begins at 0.

/// Index of the first input for the completed laps of the seat's consort.
const LAPS_AT: usize = SQUARES;
/// Index of the first input for the points of the seat.
const POINTS_AT: usize = LAPS_AT + LAPS;
/// Index of the first input for the seat's eunuchs on each palace square, by side.
const PALACE: usize = POINTS_AT + POINTS;
/// Index of the first input for the seat's eunuchs in hand, by side.
const HAND: usize = PALACE + MAX_PALACE * 2 * EACH;
/// Index of the first input for the seat's eunuchs on each card.
const CARD: usize = HAND + 2 * EACH;
/// Index of the input for holding the first-move tile.
const INITIATIVE: usize = CARD + CARDS * EACH;
/// Index of the input for being the seat to move.
const DECIDES: usize = INITIATIVE + 1;
/// Number of inputs for one seat.
const OF_SEAT: usize = DECIDES + 1;
/// Index of the first input for the points of Xiang Fei.
const KOHI: usize = 2 * OF_SEAT;
/// Index of the input for the point on the tea square.
const TEA: usize = KOHI + POINTS;
/// Index of the first input for the face-up cards.
const OPEN: usize = TEA + 1;
/// Index of the first input for the remaining steps of an advancing consort, by owner.
const ADVANCING: usize = OPEN + CARDS;
/// Index of the first input for the card being processed.
const PROCESSED: usize = ADVANCING + 2 * POINTS;

/// Total number of inputs.
pub(crate) const COUNT: usize = PROCESSED + CARDS;

impl Board {
    /// The correction of the heuristic value for a seat by the network, in thousandths.
    pub(crate) fn correction(&self, network: &ValueNetwork, seat: Seat) -> i32 {
        let of = |seat| {
            let mut sums = network.start();
            self.each_input(seat, |input| network.add(&mut sums, input));
            network.value(&sums)
        };
        (of(seat) - of(seat.other())) / 2
    }

    /// Calls `each` with every input that is 1 for the seat; all others are 0.
    #[inline]
    pub(crate) fn each_input(&self, seat: Seat, mut each: impl FnMut(usize)) {
        for owner in [seat, seat.other()] {
            let base = if owner == seat { 0 } else { OF_SEAT };
            let at = owner.index();
            let consort = self.consorts[at];
            each(base + usize::from(consort.square).min(SQUARES - 1));
            each(base + LAPS_AT + usize::from(consort.laps).min(LAPS - 1));
            each(base + POINTS_AT + usize::from(self.points[at]).min(POINTS - 1));
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
                let owner_at = usize::from(*mover != seat);
                each(ADVANCING + owner_at * POINTS + usize::from(*steps).min(POINTS - 1));
            }
        }
        if let Some(card) = self.current_card() {
            each(PROCESSED + card);
        }
    }
}
