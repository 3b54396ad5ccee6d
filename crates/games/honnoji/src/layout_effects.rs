//! What a layout orders: the one place where layouts are read. The list of layouts, drafts,
//! the reveal and the phases that carry layouts out all ask here.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

use crate::components::{Icon, Icons};
use crate::face::{Cards, Face};
use crate::grid::{Cell, Direction, LaidCard, Layout};

/// How many squares the ring has (H-5).
pub(crate) const SQUARES: u8 = 5;

/// A chain ends before its sum would reach this (H-52).
const SIX: u8 = 6;

/// Why a chain of numbers ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum ChainEnd {
    /// The next cell is empty, or the placement area ends.
    Empty,
    /// On the next cell lies a card without a number.
    NotANumber,
    /// With the next number the sum would be 6 or more.
    Six,
}

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

/// What an icon will do, as seen from the square the pawn stands on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Effect {
    /// It designates no number and does nothing.
    Nothing,
    /// The pawn will stand there.
    Arrives {
        /// Where.
        square: u8,
    },
    /// The pawn will pass there.
    Passes {
        /// Where.
        square: u8,
    },
    /// A movement icon that does nothing.
    Stays {
        /// Why.
        why: Stay,
    },
    /// Everybody else on the square will be attacked.
    Attacks {
        /// Where.
        square: u8,
    },
    /// A sword that does not reach the square.
    OutOfReach {
        /// The square it designates.
        square: u8,
        /// The squares it reaches after the movement; none if the pawn stands nowhere.
        reach: Vec<u8>,
    },
    /// Cards may be recovered.
    Recovers {
        /// At most.
        cards: u8,
    },
}

/// What one icon reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconReading {
    /// The card it is on.
    pub card: Face,
    /// Where that card lies.
    pub cell: Cell,
    /// The icon.
    pub icon: Icon,
    /// Where it points.
    pub direction: Direction,
    /// The numbers it adds, from the icon on.
    pub chain: Vec<LaidCard>,
    /// The number it designates: their sum, if there are any.
    pub number: Option<u8>,
    /// Why the chain ended.
    pub end: ChainEnd,
    /// The cell at which it ended; `null` where the placement area ends.
    pub stop: Option<Cell>,
    /// What the icon will do.
    pub effect: Effect,
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

/// What a layout orders, as seen from the square the pawn stands on before the movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Reading {
    /// Where the pawn stands; `null` in round 1.
    pub from: Option<u8>,
    /// Every icon, in the order of the layout's cards.
    pub icons: Vec<IconReading>,
    /// Where the pawn will stand; `null` if in round 1 no square is designated.
    pub destination: Option<u8>,
    /// The squares it will enter.
    pub path: Vec<u8>,
    /// Why it stays, if it does.
    pub stays: Option<Stay>,
    /// The attacks, in the order in which they are carried out (A-H47).
    pub attacks: Vec<Attack>,
    /// How many cards may be recovered.
    pub recover: u8,
    /// The cards that return to hand in the exhaustion phase (H-126, H-127).
    pub returns: Cards,
    /// The cards that are exposed then (H-128).
    pub exposes: Cards,
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

/// The numbers an icon reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The sum; 0 if there is no number.
    pub number: u8,
    /// Of how many cards.
    pub cards: u8,
    pub end: ChainEnd,
    /// Where it ended, unless the area did.
    pub stop: Option<Cell>,
}

/// Follows the numbers from an icon on (H-46, H-51, H-52, H-58; A-H4, A-H5, A-H6).
#[inline]
pub(crate) fn chain(layout: &Layout, icon: Cell, direction: Direction) -> Chain {
    let (mut number, mut cards, mut at) = (0, 0, icon);
    loop {
        let next = at.step(direction);
        let face = next.and_then(|cell| layout.at(cell));
        let end = match face.map(Face::number) {
            None => ChainEnd::Empty,
            Some(None) => ChainEnd::NotANumber,
            Some(Some(more)) if number + more >= SIX => ChainEnd::Six,
            Some(Some(more)) => {
                number += more;
                cards += 1;
                at = next.unwrap_or(at);
                continue;
            }
        };
        return Chain { number, cards, end, stop: next };
    }
}

