//! The list of layouts that search and learners choose from. People may lay cards anywhere;
//! this list has every *effect* that a hand can order, in a canonical form.
//!
//! The effect of a layout is what it comes to from where the pawn stands: where the pawn
//! goes, how often each square is attacked, how many cards may be recovered. What it costs is
//! which cards are laid, since all of them but the crest and the smallest number are exposed.
//! Whatever a hand can order with some cards it can order with more of them, those further
//! cards being laid where they order nothing. So the list has, for every effect,
//!
//! - every *least* set of cards that orders it (one from which no card can be spared), and
//! - decoys: each such set with one further card of the hand, which orders nothing.
//!
//! Layouts with two or more cards that order nothing are not listed, only accepted.
//!
//! # How they are found
//!
//! A card that no icon reads, and an icon card that reads nothing, can be moved away without
//! changing what the others read: where they lay is empty then, and an empty cell ends a chain
//! as they did. So only *groups* matter: icon cards that are connected by the numbers they
//! read together. Groups do not disturb each other once an empty cell lies between them. A
//! chain adds two numbers at most (1 + 2 + 3 is 6), so a group grows card by card: an icon
//! card that reads a number lies one or two cells before it, in the opposite direction. All
//! groups of up to [`LISTED_GROUP`] icon cards are grown once; a hand combines those it has
//! the cards for.
//!
//! # Bounds
//!
//! With many action cards the combinations explode. Two bounds, which only such hands notice:
//! no more than [`LISTED_GROUP`] icon cards share numbers, and no more than [`LISTED_ICONS`]
//! icon cards order anything, or [`LISTED_ICONS_OF_MANY`] if the hand has four action cards or
//! more, or [`LISTED_ICONS_OF_SORTS`] if it has seven different icon cards or more. The crest
//! counts. So with up to two action cards the list is complete; with three
//! only that is missing for which all four icon cards would have to share numbers.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
#[expect(clippy::disallowed_types, reason = "lists that are shared and make room for others")]
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use arrayvec::ArrayVec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::assets::COMPONENTS;
use crate::components::{Components, Icon, IconSpec, Icons};
use crate::face::{Cards, Face};
use crate::grid::{Cell, Direction, EDGE, LaidCard, Layout, Listed, MOST_LISTED};
use crate::layout_effects::{Orders, Plan, SQUARES, Tally, chain};

/// How many icon cards may share numbers in a listed layout.
const LISTED_GROUP: u32 = 3;

/// How many icon cards a listed layout has, decoys not counted.
const LISTED_ICONS: u32 = 4;

/// How many a listed layout has if the hand has [`MANY`] action cards or more.
const LISTED_ICONS_OF_MANY: u32 = 3;

/// How many action cards are many.
const MANY: u32 = 4;

/// How many a listed layout has if the hand has [`SORTS`] different icon cards or more, as no
/// hand of the game's own cards has.
const LISTED_ICONS_OF_SORTS: u32 = 2;

/// How many different icon cards are too many to combine.
const SORTS: u32 = 7;

/// Where a pawn can stand before the movement: nowhere, or on a square.
const PLACES: usize = SQUARES as usize + 1;

/// How many bytes of lists are kept: room for the hands of a hundred plays, whose lists take seconds
/// to make.
const MOST_KEPT: usize = 24 << 20;

/// How many bytes a hand takes besides its lists.
const OF_ONE: usize = size_of::<OfHand>() + size_of::<Kept>() + 2 * size_of::<Cards>();

/// The lists for one set of icons, made when they are first asked for. All plays and threads share
/// them; when they have grown to [`MOST_KEPT`], those that were not asked for lately make room.
#[expect(clippy::disallowed_types, reason = "what is made for one play is lent to all")]
pub(crate) struct Lists {
    icons: Icons,
    /// The action cards there are, and how many of each.
    actions: Vec<(Face, u8)>,
    /// For each set of icon cards what they order with any numbers, all of them sharing numbers. Only
    /// sets of few cards are asked for.
    groups: Box<[OnceLock<Box<[Group]>>]>,
    hands: Mutex<Hands>,
}

