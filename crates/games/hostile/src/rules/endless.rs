//! Endless movement.
//!
//! Movement is endless if a pawn that has entered a square in some direction would enter it again
//! in the same direction: it moves in a circle. This depends on the tiles, on the pawn's seat (the
//! start squares of other seats are closed to it) and on the pawns in its way.

use zashiki_core::{Seat, SeatSet};

use super::movement::{TileEffect, tile_effect};
use crate::board::Board;
use crate::config::Config;
use crate::events::Judged;
use crate::square::{Dir, Square, squares};
use crate::tile::{Kind, Piece};

/// A number of steps after which a pawn that still moves certainly moves in a circle: the number of
/// pairs of a square and a direction of entry. If the pawn has not come back to its first square by
/// then, the circle does not contain that square.
const STATES: usize = Square::COUNT * Dir::ALL.len();

/// Tests whether the tile just placed or turned on this square makes movement endless. Returns the
/// test that found it and the seats whose pawns are affected (A-X14, A-X16, A-X66).
///
/// A placed or turned tile changes only the movement from its own square: a wall ends movements and
/// starts none, and a spring lands on walls like on other tiles. So every new circle contains that
/// square. A circle that does not is older and no reason to discard the tile (A-X67).
pub(super) fn newly_endless(
    board: &Board,
    config: &Config,
    square: Square,
) -> Option<(Judged, SeatSet)> {
    let piece = board.piece(square)?;
    let entries = entry_directions(piece);
    if !entries.iter().any(|dir| can_chain(board, square, piece, *dir)) {
        return None;
    }
    [Judged::WithoutPawns, Judged::WithPawns].into_iter().find_map(|judged| {
        let is_affected = |seat: &Seat| {
            let others = match judged {
                Judged::WithoutPawns => 0,
                Judged::WithPawns => board.other_pawns(config, *seat),
            };
            let foreign = board.layout(config).foreign[seat.index()];
            entries.iter().any(|dir| is_circle(board, foreign, others, square, piece, *dir))
        };
        let seats: SeatSet = Seat::all(config.seats).filter(is_affected).collect();
        (!seats.is_empty()).then_some((judged, seats))
    })
}

/// A square with an arrow on a closed loop of tiles that would move a pawn endlessly if no other
/// pawn were on the board; `None` if there is no such loop. Every such loop contains an arrow,
/// because a pawn that moves over ice alone leaves the board.
pub(crate) fn endless_square(board: &Board, config: &Config) -> Option<Square> {
    let layout = board.layout(config);
    squares(board.tiles()).find(|square| {
        let Some(piece) = board.piece(*square) else { return false };
        let Some(dir) = piece.arrow() else { return false };
        Seat::all(config.seats)
            .any(|seat| is_circle(board, layout.foreign[seat.index()], 0, *square, piece, dir))
    })
}

/// The directions of entry that must be tested for this tile: one for each way in which it can move
/// a pawn, none if it moves no pawn.
fn entry_directions(piece: Piece) -> &'static [Dir] {
    match piece.kind() {
        // An arrow moves pawns from all directions in the same way.
        Kind::Slide | Kind::Diagonal | Kind::Spring => &Dir::ALL[..1],
        Kind::Ice => &Dir::ALL,
        Kind::Stop | Kind::Box | Kind::Corner | Kind::Para => &[],
    }
}

/// Returns true if the tile could move a pawn that enters in the direction `dir` onto another tile
/// that moves pawns. This quick test makes it unnecessary to follow the movement for most tiles.
#[inline]
fn can_chain(board: &Board, square: Square, piece: Piece, dir: Dir) -> bool {
    let moves_pawns = |square: Option<Square>| {
        square.and_then(|square| board.piece(square)).is_some_and(|piece| piece.kind().carries())
    };
    let dir = piece.arrow().unwrap_or(dir);
    let near = square.step(dir);
    moves_pawns(near)
        || piece.kind() == Kind::Spring && moves_pawns(near.and_then(|near| near.step(dir)))
}

