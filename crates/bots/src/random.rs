//! The bot that plays at random.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, SearchHints};

use crate::bot::{Bot, ListBot};
use crate::search::saved;

/// A bot that chooses any legal action, all with equal probability.
#[derive(Clone, Debug)]
pub struct Random {
    rng: GameRng,
}

impl Random {
    /// A random bot with this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: GameRng::from_seed(seed) }
    }
}

impl<G: SearchHints> Bot<G> for Random {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let legal = info_state.choices(&mut self.rng);
        *self.rng.pick(&legal)
    }

    fn blind(&mut self) -> Option<&mut dyn ListBot<G>> {
        Some(self)
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        saved::save(self.rng.state())
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        self.rng = GameRng::from_state(&saved::read(saved)?);
        Ok(())
    }
}

impl<G: SearchHints> ListBot<G> for Random {
    fn pick(&mut self, legal: &[G::Action]) -> G::Action {
        // `choose` forks the generator to list the actions; later choices must be the same.
        self.rng.fork();
        *self.rng.pick(legal)
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameConfig as _, GameState, GameStateExt as _};

    use super::*;

    #[test]
    fn the_list_gives_the_same_choices_as_the_information_state() {
        let options = ConnectFour::info().complete_options(&Default::default()).unwrap();
        let config = <ConnectFour as GameState>::Config::new(2, &options, None).unwrap();
        let mut game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
        let (mut bot, mut list_bot) = (Random::new(5), Random::new(5));
        while let Some(seat) = game.turn().awaited().first() {
            let action = bot.choose(&InfoState::new(&game, seat));
            assert_eq!(ListBot::<ConnectFour>::pick(&mut list_bot, &game.legal(seat)), action);
            game.play_unchecked(seat, action, None);
        }
    }
}
