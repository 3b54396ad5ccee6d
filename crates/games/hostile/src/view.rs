//! Views: the state as a viewer sees it. Everything except the order of the two decks is public, so
//! every viewer has the same view.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, LocalizedText, Seat, SeatSet, Viewer};

use crate::board::{Board, End, Stage};
use crate::events::{By, Event};
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::{Dir, Square, squares};
use crate::tile::{Facing, Kind, Piece, Tile};
use crate::{Config, Hostile};

/// A movement that tiles would continue: the squares that a pawn would enter after one step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Ride {
    /// The step, then the movements by tiles, in order; at least two.
    pub moves: Vec<RideMove>,
    /// Number of gems that the seat would gain on the way.
    pub gems: u8,
}

/// A movement of a [`Ride`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct RideMove {
    /// Square that the pawn would enter.
    pub to: Square,
    /// Cause of the movement.
    pub by: By,
}

/// The public state of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct SeatView {
    /// Start square of its pawn.
    pub start: Square,
    /// Current square of its pawn.
    pub pawn: Square,
    /// Gems gained by this seat alone.
    pub gems: u16,
    /// Hand, oldest tile first.
    pub hand: Vec<Tile>,
    /// Skill cards drafted in this round, in order.
    pub skills: Vec<Skill>,
    /// Skills that have an effect in the seat's current or next turn (A-X36).
    pub active: Vec<Skill>,
    /// The movements by tiles that would follow if the seat's pawn took a step now, one for each direction in
    /// which tiles move it.
    pub rides: Vec<Ride>,
}

/// A side: a team, or a single seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Side {
    /// Seats of the side.
    pub seats: SeatSet,
    /// Name of the team; `null` for a single seat.
    pub team: Option<LocalizedText>,
    /// Total number of gems of its seats.
    pub gems: u16,
    /// Number of gems with which the side ends the game.
    pub goal: u16,
    /// Time at which the side gained its latest gem: the number of gains in the game up to then, or
    /// 0 before the side's first. Of two sides with the same number of gems, the one with the lower
    /// time had it first (A-X31).
    pub reached: u16,
}

/// A floor tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Placed {
    /// Square on which the tile lies.
    pub square: Square,
    /// Kind of the tile.
    pub kind: Kind,
    /// Orientation; `null` for ice, stop and Box.
    #[serde(default)]
    pub facing: Option<Facing>,
}

/// The gems on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Gems {
    /// Square on which the gems lie.
    pub square: Square,
    /// Number of gems (1 if omitted).
    #[serde(default = "one")]
    pub count: u8,
}

const fn one() -> u8 {
    1
}

/// The state as every viewer sees it: everything except the order of the decks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct View {
    /// Number of the round, from 1.
    pub round: u8,
    /// The pass of the round: 1, or with two seats 1 or 2. In a pass every seat drafts and has a
    /// turn.
    pub pass: u8,
    /// The part of the round in progress, and the seat to move.
    pub stage: Stage,
    /// The seat with the start player marker.
    pub start_seat: Seat,
    /// The public state of each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// The sides: with four seats two teams, otherwise each seat by itself.
    pub sides: Vec<Side>,
    /// Floor tiles on the board, by square.
    pub floor: Vec<Placed>,
    /// Gems on the board, by square.
    pub gems: Vec<Gems>,
    /// Tiles in the line, from which players draft and take tiles, in order.
    pub line: Vec<Tile>,
    /// Gem tiles revealed at the start of this round and not discarded yet.
    pub emitted: Vec<Square>,
    /// Number of discarded floor tiles of each kind; kinds without discards are omitted.
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Squares of the discarded gem tiles.
    pub gem_discards: Vec<Square>,
    /// Number of tiles in the floor deck.
    pub floor_deck: u8,
    /// Number of tiles in the gem deck.
    pub gem_deck: u8,
    /// Number of tiles of each kind in the floor deck; kinds without tiles are omitted.
    pub floor_deck_holds: BTreeMap<Kind, u8>,
    /// Squares of the gem tiles in the gem deck, in ascending order.
    pub gem_deck_holds: Vec<Square>,
    /// Skill cards removed for this round.
    pub removed: Skills,
    /// Skill cards that are neither drafted nor removed.
    pub undrafted: Skills,
    /// True if the floor deck had too few tiles to refill the line in this round.
    pub short: bool,
    /// True if the game ends with this round: the floor deck was short, or a side has reached its
    /// goal.
    pub last_round: bool,
    /// Result of the game, once it has ended.
    pub end: Option<End>,
}

/// A map from kind to number, without the kinds whose number is 0.
pub(crate) fn counts(numbers: &[u8; Kind::ALL.len()]) -> BTreeMap<Kind, u8> {
    Kind::ALL.into_iter().zip(*numbers).filter(|(_, count)| *count > 0).collect()
}

