//! The object-safe interface through which the Python classes use every game, state, chance outcome and
//! action decoder. [`typed`](crate::typed) implements it generically over the game, so a step costs no
//! more than in Rust. `zashiki_core::DynMatch` is slower: its arguments and results are text, it keeps
//! every state, and it describes every legal action.

use std::any::Any;
use std::sync::Arc;

use lab::{Control, Ladder, LadderConfig, Output, SimulateConfig, Simulated, Unfinished};
use pyo3::{Py, PyAny};
use solver::{Algorithm, Solution};
use zashiki_core::{
    Features, GameInfo, InputError, Key, Lang, LocalizedText, Outcome, Seat, SeatSet, SubAction,
    SubActionKind, Turn, Viewer,
};

use crate::dyn_batch::{BatchPlan, DynBatch};
use crate::errors::ApiError;
use crate::interrupt::Interrupt;

/// An action as passed from Python.
#[derive(Clone, Debug)]
pub enum ActionRef {
    /// The number of the action (see [`DynState::legal`]).
    Number(i64),
    /// The action in notation.
    Notation(String),
}

/// A player in simulated games.
pub enum Player {
    /// A built-in bot, given by its spec.
    Spec(String),
    /// A Python function, and the function's name.
    Function(Arc<Py<PyAny>>, String),
}

/// Settings of a solution.
pub struct SolvePlan {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Number of iterations.
    pub iterations: u32,
    /// The seed of an algorithm that samples.
    pub seed: u64,
    /// Maximum number of nodes of the game tree.
    pub most: usize,
}

