//! Squares, directions and sets of squares.

use zashiki_core::{Seat, squares, words};

squares! {
    /// A square of the sheet. Its notation is a column `a`–`e` and a row `1`–`5`, such as `"c3"`,
    /// counted from the left back corner of 先手 (AK45).
    "shinra.ts", Square, 5, b'a', [b'a'], "マスはシートにありません(a1〜e5)", "a square of the sheet (a1 to e5)",
}

words! {
    /// A direction from the viewpoint of a card's owner: forward is towards the opponent.
    "shinra.ts",
    Dir, "向きはありません(F, FR, R, BR, B, BL, L, FL)", "a direction (F, FR, R, BR, B, BL, L, FL)",
    {
        /// Forward.
        F = "F",
        /// Forward and to the right.
        FR = "FR",
        /// To the right.
        R = "R",
        /// Back and to the right.
        BR = "BR",
        /// Back.
        B = "B",
        /// Back and to the left.
        BL = "BL",
        /// To the left.
        L = "L",
        /// Forward and to the left.
        FL = "FL",
    }
}

impl Dir {
    /// The same direction from the first seat's viewpoint. The second seat's directions are turned by
    /// 180 degrees (AK43).
    #[inline]
    pub(crate) const fn for_first_seat(self, owner: Seat) -> Dir {
        if owner.0 == 0 { self } else { Dir::ALL[(self as usize + 4) % 8] }
    }

    /// The offset of one step in this direction, as (columns, rows) from the first seat's viewpoint.
    const fn delta(self) -> (i8, i8) {
        match self {
            Dir::F => (0, 1),
            Dir::FR => (1, 1),
            Dir::R => (1, 0),
            Dir::BR => (1, -1),
            Dir::B => (0, -1),
            Dir::BL => (-1, -1),
            Dir::L => (-1, 0),
            Dir::FL => (-1, 1),
        }
    }
}

/// The number of rows in each seat's territory.
pub const TERRITORY_ROWS: usize = 2;
/// The number of squares in a territory.
pub const TERRITORY: usize = Square::SIDE * TERRITORY_ROWS;

/// The index of each square's neighbour in each direction, from the first seat's viewpoint; the square
/// itself if the neighbour is off the board.
const STEPS: [[u8; Square::COUNT]; 8] = {
    let mut steps = [[0; Square::COUNT]; 8];
    let mut dir = 0;
    while dir < 8 {
        let (columns, rows) = Dir::ALL[dir].delta();
        let mut square = 0;
        while square < Square::COUNT {
            let column = (square % Square::SIDE) as i8 + columns;
            let row = (square / Square::SIDE) as i8 + rows;
            let on =
                0 <= column && column < Square::SIDE as i8 && 0 <= row && row < Square::SIDE as i8;
            steps[dir][square] =
                if on { (row * Square::SIDE as i8 + column) as u8 } else { square as u8 };
            square += 1;
        }
        dir += 1;
    }
    steps
};

/// For each square and each neighbour, the index of the next square in the same direction;
/// [`Square::COUNT`] if there is none.
static BEYOND: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut beyond = [[Square::COUNT as u8; Square::COUNT]; Square::COUNT];
    let mut dir = 0;
    while dir < 8 {
        let mut square = 0;
        while square < Square::COUNT {
            let next = STEPS[dir][square] as usize;
            let there = STEPS[dir][next];
            if next != square && there as usize != next {
                beyond[square][next] = there;
            }
            square += 1;
        }
        dir += 1;
    }
    beyond
};

impl Square {
    /// The square in the middle of the board, c3.
    pub const MIDDLE: Square = Square(12);

    /// The square from this seat's viewpoint: unchanged for the first seat, turned by 180 degrees for
    /// the second.
    #[inline]
    pub const fn relative_to(self, seat: Seat) -> Square {
        if seat.0 == 0 { self } else { Square(Square::COUNT as u8 - 1 - self.0) }
    }

    /// The square's mirror image with left and right swapped.
    pub const fn mirrored(self) -> Square {
        Square((self.row() * Square::SIDE + (Square::SIDE - 1 - self.column())) as u8)
    }

