//! Completing an unfinished arrangement: the same draft always gives the same formation, and as
//! much of it is kept as can be.

use zashiki_core::Seat;

use crate::Config;
use crate::formation::Arrangement;
use crate::kind::{Cards, KINDS, Kind, STACK_CARDS};
use crate::square::TERRITORY;

/// How many ways to fill a formation are tried before cards are given up.
const TRIES: u32 = 3000;

/// The cards laid so far, by the squares as their owner sees them; each square could be a piece.
pub(crate) type Laid = [Cards; TERRITORY];

/// Of what was laid, in the order of laying, what could be part of an arrangement.
pub(crate) fn tidy(config: &Config, laid: impl IntoIterator<Item = (usize, Kind)>) -> Laid {
    let mut left = config.components.deck();
    let mut kept = [Cards::NONE; TERRITORY];
    for (square, kind) in laid {
        let there = kept[square];
        let fits = if there.is_empty() {
            kind == Kind::King || kind.combines()
        } else {
            there.combine_with(Cards::one(kind))
        };
        if fits && left[kind as usize] > 0 {
            left[kind as usize] -= 1;
            kept[square] = there.and(Cards::one(kind));
        }
    }
    kept
}

/// A legal arrangement that keeps as much of this as it can.
pub(crate) fn complete(config: &Config, side: Seat, laid: Laid) -> Arrangement {
    let whole = Arrangement::new(side, laid);
    if whole.check(side, &config.components).is_ok() {
        return whole;
    }
    let formations = config.formations.iter().map(|formation| formation.arrangement);
    let holds = |formation: &Arrangement| {
        laid.iter().zip(formation.cards()).all(|(laid, cards)| laid.within(*cards))
    };
    if let Some(formation) = formations.clone().find(holds) {
        return formation.on(side);
    }
    // The formation that has most in common with the draft shows how to fill it.
    let common = |formation: &Arrangement| -> u32 {
        let both = laid.iter().zip(formation.cards());
        both.map(|(laid, cards)| Cards(laid.0 & cards.0).len()).sum()
    };
    let guide = formations.rev().max_by_key(common).unwrap_or(whole);
    let mut tries = TRIES;
    let mut given_up: Vec<Vec<(usize, Kind)>> = vec![Vec::new()];
    let all: Vec<(usize, Kind)> = laid
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(square, cards)| cards.iter().map(move |kind| (square, kind)))
        .collect();
    given_up.extend(all.iter().map(|one| vec![*one]));
    for (at, one) in all.iter().enumerate() {
        given_up.extend(all[..at].iter().map(|two| vec![*one, *two]));
    }
    for cards in given_up {
        let mut rest = laid;
        for (square, kind) in cards {
            rest[square] = rest[square].without(Cards::one(kind));
        }
        let filling = Filling { config, laid: rest, guide: *guide.cards(), tries: &mut tries };
        if let Some(cards) = filling.find() {
            return Arrangement::new(side, cards);
        }
    }
    guide.on(side)
}

/// What a square is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    King,
    /// So many other cards; none in the gap.
    Cards(u8),
}

impl Piece {
    fn of(cards: Cards) -> Piece {
        if cards.has(Kind::King) { Piece::King } else { Piece::Cards(cards.len() as u8) }
    }

    /// What of these cards can stay.
    fn keeps(self, cards: Cards) -> Cards {
        match self {
            Piece::King => Cards(cards.0 & Cards::KING.0),
            Piece::Cards(count) => {
                let others = cards.without(Cards::KING);
                others.iter().take(usize::from(count)).collect()
            }
        }
    }
}

/// A search for a formation.
struct Filling<'a> {
    config: &'a Config,
    laid: Laid,
    guide: Laid,
    tries: &'a mut u32,
}

