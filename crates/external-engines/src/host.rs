//! The games of a host, for code that does not know their types.

use std::sync::Arc;

use bots::{DynBot, erased};
use zashiki_core::{DynRules, Game, GameHandle, InputError, LocalizedText};

use crate::bot::GameStart;
use crate::engine::Engine;
use crate::protocol::NewGame;
use crate::registry::Chosen;
use crate::session::{EngineSession, ServeOptions, start};
use crate::trial_game::{first_position, play_against_random};

/// The games for which this program speaks the protocol, as host or as engine.
pub type Games<'a> = &'a [&'a dyn DynEngineHost];

/// A game for the line protocol: bots backed by engines for a host, sessions for an engine, and the games of
/// the conformance test.
pub trait DynEngineHost: DynRules {
    /// Makes a bot for one seat, backed by an engine.
    fn engine_bot(&self, engine: &Chosen, start: GameStart) -> Box<dyn DynBot>;

    /// Starts a game that this program plays as an engine.
    ///
    /// # Errors
    /// Returns an error if the game cannot start or the bot cannot play it.
    fn start_session(
        &self,
        game: &NewGame,
        options: &ServeOptions,
    ) -> Result<Box<dyn EngineSession>, InputError>;

    /// The new-game message for the first seat to decide, and that seat's first position as JSON.
    ///
    /// # Errors
    /// Returns an error if the game cannot be set up.
    fn first_position(&self) -> Result<(NewGame, String), InputError>;

    /// Plays a game in which the engine takes some decisions of every seat and a random bot the others.
    ///
    /// # Errors
    /// Returns an error, which names the decision, if the engine fails.
    fn play_against_random(
        &self,
        engine: &Arc<Engine>,
        seats: u8,
        seed: u64,
    ) -> Result<(), LocalizedText>;
}

impl<G: Game> DynEngineHost for GameHandle<G> {
    fn engine_bot(&self, engine: &Chosen, start: GameStart) -> Box<dyn DynBot> {
        erased(engine.bot::<G>(start))
    }

    fn start_session(
        &self,
        game: &NewGame,
        options: &ServeOptions,
    ) -> Result<Box<dyn EngineSession>, InputError> {
        start::<G>(game, options)
    }

    fn first_position(&self) -> Result<(NewGame, String), InputError> {
        first_position::<G>()
    }

    fn play_against_random(
        &self,
        engine: &Arc<Engine>,
        seats: u8,
        seed: u64,
    ) -> Result<(), LocalizedText> {
        play_against_random::<G>(engine, seats, seed)
    }
}

/// The ids of the games, in the order of the list.
pub(crate) fn ids(games: Games<'_>) -> impl Iterator<Item = &'static str> {
    games.iter().map(|game| game.info().id)
}

/// The game with this id.
///
/// # Errors
/// Returns an error that lists the games if there is no game with this id.
pub(crate) fn find<'a>(games: Games<'a>, id: &str) -> Result<&'a dyn DynEngineHost, InputError> {
    let game = games.iter().find(|game| game.info().id == id).copied();
    game.ok_or_else(|| InputError::unknown_game(id, ids(games)))
}