/// The hands whose lists are kept.
#[derive(Default)]
struct Hands {
    kept: HashMap<Cards, Kept>,
    /// In the order in which they came, or were spared.
    queue: VecDeque<Cards>,
    /// How many bytes all of them take.
    bytes: usize,
}

struct Kept {
    hand: Arc<OfHand>,
    /// Whether it was asked for since it came, or was spared.
    asked: bool,
    /// How many bytes it takes, with its lists.
    bytes: usize,
}

/// What a hand can order.
#[derive(Default)]
struct OfHand {
    /// Everything, wherever the pawn stands.
    all: OnceLock<Box<[Found]>>,
    /// The list for each place of the pawn.
    lists: [OnceLock<Box<[Listed]>>; PLACES],
}

/// A layout without a card that nothing uses, with what it designates.
#[derive(Clone, Copy)]
struct Found {
    cards: Cards,
    orders: Orders,
    layout: Listed,
}

/// Icon cards that share numbers.
struct Group {
    found: Found,
    /// The first of its cards that designates where to move.
    mover: Option<Face>,
}

/// Cards and where they lie while a group grows.
type Shape = ArrayVec<(Face, i8, i8), MOST_LISTED>;

impl std::fmt::Debug for Lists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lists").field("icons", &self.icons).finish_non_exhaustive()
    }
}

impl Lists {
    /// The lists for these icons and action cards. Those for the game's own are shared by all
    /// plays.
    pub fn of(icons: &Icons, actions: &[(Face, u8)]) -> Arc<Lists> {
        match Lists::own() {
            Some(own) if own.icons == *icons && own.actions == actions => own.clone(),
            _ => Arc::new(Lists::new(icons.clone(), actions.to_vec())),
        }
    }

