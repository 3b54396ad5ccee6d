//! 移動効果が無限に終わらない箇所: endless places.

use table::Seat;

use super::{Onward, onward};
use crate::board::Board;
use crate::setup::Setup;
use crate::square::{Dir, Square, squares};
use crate::tile::Kind;

/// More steps than there are squares entered in one direction each: whoever goes so far
/// goes on for ever.
const STATES: usize = Square::COUNT * Dir::ALL.len();

/// Whether the tile just placed or rotated on this square made an endless place, for any
/// seat, without pawns (A-X14, A-X16).
///
/// There was none before, and a tile changes only where pawns go on from its own square
/// (a wall ends movements and starts none). So a new circle leads through that square, and
/// it is enough to follow the movement from there.
pub(super) fn made_at(board: &Board, setup: &Setup, square: Square) -> bool {
    let Some(piece) = board.piece(square) else { return false };
    let entries = match piece.kind() {
        // The direction of entry is the same to an arrow.
        Kind::Slide | Kind::Diagonal | Kind::Spring => &Dir::ALL[..1],
        Kind::Ice => &Dir::ALL[..],
        Kind::Stop | Kind::Box | Kind::Corner | Kind::Para => return false,
    };
    entries.iter().any(|dir| somebody_circles(board, setup, square, *dir))
}

/// A square from which somebody would move without end, if there is one. Every circle has
/// a tile with an arrow: ice alone leads off the board.
pub(crate) fn anywhere(board: &Board, setup: &Setup) -> Option<Square> {
    squares(board.tiles()).find(|square| {
        let arrow = board.piece(*square).and_then(|piece| piece.arrow());
        arrow.is_some_and(|dir| somebody_circles(board, setup, *square, dir))
    })
}

fn somebody_circles(board: &Board, setup: &Setup, square: Square, dir: Dir) -> bool {
    let layout = board.layout(setup);
    Seat::all(setup.seats).any(|seat| circles(board, layout.foreign[seat.index()], square, dir))
}

fn circles(board: &Board, foreign: u64, square: Square, dir: Dir) -> bool {
    let mut at = (square, dir);
    for _ in 0..=STATES {
        match onward(board, foreign, 0, at.0, at.1) {
            Onward::Go(to, along, _) => at = (to, along),
            Onward::Rest | Onward::Stop | Onward::Halt(_) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use table::{Dice, Game, Setup as _};

    use super::*;
    use crate::Hostile;
    use crate::tile::{Piece, Spin};

    /// Following only the operated tile finds what following every tile finds, on crowded
    /// boards that are built, turned and thinned out at random.
    #[test]
    fn the_operated_tile_tells_of_every_new_circle() {
        let mut dice = Dice::from_seed(1);
        let (mut circles, mut checks) = (0, 0);
        for seats in [2, 3, 4] {
            let options = Hostile::info().complete_options(&Value::Null).unwrap();
            let setup = Setup::new(seats, &options, None).unwrap();
            let mut board = Board::laid(&setup, 0, Seat(0));
            for _ in 0..4000 {
                let square = *dice.pick(&Square::all().collect::<Vec<_>>());
                if Square::CORNERS.contains(&square) {
                    continue;
                }
                match board.piece(square) {
                    None => board.put(square, *dice.pick(&Piece::ALL)),
                    Some(_) if dice.below(3) == 0 => {
                        board.lift(square);
                        assert_eq!(anywhere(&board, &setup), None, "a removal made a circle");
                        continue;
                    }
                    Some(piece) => board.put(square, piece.rotated(Spin::Right)),
                }
                let circle = anywhere(&board, &setup).is_some();
                assert_eq!(made_at(&board, &setup, square), circle, "{square}");
                if circle {
                    board.lift(square);
                    circles += 1;
                }
                checks += 1;
            }
        }
        assert!(circles > 100 && checks - circles > 1000, "{circles} of {checks}");
    }
}
