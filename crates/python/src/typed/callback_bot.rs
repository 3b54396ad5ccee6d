//! Python functions as bots.

use std::sync::Arc;

use bots::Bot;
use pyo3::prelude::*;
use zashiki_core::{Game, GameRng, GameStateExt as _, InfoState};

use super::config::ConfiguredGame;
use super::state::TypedState;
use crate::classes::State;
use crate::dyn_game::ActionRef;
use crate::interrupt::Interrupt;

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
    pub interrupt: Arc<Interrupt>,
}

impl<G: Game> Bot<G> for CallbackBot<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let seat = info_state.seat();
        let determinization = info_state.determinize(&mut self.rng);
        let state = TypedState::determinized(self.game.clone(), determinization);
        let chosen = Python::attach(|py| {
            let argument = State(Box::new(state.clone()));
            let chosen = self.function.bind(py).call1((argument, seat.0))?;
            let chosen: ActionRef = chosen.extract()?;
            Ok(state.parse(seat, &chosen)?)
        });
        chosen.unwrap_or_else(|error: PyErr| {
            self.interrupt.raise(error);
            // The error stops all games, so this action has no effect.
            state.state.legal(seat)[0]
        })
    }
}
