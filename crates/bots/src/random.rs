//! The player without a thought.

use std::sync::Arc;

use serde_json::Value;
use table::{BadInput, Dice, Game, Seen};

use crate::{Blind, Bot, saved};

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
        let legal = seen.choices(&mut self.dice);
        *self.dice.pick(&legal)
    }

    fn blind(&mut self) -> Option<&mut dyn Blind<G>> {
        Some(self)
    }

    fn save(&self) -> Option<Value> {
        saved::save(self.dice.state())
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Setup>) -> Result<(), BadInput> {
        self.dice = Dice::from_state(&saved::read(saved)?);
        Ok(())
    }
}

impl<G: Game> Blind<G> for Random {
    fn pick(&mut self, legal: &[G::Action]) -> G::Action {
        // `choose` seeds a world with this, so that the choices after it are the same.
        self.dice.fork();
        *self.dice.pick(legal)
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use table::{Game, Setup as _};

    use super::*;

    #[test]
    fn the_list_alone_gives_the_same_choices_as_all_that_is_seen() {
        let options = ConnectFour::info().complete_options(&Default::default()).unwrap();
        let setup = <ConnectFour as Game>::Setup::new(2, &options, None).unwrap();
        let mut game = ConnectFour::deal(&setup, Dice::from_seed(1), None);
        let (mut seeing, mut listed) = (Random::new(5), Random::new(5));
        while let Some(seat) = game.turn().awaited().first() {
            let action = seeing.choose(&Seen::new(&game, seat));
            assert_eq!(Blind::<ConnectFour>::pick(&mut listed, &game.legal(seat)), action);
            game.play_unchecked(seat, action, None);
        }
    }
}