    /// The lists for the game's own components, which can be read.
    pub fn own() -> Option<&'static Arc<Lists>> {
        static OWN: LazyLock<Option<Arc<Lists>>> = LazyLock::new(|| {
            let own = Components::read(COMPONENTS).ok()?;
            Some(Arc::new(Lists::new(own.icons(), own.actions())))
        });
        OWN.as_ref()
    }

    fn new(icons: Icons, actions: Vec<(Face, u8)>) -> Lists {
        // The crest may be there or not.
        let sets = actions.iter().fold(2, |sets, (_, count)| sets * (usize::from(*count) + 1));
        Lists {
            icons,
            actions,
            groups: std::iter::repeat_with(OnceLock::new).take(sets).collect(),
            hands: Default::default(),
        }
    }

    /// Which set the icon cards of a hand are.
    #[inline]
    fn set(&self, cards: Cards) -> usize {
        let crest = usize::from(cards.count(Face::CREST).min(1));
        self.actions.iter().fold(crest, |index, (face, most)| {
            index * (usize::from(*most) + 1) + usize::from(cards.count(*face).min(*most))
        })
    }

    /// Appends the layouts to list for a hand whose pawn is on square `place` (0: not on the board yet),
    /// each wrapped by `lay`.
    pub fn list_into<A>(
        &self,
        cards: Cards,
        place: u8,
        lay: impl Fn(Layout) -> A,
        out: &mut Vec<A>,
    ) {
        let hand = self.hands().find(cards);
        // Whoever makes a list holds up nobody who asks for another hand's.
        let list = hand.lists[usize::from(place) % PLACES].get_or_init(|| {
            let all = hand.all.get_or_init(|| {
                let all = self.combine(cards).into_boxed_slice();
                self.hands().grew(cards, &hand, size_of_val(&*all));
                all
            });
            let list = self.choose(cards, all, place).into_boxed_slice();
            self.hands().grew(cards, &hand, size_of_val(&*list));
            list
        });
        out.extend(list.iter().map(|listed| lay(listed.layout())));
    }

    /// Grows all groups there can be, before a hand asks for them.
    pub fn prepare(&self) {
        let many = |(face, count): &(Face, u8)| std::iter::repeat_n(*face, usize::from(*count));
        let actions = self.actions.iter().flat_map(many);
        let icon_cards = actions.chain([Face::CREST]).collect();
        subsets(icon_cards, LISTED_GROUP, &mut |set| {
            self.groups(set);
        });
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All groups of just these icon cards and any numbers, without those that could do with
    /// fewer cards.
    fn groups(&self, icon_cards: Cards) -> &[Group] {
        self.groups[self.set(icon_cards)].get_or_init(|| {
            let mut least = Least::default();
            self.each_shape(icon_cards, |shape| {
                if let Some(layout) = layout_of(shape) {
                    let orders = Orders::read(&layout, &self.icons);
                    least.add(orders, layout.cards(), || layout);
                }
            });
            let mover = |found: &Found| {
                let layout = found.layout.layout();
                let moves = |card: &LaidCard| {
                    self.icons.of(card.face).iter().any(|spec| {
                        spec.icon == Icon::Move
                            && chain(&layout, card.cell, spec.direction).number > 0
                    })
                };
                layout.iter().find(moves).map(|card| card.face)
            };
            let found = least.into_found().into_iter();
            found.map(|found| Group { mover: mover(&found), found }).collect()
        })
    }

    /// All shapes of groups of these icon cards. A group can be built up from any of its icon
    /// cards, each further one reading a number that is there already.
    #[expect(
        clippy::disallowed_methods,
        reason = "of what is found the least is kept, in any order"
    )]
    fn each_shape(&self, icon_cards: Cards, mut each: impl FnMut(&Shape)) {
        let Some(first) = icon_cards.kinds().next() else { return };
        let mut shapes: FxHashMap<Cards, FxHashSet<Shape>> = FxHashMap::default();
        let root = Cards::one(first);
        let begun = shapes.entry(root).or_default();
        let icons = self.icons.of(first);
        fill(&mut Shape::from_iter([(first, 0, 0)]), icons, (0, 0), true, &mut |shape| {
            begun.insert(normal(shape));
        });
        for _ in 1..icon_cards.len() {
            let mut grown: FxHashMap<Cards, FxHashSet<Shape>> = FxHashMap::default();
            for (placed, shapes) in &shapes {
                for face in icon_cards.minus(*placed).kinds() {
                    let grown = grown.entry(placed.plus(Cards::one(face))).or_default();
                    for shape in shapes {
                        self.grow(shape, face, &mut |shape| {
                            grown.insert(normal(shape));
                        });
                    }
                }
            }
            shapes = grown;
        }
        shapes.values().flatten().for_each(&mut each);
    }

    /// Lays one more icon card so that it reads a number of the shape.
    fn grow(&self, shape: &Shape, face: Face, each: &mut impl FnMut(&Shape)) {
        let icons = self.icons.of(face);
        let mut spots = HashSet::new();
        for (_, x, y) in shape.iter().filter(|card| card.0.number().is_some()) {
            for spec in icons {
                let (dx, dy) = delta(spec.direction);
                spots.insert((x - dx, y - dy));
                spots.insert((x - 2 * dx, y - 2 * dy));
            }
        }
        for (x, y) in spots {
            if at(shape, (x, y)).is_none() {
                let mut shape = shape.clone();
                shape.push((face, x, y));
                fill(&mut shape, icons, (x, y), false, each);
            }
        }
    }

    /// Everything a hand can order, without what it could order with fewer cards.
    fn combine(&self, hand: Cards) -> Vec<Found> {
        let icon_cards: Cards = hand.minus(hand.only(Cards::NUMBERS));
        let most = if icon_cards.variety() >= SORTS {
            LISTED_ICONS_OF_SORTS
        } else if hand.minus(hand.only(Cards::BASIC)).len() >= MANY {
            LISTED_ICONS_OF_MANY
        } else {
            LISTED_ICONS
        };
        let mut sets: Vec<Cards> = Vec::new();
        subsets(icon_cards, LISTED_GROUP.min(most), &mut |set| sets.push(set));
        let sets: Vec<(Cards, Vec<&Group>)> = (sets.into_iter())
            .map(|set| {
                let of_hand = |group: &&Group| hand.has_all(group.found.cards);
                (set, self.groups(set).iter().filter(of_hand).collect())
            })
            .collect();
        let mut least = Least::default();
        Beside::default().add_to(&mut least, &sets, hand, most);
        least.into_found()
    }

    /// The list for a hand and a place: least sets of cards for every effect, then decoys.
    fn choose(&self, hand: Cards, all: &[Found], place: u8) -> Vec<Listed> {
        let mut effects: BTreeMap<Effect, Vec<Found>> = BTreeMap::new();
        for found in all {
            let plan = found.orders.plan(place);
            // In round 1 a destination is needed (H-59).
            if plan.to != 0 {
                effects.entry(Effect::of(plan)).or_default().push(*found);
            }
        }
        let mut list: Vec<(u32, Effect, Cards, Listed)> = Vec::new();
        for (effect, ways) in effects {
            let mut sets: HashSet<Cards> = HashSet::new();
            let least = |way: &&Found| {
                let spared =
                    |other: &Found| other.cards != way.cards && way.cards.has_all(other.cards);
                !ways.iter().any(spared)
            };
            let mut least: Vec<&Found> = ways.iter().filter(least).collect();
            least.sort_unstable_by_key(|way| (way.cards, way.orders));
            for way in &least {
                if sets.insert(way.cards) {
                    list.push((way.cards.len(), effect, way.cards, way.layout));
                }
            }
            for way in least {
                for face in hand.minus(way.cards).kinds() {
                    let cards = way.cards.plus(Cards::one(face));
                    if sets.insert(cards)
                        && let Some(layout) = self.with_decoy(&way.layout.layout(), face)
                    {
                        list.push((cards.len(), effect, cards, layout));
                    }
                }
            }
        }
        list.sort_unstable();
        list.into_iter().map(|(_, _, _, listed)| listed).collect()
    }

    /// The layout with one more card, as near the middle as it can lie without ordering
    /// anything or changing what is ordered.
    fn with_decoy(&self, layout: &Layout, face: Face) -> Option<Listed> {
        let orders = Orders::read(layout, &self.icons);
        let mut cards: Vec<LaidCard> = layout.iter().collect();
        cards.push(LaidCard { face, cell: Cell::ORIGIN });
        spiral().find_map(|cell| {
            if layout.at(cell).is_some() {
                return None;
            }
            if let Some(last) = cards.last_mut() {
                last.cell = cell;
            }
            let more = Layout::new(&cards)?;
            (Orders::read(&more, &self.icons) == orders).then(|| Listed::new(&more))?
        })
    }
}

