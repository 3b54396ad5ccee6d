//! Tiles: kinds, orientations, and tiles in the line, in hands and on the floor.

use ts_rs::TS;
use zashiki_core::{Token, serialize_as_word, words};

use crate::list::Blank;
use crate::square::{Dir, Square};

words! {
    /// A kind of floor tile.
    "hostile.ts",
    Kind,
    "フロアタイルはありません(slide, diagonal, spring, ice, stop, box, corner, para)",
    "a floor tile (slide, diagonal, spring, ice, stop, box, corner, para)",
    {
        /// Straight slide (スライド タテ): moves a pawn by one square in the arrow's direction (parallel
        /// to an edge).
        Slide = "slide",
        /// Diagonal slide (スライド ナナメ): moves a pawn by one square in the arrow's diagonal direction.
        Diagonal = "diagonal",
        /// Spring (スプリング): moves a pawn by two squares in the arrow's direction.
        Spring = "spring",
        /// Ice (アイス): moves a pawn by one more square in its direction of entry.
        Ice = "ice",
        /// Stop (ストップ): ends a pawn's movement for the turn.
        Stop = "stop",
        /// Box wall (ウォール Box): closed on all sides.
        Box = "box",
        /// L wall (ウォール L): two adjacent sides are open.
        Corner = "corner",
        /// Para wall (ウォール Para): two opposite sides are open.
        Para = "para",
    }
}

words! {
    /// Orientation of a floor tile: the direction of its arrow, or for a wall its open sides.
    "hostile.ts",
    Facing,
    "向きはありません(n, e, s, w, ne, se, sw, nw, ns, ew)",
    "an orientation (n, e, s, w, ne, se, sw, nw, ns, ew)",
    {
        /// The arrow points to rank 8.
        N = "n",
        /// The arrow points to file H.
        E = "e",
        /// The arrow points to rank 1.
        S = "s",
        /// The arrow points to file A.
        W = "w",
        /// The arrow points to H8, or the north and east sides are open.
        Ne = "ne",
        /// The arrow points to H1, or the south and east sides are open.
        Se = "se",
        /// The arrow points to A1, or the south and west sides are open.
        Sw = "sw",
        /// The arrow points to A8, or the north and west sides are open.
        Nw = "nw",
        /// The north and south sides are open.
        Ns = "ns",
        /// The east and west sides are open.
        Ew = "ew",
    }
}

words! {
    /// Direction in which a tile is turned by 90 degrees.
    "hostile.ts",
    Spin, "回転はありません(left, right)", "a rotation (left, right)",
    {
        /// Anticlockwise.
        Left = "left",
        /// Clockwise.
        Right = "right",
    }
}

impl Kind {
    /// Returns true for the three kinds of walls.
    #[inline]
    pub const fn is_wall(self) -> bool {
        matches!(self, Kind::Box | Kind::Corner | Kind::Para)
    }

    /// Returns true if the tile moves a pawn that enters it.
    #[inline]
    pub const fn carries(self) -> bool {
        matches!(self, Kind::Slide | Kind::Diagonal | Kind::Spring | Kind::Ice)
    }

    /// The tiles of this kind in all orientations, each once (A-X59).
    #[inline]
    pub fn pieces(self) -> &'static [Piece] {
        const FIRST: [usize; 9] = [0, 4, 8, 12, 13, 14, 15, 19, 21];
        &Piece::ALL[FIRST[self as usize]..FIRST[self as usize + 1]]
    }
}

/// A floor tile on the board: a kind with an orientation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "each is its kind with its facing")]
pub enum Piece {
    SlideN,
    SlideE,
    SlideS,
    SlideW,
    DiagonalNe,
    DiagonalSe,
    DiagonalSw,
    DiagonalNw,
    SpringN,
    SpringE,
    SpringS,
    SpringW,
    Ice,
    Stop,
    Box,
    CornerNe,
    CornerSe,
    CornerSw,
    CornerNw,
    ParaNs,
    ParaEw,
}

