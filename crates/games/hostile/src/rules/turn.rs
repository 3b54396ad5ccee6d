//! The actions of a seat in its turn (ターン).

use zashiki_core::{EventSink, IllegalAction, Seat, describe};

use super::TurnState;
use super::illegal::refuse;
use super::tiles::{ActionSink, distinct};
use crate::Hostile;
use crate::actions::Action;
use crate::board::Stage;
use crate::events::{By, Event};
use crate::skill::Skill;
use crate::square::Dir;
use crate::tile::{Spin, Tile};

/// The error for an action that costs a point when none is left.
fn no_points() -> IllegalAction {
    refuse(describe!(
        "X-68",
        "行動点が残っていません。手札のタイルや、行動点のいらないスキルは使えます。",
        "You have no action points left; hand tiles and skills that cost none can still be used."
    ))
}

/// The error for moving a pawn that has entered a stop tile.
fn stopped() -> IllegalAction {
    refuse(describe!(
        "X-124",
        "ストップに入ったので、このターンはもう動けません。タイルの獲得や配置はできます。",
        "Your pawn entered a stop tile and cannot move any more this turn; you can still take and place tiles."
    ))
}

impl Hostile {
    /// Starts a seat's turn.
    pub(super) fn begin_turn(&mut self, seat: Seat, log: &mut impl EventSink<Hostile>) {
        let turn = self.new_turn(seat);
        self.board.stage = turn.stage();
        self.log_event(Event::TurnBegan { seat, points: turn.points }, log);
    }

    /// The values with which a seat's turn starts: action points, and uses of its skills.
    pub(crate) fn new_turn(&self, seat: Seat) -> TurnState {
        let active = self.board.active_skills(&self.config, seat);
        let points = self.config.components.turn.points;
        TurnState {
            seat,
            points: points + u8::from(active.contains(Skill::Quick)),
            stopped: false,
            crashes: u8::from(active.contains(Skill::Crash)),
            rotations: 2 * u8::from(active.contains(Skill::Rotate)),
            recalls: u8::from(active.contains(Skill::Recall)),
            ghost: active.contains(Skill::Ghost),
        }
    }

    pub(super) fn list_turn(&self, out: &mut impl ActionSink) {
        let Some(turn) = self.turn_state() else { return };
        let (board, seat) = (&self.board, turn.seat);
        let hand = &board.hands[seat.index()];
        let active = board.active_skills(&self.config, seat);
        let pawn = board.pawns[seat.index()];
        let at_start = pawn == board.start(&self.config, seat);
        if turn.points > 0 {
            if !turn.stopped {
                Dir::STRAIGHT
                    .into_iter()
                    .filter(|dir| self.step_to(seat, turn.ghost, *dir).is_ok())
                    .for_each(|dir| out.single(Action::Move { dir }));
            }
            distinct(&board.line).for_each(|tile| out.single(Action::Take { tile }));
            if !turn.stopped && !at_start {
                distinct(hand).for_each(|tile| out.single(Action::Return { tile }));
            }
            if active.contains(Skill::Steal) {
                out.per_square(pawn.reach() & board.tiles(), 1, |square, _| Action::Steal {
                    square,
                });
            }
        }
        if !hand.is_empty() {
            let places = board.placeable(&self.config, seat);
            for tile in distinct(hand) {
                match tile {
                    Tile::Gem(square) => out.single(Action::Use { square }),
                    Tile::Floor(kind) => {
                        out.placements(kind, places, |piece, square| Action::Place {
                            piece,
                            square,
                        });
                    }
                }
            }
        }
        if turn.crashes > 0 {
            out.per_square(board.tiles(), 1, |square, _| Action::Crash { square });
        }
        if turn.rotations > 0 {
            let spins = Spin::ALL;
            out.per_square(board.tiles(), spins.len(), |square, way| Action::Rotate {
                square,
                spin: spins[way],
            });
        }
        if turn.recalls > 0 && !turn.stopped && !at_start {
            out.single(Action::Recall);
        }
        out.single(Action::End);
    }

