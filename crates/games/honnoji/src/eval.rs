//! The heuristic, for bots. The rules do not depend on it.
//!
//! The value of a seat has three parts: its points, the use of its hand in the remaining rounds,
//! and the expected gain of its layout in the remaining phases of this round. After the movement
//! the squares of the other pawns are known. Before it they are estimated: a square with more
//! points on it attracts more pawns.

use zashiki_core::Seat;

use crate::board::{Board, Stage};
use crate::config::Config;
use crate::face::{Cards, Face};
use crate::layout_effects::{Plan, returning};
use crate::limits::{MAX_SEATS, ROUNDS};
use crate::ring::{SQUARES, next, previous};

/// Value of one point. All other values are in hundredths of a point.
const POINT: i32 = 100;

/// A probability of 1, expressed in thousandths.
const CERTAIN: i32 = 1000;

/// Heuristic value of the board for `seat`, −1000..=1000.
pub(crate) fn evaluate(board: &Board, config: &Config, seat: Seat) -> i32 {
    if let Some(end) = board.end {
        return match (end.winners.contains(seat), end.winners.len()) {
            (true, 1) => 1000,
            (true, _) => 500,
            (false, _) => -1000,
        };
    }
    let mut own = 0;
    let mut best_rival = i32::MIN;
    for other in Seat::all(config.seats) {
        let value = seat_value(board, config, other);
        if other == seat {
            own = value;
        } else {
            best_rival = best_rival.max(value);
        }
    }
    if board.declared.contains(seat) {
        own += Expectation::new(board, config, seat).gain();
    }
    value_of_lead(board, config, own - best_rival)
}

/// Value of a lead over another seat, in hundredths of a point. The fewer rounds are left, the more it counts.
pub(crate) fn value_of_lead(board: &Board, config: &Config, lead: i32) -> i32 {
    let doubt = config.eval_weights.doubt + config.eval_weights.doubt_round * rounds_ahead(board);
    950 * lead / (lead.abs() + doubt.max(1))
}

/// Value of a seat's points, and of the hand that it has after the exhaustion phase.
pub(crate) fn seat_value(board: &Board, config: &Config, seat: Seat) -> i32 {
    let index = seat.index();
    let laid = board.laid[index].cards();
    let mut hand = board.hands[index].plus(returning(laid));
    let exposed_cards = board.exposed[index].plus(laid.minus(returning(laid)));
    let mut limit = 0;
    if board.declared.contains(seat) && recovery_ahead(board, config, seat) {
        limit = plan(board, config, seat).recover;
    }
    // The best cards to recover: action cards with the most icons first, then numbers.
    let recoverable = board.recoverable(config, seat);
    for (face, _) in &config.action_values {
        for _ in 0..recoverable.count(*face).min(limit) {
            hand.add(*face);
            limit -= 1;
        }
    }
    for face in recoverable.only(Cards::NUMBERS).kinds().take(limit.into()) {
        hand.add(face);
    }
    let points = config.points(board.hands[index].plus(laid).plus(board.exposed[index])) * POINT;
    let marker = if board.first == seat { config.eval_weights.marker } else { 0 };
    let exposed = exposed_cards.only(Cards::BASIC).len() as i32 * config.eval_weights.exposed;
    let rounds = rounds_ahead(board).min(2);
    points + (hand_value(hand, config) + exposed + marker) * rounds / 2
}

/// Number of rounds in which hands will still be used. Before the first declaration of a round it
/// includes that round.
fn rounds_ahead(board: &Board) -> i32 {
    let is_at_start = board.stage == Stage::Decision && board.declared.is_empty();
    i32::from(ROUNDS - board.round) + i32::from(is_at_start)
}

/// Value of the cards in a hand, without their points.
fn hand_value(hand: Cards, config: &Config) -> i32 {
    let by_count = config.eval_weights.numbers;
    let numbers = match hand.only(Cards::NUMBERS).len() as usize {
        0 => 0,
        count => by_count[count.min(by_count.len()) - 1],
    };
    let actions =
        config.action_values.iter().map(|(face, value)| i32::from(hand.count(*face)) * value);
    numbers + actions.sum::<i32>()
}

/// The plan of a seat's layout, for the square of its pawn before the movement.
fn plan(board: &Board, config: &Config, seat: Seat) -> Plan {
    if board.revealed {
        board.plans[seat.index()]
    } else {
        board.plan_of(config, seat, board.pawns[seat.index()])
    }
}

/// Returns true if the seat can still recover cards in this round.
fn recovery_ahead(board: &Board, config: &Config, seat: Seat) -> bool {
    match board.stage {
        Stage::Recovery { turn } => turn <= board.turn_of(config, seat),
        Stage::Exhaustion | Stage::RoundEnd | Stage::Over => false,
        _ => true,
    }
}

/// Estimate of a seat's gain in the remaining phases of the round.
struct Expectation<'a> {
    board: &'a Board,
    config: &'a Config,
    seat: Seat,
    plan: Plan,
    /// Probability that each other seat is on each square (0: off the board), in thousandths.
    presence: [[i32; SQUARES as usize + 1]; MAX_SEATS],
}

