//! Decisions of players: the [`Action`] trait and its notation.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{FactoredAction, IllegalAction, Seat, SubActionKind};

/// A decision of a player, small and typed. Its `Display` is the notation that people type and records
/// store: words separated by single spaces, without any of [`SEPARATORS`].
pub trait Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Number of action indices.
    const COUNT: usize;

    /// True if every action has an index.
    const ALL_INDEXED: bool = true;

    /// Parses the notation of an action.
    ///
    /// # Errors
    /// Returns `T-3` if the text is not the notation of an action.
    fn parse(notation: &str) -> Result<Self, IllegalAction>;

    /// The action's stable index in `0..COUNT`, for machine learning. `None` for answers to an
    /// [open](crate::GameState::lists_all) decision that have no index; the game then sets
    /// [`ALL_INDEXED`](Action::ALL_INDEXED) to false.
    fn index(self) -> Option<usize>;

    /// The action with this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;

    /// The kinds of [sub-actions](Action::sub_actions) that actions decompose into. Default: a single
    /// kind, the action's index.
    const SUB_ACTIONS: &'static [SubActionKind] = &[SubActionKind {
        name: "action",
        size: Self::COUNT,
        meaning: "The action, by its index.",
    }];

    /// Appends the action's sub-actions, at most [`MAX_SUB_ACTIONS`](crate::MAX_SUB_ACTIONS), for
    /// machine learning. Squares are in the seat's own frame of reference if the game's
    /// [observations](crate::Observe::observe) are.
    ///
    /// No two listed actions have the same sub-actions, and the sub-actions of one are never the beginning
    /// of those of another. The numbers chosen so far determine the kind of the next sub-action.
    fn sub_actions(self, seat: Seat, to: &mut FactoredAction) {
        let _ = seat;
        if let Some(index) = self.index() {
            to.push(0, index);
        }
    }

    /// Search hint for games with hundreds of actions: the action's category as a number, such as "move
    /// a piece" regardless of the squares. Lists keep the actions of a category adjacent. `None` if each
    /// action is its own category.
    fn category(self) -> Option<usize> {
        None
    }
}

/// Parses a notation by comparison with those of all indexed actions, for games with few actions.
///
/// # Errors
/// Returns `T-3`, with the notation `example`, if no indexed action has this notation.
pub fn parse_indexed<A: Action>(notation: &str, example: &str) -> Result<A, IllegalAction> {
    let mut actions = (0..A::COUNT).filter_map(A::from_index);
    let unknown = || IllegalAction::unknown_action(notation, example);
    actions.find(|action| action.to_string() == notation).ok_or_else(unknown)
}

impl FactoredAction {
    /// Decomposes an action of the seat into its sub-actions.
    pub fn of<A: Action>(action: A, seat: Seat) -> FactoredAction {
        let mut factored = FactoredAction::default();
        action.sub_actions(seat, &mut factored);
        factored
    }
}

/// Sets `mask[i]` to true if the action with [index](Action::index) `i` is in `listed`, and to false
/// otherwise. Actions without an index are ignored.
///
/// # Panics
/// Panics if `mask` does not have [`COUNT`](Action::COUNT) elements.
pub fn mark_indices<A: Action>(listed: &[A], mask: &mut [bool]) {
    mask.fill(false);
    listed.iter().filter_map(|action| action.index()).for_each(|index| mask[index] = true);
}

/// Characters that occur in no notation, so that lists of notations can be written on one line, in a
/// command or in a report.
pub const SEPARATORS: [char; 7] = [',', ';', '{', '}', '|', '"', '\n'];

/// Returns true if the text is a well-formed notation: words without [`SEPARATORS`] or control
/// characters, separated by single spaces.
pub fn is_notation(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && !word.contains(SEPARATORS)
            && !word.contains(|c: char| c.is_control() || c.is_whitespace())
    };
    text.split(' ').all(word)
}

#[cfg(test)]
mod tests {
    use super::is_notation;

    #[test]
    fn a_notation_is_words_with_single_blanks_and_no_separator() {
        for good in ["draw", "drop 4", "lay crest@0:0 3@0:-1", "c4>c3+ko", "席 1"] {
            assert!(is_notation(good), "{good}");
        }
        for bad in
            ["", " ", " a", "a ", "a  b", "a\tb", "a\nb", "a,b", "a;b", "{a", "a}", "a|b", "\"a\""]
        {
            assert!(!is_notation(bad), "{bad:?}");
        }
    }
}
