//! A match: its start, its steps and its current state. Generic over the game.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use zashiki_core::{
    Action, DynMatch as _, Event as _, EventSink, Game, GameStateExt as _, IllegalAction,
    LocalizedText, Match, MatchStart, Memory, Outcome, Record, Seat, Termination, Turn, text,
};

use super::config::ConfiguredGame;
use crate::dyn_game::ActionRef;
use crate::errors::ApiError;

/// Initial capacity of a list of legal actions.
const USUAL_ACTIONS: usize = 32;

/// A match with its history. It keeps no earlier states: [`undo`](TypedState::undo) replays the steps.
pub struct TypedState<G: Game> {
    pub game: Arc<ConfiguredGame<G>>,
    pub(super) start: Arc<Start<G>>,
    pub(super) steps: Vec<Step<G::Action>>,
    pub state: G,
    /// The reason and the outcome, if the match was ended from outside, for example by resignation, and
    /// not by the rules.
    concluded: Option<(Termination, Outcome)>,
    /// The memories of the seats that were computed last.
    pub(super) recall: Mutex<Option<Arc<Recall<G>>>>,
}

/// The start of a match, apart from its configuration.
pub(super) struct Start<G: Game> {
    seed: u64,
    origin: Origin,
    pub(super) state: G,
    /// The source of what the seats had seen and done before.
    pub(super) before: Before<G>,
}

/// The way in which the first state came about.
pub enum Origin {
    /// Dealt at random from the seed.
    Dealt,
    /// Loaded from this position, given as JSON.
    Loaded(Value),
    /// A determinization of another match's state. Its position is computed only when it is needed.
    Determinized,
}

/// The memories of the seats after some steps of a match. They are computed on request, from the last ones
/// that were computed.
pub struct Recall<G> {
    /// Number of steps after which it was computed.
    pub(super) steps: usize,
    /// The state after these steps.
    pub(super) state: G,
    /// The memory of each seat.
    pub(super) memories: Vec<Memory>,
}

/// A decision of a seat: what it saw and what it did.
pub struct PastDecision<G: Game> {
    pub view: G::View,
    pub action: G::Action,
}

// A derived `Clone` would require `G: Clone`.
impl<G: Game> Clone for PastDecision<G> {
    fn clone(&self) -> PastDecision<G> {
        PastDecision { view: self.view.clone(), action: self.action }
    }
}

/// The source of what the seats had seen and done before a match that starts in the middle of another.
pub enum Before<G: Game> {
    /// The match starts here.
    Nothing,
    /// The match is a determinization for this seat of another, in which the seat continues. The others
    /// never saw this state.
    Imagined(Link<G>, Seat),
    /// The match continues another after this action, whose random draws were decided one by one.
    Continued(Link<G>, Seat, G::Action),
    /// A seat has this memory, and took these decisions.
    Told(Seat, Memory, Arc<Vec<PastDecision<G>>>),
}

/// The state of another match that a match continues. A long match may be a chain of such links.
pub struct Link<G: Game>(Option<Arc<TypedState<G>>>);

impl<G: Game> Link<G> {
    /// A link to this state.
    pub fn new(state: Arc<TypedState<G>>) -> Link<G> {
        Link(Some(state))
    }

    pub(super) fn state(&self) -> &TypedState<G> {
        self.0.as_ref().expect("only a link that is dropped is empty")
    }
}

/// Drops a chain link by link: a recursion as deep as a match is long would overflow the stack.
impl<G: Game> Drop for Link<G> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut state) = next.and_then(Arc::into_inner) {
            next = match Arc::get_mut(&mut state.start).map(|start| &mut start.before) {
                Some(Before::Imagined(link, _) | Before::Continued(link, ..)) => link.0.take(),
                _ => None,
            };
        }
    }
}

/// A decision that was taken.
#[derive(Clone)]
pub(super) struct Step<A> {
    pub(super) seat: Seat,
    pub(super) action: A,
    /// True if the action revealed hidden information.
    revealed: bool,
}

// A derived `Clone` would require `G::Config: Clone`, though the configuration is shared.
impl<G: Game> Clone for TypedState<G> {
    fn clone(&self) -> TypedState<G> {
        TypedState {
            game: self.game.clone(),
            start: self.start.clone(),
            steps: self.steps.clone(),
            state: self.state.clone(),
            concluded: self.concluded,
            recall: Mutex::new(self.recalled()),
        }
    }
}

/// Event sink that only records if an event reveals hidden information.
struct Reveals(bool);

impl<G: Game> EventSink<G> for Reveals {
    fn push(&mut self, event: G::Event, _: &G) {
        self.0 |= event.reveals();
    }
}

impl<G: Game> TypedState<G> {
    /// A match that starts at this state.
    pub fn new(game: Arc<ConfiguredGame<G>>, seed: u64, origin: Origin, state: G) -> TypedState<G> {
        TypedState::after(game, seed, origin, state, Before::Nothing)
    }

    /// A match that starts at this determinization, which has its own random number generator. `before` is
    /// what the seats had seen and done.
    pub fn determinized(
        game: Arc<ConfiguredGame<G>>,
        state: G,
        before: Before<G>,
    ) -> TypedState<G> {
        TypedState::after(game, 0, Origin::Determinized, state, before)
    }

    fn after(
        game: Arc<ConfiguredGame<G>>,
        seed: u64,
        origin: Origin,
        state: G,
        before: Before<G>,
    ) -> TypedState<G> {
        let start = Arc::new(Start { seed, origin, state: state.clone(), before });
        let recall = Mutex::new(None);
        TypedState { game, start, steps: Vec::new(), state, concluded: None, recall }
    }

