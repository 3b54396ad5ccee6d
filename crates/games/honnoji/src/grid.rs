//! The placement area: cells, directions, and layouts of cards.

use std::hash::{Hash, Hasher};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use crate::face::{Cards, Face};

/// The greatest coordinate of a cell; the least is `-EDGE` (A-H45).
pub const EDGE: i8 = 15;

/// Maximum number of cards in a layout: six basic cards and the maximum number of action cards in a
/// deck (A-H45). They all fit into a row, which has 31 cells.
pub const MAX_LAID: usize = 23;

/// A cell of the placement area: `x` from left to right, `y` away from the owner, both from −15 to
/// 15 (A-H45).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Cell {
    x: i8,
    y: i8,
}

impl Cell {
    /// The cell in the middle of the placement area.
    pub const ORIGIN: Cell = Cell { x: 0, y: 0 };

    /// The cell with these coordinates; `None` outside the placement area.
    pub const fn new(x: i8, y: i8) -> Option<Cell> {
        if x >= -EDGE && x <= EDGE && y >= -EDGE && y <= EDGE { Some(Cell { x, y }) } else { None }
    }

    /// The column, −15..=15, from left to right.
    pub const fn x(self) -> i8 {
        self.x
    }

    /// The row, −15..=15; positive rows are farther away from the owner.
    pub const fn y(self) -> i8 {
        self.y
    }

    /// The next cell in a direction; `None` at the edge of the placement area.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Cell> {
        let (x, y) = direction.delta();
        Cell::new(self.x + x, self.y + y)
    }

    const fn decode(code: u16) -> Cell {
        Cell { x: (code >> 5 & 31) as i8 - EDGE, y: (code & 31) as i8 - EDGE }
    }

    const fn code(self) -> u16 {
        ((self.x + EDGE) as u16) << 5 | (self.y + EDGE) as u16
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.x, self.y)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Raw {
            x: i8,
            y: i8,
        }
        let Raw { x, y } = Raw::deserialize(deserializer)?;
        Cell::new(x, y).ok_or_else(|| {
            D::Error::custom(format!(
                "「{x}:{y}」には置けません(座標は -15〜15 です) / \
                 nothing can be laid at {x}:{y}; coordinates are -15 to 15"
            ))
        })
    }
}

/// The direction of an icon, from the viewpoint of the card's owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Direction {
    /// Up: away from the owner.
    Up,
    /// To the right of the owner.
    Right,
    /// Down: towards the owner.
    Down,
    /// To the left of the owner.
    Left,
}

impl Direction {
    /// All directions, clockwise from up.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Up => (0, 1),
            Direction::Right => (1, 0),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
        }
    }
}

/// A card of a layout and its cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub struct LaidCard {
    /// The face of the card.
    pub face: Face,
    /// The cell of the placement area on which the card is.
    pub cell: Cell,
}

/// A layout: cards on cells, sorted by face and cell. In JSON: a list of [`LaidCard`].  A value of
/// this type need not be legal: cards may share a cell, or be missing in the hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layout([u16; MAX_LAID]);

/// Hashes the cards in blocks of four, up to the block with the last card. Search hashes millions of
/// layouts, and most have few cards.
impl Hash for Layout {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for block in self.0.chunks(4) {
            state.write_u64(block.iter().fold(0, |cards, code| cards << 16 | u64::from(*code)));
            if block.contains(&BLANK) {
                break;
            }
        }
    }
}

/// The value of unused entries, which follow the last card.
const BLANK: u16 = u16::MAX;
const CELL: u16 = (1 << 10) - 1;

impl Layout {
    /// The layout without cards.
    pub const EMPTY: Layout = Layout([BLANK; MAX_LAID]);

