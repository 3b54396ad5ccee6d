//! The [`GameState`] trait, which every game implements, and its companions.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ts_rs::TS;

use crate::{
    Calibration, FactoredAction, Features, GameInfo, GameRng, Glossary, Goal, IllegalAction,
    InputError, Levels, LocalizedText, Observation, Puzzle, PuzzleGoal, Restriction, Rule, RuleId,
    Seat, SeatSet, SubActionKind, Turn, Tutorial, ValueNetwork, Viewer, Weights, plural, read_view,
    text,
};

/// A decision of a player, small and typed. Its `Display` is the notation that people type and records
/// store: words separated by single spaces, without any of [`SEPARATORS`].
pub trait Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// Number of action indices.
    const COUNT: usize;

    /// True if every action has an index.
    const ALL_INDEXED: bool = true;

    /// Parses the notation of an action.
    ///
    /// # Errors
    /// Returns `T-3` if the text is not the notation of an action.
    fn parse(notation: &str) -> Result<Self, IllegalAction>;

    /// The action's stable index in `0..COUNT`, for machine learning. `None` for answers to an
    /// [open](GameState::lists_all) decision that have no index; the game then sets
    /// [`ALL_INDEXED`](Action::ALL_INDEXED) to false.
    fn index(self) -> Option<usize>;

    /// The action with this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;

    /// The kinds of [sub-actions](Action::sub_actions) that actions decompose into. Default: a single
    /// kind, the action's index.
    const SUB_ACTIONS: &'static [SubActionKind] = &[SubActionKind {
        name: "action",
        size: Self::COUNT,
        meaning: "The action, by its index.",
    }];

    /// Appends the action's sub-actions, at most [`MAX_SUB_ACTIONS`](crate::MAX_SUB_ACTIONS), for
    /// machine learning. Squares are in the seat's own frame of reference if the game's
    /// [observations](GameState::observe) are.
    ///
    /// No action of a list has the same sub-actions as another, and none is a prefix of another; the
    /// numbers chosen so far determine the kind of the next sub-action.
    fn sub_actions(self, seat: Seat, to: &mut FactoredAction) {
        let _ = seat;
        if let Some(index) = self.index() {
            to.push(0, index);
        }
    }

    /// Search hint for games with hundreds of actions: the action's category as a number, such as "move
    /// a piece" regardless of the squares. Lists keep the actions of a category adjacent. `None` if each
    /// action is its own category.
    fn category(self) -> Option<usize> {
        None
    }
}

/// Sets `mask[i]` to true if the action with [index](Action::index) `i` is in `listed`, and to false
/// otherwise. Actions without an index are ignored.
///
/// # Panics
/// Panics if `mask` does not have [`COUNT`](Action::COUNT) elements.
pub fn mark_indices<A: Action>(listed: &[A], mask: &mut [bool]) {
    mask.fill(false);
    listed.iter().filter_map(|action| action.index()).for_each(|index| mask[index] = true);
}

/// Characters that occur in no notation, so that lists of notations can be written on one line, in a
/// command or in a report.
pub const SEPARATORS: [char; 7] = [',', ';', '{', '}', '|', '"', '\n'];

/// Returns true if the text is a well-formed notation: words without [`SEPARATORS`] or control
/// characters, separated by single spaces.
pub fn is_notation(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && !word.contains(SEPARATORS)
            && !word.contains(|c: char| c.is_control() || c.is_whitespace())
    };
    text.split(' ').all(word)
}

/// Something that happened in a match with the configuration `S`.
pub trait Event<S>: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static {
    /// The event in words, and the rule it follows from (see [`describe!`](crate::describe)).
    fn describe(&self, config: &S) -> (LocalizedText, RuleId);

    /// The event as the viewer may know it, or `None` if the viewer must not notice it.
    fn for_viewer(&self, viewer: Viewer) -> Option<Self> {
        let _ = viewer;
        Some(self.clone())
    }

    /// Returns true if the event shows a seat something that was hidden from it (law 8).
    fn reveals(&self) -> bool {
        false
    }

    /// Returns true if later events may depend on what this event reveals. A preview ends before such an
    /// event; it continues past a draw on which nothing else depends.
    fn affects_later_events(&self) -> bool {
        self.reveals()
    }
}

