//! The orders of a layout, independent of the pawn, and the plan that they give for a pawn's square.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

use super::chain::each_designated;
use crate::components::{Icon, Icons};
use crate::grid::Layout;
use crate::ring::{SQUARES, next, previous, reach};

/// The reason why a pawn does not move, or why a movement icon has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum StayReason {
    /// No movement icon designates a square.
    NotDesignated,
    /// The square of the pawn is designated (A-H8).
    OwnSquare,
    /// Both neighbouring squares are designated (H-74).
    BothNeighbours,
    /// No path of designated squares leads to the square (H-63, H-72, A-H11).
    Unreachable,
    /// In round 1, an earlier icon designates another square (A-H13).
    Overruled,
}
/// An attack that a layout orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Attack {
    /// The attacked square, 1..=5.
    pub square: u8,
    /// The icon that gives the attack: sword or gun.
    pub icon: Icon,
}
/// The squares that a pawn enters, in order. In JSON: a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path(ArrayVec<u8, { SQUARES as usize }>);

impl Path {
    /// The entered squares, in order.
    pub fn squares(&self) -> &[u8] {
        &self.0
    }

    /// The last square; 0 for an empty path.
    pub fn end(&self) -> u8 {
        self.0.last().copied().unwrap_or_default()
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}
/// An order of a layout, independent of the pawn. In JSON: the icon and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Order(
    /// The kind of order.
    pub Icon,
    /// The square to move to or to attack, or the maximum number of cards to recover.
    pub u8,
);

/// One count for each number from 1 to 5 (a designated square), in four bits each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Tally(u32);

impl Tally {
    #[inline]
    pub const fn count(self, number: u8) -> u8 {
        (self.0 >> (4 * number)) as u8 & 15
    }

    #[inline]
    fn add(&mut self, number: u8) {
        self.0 += 1 << (4 * number);
    }

    #[inline]
    pub const fn plus(self, other: Tally) -> Tally {
        Tally(self.0 + other.0)
    }

    #[inline]
    const fn minus(self, other: Tally) -> Tally {
        Tally(self.0 - other.0)
    }

    #[inline]
    fn only(self, squares: u8) -> Tally {
        let mut mask = 0;
        for square in 1..=SQUARES {
            if squares & (1 << square) != 0 {
                mask |= 15 << (4 * square);
            }
        }
        Tally(self.0 & mask)
    }
}

/// The orders of a layout: the numbers that its icons designate, independent of the pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Orders {
    /// One bit for each square that a movement icon designates (A-H9).
    pub moves: u8,
    /// The first square that a movement icon designates, in the order of the cards; 0 if there is
    /// none.
    pub first_move: u8,
    /// Number of sword attacks on each square.
    pub swords: Tally,
    /// Number of gun attacks on each square.
    pub guns: Tally,
    /// Maximum number of cards to recover: the sum over all recovery icons (A-H27).
    pub recover: u8,
}

/// Hashes all orders as two numbers: lists of layouts hash millions of them.
impl Hash for Orders {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Orders { moves, first_move, swords, guns, recover } = *self;
        state.write_u64(u64::from(swords.0) << 32 | u64::from(guns.0));
        state.write_u32(u32::from_le_bytes([moves, first_move, recover, 0]));
    }
}

impl Orders {
    /// Reads the orders of a layout.
    #[inline]
    pub fn read(layout: &Layout, icons: &Icons) -> Orders {
        let mut orders = Orders::default();
        each_designated(layout, icons, |icon, number| orders.add(icon, number));
        orders
    }

    /// The combined orders of `self` and `other`. `first_move` is that of `self`.
    #[inline]
    pub fn plus(self, other: Orders) -> Orders {
        Orders {
            moves: self.moves | other.moves,
            first_move: self.first_move,
            swords: self.swords.plus(other.swords),
            guns: self.guns.plus(other.guns),
            recover: self.recover + other.recover,
        }
    }

    #[inline]
    fn add(&mut self, icon: Icon, number: u8) {
        match icon {
            Icon::Move => {
                self.moves |= 1 << number;
                if self.first_move == 0 {
                    self.first_move = number;
                }
            }
            Icon::Sword => self.swords.add(number),
            Icon::Gun => self.guns.add(number),
            Icon::Recover => self.recover += number,
        }
    }

    /// The plan for a pawn on square `from` (0: not on the board yet).
    #[inline]
    pub fn plan(&self, from: u8) -> Plan {
        let to = self.path(from).0.last().copied().unwrap_or(from);
        let swords = self.swords.only(reach(to));
        Plan {
            to,
            swords,
            out_of_reach: self.swords.minus(swords),
            guns: self.guns,
            recover: self.recover,
        }
    }

