//! A game without its type: the object-safe interface to rules and matches.

use std::fmt;
use std::marker::PhantomData;

use crate::{
    Assets, ComponentsForm, ComponentsInput, ComponentsReport, Drafts, Draw, DynMatch, Edition,
    GameInfo, GameState, InputError, LearningSpec, Match, MatchStart, Observe, PuzzleGoal, Puzzles,
    Record, ReplayError, SearchHints, components,
};

/// The game `G` as a value, for code that must not be compiled once per game.
///
/// Each crate with generic code for all games offers it as an object-safe trait implemented for
/// `GameHandle<G>`: this crate [`DynRules`], `bots` `DynBots`, `external-engines` `DynEngineHost`,
/// `studies` `DynStudies`. The crate `dyn-game` combines them. One small crate per game is the only
/// place where they are compiled for that game.
pub struct GameHandle<G>(PhantomData<fn() -> G>);

impl<G: GameState> GameHandle<G> {
    /// Creates the handle. It contains no data.
    pub const fn new() -> GameHandle<G> {
        GameHandle(PhantomData)
    }
}

impl<G: GameState> Default for GameHandle<G> {
    fn default() -> GameHandle<G> {
        GameHandle::new()
    }
}

impl<G: GameState> fmt::Debug for GameHandle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameHandle").field(&G::info().id).finish()
    }
}

/// Everything that a game implements: what the laboratory, the server and the bindings need of it.
/// Implemented for every type that implements the six traits.
pub trait Game: Observe + SearchHints + Drafts + Puzzles + Draw {}

impl<G: Observe + SearchHints + Drafts + Puzzles + Draw> Game for G {}

/// The rules of a game, its data, and its matches.
pub trait DynRules: Sync {
    /// Name, rules version, seats and options of the game.
    fn info(&self) -> &'static GameInfo;
    /// The game's data files.
    fn assets(&self) -> &'static Assets;
    /// The puzzle goal that can be composed from positions of the game, if any.
    fn puzzle_goal(&self) -> Option<PuzzleGoal>;
    /// The number of inputs of a value network for the game; 0 if the game does not support one.
    fn network_inputs(&self) -> usize;
    /// The number of inputs of a search network for the game; 0 if the game does not support one.
    fn search_inputs(&self) -> usize;
    /// Layout of observations and actions, for machine learning.
    ///
    /// # Errors
    /// Returns an error if the game cannot be configured with its own components.
    fn learning_spec(&self) -> Result<LearningSpec, InputError>;
    /// The form in which an owner enters the components; `None` if the game has no components file.
    fn components_form(&self) -> Option<ComponentsForm>;
    /// Checks components, names their differences from the built-in ones, and writes them as a file.
    ///
    /// # Errors
    /// Returns an error if the game has no components file, or if the input is too long or no components
    /// file of this game.
    fn check_components(&self, input: &ComponentsInput) -> Result<ComponentsReport, InputError>;
    /// The edition of a match with the text of this components file; `None` if it equals the built-in
    /// components except for sources.
    fn edition(&self, components: &str) -> Option<Edition>;
    /// Starts a new match.
    ///
    /// # Errors
    /// Returns an error if the start data are invalid.
    fn start(&self, start: &MatchStart) -> Result<Box<dyn DynMatch>, InputError>;
    /// Replays a recorded match and verifies every step.
    ///
    /// # Errors
    /// Returns an error that names the first step that fails.
    fn match_from_record(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;
}

impl<G: Game> DynRules for GameHandle<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn assets(&self) -> &'static Assets {
        G::assets()
    }

    fn puzzle_goal(&self) -> Option<PuzzleGoal> {
        G::puzzle_goal()
    }

    fn network_inputs(&self) -> usize {
        G::NETWORK_INPUTS
    }

    fn search_inputs(&self) -> usize {
        G::SEARCH_INPUTS
    }

    fn learning_spec(&self) -> Result<LearningSpec, InputError> {
        LearningSpec::of::<G>()
    }

    fn components_form(&self) -> Option<ComponentsForm> {
        components::form::<G>()
    }

    fn check_components(&self, input: &ComponentsInput) -> Result<ComponentsReport, InputError> {
        components::report::<G>(input)
    }

    fn edition(&self, components: &str) -> Option<Edition> {
        components::edition::<G>(components)
    }

    fn start(&self, start: &MatchStart) -> Result<Box<dyn DynMatch>, InputError> {
        Ok(Box::new(Match::<G>::start(start)?))
    }

    fn match_from_record(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(Match::<G>::from_record(record)?))
    }
}
