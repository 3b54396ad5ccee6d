//! The board: one bit for each cell.

use serde::{Deserialize, Serialize};
use zashiki_core::Seat;

/// Columns of the board.
pub const COLUMNS: usize = 7;
/// Rows of the board.
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
/// How many rows of four fit on the board.
const LINES: usize = 69;
/// All of them.
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

/// The stones on the board: for each seat one bit for each cell. In JSON: the six rows from
/// the top, `.` for an empty cell and `0` or `1` for a seat's stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Rows", into = "Rows")]
pub struct Board {
    stones: [u64; 2],
}

impl Board {
    /// A number that no other board has: the mover's stones, and a bit above every column.
    #[inline]
    pub fn key(&self) -> u64 {
        let all = self.stones[0] | self.stones[1];
        self.stones[self.mover().index()] + all + BOTTOM
    }

    /// The seat whose turn it is: stones alternate, so counting them tells.
    #[inline]
    pub fn mover(&self) -> Seat {
        Seat((self.taken().count_ones() & 1) as u8)
    }

    /// Every cell with a stone.
    #[inline]
    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cells a stone could fall to, one for each column that is not full.
    #[inline]
    fn open(&self) -> u64 {
        (self.taken() + BOTTOM) & CELLS
    }

    /// How many columns are not full.
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

    /// Whether the column is not full.
    #[inline]
    pub fn is_open(&self, column: usize) -> bool {
        self.taken() & (1 << (column * STRIDE + ROWS - 1)) == 0
    }

    /// Drops the mover's stone into a column that is not full; tells the row, counted from
    /// the bottom.
    #[inline]
    pub fn drop(&mut self, column: usize) -> usize {
        let mover = self.mover();
        let bottom = 1 << (column * STRIDE);
        let taken = self.taken();
        let cell = (taken + bottom) & !taken & (CELLS & (bottom * ((1 << ROWS) - 1)));
        self.stones[mover.index()] |= cell;
        cell.trailing_zeros() as usize % STRIDE
    }

    /// Whether the seat has four in a row.
    #[inline]
    pub fn has_line(&self, seat: Seat) -> bool {
        let stones = self.stones[seat.index()];
        DIRECTIONS.iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// Whose stone lies in a cell.
    pub fn at(&self, column: usize, row: usize) -> Option<Seat> {
        let cell = 1 << (column * STRIDE + row);
        Seat::all(2).find(|seat| self.stones[seat.index()] & cell != 0)
    }

    /// How many stones the seat has on the board.
    pub fn count(&self, seat: Seat) -> u32 {
        self.stones[seat.index()].count_ones()
    }

    /// How much better the seat's chances are than the other's: the rows of four that only
    /// one of them can still fill, weighed by how far they are filled.
    pub fn chances(&self, seat: Seat) -> i32 {
        const WEIGHT: [i32; 5] = [0, 1, 6, 30, 0];
        let (own, other) = (self.stones[seat.index()], self.stones[seat.other().index()]);
        let weigh = |line: u64, mine: u64, theirs: u64| match line & theirs {
            0 => WEIGHT[(line & mine).count_ones() as usize],
            _ => 0,
        };
        LINE.iter().map(|line| weigh(*line, own, other) - weigh(*line, other, own)).sum()
    }

    /// The board before the last stone of this column fell, if the column is not empty.
    pub fn without_top(&self, column: usize) -> Option<Board> {
        let row = (0..ROWS).rev().find(|row| self.at(column, *row).is_some())?;
        let cell = 1u64 << (column * STRIDE + row);
        Some(Board { stones: self.stones.map(|stones| stones & !cell) })
    }
}

/// The board as people write it.
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
