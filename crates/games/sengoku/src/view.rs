//! What a viewer may know, and the truth as people write it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, RngState, Seat, Viewer};

use crate::board::{Board, Settlement, Stage};
use crate::limits::MAX_SEATS;
use crate::rules::{most, spots_of};
use crate::square::{BATTLEFIELDS, Square};
use crate::tile::{Tile, tiles_of};
use crate::{Config, Sengoku};

/// What a viewer may know: all that lies open, and one's own hand; with everyone's eyes every
/// hand. After the end every hand is shown, since hands may decide it (S-67).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct View {
    /// Everything that lies open.
    pub board: Board,
    /// What the table waits for.
    pub stage: Stage,
    /// The tiles behind each seat's screen.
    pub hands: Vec<Hand>,
    /// How many tiles each seat's pile has.
    pub piles: Vec<u8>,
    /// The 判定エリア: what was declared in this round, in that order.
    pub track: Vec<Token>,
    /// How the 花道 of each battlefield stand: its rows from the top, then its columns from
    /// the left.
    pub lines: Vec<Vec<Line>>,
    /// How many 花道 each seat has taken.
    pub flowers: Vec<u8>,
    /// How many castles each seat has taken.
    pub castles: Vec<u8>,
    /// While dominoes are being declared: where each of the viewer's own would have a place
    /// now. Empty at all other times, and for viewers without a seat.
    pub fits: Vec<Fit>,
}

/// The tiles behind a screen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Hand {
    /// How many.
    pub count: u8,
    /// Which, lowest first; nothing when they are hidden from the viewer.
    pub tiles: Option<Vec<Tile>>,
}

/// A flower token on the 判定エリア.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Token {
    /// Whose.
    pub seat: Seat,
    /// What was declared.
    pub tile: Tile,
    /// Its strength, where the token was put.
    pub strength: u8,
    /// Whether it was moved to ×. Only after all have declared.
    pub tied: bool,
    /// When it places, from 0 on. Only after all have declared.
    pub place: Option<u8>,
    /// Whether it has placed or lost its domino.
    pub done: bool,
}

/// One 花道.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Line {
    /// Its squares, the castle among them where it runs through it.
    pub squares: Vec<Square>,
    /// Each seat's sum, in halves: a mark of 3 is 6, half a general is 1 (S-43, S-49).
    pub sums: Vec<u8>,
    /// Whether it is decided.
    pub settlement: Settlement,
    /// Who would take it if it were decided now.
    pub leader: Option<Seat>,
}

/// Where a domino would have a place now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Fit {
    /// Which domino.
    pub tile: Tile,
    /// The squares of its lower and its higher mark.
    pub places: Vec<(Square, Square)>,
}

/// What a view shows besides what follows from it. What is observed is made from this, for which a
/// play need not be viewed.
pub(crate) struct Sight<'a> {
    /// Everything that lies open.
    pub board: &'a Board,
    /// What each seat has.
    pub seats: ArrayVec<Held<'a>, MAX_SEATS>,
}

/// What a seat has.
pub(crate) struct Held<'a> {
    /// How many tiles it has in hand.
    pub hand: u8,
    /// Which; nothing when they are hidden from the viewer.
    pub tiles: Option<&'a [Tile]>,
    /// How many its pile has.
    pub pile: u8,
}

