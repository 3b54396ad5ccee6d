//! Heuristic evaluation of a state, for bots. The rules do not depend on it.

use zashiki_core::Seat;

use crate::board::{Hand, Piece, Stage};
use crate::kind::{Cards, Kind};
use crate::rules::takes;
use crate::search_inputs::SearchSums;
use crate::square::squares;
use crate::{Shinra, search_inputs};

/// Summary of the attacks and the mobility of one seat's pieces.
#[derive(Clone, Copy, Default)]
struct Threats {
    /// Squares that at least one piece reaches. Own pieces on these squares count as defended.
    reach: u32,
    /// The largest number of points that one attack can take from the enemy king.
    hit: i32,
    /// True if the enemy king can be captured.
    takes_king: bool,
    /// Mobility: for each piece the number of empty squares it reaches, added up.
    mobility: i32,
}

/// Heuristic value of the state for a seat, −1000..=1000. Before the deployment it compares the
/// formations by playing a few turns between them.
pub(crate) fn evaluate(state: &Shinra, seat: Seat) -> i32 {
    let lead = match state.board.stage {
        Stage::Setup | Stage::Deploy { place: 0, .. } => state.formation_lead(),
        _ => state.static_lead(),
    };
    if seat == Seat(0) { lead } else { -lead }
}

/// Value of the state for a seat in a search that follows attacks itself, −1000..=1000: by the search network
/// where it serves, otherwise like [`evaluate`].
#[inline]
pub(crate) fn evaluate_quiet(state: &Shinra, seat: Seat) -> i32 {
    let Some(network) =
        state.config.search_network.as_deref().filter(|_| search_inputs::serves(&state.board))
    else {
        return evaluate(state, seat);
    };
    let lead = match &state.search_sums {
        Some(sums) => sums.lead(network),
        None => SearchSums::new(network, &state.board).lead(network),
    };
    if seat == Seat(0) { lead } else { -lead }
}

impl Shinra {
    /// The first seat's lead, computed only from the board and the hands, −1000..=1000.
    pub(crate) fn static_lead(&self) -> i32 {
        if let Stage::Over { winner } = self.board.stage {
            return winner.map_or(0, |winner| if winner == Seat(0) { 1000 } else { -1000 });
        }
        let next = self.board.next_to_act();
        let (mut threats, mut attacks) = ([Threats::default(); 2], [[0u32; 16]; 2]);
        for (at, threats) in threats.iter_mut().enumerate() {
            *threats = self.threats(Seat(at as u8), &mut attacks[at]);
        }
        let weights = &self.config.weights;
        let value = |seat: Seat| {
            let (own, enemy) = (&threats[seat.index()], &threats[seat.other().index()]);
            let waits = usize::from(next != Some(seat));
            let mut value = self.material(seat)
                + own.mobility * weights.mobility / 10
                + own.hit * weights.hit[waits];
            if own.takes_king {
                value += if waits == 0 { weights.king_taken } else { weights.king_threat };
            }
            if waits == 0 {
                value += weights.tempo;
            }
            value
                + self.best_capture(seat, &attacks[seat.index()], enemy.reach)
                    * weights.capture[waits]
                    / 100
        };
        let lead = value(Seat(0)) - value(Seat(1));
        let lead = lead * 1000 / (lead.abs() + weights.doubt.max(1));
        // The network was trained with full sheets. During the deployment it would value every
        // switch differently.
        let correction = if next.is_some() {
            let network = self.config.network.as_ref();
            network.map_or(0, |network| self.board.correction(network))
        } else {
            0
        };
        (lead + correction).clamp(-999, 999)
    }

