//! The game's rule of thumb, for bots. The rules do not depend on it.
//!
//! A seat is worth its points, what its hand lets it do in the rounds to come, and what its
//! layout may be expected to bring in the phases still ahead. Where others will stand is
//! known after the movement and guessed before it: rather where there is more to take.

use zashiki_core::Seat;

use crate::board::{Board, Stage};
use crate::config::Config;
use crate::face::{Cards, Face};
use crate::layout_effects::{Plan, returning};
use crate::limits::{MAX_SEATS, ROUNDS};
use crate::ring::{SQUARES, next, previous};

/// What a point is worth; everything else is measured in hundredths of it.
const POINT: i32 = 100;

/// Certainty.
const SURE: i32 = 1000;

/// How good the board looks for a seat, from −1000 to 1000.
pub(crate) fn evaluate(board: &Board, config: &Config, seat: Seat) -> i32 {
    if let Some(end) = board.end {
        return match (end.winners.contains(seat), end.winners.len()) {
            (true, 1) => 1000,
            (true, _) => 500,
            (false, _) => -1000,
        };
    }
    let mut own = 0;
    let mut rival = i32::MIN;
    for other in Seat::all(config.seats) {
        let worth = standing(board, config, other);
        if other == seat {
            own = worth;
        } else {
            rival = rival.max(worth);
        }
    }
    if board.declared.contains(seat) {
        own += Outlook::new(board, config, seat).expected();
    }
    let lead = own - rival;
    // The nearer the end, the more a lead is worth.
    let doubt = config.thumb.doubt + config.thumb.doubt_round * ahead(board);
    950 * lead / (lead.abs() + doubt.max(1))
}

/// Points, and what the hand is good for once the layout is exhausted.
fn standing(board: &Board, config: &Config, seat: Seat) -> i32 {
    let index = seat.index();
    let laid = board.laid[index].cards();
    let mut hand = board.hands[index].plus(returning(laid));
    let open = board.exposed[index].plus(laid.minus(returning(laid)));
    let mut limit = 0;
    if board.declared.contains(seat) && recovery_ahead(board, config, seat) {
        limit = plan(board, config, seat).recover;
    }
    // The best that can be recovered: action cards with more icons, with one, then numbers.
    let recoverable = board.recoverable(config, seat);
    for (face, _) in &config.tools {
        for _ in 0..recoverable.count(*face).min(limit) {
            hand.add(*face);
            limit -= 1;
        }
    }
    for face in recoverable.only(Cards::NUMBERS).kinds().take(limit.into()) {
        hand.add(face);
    }
    let points = config.points(board.hands[index].plus(laid).plus(board.exposed[index])) * POINT;
    let marker = if board.first == seat { config.thumb.marker } else { 0 };
    let exposed = open.only(Cards::BASIC).len() as i32 * config.thumb.exposed;
    let left = ahead(board).min(2);
    points + (tempo(hand, config) + exposed + marker) * left / 2
}

/// How many rounds the hands are still good for: at the beginning of one, that one too.
fn ahead(board: &Board) -> i32 {
    let begins = board.stage == Stage::Decision && board.declared.is_empty();
    i32::from(ROUNDS - board.round) + i32::from(begins)
}

/// What a hand lets its owner do.
fn tempo(hand: Cards, config: &Config) -> i32 {
    let counted = config.thumb.numbers;
    let numbers = match hand.only(Cards::NUMBERS).len() as usize {
        0 => 0,
        count => counted[count.min(counted.len()) - 1],
    };
    let tools = config.tools.iter().map(|(face, worth)| i32::from(hand.count(*face)) * worth);
    numbers + tools.sum::<i32>()
}

fn plan(board: &Board, config: &Config, seat: Seat) -> Plan {
    if board.revealed {
        board.plans[seat.index()]
    } else {
        board.plan_of(config, seat, board.pawns[seat.index()])
    }
}

fn recovery_ahead(board: &Board, config: &Config, seat: Seat) -> bool {
    match board.stage {
        Stage::Recovery { turn } => turn <= board.turn_of(config, seat),
        Stage::Exhaustion | Stage::RoundEnd | Stage::Over => false,
        _ => true,
    }
}

/// What a seat may expect of the phases still ahead in this round.
struct Outlook<'a> {
    board: &'a Board,
    config: &'a Config,
    seat: Seat,
    plan: Plan,
    /// How likely each other seat is to stand on each square, in thousandths.
    presence: [[i32; SQUARES as usize + 1]; MAX_SEATS],
}

