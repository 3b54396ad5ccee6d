//! Views: the state as a viewer sees it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, Seat, Viewer};

use crate::board::{Board, Settlement, Stage};
use crate::limits::MAX_SEATS;
use crate::rules::{spots_of, winner_of};
use crate::square::{BATTLEFIELDS, Square};
use crate::tile::{Tile, tiles_of};
use crate::{Config, Sengoku};

/// The state as a viewer sees it: all public information and the viewer's own hand, or every hand
/// for an omniscient viewer. After the end every hand is shown, because hands may decide the game
/// (S-67).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct View {
    /// All public information of the match.
    pub board: Board,
    /// The decision that the game waits for.
    pub stage: Stage,
    /// The tiles in each seat's hand.
    pub hands: Vec<Hand>,
    /// Number of tiles in each seat's pile.
    pub piles: Vec<u8>,
    /// The track (判定エリア): tokens of the dominoes declared in this round, in the order of declaring.
    pub track: Vec<Token>,
    /// The flower paths of each battlefield: rows from the top, then columns from the left.
    pub lines: Vec<Vec<Line>>,
    /// Number of flower paths that each seat has won.
    pub flowers: Vec<u8>,
    /// Number of castles that each seat has won.
    pub castles: Vec<u8>,
    /// While dominoes are declared: the places that each of the viewer's dominoes has now. Empty at
    /// all other times, and for viewers without a seat.
    pub fits: Vec<Fit>,
}

/// The tiles in a seat's hand, hidden behind a screen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Hand {
    /// Number of tiles in the hand.
    pub count: u8,
    /// The tiles, lowest first; `null` if they are hidden from the viewer.
    pub tiles: Option<Vec<Tile>>,
}

/// A flower token on the track (判定エリア).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Token {
    /// The seat that declared the domino.
    pub seat: Seat,
    /// The declared domino.
    pub tile: Tile,
    /// Strength of the domino.
    pub strength: u8,
    /// True if the token was moved to ×, because several seats declared this strength.
    pub tied: bool,
    /// Position in the order of placing, from 0; `null` before all seats have declared.
    pub place: Option<u8>,
    /// True if the domino has been placed or lost.
    pub done: bool,
}

/// A flower path (花道): a row or column of a battlefield.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Line {
    /// The squares of the path, including the castle if it lies on the path.
    pub squares: Vec<Square>,
    /// The sum of each seat's marks on the path, in halves: a mark of 3 is 6, half a general is 1
    /// (S-43, S-49).
    pub sums: Vec<u8>,
    /// The decision on the path.
    pub settlement: Settlement,
    /// The seat that would win the path if it were decided now; `null` for nobody.
    pub leader: Option<Seat>,
}

/// A domino with the places that it has now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Fit {
    /// The domino.
    pub tile: Tile,
    /// The placements of the domino: the squares of its lower and its higher mark.
    pub places: Vec<(Square, Square)>,
    /// True if the domino surely still has a place when its turn to be placed comes, whatever the other
    /// seats do until then.
    pub sure: bool,
}

/// The part of a view from which the rest is derived. Observations are made from it directly, which
/// is faster than from a whole view.
pub(crate) struct VisibleState<'a> {
    /// All public information of the match.
    pub board: &'a Board,
    /// The hand and the pile of each seat.
    pub seats: ArrayVec<SeatTiles<'a>, MAX_SEATS>,
}

/// The hand and the pile of a seat.
pub(crate) struct SeatTiles<'a> {
    /// Number of tiles in hand.
    pub hand: u8,
    /// The tiles in hand; `None` if they are hidden from the viewer.
    pub tiles: Option<&'a [Tile]>,
    /// Number of tiles in the pile.
    pub pile: u8,
}

impl Sengoku {
    /// The state as this viewer sees it.
    pub(crate) fn view_for(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let seats = || Seat::all(board.seats());
        let held = self.visible_state(viewer).seats;
        let hand =
            |held: &SeatTiles<'_>| Hand { count: held.hand, tiles: held.tiles.map(Into::into) };
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

    /// The part of this viewer's view from which the rest is derived.
    pub(crate) fn visible_state(&self, viewer: Viewer) -> VisibleState<'_> {
        let shown = |seat| self.board.end.is_some() || viewer.knows(seat);
        let held = |seat: Seat| {
            let hand = &self.hands[seat.index()];
            SeatTiles {
                hand: hand.len() as u8,
                tiles: shown(seat).then_some(hand),
                pile: self.piles[seat.index()].len() as u8,
            }
        };
        VisibleState {
            board: &self.board,
            seats: Seat::all(self.board.seats()).map(held).collect(),
        }
    }

    /// Samples a state that has this view (see
    /// [`GameState::determinize`](zashiki_core::GameState::determinize)).
    pub(crate) fn from_view(config: &Arc<Config>, view: &View, rng: GameRng) -> Sengoku {
        let mut state = Sengoku::with_board(config, view.board.clone(), rng);
        for (seat, hand) in Seat::all(config.seats).zip(&view.hands) {
            let mut hidden = config.components.tile_counts();
            for tile in state.board.tiles_shown_by(seat) {
                hidden[tile.index()] -= 1;
            }
            for tile in hand.tiles.iter().flatten() {
                hidden[tile.index()] -= 1;
                state.add_to_hand(seat, *tile);
            }
            let mut pile = tiles_of(&hidden);
            state.rng.shuffle(&mut pile);
            if hand.tiles.is_none() {
                for _ in 0..hand.count {
                    if let Some(tile) = pile.pop() {
                        state.add_to_hand(seat, tile);
                    }
                }
            }
            state.piles[seat.index()] = pile;
        }
        state
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
                    leader: winner_of(sums),
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
        let strict = self.config.options.straddle_only_if_forced;
        (tiles.into_iter())
            .map(|tile| {
                let spots = self.grid.spots(tile, strict);
                let places = spots_of(&spots).map(|spot| (spot.first(), spot.second())).collect();
                Fit { tile, places, sure: self.surely_fits(seat, tile) }
            })
            .collect()
    }
}

impl View {
    /// The part of the view from which the rest is derived.
    pub(crate) fn visible_state(&self) -> VisibleState<'_> {
        let seats = self.hands.iter().zip(&self.piles);
        let seats = seats.map(|(hand, pile)| SeatTiles {
            hand: hand.count,
            tiles: hand.tiles.as_deref(),
            pile: *pile,
        });
        VisibleState { board: &self.board, seats: seats.collect() }
    }
}

impl Board {
    /// The tokens on the track (判定エリア), in the order of declaring.
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
