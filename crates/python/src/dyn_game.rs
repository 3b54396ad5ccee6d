//! The object-safe interface through which the Python classes use every game, state, chance outcome
//! and action decoder. [`typed`](crate::typed) implements it generically over the game, so a step
//! costs what it costs in Rust. `zashiki_core::DynMatch` is slower: it takes and returns text, keeps
//! every state and describes every legal action.

use std::any::Any;
use std::sync::Arc;

use lab::{Control, Ladder, LadderConfig, Output, SimulateConfig, Simulated, Unfinished};
use pyo3::{Py, PyAny};
use zashiki_core::{
    Features, GameInfo, InputError, LocalizedText, Outcome, Seat, SeatSet, SubAction,
    SubActionKind, Turn, Viewer,
};

use crate::dyn_batch::{BatchPlan, DynBatch};
use crate::errors::ApiError;
use crate::interrupt::Interrupt;

/// An action as passed from Python.
#[derive(Clone, Debug)]
pub enum ActionRef {
    /// Action number (see [`DynState::legal`]).
    Number(i64),
    /// Notation of the action.
    Notation(String),
}

/// A player of a simulation.
pub enum Player {
    /// The bot of this spec.
    Spec(String),
    /// A Python function and its name.
    Function(Arc<Py<PyAny>>, String),
}

