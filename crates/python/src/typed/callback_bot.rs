//! Python functions that play as bots.

use std::sync::Arc;

use bots::Bot;
use pyo3::prelude::*;
use zashiki_core::{Game, GameRng, GameStateExt as _, InfoState, Key, Memory, Viewer};

use super::config::ConfiguredGame;
use super::state::{Before, PastDecision, TypedState};
use crate::classes::State;
use crate::dyn_game::ActionRef;
use crate::interrupt::Interrupt;

/// A bot that calls a Python function. The function receives a determinization of the seat's information
/// state, so that it cannot see the complete state.
pub struct CallbackBot<G: Game> {
    /// The Python function: its arguments are a state and a seat, and it returns an action.
    pub function: Arc<Py<PyAny>>,
    /// The game that is played.
    pub game: Arc<ConfiguredGame<G>>,
    /// Random numbers for determinizations.
    pub rng: GameRng,
    /// The memory of the seat in this match; `None` before it has seen anything.
    pub memory: Option<Memory>,
    /// The decisions of the seat in this match.
    pub past: Arc<Vec<PastDecision<G>>>,
    /// The stop signal, which is raised with any exception of the function.
    pub interrupt: Arc<Interrupt>,
}

impl<G: Game> CallbackBot<G> {
    /// The memory of the seat, which sees this now.
    fn saw(&mut self, info_state: &InfoState<G>) -> &mut Memory {
        let view = Key::of_seen(info_state.view(), Viewer::Seat(info_state.seat()));
        let memory = self.memory.get_or_insert_with(|| Memory::new(view));
        memory.saw(view);
        memory
    }
}

impl<G: Game> Bot<G> for CallbackBot<G> {
    fn observes(&self) -> bool {
        true
    }

    fn observe(&mut self, info_state: &InfoState<G>) {
        self.saw(info_state);
    }

    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let seat = info_state.seat();
        let before = Before::Told(seat, *self.saw(info_state), self.past.clone());
        let determinization = info_state.determinize(&mut self.rng);
        let state = TypedState::determinized(self.game.clone(), determinization, before);
        let chosen = Python::attach(|py| {
            let argument = State(Box::new(state.clone()));
            let chosen = self.function.bind(py).call1((argument, seat.0))?;
            let chosen: ActionRef = chosen.extract()?;
            Ok(state.parse(seat, &chosen)?)
        });
        let chosen = chosen.unwrap_or_else(|error: PyErr| {
            self.interrupt.raise(error);
            // The error stops all games, so this action has no effect.
            state.state.legal(seat)[0]
        });
        self.saw(info_state).did(&chosen.to_string());
        let decision = PastDecision { view: info_state.view().clone(), action: chosen };
        Arc::make_mut(&mut self.past).push(decision);
        chosen
    }
}