impl Hands {
    /// The lists of a hand, kept or to be made.
    fn find(&mut self, cards: Cards) -> Arc<OfHand> {
        if let Some(kept) = self.kept.get_mut(&cards) {
            kept.asked = true;
            return kept.hand.clone();
        }
        let hand = Arc::new(OfHand::default());
        self.kept.insert(cards, Kept { hand: hand.clone(), asked: false, bytes: OF_ONE });
        self.bytes += OF_ONE;
        self.queue.push_back(cards);
        hand
    }

    /// A list was made for a hand. Others make room for it: the oldest that were not asked for again
    /// (second chance).
    fn grew(&mut self, cards: Cards, hand: &Arc<OfHand>, bytes: usize) {
        let Some(kept) = self.kept.get_mut(&cards).filter(|kept| Arc::ptr_eq(&kept.hand, hand))
        else {
            return;
        };
        kept.bytes += bytes;
        self.bytes += bytes;
        while self.bytes > MOST_KEPT
            && let Some(oldest) = self.queue.pop_front()
        {
            if let Some(kept) = self.kept.get_mut(&oldest).filter(|kept| kept.asked) {
                kept.asked = false;
                self.queue.push_back(oldest);
            } else if let Some(gone) = self.kept.remove(&oldest) {
                self.bytes -= gone.bytes;
            }
        }
    }
}

