//! The game's rule of thumb and fingerprint, for bots. The rules do not depend on them.

use zashiki_core::{Seat, StateHasher};

use crate::Shinra;
use crate::board::{Hand, Piece, Stage};
use crate::kind::{Cards, Item, Kind, Mark};
use crate::rules::takes;
use crate::square::squares;

/// So many turns before the limit it begins to count for the fingerprint.
const LIMIT_NEAR: u16 = 64;

/// What a seat's pieces do to the other's.
#[derive(Clone, Copy, Default)]
struct Threats {
    /// Squares that some piece reaches, its own side's too: those are defended.
    reach: u32,
    /// The most a single attack takes from the enemy king.
    hit: i32,
    /// Whether the enemy king can be taken.
    takes_king: bool,
    /// Empty squares, counted once for every piece that reaches them.
    room: i32,
}

/// How good the play looks for a seat, from −1000 to 1000. Formations are weighed by playing them
/// on.
pub(crate) fn evaluate(play: &Shinra, seat: Seat) -> i32 {
    let lead = match play.board.stage {
        Stage::Setup | Stage::Deploy { place: 0, .. } => play.weigh_formations(),
        _ => play.lead_by_sight(),
    };
    if seat == Seat(0) { lead } else { -lead }
}

impl Shinra {
    /// By how much First leads, from −1000 to 1000, by what stands on the sheet and lies in the
    /// hands.
    pub(crate) fn lead_by_sight(&self) -> i32 {
        if let Stage::Over { winner } = self.board.stage {
            return winner.map_or(0, |winner| if winner == Seat(0) { 1000 } else { -1000 });
        }
        let next = self.board.next_to_act();
        let (mut threats, mut attacks) = ([Threats::default(); 2], [[0u32; 16]; 2]);
        for (at, threats) in threats.iter_mut().enumerate() {
            *threats = self.threats(Seat(at as u8), &mut attacks[at]);
        }
        let thumb = &self.config.thumb;
        let value = |seat: Seat| {
            let (own, enemy) = (&threats[seat.index()], &threats[seat.other().index()]);
            let waits = usize::from(next != Some(seat));
            let mut value =
                self.material(seat) + own.room * thumb.room / 10 + own.hit * thumb.hit[waits];
            if own.takes_king {
                value += if waits == 0 { thumb.king_taken } else { thumb.king_threat };
            }
            if waits == 0 {
                value += thumb.tempo;
            }
            value
                + self.best_capture(seat, &attacks[seat.index()], enemy.reach)
                    * thumb.capture[waits]
                    / 100
        };
        let lead = value(Seat(0)) - value(Seat(1));
        let lead = lead * 1000 / (lead.abs() + thumb.doubt.max(1));
        // What it learned is of full sheets: while cards are being laid it finds something in every
        // switch.
        let correction = if next.is_some() {
            let network = self.config.network.as_ref();
            network.map_or(0, |network| self.board.correction(network))
        } else {
            0
        };
        (lead + correction).clamp(-999, 999)
    }

    /// King, pieces and hand.
    fn material(&self, seat: Seat) -> i32 {
        let thumb = &self.config.thumb;
        let mut sum = 0;
        for (_, piece) in self.board.of(seat) {
            sum += self.piece_worth(piece);
        }
        if let Stage::Settle { seat: settling, cards, points } = self.board.stage
            && settling == seat
        {
            sum += self.piece_worth(Piece::new(seat, cards, points));
        }
        let hand: &Hand = &self.board.hands[seat.index()];
        for kind in Kind::ALL.into_iter().skip(1) {
            let count = i32::from(hand.singles[kind as usize] + hand.remainders[kind as usize]);
            let part = match kind {
                Kind::Joker if !self.joker_ready(seat) => thumb.joker_waits,
                _ => thumb.in_hand,
            };
            sum += count * self.cards_worth(Cards::one(kind)) * part / 100;
        }
        sum += i32::from(hand.queens) * thumb.captive_queen;
        for stack in hand.stacks() {
            sum += if stack.is_captive() {
                let rest = stack.cards.without(Cards::one(Kind::Queen));
                thumb.captive_queen + self.cards_worth(rest) * thumb.captive / 100
            } else {
                let points = stack.points_kept().unwrap_or(self.config.arrows.full(stack.cards));
                self.piece_worth(Piece::new(seat, stack.cards, points)) * thumb.in_hand / 100
            };
        }
        let life = match self.board.king_square(seat) {
            Some(square) => i32::from(self.board.at(square).points()),
            None => i32::from(self.config.king_points(seat)),
        };
        let low = (thumb.low_king.min(20) - life).max(0);
        sum + life * thumb.king_life - low * low * thumb.last_life
    }