    /// The neighbour in this direction, from the first seat's viewpoint; `None` off the board.
    #[inline]
    pub(crate) fn step(self, dir: Dir) -> Option<Square> {
        let next = STEPS[dir as usize][self.index()];
        (next != self.0).then_some(Square(next))
    }

    /// The square directly behind `neighbour`, in a straight line from this square; `None` off the
    /// board.
    #[inline]
    pub(crate) fn beyond(self, neighbour: Square) -> Option<Square> {
        let there = BEYOND[self.index()][neighbour.index()];
        (usize::from(there) < Square::COUNT).then_some(Square(there))
    }

    /// The square this many columns to the right and rows ahead; `None` off the sheet.
    pub(crate) fn offset(self, columns: i8, rows: i8) -> Option<Square> {
        let column = usize::try_from(self.column() as i8 + columns).ok()?;
        let row = usize::try_from(self.row() as i8 + rows).ok()?;
        Square::at(row, column)
    }

    /// The offset from this square to `there`, as (columns, rows).
    pub(crate) fn towards(self, there: Square) -> (i8, i8) {
        let columns = there.column() as i8 - self.column() as i8;
        (columns, there.row() as i8 - self.row() as i8)
    }

    /// The direction (for the first seat) and the number of steps to `there`, if it is in a straight
    /// line.
    pub(crate) fn line_to(self, there: Square) -> Option<(Dir, u8)> {
        let (columns, rows) = self.towards(there);
        let steps = columns.abs().max(rows.abs());
        let straight = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        if steps == 0 || !straight {
            return None;
        }
        let delta = (columns.signum(), rows.signum());
        Dir::ALL.into_iter().find(|dir| dir.delta() == delta).map(|dir| (dir, steps as u8))
    }

    /// The set that contains only this square (one bit per square).
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns true if the square is in this seat's territory, its own two rows.
    #[inline]
    pub const fn is_home_of(self, seat: Seat) -> bool {
        territory(seat) & self.bit() != 0
    }
}

/// The set of squares in a seat's territory.
#[inline]
pub(crate) const fn territory(seat: Seat) -> u32 {
    const FIRST: u32 = (1 << TERRITORY) - 1;
    if seat.0 == 0 { FIRST } else { FIRST << (Square::COUNT - TERRITORY) }
}

/// The set of all squares.
pub(crate) const SHEET: u32 = (1 << Square::COUNT) - 1;
/// The set of squares of the middle row (中心地帯) without the middle square.
pub(crate) const MIDDLE_ROW: u32 =
    SHEET & !territory(Seat(0)) & !territory(Seat(1)) & !Square::MIDDLE.bit();

/// The squares of a set in ascending order.
#[inline]
pub(crate) fn squares(set: u32) -> impl Iterator<Item = Square> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
            assert_eq!((square.index(), Square::from_index(index)), (index, Some(square)));
        }
        assert_eq!(Square::from_index(25), None);
        for name in ["", "a", "a0", "a6", "f1", "A1", "a11"] {
            assert_eq!(Square::parse(name), None, "{name}");
        }
        assert_eq!(Square::MIDDLE.to_string(), "c3");
        assert_eq!(Square::parse("b2").unwrap().mirrored(), Square::parse("d2").unwrap());
    }

    #[test]
    fn squares_and_directions_of_the_second_seat_are_turned_by_180_degrees() {
        let d4 = Square::parse("d4").unwrap();
        assert_eq!(d4.relative_to(Seat(1)).to_string(), "b2");
        for dir in Dir::ALL {
            let (columns, rows) = dir.delta();
            let turned = dir.for_first_seat(Seat(1)).delta();
            assert_eq!(turned, (-columns, -rows));
            let next = d4.step(dir).unwrap();
            assert_eq!(d4.line_to(next), Some((dir, 1)));
        }
        assert_eq!(MIDDLE_ROW.count_ones(), 4);
        assert_eq!(squares(territory(Seat(1))).next(), Square::parse("a4"));
    }
}