use Piece::*;

impl Piece {
    /// All kinds with all their orientations: kinds in order, orientations clockwise from north.
    pub const ALL: [Piece; 21] = [
        SlideN, SlideE, SlideS, SlideW, DiagonalNe, DiagonalSe, DiagonalSw, DiagonalNw, SpringN,
        SpringE, SpringS, SpringW, Ice, Stop, Box, CornerNe, CornerSe, CornerSw, CornerNw, ParaNs,
        ParaEw,
    ];

    /// The tile of this kind and orientation, or `None` if the kind has no such orientation.
    pub fn new(kind: Kind, facing: Option<Facing>) -> Option<Piece> {
        kind.pieces().iter().copied().find(|piece| piece.facing() == facing)
    }

    /// The kind of tile.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            SlideN | SlideE | SlideS | SlideW => Kind::Slide,
            DiagonalNe | DiagonalSe | DiagonalSw | DiagonalNw => Kind::Diagonal,
            SpringN | SpringE | SpringS | SpringW => Kind::Spring,
            Ice => Kind::Ice,
            Stop => Kind::Stop,
            Box => Kind::Box,
            CornerNe | CornerSe | CornerSw | CornerNw => Kind::Corner,
            ParaNs | ParaEw => Kind::Para,
        }
    }

    /// The orientation; `None` for kinds that look the same from all sides.
    #[inline]
    pub const fn facing(self) -> Option<Facing> {
        Some(match self {
            SlideN | SpringN => Facing::N,
            SlideE | SpringE => Facing::E,
            SlideS | SpringS => Facing::S,
            SlideW | SpringW => Facing::W,
            DiagonalNe | CornerNe => Facing::Ne,
            DiagonalSe | CornerSe => Facing::Se,
            DiagonalSw | CornerSw => Facing::Sw,
            DiagonalNw | CornerNw => Facing::Nw,
            ParaNs => Facing::Ns,
            ParaEw => Facing::Ew,
            Ice | Stop | Box => return None,
        })
    }

    /// Direction of the arrow, or `None` if the tile has none.
    #[inline]
    pub const fn arrow(self) -> Option<Dir> {
        Some(match self {
            SlideN | SpringN => Dir::N,
            SlideE | SpringE => Dir::E,
            SlideS | SpringS => Dir::S,
            SlideW | SpringW => Dir::W,
            DiagonalNe => Dir::Ne,
            DiagonalSe => Dir::Se,
            DiagonalSw => Dir::Sw,
            DiagonalNw => Dir::Nw,
            _ => return None,
        })
    }

    /// Returns true if a pawn may cross this side of the tile's square, inwards or outwards. Only
    /// walls have closed sides; their corners are closed too (A-X2).
    #[inline]
    pub const fn is_open(self, dir: Dir) -> bool {
        const fn set(dirs: [Dir; 2]) -> u8 {
            1 << dirs[0] as u8 | 1 << dirs[1] as u8
        }
        let open = match self {
            Box => 0,
            CornerNe => set([Dir::N, Dir::E]),
            CornerSe => set([Dir::S, Dir::E]),
            CornerSw => set([Dir::S, Dir::W]),
            CornerNw => set([Dir::N, Dir::W]),
            ParaNs => set([Dir::N, Dir::S]),
            ParaEw => set([Dir::E, Dir::W]),
            _ => 0xff,
        };
        open >> dir as u8 & 1 == 1
    }

    /// The tile turned by 90 degrees.
    pub fn rotated(self, spin: Spin) -> Piece {
        let ways = self.kind().pieces();
        let at = self as usize - ways[0] as usize;
        let by = match spin {
            Spin::Right => 1,
            Spin::Left => ways.len() - 1,
        };
        ways[(at + by) % ways.len()]
    }
}

