//! The player without a thought.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, SearchHints};

use crate::bot::{Bot, ListBot};
use crate::search::saved;

/// Takes any legal action, all equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    rng: GameRng,
}

impl Random {
    /// A random player whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: GameRng::from_seed(seed) }
    }
}

impl<G: SearchHints> Bot<G> for Random {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let legal = seen.choices(&mut self.rng);
        *self.rng.pick(&legal)
    }

    fn blind(&mut self) -> Option<&mut dyn ListBot<G>> {
        Some(self)
    }

    fn save(&self) -> Option<Value> {
        saved::save(self.rng.state())
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        self.rng = GameRng::from_state(&saved::read(saved)?);
        Ok(())
    }
}

impl<G: SearchHints> ListBot<G> for Random {
    fn pick(&mut self, legal: &[G::Action]) -> G::Action {
        // `choose` seeds a determinization with this, so that the later choices are the same.
        self.rng.fork();
        *self.rng.pick(legal)
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameState as _, GameStateExt as _, MatchStart, configure};

    use super::*;

    #[test]
    fn the_list_alone_gives_the_same_choices_as_all_that_is_seen() {
        let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
        let mut game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
        let (mut seeing, mut listed) = (Random::new(5), Random::new(5));
        while let Some(seat) = game.turn().awaited().first() {
            let action = seeing.choose(&InfoState::new(&game, seat));
            assert_eq!(ListBot::<ConnectFour>::pick(&mut listed, &game.legal(seat)), action);
            game.play_unchecked(seat, action, None);
        }
    }
}
