//! The [`GameState`] trait, which every game implements: state and rules.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    Action, Assets, Event, GameConfig, GameInfo, GameRng, Goal, IllegalAction, InputError,
    LocalizedText, RuleId, Seat, Situation, Turn, Viewer,
};

/// The complete state of a match, as a plain value.
///
/// # Laws
///
/// The tests of the `conformance` crate check these laws for every registered game; failures name the law
/// by its number.
///
/// 1. [`legal`](GameStateExt::legal) and [`is_legal`](GameState::is_legal) agree: every listed action is
///    legal, and every legal action is listed except in [open](GameState::lists_all) decisions. The actions
///    of [situations](GameState::situations) are legal. Notations are [well-formed](crate::is_notation). The flags of [`GameInfo`] for open and simultaneous decisions
///    are true exactly if such decisions occur.
/// 2. The same configuration, RNG seed and actions give the same match.
/// 3. States that differ only in what is hidden from a viewer give that viewer equal
///    [views](GameState::view), legal actions, prompts, [situations](GameState::situations), events and
///    errors.
/// 4. [`determinize`](GameState::determinize) returns a state with exactly the given view.
/// 5. [`check_invariants`](GameState::check_invariants) succeeds after every action.
/// 6. Every match ends within [`max_decisions`](GameConfig::max_decisions).
/// 7. No input panics, and no input but a legal action changes the state.
/// 8. An action without a [revealing](Event::reveals) event shows no seat anything new.
/// 9. A [preview](crate::InfoState::preview) of a seat's own action agrees with what then happens.
/// 10. [`Viewer::Omniscient`] sees the views and events of all seats and of a spectator together, and
///     nothing else.
/// 11. [Observations](crate::Observe::observe) have the declared size and finite values, and are the same
///     [from a state](crate::Observe::observe_state) as from its view. Equal observations imply equal
///     legal actions. Different views have different observations, except where the game's features
///     document otherwise.
/// 12. The [sub-actions](Action::sub_actions) of an action identify it among the listed actions, and each
///     is of a declared kind.
/// 13. A [view](GameState::view) written as JSON reads back equal, so that it can be sent to another
///     program.
/// 14. The batched [`value_after_each`](crate::SearchHints::value_after_each) and the list-free
///     [`sample_per_category`](crate::SearchHints::sample_per_category) return what their one-by-one
///     equivalents return.
/// 15. In a game with [score causes](GameInfo::score_causes), the [changes of scores](Event::score_changes)
///     that a viewer learns of in a step add up to the difference of the scores, from zero before the setup.
/// 16. The [episodes](Event::narrate) of a step, and of any beginning of it, cover all events in order, each
///     with a sentence in both languages.
/// 17. The [board](crate::Draw) of every view can be drawn in both languages: every label lies within the
///     picture, can be read and is not cut, the SVG is well-formed, no line of the text has more than 100
///     columns, and English boards contain no Japanese.
///
/// # Cost
///
/// Search clones states and plays actions on them millions of times a second: keep states flat (fixed
/// arrays, [`Arc`] for immutable parts), and keep `legal_into` and `play_unchecked` free of allocation.
#[doc(alias = "State")]
#[doc(alias = "Position")]
pub trait GameState: Clone + Debug + Send + Sync + Sized + 'static {
    /// Everything fixed before the first decision.
    type Config: GameConfig;
    /// A decision of a player.
    type Action: Action;
    /// Everything that one viewer may know. [`determinize`](GameState::determinize) works from it alone.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened in a match.
    type Event: Event<Self::Config>;
    /// The complete state as documented JSON.
    type Position: Serialize + DeserializeOwned;

    /// Name, rules version, seats and options of the game.
    fn info() -> &'static GameInfo;

    /// The game's data files: rules, glossary, tutorial, puzzles, levels and more.
    fn assets() -> &'static Assets;

    /// Sets up a new match and plays it up to the first decision. Events are sent to `log`, if given
    /// (see [`EventSink`]).
    #[doc(alias = "new_initial_state")]
    fn deal(
        config: &Arc<Self::Config>,
        rng: GameRng,
        log: Option<&mut dyn EventSink<Self>>,
    ) -> Self;

    /// The configuration of the match.
    fn config(&self) -> &Arc<Self::Config>;

    /// The seats to move, or the outcome.
    #[doc(alias = "current_player")]
    #[doc(alias = "is_terminal")]
    fn turn(&self) -> Turn;

    /// Replaces the contents of `out` with the seat's legal actions, each once, in a fixed order; none
    /// if the seat is not to move. For an [open](GameState::lists_all) decision, a selection of them.
    fn legal_into(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Checks, without building the list of legal actions, that the seat may play this action now.
    ///
    /// # Errors
    /// Returns the rule that forbids it.
    fn is_legal(&self, seat: Seat, action: Self::Action) -> Result<(), IllegalAction>;

    /// Returns true if [`legal`](GameStateExt::legal) lists all legal actions of the seat. It is false for
    /// an open decision, which has more legal actions than can be listed (such as laying cards anywhere
    /// on an endless table); the list is then a selection for search and learning.
    fn lists_all(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// Returns true if the decisions awaited now are simultaneous: each stays hidden from the other
    /// seats after it is taken. Good play then usually needs a mixed strategy.
    #[doc(alias = "simultaneous")]
    fn is_simultaneous(&self) -> bool {
        self.turn().awaited().len() > 1
    }

    /// Plays a legal action, then everything that follows without a decision. Decisions with exactly one
    /// legal action are also played, and logged. After an illegal action the state is unspecified: check
    /// first, or call [`GameStateExt::play`].
    ///
    /// Events are sent to `log`, if given (see [`EventSink`]).
    #[doc(alias = "apply_action")]
    #[doc(alias = "step")]
    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Self::Action,
        log: Option<&mut dyn EventSink<Self>>,
    );

    /// The information that this viewer may have about the state.
    #[doc(alias = "observation")]
    #[doc(alias = "information_state")]
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Samples a state consistent with `view` (a determinization). Hidden information is drawn from
    /// `rng` according to its probability given the view, and the state's own RNG continues from `rng`.
    #[doc(alias = "determinization")]
    #[doc(alias = "resample")]
    fn determinize(config: &Arc<Self::Config>, view: &Self::View, rng: GameRng) -> Self;

    /// The RNG of the rest of the match, for programs that enumerate chance outcomes: they replace it
    /// with a [scripted](GameRng::scripted) one before an action. `None` if no chance follows the deal.
    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        None
    }

    /// The prompt for a seat that is to move, and the rule behind it; `None` for other seats.
    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)>;

    /// The [situations](Situation) that hold for a seat that is to move, for the advice in a first match;
    /// none for other seats. Like the prompt, they depend only on what the seat may know. A match computes
    /// them for every decision of a person, so they must be cheap.
    fn situations(&self, seat: Seat) -> Vec<Situation<Self::Action>> {
        let _ = seat;
        Vec::new()
    }

    /// The action in words, for a button or a screen reader.
    fn label(&self, action: Self::Action) -> LocalizedText;

    /// The meaning of an action as JSON in the game's own format, if its notation does not say it. The
    /// web page displays it: the page parses no labels and does not know the rules.
    fn reading(&self, action: Self::Action) -> Option<Value> {
        let _ = action;
        None
    }

    /// The score of each seat so far, in the game's points.
    #[doc(alias = "returns")]
    fn scores(&self) -> Vec<i32>;

    /// The complete state, as documented JSON.
    #[doc(alias = "serialize")]
    #[doc(alias = "FEN")]
    fn position(&self) -> Self::Position;

    /// Creates the state of a position.
    ///
    /// # Errors
    /// Returns the reason if the position is impossible.
    fn from_position(
        config: &Arc<Self::Config>,
        position: Self::Position,
    ) -> Result<Self, InputError>;

    /// Checks that no piece is missing or duplicated.
    ///
    /// # Errors
    /// Returns the piece that is missing or duplicated.
    #[doc(alias = "conservation")]
    fn check_invariants(&self) -> Result<(), LocalizedText>;
}

