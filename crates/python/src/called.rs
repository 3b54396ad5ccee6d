//! A function of Python's that sits as a bot.

use std::sync::Arc;

use bots::Bot;
use pyo3::prelude::*;
use zashiki_core::{GameRng, GameState, InfoState};

use crate::any::{Laid, Named};
use crate::state::State;
use crate::trouble::Trouble;

/// Asks the function with a world imagined from what the seat sees: it has no way to the truth.
pub struct Called<G: GameState> {
    /// The function of a state and a seat that gives an action.
    pub function: Arc<Py<PyAny>>,
    /// What is played.
    pub game: Arc<Laid<G>>,
    /// What the worlds are drawn by.
    pub rng: GameRng,
    /// Where errors go.
    pub trouble: Arc<Trouble>,
}

impl<G: GameState> Bot<G> for Called<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let seat = seen.seat();
        let world = self.game.clone().imagined(seen.determinize(&mut self.rng));
        let asked = Python::attach(|py| {
            let chosen = self.function.bind(py).call1((State(Box::new(world.clone())), seat.0))?;
            let chosen: Named = chosen.extract()?;
            Ok(world.read(seat, &chosen)?)
        });
        asked.unwrap_or_else(|error: PyErr| {
            self.trouble.tell(error);
            // The games have ended; this is not played.
            world.game().legal(seat)[0]
        })
    }
}
