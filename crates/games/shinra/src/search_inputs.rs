//! Inputs of the search network, which evaluates quiet positions of a search, and its sums, which are kept
//! up to date from move to move (Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
//! Computer Shogi", 2018). The rules do not depend on them.

use zashiki_core::{Seat, Sums, ValueNetwork};

use crate::board::{Board, Piece, Stage};
use crate::kind::{Cards, KINDS};
use crate::square::{Square, squares};

/// The number of zones of a king: each column of its half of the board on the first and on the second row,
/// and one zone for all other rows. The board is mirrored so that the king stands in the left half.
const ZONES: usize = 7;
/// Every card on every square, by its owner.
const CARDS: usize = 2 * KINDS * Square::COUNT;
/// The number of distinct points of a stack; larger ones share the last one.
const POINTS: usize = 10;

// Offsets of the inputs: cards on squares for each zone of the seat's king, points of stacks on squares, and
// counts.
const STACKS: usize = ZONES * CARDS;
const COUNTS: usize = STACKS + 2 * POINTS * Square::COUNT;

/// The counts of a seat and their highest levels. A count has an input for each level, and those up to its
/// value are active: equal cards of each kind in the hand, equal cards in the stacks of the hand, captured
/// queens, stacks in the hand, points of the king, the right to move, check, and the king's used step.
const LEVELS: [u8; 2 * KINDS + 6] =
    [0, 2, 2, 8, 8, 8, 2, 2, 0, 2, 2, 4, 4, 4, 0, 0, 2, 4, 15, 1, 1, 1];

/// The first input of each count.
const FIRST_LEVELS: [usize; LEVELS.len() + 1] = {
    let mut first = [0; LEVELS.len() + 1];
    let mut count = 0;
    while count < LEVELS.len() {
        first[count + 1] = first[count] + LEVELS[count] as usize;
        count += 1;
    }
    first
};
const OF_SEAT: usize = FIRST_LEVELS[LEVELS.len()];

/// The total number of inputs.
pub(crate) const COUNT: usize = COUNTS + 2 * OF_SEAT;

/// The group of an input (see [`SearchHints::search_input_group`](zashiki_core::SearchHints)): a card on a
/// square, wherever the king is.
pub(crate) fn group(input: usize) -> Option<usize> {
    (input < STACKS).then_some(input % CARDS)
}

/// The viewpoint of a seat: the zone of its king, and whether left and right are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Viewpoint {
    zone: u8,
    mirrored: bool,
}

impl Viewpoint {
    #[inline]
    fn of(board: &Board, seat: Seat) -> Viewpoint {
        let king = board.king(seat).relative_to(seat);
        let mirrored = king.column() > Square::SIDE / 2;
        let column = if mirrored { Square::SIDE - 1 - king.column() } else { king.column() };
        let zone = match king.row() {
            row @ (0 | 1) => 3 * row + column,
            _ => ZONES - 1,
        };
        Viewpoint { zone: zone as u8, mirrored }
    }
}

/// The counts of a seat, limited to their highest levels.
type Counts = [u8; LEVELS.len()];

