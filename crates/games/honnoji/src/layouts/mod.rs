//! The list of layouts from which search and machine learning choose. A player may lay cards on any
//! cells; this list has one layout for every *effect* that a hand can order.
//!
//! The effect of a layout ([`LayoutEffect`]) depends on the square of the pawn: the square to which
//! the pawn moves, the number of attacks on each square, and the number of cards that may be
//! recovered. The cost of a layout is the set of cards laid, since all of them but the crest and the
//! smallest number are exposed afterwards. A hand that can order an effect with some cards can
//! order it with more of them, because the further cards can lie where they order nothing. So the
//! list has, for every effect,
//!
//! - every *minimal* set of cards that orders it (no card can be left out), and
//! - decoys: each such set with one further card of the hand that orders nothing.
//!
//! Layouts with two or more cards that order nothing are legal, but not listed.
//!
//! # Algorithm
//!
//! An icon card that reads no number, and a card that no icon reads, can move to another cell
//! without changing what the other icons read: its old cell is empty then, and an empty cell ends a
//! chain of numbers as the card did. So only *groups* matter: icon cards connected by the numbers
//! that they read together. An empty cell between two groups keeps them independent. A chain adds at
//! most two numbers (1 + 2 + 3 is 6), so a group grows card by card: an icon card that reads a
//! number lies one or two cells before it, in the opposite direction.
//!
//! | Step | Module |
//! |---|---|
//! | Grow all groups of up to [`MAX_GROUP`](groups::MAX_GROUP) icon cards, once | `groups`, `shape` |
//! | Combine the groups for which a hand has the cards | `combine` |
//! | Keep minimal sets of cards only | `minimal` |
//! | Choose one layout for each effect and set, add decoys | `select` |
//! | Cache the lists of recent hands | `cache` |
//!
//! # Bounds
//!
//! The number of combinations grows fast with the number of action cards. Two bounds limit it for
//! hands with many of them: at most [`MAX_GROUP`](groups::MAX_GROUP) icon cards share numbers, and at most
//! [`MAX_ICON_CARDS`](combine::MAX_ICON_CARDS) icon cards order anything (fewer for hands with many
//! action cards). The crest counts as an icon card. So the list is complete with up to two action
//! cards; with three, only effects are missing for which all four icon cards have to share numbers.

mod cache;
mod combine;
mod groups;
mod minimal;
mod select;
mod shape;
#[cfg(test)]
mod tests;

#[expect(clippy::disallowed_types, reason = "lists shared by all games, with eviction")]
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::assets::COMPONENTS;
use crate::components::{Components, Icons};
use crate::face::{Cards, Face};
use crate::grid::Layout;
use cache::HandCache;
use combine::combine;
use groups::Groups;
use select::select;

pub(crate) use select::LayoutEffect;

/// The layout lists for one set of components, made on first use and shared by all games and
/// threads.
#[expect(clippy::disallowed_types, reason = "lists made for one game are reused by all")]
pub(crate) struct Lists {
    groups: Groups,
    cache: Mutex<HandCache>,
}

impl std::fmt::Debug for Lists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lists").field("icons", &self.groups.icons).finish_non_exhaustive()
    }
}

impl Lists {
    /// The lists for these icons and these action cards, each with its number of copies. All games
    /// with the built-in components share one instance.
    pub fn of(icons: &Icons, actions: &[(Face, u8)]) -> Arc<Lists> {
        match Lists::own() {
            Some(own) if own.groups.icons == *icons && own.groups.actions == actions => own.clone(),
            _ => Arc::new(Lists::new(icons.clone(), actions.to_vec())),
        }
    }

    /// The lists for the built-in components, made on first use.
    pub fn own() -> Option<&'static Arc<Lists>> {
        static OWN: LazyLock<Option<Arc<Lists>>> = LazyLock::new(|| {
            let own = Components::read(COMPONENTS).ok()?;
            Some(Arc::new(Lists::new(own.icons(), own.actions())))
        });
        OWN.as_ref()
    }

    fn new(icons: Icons, actions: Vec<(Face, u8)>) -> Lists {
        Lists { groups: Groups::new(icons, actions), cache: Default::default() }
    }

    /// Appends the listed layouts for a hand whose pawn is on square `from` (0: not on the board
    /// yet), each wrapped by `lay`.
    pub fn list_into<A>(
        &self,
        cards: Cards,
        from: u8,
        lay: impl Fn(Layout) -> A,
        out: &mut Vec<A>,
    ) {
        let hand = self.cache().find(cards);
        // The cache is unlocked while a list is made, so other threads can use it meanwhile.
        let list = hand.list(from).get_or_init(|| {
            let combined = hand.combined.get_or_init(|| {
                let combined = combine(&self.groups, cards).into_boxed_slice();
                self.cache().add_size(cards, &hand, size_of_val(&*combined));
                combined
            });
            let list = select(&self.groups.icons, cards, combined, from).into_boxed_slice();
            self.cache().add_size(cards, &hand, size_of_val(&*list));
            list
        });
        out.extend(list.iter().map(|packed| lay(packed.layout())));
    }

    /// Grows all groups in advance, so that no later call of [`Lists::list_into`] has to.
    pub fn prepare(&self) {
        self.groups.grow_all();
    }

    fn cache(&self) -> MutexGuard<'_, HandCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