    /// The layout of these cards; `None` if there are more than [`MAX_LAID`].
    pub fn new(cards: &[LaidCard]) -> Option<Layout> {
        if cards.len() > MAX_LAID {
            return None;
        }
        let mut codes = [BLANK; MAX_LAID];
        for (code, card) in codes.iter_mut().zip(cards) {
            *code = (card.face.index() as u16) << 10 | card.cell.code();
        }
        codes[..cards.len()].sort_unstable();
        Some(Layout(codes))
    }

    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().position(|code| *code == BLANK).unwrap_or(MAX_LAID)
    }

    /// Returns true if there are no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0] == BLANK
    }

    /// The cards, sorted by face and cell.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = LaidCard> {
        self.0
            .iter()
            .take_while(|code| **code != BLANK)
            .map(|code| LaidCard { face: Face::at(code >> 10), cell: Cell::decode(*code) })
    }

    /// The cards without their cells.
    #[inline]
    pub fn cards(&self) -> Cards {
        self.iter().map(|card| card.face).collect()
    }

    /// The cells in order, without the faces of the cards.
    #[inline]
    pub fn cells(&self) -> Cells {
        let mut cells = self.0.map(|code| if code == BLANK { BLANK } else { code & CELL });
        cells.sort_unstable();
        Cells(cells)
    }

    /// The card on a cell; `None` if the cell is empty.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Face> {
        let wanted = cell.code();
        for code in self.0 {
            if code == BLANK {
                return None;
            }
            if code & CELL == wanted {
                return Some(Face::at(code >> 10));
            }
        }
        None
    }

    /// A cell with more than one card, if there is one.
    pub fn crowded(&self) -> Option<Cell> {
        let cells: Vec<Cell> = self.cells().iter().collect();
        cells.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }
}

/// Maximum number of cards in a listed layout: four icon cards, five numbers and a decoy (a card
/// without effect).
pub(crate) const MAX_LISTED: usize = 10;

/// A layout with at most [`MAX_LISTED`] cards, in less memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedLayout([u16; MAX_LISTED]);

/// Hashes the cards as few numbers: lists of layouts hash millions of them.
impl Hash for PackedLayout {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for block in self.0.chunks(4) {
            state.write_u64(block.iter().fold(0, |cards, code| cards << 16 | u64::from(*code)));
        }
    }
}

impl PackedLayout {
    /// The layout without cards.
    pub const EMPTY: PackedLayout = PackedLayout([BLANK; MAX_LISTED]);

    /// Packs a layout; `None` if it has more than [`MAX_LISTED`] cards.
    pub fn new(layout: &Layout) -> Option<PackedLayout> {
        let (cards, rest) = layout.0.split_first_chunk()?;
        rest.iter().all(|code| *code == BLANK).then_some(PackedLayout(*cards))
    }

    /// Unpacks the layout.
    #[inline]
    pub fn layout(&self) -> Layout {
        let mut codes = [BLANK; MAX_LAID];
        codes[..self.0.len()].copy_from_slice(&self.0);
        Layout(codes)
    }

