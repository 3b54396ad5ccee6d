//! Views and positions made from the table, and a table imagined behind a view.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{Dice, Seat};

use crate::list::List;
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece};
use crate::view::{
    Gems, Placed, Position, SeatPosition, SeatView, Side, Stage, StagePosition, View,
};
use crate::{Hostile, Setup};

fn counts(numbers: &[u8; Kind::ALL.len()]) -> BTreeMap<Kind, u8> {
    Kind::ALL.into_iter().zip(*numbers).filter(|(_, count)| *count > 0).collect()
}

impl Hostile {
    /// Everything but the order of the decks.
    pub(crate) fn open(&self) -> View {
        let (board, setup) = (&self.board, &*self.setup);
        let seat_view = |seat: Seat| {
            let index = seat.index();
            SeatView {
                start: board.start(setup, seat),
                pawn: board.pawns[index],
                gems: board.gained[index],
                hand: board.hands[index].to_vec(),
                skills: board.skills[index].to_vec(),
                active: board.active(setup, seat).iter().collect(),
            }
        };
        let side = |(index, seats)| Side {
            seats,
            gems: board.side_gems(setup, index),
            goal: setup.goal(),
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
            seats: Seat::all(setup.seats).map(seat_view).collect(),
            sides: setup.sides.iter().copied().enumerate().map(side).collect(),
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
            last_round: board.reason(setup).is_some(),
            end: board.end,
        }
    }

    fn floor(&self) -> Vec<Placed> {
        squares(self.board.tiles())
            .filter_map(|square| {
                let piece = self.board.piece(square)?;
                Some(Placed { square, kind: piece.kind(), facing: piece.facing() })
            })
            .collect()
    }

    fn gems(&self) -> Vec<Gems> {
        squares(self.board.lit())
            .map(|square| Gems { square, count: self.board.gems(square) })
            .collect()
    }

    /// A truth behind this view: the decks in any order.
    pub(crate) fn behind(setup: &Arc<Setup>, view: &View, dice: Dice) -> Hostile {
        let mut play = Hostile::bare(setup, view.start_seat, dice);
        let board = &mut play.board;
        board.round = view.round;
        board.pass = view.pass;
        board.stage = view.stage;
        board.layout = layout_of(setup, view.seats[0].start).unwrap_or(0);
        for (index, seat) in view.seats.iter().enumerate() {
            board.pawns[index] = seat.pawn;
            board.gained[index] = seat.gems;
            board.hands[index] = List::from_slice(&seat.hand).unwrap_or_default();
            board.skills[index] = List::from_slice(&seat.skills).unwrap_or_default();
        }
        for (reached, side) in board.reached.iter_mut().zip(&view.sides) {
            *reached = side.reached;
        }
        for placed in &view.floor {
            if let Some(piece) = Piece::new(placed.kind, placed.facing) {
                board.put(placed.square, piece);
            }
        }
        view.gems.iter().for_each(|gems| board.set_gems(gems.square, gems.count));
        board.line = List::from_slice(&view.line).unwrap_or_default();
        board.emitted = List::from_slice(&view.emitted).unwrap_or_default();
        for (kind, count) in &view.floor_discards {
            board.floor_discards[*kind as usize] = *count;
        }
        board.gem_discards = view.gem_discards.iter().fold(0, |set, square| set | square.bit());
        board.floor_deck = List::new();
        for (kind, count) in &view.floor_deck_holds {
            (0..*count).for_each(|_| board.floor_deck.push(*kind));
        }
        board.gem_deck = List::from_slice(&view.gem_deck_holds).unwrap_or_default();
        board.removed = view.removed;
        board.short = view.short;
        board.end = view.end;
        play.dice.shuffle(&mut play.board.floor_deck);
        play.dice.shuffle(&mut play.board.gem_deck);
        play
    }

    /// The complete truth; nothing is left out.
    pub(crate) fn truth(&self) -> Position {
        let (board, setup) = (&self.board, &*self.setup);
        let seat_position = |seat: Seat| SeatPosition {
            start: Some(board.start(setup, seat)),
            pawn: Some(board.pawns[seat.index()]),
            gems: board.gained[seat.index()],
            hand: board.hands[seat.index()].to_vec(),
            skills: board.skills[seat.index()].to_vec(),
        };
        let stage = match board.stage {
            Stage::RoundStart => StagePosition::RoundStart,
            Stage::SkillDraft { seat } => StagePosition::SkillDraft { seat },
            Stage::TileDraft { seat, left } => StagePosition::TileDraft { seat, left: Some(left) },
            Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost: _ } => {
                StagePosition::Turn {
                    seat,
                    points: Some(points),
                    stopped,
                    crashes: Some(crashes),
                    rotations: Some(rotations),
                    recalls: Some(recalls),
                }
            }
            Stage::Over => StagePosition::Over,
        };
        Position {
            round: board.round,
            pass: board.pass,
            stage: Some(stage),
            start_seat: board.start_seat,
            seats: Seat::all(setup.seats).map(seat_position).collect(),
            reached: board.reached[..setup.sides.len()].to_vec(),
            floor: self.floor(),
            gems: self.gems(),
            line: board.line.to_vec(),
            floor_discards: counts(&board.floor_discards),
            gem_discards: squares(board.gem_discards).collect(),
            floor_deck: Some(board.floor_deck.to_vec()),
            gem_deck: Some(board.gem_deck.to_vec()),
            removed: board.removed.iter().collect(),
            short: board.short,
            dice: self.dice.state(),
        }
    }
}

/// The layout in which seat 0 starts there.
fn layout_of(setup: &Setup, start: Square) -> Option<u8> {
    setup.layouts.iter().position(|layout| layout.starts[0] == start).map(|at| at as u8)
}
