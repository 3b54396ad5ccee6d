//! The player without a thought.

use table::{Dice, Game, Seen};

use crate::Bot;

/// Takes any legal action, all equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A random player whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::from_seed(seed) }
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let legal = seen.legal(&mut self.dice);
        *self.dice.pick(&legal)
    }
}
