//! A game without its type: the object-safe interface to rules and matches.

use std::fmt;
use std::marker::PhantomData;

use crate::{
    Calibration, DynMatch, GameConfig as _, GameInfo, GameState, Glossary, InputError,
    LearningSpec, Levels, Match, MatchStart, Puzzle, PuzzleGoal, Record, ReplayError, Rule,
    Tutorial, ValueNetwork, Weights,
};

/// The game `G` as a value, for code that must not be compiled once per game.
///
/// Each crate with generic code for all games offers it as an object-safe trait implemented for
/// `GameHandle<G>`: this crate [`DynRules`], `bots` `DynBots`, `external-engines` `DynEngineHost`,
/// `studies` `DynStudies`. The crate `dyn-game` combines them. One small crate per game is the only
/// place where they are compiled for that game.
pub struct GameHandle<G>(PhantomData<fn() -> G>);

impl<G: GameState> GameHandle<G> {
    /// The handle. It has no content.
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

/// The rules of a game, its data, and its matches.
pub trait DynRules: Sync {
    /// Name, rules version, seats and options of the game.
    fn info(&self) -> &'static GameInfo;
    /// The rule statements.
    fn rules(&self) -> &'static [Rule];
    /// The names of the game's pieces and terms.
    fn glossary(&self) -> &'static Glossary;
    /// The tutorial, if the game has one.
    fn tutorial(&self) -> Option<&'static Tutorial>;
    /// The game's puzzles.
    fn puzzles(&self) -> &'static [Puzzle];
    /// The puzzle goal that can be composed from positions of the game, if any.
    fn puzzle_goal(&self) -> Option<PuzzleGoal>;
    /// The bot of each difficulty level.
    fn levels(&self) -> &'static Levels;
    /// The conversion of search values to win probabilities, by number of seats.
    fn calibrations(&self) -> &'static [Calibration];
    /// The weights of the heuristic, if it has any.
    fn weights(&self) -> Option<&'static Weights>;
    /// The value network that corrects the heuristic, if the game has one.
    fn value_network(&self) -> Option<&'static ValueNetwork>;
    /// The number of inputs of a value network for the game; 0 if the game does not support one.
    fn network_inputs(&self) -> usize;
    /// The text of the game's own components file, if it has one.
    fn own_components(&self) -> Option<&'static str>;
    /// Layout of observations and actions, for machine learning.
    ///
    /// # Errors
    /// Returns an error if the game cannot be configured with its own components.
    fn learning_spec(&self) -> Result<LearningSpec, InputError>;
    /// Starts a new match.
    ///
    /// # Errors
    /// Returns an error if the start data are invalid.
    fn start(&self, beginning: &MatchStart) -> Result<Box<dyn DynMatch>, InputError>;
    /// Replays a recorded match and verifies every step.
    ///
    /// # Errors
    /// Returns an error that names the first step that fails.
    fn match_from_record(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;
}

impl<G: GameState> DynRules for GameHandle<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn rules(&self) -> &'static [Rule] {
        G::rules()
    }

    fn glossary(&self) -> &'static Glossary {
        G::glossary()
    }

    fn tutorial(&self) -> Option<&'static Tutorial> {
        G::tutorial()
    }

    fn puzzles(&self) -> &'static [Puzzle] {
        G::puzzles()
    }

    fn puzzle_goal(&self) -> Option<PuzzleGoal> {
        G::puzzle_goal()
    }

    fn levels(&self) -> &'static Levels {
        G::levels()
    }

    fn calibrations(&self) -> &'static [Calibration] {
        G::calibrations()
    }

    fn weights(&self) -> Option<&'static Weights> {
        G::weights()
    }

    fn value_network(&self) -> Option<&'static ValueNetwork> {
        G::value_network()
    }

    fn network_inputs(&self) -> usize {
        G::NETWORK_INPUTS
    }

    fn own_components(&self) -> Option<&'static str> {
        G::Config::own_components()
    }

    fn learning_spec(&self) -> Result<LearningSpec, InputError> {
        LearningSpec::of::<G>()
    }

    fn start(&self, beginning: &MatchStart) -> Result<Box<dyn DynMatch>, InputError> {
        Ok(Box::new(Match::<G>::begin(beginning)?))
    }

    fn match_from_record(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(Match::<G>::from_record(record)?))
    }
}