    /// The cards of these layouts side by side from the left edge of the placement area, with an
    /// empty column between neighbours. The rows stay. At most [`MAX_LISTED`] cards together, and no
    /// wider than the area.
    #[inline]
    pub fn side_by_side<'a>(layouts: impl Iterator<Item = &'a PackedLayout>) -> PackedLayout {
        let mut row = PackedLayout::EMPTY;
        let (mut len, mut left) = (0, 0);
        for layout in layouts {
            let (least, greatest) = range(layout.codes().iter().map(|code| code >> 5 & 31));
            for code in layout.codes() {
                row.0[len] = (code + (left << 5)) - (least << 5);
                len += 1;
            }
            left += greatest - least + 2;
        }
        row.0[..len].sort_unstable();
        row
    }

    /// The layout with its first card in the middle, or as near to it as the placement area allows.
    #[inline]
    pub fn centred(&self) -> PackedLayout {
        const MIDDLE: u16 = Cell::ORIGIN.code();
        let codes = self.codes();
        let Some(first) = codes.first() else { return *self };
        let (left, right) = range(codes.iter().map(|code| code >> 5 & 31));
        let (bottom, top) = range(codes.iter().map(|code| code & 31));
        // The column and the row that move to the middle.
        let x = (first >> 5 & 31).clamp(right.saturating_sub(EDGE as u16), left + EDGE as u16);
        let y = (first & 31).clamp(top.saturating_sub(EDGE as u16), bottom + EDGE as u16);
        let mut layout = *self;
        for code in &mut layout.0[..codes.len()] {
            *code = *code + MIDDLE - (x << 5) - y;
        }
        layout
    }

    /// The cards in normal form: the least column and row of the placement area are used.
    /// `cards` are at most [`MAX_LISTED`], with their columns and rows from an arbitrary origin, no
    /// wider and no higher than the area.
    #[inline]
    pub fn in_corner(cards: &[(Face, i8, i8)]) -> PackedLayout {
        let left = cards.iter().map(|card| card.1).min().unwrap_or_default();
        let bottom = cards.iter().map(|card| card.2).min().unwrap_or_default();
        let mut layout = PackedLayout::EMPTY;
        for (code, (face, x, y)) in layout.0.iter_mut().zip(cards) {
            let cell = ((x - left) as u16) << 5 | (y - bottom) as u16;
            *code = (face.index() as u16) << 10 | cell;
        }
        layout.0[..cards.len().min(MAX_LISTED)].sort_unstable();
        layout
    }

    /// The cards with their cells, in order.
    fn codes(&self) -> &[u16] {
        let len = self.0.iter().position(|code| *code == BLANK);
        &self.0[..len.unwrap_or(MAX_LISTED)]
    }
}

/// The least and the greatest of the numbers; 0 if there are none.
#[inline]
fn range(numbers: impl Iterator<Item = u16>) -> (u16, u16) {
    let least_and_greatest =
        |(least, greatest): (u16, u16), n: u16| (least.min(n), greatest.max(n));
    let (least, greatest) = numbers.fold((u16::MAX, 0), least_and_greatest);
    (least.min(greatest), greatest)
}

/// The cells of a layout without its cards, in order. In JSON: a list of [`Cell`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cells([u16; MAX_LAID]);

impl Cells {
    /// The cells in order; a cell with two cards occurs twice.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().take_while(|code| **code != BLANK).map(|code| Cell::decode(*code))
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Notation: `crest@0:0 2@0:1`, or `nothing` for no cards.
impl std::fmt::Display for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (place, card) in self.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{}@{}", card.face, card.cell)?;
        }
        Ok(())
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Face = Face::NUMBERS[1];

    #[test]
    fn a_layout_is_its_cards_in_any_order() {
        let card = |face, x, y| LaidCard { face, cell: Cell::new(x, y).unwrap() };
        let cards = [card(TWO, 0, 1), card(Face::CREST, -15, 15), card(Face::FIRE, 15, -15)];
        let layout = Layout::new(&cards).unwrap();
        let turned: Vec<LaidCard> = cards.into_iter().rev().collect();
        assert_eq!(Layout::new(&turned), Some(layout));
        assert_eq!(layout.to_string(), "crest@-15:15 2@0:1 fire@15:-15");
        assert_eq!(layout.at(Cell::new(0, 1).unwrap()), Some(TWO));
        assert_eq!(layout.at(Cell::ORIGIN), None);
        assert_eq!((layout.len(), layout.crowded()), (3, None));
        assert_eq!(Layout::EMPTY.to_string(), "nothing");
        assert_eq!(Layout::new(&[card(TWO, 0, 0); MAX_LAID + 1]), None);
        assert_eq!(Layout::new(&[card(TWO, 0, 0); MAX_LAID]).unwrap().len(), MAX_LAID);
        let twice = Layout::new(&[card(TWO, 3, 3), card(Face::NUMBERS[3], 3, 3)]).unwrap();
        assert_eq!(twice.crowded(), Cell::new(3, 3));
    }

    #[test]
    fn the_area_ends_where_it_ends() {
        assert_eq!(Cell::new(0, 16), None);
        assert_eq!(Cell::new(-15, 0).unwrap().step(Direction::Left), None);
        assert_eq!(Cell::new(3, 14).unwrap().step(Direction::Up), Cell::new(3, 15));
    }
}
