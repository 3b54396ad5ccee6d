//! Choosing an action by its sub-actions, one number at a time.

use crate::{Action, FactoredAction, Seat, SubAction, SubActionKind};

/// Number of sub-actions per action for which memory is reserved; most actions have no more.
const USUAL_FACTORS: usize = 8;

/// Selects one of a list of actions by its sub-actions, one number at a time: before each choice it knows
/// which numbers are possible. A decoder can be reused for list after list and keeps its memory.
#[derive(Clone, Debug)]
pub struct ActionDecoder<A> {
    actions: Vec<A>,
    /// The sub-actions of all actions, concatenated, and the index after the last sub-action of each action.
    parts: FactoredAction,
    ends: Vec<u32>,
    /// Indices of the actions that agree with all choices so far, and the number of choices made.
    open: Vec<u32>,
    made: usize,
}

impl<A> Default for ActionDecoder<A> {
    /// A decoder without actions.
    fn default() -> ActionDecoder<A> {
        ActionDecoder {
            actions: vec![],
            parts: FactoredAction::default(),
            ends: vec![],
            open: vec![],
            made: 0,
        }
    }
}

impl<A: Action> ActionDecoder<A> {
    /// A decoder for these actions of a seat (see [`GameStateExt::legal`](crate::GameStateExt::legal)), before
    /// the first choice.
    pub fn new(seat: Seat, legal: &[A]) -> ActionDecoder<A> {
        let mut walk = ActionDecoder::default();
        walk.begin(seat, legal);
        walk
    }

    /// Replaces the list by these actions of a seat, with no choice made yet.
    pub fn begin(&mut self, seat: Seat, legal: &[A]) {
        self.actions.clear();
        self.actions.extend_from_slice(legal);
        self.parts.0.clear();
        self.ends.clear();
        for action in legal {
            action.sub_actions(seat, &mut self.parts);
            self.ends.push(self.parts.0.len() as u32);
        }
        self.restart();
    }

    /// Shrinks the memory to the size needed for `actions` actions, but not below the size in use.
    pub fn shrink_to(&mut self, actions: usize) {
        self.actions.shrink_to(actions);
        self.ends.shrink_to(actions);
        self.open.shrink_to(actions);
        self.parts.0.shrink_to(actions * USUAL_FACTORS);
    }

    /// Undoes all choices.
    pub fn restart(&mut self) {
        self.open.clear();
        self.open.extend(0..self.actions.len() as u32);
        self.made = 0;
    }

    /// All sub-actions of this action.
    #[inline]
    fn parts_of(&self, action: u32) -> &[SubAction] {
        let action = action as usize;
        let start = if action == 0 { 0 } else { self.ends[action - 1] };
        &self.parts.0[start as usize..self.ends[action] as usize]
    }

    /// The sub-action to choose next to reach this action; `None` if all of its sub-actions are chosen.
    #[inline]
    fn next_of(&self, action: u32) -> Option<SubAction> {
        self.parts_of(action).get(self.made).copied()
    }

    /// The listed actions, in the order of the list.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// The kind of the next choice; `None` once the action is chosen, or if none was listed.
    pub fn factor(&self) -> Option<&'static SubActionKind> {
        A::SUB_ACTIONS.get(self.asked()?)
    }

    /// The index of the next choice's kind in [`Action::SUB_ACTIONS`].
    pub fn asked(&self) -> Option<usize> {
        Some(self.next_of(*self.open.first()?)?.factor.into())
    }

    /// The choices made so far.
    pub fn made(&self) -> &[SubAction] {
        self.open.first().map_or(&[], |action| &self.parts_of(*action)[..self.made])
    }

    /// The numbers that may be chosen next. A number occurs once for each action that continues with it.
    pub fn next_numbers(&self) -> impl Iterator<Item = usize> {
        self.open.iter().filter_map(|action| Some(self.next_of(*action)?.number.into()))
    }

    /// Sets `mask[n]` to true if the number `n` may be chosen next, and all other elements to false.
    ///
    /// # Panics
    /// Panics if `mask` has fewer elements than the kind has numbers.
    pub fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        for number in self.next_numbers() {
            mask[number] = true;
        }
    }

    /// Makes the next choice. Returns false, and changes nothing, if the number may not be chosen.
    #[must_use]
    pub fn choose(&mut self, number: usize) -> bool {
        // Moves the actions that can still be reached to the front.
        let mut left = 0;
        for at in 0..self.open.len() {
            let next = self.next_of(self.open[at]);
            if next.is_some_and(|part| usize::from(part.number) == number) {
                self.open.swap(left, at);
                left += 1;
            }
        }
        if left > 0 {
            self.open.truncate(left);
            self.made += 1;
        }
        left > 0
    }

    /// The chosen action; `None` while further choices are needed.
    pub fn action(&self) -> Option<A> {
        self.place().map(|place| self.actions[place])
    }

    /// The index of the chosen action in the list; `None` while further choices are needed.
    pub fn place(&self) -> Option<usize> {
        let chosen = *self.open.first()?;
        self.next_of(chosen).is_none().then_some(chosen as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::IllegalAction;

    /// A test action: a number below 100,000, whose sub-actions are its digits.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Number(u32);

    impl fmt::Display for Number {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "number {}", self.0)
        }
    }

    impl Action for Number {
        const COUNT: usize = 0;
        const ALL_INDEXED: bool = false;
        const SUB_ACTIONS: &'static [SubActionKind] =
            &[SubActionKind { name: "digit", size: 10, meaning: "The next digit." }];

        fn parse(notation: &str) -> Result<Number, IllegalAction> {
            Err(IllegalAction::unknown_action(notation, "number 1"))
        }

        fn index(self) -> Option<usize> {
            None
        }

        fn from_index(_: usize) -> Option<Number> {
            None
        }

        fn sub_actions(self, _: Seat, out: &mut FactoredAction) {
            for place in [10_000, 1000, 100, 10, 1] {
                out.push(0, (self.0 / place % 10) as usize);
            }
        }
    }

    #[test]
    fn a_walk_gives_back_what_a_long_list_took() {
        let long: Vec<Number> = (0..100_000).map(Number).collect();
        let mut walk = ActionDecoder::new(Seat(0), &long);
        assert!([7, 0, 0, 4].into_iter().all(|digit| walk.choose(digit)));
        walk.shrink_to(50);
        assert_eq!(walk.next_numbers().collect::<Vec<_>>().len(), 10, "nothing of it is lost");
        assert!(walk.choose(9) && walk.action() == Some(Number(70_049)));
        walk.begin(Seat(0), &long[..3]);
        assert!(walk.actions.capacity() >= 100_000);
        walk.shrink_to(50);
        let ActionDecoder { actions, parts, ends, open, .. } = &walk;
        let kept = [actions.capacity(), parts.0.capacity(), ends.capacity(), open.capacity()];
        assert!(kept[0] < 100 && kept[1] < 1000 && kept[2] < 100 && kept[3] < 100, "{kept:?}");
        assert!([0, 0, 0, 0, 2].into_iter().all(|digit| walk.choose(digit)));
        assert_eq!(walk.place(), Some(2));
    }
}
