//! Collection of layouts that keeps only those with minimal sets of cards.

use rustc_hash::FxHashMap;

use crate::face::Cards;
use crate::grid::PackedLayout;
use crate::layout_effects::Orders;

/// A layout in which every card is used by some icon, with its cards and its orders.
#[derive(Clone, Copy)]
pub(super) struct CombinedLayout {
    pub cards: Cards,
    pub orders: Orders,
    pub layout: PackedLayout,
}

/// Collects layouts and keeps, for each value of [`Orders`], those with minimal sets of cards.
#[derive(Default)]
pub(super) struct MinimalSets(FxHashMap<Orders, Vec<(Cards, PackedLayout)>>);

impl MinimalSets {
    /// Adds a layout, unless one with the same orders needs only some of its cards. Of two layouts
    /// with the same cards and orders the smaller one stays, so the result is deterministic.
    pub fn add(&mut self, orders: Orders, cards: Cards, layout: impl FnOnce() -> PackedLayout) {
        let sets = self.0.entry(orders).or_default();
        for (other, other_layout) in sets.iter_mut() {
            if *other == cards {
                *other_layout = (*other_layout).min(layout());
                return;
            }
            if cards.has_all(*other) {
                return;
            }
        }
        sets.retain(|(other, _)| !other.has_all(cards));
        sets.push((cards, layout()));
    }

    /// The kept layouts, in no particular order.
    pub fn into_layouts(self) -> Vec<CombinedLayout> {
        let of_orders = |(orders, sets): (Orders, Vec<(Cards, PackedLayout)>)| {
            let layout = move |(cards, layout)| CombinedLayout { cards, orders, layout };
            sets.into_iter().map(layout)
        };
        self.0.into_iter().flat_map(of_orders).collect()
    }
}
