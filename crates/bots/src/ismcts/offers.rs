//! The actions that a determinization offers, and those of them that have an edge.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// While a node is being decided: which actions are offered, and which of those have an edge.
/// Numbered actions are marked in a table of all of them. Of the others there are too many: only
/// those that have an edge are kept.
pub(super) struct Marks<A> {
    /// For each numbered action, the round in which it was last offered and had no edge yet.
    numbered: Vec<u32>,
    round: u32,
    /// The actions without a number that have an edge, and whether they are offered.
    edges: FxHashMap<A, bool>,
}

impl<A: Action> Marks<A> {
    pub fn new() -> Marks<A> {
        Marks { numbered: vec![0; A::COUNT], round: 0, edges: FxHashMap::default() }
    }

    /// Forgets what was offered.
    pub fn begin(&mut self) {
        self.edges.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.numbered.fill(0);
            self.round = 1;
        }
    }

    /// Says of an action without a number that it has an edge, before any is offered.
    pub fn has_edge(&mut self, action: A) {
        self.edges.insert(action, false);
    }

    #[inline]
    pub fn offer(&mut self, action: A) {
        match action.index() {
            Some(index) => self.numbered[index] = self.round,
            None => {
                if let Some(offered) = self.edges.get_mut(&action) {
                    *offered = true;
                }
            }
        }
    }

    /// Returns true if an action that has an edge is offered.
    #[inline]
    pub fn is_offered(&mut self, action: A) -> bool {
        match action.index() {
            Some(index) if self.numbered[index] == self.round => {
                self.numbered[index] = 0;
                true
            }
            Some(_) => false,
            None => self.edges.get(&action) == Some(&true),
        }
    }

    /// Returns true if an offered action has no edge. [`Marks::is_offered`] must first be called for all that
    /// have one.
    #[inline]
    pub fn is_untried(&self, action: A) -> bool {
        match action.index() {
            Some(index) => self.numbered[index] == self.round,
            None => !self.edges.contains_key(&action),
        }
    }
}