/// Everything fixed before the first decision: number of seats, options, components.
#[doc(alias = "config")]
#[doc(alias = "parameters")]
pub trait GameConfig: Debug + Send + Sync + Sized + 'static {
    /// Creates a configuration from a number of seats that the game allows, complete options (from
    /// [`GameInfo::complete_options`]) and the text of a components file (`None`: the game's own).
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these options or components.
    fn new(seats: u8, options: &Value, components: Option<&str>) -> Result<Arc<Self>, InputError>;

    /// Creates a configuration for a match that started under an earlier version of the rules, one of
    /// [`GameInfo::former_rules`]. A game whose rules changed stores the version and consults it where
    /// the rules differ; other games keep the default.
    ///
    /// # Errors
    /// As for [`new`](GameConfig::new).
    fn for_rules_version(
        rules_version: u32,
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Self>, InputError> {
        let _ = rules_version;
        Self::new(seats, options, components)
    }

    /// Number of seats.
    fn seats(&self) -> u8;

    /// The teams: every seat is in exactly one set. Default: each seat is its own team.
    fn sides(&self) -> Vec<SeatSet> {
        Seat::all(self.seats()).map(SeatSet::one).collect()
    }

    /// The components as JSON, each with its source, for display.
    fn components(&self) -> Value;

    /// The text of the game's own components file, if it has one.
    fn own_components() -> Option<&'static str> {
        None
    }

    /// This configuration with other weights for the heuristic (see [`GameState::weights`]), for
    /// experiments. Nothing but the heuristic depends on them.
    ///
    /// # Errors
    /// Returns an error if they are not weights of this game.
    fn with_weights(&self, weights: &Weights) -> Result<Arc<Self>, InputError> {
        let _ = weights;
        Err(InputError::new(
            "このゲームの経験則には重みのデータがありません。",
            "The heuristic of this game has no weights as data.",
        ))
    }

    /// This configuration with a value network that corrects the heuristic (see
    /// [`GameState::network_inputs`]).
    ///
    /// # Errors
    /// Returns an error if it is not a network for this game.
    fn with_value_network(&self, network: &str) -> Result<Arc<Self>, InputError> {
        let _ = network;
        Err(InputError::new(
            "このゲームには経験則を直すネットワークがありません。",
            "This game has no network to correct its heuristic.",
        ))
    }

    /// This configuration with a [restriction](Restriction) on the actions of some seats, returned by
    /// [`restriction`](GameConfig::restriction) from then on. `None` if the game does not support
    /// restrictions.
    fn restricted(&self, restriction: Restriction) -> Option<Arc<Self>> {
        let _ = restriction;
        None
    }

    /// The restriction on the actions of some seats, if there is one.
    fn restriction(&self) -> Option<&Restriction> {
        None
    }

    /// Upper bound on the number of decisions in a match.
    #[doc(alias = "MaxGameLength")]
    fn max_decisions(&self) -> usize;
}