/// Methods derived from [`GameState`], the same for every game. They cannot be overridden.
pub trait GameStateExt: GameState {
    /// Returns true if the seat has reached the goal of a puzzle in this state.
    fn has_reached(&self, goal: Goal, seat: Seat) -> bool {
        goal.is_reached(self.turn(), seat, || self.scores())
    }

    /// Number of seats.
    fn seats(&self) -> u8 {
        self.config().seats()
    }

    /// The list of [`legal_into`](GameState::legal_into) as a new vector.
    #[doc(alias = "legal_actions")]
    #[doc(alias = "legal_moves")]
    fn legal(&self, seat: Seat) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal_into(seat, &mut actions);
        actions
    }

    /// The legal actions that the [restriction](GameConfig::restriction) of the configuration allows the
    /// seat, written into the buffer `buffer`.
    fn choices<'a>(&self, seat: Seat, buffer: &'a mut Vec<Self::Action>) -> &'a [Self::Action] {
        self.legal_into(seat, buffer);
        self.restrict(seat, buffer);
        buffer
    }

    /// Removes the actions that the configuration's [restriction](GameConfig::restriction) forbids the
    /// seat.
    fn restrict(&self, seat: Seat, actions: &mut Vec<Self::Action>) {
        if let Some(restriction) = self.config().restriction() {
            restriction.keep_allowed(seat, actions);
        }
    }

    /// Plays the action if it is legal; on error the state is unchanged.
    ///
    /// # Errors
    /// Returns the rule that forbids it.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        log: Option<&mut dyn EventSink<Self>>,
    ) -> Result<(), IllegalAction> {
        self.is_legal(seat, action)?;
        self.play_unchecked(seat, action, log);
        Ok(())
    }
}

