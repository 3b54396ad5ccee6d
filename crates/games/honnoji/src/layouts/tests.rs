use std::collections::HashMap;

use zashiki_core::GameRng;

use super::cache::MAX_BYTES;
use super::combine::{GroupRow, icon_cards_of};
use super::groups::Group;
use super::*;
use crate::actions::Action;
use crate::grid::{Cell, LaidCard};
use crate::layout_effects::Orders;
use crate::ring::SQUARES;

fn hand(words: &str) -> Cards {
    words.split(' ').filter_map(Face::from_word).collect()
}

fn own() -> Arc<Lists> {
    let own = Components::read(COMPONENTS).unwrap();
    Lists::of(&own.icons(), &own.actions())
}

fn list(lists: &Lists, hand: Cards, from: u8) -> Vec<Action> {
    let mut list = Vec::new();
    lists.list_into(hand, from, Action::Lay, &mut list);
    list
}

/// The sets of cards listed for each effect.
fn listed(lists: &Lists, hand: Cards, from: u8) -> HashMap<LayoutEffect, Vec<Cards>> {
    let mut sets: HashMap<LayoutEffect, Vec<Cards>> = HashMap::new();
    for action in &list(lists, hand, from) {
        let Action::Lay(layout) = action else { panic!("{action} is listed") };
        assert!(hand.has_all(layout.cards()) && layout.crowded().is_none(), "{layout}");
        let effect = LayoutEffect::of(Orders::read(layout, &lists.groups.icons).plan(from));
        assert_ne!(effect.to, 0, "{layout} leaves the pawn nowhere");
        let sets = sets.entry(effect).or_default();
        assert!(!sets.contains(&layout.cards()), "{layout} is listed twice");
        sets.push(layout.cards());
    }
    sets
}

/// Checks that the effect of a layout is listed with some of its cards, or with exactly its cards if
/// at most one of them is superfluous.
fn check(layout: &Layout, lists: &Lists, from: u8, sets: &HashMap<LayoutEffect, Vec<Cards>>) {
    let effect = LayoutEffect::of(Orders::read(layout, &lists.groups.icons).plan(from));
    if effect.to == 0 {
        return;
    }
    let cards = layout.cards();
    let sets = sets.get(&effect).map_or(&[][..], Vec::as_slice);
    assert!(
        sets.iter().any(|set| cards.has_all(*set)),
        "{layout} from {from}: its effect {effect:?} is not listed for these cards"
    );
    let enough = sets.iter().filter(|set| cards.has_all(**set));
    if enough.map(|set| set.len()).min().is_some_and(|fewest| fewest + 1 >= cards.len()) {
        assert!(sets.contains(&cards), "{layout} from {from} is not listed");
    }
}

/// The orders that a row of groups computes from its groups are those of its layout.
#[test]
fn a_row_of_groups_has_the_orders_of_its_layout() {
    let lists = own();
    let hand = hand("crest 1 2 3 4 5 katana gun ranmaru mitsuhide");
    let mut rng = GameRng::from_seed(3);
    let mut sets: Vec<Cards> = Vec::new();
    icon_cards_of(hand).each_subset(2, &mut |set| sets.push(set));
    let mut several = 0;
    for _ in 0..2000 {
        let (mut left, mut row) = (hand, GroupRow::default());
        for _ in 0..3 {
            let groups = lists.groups.of(*rng.pick(&sets), hand);
            if groups.is_empty() {
                continue;
            }
            let group = rng.pick(groups);
            if left.has_all(group.combined.cards) {
                left = left.minus(group.combined.cards);
                row = row.with(group);
            }
        }
        let layout = row.layout().layout();
        assert_eq!(Orders::read(&layout, &lists.groups.icons), row.orders, "{layout}");
        assert_eq!(layout.cards(), row.cards);
        several += usize::from(row.groups().count() > 1);
    }
    assert!(several > 200, "{several}");
}

/// Groups are never evicted: all groups of the built-in cards and a full cache of lists together take
/// at most 32 MB.
#[test]
fn all_groups_and_a_full_cache_take_at_most_32_mb() {
    let lists = own();
    lists.prepare();
    let grown: Vec<&[Group]> =
        lists.groups.by_set.iter().filter_map(|groups| Some(&**groups.get()?)).collect();
    let bytes: usize = grown.iter().map(|groups| size_of_val(*groups)).sum();
    assert!(bytes > 1 << 20 && bytes + MAX_BYTES <= 32 << 20, "{bytes}");
}

