//! The dominoes on the sheet, by square. The grid is derived from [`Board::placed`] and the current
//! battlefield, and stored because search needs it often.
//!
//! [`Board::placed`]: crate::Board::placed

use zashiki_core::Seat;

use crate::board::Placed;
use crate::config::Neighbours;
use crate::limits::MAX_SEATS;
use crate::square::{CASTLES, Direction, LINES, Quarter, Square, Squares};
use crate::tile::Tile;

/// Number of different marks: 1 to 6, and 0 for a general's half.
const MARKS: usize = 7;
const GENERAL: usize = 0;

/// The dominoes on the sheet, by square.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// For each square, the mark of the half domino on it, in halves as for sums: 6 for a mark of
    /// 3, 1 for half a general; 0 for an empty square.
    counts: [u8; Square::COUNT],
    /// Owner of the domino on each square.
    owners: [Seat; Square::COUNT],
    empty: Squares,
    /// For each mark, the squares that have it. Those of generals come first.
    marked: [Squares; MARKS],
    /// Squares of the dominoes that a new domino may be joined to (AS9, AS36).
    partners: Squares,
    quarter: Quarter,
    neighbours: Neighbours,
}

/// All placements of a domino. There is a set of squares for each direction: the squares of the
/// lower mark from which the higher mark is in that direction.
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
    /// Creates the grid of these dominoes. `quarter` is the current battlefield's.
    pub(crate) fn new(placed: &[Placed], quarter: Quarter, neighbours: Neighbours) -> Grid {
        let mut grid = Grid {
            counts: [0; Square::COUNT],
            owners: [Seat(0); Square::COUNT],
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

    /// Adds a domino to the grid.
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

    /// Squares that have neither a domino nor a castle.
    #[inline]
    pub(crate) fn empty(&self) -> Squares {
        self.empty
    }

    /// The mark on a square: 1 to 6, or 0 for a general's half; `None` if the square is empty.
    pub(crate) fn mark(&self, square: Square) -> Option<u8> {
        (0u8..).zip(&self.marked).find(|(_, marked)| marked.contains(square)).map(|(mark, _)| mark)
    }

    /// Returns true if the square belongs to a domino that a new domino may be joined to (AS9,
    /// AS36).
    pub(crate) fn is_partner(&self, square: Square) -> bool {
        self.partners.contains(square)
    }

    /// Returns true if there is no domino that a new domino may be joined to.
    pub(crate) fn has_no_partner(&self) -> bool {
        self.partners.is_empty()
    }

    /// Returns true if no domino has a half in the current battlefield.
    #[inline]
    pub(crate) fn is_field_empty(&self) -> bool {
        self.quarter.squares().without(CASTLES).without(self.empty).is_empty()
    }

    /// The sum of each seat's marks on these squares, in halves (S-49).
    #[inline]
    pub(crate) fn sums(&self, line: Squares) -> [u8; MAX_SEATS] {
        let mut sums = [0; MAX_SEATS];
        for square in line.without(self.empty).without(CASTLES).iter() {
            sums[self.owners[square.index()].index()] += self.counts[square.index()];
        }
        sums
    }

    /// The flower paths of the current battlefield that are closed, one bit each. A path is closed
    /// if no domino can be added to it: none of its empty squares has an empty neighbour, inside or
    /// outside the battlefield (S-48).
    #[inline]
    pub(crate) fn closed_lines(&self) -> u16 {
        let open = self.empty.and(self.empty.neighbours());
        let lines = self.quarter.lines();
        (0..LINES).filter(|line| lines[*line].and(open).is_empty()).fold(0, |set, n| set | 1 << n)
    }

    /// All placements of a tile or general in the current battlefield (S-19, S-20, S-21). The two
    /// orientations of a general are the same placement (AS29), so its only directions are right
    /// and down.
    #[inline]
    pub(crate) fn spots(&self, tile: Tile, straddle_only_if_forced: bool) -> Spots {
        let (low, high) = self.touching_squares(tile);
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

    /// The squares on which the lower half may lie, and those for the higher half, so that the half
    /// touches a domino with an equal mark, or the castle of a battlefield without dominoes (S-21,
    /// S-26, S-28, S-36, S-41, S-42, AS33).
    #[inline]
    fn touching_squares(&self, tile: Tile) -> (Squares, Squares) {
        match tile.marks() {
            None => {
                let any = self.partners.neighbours();
                (any, any)
            }
            Some((low, high)) => {
                let castle = self.castle_start();
                (self.joined(low).or(castle), self.joined(high).or(castle))
            }
        }
    }

    /// The squares beside the castle of a battlefield without dominoes, on which its first domino may lie.
    #[inline]
    fn castle_start(&self) -> Squares {
        if self.is_field_empty() {
            Squares::one(self.quarter.castle()).neighbours()
        } else {
            Squares::NONE
        }
    }

    /// The squares beside a domino's half with this mark, or beside a general, that a new domino may be joined
    /// to.
    #[inline]
    fn joined(&self, mark: u8) -> Squares {
        let equal = self.marked[usize::from(mark)].or(self.marked[GENERAL]);
        equal.and(self.partners).neighbours()
    }

    /// Number of squares of the current battlefield on which a half with this mark can join the dominoes, or
    /// begin the battlefield, and whose domino has room.
    pub(crate) fn joints(&self, mark: u8) -> usize {
        let room = self.empty.and(self.empty.neighbours()).and(self.quarter.squares());
        self.joined(mark).or(self.castle_start()).and(room).0.count_ones() as usize
    }

    /// Returns true if the tile or general still has a place in the current battlefield after any `earlier`
    /// dominoes of other seats. It may return false although there will be a place.
    ///
    /// A domino covers two squares, so it takes away at most two of several places without a common
    /// square. A place that is left keeps its battlefield open. The start beside a castle does not count: it
    /// ends with the first domino.
    pub(crate) fn surely_has_placement(&self, tile: Tile, earlier: usize) -> bool {
        if earlier == 0 {
            return self.has_placement(tile);
        }
        if self.is_field_empty() {
            return false;
        }
        let (mut used, mut apart) = (Squares::NONE, 0);
        for (direction, firsts) in Direction::ALL.into_iter().zip(self.spots(tile, false)) {
            for first in firsts.iter() {
                let both =
                    first.step(direction).map(|next| Squares::one(first).or(Squares::one(next)));
                if let Some(both) = both.filter(|both| used.and(*both).is_empty()) {
                    used = used.or(both);
                    apart += 1;
                }
            }
        }
        apart > 2 * earlier
    }

    /// Returns true if the tile or general can be placed somewhere.
    #[inline]
    pub(crate) fn has_placement(&self, tile: Tile) -> bool {
        self.spots(tile, false).iter().any(|spots| !spots.is_empty())
    }
}
