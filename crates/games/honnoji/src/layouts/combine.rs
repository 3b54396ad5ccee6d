//! Combinations of groups of icon cards for which a hand has the cards.

use std::collections::BTreeMap;

use super::groups::{Group, Groups, MAX_GROUP};
use super::minimal::{CombinedLayout, MinimalSets};
use crate::face::{Cards, Face};
use crate::grid::{MAX_LISTED, PackedLayout};
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
    let (icon_cards, numbers) = (icon_cards_of(hand), hand.only(Cards::NUMBERS));
    let most = if icon_cards.variety() >= MANY_ICON_FACES {
        MAX_ICON_CARDS_OF_MANY_FACES
    } else if hand.minus(hand.only(Cards::BASIC)).len() >= MANY_ACTION_CARDS {
        MAX_ICON_CARDS_OF_MANY
    } else {
        MAX_ICON_CARDS
    };
    let mut sets: Vec<Cards> = Vec::new();
    icon_cards.each_subset(MAX_GROUP.min(most), &mut |set| sets.push(set));
    let sets: Vec<GroupsOfSet> = (sets.into_iter())
        .map(|set| {
            let mut by_numbers: BTreeMap<Cards, Vec<&Group>> = BTreeMap::new();
            for group in groups.of(set, numbers) {
                let needed = group.combined.cards.minus(set);
                if numbers.has_all(needed) {
                    by_numbers.entry(needed).or_default().push(group);
                }
            }
            GroupsOfSet { icon_cards: set, by_numbers: by_numbers.into_iter().collect() }
        })
        .collect();
    let mut minimal = MinimalSets::default();
    GroupRow::default().add_to(&mut minimal, &sets, (icon_cards, numbers), most);
    minimal.into_layouts()
}

/// The icon cards: all cards except the numbers.
pub(super) fn icon_cards_of(cards: Cards) -> Cards {
    cards.minus(cards.only(Cards::NUMBERS))
}

/// The groups of a set of icon cards for which a hand has the cards.
struct GroupsOfSet<'a> {
    icon_cards: Cards,
    /// The groups by the number cards that they use.
    by_numbers: Vec<(Cards, Vec<&'a Group>)>,
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
    /// groups use only the icon cards and number cards that are left, and at most `most` icon cards.
    fn add_to(
        self,
        minimal: &mut MinimalSets,
        sets: &[GroupsOfSet<'a>],
        (icon_cards, numbers): (Cards, Cards),
        most: u32,
    ) {
        minimal.add(self.orders, self.cards, || self.layout());
        if numbers.is_empty() || icon_cards.is_empty() {
            return;
        }
        let last = self.groups().next_back();
        for (place, set) in sets.iter().enumerate() {
            let of_set = set.icon_cards;
            if !icon_cards.has_all(of_set) || of_set.len() > most {
                continue;
            }
            // Two groups of the same icon cards are combined in one order only.
            let last = last.filter(|last| icon_cards_of(last.cards) == of_set);
            let icon_cards = icon_cards.minus(of_set);
            for (needed, groups) in &set.by_numbers {
                let cards = self.cards.len() + of_set.len() + needed.len();
                if !numbers.has_all(*needed) || cards as usize > MAX_LISTED {
                    continue;
                }
                let left = (icon_cards, numbers.minus(*needed));
                for group in groups {
                    if last.is_none_or(|last| last.layout <= group.combined.layout) {
                        self.with(group).add_to(minimal, &sets[place..], left, most - of_set.len());
                    }
                }
            }
        }
    }

    /// The groups as one layout. It always fits into the placement area, since it has few cards.
    pub fn layout(&self) -> PackedLayout {
        PackedLayout::side_by_side(self.groups().map(|group| &group.layout)).centred()
    }
}