/// Writes the kind and, if the kind has one, the orientation: `slide n`, `ice`.
impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind().word())?;
        self.facing().map_or(Ok(()), |facing| write!(f, " {facing}"))
    }
}

/// A tile in the line, a hand or a deck: a floor tile by its kind (`"slide"`), or a gem tile by its
/// square (`"C5"`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(export, export_to = "hostile.ts", type = "Kind | Square")]
pub enum Tile {
    /// A floor tile.
    Floor(Kind),
    /// A gem tile.
    Gem(Square),
}

impl Blank for Kind {
    const BLANK: Kind = Kind::Slide;
}

impl Blank for Tile {
    const BLANK: Tile = Tile::Gem(Square::BLANK);
}

impl Tile {
    /// Number of tile indices: 8 kinds and 64 squares.
    pub(crate) const COUNT: usize = Kind::ALL.len() + Square::COUNT;

    /// The index of the tile: kinds come first, then gem tiles by their squares.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        match self {
            Tile::Floor(kind) => kind as usize,
            Tile::Gem(square) => Kind::ALL.len() + square.index(),
        }
    }

    /// The tile with this index.
    pub(crate) const fn from_index(index: usize) -> Option<Tile> {
        if index < Kind::ALL.len() {
            return Some(Tile::Floor(Kind::ALL[index]));
        }
        match Square::from_index(index - Kind::ALL.len()) {
            Some(square) => Some(Tile::Gem(square)),
            None => None,
        }
    }
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tile::Floor(kind) => kind.fmt(f),
            Tile::Gem(square) => square.fmt(f),
        }
    }
}

impl Token for Tile {
    const WHAT: (&'static str, &'static str) = (
        "タイルはありません(フロアタイルは slide など、ジェムタイルは C5 のように書きます)",
        "a tile (a floor tile is written like slide, a gem tile like C5)",
    );

    fn all() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT).filter_map(Tile::from_index)
    }

    fn from_word(word: &str) -> Option<Tile> {
        Kind::from_word(word).map(Tile::Floor).or(Square::parse(word).map(Tile::Gem))
    }
}

serialize_as_word!(Tile);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_grouped_by_kind() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece as usize, index);
            assert!(piece.kind().pieces().contains(&piece));
            assert_eq!(Piece::new(piece.kind(), piece.facing()), Some(piece));
            assert_eq!(piece.rotated(Spin::Left).rotated(Spin::Right), piece);
        }
        let ways = Kind::ALL.map(|kind| kind.pieces().len());
        assert_eq!(ways, [4, 4, 4, 1, 1, 1, 4, 2]);
        assert_eq!(Piece::new(Kind::Slide, Some(Facing::Ne)), None);
        assert_eq!(Piece::new(Kind::Ice, Some(Facing::N)), None);
        assert_eq!(Piece::new(Kind::Slide, None), None);
    }

    #[test]
    fn a_turn_to_the_right_is_clockwise() {
        let turned = |piece: Piece| piece.rotated(Spin::Right);
        assert_eq!([SlideN, SlideE, SlideS, SlideW].map(turned), [SlideE, SlideS, SlideW, SlideN]);
        assert_eq!([CornerNe, CornerNw].map(turned), [CornerSe, CornerNe]);
        assert_eq!([ParaNs, ParaEw, Ice].map(turned), [ParaEw, ParaNs, Ice]);
    }

    #[test]
    fn only_walls_are_closed() {
        let open = |piece: Piece| -> Vec<&str> {
            Dir::ALL.into_iter().filter(|dir| piece.is_open(*dir)).map(Dir::word).collect()
        };
        assert_eq!(open(Box), [""; 0]);
        assert_eq!(open(CornerSw), ["s", "w"]);
        assert_eq!(open(ParaEw), ["e", "w"]);
        for piece in Piece::ALL {
            let wall = matches!(piece.kind(), Kind::Box | Kind::Corner | Kind::Para);
            assert_eq!(open(piece).len() < 8, wall, "{piece}");
        }
    }
}