impl<'a> Outlook<'a> {
    fn new(board: &'a Board, config: &'a Config, seat: Seat) -> Outlook<'a> {
        let mut presence = [[0; SQUARES as usize + 1]; MAX_SEATS];
        let loot: [i32; SQUARES as usize + 1] = std::array::from_fn(|square| match square {
            0 => 0,
            square => attraction(board, config, square as u8),
        });
        for other in Seat::all(config.seats).filter(|other| *other != seat) {
            let chances = &mut presence[other.index()];
            let stands = board.pawns[other.index()];
            if board.revealed {
                chances[usize::from(stands)] = SURE;
                continue;
            }
            let around = [previous(stands.max(1)), stands, next(stands.max(1))];
            let squares: &[u8] = if stands == 0 { &[1, 2, 3, 4, 5] } else { &around };
            let all: i32 = squares.iter().map(|square| loot[usize::from(*square)]).sum();
            for square in squares {
                chances[usize::from(*square)] = SURE * loot[usize::from(*square)] / all;
            }
        }
        Outlook { board, config, seat, plan: plan(board, config, seat), presence }
    }

    fn expected(&self) -> i32 {
        let turn = self.board.turn_of(self.config, self.seat);
        let square =
            if self.board.revealed { self.board.pawns[self.seat.index()] } else { self.plan.to };
        if square == 0 {
            return 0;
        }
        let (pick_up, attack, fire) = match self.board.stage {
            Stage::PickUp { square: now, turn: whose } => {
                (now < square || (now == square && whose <= turn), true, true)
            }
            Stage::Attack { turn: whose, .. } => (false, whose <= turn, true),
            Stage::Fire { turn: whose } => (false, false, whose <= turn),
            Stage::Recovery { .. } => (false, false, false),
            _ => (true, true, true),
        };
        let burns = self.board.burns(square);
        let mut worth = 0;
        if pick_up && !burns {
            worth += self.loot(square);
        }
        if attack {
            worth += self.plan.attacks().map(|attack| self.theft(attack.square)).sum::<i32>();
        }
        if fire && burns {
            worth -= self.cheapest(self.board.losable(self.seat));
        }
        worth
    }

    /// What the cards of a square will bring, if others may come for them too.
    fn loot(&self, square: u8) -> i32 {
        // How likely nobody, one, or more others stand there.
        let (mut nobody, mut one) = (SURE, 0);
        let mut earlier = 0;
        let own_turn = self.board.turn_of(self.config, self.seat);
        for other in Seat::all(self.config.seats).filter(|other| *other != self.seat) {
            let chance = self.presence[other.index()][usize::from(square)];
            if self.board.turn_of(self.config, other) < own_turn {
                earlier += chance;
            }
            one = (one * (SURE - chance) + nobody * chance) / SURE;
            nobody = nobody * (SURE - chance) / SURE;
        }
        let more = SURE - nobody - one;
        let (mut all, mut best, mut second, mut count) = (0, 0, 0, 0);
        for face in self.board.pile(square).as_slice() {
            let worth = self.gain(*face);
            all += worth;
            count += 1;
            if worth > best {
                (best, second) = (worth, best);
            } else {
                second = second.max(worth);
            }
        }
        // Those who come earlier have the first choice.
        let shared = best - (best - second) * earlier.min(SURE) / SURE;
        let mut worth = nobody * all;
        if count >= 2 {
            worth += one * shared;
        }
        if count >= 3 {
            worth += more * second;
        }
        worth / SURE
    }

    /// What an attack on a square will bring. What others lose counts a little besides.
    fn theft(&self, square: u8) -> i32 {
        let mut worth = 0;
        for other in Seat::all(self.config.seats).filter(|other| *other != self.seat) {
            let chance = self.presence[other.index()][usize::from(square)];
            if chance > 0 {
                let cards = self.board.losable(other).kinds();
                let best = cards.map(|face| self.gain(face)).max().unwrap_or_default();
                worth += chance * best * self.config.thumb.theft / 100;
            }
        }
        worth / SURE
    }

    fn cheapest(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| self.gain(face)).min().unwrap_or_default()
    }

    /// What a card is worth when it is gained.
    fn gain(&self, face: Face) -> i32 {
        self.config.points[face.index()] * POINT + self.config.thumb.exposed
    }
}

/// How much a square draws pawns to it.
fn attraction(board: &Board, config: &Config, square: u8) -> i32 {
    let thumb = &config.thumb;
    let drawn = if board.burns(square) {
        thumb.draws_burning
    } else {
        let points = board.pile(square).as_slice().iter().map(|face| config.points[face.index()]);
        thumb.draws + points.sum::<i32>() * thumb.draws_point
    };
    // All of them together are divided by.
    drawn.max(1)
}
