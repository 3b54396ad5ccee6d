//! Automatic completion of an unfinished arrangement. The result is deterministic and drops the smallest
//! possible number of cards that the player has already placed.

use zashiki_core::Seat;

use crate::Config;
use crate::formation::Arrangement;
use crate::kind::{Cards, KINDS, Kind, STACK_CARDS};
use crate::square::TERRITORY;

/// Maximum number of arrangements that one completion tries, over all templates.
const TRIES: u32 = 3000;

/// The cards placed so far: one set per square of the territory, indexed from the owner's viewpoint. The
/// cards on each square could be a legal piece.
pub(crate) type Laid = [Cards; TERRITORY];

/// Collects the placed cards and ignores each card that cannot be on its square or exceeds the deck. Of
/// two conflicting cards, the one placed first stays.
pub(crate) fn tidy(config: &Config, laid: impl IntoIterator<Item = (usize, Kind)>) -> Laid {
    let mut left = config.components.deck();
    let mut kept = [Cards::NONE; TERRITORY];
    for (square, kind) in laid {
        let there = kept[square];
        let fits = if there.is_empty() {
            kind == Kind::King || kind.combines()
        } else {
            there.can_combine_with(Cards::one(kind))
        };
        if fits && left[kind as usize] > 0 {
            left[kind as usize] -= 1;
            kept[square] = there.union(Cards::one(kind));
        }
    }
    kept
}

/// A legal arrangement that drops the smallest possible number of the placed cards.
pub(crate) fn complete(config: &Config, side: Seat, laid: Laid) -> Arrangement {
    let unchanged = Arrangement::new(side, laid);
    if unchanged.check(side, &config.components).is_ok() {
        return unchanged;
    }
    let formations = config.formations.iter().map(|formation| formation.arrangement);
    let holds = |formation: &Arrangement| {
        laid.iter().zip(formation.cards()).all(|(laid, cards)| laid.is_subset_of(*cards))
    };
    if let Some(formation) = formations.clone().find(holds) {
        return formation.on(side);
    }
    // The formation that has most cards in common with the draft guides the search.
    let common = |formation: &Arrangement| -> u32 {
        let both = laid.iter().zip(formation.cards());
        both.map(|(laid, cards)| Cards(laid.0 & cards.0).len()).sum()
    };
    let guide = formations.rev().max_by_key(common).unwrap_or(unchanged);
    let mut tries = TRIES;
    let mut removals: Vec<Vec<(usize, Kind)>> = vec![Vec::new()];
    let all: Vec<(usize, Kind)> = laid
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(square, cards)| cards.iter().map(move |kind| (square, kind)))
        .collect();
    removals.extend(all.iter().map(|one| vec![*one]));
    for (at, one) in all.iter().enumerate() {
        removals.extend(all[..at].iter().map(|two| vec![*one, *two]));
    }
    for cards in removals {
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

/// The type of piece planned for one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    King,
    /// A piece of this number of cards, without a king; 0 for the one empty square (the gap).
    Cards(u8),
}

impl Slot {
    fn of(cards: Cards) -> Slot {
        if cards.contains(Kind::King) { Slot::King } else { Slot::Cards(cards.len() as u8) }
    }

    /// The subset of `cards` that fits into the slot.
    fn keeps(self, cards: Cards) -> Cards {
        match self {
            Slot::King => Cards(cards.0 & Cards::KING.0),
            Slot::Cards(count) => {
                let others = cards.without(Cards::KING);
                others.iter().take(usize::from(count)).collect()
            }
        }
    }
}

/// Search for a complete arrangement around the laid cards.
struct Filling<'a> {
    config: &'a Config,
    laid: Laid,
    guide: Laid,
    tries: &'a mut u32,
}