    /// Value of a seat's king, pieces and hand, in the unit of the weights.
    fn material(&self, seat: Seat) -> i32 {
        let weights = &self.config.weights;
        let mut sum = 0;
        for (_, piece) in self.board.of(seat) {
            sum += self.piece_value(piece);
        }
        if let Stage::Settle { seat: settling, cards, points } = self.board.stage
            && settling == seat
        {
            sum += self.piece_value(Piece::new(seat, cards, points));
        }
        let hand: &Hand = &self.board.hands[seat.index()];
        for kind in Kind::ALL.into_iter().skip(1) {
            let count = i32::from(hand.singles[kind as usize] + hand.remainders[kind as usize]);
            let percent = match kind {
                Kind::Joker if !self.joker_ready(seat) => weights.joker_waits,
                _ => weights.in_hand,
            };
            sum += count * self.cards_value(Cards::one(kind)) * percent / 100;
        }
        sum += i32::from(hand.queens) * weights.captive_queen;
        for stack in hand.stacks() {
            sum += if stack.is_captive() {
                let rest = stack.cards.without(Cards::one(Kind::Queen));
                weights.captive_queen + self.cards_value(rest) * weights.captive / 100
            } else {
                let points = stack.points_kept().unwrap_or(self.config.arrows.full(stack.cards));
                self.piece_value(Piece::new(seat, stack.cards, points)) * weights.in_hand / 100
            };
        }
        let life = match self.board.king_square(seat) {
            Some(square) => i32::from(self.board.at(square).points()),
            None => i32::from(self.config.king_points(seat)),
        };
        let low = (weights.low_king.min(20) - life).max(0);
        sum + life * weights.king_life - low * low * weights.last_life
    }

    #[inline]
    fn cards_value(&self, cards: Cards) -> i32 {
        if cards.is_empty() { 0 } else { self.config.card_values.of(cards) }
    }

    /// Value of a piece on the sheet; 0 for a king, whose points [`material`](Self::material) counts.
    #[inline]
    fn piece_value(&self, piece: Piece) -> i32 {
        let cards = piece.cards();
        if cards == Cards::KING {
            return 0;
        }
        let life =
            if cards.is_stack() { i32::from(piece.points()) * self.config.weights.life } else { 0 };
        self.cards_value(cards) + life
    }

    /// Summarizes a seat's attacks and mobility. Also writes the squares that each piece can attack to
    /// `attacks`, one entry per piece in the order of the pieces' squares.
    #[inline]
    fn threats(&self, seat: Seat, attacks: &mut [u32; 16]) -> Threats {
        let (board, arrows) = (&self.board, &self.config.arrows);
        let king = board.king_square(seat.other());
        let empty = board.empty();
        let mut threats = Threats::default();
        for (at, (from, piece)) in board.of(seat).enumerate() {
            let reach = arrows.reach(board, from);
            threats.reach |= reach;
            threats.mobility += (reach & empty).count_ones() as i32;
            let attacked = self.attacks(from, reach);
            if let Some(slot) = attacks.get_mut(at) {
                *slot = attacked;
            }
            if let Some(king) = king
                && attacked & king.bit() != 0
            {
                let (attack, target) = (self.attack_of(piece), board.at(king));
                if takes(attack, target) {
                    threats.takes_king = true;
                    threats.hit = threats.hit.max(i32::from(target.points()));
                } else {
                    threats.hit = threats.hit.max(i32::from(attack));
                }
            }
        }
        threats
    }

    /// Maximum gain of one capture: the captured piece changes sides. If the target is defended, the
    /// risk of losing the attacker in return is subtracted.
    #[inline]
    fn best_capture(&self, seat: Seat, attacks: &[u32; 16], defended: u32) -> i32 {
        let board = &self.board;
        let mut best = 0;
        for ((_, piece), attacked) in board.of(seat).zip(attacks) {
            let attack = self.attack_of(piece);
            for to in squares(*attacked) {
                let target = board.at(to);
                if target.cards() == Cards::KING || !takes(attack, target) {
                    continue;
                }
                let risk = if defended & to.bit() == 0 {
                    0
                } else if piece.cards() == Cards::KING {
                    // A king that captures a defended piece can be attacked there.
                    continue;
                } else {
                    self.piece_value(piece) * self.config.weights.risk / 100
                };
                best = best.max(self.piece_value(target) - risk);
            }
        }
        2 * best
    }
}