/// The complete state of a match, as a plain value.
///
/// # Laws
///
/// The tests of the `conformance` crate check these laws for every registered game; failures name the
/// law by its number.
///
/// 1. [`legal`](GameState::legal) and [`is_legal`](GameState::is_legal) agree: every listed action is
///    legal, and every legal action is listed except in [open](GameState::lists_all) decisions.
///    Notations are [well-formed](is_notation).
/// 2. The same configuration, RNG seed and actions give the same match.
/// 3. States that differ only in what is hidden from a viewer give that viewer equal
///    [views](GameState::view), legal actions, events and errors.
/// 4. [`determinize`](GameState::determinize) returns a state with exactly the given view.
/// 5. [`check_invariants`](GameState::check_invariants) succeeds after every action.
/// 6. Every match ends within [`max_decisions`](GameConfig::max_decisions).
/// 7. No input panics, and no input but a legal action changes the state.
/// 8. An action without a [revealing](Event::reveals) event shows no seat anything new.
/// 9. A [preview](InfoState::preview) of a seat's own action agrees with what then happens.
/// 10. [`Viewer::Omniscient`] sees the views and events of all seats and of a spectator together, and
///     nothing else.
/// 11. [Observations](GameState::observe) have the declared size and finite values, and are the same
///     [from a state](GameState::observe_state) as from its view. Equal observations imply equal legal
///     actions. Different views have different observations, except where the game's features document
///     otherwise.
/// 12. The [sub-actions](Action::sub_actions) of an action identify it among the listed actions, and
///     each is of a declared kind.
/// 13. A [view](GameState::view) written as JSON reads back equal, so that it can be sent to another
///     program.
/// 14. The batched [`value_after_each`](GameState::value_after_each) and the list-free
///     [`sample_per_category`](GameState::sample_per_category) return what their one-by-one equivalents
///     return.
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
    /// The information of one viewer, built from nothing else; it must suffice for `determinize`.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened in a match.
    type Event: Event<Self::Config>;
    /// The complete state as documented JSON.
    type Position: Serialize + DeserializeOwned;

    /// Number of inputs of a [value network](GameState::value_network) for the game; 0 if the game does
    /// not support one.
    const NETWORK_INPUTS: usize = 0;

    /// Name, rules version, seats and options of the game.
    fn info() -> &'static GameInfo;

    /// The rule statements, parsed from the game's `RULES.md`.
    fn rules() -> &'static [Rule];

    /// The names of the game's pieces and terms, from its `glossary.toml`.
    fn glossary() -> &'static Glossary {
        Glossary::none()
    }

    /// The tutorial, from the game's `book.toml`, if it has one.
    fn tutorial() -> Option<&'static Tutorial> {
        None
    }

    /// The game's puzzles, from its `puzzles.toml`, if it has any.
    fn puzzles() -> &'static [Puzzle] {
        &[]
    }

    /// The bot of each difficulty level, from the game's `levels.toml`.
    fn levels() -> &'static Levels {
        Levels::usual()
    }

    /// The conversion of search values to win probabilities, from the game's `calibration.toml`, for
    /// each number of seats for which it was measured.
    fn calibrations() -> &'static [Calibration] {
        &[]
    }

    /// Builds slow caches shared by all matches before a search with a time limit starts. May take a
    /// second, once. No result depends on whether it was called.
    fn prepare() {}

    /// The weights of the heuristic, from the game's `weights.toml`, if it has one.
    fn weights() -> Option<&'static Weights> {
        None
    }

    /// The value network that corrects the heuristic, from the game's `network.toml`, if it has one.
    /// With the game's own components, [`evaluate`](GameState::evaluate) includes the correction.
    fn value_network() -> Option<&'static ValueNetwork> {
        None
    }

    /// The puzzle goal that can be composed from positions of this game, if any.
    fn puzzle_goal() -> Option<PuzzleGoal> {
        None
    }

    /// The task of a composed puzzle in words: the goal of the seat to move, and the number of its turns
    /// within which to reach it.
    fn puzzle_prompt(&self, seat: Seat, goal: Goal, turns: u8) -> LocalizedText {
        let (seat, turns) = (Self::info().seat(seat), i32::from(turns));
        match goal {
            Goal::Wins => text!(
                "{seat}の番です。ほかの席が何をしても、自分の{turns}ターン目までに勝ってください。",
                "{seat} to move: win within {turns}, whatever the others do.",
                seat,
                turns = plural(turns, "turn", "turns")
            ),
            Goal::Score(score) => text!(
                "{seat}の番です。このターンに得点を{score}点にしてください。",
                "{seat} to move: come to a score of {score} in this turn.",
                seat,
                score
            ),
        }
    }

    /// Solver hint: returns true if the seat to move certainly cannot reach the score any more within
    /// its current turn. `false` if the game cannot tell.
    fn is_out_of_reach(&self, seat: Seat, score: i32) -> bool {
        let _ = (seat, score);
        false
    }

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

    /// Number of seats.
    fn seats(&self) -> u8 {
        self.config().seats()
    }

    /// The seats to move, or the outcome.
    #[doc(alias = "current_player")]
    #[doc(alias = "is_terminal")]
    fn turn(&self) -> Turn;

    /// Replaces the contents of `out` with the seat's legal actions, each once, in a fixed order; none
    /// if the seat is not to move. For an [open](GameState::lists_all) decision, a selection of them.
    fn legal_into(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// The list of [`legal_into`](GameState::legal_into) as a new vector.
    #[doc(alias = "legal_actions")]
    #[doc(alias = "legal_moves")]
    fn legal(&self, seat: Seat) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal_into(seat, &mut actions);
        actions
    }

    /// The legal actions that the [restriction](GameConfig::restriction) of the configuration allows the
    /// seat, written into the buffer `room`. Not to be overridden.
    fn choices<'a>(&self, seat: Seat, room: &'a mut Vec<Self::Action>) -> &'a [Self::Action] {
        self.legal_into(seat, room);
        self.restrict(seat, room);
        room
    }

    /// Removes the actions that the configuration's [restriction](GameConfig::restriction) forbids the
    /// seat. Not to be overridden.
    fn restrict(&self, seat: Seat, actions: &mut Vec<Self::Action>) {
        if let Some(restriction) = self.config().restriction() {
            restriction.keep_allowed(seat, actions);
        }
    }

    /// Returns true if [`legal`](GameState::legal) lists all legal actions of the seat. It is false for
    /// an open decision, which has more legal actions than can be listed (such as laying cards anywhere
    /// on an endless table); the list is then a selection for search and learning.
    fn lists_all(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// Checks without the list that the seat may play the action now.
    ///
    /// # Errors
    /// Returns the rule that forbids it.
    fn is_legal(&self, seat: Seat, action: Self::Action) -> Result<(), IllegalAction>;

    /// Returns true if the decisions awaited now are simultaneous: each stays hidden from the other
    /// seats after it is taken. Good play then usually needs a mixed strategy.
    #[doc(alias = "simultaneous")]
    fn is_simultaneous(&self) -> bool {
        self.turn().awaited().len() > 1
    }

    /// Parses an unfinished decision: text on its way to the notation of an action. Callers use
    /// [`InfoState::draft`], which calls this on a determinization for the seat. Each game defines its
    /// draft syntax: the empty text is the empty draft, and the notation of an action that answers an
    /// open decision is a finished draft. Games without drafts return an error.
    ///
    /// # Errors
    /// Returns an error if the text is not a draft of this game.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        let _ = (seat, draft);
        Err(IllegalAction::no_draft())
    }

    /// Returns true if the other seats may watch drafts of the current decision.
    fn drafts_open(&self) -> bool {
        false
    }

    /// The seat's time limit for the current decision, in seconds. Games have no clock: the server plays
    /// [`Draft::completed`] of the seat's last draft when the time is up.
    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let _ = seat;
        None
    }

    /// Plays a legal action, then everything that follows without a decision. Decisions with exactly one
    /// legal action are also played, and logged. After an illegal action the state is unspecified: check
    /// first, or call [`GameState::play`].
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

    /// The information of this viewer.
    #[doc(alias = "observation")]
    #[doc(alias = "information_state")]
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The layout of a seat's observations in matches with this configuration. Features indexed by seat
    /// begin with the observing seat (0) and continue in order of play.
    #[doc(alias = "observation_tensor_shape")]
    fn features(config: &Self::Config) -> Features;

    /// Writes the seat's observation: all [features](GameState::features) in their order, computed from
    /// the seat's own `view` alone. Callers use an [`ObservationEncoder`](crate::ObservationEncoder).
    #[doc(alias = "observation_tensor")]
    fn observe(config: &Self::Config, view: &Self::View, seat: Seat, out: &mut Observation<'_>);

    /// Writes what [`observe`](GameState::observe) writes for the seat's own view (law 11), without
    /// necessarily building the view. Games with expensive views override this for programs that play
    /// millions of steps.
    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        Self::observe(self.config(), &self.view(Viewer::Seat(seat)), seat, out);
    }

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

    /// Search hint: the heuristic's evaluation of the state for `seat`, from −1000 (lost) to 1000 (won).
    /// The rules do not use it. Without a heuristic, only finished matches have a value other than 0.
    #[doc(alias = "heuristic")]
    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => 0,
        }
    }

    /// Search hint for games with [categories](Action::category): samples one legal action per category,
    /// in the order of the list, each drawn by [`GameRng::below`] the size of its category. A game
    /// overrides this if it can sample without building its long list; the draws must be the same.
    fn sample_per_category(
        &self,
        seat: Seat,
        rng: &mut GameRng,
        out: &mut Vec<Self::Action>,
    ) -> bool {
        let _ = (seat, rng, out);
        false
    }

    /// Search hint, in batches: the [value](GameState::value_after) of the state for a seat after each
    /// of these legal actions of the seat. A game overrides this if it can evaluate many actions faster
    /// together; the values must be the same.
    fn value_after_each(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<i32>) {
        out.clear();
        out.extend(actions.iter().map(|action| self.value_after(seat, *action)));
    }

    /// The [value](GameState::value) of the state for a seat after a legal action of the seat. Override
    /// [`value_after_each`](GameState::value_after_each) instead.
    fn value_after(&self, seat: Seat, action: Self::Action) -> i32 {
        let mut after = self.clone();
        after.play_unchecked(seat, action, None);
        after.value(seat)
    }

    /// The value of the state for a seat, −1000..=1000: the result once the match is over, otherwise
    /// [`evaluate`](GameState::evaluate).
    fn value(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => self.evaluate(seat).clamp(-1000, 1000),
        }
    }

    /// For training: the active inputs of a [value network](GameState::value_network) from the seat's
    /// point of view in this state, each in `0..NETWORK_INPUTS`.
    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        let _ = (seat, out);
    }

    /// The state with a configuration that differs only in its [weights](GameConfig::with_weights), so
    /// that it is evaluated by those. Games with [weights](GameState::weights) override this.
    fn with_config(self, config: Arc<Self::Config>) -> Self {
        let _ = config;
        self
    }

    /// Search hint: a hash of the state for transposition tables. States with equal hashes develop
    /// equally under equal actions. `None` if the game has none.
    #[doc(alias = "hash")]
    #[doc(alias = "zobrist")]
    fn state_hash(&self) -> Option<u64> {
        None
    }

    /// Search hint: returns true if the action changes so much (a capture, for example) that the state
    /// before it cannot be evaluated well. Search extends such actions beyond its depth.
    #[doc(alias = "is_tactical")]
    #[doc(alias = "quiescence")]
    fn is_noisy(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Search hint: the round number, for games whose heuristic is accurate at the end of a round.
    /// Search then looks no further than the beginning of the next round. `None` if the game has no such
    /// rounds.
    fn round(&self) -> Option<u32> {
        None
    }

    /// Search hint: while [simultaneous](GameState::is_simultaneous) decisions are awaited, the state
    /// before the first of them. `None` if the game cannot tell or none is awaited.
    ///
    /// Search then models the hidden decisions by what players would choose among
    /// [`possible_hidden_actions`](GameState::possible_hidden_actions), instead of what
    /// [`determinize`](GameState::determinize) samples from everything possible.
    fn state_before_hidden(&self) -> Option<Self> {
        None
    }

    /// Search hint: the candidates for the hidden decision that a seat has already taken, from the point
    /// of view of the other seats; the same in all determinizations of their information. Empty if the
    /// seat has taken none, or if [`state_before_hidden`](GameState::state_before_hidden) is `None`.
    fn possible_hidden_actions(&self, seat: Seat) -> Vec<Self::Action> {
        let _ = seat;
        Vec::new()
    }

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

/// An unfinished decision, parsed (see [`GameState::draft`]).
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Draft {
    /// The meaning of the draft, as JSON in the game's own format.
    #[ts(type = "unknown")]
    pub reading: Value,
    /// The notation of a legal action that keeps as much of the draft as possible, if the game completes
    /// drafts.
    pub completed: Option<String>,
    /// The reason that the draft cannot be played as it is; `None` if it can.
    pub refused: Option<IllegalAction>,
}

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

/// Collects each event with the state after it, for displaying every change.
#[derive(Clone, Debug)]
pub struct FrameRecorder<G: GameState>(pub Vec<(G::Event, G)>);

impl<G: GameState> FrameRecorder<G> {
    /// The frames that are the same in all determinizations for the viewer: the events up to the first
    /// one that [affects later events](Event::affects_later_events), each as the viewer may know it. A
    /// revealing event is reported as to a spectator, and there are no views after it.
    pub fn certain(&self, viewer: Viewer) -> VisibleFrames<G> {
        let mut moments = Vec::new();
        let mut revealed = false;
        for (event, after) in self.0.iter().take_while(|(event, _)| !event.affects_later_events()) {
            let reveals = event.reveals();
            revealed |= reveals;
            let eyes = if reveals { Viewer::Spectator } else { viewer };
            if let Some(event) = event.for_viewer(eyes) {
                moments.push((event, (!revealed).then(|| after.view(viewer))));
            }
        }
        moments
    }
}

impl<G: GameState> EventSink<G> for FrameRecorder<G> {
    fn push(&mut self, event: G::Event, after: &G) {
        self.0.push((event, after.clone()));
    }
}

/// Events as one viewer may know them, each with the viewer's view after it, if that is certain.
pub type VisibleFrames<G> = Vec<(<G as GameState>::Event, Option<<G as GameState>::View>)>;

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

/// A seat's information state: its view and nothing else. Bots receive this and nothing else.
/// Determinizations are computed from the view alone, so the actual state is out of reach by
/// construction.
#[derive(Debug)]
#[doc(alias = "information_set")]
#[doc(alias = "information_state")]
pub struct InfoState<G: GameState> {
    config: Arc<G::Config>,
    seat: Seat,
    view: G::View,
}

impl<G: GameState> Clone for InfoState<G> {
    fn clone(&self) -> InfoState<G> {
        InfoState { config: self.config.clone(), seat: self.seat, view: self.view.clone() }
    }
}

impl<G: GameState> InfoState<G> {
    /// The information state of a seat in this state.
    pub fn new(game: &G, seat: Seat) -> InfoState<G> {
        InfoState { config: game.config().clone(), seat, view: game.view(Viewer::Seat(seat)) }
    }

    /// The information state of a seat from a view written as JSON, in a match with this configuration.
    /// Its previews are those of the original information state (law 13).
    ///
    /// # Errors
    /// Returns an error if it is not a view of this game, or not one that the seat can have.
    ///
    /// # Panics
    /// May panic if the JSON has the form of a view but no match can reach it. Callers with untrusted
    /// input catch the panic.
    pub fn of_view(
        config: &Arc<G::Config>,
        seat: Seat,
        view: &Value,
    ) -> Result<InfoState<G>, InputError> {
        if seat.0 >= config.seats() {
            return Err(InputError::new(
                format!("席{seat}はありません。席は0から数えます。"),
                format!("There is no seat {seat}; seats are counted from 0."),
            ));
        }
        let seen =
            InfoState::<G> { config: config.clone(), seat, view: read_view(view, G::info())? };
        let world = seen.determinize(&mut GameRng::from_seed(0));
        if world.view(Viewer::Seat(seat)) != seen.view {
            return Err(InputError::new(
                format!(
                    "席{seat}からは、どの対局でもこのようには見えません。view をそのまま渡してください。"
                ),
                format!("No match gives seat {seat} this view; pass the view unchanged."),
            ));
        }
        Ok(seen)
    }

    /// The observing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        self.config.seats()
    }

    /// The seat's view.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Samples a state consistent with the view.
    #[doc(alias = "determinization")]
    pub fn determinize(&self, rng: &mut GameRng) -> G {
        G::determinize(&self.config, &self.view, rng.fork())
    }

    /// The [allowed actions](GameState::choices) of the seat. By law 3 they are the same in every
    /// determinization.
    pub fn choices(&self, rng: &mut GameRng) -> Vec<G::Action> {
        let mut choices = Vec::new();
        self.determinize(rng).choices(self.seat, &mut choices);
        choices
    }

    /// Previews an action of the seat: the events that are certain to follow (see
    /// [`FrameRecorder::certain`]). By law 9 they follow in the match too, so any determinization serves
    /// and no RNG is needed.
    ///
    /// # Errors
    /// Returns the rule that forbids the action.
    pub fn preview(&self, action: G::Action) -> Result<VisibleFrames<G>, IllegalAction> {
        let mut world = self.determinize(&mut GameRng::from_seed(0));
        let mut frames = FrameRecorder(Vec::new());
        world.play(self.seat, action, Some(&mut frames))?;
        Ok(frames.certain(Viewer::Seat(self.seat)))
    }

    /// Parses an unfinished decision with the knowledge of the seat. The result is the same in every
    /// determinization, so any serves.
    ///
    /// # Errors
    /// Returns an error if the text is not a draft of this game.
    pub fn draft(&self, draft: &str) -> Result<Draft, IllegalAction> {
        self.determinize(&mut GameRng::from_seed(0)).draft(self.seat, draft)
    }
}

#[cfg(test)]
mod tests {
    use super::is_notation;

    #[test]
    fn a_notation_is_words_with_single_blanks_and_no_separator() {
        for good in ["draw", "drop 4", "lay crest@0:0 3@0:-1", "c4>c3+ko", "席 1"] {
            assert!(is_notation(good), "{good}");
        }
        for bad in
            ["", " ", " a", "a ", "a  b", "a\tb", "a\nb", "a,b", "a;b", "{a", "a}", "a|b", "\"a\""]
        {
            assert!(!is_notation(bad), "{bad:?}");
        }
    }
}
