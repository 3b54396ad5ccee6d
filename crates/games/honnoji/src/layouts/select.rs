//! Selection of the listed layouts: one for each effect and minimal set of cards, and decoys.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::minimal::CombinedLayout;
use crate::components::Icons;
use crate::face::{Cards, Face};
use crate::grid::{Cell, EDGE, LaidCard, Layout, PackedLayout};
use crate::layout_effects::{Orders, Plan, Tally};

/// The effect of a layout for a pawn on a given square. An attack by sword and one by gun on the same
/// square have the same effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LayoutEffect {
    /// The square of the pawn after the movement; 0 if no square is designated in round 1.
    pub to: u8,
    /// Number of attacks on each square.
    pub attacks: Tally,
    /// Number of cards that may be recovered.
    pub recover: u8,
}

impl LayoutEffect {
    /// The effect of a layout with this plan.
    pub fn of(plan: Plan) -> LayoutEffect {
        LayoutEffect { to: plan.to, attacks: plan.swords.plus(plan.guns), recover: plan.recover }
    }
}

/// The listed layouts of a hand for a pawn on square `from`, from the fewest cards to the most.
pub(super) fn select(
    icons: &Icons,
    hand: Cards,
    combined: &[CombinedLayout],
    from: u8,
) -> Vec<PackedLayout> {
    let mut effects: BTreeMap<LayoutEffect, Vec<CombinedLayout>> = BTreeMap::new();
    for layout in combined {
        let plan = layout.orders.plan(from);
        // In round 1 a destination is needed (H-59).
        if plan.to != 0 {
            effects.entry(LayoutEffect::of(plan)).or_default().push(*layout);
        }
    }
    let mut list: Vec<(u32, LayoutEffect, Cards, PackedLayout)> = Vec::new();
    for (effect, layouts) in effects {
        let mut sets: FxHashSet<Cards> = FxHashSet::default();
        let is_minimal = |layout: &&CombinedLayout| {
            let needs_fewer = |other: &CombinedLayout| {
                other.cards != layout.cards && layout.cards.has_all(other.cards)
            };
            !layouts.iter().any(needs_fewer)
        };
        let mut minimal: Vec<&CombinedLayout> = layouts.iter().filter(is_minimal).collect();
        minimal.sort_unstable_by_key(|layout| (layout.cards, layout.orders));
        for layout in &minimal {
            if sets.insert(layout.cards) {
                list.push((layout.cards.len(), effect, layout.cards, layout.layout));
            }
        }
        for layout in minimal {
            for face in hand.minus(layout.cards).kinds() {
                let cards = layout.cards.plus(Cards::one(face));
                if sets.insert(cards)
                    && let Some(layout) = with_decoy(icons, &layout.layout.layout(), face)
                {
                    list.push((cards.len(), effect, cards, layout));
                }
            }
        }
    }
    list.sort_unstable();
    list.into_iter().map(|(_, _, _, layout)| layout).collect()
}

/// The layout with one more card, on the cell nearest to the middle where it neither orders anything
/// nor changes the orders of the others.
fn with_decoy(icons: &Icons, layout: &Layout, face: Face) -> Option<PackedLayout> {
    let orders = Orders::read(layout, icons);
    let mut cards: Vec<LaidCard> = layout.iter().collect();
    cards.push(LaidCard { face, cell: Cell::ORIGIN });
    cells_from_middle().find_map(|cell| {
        if layout.at(cell).is_some() {
            return None;
        }
        if let Some(last) = cards.last_mut() {
            last.cell = cell;
        }
        let more = Layout::new(&cards)?;
        (Orders::read(&more, icons) == orders).then(|| PackedLayout::new(&more))?
    })
}

/// All cells of the placement area, by their distance from the middle.
fn cells_from_middle() -> impl Iterator<Item = Cell> {
    static CELLS: LazyLock<Vec<Cell>> = LazyLock::new(|| {
        let range = -EDGE..=EDGE;
        let mut cells: Vec<Cell> = range
            .clone()
            .flat_map(|x| range.clone().filter_map(move |y| Cell::new(x, y)))
            .collect();
        let distance = |cell: &Cell| i32::from(cell.x()).pow(2) + i32::from(cell.y()).pow(2);
        cells.sort_by_key(|cell| (distance(cell), *cell));
        cells
    });
    CELLS.iter().copied()
}
