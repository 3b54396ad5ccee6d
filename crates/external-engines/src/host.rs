//! The line protocol for a game without its type.

use std::sync::Arc;

use bots::{DynBot, erased};
use zashiki_core::{DynRules, Game, GameHandle, InputError, LocalizedText};

use crate::bot::GameStart;
use crate::conformance::{first_moment_of, play_with};
use crate::engine::Engine;
use crate::protocol::NewGame;
use crate::registry::Chosen;
use crate::serve::{Playing, Served, begin};

/// The games that a program speaks the protocol for.
pub type Games<'a> = &'a [&'a dyn DynEngineHost];

/// A game as the line protocol needs it, on both of its ends.
pub trait DynEngineHost: DynRules {
    /// A player for one seat that asks an engine.
    fn engine_bot(&self, engine: &Chosen, begun: GameStart) -> Box<dyn DynBot>;

    /// Starts a game that this program plays as an engine.
    ///
    /// # Errors
    /// Returns an error if no such play can begin or the bot cannot play it.
    fn begin_served(
        &self,
        begun: &NewGame,
        served: &Served,
    ) -> Result<Box<dyn Playing>, InputError>;

    /// The new-game message for the first seat to decide, and its position as JSON.
    ///
    /// # Errors
    /// Returns an error if the game cannot be set up.
    fn first_moment(&self) -> Result<(NewGame, String), InputError>;

    /// Plays a whole game at random, with some decisions of every seat by the engine.
    ///
    /// # Errors
    /// Returns an error, which names the decision, if the engine fails.
    fn play_with(&self, engine: &Arc<Engine>, seats: u8, seed: u64) -> Result<(), LocalizedText>;
}

impl<G: Game> DynEngineHost for GameHandle<G> {
    fn engine_bot(&self, engine: &Chosen, begun: GameStart) -> Box<dyn DynBot> {
        erased(engine.bot::<G>(begun))
    }

    fn begin_served(
        &self,
        begun: &NewGame,
        served: &Served,
    ) -> Result<Box<dyn Playing>, InputError> {
        begin::<G>(begun, served)
    }

    fn first_moment(&self) -> Result<(NewGame, String), InputError> {
        first_moment_of::<G>()
    }

    fn play_with(&self, engine: &Arc<Engine>, seats: u8, seed: u64) -> Result<(), LocalizedText> {
        play_with::<G>(engine, seats, seed)
    }
}

/// The ids of the games, in their order.
pub(crate) fn ids(games: Games<'_>) -> impl Iterator<Item = &'static str> {
    games.iter().map(|game| game.info().id)
}

/// The game of this id.
///
/// # Errors
/// Returns an error that lists the games if there is none.
pub(crate) fn find<'a>(games: Games<'a>, id: &str) -> Result<&'a dyn DynEngineHost, InputError> {
    let game = games.iter().find(|game| game.info().id == id).copied();
    game.ok_or_else(|| InputError::unknown_game(id, ids(games)))
}
