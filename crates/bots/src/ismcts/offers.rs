//! The actions that a determinization offers, and those of them that have an edge.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// The actions offered by the present determinization at a node, and those of them that have an edge.
/// Actions with an index are marked in a table. There are too many others, so only those with an edge are
/// kept.
pub(super) struct Offers<A> {
    /// For each action index, the selection in which the action was last offered and had no edge yet.
    indexed: Vec<u32>,
    selection: u32,
    /// The actions without an index that have an edge; true if they are offered.
    edges: FxHashMap<A, bool>,
}

impl<A: Action> Offers<A> {
    pub fn new() -> Offers<A> {
        Offers { indexed: vec![0; A::COUNT], selection: 0, edges: FxHashMap::default() }
    }

    /// Starts another selection without offers.
    pub fn begin(&mut self) {
        self.edges.clear();
        self.selection = self.selection.wrapping_add(1);
        if self.selection == 0 {
            self.indexed.fill(0);
            self.selection = 1;
        }
    }

    /// Marks an action without an index that has an edge. All must be marked before the first offer.
    pub fn has_edge(&mut self, action: A) {
        self.edges.insert(action, false);
    }

    /// Marks a legal action.
    #[inline]
    pub fn offer(&mut self, action: A) {
        match action.index() {
            Some(index) => self.indexed[index] = self.selection,
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
            Some(index) if self.indexed[index] == self.selection => {
                self.indexed[index] = 0;
                true
            }
            Some(_) => false,
            None => self.edges.get(&action) == Some(&true),
        }
    }

    /// Returns true if an offered action has no edge. [`Offers::is_offered`] must first be called for all that
    /// have one.
    #[inline]
    pub fn is_untried(&self, action: A) -> bool {
        match action.index() {
            Some(index) => self.indexed[index] == self.selection,
            None => !self.edges.contains_key(&action),
        }
    }
}
