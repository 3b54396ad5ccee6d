//! The board, as one bit per cell and seat.

use serde::{Deserialize, Serialize};
use zashiki_core::Seat;

/// Number of columns.
pub const COLUMNS: usize = 7;
/// Number of rows.
pub const ROWS: usize = 6;
/// Distance from the lowest bit of one column to that of the next. A column has a bit per row and one
/// that always stays empty, so that four in a row cannot continue across the edge of the board.
const STRIDE: usize = ROWS + 1;
/// The bottom cell of every column: bits 0, 7, … 42.
const BOTTOM: u64 = ((1 << (STRIDE * COLUMNS)) - 1) / ((1 << STRIDE) - 1);
/// All cells of the board, one bit each.
const CELLS: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The four directions of a row, as distances between neighbouring cells.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The stones on the board: one bit per cell for each seat. In JSON: the six rows from the top, `.` for
/// an empty cell and `0` or `1` for a seat's stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Rows", into = "Rows")]
pub struct Board {
    stones: [u64; 2],
}

impl Board {
    /// A number that identifies the board: the mover's stones, and one bit above the top stone of every
    /// column.
    #[inline]
    pub fn key(&self) -> u64 {
        self.stones[self.mover().index()] + self.taken() + BOTTOM
    }

    /// The seat to move. The seats alternate, so the number of stones determines it.
    #[inline]
    pub fn mover(&self) -> Seat {
        Seat((self.taken().count_ones() & 1) as u8)
    }

    /// All cells with a stone, one bit each.
    #[inline]
    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The columns that are not full, ascending.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = u8> + use<> {
        let board = *self;
        (0..COLUMNS as u8).filter(move |column| board.is_open(*column))
    }

    /// Returns true if the column is not full.
    #[inline]
    pub fn is_open(&self, column: u8) -> bool {
        self.taken() & (1 << (column as usize * STRIDE + ROWS - 1)) == 0
    }

    /// Drops the mover's stone into a column that is not full; returns the row, from 0 at the bottom.
    #[inline]
    pub fn drop(&mut self, column: u8) -> u8 {
        let (mover, taken) = (self.mover(), self.taken());
        let bottom = 1 << (column as usize * STRIDE);
        let cell = (taken + bottom) & !taken & (bottom * ((1 << ROWS) - 1));
        self.stones[mover.index()] |= cell;
        (cell.trailing_zeros() as usize % STRIDE) as u8
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

    /// The owner of the stone in a cell; `None` if the cell is empty.
    pub fn at(&self, column: usize, row: usize) -> Option<Seat> {
        Seat::all(2).find(|seat| self.stones[seat.index()] >> (column * STRIDE + row) & 1 != 0)
    }

    /// Number of the seat's stones on the board.
    pub fn count(&self, seat: Seat) -> u32 {
        self.stones[seat.index()].count_ones()
    }

    /// Heuristic value for the seat: each possible row of four without a stone of the other seat adds 1,
    /// 6 or 30 if it has one, two or three of the seat's own stones.
    pub fn chances(&self, seat: Seat) -> i32 {
        const WEIGHTS: [i32; 5] = [0, 1, 6, 30, 0];
        let (own, open) = (self.stones[seat.index()], CELLS & !self.stones[seat.other().index()]);
        let row = |step: usize| {
            let pairs = open & (open >> step);
            let line = 1 | 1 << step | 1 << (2 * step) | 1u64 << (3 * step);
            let mut starts = pairs & (pairs >> (2 * step));
            let mut sum = 0;
            while starts != 0 {
                sum += WEIGHTS[(own & (line << starts.trailing_zeros())).count_ones() as usize];
                starts &= starts - 1;
            }
            sum
        };
        DIRECTIONS.into_iter().map(row).sum()
    }

    /// Returns true if a match can reach this board. The match ends with the first four in a row, so
    /// only the last stone, on top of its column, may complete one.
    pub fn is_reachable(&self) -> bool {
        let last = self.mover().other();
        let before = |column: usize| {
            let stones = self.stones[last.index()] & (((1 << ROWS) - 1) << (column * STRIDE));
            let top = stones.checked_ilog2().map_or(0, |top| 1u64 << top);
            let mut before = *self;
            before.stones[last.index()] &= !top;
            stones != 0 && self.taken() & (top << 1) == 0 && !before.has_line(last)
        };
        !self.has_line(self.mover()) && (!self.has_line(last) || (0..COLUMNS).any(before))
    }
}

/// The JSON form of the board.
#[derive(Serialize, Deserialize)]
struct Rows {
    rows: Vec<String>,
}

impl From<Board> for Rows {
    fn from(board: Board) -> Rows {
        let cell = |column, row| board.at(column, row).map_or(".".into(), |seat| seat.to_string());
        let row = |row| (0..COLUMNS).map(|column| cell(column, row)).collect();
        Rows { rows: (0..ROWS).rev().map(row).collect() }
    }
}

impl TryFrom<Rows> for Board {
    type Error = String;

    fn try_from(Rows { rows }: Rows) -> Result<Board, String> {
        let mut board = Board::default();
        if rows.len() != ROWS || rows.iter().any(|row| row.chars().count() != COLUMNS) {
            return Err(format!("a board is {ROWS} rows of {COLUMNS} characters"));
        }
        for (row, text) in rows.iter().rev().enumerate() {
            for (column, character) in text.chars().enumerate() {
                let seat = match character {
                    '.' => continue,
                    '0' | '1' => usize::from(character == '1'),
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
