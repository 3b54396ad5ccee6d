//! Tiles off the board and on it: acquiring, placing, discarding.

use table::{Illegal, Log, Seat, Text, say};

use super::{endless, refuse};
use crate::Hostile;
use crate::actions::Action;
use crate::events::Event;
use crate::list::Blank;
use crate::setup::STARTS;
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece, Tile};

/// The squares of a set, to be gone through many times.
pub(super) struct Places {
    squares: [Square; Square::COUNT],
    count: usize,
}

impl Places {
    pub fn new(set: u64) -> Places {
        let mut places = Places { squares: [Square::BLANK; Square::COUNT], count: 0 };
        for square in squares(set) {
            places.squares[places.count] = square;
            places.count += 1;
        }
        places
    }

    /// Lists an action for each way a floor tile of this kind can lie on each square.
    #[inline]
    pub fn list(
        &self,
        kind: Kind,
        out: &mut Vec<Action>,
        action: impl Fn(Piece, Square) -> Action,
    ) {
        let squares = &self.squares[..self.count];
        for piece in kind.pieces() {
            out.extend(squares.iter().map(|square| action(*piece, *square)));
        }
    }
}

/// Each different tile once, in the order in which it first lies there (A-X59).
#[inline]
pub(super) fn distinct(tiles: &[Tile]) -> impl Iterator<Item = Tile> {
    let mut seen = 0u8;
    tiles.iter().copied().filter(move |tile| match tile {
        Tile::Gem(_) => true,
        Tile::Floor(kind) => {
            let bit = 1 << *kind as u8;
            let fresh = seen & bit == 0;
            seen |= bit;
            fresh
        }
    })
}

impl Hostile {
    /// Whether the tile lies in the line.
    pub(super) fn check_line(&self, tile: Tile, rule: &'static str) -> Result<(), Illegal> {
        if self.board.line.contains(&tile) {
            return Ok(());
        }
        Err(refuse(say!(
            rule,
            "ラインに{tile}はありません。ラインにあるタイルを選んでください。",
            "There is no {tile} in the line; choose a tile that is there.",
            tile
        )))
    }

    /// Whether the seat may place a floor tile there.
    pub(super) fn check_place(&self, seat: Seat, square: Square) -> Result<(), Illegal> {
        let board = &self.board;
        let bit = square.bit();
        if board.placeable(&self.setup, seat) & bit != 0 {
            return Ok(());
        }
        let (rule, why) = if STARTS & bit != 0 {
            ("X-91", Text::fixed("スタート地点だからです", "it is a start square"))
        } else if board.pawns(&self.setup) & bit != 0 {
            ("X-90", Text::fixed("コマがいるからです", "a pawn stands there"))
        } else if board.tiles() & bit != 0 {
            ("X-92", Text::fixed("すでにタイルがあるからです", "a tile lies there already"))
        } else {
            (
                "X-93",
                Text::fixed(
                    "対戦相手のスタートに隣接するからです",
                    "it touches an opponent's start",
                ),
            )
        };
        Err(refuse(say!(
            rule,
            "{square}には配置できません。{why}。別のマスを選んでください。",
            "You cannot place a tile on {square}: {why}. Choose another square.",
            why
        )))
    }

    /// Takes a tile out of the line, where it must lie.
    pub(super) fn take_from_line(&mut self, tile: Tile) {
        if let Some(at) = self.board.line.iter().position(|other| *other == tile) {
            self.board.line.remove(at);
        }
    }

    /// Takes a tile out of a hand, where it must be.
    pub(super) fn take_from_hand(&mut self, seat: Seat, tile: Tile) {
        let hand = &mut self.board.hands[seat.index()];
        if let Some(at) = hand.iter().position(|other| *other == tile) {
            hand.remove(at);
        }
    }

    /// A tile goes to the hand, or with a full hand to the discards.
    pub(super) fn acquire(&mut self, seat: Seat, tile: Tile, log: &mut impl Log<Hostile>) {
        let hand = &mut self.board.hands[seat.index()];
        if hand.len() < usize::from(self.setup.components.hand.limit) {
            hand.push(tile);
            self.tell(Event::Kept { seat, tile }, log);
        } else {
            self.board.discard(tile);
            self.tell(Event::HandFull { seat, tile }, log);
        }
    }

    /// Lays a floor tile on the board; nobody moves.
    pub(super) fn place(
        &mut self,
        seat: Seat,
        piece: Piece,
        square: Square,
        log: &mut impl Log<Hostile>,
    ) {
        self.board.put(square, piece);
        let (kind, facing) = (piece.kind(), piece.facing());
        self.tell(Event::Placed { seat, square, kind, facing }, log);
        self.undo_endless(square, log);
    }

    /// A tile just placed or turned that made an endless place is discarded at once.
    pub(super) fn undo_endless(&mut self, square: Square, log: &mut impl Log<Hostile>) {
        let Some((judged, seats)) = endless::made_at(&self.board, &self.setup, square) else {
            return;
        };
        if let Some(piece) = self.board.lift(square) {
            let kind = piece.kind();
            self.board.discard(Tile::Floor(kind));
            self.tell(Event::Endless { square, kind, judged, seats }, log);
        }
    }
}