    #[inline]
    fn cards_worth(&self, cards: Cards) -> i32 {
        if cards.is_empty() { 0 } else { self.config.worths.of(cards) }
    }

    /// What a piece on the sheet is worth; a king nothing, for that is counted by its points.
    #[inline]
    fn piece_worth(&self, piece: Piece) -> i32 {
        let cards = piece.cards();
        if cards == Cards::KING {
            return 0;
        }
        let life =
            if cards.is_stack() { i32::from(piece.points()) * self.config.thumb.life } else { 0 };
        self.cards_worth(cards) + life
    }

    /// What a seat's pieces reach; `attacks` gets the attackable squares of each piece, in the
    /// order of their squares.
    #[inline]
    fn threats(&self, seat: Seat, attacks: &mut [u32; 16]) -> Threats {
        let (board, arrows) = (&self.board, &self.config.arrows);
        let king = board.king_square(seat.other());
        let empty = board.empty();
        let mut threats = Threats::default();
        for (at, (from, piece)) in board.of(seat).enumerate() {
            let reach = arrows.reach(board, from);
            threats.reach |= reach;
            threats.room += (reach & empty).count_ones() as i32;
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

    /// The most that a capture gains; what is taken changes sides, and so may the attacker if
    /// the square is defended.
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
                    // A king that takes a defended piece is hit or taken himself.
                    continue;
                } else {
                    self.piece_worth(piece) * self.config.thumb.risk / 100
                };
                best = best.max(self.piece_worth(target) - risk);
            }
        }
        2 * best
    }

    /// A number for the truth: equal where the same play follows. The battle turns played count
    /// only in the last turns before the limit: before those, truths that differ in nothing else
    /// have the same number.
    pub(crate) fn hash(&self) -> u64 {
        let board = &self.board;
        let mut hash = StateHasher::new();
        for four in board.pieces().chunks(4) {
            hash.add(four.iter().fold(0, |word, piece| word << 16 | u64::from(piece.bits())));
        }
        for hand in &board.hands {
            hash.add(u64::from_le_bytes(hand.singles));
            let held = hand.stacks().len() as u64;
            let remainders = u64::from_le_bytes(hand.remainders);
            // Kings, 八とび and ジョーカー leave no remainders: their bytes are free.
            hash.add(remainders | u64::from(hand.queens) | held << 56);
            for four in hand.stacks().chunks(4) {
                hash.add(four.iter().fold(0, |word, item| word << 16 | item_bits(*item)));
            }
        }
        let left = self.config.options.turn_limit.saturating_sub(board.turns);
        let near = if left < LIMIT_NEAR { u64::from(left) } else { 0xff };
        let flags = [board.switches, board.stepped[0], board.stepped[1]];
        let flags = flags.iter().fold(0, |word, flag| word << 1 | u64::from(*flag));
        hash.add(stage_bits(board.stage) | near << 48 | flags << 56);
        hash.value()
    }
}

#[inline]
fn item_bits(item: Item) -> u64 {
    let mark = match item.mark {
        Mark::Plain => 0,
        Mark::Remainder => 1,
        Mark::Captive => 2,
    };
    u64::from(item.cards.0) | u64::from(item.kept) << 8 | mark << 12
}

#[inline]
fn stage_bits(stage: Stage) -> u64 {
    let (tag, seat, rest) = match stage {
        Stage::Setup => (0, 0, 0),
        Stage::Deploy { seat, place } => (1, seat.0, u64::from(place)),
        Stage::Act { seat } => (2, seat.0, 0),
        Stage::Follow { seat, from, king } => {
            (3, seat.0, from.index() as u64 | u64::from(king) << 8)
        }
        Stage::Settle { seat, cards, points } => {
            (4, seat.0, u64::from(cards.0) | u64::from(points) << 8)
        }
        Stage::Queen { seat, item } => (5, seat.0, item_bits(item)),
        Stage::Switch { seat, place } => (6, seat.0, place.map_or(0xff, u64::from)),
        Stage::Over { winner } => (7, winner.map_or(2, |seat| seat.0), 0),
    };
    tag | u64::from(seat) << 4 | rest << 8
}
