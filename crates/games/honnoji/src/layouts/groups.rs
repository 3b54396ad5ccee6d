//! Groups: icon cards that share numbers, grown once for each set of icon cards.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::minimal::{CombinedLayout, MinimalSets};
use super::shape::{Shape, add_chains, card_at, step, to_shape};
use crate::components::{Icon, Icons};
use crate::face::{Cards, Face};
use crate::grid::{LaidCard, PackedLayout};
use crate::layout_effects::{Orders, chain};

/// Maximum number of icon cards that share numbers in a listed layout.
pub(super) const MAX_GROUP: u32 = 3;

/// Number of sets of number cards with at most one card of each number.
const NUMBER_SETS: usize = 1 << Face::NUMBERS.len();

/// One card of each number.
fn all_numbers() -> Cards {
    Face::NUMBERS.into_iter().collect()
}

/// A group: icon cards that are connected by the numbers that they read together.
pub(super) struct Group {
    pub combined: CombinedLayout,
    /// The first card of the group, in the order of a layout, that designates a square to move to.
    pub mover: Option<Face>,
}

/// All groups of icon cards that share numbers, for one set of components.
pub(super) struct Groups {
    pub icons: Icons,
    /// The action cards of the components, with the number of copies of each.
    pub actions: Vec<(Face, u8)>,
    /// The groups of each set of icon cards and each set of number cards, by [`Groups::index`]. Only
    /// sets of up to [`MAX_GROUP`] icon cards are used.
    pub by_set: Box<[OnceLock<Box<[Group]>>]>,
}

impl Groups {
    /// Groups for these icons and these action cards, each with its number of copies. The groups of
    /// a set of icon cards are computed on first use.
    pub fn new(icons: Icons, actions: Vec<(Face, u8)>) -> Groups {
        // Each action card is in a set from zero times to its number, the crest at most once.
        let sets = actions
            .iter()
            .fold(2 * NUMBER_SETS, |sets, (_, count)| sets * (usize::from(*count) + 1));
        let by_set = std::iter::repeat_with(OnceLock::new).take(sets).collect();
        Groups { icons, actions, by_set }
    }

    /// Index of a set of icon cards and a set of number cards in [`Groups::by_set`].
    #[inline]
    fn index(&self, icon_cards: Cards, numbers: Cards) -> usize {
        let crest = usize::from(icon_cards.count(Face::CREST).min(1));
        let of_icon_cards = self.actions.iter().fold(crest, |index, (face, most)| {
            index * (usize::from(*most) + 1) + usize::from(icon_cards.count(*face).min(*most))
        });
        Face::NUMBERS
            .into_iter()
            .fold(of_icon_cards, |index, number| 2 * index + usize::from(numbers.contains(number)))
    }

    /// Grows the groups of all sets of up to [`MAX_GROUP`] icon cards with all numbers.
    pub fn grow_all(&self) {
        let copies = |(face, count): &(Face, u8)| std::iter::repeat_n(*face, usize::from(*count));
        let actions = self.actions.iter().flat_map(copies);
        let icon_cards: Cards = actions.chain([Face::CREST]).collect();
        icon_cards.each_subset(MAX_GROUP, &mut |set| {
            self.of(set, all_numbers());
        });
    }

    /// The groups that consist of exactly these icon cards and of cards from `numbers`. Only minimal
    /// sets of cards are included. Groups with other numbers are included as well if they are known:
    /// the groups of few numbers take a small part of the time of all.
    pub fn of(&self, icon_cards: Cards, numbers: Cards) -> &[Group] {
        // The numbers are the lowest bits of the index.
        let index = self.index(icon_cards, numbers);
        let of_set = self.index(icon_cards, Cards::NONE);
        let mut with_more = (of_set..of_set + NUMBER_SETS).filter(|other| other & index == index);
        if let Some(known) = with_more.find_map(|other| self.by_set[other].get()) {
            return known;
        }
        self.by_set[index].get_or_init(|| {
            let mut minimal = MinimalSets::default();
            self.each_shape(icon_cards, numbers, |shape| {
                let layout = shape.layout();
                let orders = Orders::read(&layout, &self.icons);
                minimal.add(orders, layout.cards(), || shape.centred());
            });
            let groups = minimal.into_layouts().into_iter();
            groups.map(|combined| Group { mover: self.mover(&combined), combined }).collect()
        })
    }

    /// The first card of a layout that designates a square to move to.
    fn mover(&self, combined: &CombinedLayout) -> Option<Face> {
        let layout = combined.layout.layout();
        let moves = |card: &LaidCard| {
            self.icons.of(card.face).iter().any(|spec| {
                spec.icon == Icon::Move && chain(&layout, card.cell, spec.direction).number > 0
            })
        };
        layout.iter().find(moves).map(|card| card.face)
    }

    /// Calls `each` with every shape of a group of these icon cards and of `numbers`. A group can grow from any of
    /// its icon cards, since each further icon card reads a number that is already in the shape.
    #[expect(
        clippy::disallowed_methods,
        reason = "the order makes no difference: only minimal layouts are kept"
    )]
    fn each_shape(&self, icon_cards: Cards, numbers: Cards, mut each: impl FnMut(&PackedLayout)) {
        let Some(first) = icon_cards.kinds().next() else { return };
        let mut shapes: FxHashMap<Cards, FxHashSet<PackedLayout>> = FxHashMap::default();
        let of_first = shapes.entry(Cards::one(first)).or_default();
        let icons = self.icons.of(first);
        add_chains(
            &mut Shape::from_iter([(first, 0, 0)]),
            icons,
            numbers,
            (0, 0),
            true,
            &mut |shape| {
                of_first.insert(PackedLayout::in_corner(shape));
            },
        );
        for _ in 1..icon_cards.len() {
            let mut grown: FxHashMap<Cards, FxHashSet<PackedLayout>> = FxHashMap::default();
            for (placed, shapes) in &shapes {
                for face in icon_cards.minus(*placed).kinds() {
                    let grown = grown.entry(placed.plus(Cards::one(face))).or_default();
                    for shape in shapes {
                        self.grow(&to_shape(shape), face, numbers, &mut |shape| {
                            grown.insert(PackedLayout::in_corner(shape));
                        });
                    }
                }
            }
            shapes = grown;
        }
        shapes.values().flatten().for_each(&mut each);
    }

    /// Calls `each` with every shape that extends `shape` by the icon card `face`, placed so that
    /// it reads a number of `shape`.
    fn grow(&self, shape: &Shape, face: Face, numbers: Cards, each: &mut impl FnMut(&Shape)) {
        let icons = self.icons.of(face);
        let mut cells = Vec::new();
        for (_, x, y) in shape.iter().filter(|card| card.0.number().is_some()) {
            for spec in icons {
                let (dx, dy) = step(spec.direction);
                cells.push((x - dx, y - dy));
                cells.push((x - 2 * dx, y - 2 * dy));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        for (x, y) in cells {
            if card_at(shape, (x, y)).is_none() {
                let mut shape = shape.clone();
                shape.push((face, x, y));
                add_chains(&mut shape, icons, numbers, (x, y), false, each);
            }
        }
    }
}