impl<'a> Expectation<'a> {
    fn new(board: &'a Board, config: &'a Config, seat: Seat) -> Expectation<'a> {
        let mut presence = [[0; SQUARES as usize + 1]; MAX_SEATS];
        let attractions: [i32; SQUARES as usize + 1] = std::array::from_fn(|square| match square {
            0 => 0,
            square => attraction(board, config, square as u8),
        });
        for other in Seat::all(config.seats).filter(|other| *other != seat) {
            let probabilities = &mut presence[other.index()];
            let pawn = board.pawns[other.index()];
            if board.revealed {
                probabilities[usize::from(pawn)] = CERTAIN;
                continue;
            }
            let around = [previous(pawn.max(1)), pawn, next(pawn.max(1))];
            let squares: &[u8] = if pawn == 0 { &[1, 2, 3, 4, 5] } else { &around };
            let sum: i32 = squares.iter().map(|square| attractions[usize::from(*square)]).sum();
            for square in squares {
                probabilities[usize::from(*square)] =
                    CERTAIN * attractions[usize::from(*square)] / sum;
            }
        }
        Expectation { board, config, seat, plan: plan(board, config, seat), presence }
    }

    /// The seat's expected gain in the remaining phases of the round, in hundredths of a point.
    fn gain(&self) -> i32 {
        let turn = self.board.turn_of(self.config, self.seat);
        let square =
            if self.board.revealed { self.board.pawns[self.seat.index()] } else { self.plan.to };
        if square == 0 {
            return 0;
        }
        let (pick_up, attack, fire) = match self.board.stage {
            Stage::PickUp { square: now, turn: current } => {
                (now < square || (now == square && current <= turn), true, true)
            }
            Stage::Attack { turn: current, .. } => (false, current <= turn, true),
            Stage::Fire { turn: current } => (false, false, current <= turn),
            Stage::Recovery { .. } => (false, false, false),
            _ => (true, true, true),
        };
        let burns = self.board.burns(square);
        let mut value = 0;
        if pick_up && !burns {
            value += self.pick_up_value(square);
        }
        if attack {
            value +=
                self.plan.attacks().map(|attack| self.attack_value(attack.square)).sum::<i32>();
        }
        if fire && burns {
            value -= self.least_card_value(self.board.losable(self.seat));
        }
        value
    }

    /// Expected value of the cards that the seat picks up on a square, which it may have to share.
    fn pick_up_value(&self, square: u8) -> i32 {
        // The probabilities that no other seat is there, exactly one, or more.
        let (mut nobody, mut one) = (CERTAIN, 0);
        let mut earlier = 0;
        let own_turn = self.board.turn_of(self.config, self.seat);
        for other in Seat::all(self.config.seats).filter(|other| *other != self.seat) {
            let chance = self.presence[other.index()][usize::from(square)];
            if self.board.turn_of(self.config, other) < own_turn {
                earlier += chance;
            }
            one = (one * (CERTAIN - chance) + nobody * chance) / CERTAIN;
            nobody = nobody * (CERTAIN - chance) / CERTAIN;
        }
        let more = CERTAIN - nobody - one;
        let (mut all, mut best, mut second, mut count) = (0, 0, 0, 0);
        for face in self.board.pile(square).as_slice() {
            let value = self.card_value(*face);
            all += value;
            count += 1;
            if value > best {
                (best, second) = (value, best);
            } else {
                second = second.max(value);
            }
        }
        // Seats earlier in turn order choose first.
        let shared = best - (best - second) * earlier.min(CERTAIN) / CERTAIN;
        let mut value = nobody * all;
        if count >= 2 {
            value += one * shared;
        }
        if count >= 3 {
            value += more * second;
        }
        value / CERTAIN
    }

    /// Expected value of an attack on a square: the cards gained, and a share for the victims' loss.
    fn attack_value(&self, square: u8) -> i32 {
        let mut value = 0;
        for other in Seat::all(self.config.seats).filter(|other| *other != self.seat) {
            let chance = self.presence[other.index()][usize::from(square)];
            if chance > 0 {
                let cards = self.board.losable(other).kinds();
                let best = cards.map(|face| self.card_value(face)).max().unwrap_or_default();
                value += chance * best * self.config.eval_weights.theft / 100;
            }
        }
        value / CERTAIN
    }

    /// Value of the least valuable card among `cards`.
    fn least_card_value(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| self.card_value(face)).min().unwrap_or_default()
    }

    /// Value of a card that is gained or lost.
    fn card_value(&self, face: Face) -> i32 {
        self.config.points[face.index()] * POINT + self.config.eval_weights.exposed
    }
}

/// Relative probability that a pawn moves to a square. At least 1, since the sum is a divisor.
fn attraction(board: &Board, config: &Config, square: u8) -> i32 {
    let weights = &config.eval_weights;
    let attraction = if board.burns(square) {
        weights.draws_burning
    } else {
        let points = board.pile(square).as_slice().iter().map(|face| config.points[face.index()]);
        weights.draws + points.sum::<i32>() * weights.draws_point
    };
    attraction.max(1)
}
