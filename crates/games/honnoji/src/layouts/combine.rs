//! Combinations of groups of icon cards for which a hand has the cards.

use super::groups::{Group, Groups, MAX_GROUP};
use super::minimal::{CombinedLayout, MinimalSets};
use super::shape::{Shape, to_layout};
use crate::face::{Cards, Face};
use crate::grid::{LaidCard, Layout, MAX_LISTED};
use crate::layout_effects::Orders;

/// Maximum number of icon cards in a listed layout, without the decoy.
pub(super) const MAX_ICON_CARDS: u32 = 4;

/// Maximum number of icon cards for a hand with [`MANY_ACTION_CARDS`] or more action cards.
const MAX_ICON_CARDS_OF_MANY: u32 = 3;

/// Number of action cards from which a stricter maximum applies.
const MANY_ACTION_CARDS: u32 = 4;

/// Maximum number of icon cards for a hand with [`MANY_ICON_FACES`] or more different icon cards.
/// No hand of built-in cards has that many.
const MAX_ICON_CARDS_OF_MANY_FACES: u32 = 2;

/// Number of different icon cards from which the strictest maximum applies.
const MANY_ICON_FACES: u32 = 7;

/// All layouts of a hand with minimal sets of cards, for any square of the pawn.
pub(super) fn combine(groups: &Groups, hand: Cards) -> Vec<CombinedLayout> {
    let icon_cards = icon_cards_of(hand);
    let most = if icon_cards.variety() >= MANY_ICON_FACES {
        MAX_ICON_CARDS_OF_MANY_FACES
    } else if hand.minus(hand.only(Cards::BASIC)).len() >= MANY_ACTION_CARDS {
        MAX_ICON_CARDS_OF_MANY
    } else {
        MAX_ICON_CARDS
    };
    let mut sets: Vec<Cards> = Vec::new();
    icon_cards.each_subset(MAX_GROUP.min(most), &mut |set| sets.push(set));
    let sets: Vec<(Cards, Vec<&Group>)> = (sets.into_iter())
        .map(|set| {
            let of_hand = |group: &&Group| hand.has_all(group.combined.cards);
            (set, groups.of(set).iter().filter(of_hand).collect())
        })
        .collect();
    let mut minimal = MinimalSets::default();
    GroupRow::default().add_to(&mut minimal, &sets, hand, most);
    minimal.into_layouts()
}

/// The icon cards: all cards except the numbers.
pub(super) fn icon_cards_of(cards: Cards) -> Cards {
    cards.minus(cards.only(Cards::NUMBERS))
}

/// Groups side by side in one layout, with an empty column between neighbouring groups.
#[derive(Clone, Copy, Default)]
pub(super) struct GroupRow<'a> {
    groups: [Option<&'a Group>; MAX_ICON_CARDS as usize],
    pub cards: Cards,
    pub orders: Orders,
    /// The first of the cards, in the order of a layout, that designates a square to move to.
    mover: Option<Face>,
}

impl<'a> GroupRow<'a> {
    /// This row with one more group on the right.
    pub fn with(mut self, group: &'a Group) -> GroupRow<'a> {
        if let Some(place) = self.groups.iter_mut().find(|place| place.is_none()) {
            *place = Some(group);
        }
        let CombinedLayout { cards, orders, .. } = group.combined;
        self.cards = self.cards.plus(cards);
        let moves_first = group.mover.is_some_and(|own| self.mover.is_none_or(|first| own < first));
        if moves_first {
            self.mover = group.mover;
        }
        let first_move = if moves_first { orders.first_move } else { self.orders.first_move };
        self.orders = Orders { first_move, ..self.orders.plus(orders) };
        self
    }

    pub fn groups(&self) -> impl DoubleEndedIterator<Item = &'a CombinedLayout> {
        self.groups.iter().flatten().map(|group| &group.combined)
    }

    /// Adds this row to `minimal`, and every row that extends it with groups from `sets`. The added
    /// groups use only cards from `left` and at most `most` icon cards.
    fn add_to(
        self,
        minimal: &mut MinimalSets,
        sets: &[(Cards, Vec<&'a Group>)],
        left: Cards,
        most: u32,
    ) {
        minimal.add(self.orders, self.cards, || self.layout());
        let last = self.groups().next_back();
        for (place, (set, groups)) in sets.iter().enumerate() {
            if !left.has_all(*set) || set.len() > most {
                continue;
            }
            // Two groups of the same icon cards are combined in one order only.
            let last = last.filter(|last| icon_cards_of(last.cards) == *set);
            for group in groups {
                let CombinedLayout { cards, layout, .. } = group.combined;
                let in_order = last.is_none_or(|last| last.layout <= layout);
                let fits = (self.cards.len() + cards.len()) as usize <= MAX_LISTED;
                if in_order && fits && left.has_all(cards) {
                    let left = left.minus(cards);
                    self.with(group).add_to(minimal, &sets[place..], left, most - set.len());
                }
            }
        }
    }

    /// The groups as one layout. It always fits into the placement area, since it has few cards.
    pub fn layout(&self) -> Layout {
        let mut cards = Shape::new();
        let mut right = 0;
        for group in self.groups() {
            let layout = group.layout.layout();
            let columns = || layout.iter().map(|card| card.cell.x());
            let left = columns().min().unwrap_or_default();
            let shift = right - left;
            let shifted = |card: LaidCard| (card.face, card.cell.x() + shift, card.cell.y());
            cards.extend(layout.iter().map(shifted));
            right = columns().max().unwrap_or_default() + shift + 2;
        }
        to_layout(&cards).unwrap_or(Layout::EMPTY)
    }
}