/// Layouts found so far: for each thing that can be ordered the least sets of cards.
#[derive(Default)]
struct Least(FxHashMap<Orders, Vec<(Cards, Layout)>>);

impl Least {
    /// Adds a layout of these cards that orders this, unless there is one of the same or fewer.
    fn add(&mut self, orders: Orders, cards: Cards, layout: impl FnOnce() -> Layout) {
        let ways = self.0.entry(orders).or_default();
        for (other, other_layout) in ways.iter_mut() {
            if *other == cards {
                // Any of them will do, but always the same one.
                *other_layout = (*other_layout).min(layout());
                return;
            }
            if cards.has_all(*other) {
                return;
            }
        }
        ways.retain(|(other, _)| !other.has_all(cards));
        ways.push((cards, layout()));
    }

    fn into_found(self) -> Vec<Found> {
        let mut found: Vec<Found> = (self.0.into_iter())
            .flat_map(|(orders, ways)| {
                ways.into_iter().filter_map(move |(cards, layout)| {
                    Some(Found { cards, orders, layout: Listed::new(&layout)? })
                })
            })
            .collect();
        found.sort_unstable_by_key(|found| (found.cards, found.orders));
        found
    }
}

/// Gives the icons of a card numbers to read, in all ways, none among them. Passes on the
/// shapes in which one of them reads a number that was there before (`shared`).
fn fill(
    shape: &mut Shape,
    icons: &[IconSpec],
    from: (i8, i8),
    shared: bool,
    each: &mut impl FnMut(&Shape),
) {
    match icons.split_first() {
        Some((spec, rest)) => {
            let arm = Arm { from, rest, step: delta(spec.direction), sum: 0, shared };
            arm.extend(shape, (from.0 + arm.step.0, from.1 + arm.step.1), each);
        }
        None if shared => each(shape),
        None => {}
    }
}

/// The chain of an icon while it is made.
#[derive(Clone, Copy)]
struct Arm<'a> {
    from: (i8, i8),
    /// The card's icons after this one.
    rest: &'a [IconSpec],
    step: (i8, i8),
    sum: u8,
    shared: bool,
}

impl Arm<'_> {
    /// What lies on the next cell: a card that is there already, nothing, or a number that
    /// fits.
    fn extend(self, shape: &mut Shape, cell: (i8, i8), each: &mut impl FnMut(&Shape)) {
        let beyond = (cell.0 + self.step.0, cell.1 + self.step.1);
        match at(shape, cell).map(Face::number) {
            Some(Some(number)) if self.sum + number <= 5 => {
                let arm = Arm { sum: self.sum + number, shared: true, ..self };
                arm.extend(shape, beyond, each);
            }
            Some(_) => fill(shape, self.rest, self.from, self.shared, each),
            None => {
                fill(shape, self.rest, self.from, self.shared, each);
                for (face, number) in Face::NUMBERS.into_iter().zip(1..) {
                    if self.sum + number <= 5 && shape.iter().all(|card| card.0 != face) {
                        shape.push((face, cell.0, cell.1));
                        Arm { sum: self.sum + number, ..self }.extend(shape, beyond, each);
                        shape.pop();
                    }
                }
            }
        }
    }
}

/// What a layout comes to. A sword and a gun on the same square are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Effect {
    pub to: u8,
    pub attacks: Tally,
    pub recover: u8,
}

impl Effect {
    pub fn of(plan: Plan) -> Effect {
        Effect { to: plan.to, attacks: plan.swords.plus(plan.guns), recover: plan.recover }
    }
}

fn icons_of(cards: Cards) -> Cards {
    cards.minus(cards.only(Cards::NUMBERS))
}