    pub(super) fn check_turn(&self, action: Action) -> Result<(), IllegalAction> {
        let Some(turn) = self.turn_state() else { return Err(IllegalAction::not_asked()) };
        let seat = turn.seat;
        let check_points = || if turn.points > 0 { Ok(()) } else { Err(no_points()) };
        match action {
            Action::Move { dir } => {
                check_points()?;
                if turn.stopped {
                    return Err(stopped());
                }
                self.check_move(seat, turn.ghost, dir)
            }
            Action::Take { tile } => {
                check_points()?;
                self.check_line(tile, "X-63")
            }
            Action::Return { tile } => {
                check_points()?;
                if turn.stopped {
                    return Err(stopped());
                }
                self.check_return(seat, tile)
            }
            Action::Place { piece, square } => {
                self.check_hand(seat, Tile::Floor(piece.kind()), "X-66")?;
                self.check_place(seat, square)
            }
            Action::Use { square } => self.check_hand(seat, Tile::Gem(square), "X-66"),
            Action::Crash { square } => self.check_crash(&turn, square),
            Action::Rotate { square, .. } => self.check_rotate(&turn, square),
            Action::Recall => self.check_recall(&turn),
            Action::Steal { square } => {
                self.check_steal_held(&turn)?;
                check_points()?;
                self.check_steal(&turn, square)
            }
            Action::End => Ok(()),
            Action::Draft { .. }
            | Action::Keep { .. }
            | Action::UseDrafted { .. }
            | Action::PlaceDrafted { .. } => Err(IllegalAction::not_asked()),
        }
    }

    fn check_hand(&self, seat: Seat, tile: Tile, rule: &'static str) -> Result<(), IllegalAction> {
        if self.board.hands[seat.index()].contains(&tile) {
            return Ok(());
        }
        Err(refuse(describe!(
            rule,
            "手札に{tile}がありません。手札にあるタイルを選んでください。",
            "There is no {tile} in your hand; choose a tile that is there.",
            tile
        )))
    }

    fn check_return(&self, seat: Seat, tile: Tile) -> Result<(), IllegalAction> {
        if self.board.pawns[seat.index()] == self.board.start(&self.config, seat) {
            return Err(refuse(describe!(
                "X-64",
                "すでに自分のスタート地点にいます。ほかの行動を選んでください。",
                "Your pawn is already on your start square; choose another action."
            )));
        }
        if self.board.hands[seat.index()].is_empty() {
            return Err(refuse(describe!(
                "X-65",
                "捨てる手札がないので、スタート地点に戻れません。先にタイルを獲得してください。",
                "You have no hand tile to discard, so you cannot return to your start; take a tile first."
            )));
        }
        self.check_hand(seat, tile, "X-64")
    }

    /// Applies a legal action of a turn.
    pub(super) fn apply_turn_action(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl EventSink<Hostile>,
    ) {
        match action {
            Action::Move { dir } => {
                self.spend();
                let ghost = matches!(self.board.stage, Stage::Turn { ghost: true, .. });
                self.travel(seat, ghost, dir, log);
            }
            Action::Take { tile } => {
                self.spend();
                self.take_from_line(tile);
                self.log_event(Event::Took { seat, tile }, log);
                self.acquire(seat, tile, log);
            }
            Action::Return { tile } => {
                self.spend();
                self.take_from_hand(seat, tile);
                self.board.discard(tile);
                self.log_event(Event::Discarded { seat, tile }, log);
                self.return_to_start(seat, By::Return, log);
            }
            Action::Place { piece, square } => {
                self.take_from_hand(seat, Tile::Floor(piece.kind()));
                self.place_tile(seat, piece, square, log);
            }
            Action::Use { square } => {
                self.take_from_hand(seat, Tile::Gem(square));
                self.use_gem_tile(seat, square, log);
            }
            Action::Crash { square } => self.crash(seat, square, log),
            Action::Rotate { square, spin } => self.rotate(seat, square, spin, log),
            Action::Recall => {
                if let Stage::Turn { recalls, .. } = &mut self.board.stage {
                    *recalls -= 1;
                }
                self.return_to_start(seat, By::Recall, log);
            }
            Action::Steal { square } => {
                self.spend();
                self.steal(seat, square, log);
            }
            Action::End => self.end_turn(seat, log),
            Action::Draft { .. }
            | Action::Keep { .. }
            | Action::UseDrafted { .. }
            | Action::PlaceDrafted { .. } => debug_assert!(false, "unchecked action {action}"),
        }
    }

    /// Pays one action point.
    fn spend(&mut self) {
        if let Stage::Turn { points, .. } = &mut self.board.stage {
            *points -= 1;
        }
    }

    /// Ends the turn, as the player declared. The next seat clockwise follows.
    fn end_turn(&mut self, seat: Seat, log: &mut impl EventSink<Hostile>) {
        self.log_event(Event::TurnEnded { seat }, log);
        let next = self.clockwise(seat);
        if next == self.board.start_seat {
            self.end_pass(log);
        } else {
            self.begin_turn(next, log);
        }
    }
}
