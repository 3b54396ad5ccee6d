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
/// Each crate with generic code that is used for every game offers it as an object-safe trait, which it
/// implements for `GameHandle<G>`: this one [`DynRules`], `bots` `DynBots`, `engines` `DynEngineHost`,
/// `studies` `DynStudies`. The crate `dyn-game` joins them, and one small crate per game is the only
/// place in which all of them are compiled for that game.
pub struct GameHandle<G>(PhantomData<fn() -> G>);

impl<G: GameState> GameHandle<G> {
    /// The handle; it has no content.
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

/// The rules of a game, its data, and matches by them.
pub trait DynRules: Sync {
    /// The game's card in the catalogue.
    fn info(&self) -> &'static GameInfo;
    /// The rule statements.
    fn rules(&self) -> &'static [Rule];
    /// The words for the game's things.
    fn glossary(&self) -> &'static Glossary;
    /// The tutorial, if the game has one.
    fn tutorial(&self) -> Option<&'static Tutorial>;
    /// The game's puzzles.
    fn puzzles(&self) -> &'static [Puzzle];
    /// The puzzles that can be composed from the game's positions, if any.
    fn puzzle_goal(&self) -> Option<PuzzleGoal>;
    /// The bot of each level.
    fn levels(&self) -> &'static Levels;
    /// How values of search become chances of winning, by number of seats.
    fn calibrations(&self) -> &'static [Calibration];
    /// The weights of the heuristic, if they are data.
    fn weights(&self) -> Option<&'static Weights>;
    /// The network that corrects the heuristic, if the game has one.
    fn value_network(&self) -> Option<&'static ValueNetwork>;
    /// The number of inputs of a network for the game; 0 if it can have none.
    fn network_inputs(&self) -> usize;
    /// The text of the game's own components file, if it has one.
    fn own_components(&self) -> Option<&'static str>;
    /// Observations and actions as programs that learn get them.
    ///
    /// # Errors
    /// Returns an error if the game cannot be set up with its own components.
    fn learning_spec(&self) -> Result<LearningSpec, InputError>;
    /// A new match.
    ///
    /// # Errors
    /// Returns an error if it cannot begin so.
    fn start(&self, beginning: &MatchStart) -> Result<Box<dyn DynMatch>, InputError>;
    /// A recorded match; every step is checked.
    ///
    /// # Errors
    /// Returns an error, which names the step, if the record does not hold.
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