/// Returns true if a pawn that enters the square in this direction will later enter it in the same
/// direction again. If the tile has an arrow, a second entry in any direction counts.
fn is_circle(
    board: &Board,
    foreign: u64,
    others: u64,
    square: Square,
    piece: Piece,
    dir: Dir,
) -> bool {
    let mut at = (square, dir);
    for _ in 0..STATES {
        let TileEffect::Move(to, along, _) = tile_effect(board, foreign, others, at.0, at.1) else {
            return false;
        };
        if to == square && (along == dir || piece.arrow().is_some()) {
            return true;
        }
        at = (to, along);
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use zashiki_core::{GameConfig as _, GameRng, GameState};

    use super::*;
    use crate::Hostile;
    use crate::tile::Spin;

    /// A step of a pawn: the square and direction of entry before it, and those after it.
    type Step = ((Square, Dir), (Square, Dir));

    /// All steps of all closed loops in which a pawn can move endlessly, found by following the
    /// movement from every square. `foreign` and `others` are as for [`tile_effect`]: the start
    /// squares that are closed to the pawn, and the squares of the other pawns.
    fn steps_of_circles(board: &Board, foreign: u64, others: u64) -> BTreeSet<Step> {
        let next = |at: (Square, Dir)| match tile_effect(board, foreign, others, at.0, at.1) {
            TileEffect::Move(to, along, _) => Some((to, along)),
            _ => None,
        };
        let mut steps = BTreeSet::new();
        let open_squares = Square::all().filter(|square| (foreign | others) & square.bit() == 0);
        for start in open_squares.flat_map(|square| Dir::ALL.map(|dir| (square, dir))) {
            let mut at = next(start);
            for _ in 0..STATES {
                match at {
                    Some(there) if there == start => {
                        steps.insert((start, next(start).expect("a circle has no end")));
                        break;
                    }
                    Some(there) => at = next(there),
                    None => break,
                }
            }
        }
        steps
    }

    /// All steps of all closed loops of movement, for each way of judging (with and without the
    /// other pawns) and each seat.
    fn all_circles(board: &Board, config: &Config) -> Vec<(Judged, Seat, BTreeSet<Step>)> {
        [Judged::WithoutPawns, Judged::WithPawns]
            .into_iter()
            .flat_map(|judged| Seat::all(config.seats).map(move |seat| (judged, seat)))
            .map(|(judged, seat)| {
                let others =
                    if judged == Judged::WithPawns { board.other_pawns(config, seat) } else { 0 };
                let foreign = board.layout(config).foreign[seat.index()];
                (judged, seat, steps_of_circles(board, foreign, others))
            })
            .collect()
    }

    /// On crowded boards that change at random: following the movement from the changed tile alone
    /// finds the same new circles as following it from every square.
    #[test]
    fn following_the_changed_tile_finds_every_new_circle() {
        let mut rng = GameRng::from_seed(1);
        let [mut checks, mut without_pawns, mut with_pawns, mut older] = [0; 4];
        for seats in [2, 3, 4] {
            let options = Hostile::info().complete_options(&Value::Null).unwrap();
            let config = Config::new(seats, &options, None).unwrap();
            let mut board = Board::before_setup(&config, 0, Seat(0));
            for _ in 0..1500 {
                // Few squares, and mostly tiles that move pawns, make circles likely.
                let corner: Vec<_> =
                    Square::all().filter(|s| s.index() % 8 < 5 && s.index() < 40).collect();
                let square = *rng.pick(&corner);
                if Square::CORNERS.contains(&square) {
                    continue;
                }
                // A pawn is put on any free square.
                let seat = usize::from(rng.below(u32::from(seats)) as u8);
                let to = *rng.pick(&corner);
                if !Square::CORNERS.contains(&to) && board.pawns(&config) & to.bit() == 0 {
                    board.pawns[seat] = to;
                }
                let before = all_circles(&board, &config);
                match board.piece(square) {
                    None => {
                        let pieces = [&Piece::ALL[8..12], &Piece::ALL[..13], &Piece::ALL];
                        let choices = pieces[rng.below(3) as usize];
                        board.put(square, *rng.pick(choices));
                    }
                    Some(_) if rng.below(3) == 0 => {
                        board.lift(square);
                        for (before, after) in before.iter().zip(all_circles(&board, &config)) {
                            assert!(after.2.is_subset(&before.2), "a removal made a circle");
                        }
                        continue;
                    }
                    Some(piece) => {
                        let turned = piece.rotated(Spin::Right);
                        if turned == piece {
                            continue;
                        }
                        board.put(square, turned);
                    }
                }
                let after = all_circles(&board, &config);
                let made: Vec<_> = before
                    .iter()
                    .zip(&after)
                    .filter(|(before, after)| !after.2.is_subset(&before.2))
                    .map(|(_, (judged, seat, _))| (*judged, *seat))
                    .collect();
                let first = made.first().map(|(judged, _)| *judged);
                let expected = first.map(|first| {
                    let same_test = made.iter().filter(|(judged, _)| *judged == first);
                    (first, same_test.map(|(_, seat)| *seat).collect::<SeatSet>())
                });
                assert_eq!(newly_endless(&board, &config, square), expected, "{square}");
                match expected {
                    Some((judged, _)) => {
                        board.lift(square);
                        without_pawns += usize::from(judged == Judged::WithoutPawns);
                        with_pawns += usize::from(judged == Judged::WithPawns);
                    }
                    None => {
                        older += usize::from(after.iter().any(|(_, _, steps)| !steps.is_empty()))
                    }
                }
                assert_eq!(endless_square(&board, &config), None);
                checks += 1;
            }
        }
        assert!(
            checks > 2000 && without_pawns > 100 && with_pawns > 10 && older > 10,
            "{checks} {without_pawns} {with_pawns} {older}"
        );
    }
}
