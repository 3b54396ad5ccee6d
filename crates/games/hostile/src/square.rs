//! Squares, directions and sets of squares.

use zashiki_core::{squares, words};

use crate::list::Blank;

squares! {
    /// A square by its name, such as `"C5"`: a file `A`–`H` and a rank `1`–`8`.
    "hostile.ts", Square, 8, b'A', [b'A'],
    "マスはボードにありません(A1〜H8)", "a square of the board (A1 to H8)",
}

words! {
    /// A direction on the board, clockwise from north (towards rank 8).
    "hostile.ts",
    Dir, "方角はありません(n, ne, e, se, s, sw, w, nw)", "a direction (n, ne, e, se, s, sw, w, nw)",
    {
        /// North: towards rank 8.
        N = "n",
        /// North-east: towards H8.
        Ne = "ne",
        /// East: towards file H.
        E = "e",
        /// South-east: towards H1.
        Se = "se",
        /// South: towards rank 1.
        S = "s",
        /// South-west: towards A1.
        Sw = "sw",
        /// West: towards file A.
        W = "w",
        /// North-west: towards A8.
        Nw = "nw",
    }
}

impl Dir {
    /// The directions parallel to the edges of the board.
    pub const STRAIGHT: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];

    /// Returns true for the four diagonal directions.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Dir {
        Dir::ALL[(self as usize + 4) % 8]
    }

    /// Change of file and of rank by one step.
    pub(crate) const fn delta(self) -> (i8, i8) {
        match self {
            Dir::N => (0, 1),
            Dir::Ne => (1, 1),
            Dir::E => (1, 0),
            Dir::Se => (1, -1),
            Dir::S => (0, -1),
            Dir::Sw => (-1, -1),
            Dir::W => (-1, 0),
            Dir::Nw => (-1, 1),
        }
    }
}

/// The neighbour of each square in each direction, or `None` at the edge of the board.
static STEPS: [[Option<Square>; 8]; 64] = {
    let mut steps = [[None; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut dir = 0;
        while dir < 8 {
            let (files, ranks) = Dir::ALL[dir].delta();
            let file = (square % 8) as i8 + files;
            let rank = (square / 8) as i8 + ranks;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                steps[square][dir] = Some(Square((rank * 8 + file) as u8));
            }
            dir += 1;
        }
        square += 1;
    }
    steps
};

impl Square {
    /// The corners clockwise from A1: the start squares.
    pub const CORNERS: [Square; 4] = [Square(0), Square(56), Square(63), Square(7)];

    /// The adjacent square in this direction; `None` at the edge of the board.
    #[inline]
    pub fn step(self, dir: Dir) -> Option<Square> {
        STEPS[self.index()][dir as usize]
    }

    /// The set of this square alone.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// The set of this square and the up to four squares above, below, left and right of it.
    pub(crate) fn reach(self) -> u64 {
        let neighbours = Dir::STRAIGHT.into_iter().filter_map(|dir| self.step(dir));
        neighbours.fold(self.bit(), |set, square| set | square.bit())
    }

    /// The set of the up to eight adjacent squares.
    pub(crate) fn around(self) -> u64 {
        let neighbours = Dir::ALL.into_iter().filter_map(|dir| self.step(dir));
        neighbours.fold(0, |set, square| set | square.bit())
    }
}

/// The squares of a set in ascending order.
#[inline]
pub(crate) fn squares(set: u64) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let square = Square(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        Some(square)
    })
}

impl Blank for Square {
    const BLANK: Square = Square(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!((square.index(), Square::from_index(index)), (index, Some(square)));
        }
        assert_eq!(Square::from_index(64), None);
        for name in ["", "A", "A0", "A9", "I1", "a1", "A11"] {
            assert_eq!(Square::parse(name), None, "{name}");
        }
        assert_eq!(Square::CORNERS.map(|c| c.to_string()), ["A1", "A8", "H8", "H1"]);
    }

    #[test]
    fn steps_in_opposite_directions_cancel() {
        for square in Square::all() {
            for dir in Dir::ALL {
                let there = square.step(dir);
                assert!(there.is_none_or(|there| there.step(dir.opposite()) == Some(square)));
            }
        }
        let c5 = Square::parse("C5").unwrap();
        let names = Dir::ALL.map(|dir| c5.step(dir).unwrap().to_string());
        assert_eq!(names, ["C6", "D6", "D5", "D4", "C4", "B4", "B5", "B6"]);
        assert_eq!(Square::CORNERS[0].around().count_ones(), 3);
        assert_eq!(Square::CORNERS[0].reach().count_ones(), 3);
    }
}
