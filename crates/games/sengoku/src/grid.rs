//! The dominoes on the sheet, square by square. It follows from [`Board::placed`] and the
//! battlefield, and is kept beside them because search asks it all the time.
//!
//! [`Board::placed`]: crate::Board::placed

use zashiki_core::Seat;

use crate::board::Placed;
use crate::config::Neighbours;
use crate::limits::MAX_SEATS;
use crate::square::{CASTLES, Direction, LINES, Quarter, SQUARES, Square, Squares};
use crate::tile::Tile;

/// How a half is marked: 1 to 6, or 0 for a general's half.
const MARKS: usize = 7;
const GENERAL: usize = 0;

/// The dominoes, square by square.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// What the half on each square counts, in halves; 0 where there is none.
    counts: [u8; SQUARES],
    /// Whose it is.
    owners: [Seat; SQUARES],
    empty: Squares,
    /// Where each mark lies; a general's halves are first.
    marked: [Squares; MARKS],
    /// The squares of every domino that a new one may be joined to (AS9, AS36).
    partners: Squares,
    quarter: Quarter,
    neighbours: Neighbours,
}

/// For each direction, the squares of the lower mark from which the higher mark may lie that
/// way.
pub(crate) type Spots = [Squares; 4];

const fn back(direction: Direction) -> Direction {
    match direction {
        Direction::Right => Direction::Left,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Up => Direction::Down,
    }
}

impl Grid {
    /// These dominoes, while this battlefield is fought for, at a table with this option.
    pub(crate) fn new(placed: &[Placed], quarter: Quarter, neighbours: Neighbours) -> Grid {
        let mut grid = Grid {
            counts: [0; SQUARES],
            owners: [Seat(0); SQUARES],
            empty: Squares::SHEET.without(CASTLES),
            marked: [Squares::NONE; MARKS],
            partners: Squares::NONE,
            quarter,
            neighbours,
        };
        for domino in placed {
            grid.add(*domino);
        }
        grid
    }

    /// One more domino.
    #[inline]
    pub(crate) fn add(&mut self, Placed { seat, tile, low, high }: Placed) {
        let marks = tile.marks().unwrap_or((GENERAL as u8, GENERAL as u8));
        let both = Squares::one(low).or(Squares::one(high));
        for (square, mark) in [(low, marks.0), (high, marks.1)] {
            self.counts[square.index()] = if tile.is_general() { 1 } else { 2 * mark };
            self.owners[square.index()] = seat;
            let marked = &mut self.marked[usize::from(mark)];
            *marked = marked.or(Squares::one(square));
        }
        self.empty = self.empty.without(both);
        let fights = !both.and(self.quarter.squares()).is_empty();
        if fights || self.neighbours == Neighbours::Sheet {
            self.partners = self.partners.or(both);
        }
    }

    /// The squares without a domino, castles excepted.
    #[inline]
    pub(crate) fn empty(&self) -> Squares {
        self.empty
    }

    /// The mark on a square: 1 to 6, or 0 for a general's half; nothing where it is empty.
    pub(crate) fn mark(&self, square: Square) -> Option<u8> {
        (0u8..).zip(&self.marked).find(|(_, marked)| marked.contains(square)).map(|(mark, _)| mark)
    }

    /// Whether the square belongs to a domino that a new one may be joined to (AS9, AS36).
    pub(crate) fn is_partner(&self, square: Square) -> bool {
        self.partners.contains(square)
    }

    /// Whether there is no domino that a new one may be joined to.
    pub(crate) fn is_alone(&self) -> bool {
        self.partners.is_empty()
    }

    /// Whether no domino has a half in the battlefield.
    #[inline]
    pub(crate) fn is_blank(&self) -> bool {
        self.quarter.squares().without(CASTLES).without(self.empty).is_empty()
    }

    /// Each seat's sum on these squares, in halves (S-49).
    #[inline]
    pub(crate) fn sums(&self, line: Squares) -> [u8; MAX_SEATS] {
        let mut sums = [0; MAX_SEATS];
        for square in line.without(self.empty).without(CASTLES).iter() {
            sums[self.owners[square.index()].index()] += self.counts[square.index()];
        }
        sums
    }

    /// Which 花道 of the battlefield can take no more domino: none of their empty squares has
    /// an empty neighbour, on either side of the border (S-48). One bit each.
    #[inline]
    pub(crate) fn closed_lines(&self) -> u16 {
        let open = self.empty.and(self.empty.neighbours());
        let lines = self.quarter.lines();
        (0..LINES).filter(|line| lines[*line].and(open).is_empty()).fold(0, |set, n| set | 1 << n)
    }

    /// Every place of a tile or general in the battlefield (S-19, S-20, S-21). A general's two
    /// orientations are one place (AS29): its directions are right and down only.
    #[inline]
    pub(crate) fn spots(&self, tile: Tile, straddle_only_if_forced: bool) -> Spots {
        let (low, high) = self.joining(tile);
        if low.or(high).is_empty() {
            return Spots::default();
        }
        let field = self.quarter.squares();
        let mut spots = Spots::default();
        let mut inside = Spots::default();
        let directions = if tile.is_general() { 2 } else { 4 };
        for direction in &Direction::ALL[..directions] {
            let back = back(*direction);
            let free = self.empty.and(self.empty.step(back)).and(low.or(high.step(back)));
            spots[*direction as usize] = free.and(field.or(field.step(back)));
            inside[*direction as usize] = free.and(field.and(field.step(back)));
        }
        if straddle_only_if_forced && inside.iter().any(|spots| !spots.is_empty()) {
            inside
        } else {
            spots
        }
    }

    /// The squares where the lower, and where the higher half of a domino would touch what it
    /// must: a partner, or the castle of a battlefield in which nothing lies (S-21, S-26, S-28,
    /// S-36, S-41, S-42, AS33).
    #[inline]
    fn joining(&self, tile: Tile) -> (Squares, Squares) {
        match tile.marks() {
            None => {
                let any = self.partners.neighbours();
                (any, any)
            }
            Some((low, high)) => {
                let castle = if self.is_blank() {
                    Squares::one(self.quarter.castle()).neighbours()
                } else {
                    Squares::NONE
                };
                let touch = |mark: u8| {
                    let equal = self.marked[usize::from(mark)].or(self.marked[GENERAL]);
                    equal.and(self.partners).neighbours().or(castle)
                };
                (touch(low), touch(high))
            }
        }
    }

    /// Whether a tile or general has any place.
    #[inline]
    pub(crate) fn fits(&self, tile: Tile) -> bool {
        self.spots(tile, false).iter().any(|spots| !spots.is_empty())
    }
}