/// A game with seats, options and components.
pub trait DynGame: Send + Sync {
    /// Static description of the game: name, options and end reasons.
    fn info(&self) -> &'static GameInfo;
    /// Number of seats in this configuration.
    fn seats(&self) -> u8;
    /// Version of the rules. It is older than the current one only if the game comes from an older
    /// record.
    fn rules_version(&self) -> u32;
    /// All options as JSON, including defaults.
    fn options(&self) -> String;
    /// Text of the components file that replaces the game's own; `None` if the game uses its own.
    fn components(&self) -> Option<&str>;
    /// Teams: seats of one set win together, and each seat is in exactly one set.
    fn sides(&self) -> Vec<SeatSet>;
    /// Number of action indices. An action with an index has the same number in every state.
    fn action_count(&self) -> usize;
    /// The kinds of sub-actions into which actions can be divided.
    fn factors(&self) -> &'static [SubActionKind];
    /// Description of the values in an observation.
    fn features(&self) -> &Features;
    /// Number of values in an observation.
    fn observation_size(&self) -> usize;
    /// Upper bound of the number of decisions in a match.
    fn max_decisions(&self) -> usize;
    /// Bot spec of each difficulty level with this number of seats, weakest first.
    fn levels(&self) -> [(&'static str, &'static str); 5];
    /// Starts a match from a seed.
    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn DynState>;
    /// Starts a match whose deal the caller decides draw by draw.
    fn deal_by_chance(self: Arc<Self>) -> Box<dyn DynChance>;
    /// Starts a match at a position given as JSON.
    fn load(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn DynState>, ApiError>;
    /// Approximates an equilibrium of the game, or of its continuations from a position given as JSON.
    /// `None` if it was stopped.
    fn solve(
        &self,
        position: Option<&str>,
        plan: SolvePlan,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Solution>, ApiError>;
    /// Creates a batch: many matches that are played at the same time.
    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn DynBatch>, ApiError>;
    /// Restores matches that were [saved](DynBatch::save).
    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn DynBatch>, ApiError>;
    /// Simulates games with these players: one player for each seat, or one for all seats.
    fn simulate(
        self: Arc<Self>,
        config: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Simulated, Unfinished>;
    /// Ranks these players by games between each pair of them.
    fn ladder(
        self: Arc<Self>,
        config: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Option<Ladder>, InputError>;
    /// Creates a bot for [`DynState::choose`]. The value is a `Box<dyn Bot<G>>`, where `G` is the type
    /// of the game.
    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, ApiError>;
    /// State of a bot created by [`DynGame::bot`], as JSON.
    fn save_bot(&self, bot: &dyn Any) -> String;
    /// Restores the state that another bot of the same spec and seed had after a decision in this game.
    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), ApiError>;
}

impl dyn DynGame + '_ {
    /// Checks that the game has the current version of the rules.
    ///
    /// # Errors
    /// Returns an error for an older version.
    pub fn check_rules(&self) -> Result<(), ApiError> {
        let (info, version) = (self.info(), self.rules_version());
        if version == info.rules_version {
            return Ok(());
        }
        Err(ApiError::Bad(LocalizedText::new(
            format!(
                "「{}」のルール第{version}版は、当時の記録を続けるためだけのものです。Game(\"{}\") を新しく作ってください。",
                info.name.ja, info.id
            ),
            format!(
                "Rules version {version} of {} exists only to continue older records; make a new Game(\"{}\").",
                info.name.en, info.id
            ),
        )))
    }

    /// Checks a seat number.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat.
    pub fn seat(&self, number: i64) -> Result<Seat, ApiError> {
        seat_among(self.seats(), number)
    }
}

/// The seat with this number, of a game with this number of seats.
///
/// # Errors
/// Returns an error if the game has no such seat.
pub fn seat_among(seats: u8, number: i64) -> Result<Seat, ApiError> {
    let seat = u8::try_from(number).ok().filter(|number| *number < seats);
    seat.map(Seat).ok_or_else(|| {
        let last = seats - 1;
        ApiError::Bad(LocalizedText::new(
            format!("{number}番の席はありません。席は0〜{last}です。"),
            format!("There is no seat {number}; the seats are 0 to {last}."),
        ))
    })
}

/// The state of a match.
pub trait DynState: Send + Sync {
    /// The game that is played.
    fn game(&self) -> Arc<dyn DynGame>;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// The seats whose decision is awaited, or the outcome.
    fn turn(&self) -> Turn;
    /// Returns true if [`legal`](DynState::legal) lists every legal action.
    fn lists_all(&self, seat: Seat) -> bool;
    /// Numbers of the seat's legal actions, in the order of the list of legal actions. The number is the
    /// action's index. An action without an index has the total number of indices plus its place in this
    /// list.
    fn legal(&self, seat: Seat) -> Vec<i64>;
    /// The same numbers in ascending order.
    fn sorted(&self, seat: Seat) -> Vec<i64>;
    /// A copy of the state after the action.
    fn after(&self, seat: Seat, action: &ActionRef) -> Result<Box<dyn DynState>, ApiError>;
    /// For each action index, true if the action is legal for the seat.
    fn mask(&self, seat: Seat) -> Vec<bool>;
    /// Notations of the legal actions of a seat, in the order of [`legal`](DynState::legal).
    fn actions(&self, seat: Seat) -> Vec<String>;
    /// Applies the action; on error the state is unchanged.
    fn step(&mut self, seat: Seat, action: &ActionRef) -> Result<(), ApiError>;
    /// Applies the action to a copy of the state, with every random draw decided by the caller.
    fn step_by_chance(
        &self,
        seat: Seat,
        action: &ActionRef,
    ) -> Result<Box<dyn DynChance>, ApiError>;
    /// Samples a state consistent with what a spectator sees, with every random draw decided by the
    /// caller.
    fn redeal_by_chance(&self) -> Box<dyn DynChance>;
    /// Description of the action as a text for people.
    fn label(&self, seat: Seat, action: &ActionRef) -> Result<LocalizedText, ApiError>;
    /// Notation of the action.
    fn notation(&self, seat: Seat, action: &ActionRef) -> Result<String, ApiError>;
    /// Chosen numbers of the sub-actions that make up the action, in order.
    fn sub_actions(&self, seat: Seat, action: &ActionRef) -> Result<Vec<u16>, ApiError>;
    /// Observation of the seat, as input for a policy.
    fn observation(&self, seat: Seat) -> Vec<f32>;
    /// Decoder with which the seat chooses an action sub-action by sub-action.
    fn decoder(&self, seat: Seat) -> Box<dyn DynDecoder>;
    /// Information state of the viewer, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// Board as the viewer sees it, in plain text.
    fn text(&self, viewer: Viewer, lang: Lang) -> String;
    /// Board as the viewer sees it, as an SVG document.
    fn svg(&self, viewer: Viewer, lang: Lang) -> String;
    /// Samples a state consistent with the information state of the seat.
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn DynState>;
    /// Key of the complete state.
    fn key(&self) -> Key;
    /// Key of what the viewer sees now.
    fn view_key(&self, viewer: Viewer) -> Key;
    /// Key of the information set of the seat: of everything that it has seen and done.
    fn information_key(&self, seat: Seat) -> Key;
    /// The seat's decisions so far: its view, as JSON, and its action, in notation.
    fn history(&self, seat: Seat) -> Vec<(String, String)>;
    /// The seat's latest decisions as numbers, the latest first: the observation before each, and how often
    /// each number of each kind of sub-action was chosen.
    fn recollection(&self, seat: Seat, decisions: usize) -> Vec<f32>;
    /// Value of the state for the seat by the game's heuristic, from −1000 to 1000.
    fn evaluate(&self, seat: Seat) -> i32;
    /// The same for the state after each legal action of the seat.
    fn evaluate_actions(&self, seat: Seat) -> Vec<i32>;
    /// Copies the state with its history.
    fn copy(&self) -> Box<dyn DynState>;
    /// Current score of each seat.
    fn scores(&self) -> Vec<i32>;
    /// Number of decisions taken so far.
    fn length(&self) -> usize;
    /// Record of the match, as JSON.
    fn record(&self) -> String;
    /// Complete state as JSON, in the format of the game.
    fn position(&self) -> String;
    /// Returns true if the last action can be undone (law 8).
    fn can_undo(&self) -> bool;
    /// Undoes the last action.
    fn undo(&mut self) -> Result<(), ApiError>;
    /// Number of the action that a bot chooses for this seat. `bot` must come from [`DynGame::bot`] of a
    /// game with the same id.
    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, ApiError>;
    /// Analysis of the seat's decision by the bot of this spec, as JSON.
    fn advise(&self, seat: Seat, spec: &str) -> Result<String, ApiError>;
}

impl dyn DynState + '_ {
    /// Payoff of each seat, 0 before the end.
    pub fn returns(&self) -> Vec<f64> {
        let outcome = self.turn().outcome();
        let payoff = |seat| outcome.map_or(0, |outcome: Outcome| outcome.payoff(seat));
        Seat::all(self.game().seats()).map(|seat| payoff(seat).into()).collect()
    }
}

/// The random draws of a deal, of an action or of a determinization, which the caller decides one by
/// one.
pub trait DynChance: Send + Sync {
    /// Number of equally likely outcomes of the next draw; `None` after the last draw.
    fn outcomes(&self) -> Option<u32>;
    /// Outcomes of the draws decided so far.
    fn drawn(&self) -> &[u32];
    /// Decides the next draw; `number` is the outcome.
    fn draw(&mut self, number: i64) -> Result<(), ApiError>;
    /// The state that results from the draws, with a random number generator of this seed for later
    /// chance; `None` before the last draw.
    fn state(&self, seed: u64) -> Option<Box<dyn DynState>>;
    /// Copies the draws, to decide the further ones differently.
    fn copy(&self) -> Box<dyn DynChance>;
    /// The deal, action or determinization to which the draws belong.
    fn source(&self) -> ChanceSource;
}

/// The deal, action or determinization to which draws belong.
pub enum ChanceSource {
    /// The deal of this game.
    Deal(Arc<dyn DynGame>),
    /// An action in this state: the seat, and the action in notation.
    Action(Box<dyn DynState>, Seat, String),
    /// A determinization of this state for a spectator.
    Determinization(Box<dyn DynState>),
}

/// Decoder that builds an action from sub-actions.
pub trait DynDecoder: Send + Sync {
    /// Index of the next sub-action's kind; `None` once the action is chosen.
    fn next_kind(&self) -> Option<usize>;
    /// For each number that the next sub-action can have, true if it is legal.
    fn mask(&self) -> Vec<bool>;
    /// The sub-actions that were chosen so far, in order.
    fn chosen(&self) -> &[SubAction];
    /// Chooses the number of the next sub-action.
    fn choose(&mut self, number: i64) -> Result<(), ApiError>;
    /// Number of the chosen action, as in [`DynState::legal`]; `None` before the last sub-action.
    fn action(&self) -> Option<i64>;
    /// Copies the decoder, to choose differently.
    fn copy(&self) -> Box<dyn DynDecoder>;
    /// The parts of which a pickle consists, and from which the decoder is restored.
    fn parts(&self) -> DecoderParts;
}

/// Parts of a pickled decoder: game id, seat, actions in notation and sub-actions.
pub type DecoderParts = (&'static str, u8, Vec<String>, Vec<u16>);
