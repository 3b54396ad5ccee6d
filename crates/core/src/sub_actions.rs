//! Actions as short sequences of small numbers: the kind of move, the square, the cards. Learners that
//! choose one number at a time need no index per action, so that they can also play open decisions.

use serde::Serialize;

/// Maximum number of sub-actions per action.
pub const MAX_SUB_ACTIONS: usize = 72;

/// A kind of sub-action, for example the choice of a square. Learners have one action head for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SubActionKind {
    /// Name in snake case.
    pub name: &'static str,
    /// Number of values: `0..size`.
    pub size: usize,
    /// Meaning of the choice and of its numbers, in a sentence.
    pub meaning: &'static str,
}

/// One number chosen within an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubAction {
    /// Index of the sub-action's kind in [`Action::SUB_ACTIONS`](crate::Action::SUB_ACTIONS).
    pub factor: u8,
    /// The number chosen: at least 0 and below the kind's [`size`](SubActionKind::size).
    pub number: u16,
}

/// An action as a sequence of sub-actions. The numbers chosen so far determine the kind of the next
/// sub-action.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FactoredAction(pub(crate) Vec<SubAction>);

impl FactoredAction {
    /// Appends sub-actions, each given by its kind's index in
    /// [`Action::SUB_ACTIONS`](crate::Action::SUB_ACTIONS) and its number.
    #[inline]
    pub fn add<const N: usize>(&mut self, parts: [(usize, usize); N]) {
        self.0.extend(
            parts.map(|(factor, number)| SubAction { factor: factor as u8, number: number as u16 }),
        );
    }

    /// Appends a sub-action, given by its kind's index and its number.
    #[inline]
    pub fn push(&mut self, factor: usize, number: usize) {
        self.0.push(SubAction { factor: factor as u8, number: number as u16 });
    }

    /// The sub-actions, in order.
    pub fn parts(&self) -> &[SubAction] {
        &self.0
    }
}
