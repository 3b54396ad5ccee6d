//! Movement of pawns, including movement by tiles.

use zashiki_core::{EventSink, IllegalAction, LocalizedText, Seat, describe};

use super::illegal::refuse;
use crate::Hostile;
use crate::board::Board;
use crate::board::Stage;
use crate::events::{Barrier, By, Event, Source};
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece};

/// The effect that the tile on a square has on a pawn which has entered that square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TileEffect {
    /// No effect: the movement ends.
    None,
    /// A stop: the pawn cannot move for the rest of the turn.
    Stop,
    /// The tile would move the pawn, but an obstacle prevents it.
    Blocked(Barrier),
    /// The pawn moves to this square in this direction.
    Move(Square, Dir, By),
}

/// The effect of the tile on `square` on a pawn that has entered it in the direction `dir`.
/// `foreign` is the set of start squares that are closed to the pawn, `others` the set of squares
/// of the other pawns.
#[inline]
pub(crate) fn tile_effect(
    board: &Board,
    foreign: u64,
    others: u64,
    square: Square,
    dir: Dir,
) -> TileEffect {
    let Some(piece) = board.piece(square) else { return TileEffect::None };
    match piece.kind() {
        Kind::Box | Kind::Corner | Kind::Para => TileEffect::None,
        Kind::Stop => TileEffect::Stop,
        Kind::Spring => spring(piece.arrow().unwrap_or(dir), foreign, others, square),
        // Ice has no arrow and moves a pawn in its direction of entry.
        kind => {
            let dir = piece.arrow().unwrap_or(dir);
            let to = match enter(foreign, others, square.step(dir)) {
                Ok(to) => to,
                Err(barrier) => return TileEffect::Blocked(barrier),
            };
            if board.piece(to).is_some_and(|wall| !wall.is_open(dir.opposite())) {
                return TileEffect::Blocked(Barrier::Wall);
            }
            TileEffect::Move(to, dir, if kind == Kind::Ice { By::Ice } else { By::Slide })
        }
    }
}

/// The effect of a spring: the pawn moves to the second square or, if that is forbidden, to the
/// first. Walls have no effect on this move.
fn spring(dir: Dir, foreign: u64, others: u64, square: Square) -> TileEffect {
    let near = square.step(dir);
    let far = near.and_then(|near| near.step(dir));
    match (enter(foreign, others, far), enter(foreign, others, near)) {
        (Ok(far), _) => TileEffect::Move(far, dir, By::Spring),
        (_, Ok(near)) => TileEffect::Move(near, dir, By::SpringShort),
        (_, Err(barrier)) => TileEffect::Blocked(barrier),
    }
}

/// Returns the square if the pawn may enter it, otherwise the obstacle that makes it a forbidden
/// square (進入禁止マス, X-69 to X-71).
#[inline]
fn enter(foreign: u64, others: u64, square: Option<Square>) -> Result<Square, Barrier> {
    match square {
        None => Err(Barrier::Edge),
        Some(square) if others & square.bit() != 0 => Err(Barrier::Pawn),
        Some(square) if foreign & square.bit() != 0 => Err(Barrier::Start),
        Some(square) => Ok(square),
    }
}

impl Hostile {
    /// The square to which a step for an action point in this direction leads, or the obstacle that
    /// prevents the step.
    #[inline]
    pub(crate) fn step_to(&self, seat: Seat, ghost: bool, dir: Dir) -> Result<Square, Barrier> {
        let board = &self.board;
        let from = board.pawns[seat.index()];
        let foreign = board.layout(&self.config).foreign[seat.index()];
        let to = enter(foreign, board.other_pawns(&self.config, seat), from.step(dir))?;
        let open = |piece: Option<Piece>, dir| piece.is_none_or(|piece| piece.is_open(dir));
        if ghost || open(board.piece(from), dir) && open(board.piece(to), dir.opposite()) {
            Ok(to)
        } else {
            Err(Barrier::Wall)
        }
    }

