//! The orders of a layout, and the plan that they make for a pawn on a given square.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

use super::chain::each_designated;
use crate::components::{Icon, Icons};
use crate::grid::Layout;
use crate::ring::{SQUARES, next, previous, reach};

/// Why a pawn stays where it is, or a movement icon does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Stay {
    /// No movement icon designates a square.
    NotDesignated,
    /// The square on which the pawn stands is designated (A-H8).
    OwnSquare,
    /// Both neighbours are designated (H-74).
    BothNeighbours,
    /// No designated way leads to the square (H-63, H-72, A-H11).
    Unreachable,
    /// In round 1 another icon's square counts (A-H13).
    Overruled,
}
/// An attack that will be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Attack {
    /// The square.
    pub square: u8,
    /// Sword or gun.
    pub icon: Icon,
}
/// The squares a pawn enters. In JSON: a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path(ArrayVec<u8, { SQUARES as usize }>);

impl Path {
    /// The squares, in order.
    pub fn squares(&self) -> &[u8] {
        &self.0
    }

    /// The square where it ends; 0 for no way at all.
    pub fn end(&self) -> u8 {
        self.0.last().copied().unwrap_or_default()
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}
/// One thing that a layout orders, wherever the pawn stands. In JSON: the icon and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Order(
    /// What is done.
    pub Icon,
    /// The square to move to or to attack; of a recovery, how many cards at most.
    pub u8,
);

/// How often each number is designated, four bits each.
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

/// The numbers that a layout designates, wherever the pawn stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Orders {
    /// A bit for each square that a movement icon designates (A-H9).
    pub moves: u8,
    /// The first of them, in the order of the cards; 0 if there is none.
    pub first_move: u8,
    /// Sword attacks.
    pub swords: Tally,
    /// Gun attacks.
    pub guns: Tally,
    /// The sum of the recoveries (A-H27).
    pub recover: u8,
}

impl Orders {
    /// Reads a layout.
    #[inline]
    pub fn read(layout: &Layout, icons: &Icons) -> Orders {
        let mut orders = Orders::default();
        each_designated(layout, icons, |icon, number| orders.add(icon, number));
        orders
    }

    /// These and others; the first square to move to is the first of these.
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

    /// What they come to for a pawn on this square (0: nowhere yet).
    #[inline]
    pub fn plan(&self, from: u8) -> Plan {
        let to = self.walk(from).0.last().copied().unwrap_or(from);
        let swords = self.swords.only(reach(to));
        Plan { to, swords, far: self.swords.minus(swords), guns: self.guns, recover: self.recover }
    }

    /// The squares a pawn enters. From one square only one direction is ever possible (H-74),
    /// it goes as far as squares are designated (H-73) and never past where it stood (A-H8).
    #[inline]
    pub fn walk(&self, from: u8) -> Path {
        let mut path = Path(ArrayVec::new());
        if from == 0 {
            // In round 1 the first designated square of the crest counts (A-H13); the crest
            // comes first in every layout.
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

    /// Whether a square is designated that the pawn does not enter on this way.
    #[inline]
    pub fn leaves_out(&self, path: &Path) -> bool {
        path.squares().iter().fold(self.moves, |left, square| left & !(1 << square)) != 0
    }

    /// Every attack that is designated, in reach or not.
    pub fn all_attacks(&self) -> impl Iterator<Item = Attack> {
        let plan = Plan { swords: self.swords, guns: self.guns, ..Plan::default() };
        plan.attacks()
    }

    /// All of them, as they are carried out, attacks in reach or not.
    pub fn each(&self) -> impl Iterator<Item = Order> {
        let moves = self.moves;
        (1..=SQUARES)
            .filter(move |square| moves & (1 << square) != 0)
            .map(|square| Order(Icon::Move, square))
            .chain(self.all_attacks().map(|attack| Order(attack.icon, attack.square)))
            .chain((self.recover > 0).then_some(Order(Icon::Recover, self.recover)))
    }

    /// Why a pawn stays, if it does.
    pub fn stays(&self, from: u8) -> Option<Stay> {
        if !self.walk(from).0.is_empty() {
            None
        } else if self.moves == 0 {
            Some(Stay::NotDesignated)
        } else if self.both_neighbours(from) {
            Some(Stay::BothNeighbours)
        } else if self.moves == 1 << from {
            Some(Stay::OwnSquare)
        } else {
            Some(Stay::Unreachable)
        }
    }

    fn both_neighbours(&self, from: u8) -> bool {
        from != 0 && self.moves & (1 << next(from)) != 0 && self.moves & (1 << previous(from)) != 0
    }

    /// Why a designated square is not on the way the pawn goes.
    pub fn why_off_the_way(&self, from: u8, number: u8) -> Stay {
        if from == 0 {
            Stay::Overruled
        } else if number == from {
            Stay::OwnSquare
        } else if self.both_neighbours(from) {
            Stay::BothNeighbours
        } else {
            Stay::Unreachable
        }
    }
}

/// What a layout comes to from where its pawn stood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Plan {
    /// Where the pawn stands then; 0 if in round 1 no square is designated.
    pub to: u8,
    /// Sword attacks that reach.
    pub swords: Tally,
    /// Sword attacks that do not reach.
    pub far: Tally,
    /// Gun attacks.
    pub guns: Tally,
    /// How many cards may be recovered.
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
            Orders { moves, ..Orders::default() }.walk(from).squares().to_vec()
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