    /// The squares that a pawn on square `from` enters. Only one direction is possible (H-74); the
    /// path ends before the first square that is not designated (H-73) and before the start (A-H8).
    #[inline]
    pub fn path(&self, from: u8) -> Path {
        let mut path = Path(ArrayVec::new());
        if from == 0 {
            // In round 1 the first designated square of the crest counts (A-H13). The crest is the
            // first card of every layout that has it.
            if self.first_move != 0 {
                path.0.push(self.first_move);
            }
            return path;
        }
        let named = |square: u8| self.moves & (1 << square) != 0;
        let forward = match (named(next(from)), named(previous(from))) {
            (true, false) => true,
            (false, true) => false,
            _ => return path,
        };
        let mut at = from;
        loop {
            at = if forward { next(at) } else { previous(at) };
            if at == from || !named(at) {
                return path;
            }
            path.0.push(at);
        }
    }

    /// Returns true if a designated square is not on the path.
    #[inline]
    pub fn has_squares_off_path(&self, path: &Path) -> bool {
        path.squares().iter().fold(self.moves, |left, square| left & !(1 << square)) != 0
    }

    /// All attacks, whether or not they are within reach.
    pub fn all_attacks(&self) -> impl Iterator<Item = Attack> {
        let plan = Plan { swords: self.swords, guns: self.guns, ..Plan::default() };
        plan.attacks()
    }

    /// All orders, in the order of the phases; attacks in reach or not.
    pub fn each(&self) -> impl Iterator<Item = Order> {
        let moves = self.moves;
        (1..=SQUARES)
            .filter(move |square| moves & (1 << square) != 0)
            .map(|square| Order(Icon::Move, square))
            .chain(self.all_attacks().map(|attack| Order(attack.icon, attack.square)))
            .chain((self.recover > 0).then_some(Order(Icon::Recover, self.recover)))
    }

    /// The reason why a pawn on square `from` does not move; `None` if it moves.
    pub fn stay_reason(&self, from: u8) -> Option<StayReason> {
        if !self.path(from).0.is_empty() {
            None
        } else if self.moves == 0 {
            Some(StayReason::NotDesignated)
        } else if self.both_neighbours(from) {
            Some(StayReason::BothNeighbours)
        } else if self.moves == 1 << from {
            Some(StayReason::OwnSquare)
        } else {
            Some(StayReason::Unreachable)
        }
    }

    fn both_neighbours(&self, from: u8) -> bool {
        from != 0 && self.moves & (1 << next(from)) != 0 && self.moves & (1 << previous(from)) != 0
    }

    /// The reason why a designated square is not on the pawn's path.
    pub fn reason_off_path(&self, from: u8, number: u8) -> StayReason {
        if from == 0 {
            StayReason::Overruled
        } else if number == from {
            StayReason::OwnSquare
        } else if self.both_neighbours(from) {
            StayReason::BothNeighbours
        } else {
            StayReason::Unreachable
        }
    }
}

/// The plan of a layout: its effects for a pawn on a given square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Plan {
    /// The square of the pawn after the movement; 0 if no square is designated in round 1.
    pub to: u8,
    /// Number of sword attacks on each square within reach.
    pub swords: Tally,
    /// Number of sword attacks on each square out of reach; they have no effect.
    pub out_of_reach: Tally,
    /// Number of gun attacks on each square.
    pub guns: Tally,
    /// Maximum number of cards to recover.
    pub recover: u8,
}

impl Plan {
    /// The attacks in the order in which they are carried out (A-H47).
    #[inline]
    pub fn attacks(self) -> impl Iterator<Item = Attack> {
        (1..=SQUARES).flat_map(move |square| {
            let of = |icon, tally: Tally| {
                let times = usize::from(tally.count(square));
                std::iter::repeat_n(Attack { square, icon }, times)
            };
            of(Icon::Sword, self.swords).chain(of(Icon::Gun, self.guns))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_go_as_far_as_squares_are_designated() {
        let walk = |from, named: &[u8]| {
            let moves = named.iter().fold(0, |set, square| set | 1 << square);
            Orders { moves, ..Orders::default() }.path(from).squares().to_vec()
        };
        assert_eq!(walk(1, &[5, 4]), [5, 4]);
        assert_eq!(walk(1, &[4, 3]), [0; 0]);
        assert_eq!(walk(1, &[2, 5, 3]), [0; 0]);
        assert_eq!(walk(1, &[2, 4]), [2]);
        assert_eq!(walk(1, &[2, 3, 4]), [2, 3, 4]);
        assert_eq!(walk(1, &[5, 4, 3]), [5, 4, 3]);
        assert_eq!(walk(1, &[1, 2]), [2]);
        assert_eq!(walk(4, &[5]), [5]);
        assert_eq!(walk(5, &[1, 2]), [1, 2]);
    }
}
