//! Inputs of the value network, from the viewpoint of one side. The rules do not depend on them.
//!
//! Seats of a team have the same inputs, and so have all opponents, so a network serves any number of seats. Whose
//! turn it is and the action points left are no inputs: the heuristic counts them for the evaluated seat alone.
//! A network that sees them corrects this, and then the end of the own turn looks like a gain.

use zashiki_core::{Seat, SeatSet, ValueNetwork};

use crate::board::Board;
use crate::config::Config;
use crate::network_groups::*;
use crate::square::{Dir, Square, squares};
use crate::tile::{Piece, Tile};

/// Number of steps between two squares.
#[inline]
fn distance(one: Square, other: Square) -> usize {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column())
}

/// The correction of the heuristic value for a seat by the network, in thousandths.
pub(crate) fn correction(
    board: &Board,
    config: &Config,
    network: &ValueNetwork,
    seat: Seat,
) -> i32 {
    network.correction(config.side_of(seat), config.sides.len(), |side, each| {
        each_input(board, config, config.sides[side], each);
    })
}

/// Calls `each` with every input that is 1 for the side; an input may occur several times.
pub(crate) fn each_input(
    board: &Board,
    config: &Config,
    side: SeatSet,
    mut each: impl FnMut(usize),
) {
    for owner in Seat::all(config.seats) {
        let base = if side.contains(owner) { 0 } else { OF_SIDE };
        each_of_seat(board, config, owner, |input| each(base + input));
    }
    let nearest = |square: Square, own: bool| {
        let pawns = Seat::all(config.seats).filter(|seat| side.contains(*seat) == own);
        let near = pawns.map(|seat| distance(board.pawns[seat.index()], square)).min();
        near.unwrap_or(RACES).min(RACES - 1)
    };
    for square in squares(board.gem_squares()) {
        let race = nearest(square, true) * RACES + nearest(square, false);
        (0..board.gems(square).min(COUNTED)).for_each(|_| each(RACES_AT + race));
    }
    each(ROUND + usize::from(board.round).min(ROUNDS - 1));
    each(DECK_AT + (board.floor_deck.len() / 3).min(DECK - 1));
    if board.short {
        each(SHORT);
    }
}

/// Calls `each` with the inputs of a seat. Its start square is in the lower left corner.
fn each_of_seat(board: &Board, config: &Config, owner: Seat, mut each: impl FnMut(usize)) {
    let pawn = board.pawns[owner.index()];
    let turned = turns_to_corner(board.start(config, owner));
    for (place, dir) in Dir::ALL.into_iter().enumerate() {
        // Directions are clockwise, two for a quarter of a turn.
        let dir = Dir::ALL[(dir as usize + 2 * turned) % Dir::ALL.len()];
        match pawn.step(dir) {
            None => each(place * PIECES + PIECES - 1),
            Some(square) => {
                if let Some(piece) = board.piece(square) {
                    each(place * PIECES + turned_back(piece, turned) as usize);
                }
            }
        }
    }
    for (place, (across, up)) in RING.into_iter().enumerate() {
        let first = AROUND_AT + place * KINDS;
        let (across, up) = turned_step(across, up, turned);
        let column = pawn.column().checked_add_signed(across.into());
        let row = pawn.row().checked_add_signed(up.into());
        match column.zip(row).and_then(|(column, row)| Square::at(row, column)) {
            None => each(first + KINDS - 1),
            Some(square) => {
                if let Some(piece) = board.piece(square) {
                    each(first + piece.kind() as usize);
                }
            }
        }
    }
    let near = |square: Square| distance(pawn, square).min(DISTANCES - 1);
    for square in squares(board.gem_squares()) {
        (0..board.gems(square).min(COUNTED)).for_each(|_| each(GEMS + near(square)));
    }
    for tile in board.hands[owner.index()].iter() {
        match tile {
            Tile::Gem(square) => each(GEM_TILES + near(*square)),
            Tile::Floor(kind) => each(HAND + *kind as usize),
        }
    }
    each(GAINED_AT + usize::from(board.gained[owner.index()]).min(GAINED - 1));
    for skill in board.skills[owner.index()].iter() {
        each(SKILLS + *skill as usize);
    }
    if board.start_seat == owner {
        each(START);
    }
}

/// The squares at a distance of two from the middle one, as changes of column and row.
const RING: [(i8, i8); AROUND] = {
    let mut ring = [(0, 0); AROUND];
    let (mut up, mut next) = (-2, 0);
    while up <= 2 {
        let mut across = -2;
        while across <= 2 {
            if up == 2 || up == -2 || across == 2 || across == -2 {
                ring[next] = (across, up);
                next += 1;
            }
            across += 1;
        }
        up += 1;
    }
    ring
};

/// Number of quarters by which the lower left corner is turned clockwise to become this start square.
fn turns_to_corner(start: Square) -> usize {
    Square::CORNERS.iter().position(|corner| *corner == start).unwrap_or_default()
}

/// A step turned clockwise by this number of quarters.
fn turned_step(across: i8, up: i8, quarters: usize) -> (i8, i8) {
    (0..quarters).fold((across, up), |(across, up), _| (up, -across))
}

/// The tile turned anticlockwise by this number of quarters.
fn turned_back(piece: Piece, quarters: usize) -> Piece {
    let ways = piece.kind().pieces();
    let at = piece as usize - ways[0] as usize;
    ways[(at + ways.len() * quarters - quarters) % ways.len()]
}