impl<G: GameState> GameStateExt for G {}

/// Receives the events of a game.
///
/// Games pass their log on as `&mut impl EventSink<Self>`, but [`GameState::deal`] and
/// [`GameState::play_unchecked`] take an optional `&mut dyn EventSink`, so that the rules are compiled
/// exactly twice, in the game's own crate: for [`NoLog`], where events cost nothing because they are
/// discarded, and for `&mut dyn EventSink`. [`with_event_sink!`](crate::with_event_sink) selects one of
/// the two.
pub trait EventSink<G: GameState> {
    /// Receives one event and `after`, the state just after it, which is consistent enough to be viewed.
    fn push(&mut self, event: G::Event, after: &G);
}

/// Collects the events.
impl<G: GameState> EventSink<G> for Vec<G::Event> {
    fn push(&mut self, event: G::Event, _: &G) {
        Vec::push(self, event);
    }
}

/// Discards all events. For use within the rules: callers pass `None` as the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl<G: GameState> EventSink<G> for NoLog {
    #[inline(always)]
    fn push(&mut self, _: G::Event, _: &G) {}
}

impl<G: GameState> EventSink<G> for &mut (dyn EventSink<G> + '_) {
    fn push(&mut self, event: G::Event, after: &G) {
        (**self).push(event, after);
    }
}

/// Runs the rules with an optional log: `with_event_sink!(log, |log| self.decide(action, log))` calls
/// `self.decide(action, &mut NoLog)` if `log` is `None`, and otherwise passes the log as `&mut &mut dyn
/// EventSink`.
#[macro_export]
macro_rules! with_event_sink {
    ($log:expr, |$inner:ident| $run:expr) => {
        match $log {
            None => {
                let $inner = &mut $crate::NoLog;
                $run
            }
            Some(mut log) => {
                let $inner = &mut log;
                $run
            }
        }
    };
}
