//! The squares of the sheet, sets of squares, and the quarters on which the battlefields lie.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::squares;

/// Number of squares along each side of a battlefield (S-5).
pub const FIELD: usize = 5;
/// Number of battlefields (S-5).
pub const BATTLEFIELDS: usize = 4;
/// Number of flower paths (花道) of a battlefield: its rows from the top, then its columns from the
/// left (S-47).
pub const LINES: usize = 10;

squares! {
    /// A square by its name, from `A1` (top left) to `J10` (bottom right): a letter for the column and a
    /// number for the row.
    "sengoku.ts", Square, 10, b'A', [b'A', b'a'], "マスはありません(A1〜J10)", "a square (A1 to J10)",
}

impl Square {
    /// The adjacent square in this direction, or `None` at the edge of the sheet.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (row, column) = (self.row(), self.column());
        match direction {
            Direction::Right => Square::at(row, column + 1),
            Direction::Down => Square::at(row + 1, column),
            Direction::Left if column > 0 => Square::at(row, column - 1),
            Direction::Up if row > 0 => Square::at(row - 1, column),
            Direction::Left | Direction::Up => None,
        }
    }

    /// The direction of an adjacent square; `None` if the squares share no edge.
    pub fn towards(self, other: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.step(*direction) == Some(other))
    }
}

/// A direction on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Towards column J.
    Right,
    /// Towards row 10.
    Down,
    /// Towards column A.
    Left,
    /// Towards row 1.
    Up,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] =
        [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
}

/// A set of squares of the sheet, one bit for each square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Squares(pub u128);

const ALL: u128 = (1 << Square::COUNT) - 1;
const LEFT: u128 = {
    let mut bits = 0;
    let mut row = 0;
    while row < Square::SIDE {
        bits |= 1 << (row * Square::SIDE);
        row += 1;
    }
    bits
};
const RIGHT: u128 = LEFT << (Square::SIDE - 1);

impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares(0);
    /// The set of all squares of the sheet.
    pub const SHEET: Squares = Squares(ALL);

    /// The set of this square alone.
    #[inline]
    pub const fn one(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// Returns true if the set contains the square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Squares in both sets.
    #[inline]
    pub const fn and(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }

    /// Squares in either set.
    #[inline]
    pub const fn or(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// Squares that are not in the other set.
    #[inline]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// All squares moved by one step. Squares that leave the sheet are dropped.
    #[inline]
    pub const fn step(self, direction: Direction) -> Squares {
        Squares(match direction {
            Direction::Right => (self.0 & !RIGHT) << 1,
            Direction::Left => (self.0 & !LEFT) >> 1,
            Direction::Down => (self.0 << Square::SIDE) & ALL,
            Direction::Up => self.0 >> Square::SIDE,
        })
    }

    /// Squares that share an edge with a square of the set.
    #[inline]
    pub const fn neighbours(self) -> Squares {
        Squares(
            self.step(Direction::Right).0
                | self.step(Direction::Left).0
                | self.step(Direction::Down).0
                | self.step(Direction::Up).0,
        )
    }

    /// The squares of the set, row by row.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let square = Square(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(square)
        })
    }
}

/// A quarter of the sheet with one battlefield.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Quarter {
    /// Rows 1–5, columns A–E.
    TopLeft,
    /// Rows 1–5, columns F–J.
    TopRight,
    /// Rows 6–10, columns A–E.
    BottomLeft,
    /// Rows 6–10, columns F–J.
    BottomRight,
}

impl Quarter {
    /// The four quarters.
    pub const ALL: [Quarter; BATTLEFIELDS] =
        [Quarter::TopLeft, Quarter::TopRight, Quarter::BottomLeft, Quarter::BottomRight];

    const fn corner(self) -> (usize, usize) {
        match self {
            Quarter::TopLeft => (0, 0),
            Quarter::TopRight => (0, FIELD),
            Quarter::BottomLeft => (FIELD, 0),
            Quarter::BottomRight => (FIELD, FIELD),
        }
    }

    /// The quarter that contains a square.
    #[inline]
    pub(crate) const fn of(square: Square) -> Quarter {
        Quarter::ALL[square.row() / FIELD * 2 + square.column() / FIELD]
    }

    /// The two flower paths through a square: indices into the [lines](Quarter::lines) of its
    /// quarter.
    #[inline]
    pub(crate) const fn lines_through(square: Square) -> [usize; 2] {
        [square.row() % FIELD, FIELD + square.column() % FIELD]
    }

    /// The square of the castle: the middle of the quarter (S-5).
    pub const fn castle(self) -> Square {
        let (row, column) = self.corner();
        Square(((row + FIELD / 2) * Square::SIDE + column + FIELD / 2) as u8)
    }

    /// The 25 squares of the quarter.
    pub const fn squares(self) -> Squares {
        QUARTERS[self as usize].squares
    }

    /// The squares of each flower path: five rows from the top, then five columns from the left
    /// (S-47). The middle row and the middle column contain the castle.
    pub const fn lines(self) -> &'static [Squares; LINES] {
        &QUARTERS[self as usize].lines
    }
}

struct Geometry {
    squares: Squares,
    lines: [Squares; LINES],
}

static QUARTERS: [Geometry; BATTLEFIELDS] = {
    let mut quarters = [const { Geometry { squares: Squares(0), lines: [Squares(0); LINES] } }; 4];
    let mut quarter = 0;
    while quarter < BATTLEFIELDS {
        let (row, column) = Quarter::ALL[quarter].corner();
        let mut line = 0;
        while line < FIELD {
            let across = 0b11111 << ((row + line) * Square::SIDE + column);
            let mut down = 0;
            let mut step = 0;
            while step < FIELD {
                down |= 1 << ((row + step) * Square::SIDE + column + line);
                step += 1;
            }
            quarters[quarter].lines[line] = Squares(across);
            quarters[quarter].lines[line + FIELD] = Squares(down);
            quarters[quarter].squares.0 |= across;
            line += 1;
        }
        quarter += 1;
    }
    quarters
};

/// The squares of the four castles (S-6).
pub const CASTLES: Squares = {
    let mut bits = 0;
    let mut quarter = 0;
    while quarter < BATTLEFIELDS {
        bits |= 1 << Quarter::ALL[quarter].castle().0;
        quarter += 1;
    }
    Squares(bits)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names() {
        for index in 0..Square::COUNT {
            let square = Square::from_index(index).unwrap();
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for text in ["", "A", "A0", "A11", "K1", "A01", "A+1", "1A", "Ａ1"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }

    #[test]
    fn steps_of_sets_are_steps_of_squares() {
        for index in 0..Square::COUNT {
            let square = Square::from_index(index).unwrap();
            for direction in Direction::ALL {
                let one = Squares::one(square).step(direction);
                assert_eq!(one.iter().next(), square.step(direction), "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn quarters_share_nothing_and_fill_the_sheet() {
        let all = Quarter::ALL.iter().fold(0, |sum, quarter| sum + quarter.squares().0);
        assert_eq!(Squares(all), Squares::SHEET);
        for quarter in Quarter::ALL {
            assert_eq!(quarter.squares().iter().count(), 25);
            assert!(quarter.lines().iter().all(|line| line.iter().count() == 5));
            for square in quarter.squares().iter() {
                assert_eq!(Quarter::of(square), quarter);
                let through = Quarter::lines_through(square).map(|line| quarter.lines()[line]);
                assert_eq!(through[0].and(through[1]), Squares::one(square));
            }
            assert!(quarter.lines()[2].contains(quarter.castle()));
            assert!(quarter.lines()[7].contains(quarter.castle()));
        }
    }
}
