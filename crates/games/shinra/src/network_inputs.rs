//! Inputs of the value network: encodes a board as the indices of the inputs that are 1; all others are
//! 0. The rules do not depend on them.

use zashiki_core::{Seat, ValueNetwork};

use crate::board::Board;
use crate::kind::{Cards, KINDS, Kind};
use crate::square::Square;

/// The number of distinct point values of a king or a stack; larger values share the last one.
const POINTS: usize = 16;
/// The maximum number of equal cards in a hand; the inputs do not distinguish larger numbers.
const EQUAL: usize = 4;

// Offsets of the inputs of one seat: every card on every square, points of the king, points of stacks,
// cards in the hand, captured queens and stacks in the hand, and the right to move. The inputs of the
// opponent follow after `OF_SEAT`.
const CARDS: usize = KINDS * Square::COUNT;
const KING: usize = CARDS;
const STACKS: usize = KING + POINTS;
const HAND: usize = STACKS + POINTS;
const HELD: usize = HAND + KINDS * EQUAL;
const NEXT: usize = HELD + 2;
const OF_SEAT: usize = NEXT + 1;

/// The total number of inputs, for both seats.
pub(crate) const COUNT: usize = 2 * OF_SEAT;

impl Board {
    /// The value network's correction of the first seat's lead, in thousandths (a lead is −1000..=1000).
    #[inline]
    pub(crate) fn correction(&self, network: &ValueNetwork) -> i32 {
        let mut sums = [network.start(); 2];
        self.each_input(|inputs| {
            for (sums, input) in sums.iter_mut().zip(inputs) {
                network.add(sums, input);
            }
        });
        let [first, second] = sums.map(|sums| network.value(&sums));
        (first - second) / 2
    }

    /// Calls `each` for every active input with two indices: the input as seen by the first seat, and as
    /// seen by the second.
    #[inline]
    pub(crate) fn each_input(&self, mut each: impl FnMut([usize; 2])) {
        for owner in [Seat(0), Seat(1)] {
            // A seat's own inputs come before its opponent's.
            let (first, second) = if owner == Seat(0) { (0, OF_SEAT) } else { (OF_SEAT, 0) };
            let mut both = |input: usize| each([first + input, second + input]);
            let hand = &self.hands[owner.index()];
            for kind in Kind::ALL {
                let count = hand.singles[kind as usize] + hand.remainders[kind as usize];
                for equal in 0..usize::from(count).min(EQUAL) {
                    both(HAND + kind as usize * EQUAL + equal);
                }
            }
            for _ in 0..hand.queens {
                both(HELD);
            }
            for _ in hand.stacks() {
                both(HELD + 1);
            }
            if self.next_to_act() == Some(owner) {
                both(NEXT);
            }
            for (square, piece) in self.of(owner) {
                let cards = piece.cards();
                let points = usize::from(piece.points()).min(POINTS - 1);
                if cards == Cards::KING {
                    each([first + KING + points, second + KING + points]);
                } else if cards.is_stack() {
                    each([first + STACKS + points, second + STACKS + points]);
                }
                // Squares from the viewpoint of the first and of the second seat.
                let (here, there) = (square.index(), Square::COUNT - 1 - square.index());
                for kind in cards.iter() {
                    let card = kind as usize * Square::COUNT;
                    each([first + card + here, second + card + there]);
                }
            }
        }
    }
}