/// A game with seats, options and components.
pub trait DynGame: Send + Sync {
    /// Catalogue entry.
    fn info(&self) -> &'static GameInfo;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// Version of the rules: an older one only for an older record.
    fn rules_version(&self) -> u32;
    /// All options as JSON, including defaults.
    fn options(&self) -> String;
    /// Text of the components file that replaces the game's own.
    fn components(&self) -> Option<&str>;
    /// Teams: seats of one set win together, and each seat is in exactly one set.
    fn sides(&self) -> Vec<SeatSet>;
    /// Number of actions whose number is the same in every state.
    fn action_count(&self) -> usize;
    /// Kinds of sub-actions that actions consist of.
    fn factors(&self) -> &'static [SubActionKind];
    /// Features of an observation.
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
    /// Starts many matches at once.
    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn DynBatch>, ApiError>;
    /// Matches as they were [saved](DynBatch::save).
    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn DynBatch>, ApiError>;
    /// Simulates games with these players: one for each seat, or one for all.
    fn simulate(
        self: Arc<Self>,
        config: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Simulated, Unfinished>;
    /// Ranks these players.
    fn ladder(
        self: Arc<Self>,
        config: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Option<Ladder>, InputError>;
    /// A `Box<dyn Bot<G>>` of the game's type, for [`DynState::choose`].
    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, ApiError>;
    /// State of a bot of [`DynGame::bot`], as JSON.
    fn save_bot(&self, bot: &dyn Any) -> String;
    /// Restores the state of another bot of the same spec and seed, saved after a decision in this
    /// game.
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
        let seat = u8::try_from(number).ok().filter(|number| *number < self.seats());
        seat.map(Seat).ok_or_else(|| {
            let last = self.seats() - 1;
            ApiError::Bad(LocalizedText::new(
                format!("{number}番の席はありません。席は0〜{last}です。"),
                format!("There is no seat {number}; the seats are 0 to {last}."),
            ))
        })
    }
}

/// The state of a match.
pub trait DynState: Send + Sync {
    /// The game.
    fn game(&self) -> Arc<dyn DynGame>;
    /// The seats to decide, or the outcome.
    fn turn(&self) -> Turn;
    /// Returns true if [`legal`](DynState::legal) lists every legal action.
    fn lists_all(&self, seat: Seat) -> bool;
    /// Numbers of the legal actions of a seat: the index of an action or, if it has none, the
    /// number of indices plus its place in this list.
    fn legal(&self, seat: Seat) -> Vec<i64>;
    /// Legality of each index.
    fn mask(&self, seat: Seat) -> Vec<bool>;
    /// Notations of the legal actions of a seat, in the order of [`legal`](DynState::legal).
    fn actions(&self, seat: Seat) -> Vec<String>;
    /// Applies the action; on error the state is unchanged.
    fn step(&mut self, seat: Seat, action: &ActionRef) -> Result<(), ApiError>;
    /// Applies the action to a copy, with every draw decided by the caller.
    fn step_by_chance(
        &self,
        seat: Seat,
        action: &ActionRef,
    ) -> Result<Box<dyn DynChance>, ApiError>;
    /// Determinizes for a spectator, with every draw decided by the caller.
    fn redeal_by_chance(&self) -> Box<dyn DynChance>;
    /// Description of the action.
    fn label(&self, seat: Seat, action: &ActionRef) -> Result<LocalizedText, ApiError>;
    /// Notation of the action.
    fn notation(&self, seat: Seat, action: &ActionRef) -> Result<String, ApiError>;
    /// Numbers of the sub-actions of the action, in order.
    fn sub_actions(&self, seat: Seat, action: &ActionRef) -> Result<Vec<u16>, ApiError>;
    /// Observation of the seat.
    fn observation(&self, seat: Seat) -> Vec<f32>;
    /// Decoder of the seat's actions from sub-actions.
    fn decoder(&self, seat: Seat) -> Box<dyn DynDecoder>;
    /// Information state of the viewer, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// Samples a state consistent with the information state of the seat.
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn DynState>;
    /// Copies the state.
    fn copy(&self) -> Box<dyn DynState>;
    /// Current score of each seat.
    fn scores(&self) -> Vec<i32>;
    /// Number of decisions taken.
    fn length(&self) -> usize;
    /// Record of the match, as JSON.
    fn record(&self) -> String;
    /// Complete state, as JSON.
    fn position(&self) -> String;
    /// Returns true if the last action can be undone (law 8).
    fn can_undo(&self) -> bool;
    /// Undoes the last action.
    fn undo(&mut self) -> Result<(), ApiError>;
    /// Number of the action that a bot chooses for this seat. The bot is one of [`DynGame::bot`] of
    /// a game with the same id.
    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, ApiError>;
    /// Advice of the bot of this spec for this seat, as JSON.
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

/// Chance outcomes of a step, decided by the caller draw by draw.
pub trait DynChance: Send + Sync {
    /// Number of equally likely outcomes of the next draw; none after the last draw.
    fn outcomes(&self) -> Option<u32>;
    /// Outcomes of the draws so far.
    fn drawn(&self) -> &[u32];
    /// Decides the next draw.
    fn draw(&mut self, number: i64) -> Result<(), ApiError>;
    /// Resulting state, with a random number generator of this seed; none before the last draw.
    fn state(&self, seed: u64) -> Option<Box<dyn DynState>>;
    /// Copies the draws.
    fn copy(&self) -> Box<dyn DynChance>;
    /// Origin of the draws.
    fn source(&self) -> ChanceSource;
}

/// Origin of draws.
pub enum ChanceSource {
    /// The deal of a game.
    Deal(Arc<dyn DynGame>),
    /// A state, and an action of a seat in notation.
    Action(Box<dyn DynState>, Seat, String),
    /// A determinization of this state for a spectator.
    Determinization(Box<dyn DynState>),
}

/// Decoder of an action from sub-actions.
pub trait DynDecoder: Send + Sync {
    /// Index of the next sub-action's kind; none once the action is chosen.
    fn next_kind(&self) -> Option<usize>;
    /// Legality of each number of the next sub-action.
    fn mask(&self) -> Vec<bool>;
    /// Sub-actions chosen so far.
    fn chosen(&self) -> &[SubAction];
    /// Chooses the number of the next sub-action.
    fn choose(&mut self, number: i64) -> Result<(), ApiError>;
    /// Number of the chosen action, as in [`DynState::legal`].
    fn action(&self) -> Option<i64>;
    /// Copies the decoder.
    fn copy(&self) -> Box<dyn DynDecoder>;
    /// The parts from which the decoder is restored.
    fn parts(&self) -> DecoderParts;
}

/// Parts of a pickled decoder: game id, seat, actions in notation and sub-actions.
pub type DecoderParts = (&'static str, u8, Vec<String>, Vec<u16>);
