//! Counts of cards: fills in default hands, and checks that no card is missing or duplicated.

use zashiki_core::{LocalizedText, Seat, fault, plural};

use crate::Shinra;
use crate::board::{Hand, Stage};
use crate::glossary::seat_name;
use crate::kind::{Cards, Item, KINDS, Kind};

/// The numbers of cards by kind, and of queens by original owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    kinds: [i16; KINDS],
    queens: [i16; 2],
}

impl Count {
    /// Adds the cards of a piece or item of `seat`. `captive` is true for items with the enemy's queen.
    fn add(&mut self, seat: Seat, cards: Cards, captive: bool) {
        for kind in cards.iter() {
            self.kinds[kind as usize] += 1;
            if kind == Kind::Queen {
                let owner = if captive { seat.other() } else { seat };
                self.queens[owner.index()] += 1;
            }
        }
    }
}

impl Shinra {
    /// Counts the cards on the board and those of the piece set aside by a king's step.
    fn count_sheet(&self) -> Count {
        let mut count = Count::default();
        for seat in Seat::all(2) {
            for (_, piece) in self.board.of(seat) {
                count.add(seat, piece.cards(), false);
            }
        }
        if let Stage::Settle { seat, cards, .. } = self.board.stage {
            count.add(seat, cards, false);
        }
        count
    }

    /// Fills the hands as the position states them. If it does not, all cards that are not on the board
    /// are in the hands.
    pub(super) fn fill_hands(
        &mut self,
        given: Option<[Vec<Item>; 2]>,
    ) -> Result<(), LocalizedText> {
        if let Some(given) = given {
            for (seat, items) in Seat::all(2).zip(given) {
                let owner = seat_name(seat);
                let full = |item: &Item| self.config.arrows.full(item.cards);
                if let Some(item) =
                    items.iter().find(|item| item.kept > 0 && item.kept >= full(item))
                {
                    fault!(
                        "hands: {owner}の手持ちの {item} は点数を失っていないので @ は付きません",
                        "`hands`: {item} in the hand of {owner} has lost no points, so it has no @",
                        owner
                    );
                }
                let Some(hand) = Hand::of(items) else {
                    fault!(
                        "hands: {owner}の手持ちにコンバインカードが多すぎます",
                        "`hands`: the hand of {owner} has too many stacks",
                        owner
                    )
                };
                self.board.hands[seat.index()] = hand;
            }
            return Ok(());
        }
        let mut count = self.count_sheet();
        if let Stage::Queen { seat, item } = self.board.stage {
            count.add(seat, item.cards, true);
            self.board.hands[seat.index()].add(item);
        }
        let own = |seat: Seat, kind: Kind| {
            let pieces = self.board.of(seat).filter(|(_, piece)| piece.cards().contains(kind));
            pieces.count() as i16
        };
        let deck = self.config.components.deck();
        let mut hands = self.board.hands;
        for kind in Kind::ALL {
            let each = i16::from(deck[kind as usize]);
            let rest = (2 * each - count.kinds[kind as usize]).max(0);
            let first = match kind {
                Kind::Queen => each - count.queens[0],
                Kind::King if !matches!(self.board.stage, Stage::Setup) => continue,
                _ => rest.min((each - own(Seat(0), kind)).max(0)),
            };
            let shares = [first.max(0), (rest - first.max(0)).max(0)];
            for (hand, share) in hands.iter_mut().zip(shares) {
                (0..share).for_each(|_| hand.add(Item::plain(Cards::one(kind))));
            }
        }
        self.board.hands = hands;
        Ok(())
    }

    /// Checks that no card is missing or duplicated.
    pub(crate) fn check_card_counts(&self) -> Result<(), LocalizedText> {
        let mut count = self.count_sheet();
        for seat in Seat::all(2) {
            for (item, times) in self.board.hands[seat.index()].items() {
                (0..times).for_each(|_| count.add(seat, item.cards, item.is_captive()));
            }
        }
        let deck = self.config.components.deck();
        for kind in Kind::ALL {
            let taken =
                kind == Kind::King && matches!(self.board.stage, Stage::Over { winner: Some(_) });
            let wanted = 2 * i16::from(deck[kind as usize]) - i16::from(taken);
            let there = count.kinds[kind as usize];
            if there != wanted {
                fault!(
                    "「{kind}」が全部で{there}枚あります({wanted}枚のはずです)",
                    "there are {there} {kind} cards in all instead of {wanted}",
                    kind
                );
            }
        }
        for seat in Seat::all(2) {
            let owner = seat_name(seat);
            let (there, wanted) =
                (count.queens[seat.index()], i16::from(deck[Kind::Queen as usize]));
            if there != wanted {
                fault!(
                    "{owner}の王妃が{there}枚あります({wanted}枚のはずです。相手が取った王妃には ! を付けます)",
                    "{owner} has {there} instead of {wanted} (one the enemy has taken is marked !)",
                    owner,
                    there = plural(there, "queen", "queens")
                );
            }
        }
        Ok(())
    }
}
