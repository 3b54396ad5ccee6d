//! Inputs of the value network, which corrects the heuristic at the beginning of a round, from the viewpoint of
//! one seat. The rules do not depend on them.
//!
//! They are about the seat and its two strongest rivals, so a network serves any number of seats. All seats see
//! what they are made of.

use arrayvec::ArrayVec;
use zashiki_core::{Seat, ValueNetwork};

use crate::board::{Board, Stage};
use crate::config::Config;
use crate::eval::{seat_value, value_of_lead};
use crate::face::{Cards, Face};
use crate::limits::MAX_SEATS;
use crate::network_groups::*;
use crate::ring::{SQUARES, next, previous};

/// True if a network corrects the value of the position: at the beginning of a round.
pub(crate) fn serves(board: &Board) -> bool {
    board.end.is_none() && board.stage == Stage::Decision && board.declared.is_empty()
}

/// Calls `each` with the inputs of a level: those up to `level`.
#[inline]
fn levels(first: usize, count: usize, level: i32, mut each: impl FnMut(usize)) {
    for input in first..first + (level.max(0) as usize).min(count) {
        each(input);
    }
}

/// Calls `each` with every input that is 1 for the seat, at the beginning of a round.
pub(crate) fn each_input(board: &Board, config: &Config, seat: Seat, mut each: impl FnMut(usize)) {
    let mut values = [0; MAX_SEATS];
    for other in Seat::all(config.seats) {
        values[other.index()] = seat_value(board, config, other);
    }
    // The strongest rivals, the next clockwise first among equals.
    let clockwise = (1..config.seats).map(|by| Seat((seat.0 + by) % config.seats));
    let mut rivals: ArrayVec<Seat, MAX_SEATS> = clockwise.collect();
    rivals.sort_by_key(|rival| std::cmp::Reverse(values[rival.index()]));
    rivals.truncate(RIVALS);
    let points = |seat: Seat| config.points(board.owned(seat));
    let round = usize::from(board.round - 1);
    for (place, rival) in rivals.iter().copied().enumerate() {
        let first = place * OF_RIVAL;
        let value = value_of_lead(board, config, values[seat.index()] - values[rival.index()]);
        let level = (value + VALUES as i32 / 2 * VALUE_STEP).div_euclid(VALUE_STEP);
        levels(first, VALUES, level, &mut each);
        let lead = points(seat) - points(rival);
        levels(first + VALUES, POINTS, lead + POINTS as i32 / 2 + 1, &mut each);
    }
    for (place, owner) in [seat].into_iter().chain(rivals.iter().copied()).enumerate() {
        each_of_seat(board, config, owner, SEAT + place * OF_SEAT, &mut each);
        each(TURNS + place * MAX_SEATS + usize::from(board.turn_of(config, owner)));
    }
    let pawn = board.pawns[seat.index()];
    for (place, rival) in rivals.iter().enumerate() {
        let there = board.pawns[rival.index()];
        if pawn > 0 && there > 0 {
            each(PAWNS + place * RING + usize::from(there + SQUARES - pawn) % RING);
        }
    }
    let deck: Cards = board.deck.cards();
    levels(DECK_AT, DECK, config.points(deck) / DECK_STEP, &mut each);
    levels(FIRES_AT, FIRES, deck.count(Face::FIRE).into(), &mut each);
    each(ROUND_AT + round);
    let cards = |seat: Seat| board.owned(seat).len();
    match cards(seat).cmp(&cards(rivals[0])) {
        std::cmp::Ordering::Less => each(CARDS),
        std::cmp::Ordering::Equal => {}
        std::cmp::Ordering::Greater => each(CARDS + 1),
    }
}

/// Calls `each` with the inputs of the cards and the surroundings of a seat, of which `at` is the first.
fn each_of_seat(
    board: &Board,
    config: &Config,
    owner: Seat,
    at: usize,
    mut each: impl FnMut(usize),
) {
    let hand = board.hands[owner.index()];
    for (number, face) in Face::NUMBERS.into_iter().enumerate() {
        if hand.contains(face) {
            each(at + number);
        }
    }
    let mut at = at + Face::NUMBERS.len();
    for (face, copies) in Face::OWN_ACTIONS.into_iter().zip(COPIES) {
        levels(at, copies, hand.count(face).into(), &mut each);
        at += copies;
    }
    let losable = board.losable(owner);
    let best = losable.kinds().map(|face| config.points[face.index()]).max().unwrap_or_default();
    levels(at, BEST, best, &mut each);
    levels(at + BEST, LOSABLE, losable.len() as i32, &mut each);
    at += BEST + LOSABLE;
    let points = |square: u8| {
        if board.burns(square) { 0 } else { config.points(board.pile(square).cards()) }
    };
    let pawn = board.pawns[owner.index()];
    let best = if pawn == 0 {
        (1..=SQUARES).map(points).max()
    } else {
        let reach = [previous(pawn), pawn, next(pawn)];
        for (place, square) in reach.into_iter().enumerate() {
            let first = at + place * OF_SQUARE;
            levels(first, PILE, points(square), &mut each);
            if board.burns(square) {
                each(first + PILE);
            }
        }
        reach.into_iter().map(points).max()
    };
    levels(at + REACH * OF_SQUARE, BEST_PILE, best.unwrap_or_default(), &mut each);
}

/// The correction of the heuristic value for a seat by the network at the beginning of a round, in thousandths.
pub(crate) fn correction(
    board: &Board,
    config: &Config,
    network: &ValueNetwork,
    seat: Seat,
) -> i32 {
    network.correction(seat.index(), config.seats.into(), |other, each| {
        each_input(board, config, Seat(other as u8), each);
    })
}