    /// A match restored from a replayed record, with its history.
    pub fn replayed(game: Arc<ConfiguredGame<G>>, start: MatchStart, match_: &Match<G>) -> Self {
        let (taken, current) = (match_.played(), match_.state());
        let first = taken.first().map_or(current, |first| &first.before).clone();
        let origin = start.position.map_or(Origin::Dealt, Origin::Loaded);
        let steps = taken.iter().map(|taken| Step {
            seat: taken.seat,
            action: taken.action,
            revealed: taken.events.iter().any(|event| event.reveals()),
        });
        TypedState {
            steps: steps.collect(),
            state: current.clone(),
            concluded: match_.termination().zip(match_.outcome()),
            ..TypedState::new(game, start.seed, origin, first)
        }
    }

    /// The memories that were computed last.
    pub(super) fn recalled(&self) -> Option<Arc<Recall<G>>> {
        self.recall.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The seats whose decision is awaited, or the outcome.
    pub fn turn(&self) -> Turn {
        self.concluded.map_or_else(|| self.state.turn(), |(_, outcome)| Turn::Over(outcome))
    }

    /// Returns true if the list of legal actions is complete.
    pub fn lists_all(&self, seat: Seat) -> bool {
        self.concluded.is_some() || self.state.lists_all(seat)
    }

    /// Passes the list of legal actions of the seat to `read`.
    pub fn with_legal<T>(&self, seat: Seat, read: impl FnOnce(&[G::Action]) -> T) -> T {
        // Most decisions have fewer actions, so the list need not grow step by step.
        let mut buffer = Vec::with_capacity(USUAL_ACTIONS);
        match self.concluded {
            Some(_) => read(&[]),
            None => read(self.state.choices(seat, &mut buffer)),
        }
    }

    /// Checks that the decision of the seat is awaited.
    ///
    /// # Errors
    /// Returns an error if the match is over or other seats are to decide.
    pub fn check_awaited(&self, seat: Seat) -> Result<(), ApiError> {
        self.turn().check_awaited(seat).map_err(illegal::<G>)
    }

    /// Converts an action of the seat from Python, and checks that it is legal.
    ///
    /// # Errors
    /// Returns an error with the rule that forbids the action.
    pub fn parse(&self, seat: Seat, action: &ActionRef) -> Result<G::Action, ApiError> {
        self.check_awaited(seat)?;
        let action = match action {
            ActionRef::Notation(notation) => G::Action::parse(notation).map_err(illegal::<G>)?,
            ActionRef::Number(number) => self
                .action_of(seat, *number)
                .ok_or_else(|| illegal::<G>(unknown_number(*number)))?,
        };
        self.state.is_legal(seat, action).map_err(illegal::<G>)?;
        Ok(action)
    }

    fn action_of(&self, seat: Seat, number: i64) -> Option<G::Action> {
        let number = usize::try_from(number).ok()?;
        match number.checked_sub(G::Action::COUNT) {
            None => G::Action::from_index(number),
            Some(place) => self.with_legal(seat, |list| {
                list.get(place).copied().filter(|action| action.index().is_none())
            }),
        }
    }

    /// Applies an action that is known to be legal.
    pub fn apply(&mut self, seat: Seat, action: G::Action) {
        let mut reveals = Reveals(false);
        self.state.play_unchecked(seat, action, Some(&mut reveals));
        self.steps.push(Step { seat, action, revealed: reveals.0 });
    }

    /// Number of decisions taken so far.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if the last action can be undone (law 8).
    pub fn can_undo(&self) -> bool {
        self.turn().outcome().is_none() && self.steps.last().is_some_and(|last| !last.revealed)
    }

    /// Undoes the last action.
    ///
    /// # Errors
    /// Returns an error if it [cannot be undone](TypedState::can_undo).
    pub fn undo(&mut self) -> Result<(), ApiError> {
        if !self.can_undo() {
            return Err(ApiError::Illegal(IllegalAction::no_undo()));
        }
        self.steps.pop();
        self.recall = Mutex::new(None);
        self.state = self.start.state.clone();
        for step in &self.steps {
            self.state.play_unchecked(step.seat, step.action, None);
        }
        Ok(())
    }

    /// The record of the match, computed by a replay of all its steps.
    pub fn record(&self) -> Record {
        let ConfiguredGame { rules_version, options, components, .. } = &*self.game;
        let start = MatchStart {
            rules_version: Some(*rules_version),
            seats: self.state.seats().into(),
            options: options.clone(),
            components: components.clone(),
            seed: self.start.seed,
            position: match &self.start.origin {
                Origin::Dealt => None,
                Origin::Loaded(position) => Some(position.clone()),
                Origin::Determinized => {
                    let position = serde_json::to_value(self.start.state.position());
                    Some(position.expect("a position is plain data"))
                }
            },
        };
        let mut match_ = Match::<G>::start(&start).expect("the match started so before");
        for step in &self.steps {
            match_.play(step.seat, step.action).expect("the action was legal before");
        }
        if let Some((conclusion, _)) = self.concluded {
            match_.terminate(conclusion).expect("the match ended so before");
        }
        match_.record()
    }
}

/// The error for an action that is illegal in this game.
pub fn illegal<G: Game>(illegal: IllegalAction) -> ApiError {
    ApiError::illegal(G::info(), illegal)
}

fn unknown_number(number: i64) -> IllegalAction {
    IllegalAction::new(
        "T-3",
        text!(
            "いま{number}番の行動はありません。legal(seat) の番号か、actions(seat) の表記を使ってください。",
            "There is no action {number} now; use a number of legal(seat) or a notation of actions(seat).",
            number = LocalizedText::same(number.to_string())
        ),
    )
}
