//! Registry of all games: the only crate that names them.
//! Programs look up a game by its id and use it without its type, by the trait [`DynGame`].
//! To add a game, add one line to `register_games!` in this crate.
//! Without the feature `games` the list is empty until the program has called `provide`, so that a
//! module of the browser contains one game.
//!
//! ```
//! let mut match_ = registry::new_match("kokyu", 2, &serde_json::Value::Null, None, 7)?;
//! let seat = match_.turn().awaited().first().expect("a new match awaits a decision");
//! let action = match_.legal(seat)[0].action.clone();
//! match_.play(seat, &action).expect("a listed action is legal");
//! assert_eq!(match_.length(), 1);
//! # Ok::<(), zashiki_core::InputError>(())
//! ```

pub mod record_meta;

#[cfg(feature = "games")]
use std::sync::LazyLock;
#[cfg(not(feature = "games"))]
use std::sync::OnceLock;

#[cfg(feature = "tools")]
use external_engines::DynEngineHost;
use serde_json::Value;
use zashiki_core::{
    DynMatch, GameInfo, InputError, LearningSpec, MatchStart, Puzzle, Record, ReplayError, Tutorial,
};
#[cfg(feature = "games")]
use zashiki_core::{Game, GameState as _};

pub use dyn_game::DynGame;

/// Code that is generic over the game and compiled once per game: for benchmarks, tests and bindings whose
/// loops must know the game's type, and for pictures, whose code browsers must not contain. All other code
/// uses [`game`], which adds no compiled code per game.
#[cfg(feature = "games")]
pub trait GameVisitor {
    /// The type of the visit's result.
    type Out;
    /// Visits the game `G`.
    fn visit<G: Game>(self) -> Self::Out;
}

#[cfg(feature = "games")]
macro_rules! register_games {
    ($($dyn_game:ident: $game:ty),+ $(,)?) => {
        static GAMES: LazyLock<Vec<&dyn DynGame>> = LazyLock::new(|| vec![$($dyn_game::game()),+]);

        /// Calls the visitor with the game of this id.
        ///
        /// # Errors
        /// Returns an error that lists the known ids if no game has this id.
        pub fn visit<V: GameVisitor>(id: &str, visitor: V) -> Result<V::Out, InputError> {
            $(if <$game>::info().id == id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(unknown(id))
        }
    };
}

#[cfg(feature = "games")]
register_games![
    kokyu_dyn: kokyu::Kokyu,
    sengoku_dyn: sengoku::Sengoku,
    hostile_dyn: hostile::Hostile,
    honnoji_dyn: honnoji::Honnoji,
    shinra_dyn: shinra::Shinra,
];

/// The games that the program has provided.
#[cfg(not(feature = "games"))]
static GAMES: OnceLock<Vec<&dyn DynGame>> = OnceLock::new();

/// Makes these the games of the program. Later calls have no effect.
#[cfg(not(feature = "games"))]
pub fn provide(games: Vec<&'static dyn DynGame>) {
    let _ = GAMES.set(games);
}

/// All games, in display order.
pub fn games() -> &'static [&'static dyn DynGame] {
    #[cfg(feature = "games")]
    return &GAMES;
    #[cfg(not(feature = "games"))]
    return GAMES.get().map_or(&[], Vec::as_slice);
}

/// The ids of all games, in display order.
pub fn ids() -> Vec<&'static str> {
    games().iter().map(|game| game.info().id).collect()
}

/// The game with this id.
///
/// # Errors
/// Returns an error that lists the known ids if no game has this id.
pub fn game(id: &str) -> Result<&'static dyn DynGame, InputError> {
    games().iter().copied().find(|game| game.info().id == id).ok_or_else(|| unknown(id))
}

/// All games through the interface that the line protocol of external engines needs.
#[cfg(feature = "tools")]
pub fn engine_hosts() -> Vec<&'static dyn DynEngineHost> {
    games().iter().map(|game| *game as &dyn DynEngineHost).collect()
}

fn unknown(id: &str) -> InputError {
    InputError::unknown_game(id, ids())
}

/// Static description of the game with this id.
///
/// # Errors
/// Returns an error if no game has this id.
pub fn info(id: &str) -> Result<&'static GameInfo, InputError> {
    Ok(game(id)?.info())
}

/// Layout of the observations and actions of the game with this id.
///
/// # Errors
/// Returns an error if no game has this id.
pub fn learning_spec(id: &str) -> Result<LearningSpec, InputError> {
    game(id)?.learning_spec()
}

/// The tutorial of the game with this id, if it has one.
///
/// # Errors
/// Returns an error if no game has this id.
pub fn tutorial(id: &str) -> Result<Option<&'static Tutorial>, InputError> {
    Ok(game(id)?.assets().tutorial())
}

/// The puzzles of the game with this id.
///
/// # Errors
/// Returns an error if no game has this id.
pub fn puzzles(id: &str) -> Result<&'static [Puzzle], InputError> {
    Ok(game(id)?.assets().puzzles())
}

/// Starts a match of the game with this id with a fresh deal (see [`start`]).
///
/// # Errors
/// Returns an error if no game has this id or the start data are invalid.
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

/// Starts a match of the game with this id.
///
/// # Errors
/// Returns an error if no game has this id or the start data are invalid.
pub fn start(id: &str, match_start: &MatchStart) -> Result<Box<dyn DynMatch>, InputError> {
    game(id)?.start(match_start)
}

/// Replays a recorded match and verifies every step.
///
/// # Errors
/// Returns an error if no game has the record's id or the replay fails; the error names the step.
pub fn replay(record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
    game(&record.game)?.match_from_record(record)
}
