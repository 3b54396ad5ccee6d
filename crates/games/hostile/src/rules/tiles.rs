//! Tiles: how they are acquired, placed and discarded.

use zashiki_core::{EventSink, GameRng, IllegalAction, LocalizedText, Seat, describe};

use super::endless;
use super::illegal::refuse;
use crate::Hostile;
use crate::actions::Action;
use crate::config::STARTS;
use crate::events::Event;
use crate::list::Blank;
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece, Tile};

/// Receives all legal actions, grouped by category ([`zashiki_core::Action::category`]).
pub(super) trait ActionSink {
    /// Receives an action that is the only legal one of its category.
    fn single(&mut self, action: Action);

    /// Receives a category of actions: one for each square of the set and each variant from 0 to
    /// `ways` − 1.
    fn per_square(&mut self, set: u64, ways: usize, action: impl Fn(Square, usize) -> Action);

    /// Receives a category of actions: a floor tile of this kind on each square of the set, in each
    /// of its orientations.
    fn placements(&mut self, kind: Kind, set: u64, action: impl Fn(Piece, Square) -> Action);
}

/// A sink that collects all actions.
impl ActionSink for Vec<Action> {
    #[inline]
    fn single(&mut self, action: Action) {
        self.push(action);
    }

    #[inline]
    fn per_square(&mut self, set: u64, ways: usize, action: impl Fn(Square, usize) -> Action) {
        for square in squares(set) {
            self.extend((0..ways).map(|way| action(square, way)));
        }
    }

    #[inline]
    fn placements(&mut self, kind: Kind, set: u64, action: impl Fn(Piece, Square) -> Action) {
        let mut places = [Square::BLANK; Square::COUNT];
        let count = set.count_ones() as usize;
        places.iter_mut().zip(squares(set)).for_each(|(place, square)| *place = square);
        for piece in kind.pieces() {
            self.extend(places[..count].iter().map(|square| action(*piece, *square)));
        }
    }
}

/// A sink that picks one action of each category at random.
pub(super) struct CategorySampler<'a> {
    pub rng: &'a mut GameRng,
    pub out: &'a mut Vec<Action>,
}

impl CategorySampler<'_> {
    /// A random number below `each` times the number of squares in the set; `None` if the set is
    /// empty.
    #[inline]
    fn random_index(&mut self, set: u64, each: usize) -> Option<usize> {
        let count = set.count_ones() as usize * each;
        (count > 0).then(|| self.rng.below(count as u32) as usize)
    }
}

impl ActionSink for CategorySampler<'_> {
    #[inline]
    fn single(&mut self, action: Action) {
        self.rng.below(1);
        self.out.push(action);
    }

    #[inline]
    fn per_square(&mut self, set: u64, ways: usize, action: impl Fn(Square, usize) -> Action) {
        let Some(index) = self.random_index(set, ways) else { return };
        self.out.extend(squares(set).nth(index / ways).map(|square| action(square, index % ways)));
    }

    #[inline]
    fn placements(&mut self, kind: Kind, set: u64, action: impl Fn(Piece, Square) -> Action) {
        let (ways, count) = (kind.pieces(), set.count_ones() as usize);
        let Some(index) = self.random_index(set, ways.len()) else { return };
        let piece = ways[index / count];
        self.out.extend(squares(set).nth(index % count).map(|square| action(piece, square)));
    }
}

/// The tiles without repetitions, in the order of their first occurrence (A-X59).
#[inline]
pub(super) fn distinct(tiles: &[Tile]) -> impl Iterator<Item = Tile> {
    let mut listed = 0u8;
    tiles.iter().copied().filter(move |tile| match tile {
        Tile::Gem(_) => true,
        Tile::Floor(kind) => {
            let bit = 1 << *kind as u8;
            let is_new = listed & bit == 0;
            listed |= bit;
            is_new
        }
    })
}

impl Hostile {
    /// Returns an error if the tile is not in the line.
    pub(super) fn check_line(&self, tile: Tile, rule: &'static str) -> Result<(), IllegalAction> {
        if self.board.line.contains(&tile) {
            return Ok(());
        }
        Err(refuse(describe!(
            rule,
            "ラインに{tile}はありません。ラインにあるタイルを選んでください。",
            "There is no {tile} in the line; choose a tile that is there.",
            tile
        )))
    }

    /// Returns an error if the seat may not place a floor tile on the square.
    pub(super) fn check_place(&self, seat: Seat, square: Square) -> Result<(), IllegalAction> {
        let board = &self.board;
        let bit = square.bit();
        if board.placeable(&self.config, seat) & bit != 0 {
            return Ok(());
        }
        let (rule, why) = if STARTS & bit != 0 {
            ("X-91", LocalizedText::fixed("スタート地点だからです", "it is a start square"))
        } else if board.pawns(&self.config) & bit != 0 {
            ("X-90", LocalizedText::fixed("コマがいるからです", "a pawn stands there"))
        } else if board.tiles() & bit != 0 {
            (
                "X-92",
                LocalizedText::fixed("すでにタイルがあるからです", "a tile lies there already"),
            )
        } else {
            (
                "X-93",
                LocalizedText::fixed(
                    "対戦相手のスタートに隣接するからです",
                    "it touches an opponent's start",
                ),
            )
        };
        Err(refuse(describe!(
            rule,
            "{square}には配置できません。{why}。別のマスを選んでください。",
            "You cannot place a tile on {square}: {why}. Choose another square.",
            why
        )))
    }

    /// Removes a tile from the line.
    pub(super) fn take_from_line(&mut self, tile: Tile) {
        if let Some(at) = self.board.line.iter().position(|other| *other == tile) {
            self.board.line.remove(at);
        }
    }

    /// Removes a tile from a hand.
    pub(super) fn take_from_hand(&mut self, seat: Seat, tile: Tile) {
        let hand = &mut self.board.hands[seat.index()];
        if let Some(at) = hand.iter().position(|other| *other == tile) {
            hand.remove(at);
        }
    }

    /// Adds a tile to the hand, or discards it if the hand is full.
    pub(super) fn acquire(&mut self, seat: Seat, tile: Tile, log: &mut impl EventSink<Hostile>) {
        let hand = &mut self.board.hands[seat.index()];
        if hand.len() < usize::from(self.config.components.hand.limit) {
            hand.push(tile);
            self.log_event(Event::Kept { seat, tile }, log);
        } else {
            self.board.discard(tile);
            self.log_event(Event::HandFull { seat, tile }, log);
        }
    }

    /// Places a floor tile on the board; pawns stay.
    pub(super) fn place_tile(
        &mut self,
        seat: Seat,
        piece: Piece,
        square: Square,
        log: &mut impl EventSink<Hostile>,
    ) {
        self.board.put(square, piece);
        let (kind, facing) = (piece.kind(), piece.facing());
        self.log_event(Event::Placed { seat, square, kind, facing }, log);
        self.discard_if_endless(square, log);
    }

    /// Discards the tile just placed or turned if it makes movement endless.
    pub(super) fn discard_if_endless(&mut self, square: Square, log: &mut impl EventSink<Hostile>) {
        let Some((judged, seats)) = endless::newly_endless(&self.board, &self.config, square)
        else {
            return;
        };
        if let Some(piece) = self.board.lift(square) {
            let kind = piece.kind();
            self.board.discard(Tile::Floor(kind));
            self.log_event(Event::Endless { square, kind, judged, seats }, log);
        }
    }
}