/// The complete truth, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Position {
    /// Everything that lies open.
    pub board: Board,
    /// The tiles behind each seat's screen.
    pub hands: Vec<Vec<Tile>>,
    /// Each seat's pile; the last is drawn first.
    pub piles: Vec<Vec<Tile>>,
    /// The dice.
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Sengoku {
    /// What the viewer may know.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let seats = || Seat::all(board.seats());
        let held = self.sight(viewer).seats;
        let hand = |held: &Held<'_>| Hand { count: held.hand, tiles: held.tiles.map(Into::into) };
        View {
            board: board.clone(),
            stage: board.stage(),
            hands: held.iter().map(hand).collect(),
            piles: held.iter().map(|held| held.pile).collect(),
            track: board.track().to_vec(),
            lines: (0..BATTLEFIELDS).map(|field| self.lines_of(field)).collect(),
            flowers: seats().map(|seat| board.flowers(seat)).collect(),
            castles: seats().map(|seat| board.castles_of(seat)).collect(),
            fits: viewer.seat().map_or_else(Vec::new, |seat| self.fits_of(seat)),
        }
    }

    /// What a view shows besides what follows from it.
    pub(crate) fn sight(&self, viewer: Viewer) -> Sight<'_> {
        let shown = |seat| self.board.end.is_some() || viewer.knows(seat);
        let held = |seat: Seat| {
            let hand = &self.hands[seat.index()];
            Held {
                hand: hand.len() as u8,
                tiles: shown(seat).then_some(hand),
                pile: self.piles[seat.index()].len() as u8,
            }
        };
        Sight { board: &self.board, seats: Seat::all(self.board.seats()).map(held).collect() }
    }

    /// A truth that could lie behind the view (see [`GameState::determinize`](zashiki_core::GameState::determinize)).
    pub(crate) fn imagined(config: &Arc<Config>, view: &View, rng: GameRng) -> Sengoku {
        let mut play = Sengoku::laid(config, view.board.clone(), rng);
        for (seat, hand) in Seat::all(config.seats).zip(&view.hands) {
            let mut hidden = config.components.tile_counts();
            for tile in play.board.tiles_shown_by(seat) {
                hidden[tile.index()] -= 1;
            }
            for tile in hand.tiles.iter().flatten() {
                hidden[tile.index()] -= 1;
                play.take_up(seat, *tile);
            }
            let mut pile = tiles_of(&hidden);
            play.rng.shuffle(&mut pile);
            if hand.tiles.is_none() {
                for _ in 0..hand.count {
                    if let Some(tile) = pile.pop() {
                        play.take_up(seat, tile);
                    }
                }
            }
            play.piles[seat.index()] = pile;
        }
        play
    }

    fn lines_of(&self, field: usize) -> Vec<Line> {
        let lines = self.config.quarter(field as u8).lines();
        (lines.iter().zip(self.board.lines[field]))
            .map(|(squares, settlement)| {
                let sums = self.grid.sums(*squares);
                let sums = &sums[..usize::from(self.board.seats())];
                Line {
                    squares: squares.iter().collect(),
                    sums: sums.to_vec(),
                    settlement,
                    leader: most(sums),
                }
            })
            .collect()
    }

    fn fits_of(&self, seat: Seat) -> Vec<Fit> {
        if !matches!(self.board.stage(), Stage::Declare { .. }) {
            return Vec::new();
        }
        let general = self.board.generals[seat.index()].then_some(Tile::GENERAL);
        let mut tiles: Vec<Tile> =
            self.hands[seat.index()].iter().copied().chain(general).collect();
        tiles.dedup();
        let strictly = self.config.options.straddle_only_if_forced;
        (tiles.into_iter())
            .map(|tile| {
                let spots = self.grid.spots(tile, strictly);
                let places = spots_of(&spots).map(|spot| (spot.first(), spot.second())).collect();
                Fit { tile, places }
            })
            .collect()
    }
}

impl View {
    /// What it shows besides what follows from it.
    pub(crate) fn sight(&self) -> Sight<'_> {
        let seats = self.hands.iter().zip(&self.piles);
        let seats = seats.map(|(hand, pile)| Held {
            hand: hand.count,
            tiles: hand.tiles.as_deref(),
            pile: *pile,
        });
        Sight { board: &self.board, seats: seats.collect() }
    }
}

impl Board {
    /// The 判定エリア.
    pub(crate) fn track(&self) -> ArrayVec<Token, MAX_SEATS> {
        let order = self.placing_order();
        let complete = self.declared.len() == self.order.len();
        (self.declared.iter())
            .map(|declared| {
                let place = order.iter().position(|other| other.seat == declared.seat);
                let place = place.filter(|_| complete).map(|place| place as u8);
                Token {
                    seat: declared.seat,
                    tile: declared.tile,
                    strength: declared.tile.strength(),
                    tied: complete && self.is_tied(*declared),
                    place,
                    done: place.is_some_and(|place| place < self.resolved),
                }
            })
            .collect()
    }
}