impl Filling<'_> {
    /// The first arrangement found with the smallest number of dropped cards.
    fn find(mut self) -> Option<Laid> {
        let spec = &self.config.components.setup;
        let left = [1, spec.single, spec.stack2, spec.stack3, 1];
        (0..=TERRITORY as u32 * STACK_CARDS).find_map(|limit| {
            let mut pieces = [Slot::Cards(0); TERRITORY];
            self.choose(0, limit, left, &mut pieces)
        })
    }

    /// Assigns slots to the squares from index `at` on, then fills the slots with cards. `left` has the
    /// numbers of kings, singles, stacks of two, stacks of three and empty squares that are not assigned
    /// yet. Exactly `limit` placed cards are dropped.
    fn choose(
        &mut self,
        at: usize,
        limit: u32,
        left: [u8; 5],
        pieces: &mut [Slot; TERRITORY],
    ) -> Option<Laid> {
        if at == TERRITORY {
            // Removals of fewer cards were tried before.
            return if limit == 0 { self.fill(pieces) } else { None };
        }
        const ORDER: [Slot; 5] =
            [Slot::King, Slot::Cards(1), Slot::Cards(2), Slot::Cards(3), Slot::Cards(0)];
        let guided = Slot::of(self.guide[at]);
        let others = ORDER.into_iter().filter(|piece| *piece != guided);
        for piece in std::iter::once(guided).chain(others) {
            let slot = match piece {
                Slot::King => 0,
                Slot::Cards(0) => 4,
                Slot::Cards(count) => usize::from(count),
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

    /// Fills every slot with cards of the deck; `None` if the deck does not have enough suitable cards.
    fn fill(&mut self, pieces: &[Slot; TERRITORY]) -> Option<Laid> {
        *self.tries -= 1;
        let mut cards = [Cards::NONE; TERRITORY];
        let mut left = self.config.components.deck();
        for (square, piece) in pieces.iter().enumerate() {
            cards[square] = match piece {
                Slot::King => Cards::KING,
                Slot::Cards(_) => piece.keeps(self.laid[square]),
            };
            cards[square].iter().for_each(|kind| {
                left[kind as usize] = left[kind as usize].saturating_sub(1);
            });
        }
        let mut supply =
            Supply { kept: cards, given: [Cards::NONE; TERRITORY], left, guide: &self.guide };
        for (square, piece) in pieces.iter().enumerate() {
            let Slot::Cards(count) = piece else { continue };
            for _ in cards[square].len()..u32::from(*count) {
                let mut tried = Cards::NONE;
                if !supply.give(square, &mut tried) {
                    return None;
                }
            }
        }
        for (cards, given) in cards.iter_mut().zip(supply.given) {
            *cards = cards.union(given);
        }
        Some(cards)
    }
}

/// Assignment of deck cards to slots, with no two cards of a kind in one slot.
struct Supply<'a> {
    kept: Laid,
    given: Laid,
    left: [u8; KINDS],
    guide: &'a Laid,
}

impl Supply<'_> {
    /// Gives the square one more card; returns true on success. If a kind has run out, another square
    /// may swap its card of that kind for a different one (an augmenting path of a bipartite matching).
    /// `tried` has the kinds already considered.
    fn give(&mut self, square: usize, tried: &mut Cards) -> bool {
        for kind in self.preferred(square) {
            let has = self.kept[square].contains(kind) || self.given[square].contains(kind);
            if has || tried.contains(kind) {
                continue;
            }
            *tried = tried.union(Cards::one(kind));
            if self.left[kind as usize] > 0 {
                self.left[kind as usize] -= 1;
                self.given[square] = self.given[square].union(Cards::one(kind));
                return true;
            }
            for other in 0..TERRITORY {
                if other == square || !self.given[other].contains(kind) {
                    continue;
                }
                self.given[other] = self.given[other].without(Cards::one(kind));
                if self.give(other, tried) {
                    self.given[square] = self.given[square].union(Cards::one(kind));
                    return true;
                }
                self.given[other] = self.given[other].union(Cards::one(kind));
            }
        }
        false
    }

    /// The kinds for the square in order of preference: first those that the template (`guide`) has
    /// there, then the most numerous.
    fn preferred(&self, square: usize) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Cards::COMBINABLE.iter().collect();
        kinds.sort_by_key(|kind| {
            let left = self.left[*kind as usize];
            (!self.guide[square].contains(*kind), std::cmp::Reverse(left))
        });
        kinds
    }
}
