//! Actions as short sequences of small choices: what to do, where, with which cards. Learners that
//! choose one small number after another need no number for every action, so that open decisions
//! are theirs too.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{Action, Seat};

/// The most small choices an action is made of.
pub const MAX_FACTORS: usize = 72;

/// A small choice that actions are made of: a head of a learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Factor {
    /// What it is called, in snake case.
    pub name: &'static str,
    /// How many numbers there are: 0 to below this.
    pub size: usize,
    /// What is chosen and what the numbers mean, in a sentence.
    pub meaning: &'static str,
}

/// One small choice that was made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SmallChoice {
    /// Which of [`Action::FACTORS`] it answers.
    pub factor: u8,
    /// The number, below the factor's size.
    pub number: u16,
}

/// An action as the small choices it is made of, in their order. Which factor is next follows from
/// the numbers before it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Factored(ArrayVec<SmallChoice, MAX_FACTORS>);

impl Factored {
    /// Of these choices: a factor's place in [`Action::FACTORS`] and the number, by turns.
    pub fn of<const N: usize>(parts: [(usize, usize); N]) -> Factored {
        let mut factored = Factored::default();
        parts.into_iter().for_each(|(factor, number)| factored.push(factor, number));
        factored
    }

    /// Adds a choice.
    ///
    /// # Panics
    /// Beyond [`MAX_FACTORS`].
    pub fn push(&mut self, factor: usize, number: usize) {
        self.0.push(SmallChoice { factor: factor as u8, number: number as u16 });
    }

    /// The choices, in order.
    pub fn parts(&self) -> &[SmallChoice] {
        &self.0
    }
}

/// The way to one of the actions that are listed, by small choices: at each step, which number may
/// be next.
#[derive(Clone, Debug)]
pub struct Walk<A> {
    /// In the order of their choices, so that those which begin alike lie side by side.
    actions: Vec<(Factored, A)>,
    /// The actions that can still be reached, and how many choices were made.
    from: usize,
    to: usize,
    made: usize,
}

impl<A: Action> Walk<A> {
    /// Before the first choice among these actions of a seat (see
    /// [`Game::legal`](crate::Game::legal)).
    pub fn new(seat: Seat, legal: &[A]) -> Walk<A> {
        let mut actions: Vec<_> =
            legal.iter().map(|action| (action.factors(seat), *action)).collect();
        actions.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let to = actions.len();
        Walk { actions, from: 0, to, made: 0 }
    }

    /// Back to before the first choice.
    pub fn restart(&mut self) {
        (self.from, self.to, self.made) = (0, self.actions.len(), 0);
    }

    /// The actions that can still be reached, with all their choices.
    fn open(&self) -> &[(Factored, A)] {
        &self.actions[self.from..self.to]
    }

    fn next_of(&self, factored: &Factored) -> Option<SmallChoice> {
        factored.parts().get(self.made).copied()
    }

    /// What is chosen next; `None` once the action is chosen, or where none was listed.
    pub fn factor(&self) -> Option<&'static Factor> {
        let part = self.next_of(&self.open().first()?.0)?;
        A::FACTORS.get(usize::from(part.factor))
    }

    /// The numbers that may be chosen next, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let runs =
            self.open().chunk_by(|one, other| self.next_of(&one.0) == self.next_of(&other.0));
        runs.filter_map(|run| Some(usize::from(self.next_of(&run[0].0)?.number)))
    }

    /// Writes which numbers may be chosen next; `mask` has at least as many places as the factor
    /// has numbers, and those beyond are `false`.
    ///
    /// # Panics
    /// When it has fewer.
    pub fn mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        self.numbers().for_each(|number| mask[number] = true);
    }

    /// Makes the next choice. A number that may not be chosen changes nothing and is answered with
    /// `false`.
    #[must_use]
    pub fn choose(&mut self, number: usize) -> bool {
        let before = |wanted: usize| {
            let open = self.open();
            open.partition_point(|(factored, _)| {
                self.next_of(factored).is_some_and(|part| usize::from(part.number) < wanted)
            })
        };
        let (from, to) = (before(number), before(number.saturating_add(1)));
        if from == to {
            return false;
        }
        (self.from, self.to, self.made) = (self.from + from, self.from + to, self.made + 1);
        true
    }

    /// The action, once it is chosen.
    pub fn action(&self) -> Option<A> {
        let (factored, action) = self.open().first()?;
        (factored.parts().len() == self.made).then_some(*action)
    }
}