#[inline]
fn counts(board: &Board, seat: Seat) -> Counts {
    let hand = &board.hands[seat.index()];
    let mut counts = [0; LEVELS.len()];
    for (kind, count) in counts[..KINDS].iter_mut().enumerate() {
        *count = hand.singles[kind] + hand.remainders[kind];
    }
    let mut held = |cards: Cards| {
        let mut rest = cards.0;
        while rest != 0 {
            counts[KINDS + rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
    };
    for stack in hand.stacks() {
        held(stack.cards);
    }
    // The king's step has set this piece aside until it is settled.
    if let Stage::Settle { seat: settling, cards, .. } = board.stage
        && settling == seat
    {
        held(cards);
    }
    let others = [
        hand.queens,
        hand.stacks().len() as u8,
        board.king_square(seat).map_or(0, |king| board.at(king).points()),
        u8::from(board.next_to_act() == Some(seat)),
        u8::from(board.check && matches!(board.stage, Stage::Act { seat: next } if next == seat)),
        u8::from(board.stepped[seat.index()]),
    ];
    counts[2 * KINDS..].copy_from_slice(&others);
    for count in 0..LEVELS.len() {
        counts[count] = counts[count].min(LEVELS[count]);
    }
    counts
}

/// Calls `each` with the inputs of a piece on a square from a seat's viewpoint.
#[inline]
fn each_of_piece(
    seat: Seat,
    from: Viewpoint,
    square: Square,
    piece: Piece,
    mut each: impl FnMut(usize),
) {
    let square = square.relative_to(seat);
    let square = if from.mirrored { square.mirrored() } else { square }.index();
    let owner = usize::from(piece.seat() != seat);
    let cards = piece.cards();
    let first = usize::from(from.zone) * CARDS + owner * KINDS * Square::COUNT + square;
    let mut rest = cards.0;
    while rest != 0 {
        each(first + rest.trailing_zeros() as usize * Square::COUNT);
        rest &= rest - 1;
    }
    if cards.is_stack() {
        let points = usize::from(piece.points()).min(POINTS - 1);
        each(STACKS + (owner * POINTS + points) * Square::COUNT + square);
    }
}

/// Calls `each` with the inputs of a count of an owner between two levels.
#[inline]
fn each_level(seat: Seat, owner: Seat, count: usize, from: u8, to: u8, each: impl FnMut(usize)) {
    let base = COUNTS + usize::from(owner != seat) * OF_SEAT + FIRST_LEVELS[count];
    (base + usize::from(from)..base + usize::from(to)).for_each(each);
}

/// True if the network evaluates the position: in the battle. It was not trained with the deployment.
pub(crate) fn serves(board: &Board) -> bool {
    board.next_to_act().is_some()
}

/// Calls `each` with every active input from a seat's viewpoint.
pub(crate) fn each_input(board: &Board, seat: Seat, mut each: impl FnMut(usize)) {
    let from = Viewpoint::of(board, seat);
    for owner in [Seat(0), Seat(1)] {
        for (square, piece) in board.of(owner) {
            each_of_piece(seat, from, square, piece, &mut each);
        }
        for (count, value) in counts(board, owner).into_iter().enumerate() {
            each_level(seat, owner, count, 0, value, &mut each);
        }
    }
}

/// The network's sums for both seats, with the part of the position to which they belong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SearchSums {
    sums: [Sums; 2],
    viewpoints: [Viewpoint; 2],
    squares: [Piece; Square::COUNT],
    counts: [Counts; 2],
}

impl SearchSums {
    /// The sums of a position, computed from the beginning.
    pub(crate) fn new(network: &ValueNetwork, board: &Board) -> SearchSums {
        let mut sums = SearchSums {
            sums: [network.start(); 2],
            viewpoints: [Seat(0), Seat(1)].map(|seat| Viewpoint::of(board, seat)),
            squares: [Piece::NONE; Square::COUNT],
            counts: [[0; LEVELS.len()]; 2],
        };
        sums.update(network, board);
        sums
    }

    /// Brings the sums up to date with a later position: adds and removes what has changed.
    #[inline]
    pub(crate) fn update(&mut self, network: &ValueNetwork, board: &Board) {
        for seat in [Seat(0), Seat(1)] {
            let viewpoint = Viewpoint::of(board, seat);
            if viewpoint != self.viewpoints[seat.index()] {
                self.turn(network, seat, viewpoint);
            }
        }
        let mut changed = 0;
        for (at, (old, new)) in self.squares.iter().zip(board.pieces()).enumerate() {
            changed |= u32::from(old != new) << at;
        }
        for square in squares(changed) {
            let new = board.at(square);
            let old = std::mem::replace(&mut self.squares[square.index()], new);
            for seat in [Seat(0), Seat(1)] {
                let (sums, from) = (&mut self.sums[seat.index()], self.viewpoints[seat.index()]);
                each_of_piece(seat, from, square, old, |input| network.remove(sums, input));
                each_of_piece(seat, from, square, new, |input| network.add(sums, input));
            }
        }
        for owner in [Seat(0), Seat(1)] {
            let new = counts(board, owner);
            let old = std::mem::replace(&mut self.counts[owner.index()], new);
            if old == new {
                continue;
            }
            for count in (0..LEVELS.len()).filter(|count| old[*count] != new[*count]) {
                let (old, new) = (old[count], new[count]);
                for seat in [Seat(0), Seat(1)] {
                    let sums = &mut self.sums[seat.index()];
                    each_level(seat, owner, count, old, new, |input| network.add(sums, input));
                    each_level(seat, owner, count, new, old, |input| network.remove(sums, input));
                }
            }
        }
    }

    /// Changes a seat's viewpoint: its king has moved to another zone.
    fn turn(&mut self, network: &ValueNetwork, seat: Seat, to: Viewpoint) {
        let from = std::mem::replace(&mut self.viewpoints[seat.index()], to);
        let sums = &mut self.sums[seat.index()];
        for (square, piece) in Square::all().zip(self.squares) {
            each_of_piece(seat, from, square, piece, |input| network.remove(sums, input));
            each_of_piece(seat, to, square, piece, |input| network.add(sums, input));
        }
    }

    /// The first seat's lead, −999..=999.
    #[inline]
    pub(crate) fn lead(&self, network: &ValueNetwork) -> i32 {
        let [first, second] = [0, 1].map(|seat| network.value(&self.sums[seat]));
        bounded((first - second) / 2)
    }
}

/// The lead up to which the network's output is used as it is; larger leads approach 1000.
const KNEE: i32 = 500;

/// Compresses large leads, which the network does not bound.
#[inline]
fn bounded(lead: i32) -> i32 {
    let beyond = (lead.abs() - KNEE).max(0);
    let rest = 999 - KNEE;
    lead.signum() * (lead.abs().min(KNEE) + beyond.saturating_mul(rest) / (beyond + rest))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zashiki_core::{
        GameConfig as _, GameRng, GameState as _, GameStateExt as _, NetworkPurpose,
        NetworkWeights, SearchHints as _, Tuning,
    };

    use super::*;
    use crate::{Config, Shinra};

    /// A network with random weights, which tell inputs apart.
    #[expect(clippy::float_arithmetic, reason = "weights are rounded before they are used")]
    fn network() -> ValueNetwork {
        const UNITS: usize = 16;
        let mut rng = GameRng::from_seed(5);
        let mut drawn = |count: usize, width: f32| -> Vec<f32> {
            (0..count).map(|_| (rng.below(2001) as f32 / 1000.0 - 1.0) * width).collect()
        };
        let (bias, last) = (drawn(UNITS, 0.5), drawn(UNITS, 300.0));
        let (linear, inputs) = (drawn(COUNT, 200.0), drawn(COUNT * UNITS, 0.4));
        let weights = NetworkWeights { bias: &bias, last: &last, linear: &linear, inputs: &inputs };
        let tuning = Tuning {
            bot: "greedy".to_owned(),
            games: 20,
            seed: 1,
            positions: 9,
            date: "2026-11-28".to_owned(),
            loss_before: 0.7,
            loss_after: 0.6,
            loss_of_equals: 0.7,
        };
        ValueNetwork::rounded("drawn".to_owned(), tuning, NetworkPurpose::Search, &weights)
    }

    fn config(network: &ValueNetwork) -> Arc<Config> {
        let options = Shinra::info().complete_options(&Default::default()).unwrap();
        let config = Config::new(2, &options, None).unwrap();
        config.with_value_network(&network.file()).unwrap()
    }

    #[test]
    fn sums_kept_from_move_to_move_are_those_computed_from_the_beginning() {
        let network = network();
        let config = config(&network);
        let (mut evaluated, mut zones) = (0, [0; ZONES]);
        for seed in 0..6 {
            let mut rng = GameRng::from_seed(seed);
            let mut game = Shinra::deal(&config, GameRng::from_seed(1), None);
            game.begin_search();
            while let Some(seat) = game.turn().awaited().first() {
                let kept = game.search_sums.expect("the search has begun");
                assert_eq!(kept, SearchSums::new(&network, &game.board), "{:?}", game.board);
                let plain = Shinra::new(config.clone(), game.board);
                assert_eq!(game.evaluate_quiet(seat), plain.evaluate_quiet(seat));
                if serves(&game.board) {
                    evaluated += 1;
                    zones[usize::from(Viewpoint::of(&game.board, seat).zone)] += 1;
                    let mut sums = network.start();
                    each_input(&game.board, seat, |input| network.add(&mut sums, input));
                    assert_eq!(kept.sums[seat.index()], sums);
                }
                let legal = game.legal(seat);
                game.play_unchecked(seat, *rng.pick(&legal), None);
            }
        }
        assert!(evaluated > 1000, "{evaluated}");
        assert!(zones.iter().all(|count| *count > 0), "{zones:?}");
    }

    /// The network sees a position and its mirror image alike, and the second seat sees what the first would
    /// see on the other side of the sheet.
    #[test]
    fn mirrored_and_turned_positions_have_the_same_inputs() {
        let turned =
            |board: &Board, square: &dyn Fn(Square) -> Square, owner: &dyn Fn(Seat) -> Seat| {
                let stage = match board.stage {
                    Stage::Act { seat } => Stage::Act { seat: owner(seat) },
                    stage => stage,
                };
                let hands = [Seat(0), Seat(1)].map(|seat| board.hands[owner(seat).index()]);
                let mut other = Board::new(hands, stage);
                for seat in [Seat(0), Seat(1)] {
                    for (from, piece) in board.of(seat) {
                        let piece = Piece::new(owner(seat), piece.cards(), piece.points());
                        other.put(square(from), piece);
                    }
                    other.stepped[owner(seat).index()] = board.stepped[seat.index()];
                }
                other.check = board.check;
                other
            };
        let inputs = |board: &Board, seat| {
            let mut all = Vec::new();
            each_input(board, seat, |input| all.push(input));
            all.sort_unstable();
            all
        };
        let config = config(&network());
        let mut rng = GameRng::from_seed(3);
        let mut game = Shinra::deal(&config, GameRng::from_seed(1), None);
        let mut compared = 0;
        while let Some(seat) = game.turn().awaited().first() {
            let board = &game.board;
            let in_the_middle = [Seat(0), Seat(1)]
                .iter()
                .any(|seat| board.king(*seat).column() == Square::SIDE / 2);
            if matches!(board.stage, Stage::Act { .. }) {
                let round = turned(board, &|at| at.relative_to(Seat(1)), &Seat::other);
                assert_eq!(inputs(board, seat), inputs(&round, seat.other()));
                // A king on the middle column has no preferred side.
                if !in_the_middle {
                    let mirrored = turned(board, &Square::mirrored, &|seat| seat);
                    assert_eq!(inputs(board, seat), inputs(&mirrored, seat));
                    compared += 1;
                }
            }
            let legal = game.legal(seat);
            game.play_unchecked(seat, *rng.pick(&legal), None);
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn large_leads_are_bounded_and_keep_their_order() {
        let leads = [-100_000, -3000, -600, -500, -20, 0, 1, 499, 501, 900, 4000, 1_000_000];
        let values = leads.map(bounded);
        assert!(values.is_sorted() && values.iter().all(|value| value.abs() < 1000), "{values:?}");
        assert_eq!(values[3..8], leads[3..8]);
        assert!(bounded(4000) > bounded(900));
    }
}
