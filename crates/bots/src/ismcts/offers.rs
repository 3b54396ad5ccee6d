//! The actions that the current determinization allows, matched with the edges that already exist.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// The actions that are legal in the current determinization at a node ("offered"), and those of them that
/// already have an edge. Actions with an index are marked in a table. There are too many actions without an
/// index, so only those that have an edge are stored.
pub(super) struct Offers<A> {
    /// For each action index, the number of the last selection in which the action was offered and had no
    /// edge yet.
    indexed: Vec<u32>,
    selection: u32,
    /// The actions without an index that have an edge; the value is true if the action is offered.
    edges: FxHashMap<A, bool>,
}

impl<A: Action> Offers<A> {
    pub fn new() -> Offers<A> {
        Offers { indexed: vec![0; A::COUNT], selection: 0, edges: FxHashMap::default() }
    }

    /// Starts the next selection: no action is offered yet.
    pub fn begin(&mut self) {
        self.edges.clear();
        self.selection = self.selection.wrapping_add(1);
        if self.selection == 0 {
            self.indexed.fill(0);
            self.selection = 1;
        }
    }

    /// Registers an action without an index that has an edge. All such actions must be registered before the
    /// first call of [`Offers::offer`].
    pub fn has_edge(&mut self, action: A) {
        self.edges.insert(action, false);
    }

    /// Marks a legal action as offered.
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

    /// Returns true if this action, which has an edge, is offered.
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

    /// Returns true if this offered action has no edge. [`Offers::is_offered`] must first be called for all
    /// actions that have one.
    #[inline]
    pub fn is_untried(&self, action: A) -> bool {
        match action.index() {
            Some(index) => self.indexed[index] == self.selection,
            None => !self.edges.contains_key(&action),
        }
    }
}