/// Lays the cards of small hands on a small grid in every possible way.
#[test]
fn every_effect_of_a_small_hand_is_listed() {
    fn lay(
        faces: &[Face],
        cells: &[Cell],
        cards: &mut Vec<LaidCard>,
        each: &mut impl FnMut(&Layout),
    ) {
        let Some((face, rest)) = faces.split_first() else {
            each(&Layout::new(cards).unwrap());
            return;
        };
        lay(rest, cells, cards, each);
        for cell in cells {
            if cards.iter().all(|card| card.cell != *cell) {
                cards.push(LaidCard { face: *face, cell: *cell });
                lay(rest, cells, cards, each);
                cards.pop();
            }
        }
    }
    let lists = own();
    for (words, width, height) in [
        ("crest 1 2 3", 5, 3),
        ("crest 2 3 katana", 4, 4),
        ("crest 1 4 gun", 4, 4),
        ("crest 1 2 ranmaru", 4, 4),
        ("crest 2 mitsuhide ranmaru", 4, 3),
        ("crest 1 3 katana gun", 3, 4),
        ("crest 2 3 katana katana", 3, 4),
    ] {
        let hand = hand(words);
        let cells: Vec<Cell> =
            (0..width).flat_map(|x| (0..height).filter_map(move |y| Cell::new(x, y))).collect();
        let lists_by_square: Vec<_> =
            [0, 1, 4].map(|from| (from, listed(&lists, hand, from))).into();
        lay(&hand.to_vec(), &cells, &mut Vec::new(), &mut |layout| {
            for (from, sets) in &lists_by_square {
                check(layout, &lists, *from, sets);
            }
        });
    }
}

#[test]
fn every_effect_of_a_random_layout_is_listed() {
    let lists = own();
    let mut rng = GameRng::from_seed(11);
    let hands = ["crest 1 2 3 4 5", "crest 1 2 3 4 5 katana", "crest 1 2 3 5 gun ranmaru"];
    for words in hands {
        let hand = hand(words);
        for from in 0..=SQUARES {
            let sets = listed(&lists, hand, from);
            for _ in 0..4000 {
                let mut faces = hand.to_vec();
                rng.shuffle(&mut faces);
                faces.truncate(1 + rng.below(faces.len() as u32) as usize);
                let mut cards: Vec<LaidCard> = Vec::new();
                for face in faces {
                    let cell = Cell::new(rng.below(3) as i8, rng.below(4) as i8).unwrap();
                    if cards.iter().all(|card| card.cell != cell) {
                        cards.push(LaidCard { face, cell });
                    }
                }
                check(&Layout::new(&cards).unwrap(), &lists, from, &sets);
            }
        }
    }
}

#[test]
fn the_cache_is_bounded_and_evicts_unused_hands_first() {
    let mut cache = HandCache::default();
    let cards: Vec<Cards> = (0..40).map(|n| (0..=n).map(|_| Face::CREST).collect()).collect();
    let frequent = cards[0];
    let first = cache.find(frequent);
    for cards in &cards {
        let of_hand = cache.find(*cards);
        cache.add_size(*cards, &of_hand, MAX_BYTES / 10);
        assert!(cache.bytes <= MAX_BYTES && cache.entries.len() <= 11);
        // A hand that is used again and again stays.
        assert!(Arc::ptr_eq(&cache.find(frequent), &first));
    }
    assert_eq!(cache.queue.len(), cache.entries.len());
    // The lists of an evicted hand do not count.
    let before = cache.bytes;
    cache.add_size(cards[3], &Arc::default(), MAX_BYTES);
    assert_eq!(cache.bytes, before);
}

#[test]
fn the_list_of_the_largest_hand_is_bounded() {
    let lists = own();
    let hand = hand("crest 2 5 katana katana katana katana gun gun ranmaru mitsuhide");
    let most = |layout: &Layout| {
        let orders = Orders::read(layout, &lists.groups.icons);
        let read = u32::from(orders.recover > 0) + u32::from(orders.moves.count_ones() > 0);
        read + orders.all_attacks().count() as u32
    };
    let list = list(&lists, hand, 3);
    assert!(!list.is_empty() && list.len() < 20_000, "{} layouts", list.len());
    let most = list.iter().map(|action| match action {
        Action::Lay(layout) => most(layout),
        other => panic!("{other} is listed"),
    });
    assert!(most.max().is_some_and(|most| most >= 3));
}
