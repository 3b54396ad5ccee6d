//! The game's rule of thumb, for bots. The rules do not depend on it.

use table::Seat;

use crate::board::Board;
use crate::setup::Setup;

/// How good the board looks for a seat, from −1000 to 1000.
pub(crate) fn appraise(board: &Board, setup: &Setup, seat: Seat) -> i32 {
    let side = setup.side_of(seat);
    let gems = |side: usize| i32::from(board.side_gems(setup, side));
    let others = (0..setup.sides.len()).filter(|other| *other != side);
    let lead = gems(side) - others.map(gems).max().unwrap_or(0);
    (lead * 40).clamp(-999, 999)
}
