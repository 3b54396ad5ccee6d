//! The board, as one bit per cell and seat.

use serde::{Deserialize, Serialize};
use zashiki_core::Seat;

/// Number of columns.
pub const COLUMNS: usize = 7;
/// Number of rows.
pub const ROWS: usize = 6;
/// Bits from the bottom of one column to the bottom of the next: the rows and one bit that
/// always stays empty, so that no row of four can run over the edge.
const STRIDE: usize = ROWS + 1;
/// The bottom cell of every column.
const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
/// Every cell.
const CELLS: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The four directions of a row, as distances between neighbouring cells.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
/// Number of possible rows of four.
const LINES: usize = 69;
/// The cells of each possible row of four.
const LINE: [u64; LINES] = {
    let (mut lines, mut count, mut cell) = ([0; LINES], 0, 0);
    while cell < COLUMNS * STRIDE {
        let mut direction = 0;
        while direction < 4 {
            let step = DIRECTIONS[direction];
            if cell + 3 * step < COLUMNS * STRIDE {
                let line = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << cell;
                if line & CELLS == line {
                    lines[count] = line;
                    count += 1;
                }
            }
            direction += 1;
        }
        cell += 1;
    }
    assert!(count == LINES);
    lines
};

/// The stones on the board: one bit per cell for each seat. In JSON: the six rows from the top, `.` for
/// an empty cell and `0` or `1` for a seat's stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Rows", into = "Rows")]
pub struct Board {
    stones: [u64; 2],
}

impl Board {
    /// A number that is unique for the board: the mover's stones, and a bit above every column.
    #[inline]
    pub fn key(&self) -> u64 {
        let all = self.stones[0] | self.stones[1];
        self.stones[self.mover().index()] + all + BOTTOM
    }

    /// The seat to move: stones alternate, so their number determines it.
    #[inline]
    pub fn mover(&self) -> Seat {
        Seat((self.taken().count_ones() & 1) as u8)
    }

    /// All cells with a stone.
    #[inline]
    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cells into which a stone could fall, one for each column that is not full.
    #[inline]
    fn open(&self) -> u64 {
        (self.taken() + BOTTOM) & CELLS
    }

    /// Number of columns that are not full.
    #[inline]
    pub fn open_columns(&self) -> u32 {
        self.open().count_ones()
    }

    /// The columns that are not full, ascending.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = usize> + use<> {
        let mut open = self.open();
        std::iter::from_fn(move || {
            if open == 0 {
                return None;
            }
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            Some(cell / STRIDE)
        })
    }

    /// Returns true if the column is not full.
    #[inline]
    pub fn is_open(&self, column: usize) -> bool {
        self.taken() & (1 << (column * STRIDE + ROWS - 1)) == 0
    }

    /// Drops the mover's stone into a column that is not full; returns the row, from 0 at the bottom.
    #[inline]
    pub fn drop(&mut self, column: usize) -> usize {
        let mover = self.mover();
        let bottom = 1 << (column * STRIDE);
        let taken = self.taken();
        let cell = (taken + bottom) & !taken & (CELLS & (bottom * ((1 << ROWS) - 1)));
        self.stones[mover.index()] |= cell;
        cell.trailing_zeros() as usize % STRIDE
    }

    /// Returns true if the seat has four in a row.
    #[inline]
    pub fn has_line(&self, seat: Seat) -> bool {
        let stones = self.stones[seat.index()];
        DIRECTIONS.iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The owner of the stone in a cell.
    pub fn at(&self, column: usize, row: usize) -> Option<Seat> {
        let cell = 1 << (column * STRIDE + row);
        Seat::all(2).find(|seat| self.stones[seat.index()] & cell != 0)
    }

    /// Number of the seat's stones on the board.
    pub fn count(&self, seat: Seat) -> u32 {
        self.stones[seat.index()].count_ones()
    }

    /// Heuristic lead of the seat over the other: the rows of four that only one of them can still
    /// complete, weighted by their stones.
    pub fn chances(&self, seat: Seat) -> i32 {
        const WEIGHT: [i32; 5] = [0, 1, 6, 30, 0];
        let (own, other) = (self.stones[seat.index()], self.stones[seat.other().index()]);
        let weigh = |line: u64, mine: u64, theirs: u64| match line & theirs {
            0 => WEIGHT[(line & mine).count_ones() as usize],
            _ => 0,
        };
        LINE.iter().map(|line| weigh(*line, own, other) - weigh(*line, other, own)).sum()
    }

    /// The board before the last stone in this column, if the column is not empty.
    pub fn without_top(&self, column: usize) -> Option<Board> {
        let row = (0..ROWS).rev().find(|row| self.at(column, *row).is_some())?;
        let cell = 1u64 << (column * STRIDE + row);
        Some(Board { stones: self.stones.map(|stones| stones & !cell) })
    }
}

/// The JSON form of the board.
#[derive(Clone, Serialize, Deserialize)]
struct Rows {
    rows: Vec<String>,
}

impl From<Board> for Rows {
    fn from(board: Board) -> Rows {
        let cell = |column, row| match board.at(column, row) {
            None => '.',
            Some(Seat(0)) => '0',
            Some(_) => '1',
        };
        let rows =
            (0..ROWS).rev().map(|row| (0..COLUMNS).map(|column| cell(column, row)).collect());
        Rows { rows: rows.collect() }
    }
}

impl TryFrom<Rows> for Board {
    type Error = String;

    fn try_from(rows: Rows) -> Result<Board, String> {
        let mut board = Board::default();
        if rows.rows.len() != ROWS || rows.rows.iter().any(|row| row.chars().count() != COLUMNS) {
            return Err(format!("a board is {ROWS} rows of {COLUMNS} characters"));
        }
        for (row, text) in rows.rows.iter().rev().enumerate() {
            for (column, character) in text.chars().enumerate() {
                let seat = match character {
                    '.' => continue,
                    '0' => 0,
                    '1' => 1,
                    other => return Err(format!("a cell is '.', '0' or '1', not '{other}'")),
                };
                if row > 0 && board.at(column, row - 1).is_none() {
                    return Err(format!("a stone hangs in the air in column {}", column + 1));
                }
                board.stones[seat] |= 1 << (column * STRIDE + row);
            }
        }
        Ok(board)
    }
}