/// Groups that lie beside each other.
#[derive(Clone, Copy, Default)]
struct Beside<'a> {
    groups: [Option<&'a Group>; LISTED_ICONS as usize],
    cards: Cards,
    orders: Orders,
    /// The first of the cards, as a layout has them, that designates where to move.
    mover: Option<Face>,
}

impl<'a> Beside<'a> {
    /// With one group more, on the right.
    fn with(mut self, group: &'a Group) -> Beside<'a> {
        if let Some(place) = self.groups.iter_mut().find(|place| place.is_none()) {
            *place = Some(group);
        }
        let Found { cards, orders, .. } = group.found;
        self.cards = self.cards.plus(cards);
        let moves_first = group.mover.is_some_and(|own| self.mover.is_none_or(|first| own < first));
        if moves_first {
            self.mover = group.mover;
        }
        let first_move = if moves_first { orders.first_move } else { self.orders.first_move };
        self.orders = Orders { first_move, ..self.orders.plus(orders) };
        self
    }

    fn groups(&self) -> impl DoubleEndedIterator<Item = &'a Found> {
        self.groups.iter().flatten().map(|group| &group.found)
    }

    /// Adds this and everything that further groups of these sets make of it.
    fn add_to(self, least: &mut Least, sets: &[(Cards, Vec<&'a Group>)], left: Cards, most: u32) {
        least.add(self.orders, self.cards, || self.layout());
        let last = self.groups().next_back();
        for (place, (set, groups)) in sets.iter().enumerate() {
            if !left.has_all(*set) || set.len() > most {
                continue;
            }
            // Equal sets of icon cards in one order only.
            let last = last.filter(|last| icons_of(last.cards) == *set);
            for group in groups {
                let Found { cards, layout, .. } = group.found;
                let in_order = last.is_none_or(|last| last.layout <= layout);
                let fits = (self.cards.len() + cards.len()) as usize <= MOST_LISTED;
                if in_order && fits && left.has_all(cards) {
                    let left = left.minus(cards);
                    self.with(group).add_to(least, &sets[place..], left, most - set.len());
                }
            }
        }
    }

    /// The groups with an empty column between.
    fn layout(&self) -> Layout {
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
        // So few cards are never wider than the area.
        layout_of(&cards).unwrap_or(Layout::EMPTY)
    }
}

/// All sets of up to `most` of the cards, but for the empty one.
fn subsets(cards: Cards, most: u32, each: &mut impl FnMut(Cards)) {
    fn add(left: Cards, set: Cards, most: u32, each: &mut impl FnMut(Cards)) {
        let Some(face) = left.kinds().next() else {
            if !set.is_empty() {
                each(set);
            }
            return;
        };
        let rest = left.minus((0..left.count(face)).map(|_| face).collect());
        let mut set = set;
        add(rest, set, most, each);
        for _ in 0..left.count(face) {
            set.add(face);
            if set.len() <= most {
                add(rest, set, most, each);
            }
        }
    }
    add(cards, Cards::NONE, most, each);
}

fn delta(direction: Direction) -> (i8, i8) {
    let one = Cell::ORIGIN.step(direction).unwrap_or(Cell::ORIGIN);
    (one.x(), one.y())
}

fn at(shape: &Shape, cell: (i8, i8)) -> Option<Face> {
    shape.iter().find(|card| (card.1, card.2) == cell).map(|card| card.0)
}

/// The shape shifted to its corner, and sorted.
fn normal(shape: &Shape) -> Shape {
    let left = shape.iter().map(|card| card.1).min().unwrap_or_default();
    let low = shape.iter().map(|card| card.2).min().unwrap_or_default();
    let mut shape: Shape = shape.iter().map(|(face, x, y)| (*face, x - left, y - low)).collect();
    shape.sort_unstable();
    shape
}

/// The cards as a layout, with the first of them in the middle if all lie inside then.
fn layout_of(shape: &Shape) -> Option<Layout> {
    let first = shape.iter().min()?;
    let (mut x, mut y) = (first.1, first.2);
    let (left, right) = span(shape.iter().map(|card| card.1));
    let (low, high) = span(shape.iter().map(|card| card.2));
    x = x.clamp(right - EDGE, left + EDGE);
    y = y.clamp(high - EDGE, low + EDGE);
    let mut cards = ArrayVec::<_, MOST_LISTED>::new();
    for (face, column, row) in shape {
        cards.push(LaidCard { face: *face, cell: Cell::new(column - x, row - y)? });
    }
    Layout::new(&cards)
}

fn span(coordinates: impl Iterator<Item = i8> + Clone) -> (i8, i8) {
    (coordinates.clone().min().unwrap_or_default(), coordinates.max().unwrap_or_default())
}

/// All cells, from the middle outwards.
fn spiral() -> impl Iterator<Item = Cell> {
    static CELLS: LazyLock<Vec<Cell>> = LazyLock::new(|| {
        let range = -EDGE..=EDGE;
        let mut cells: Vec<Cell> = range
            .clone()
            .flat_map(|x| range.clone().filter_map(move |y| Cell::new(x, y)))
            .collect();
        let far = |cell: &Cell| i32::from(cell.x()).pow(2) + i32::from(cell.y()).pow(2);
        cells.sort_by_key(|cell| (far(cell), *cell));
        cells
    });
    CELLS.iter().copied()
}

#[cfg(test)]
mod tests {
    use zashiki_core::GameRng;

    use super::*;
    use crate::actions::Action;

    fn hand(words: &str) -> Cards {
        words.split(' ').filter_map(Face::from_word).collect()
    }

    fn own() -> Arc<Lists> {
        let own = Components::read(COMPONENTS).unwrap();
        Lists::of(&own.icons(), &own.actions())
    }

    fn list(lists: &Lists, hand: Cards, place: u8) -> Vec<Action> {
        let mut list = Vec::new();
        lists.list_into(hand, place, Action::Lay, &mut list);
        list
    }

    /// The sets of cards listed for each effect.
    fn listed(lists: &Lists, hand: Cards, place: u8) -> HashMap<Effect, Vec<Cards>> {
        let mut sets: HashMap<Effect, Vec<Cards>> = HashMap::new();
        for action in &list(lists, hand, place) {
            let Action::Lay(layout) = action else { panic!("{action} is listed") };
            assert!(hand.has_all(layout.cards()) && layout.crowded().is_none(), "{layout}");
            let effect = Effect::of(Orders::read(layout, &lists.icons).plan(place));
            assert_ne!(effect.to, 0, "{layout} leaves the pawn nowhere");
            let sets = sets.entry(effect).or_default();
            assert!(!sets.contains(&layout.cards()), "{layout} is listed twice");
            sets.push(layout.cards());
        }
        sets
    }

    /// What a layout orders is listed, with no card more than it has.
    fn check(layout: &Layout, lists: &Lists, place: u8, sets: &HashMap<Effect, Vec<Cards>>) {
        let effect = Effect::of(Orders::read(layout, &lists.icons).plan(place));
        if effect.to == 0 {
            return;
        }
        let cards = layout.cards();
        let sets = sets.get(&effect).map_or(&[][..], Vec::as_slice);
        assert!(
            sets.iter().any(|set| cards.has_all(*set)),
            "{layout} from {place}: its effect {effect:?} is not listed for these cards"
        );
        // With at most one card to spare the very set is listed.
        if sets.iter().any(|set| cards.has_all(*set) && set.len() + 1 >= cards.len()) {
            let least = |set: &&Cards| cards.has_all(**set);
            let fewest = sets.iter().filter(least).map(|set| set.len()).min();
            if fewest.is_some_and(|fewest| fewest + 1 >= cards.len()) {
                assert!(sets.contains(&cards), "{layout} from {place} is not listed");
            }
        }
    }

    /// What is known of groups beside each other without laying them is what their layout says.
    #[test]
    fn groups_beside_each_other_order_what_their_layout_orders() {
        let lists = own();
        let hand = hand("crest 1 2 3 4 5 katana gun ranmaru mitsuhide");
        let mut rng = GameRng::from_seed(3);
        let mut sets: Vec<Cards> = Vec::new();
        subsets(icons_of(hand), 2, &mut |set| sets.push(set));
        let mut several = 0;
        for _ in 0..2000 {
            let (mut left, mut beside) = (hand, Beside::default());
            for _ in 0..3 {
                let groups = lists.groups(*rng.pick(&sets));
                if groups.is_empty() {
                    continue;
                }
                let group = rng.pick(groups);
                if left.has_all(group.found.cards) {
                    left = left.minus(group.found.cards);
                    beside = beside.with(group);
                }
            }
            let layout = beside.layout();
            assert_eq!(Orders::read(&layout, &lists.icons), beside.orders, "{layout}");
            assert_eq!(layout.cards(), beside.cards);
            several += usize::from(beside.groups().count() > 1);
        }
        assert!(several > 200, "{several}");
    }

    /// Lists make room for others. The groups that they are combined of are all kept: of the game's own
    /// cards there are not many, and together they stay within 32 MB.
    #[test]
    fn all_groups_of_the_own_cards_find_room_beside_the_lists() {
        let lists = own();
        lists.prepare();
        let grown: Vec<&[Group]> =
            lists.groups.iter().filter_map(|groups| Some(&**groups.get()?)).collect();
        let bytes: usize = grown.iter().map(|groups| size_of_val(*groups)).sum();
        assert!(bytes > 1 << 20 && bytes + MOST_KEPT <= 32 << 20, "{bytes}");
    }

    /// Every way to lay cards of these hands on a small grid orders something that is listed.
    #[test]
    fn nothing_that_small_hands_can_order_is_missing() {
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
            let places: Vec<_> = [0, 1, 4].map(|place| (place, listed(&lists, hand, place))).into();
            lay(&hand.to_vec(), &cells, &mut Vec::new(), &mut |layout| {
                for (place, sets) in &places {
                    check(layout, &lists, *place, sets);
                }
            });
        }
    }

    /// Whatever is laid at random orders something that is listed.
    #[test]
    fn nothing_that_is_laid_at_random_is_missing() {
        let lists = own();
        let mut rng = GameRng::from_seed(11);
        let hands = ["crest 1 2 3 4 5", "crest 1 2 3 4 5 katana", "crest 1 2 3 5 gun ranmaru"];
        for words in hands {
            let hand = hand(words);
            for place in 0..=SQUARES {
                let sets = listed(&lists, hand, place);
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
                    check(&Layout::new(&cards).unwrap(), &lists, place, &sets);
                }
            }
        }
    }

    /// Lists make room for others, and are the same when they are made again.
    #[test]
    fn what_is_kept_is_bounded() {
        let mut hands = Hands::default();
        let cards: Vec<Cards> = (0..40).map(|n| (0..=n).map(|_| Face::CREST).collect()).collect();
        let favourite = cards[0];
        let first = hands.find(favourite);
        for cards in &cards {
            let of_hand = hands.find(*cards);
            hands.grew(*cards, &of_hand, MOST_KEPT / 10);
            assert!(hands.bytes <= MOST_KEPT && hands.kept.len() <= 11);
            // What is asked for again and again stays.
            assert!(Arc::ptr_eq(&hands.find(favourite), &first));
        }
        assert_eq!(hands.queue.len(), hands.kept.len());
        // What has made room already is counted no more.
        let before = hands.bytes;
        hands.grew(cards[3], &Arc::default(), MOST_KEPT);
        assert_eq!(hands.bytes, before);
    }

    /// The very largest hand still has a list.
    #[test]
    fn many_action_cards_are_bounded() {
        let lists = own();
        let hand = hand("crest 2 5 katana katana katana katana gun gun ranmaru mitsuhide");
        let most = |layout: &Layout| {
            let orders = Orders::read(layout, &lists.icons);
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
}