impl Filling<'_> {
    /// The first formation found that gives up as few cards as possible.
    fn find(mut self) -> Option<Laid> {
        let spec = &self.config.components.setup;
        let left = [1, spec.single, spec.stack2, spec.stack3, 1];
        (0..=TERRITORY as u32 * STACK_CARDS).find_map(|limit| {
            let mut pieces = [Piece::Cards(0); TERRITORY];
            self.choose(0, limit, left, &mut pieces)
        })
    }

    /// Chooses what the squares from this one on are to hold; `left` are kings, singles, stacks
    /// of two, stacks of three and gaps still to be given away, `limit` the cards that may be
    /// given up.
    fn choose(
        &mut self,
        at: usize,
        limit: u32,
        left: [u8; 5],
        pieces: &mut [Piece; TERRITORY],
    ) -> Option<Laid> {
        if at == TERRITORY {
            // What costs less was tried before.
            return if limit == 0 { self.fill(pieces) } else { None };
        }
        const ORDER: [Piece; 5] =
            [Piece::King, Piece::Cards(1), Piece::Cards(2), Piece::Cards(3), Piece::Cards(0)];
        let guided = Piece::of(self.guide[at]);
        let others = ORDER.into_iter().filter(|piece| *piece != guided);
        for piece in std::iter::once(guided).chain(others) {
            let slot = match piece {
                Piece::King => 0,
                Piece::Cards(0) => 4,
                Piece::Cards(count) => usize::from(count),
            };
            let lost = self.laid[at].len() - piece.keeps(self.laid[at]).len();
            if left[slot] == 0 || lost > limit || *self.tries == 0 {
                continue;
            }
            let mut left = left;
            left[slot] -= 1;
            pieces[at] = piece;
            let found = self.choose(at + 1, limit - lost, left, pieces);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Gives every square the cards it lacks, if there are enough.
    fn fill(&mut self, pieces: &[Piece; TERRITORY]) -> Option<Laid> {
        *self.tries -= 1;
        let mut cards = [Cards::NONE; TERRITORY];
        let mut left = self.config.components.deck();
        for (square, piece) in pieces.iter().enumerate() {
            cards[square] = match piece {
                Piece::King => Cards::KING,
                Piece::Cards(_) => piece.keeps(self.laid[square]),
            };
            cards[square].iter().for_each(|kind| {
                left[kind as usize] = left[kind as usize].saturating_sub(1);
            });
        }
        let mut supply =
            Supply { kept: cards, given: [Cards::NONE; TERRITORY], left, guide: &self.guide };
        for (square, piece) in pieces.iter().enumerate() {
            let Piece::Cards(count) = piece else { continue };
            for _ in cards[square].len()..u32::from(*count) {
                let mut tried = Cards::NONE;
                if !supply.give(square, &mut tried) {
                    return None;
                }
            }
        }
        for (cards, given) in cards.iter_mut().zip(supply.given) {
            *cards = cards.and(given);
        }
        Some(cards)
    }
}

/// Cards given to squares that lack some, no two of a name to one square.
struct Supply<'a> {
    kept: Laid,
    given: Laid,
    left: [u8; KINDS],
    guide: &'a Laid,
}

impl Supply<'_> {
    /// Gives the square one more card; where a kind has run out, another square may have to take
    /// another kind (an augmenting path). `tried` are the kinds looked at already.
    fn give(&mut self, square: usize, tried: &mut Cards) -> bool {
        for kind in self.preferred(square) {
            let has = self.kept[square].has(kind) || self.given[square].has(kind);
            if has || tried.has(kind) {
                continue;
            }
            *tried = tried.and(Cards::one(kind));
            if self.left[kind as usize] > 0 {
                self.left[kind as usize] -= 1;
                self.given[square] = self.given[square].and(Cards::one(kind));
                return true;
            }
            for other in 0..TERRITORY {
                if other == square || !self.given[other].has(kind) {
                    continue;
                }
                self.given[other] = self.given[other].without(Cards::one(kind));
                if self.give(other, tried) {
                    self.given[square] = self.given[square].and(Cards::one(kind));
                    return true;
                }
                self.given[other] = self.given[other].and(Cards::one(kind));
            }
        }
        false
    }

    /// The guide's cards first, then what there is most of.
    fn preferred(&self, square: usize) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Cards::COMBINABLE.iter().collect();
        kinds.sort_by_key(|kind| {
            let left = self.left[*kind as usize];
            (!self.guide[square].has(*kind), std::cmp::Reverse(left))
        });
        kinds
    }
}
