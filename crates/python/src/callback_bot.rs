//! Python functions as bots.

use std::sync::Arc;

use bots::Bot;
use pyo3::prelude::*;
use zashiki_core::{Game, GameRng, GameStateExt as _, InfoState};

use crate::dyn_game::{ActionRef, ConfiguredGame};
use crate::interrupt::Interrupt;
use crate::state::State;

/// Calls the function with a determinization of the information state: it has no access to the
/// complete state.
pub struct CallbackBot<G: Game> {
    /// Function of a state and a seat that returns an action.
    pub function: Arc<Py<PyAny>>,
    /// The game.
    pub game: Arc<ConfiguredGame<G>>,
    /// Random numbers for determinizations.
    pub rng: GameRng,
    /// Receives the errors of the function.
    pub trouble: Arc<Interrupt>,
}

impl<G: Game> Bot<G> for CallbackBot<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let seat = seen.seat();
        let world = self.game.clone().imagined(seen.determinize(&mut self.rng));
        let asked = Python::attach(|py| {
            let chosen = self.function.bind(py).call1((State(Box::new(world.clone())), seat.0))?;
            let chosen: ActionRef = chosen.extract()?;
            Ok(world.read(seat, &chosen)?)
        });
        asked.unwrap_or_else(|error: PyErr| {
            self.trouble.tell(error);
            // The error stops all games, so this action has no effect.
            world.game().legal(seat)[0]
        })
    }
}