/// Each icon of a layout that designates a number, with it, in the order of the cards.
#[inline]
pub(crate) fn each_designated(layout: &Layout, icons: &Icons, mut each: impl FnMut(Icon, u8)) {
    for card in layout.iter() {
        for spec in icons.of(card.face) {
            let number = chain(layout, card.cell, spec.direction).number;
            if number > 0 {
                each(spec.icon, number);
            }
        }
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

    fn effect_of_move(&self, from: u8, number: u8) -> Effect {
        let path = self.walk(from);
        if path.0.last() == Some(&number) {
            return Effect::Arrives { square: number };
        }
        if path.0.contains(&number) {
            return Effect::Passes { square: number };
        }
        Effect::Stays { why: self.why_off_the_way(from, number) }
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

/// The next square clockwise.
#[inline]
pub(crate) const fn next(square: u8) -> u8 {
    square % SQUARES + 1
}

/// The next square counterclockwise.
#[inline]
pub(crate) const fn previous(square: u8) -> u8 {
    (square + SQUARES - 2) % SQUARES + 1
}

/// The squares a sword reaches, one bit each: the one itself and its neighbours (H-95).
#[inline]
pub(crate) const fn reach(square: u8) -> u8 {
    if square == 0 { 0 } else { 1 << square | 1 << next(square) | 1 << previous(square) }
}

/// What returns to hand of the cards that were laid: the crest and the smallest number (H-126,
/// H-127; A-H30, A-H31).
#[inline]
pub(crate) fn returning(laid: Cards) -> Cards {
    let mut returns = Cards::NONE;
    if laid.contains(Face::CREST) {
        returns.add(Face::CREST);
    }
    if let Some(smallest) = laid.only(Cards::NUMBERS).kinds().next() {
        returns.add(smallest);
    }
    returns
}

impl Reading {
    /// Reads a layout in full, for people.
    pub(crate) fn of(layout: &Layout, icons: &Icons, from: u8) -> Reading {
        let orders = Orders::read(layout, icons);
        let plan = orders.plan(from);
        let mut readings = Vec::new();
        for card in layout.iter() {
            for spec in icons.of(card.face) {
                let chain = chain(layout, card.cell, spec.direction);
                let mut cell = card.cell;
                let numbers = (0..chain.cards).filter_map(|_| {
                    cell = cell.step(spec.direction)?;
                    Some(LaidCard { face: layout.at(cell)?, cell })
                });
                readings.push(IconReading {
                    card: card.face,
                    cell: card.cell,
                    icon: spec.icon,
                    direction: spec.direction,
                    chain: numbers.collect(),
                    number: (chain.number > 0).then_some(chain.number),
                    end: chain.end,
                    stop: chain.stop,
                    effect: effect(&orders, from, plan.to, spec.icon, chain.number),
                });
            }
        }
        let cards = layout.cards();
        let returns = returning(cards);
        Reading {
            from: (from > 0).then_some(from),
            icons: readings,
            destination: (plan.to > 0).then_some(plan.to),
            path: orders.walk(from).squares().to_vec(),
            stays: orders.stays(from),
            attacks: plan.attacks().collect(),
            recover: plan.recover,
            returns,
            exposes: cards.minus(returns),
        }
    }
}

fn effect(orders: &Orders, from: u8, to: u8, icon: Icon, number: u8) -> Effect {
    if number == 0 {
        return Effect::Nothing;
    }
    match icon {
        Icon::Move => orders.effect_of_move(from, number),
        Icon::Sword if reach(to) & (1 << number) == 0 => Effect::OutOfReach {
            square: number,
            reach: (1..=SQUARES).filter(|square| reach(to) & (1 << square) != 0).collect(),
        },
        Icon::Sword | Icon::Gun => Effect::Attacks { square: number },
        Icon::Recover => Effect::Recovers { cards: number },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_goes_round_both_ways() {
        for square in 1..=SQUARES {
            assert_eq!(previous(next(square)), square);
            assert_eq!((0..5).fold(square, |at, _| next(at)), square);
        }
        assert_eq!((next(5), previous(1)), (1, 5));
        assert_eq!(reach(1), 0b10_0110);
    }

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