    pub(super) fn check_move(
        &self,
        seat: Seat,
        ghost: bool,
        dir: Dir,
    ) -> Result<(), IllegalAction> {
        if dir.is_diagonal() {
            return Err(refuse(describe!(
                "X-62",
                "斜めには動けません。上下左右のマスを選んでください。",
                "You cannot move diagonally; move up, down, left or right."
            )));
        }
        let Err(barrier) = self.step_to(seat, ghost, dir) else { return Ok(()) };
        let (rule, why) = match barrier {
            Barrier::Edge => {
                ("X-71", LocalizedText::fixed("ボードの外です", "that is off the board"))
            }
            Barrier::Pawn => {
                ("X-69", LocalizedText::fixed("ほかのコマがいます", "another pawn stands there"))
            }
            Barrier::Start => (
                "X-70",
                LocalizedText::fixed(
                    "自分以外のスタート地点です",
                    "that start square is not your own",
                ),
            ),
            Barrier::Wall => (
                "X-131",
                LocalizedText::fixed(
                    "ウォールの閉じた側は通れません",
                    "a wall is closed on that side",
                ),
            ),
        };
        Err(refuse(describe!(
            rule,
            "{dir}へは動けません。{why}。別の向きを選んでください。",
            "You cannot move {dir}: {why}. Choose another direction.",
            dir,
            why
        )))
    }

    /// Moves a pawn by one step for an action point, then by the tiles that it enters, square by
    /// square. The first step must be possible.
    pub(crate) fn travel(
        &mut self,
        seat: Seat,
        ghost: bool,
        mut dir: Dir,
        log: &mut impl EventSink<Hostile>,
    ) {
        let Ok(mut to) = self.step_to(seat, ghost, dir) else { return };
        let mut by = By::Step;
        // Squares entered so far, by direction of entry (A-X62).
        let mut entered = [0u64; 8];
        let foreign = self.board.layout(&self.config).foreign[seat.index()];
        let others = self.board.other_pawns(&self.config, seat);
        loop {
            self.put_pawn(seat, to, by, log);
            if ghost {
                return;
            }
            let entered = &mut entered[dir as usize];
            if *entered & to.bit() != 0 {
                return self.log_event(Event::Caught { seat, square: to }, log);
            }
            *entered |= to.bit();
            match tile_effect(&self.board, foreign, others, to, dir) {
                TileEffect::None => return,
                TileEffect::Stop => {
                    if let Stage::Turn { stopped, .. } = &mut self.board.stage {
                        *stopped = true;
                    }
                    return self.log_event(Event::Stopped { seat, square: to }, log);
                }
                TileEffect::Blocked(barrier) => {
                    let effect = self.board.piece(to).map_or(Kind::Slide, Piece::kind);
                    let halted = Event::Halted { seat, square: to, by: barrier, effect };
                    return self.log_event(halted, log);
                }
                TileEffect::Move(next, along, by_tile) => (to, dir, by) = (next, along, by_tile),
            }
        }
    }

    /// Returns a pawn to its start square, where there is never a tile.
    pub(super) fn return_to_start(
        &mut self,
        seat: Seat,
        by: By,
        log: &mut impl EventSink<Hostile>,
    ) {
        let start = self.board.start(&self.config, seat);
        self.put_pawn(seat, start, by, log);
    }

    /// Moves the pawn to a square and gives the gems there to its owner (A-X25).
    #[inline]
    fn put_pawn(&mut self, seat: Seat, to: Square, by: By, log: &mut impl EventSink<Hostile>) {
        let from = std::mem::replace(&mut self.board.pawns[seat.index()], to);
        self.log_event(Event::Moved { seat, from, to, by }, log);
        let source = match by {
            By::Step | By::Return | By::Recall => Source::Walked,
            By::Slide | By::Ice | By::Spring | By::SpringShort => Source::Carried,
        };
        self.gain_gems(seat, source, log);
    }
}
