//! The games. This is the only crate that names them; adding a game is one line here.

use std::sync::LazyLock;

use external_engines::DynEngineHost;
use serde_json::Value;
use zashiki_core::{
    DynMatch, GameInfo, GameState, InputError, LearningSpec, MatchStart, Puzzle, Record,
    ReplayError, Tutorial,
};

pub use dyn_game::DynGame;

/// Code that works for any game and is compiled for each of them: for benchmarks, tests and bindings
/// whose loops must know the game's type. Everything else uses [`game`], which compiles nothing again.
pub trait GameVisitor {
    /// What it gives back.
    type Out;
    /// Does it for the game `G`.
    fn visit<G: GameState>(self) -> Self::Out;
}

macro_rules! register_games {
    ($($dyn_game:ident: $game:ty),+ $(,)?) => {
        static GAMES: LazyLock<Vec<&dyn DynGame>> = LazyLock::new(|| vec![$($dyn_game::game()),+]);

        /// Calls the visitor with the game of this id.
        ///
        /// # Errors
        /// When no game has the id; the message lists those there are.
        pub fn visit<V: GameVisitor>(id: &str, visitor: V) -> Result<V::Out, InputError> {
            $(if <$game>::info().id == id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(unknown(id))
        }
    };
}

register_games![
    kokyu_dyn: kokyu::Kokyu,
    sengoku_dyn: sengoku::Sengoku,
    hostile_dyn: hostile::Hostile,
    honnoji_dyn: honnoji::Honnoji,
    shinra_dyn: shinra::Shinra,
];

/// All games, in the order to offer them.
pub fn games() -> &'static [&'static dyn DynGame] {
    &GAMES
}

/// The ids of all games, in the order to offer them.
pub fn ids() -> Vec<&'static str> {
    games().iter().map(|game| game.info().id).collect()
}

/// The game of this id.
///
/// # Errors
/// When no game has the id; the message lists those there are.
pub fn game(id: &str) -> Result<&'static dyn DynGame, InputError> {
    games().iter().copied().find(|game| game.info().id == id).ok_or_else(|| unknown(id))
}

/// All games as the line protocol of engines needs them.
pub fn engine_hosts() -> Vec<&'static dyn DynEngineHost> {
    games().iter().map(|game| *game as &dyn DynEngineHost).collect()
}

fn unknown(id: &str) -> InputError {
    InputError::unknown_game(id, ids())
}

/// The card in the catalogue of the game with this id.
///
/// # Errors
/// When there is no such game.
pub fn info(id: &str) -> Result<&'static GameInfo, InputError> {
    Ok(game(id)?.info())
}

/// What programs that learn get of the game with this id.
///
/// # Errors
/// When there is no such game.
pub fn learning_spec(id: &str) -> Result<LearningSpec, InputError> {
    game(id)?.learning_spec()
}

/// What newcomers are shown of the game with this id, if it has a book.
///
/// # Errors
/// When there is no such game.
pub fn tutorial(id: &str) -> Result<Option<&'static Tutorial>, InputError> {
    Ok(game(id)?.tutorial())
}

/// The puzzles of the game with this id.
///
/// # Errors
/// When there is no such game.
pub fn puzzles(id: &str) -> Result<&'static [Puzzle], InputError> {
    Ok(game(id)?.puzzles())
}

/// Deals a new play of the game with this id (see [`start`]).
///
/// # Errors
/// When there is no such game, or it cannot be set up so.
pub fn new_match(
    id: &str,
    seats: usize,
    options: &Value,
    components: Option<&str>,
    seed: u64,
) -> Result<Box<dyn DynMatch>, InputError> {
    let (options, components) = (options.clone(), components.map(str::to_owned));
    start(id, &MatchStart { options, components, ..MatchStart::dealt(seats, seed) })
}

/// Begins a new play of the game with this id.
///
/// # Errors
/// When there is no such game, or it cannot begin so.
pub fn start(id: &str, beginning: &MatchStart) -> Result<Box<dyn DynMatch>, InputError> {
    game(id)?.start(beginning)
}

/// Rebuilds a recorded play, checking every step.
///
/// # Errors
/// When there is no such game or the record does not hold; the error names the step.
pub fn replay(record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
    game(&record.game)?.match_from_record(record)
}