impl Hostile {
    /// The view of the state; it does not depend on the viewer.
    pub(crate) fn view_for(&self, _: Viewer) -> View {
        let (board, config) = (&self.board, &*self.config);
        let seat_view = |seat: Seat| {
            let index = seat.index();
            SeatView {
                start: board.start(config, seat),
                pawn: board.pawns[index],
                gems: board.gained[index],
                hand: board.hands[index].to_vec(),
                skills: board.skills[index].to_vec(),
                active: board.active_skills(config, seat).iter().collect(),
                rides: self.rides(seat),
            }
        };
        let side = |(index, seats): (usize, SeatSet)| Side {
            seats,
            team: config.teams[index].clone(),
            gems: board.side_gems(config, index),
            goal: config.goal(),
            reached: board.reached[index],
        };
        let mut floor_deck = [0; Kind::ALL.len()];
        board.floor_deck.iter().for_each(|kind| floor_deck[*kind as usize] += 1);
        let gem_deck = board.gem_deck.iter().fold(0, |set, square| set | square.bit());
        View {
            round: board.round,
            pass: board.pass,
            stage: board.stage,
            start_seat: board.start_seat,
            seats: Seat::all(config.seats).map(seat_view).collect(),
            sides: config.sides.iter().copied().enumerate().map(side).collect(),
            floor: self.floor(),
            gems: self.gems(),
            line: board.line.to_vec(),
            emitted: board.emitted.to_vec(),
            floor_discards: counts(&board.floor_discards),
            gem_discards: squares(board.gem_discards).collect(),
            floor_deck: board.floor_deck.len() as u8,
            gem_deck: board.gem_deck.len() as u8,
            floor_deck_holds: counts(&floor_deck),
            gem_deck_holds: squares(gem_deck).collect(),
            removed: board.removed,
            undrafted: board.undrafted(),
            short: board.short,
            last_round: board.end_condition(config).is_some(),
            end: board.end,
        }
    }

    /// The movements by tiles after a step of the seat's pawn in each direction. Floor tiles have no effect on a
    /// seat with Ghost.
    fn rides(&self, seat: Seat) -> Vec<Ride> {
        let board = &self.board;
        let is_ghost = board.active_skills(&self.config, seat).contains(Skill::Ghost);
        if is_ghost || board.stage == Stage::Over {
            return Vec::new();
        }
        let carries = |square| board.piece(square).is_some_and(|piece| piece.kind().carries());
        let ride = |dir| {
            self.step_to(seat, false, dir).ok().filter(|square| carries(*square))?;
            let (mut after, mut log) = (self.clone(), Vec::new());
            after.travel(seat, false, dir, &mut log);
            let mut ride = Ride { moves: Vec::new(), gems: 0 };
            for event in log {
                match event {
                    Event::Moved { to, by, .. } => ride.moves.push(RideMove { to, by }),
                    Event::Gained { gems, .. } => ride.gems += gems,
                    _ => {}
                }
            }
            (ride.moves.len() > 1).then_some(ride)
        };
        Dir::STRAIGHT.into_iter().filter_map(ride).collect()
    }

    pub(crate) fn floor(&self) -> Vec<Placed> {
        squares(self.board.tiles())
            .filter_map(|square| {
                let piece = self.board.piece(square)?;
                Some(Placed { square, kind: piece.kind(), facing: piece.facing() })
            })
            .collect()
    }

    pub(crate) fn gems(&self) -> Vec<Gems> {
        squares(self.board.gem_squares())
            .map(|square| Gems { square, count: self.board.gems(square) })
            .collect()
    }

    /// Samples a state that has this view (a determinization): the decks are shuffled at random.
    pub(crate) fn from_view(config: &Arc<Config>, view: &View, mut rng: GameRng) -> Hostile {
        let mut board = view.board(config);
        rng.shuffle(&mut board.floor_deck);
        rng.shuffle(&mut board.gem_deck);
        Hostile { config: config.clone(), board, rng }
    }
}

impl View {
    /// The board that this view shows. Its decks are sorted, because their order is hidden.
    pub(crate) fn board(&self, config: &Config) -> Board {
        let layout = layout_with_start(config, self.seats[0].start).unwrap_or(0);
        let mut board = Board::before_setup(config, layout, self.start_seat);
        board.round = self.round;
        board.pass = self.pass;
        board.stage = self.stage;
        for (index, seat) in self.seats.iter().enumerate() {
            board.pawns[index] = seat.pawn;
            board.gained[index] = seat.gems;
            board.hands[index] = List::from_slice(&seat.hand).unwrap_or_default();
            board.skills[index] = List::from_slice(&seat.skills).unwrap_or_default();
        }
        for (reached, side) in board.reached.iter_mut().zip(&self.sides) {
            *reached = side.reached;
        }
        for placed in &self.floor {
            if let Some(piece) = Piece::new(placed.kind, placed.facing) {
                board.put(placed.square, piece);
            }
        }
        self.gems.iter().for_each(|gems| board.set_gems(gems.square, gems.count));
        board.line = List::from_slice(&self.line).unwrap_or_default();
        board.emitted = List::from_slice(&self.emitted).unwrap_or_default();
        for (kind, count) in &self.floor_discards {
            board.floor_discards[*kind as usize] = *count;
        }
        board.gem_discards = self.gem_discards.iter().fold(0, |set, square| set | square.bit());
        board.floor_deck = List::new();
        for (kind, count) in &self.floor_deck_holds {
            (0..*count).for_each(|_| board.floor_deck.push(*kind));
        }
        board.gem_deck = List::from_slice(&self.gem_deck_holds).unwrap_or_default();
        board.removed = self.removed;
        board.short = self.short;
        board.end = self.end;
        board
    }
}

/// Index of the layout in which seat 0 starts on this square.
fn layout_with_start(config: &Config, start: Square) -> Option<usize> {
    config.layouts.iter().position(|layout| layout.starts[0] == start)
}
