//! The contract.

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

/// One decision of a game, small and typed. Its `Display` is the notation that people type and
/// records store: words separated by single blanks, without any of [`SEPARATORS`].
pub trait Action: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// How many different indices there are.
    const COUNT: usize;

    /// Whether every action has an index.
    const ALL_INDEXED: bool = true;

    /// Reads an action's notation.
    ///
    /// # Errors
    /// `T-3` if the text is not the notation of an action.
    fn parse(notation: &str) -> Result<Self, IllegalAction>;

    /// The action's stable index in `0..COUNT`, for learners. `None` for an answer to an
    /// [open](GameState::lists_all) decision that has no number, where not [all](Action::ALL_INDEXED) have.
    fn index(self) -> Option<usize>;

    /// The action with this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;

    /// The small choices that actions are made of (see [`sub_actions`](Action::sub_actions)). One, the whole
    /// action by its index, where a game tells no others.
    const SUB_ACTIONS: &'static [SubActionKind] = &[SubActionKind {
        name: "action",
        size: Self::COUNT,
        meaning: "The action, by its index.",
    }];

    /// Adds the action as small choices, [`MAX_SUB_ACTIONS`](crate::MAX_SUB_ACTIONS) at most, for learners. Where a game shows boards to the seat in its own
    /// frame ([`GameState::observe`]) squares are in that frame here too. No two actions of a list have
    /// the same choices, nor does one begin with all those of another; which factor is next
    /// follows from the numbers before it.
    fn sub_actions(self, seat: Seat, to: &mut FactoredAction) {
        let _ = seat;
        if let Some(index) = self.index() {
            to.push(0, index);
        }
    }

    /// A hint for search, for games with hundreds of actions: what is done, wherever and however it
    /// is done, as a number. Lists have the actions of a sort side by side. `None` where each action
    /// is of its own sort.
    fn category(self) -> Option<usize> {
        None
    }
}

/// Writes for every [index](Action::index) whether its action is listed. What has no index has no
/// place in it.
///
/// # Panics
/// When there are not [`COUNT`](Action::COUNT) places.
pub fn mark_indices<A: Action>(listed: &[A], mask: &mut [bool]) {
    mask.fill(false);
    listed.iter().filter_map(|action| action.index()).for_each(|index| mask[index] = true);
}

/// What no notation holds, so that lists of notations can be written in a line, in a command
/// and in a report.
pub const SEPARATORS: [char; 7] = [',', ';', '{', '}', '|', '"', '\n'];

/// Whether the text keeps to the alphabet of notations: words without [`SEPARATORS`] and control
/// characters, separated by single blanks.
pub fn is_notation(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && !word.contains(SEPARATORS)
            && !word.contains(|c: char| c.is_control() || c.is_whitespace())
    };
    text.split(' ').all(word)
}

/// One thing that happened in a play with the setup `S`.
pub trait Event<S>: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static {
    /// The event in words, and the rule it follows from (see [`describe!`](crate::describe)).
    fn describe(&self, config: &S) -> (LocalizedText, RuleId);

    /// The event as this viewer may know it, or `None` if it must not be noticed at all.
    fn for_viewer(&self, viewer: Viewer) -> Option<Self> {
        let _ = viewer;
        Some(self.clone())
    }

    /// Whether the event shows a seat something that was hidden from it (law 8).
    fn reveals(&self) -> bool {
        false
    }

    /// Whether what happens after the event may depend on what it reveals. Foresight ends
    /// before an event that does; past a draw that decides nothing it goes on.
    fn affects_later_events(&self) -> bool {
        self.reveals()
    }
}

/// What is fixed before the first decision: seats, options, components.
#[doc(alias = "config")]
#[doc(alias = "parameters")]
pub trait GameConfig: Debug + Send + Sync + Sized + 'static {
    /// Fixes seats (as many as the game allows), options (complete, as from
    /// [`GameInfo::complete_options`]) and components (the text of a components file; `None`
    /// for the game's own).
    ///
    /// # Errors
    /// When the options or components cannot be played with.
    fn new(seats: u8, options: &Value, components: Option<&str>) -> Result<Arc<Self>, InputError>;

    /// Fixes them for a play that was begun by this version of the rules, one of those the
    /// [card](GameInfo::former_rules) names. A game whose rules changed keeps the version and
    /// asks it where they differ; the others need not know.
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

    /// How many seats there are.
    fn seats(&self) -> u8;

    /// Who wins together: every seat is in one of these. By itself, unless the game has teams.
    fn sides(&self) -> Vec<SeatSet> {
        Seat::all(self.seats()).map(SeatSet::one).collect()
    }

    /// The components as JSON, each with its source, for people to look at.
    fn components(&self) -> Value;

    /// The text of the game's own components file, if it has one.
    fn own_components() -> Option<&'static str> {
        None
    }

    /// The same for the rule of thumb alone, weighing by these (see [`GameState::weights`]), for trying
    /// them out. Nothing else hangs on them.
    ///
    /// # Errors
    /// When they are not weights of this game.
    fn with_weights(&self, weights: &Weights) -> Result<Arc<Self>, InputError> {
        let _ = weights;
        Err(InputError::new(
            "このゲームの経験則には重みのデータがありません。",
            "The rule of thumb of this game has no weights as data.",
        ))
    }

    /// The same with a network that corrects the rule of thumb (see [`GameState::network_inputs`]).
    ///
    /// # Errors
    /// When it is no network of this game.
    fn with_value_network(&self, network: &str) -> Result<Arc<Self>, InputError> {
        let _ = network;
        Err(InputError::new(
            "このゲームには経験則を直すネットワークがありません。",
            "This game has no network to correct its rule of thumb.",
        ))
    }

    /// The same with a [restriction](Restriction) on what some seats choose, which
    /// [`restriction`](GameConfig::restriction) gives back from then on. `None` if the game's setup has no
    /// place for one.
    fn restricted(&self, restriction: Restriction) -> Option<Arc<Self>> {
        let _ = restriction;
        None
    }

    /// The restriction on what some seats choose, if there is one.
    fn restriction(&self) -> Option<&Restriction> {
        None
    }

    /// More decisions than any play can have.
    #[doc(alias = "MaxGameLength")]
    fn max_decisions(&self) -> usize;
}

/// A game: the complete truth of one play, as a plain value.
///
/// # Laws
///
/// The battery of `conformance` checks them for every game on the shelf; the numbers below are the
/// ones its failures name.
///
/// 1. [`legal`](GameState::legal) and [`is_legal`](GameState::is_legal) agree: what is listed is legal,
///    and but for [open](GameState::lists_all) decisions what is legal is listed. Notations keep to
///    their [alphabet](is_notation).
/// 2. The same setup, dice and actions give the same play.
/// 3. Truths that differ only in what a viewer may not know give that viewer equal
///    [views](GameState::view), legal lists, events and refusals.
/// 4. [`determinize`](GameState::determinize) makes a truth with the very view it was given.
/// 5. [`check_invariants`](GameState::check_invariants) holds after every action.
/// 6. Every play ends within [`max_decisions`](GameConfig::max_decisions).
/// 7. Nothing a caller passes panics or changes the state unless it is a legal action.
/// 8. An action without a [revealing](Event::reveals) event shows nobody anything new.
/// 9. What a seat [foresees](InfoState::preview) of its own action is what then happens.
/// 10. [`Viewer::Omniscient`] knows and is told all that the seats and a spectator are, and nothing
///     that is in none of their views.
/// 11. [Observations](GameState::observe) have the size that was declared and are finite, and are the
///     same [of a play](GameState::observe_state) as of its view. Where a seat observes the same, the
///     same is listed for it; views that differ are observed differently but where the game's
///     features say so.
/// 12. The small [choices](Action::sub_actions) of an action lead to it among all that are listed, and
///     each is one of those declared.
/// 13. A [view](GameState::view) that is written as JSON reads back the same: another program can be
///     told it.
/// 14. What is told at once, of [many actions](GameState::value_after_each) or
///     [without a list](GameState::sample_per_category), is what is told one by one.
///
/// # Cost
///
/// Search clones and plays states millions of times a second: keep them flat (fixed
/// arrays, [`Arc`] for what never changes) and keep `legal_into` and `play_unchecked` free of
/// allocation.
#[doc(alias = "State")]
#[doc(alias = "Position")]
pub trait GameState: Clone + Debug + Send + Sync + Sized + 'static {
    /// What is fixed before the first decision.
    type Config: GameConfig;
    /// One decision.
    type Action: Action;
    /// What a viewer may know, built up from nothing; it must suffice for `determinize`.
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One thing that happened.
    type Event: Event<Self::Config>;
    /// The complete truth as documented JSON.
    type Position: Serialize + DeserializeOwned;

    /// How many inputs a [network](GameState::value_network) for the game has; 0 if it can have none.
    const NETWORK_INPUTS: usize = 0;

    /// The card in the catalogue.
    fn info() -> &'static GameInfo;

    /// The rule statements, parsed from the game's `RULES.md`.
    fn rules() -> &'static [Rule];

    /// What the game calls its things, from its `glossary.toml`.
    fn glossary() -> &'static Glossary {
        Glossary::none()
    }

    /// What newcomers are shown of the game, from its `book.toml`, if it has one.
    fn tutorial() -> Option<&'static Tutorial> {
        None
    }

    /// The game's puzzles, from its `puzzles.toml`, if it has any.
    fn puzzles() -> &'static [Puzzle] {
        &[]
    }

    /// Which bots its levels are, from its `levels.toml`.
    fn levels() -> &'static Levels {
        Levels::usual()
    }

    /// How the values of search become chances of winning, from its `calibration.toml`, for the
    /// numbers of seats for which that was measured.
    fn calibrations() -> &'static [Calibration] {
        &[]
    }

    /// For search that has a time to keep to: finds what is the same for all plays and takes long to find,
    /// before a decision waits for it. It may take a second, once; nothing hangs on whether it was called.
    fn prepare() {}

    /// What the rule of thumb weighs, from the game's `weights.toml`, if it is data.
    fn weights() -> Option<&'static Weights> {
        None
    }

    /// What corrects the rule of thumb, from the game's `network.toml`, if it has one: with the
    /// game's own components [`evaluate`](GameState::evaluate) says what both say together.
    fn value_network() -> Option<&'static ValueNetwork> {
        None
    }

    /// What puzzles can be composed from the game's positions, if any.
    fn puzzle_goal() -> Option<PuzzleGoal> {
        None
    }

    /// What a composed puzzle asks of the seat whose turn it is, in words: the goal, and within how
    /// many of its turns.
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

    /// A hint for the solver: whether the seat, whose decision is awaited, certainly does not reach
    /// the score in its turn any more. `false` where the game cannot tell.
    fn is_out_of_reach(&self, seat: Seat, score: i32) -> bool {
        let _ = (seat, score);
        false
    }

    /// Lays out a new play and runs it up to its first decision; `log` gets what happens, if there is
    /// one (see [`EventSink`]).
    #[doc(alias = "new_initial_state")]
    fn deal(
        config: &Arc<Self::Config>,
        rng: GameRng,
        log: Option<&mut dyn EventSink<Self>>,
    ) -> Self;

    /// What the play was set up with.
    fn config(&self) -> &Arc<Self::Config>;

    /// How many seats there are.
    fn seats(&self) -> u8 {
        self.config().seats()
    }

    /// Whose decisions are awaited, or how it ended.
    #[doc(alias = "current_player")]
    #[doc(alias = "is_terminal")]
    fn turn(&self) -> Turn;

    /// Replaces what is in `out` with every action the seat may take now, each once, in a fixed
    /// order; with nothing if the seat's decision is not awaited. Of an
    /// [open](GameState::lists_all) decision a selection.
    fn legal_into(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// What [`legal_into`](GameState::legal_into) lists, in a list of its own.
    #[doc(alias = "legal_actions")]
    #[doc(alias = "legal_moves")]
    fn legal(&self, seat: Seat) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal_into(seat, &mut actions);
        actions
    }

    /// The actions that a player at the seat chooses among, written into `room`: what
    /// [`legal_into`](GameState::legal_into) lists, less what the setup's
    /// [restriction](GameConfig::restriction) forbids. Not to be overridden.
    fn choices<'a>(&self, seat: Seat, room: &'a mut Vec<Self::Action>) -> &'a [Self::Action] {
        self.legal_into(seat, room);
        self.restrict(seat, room);
        room
    }

    /// Removes from a list of the seat's actions what the setup's
    /// [restriction](GameConfig::restriction) forbids. Not to be overridden.
    fn restrict(&self, seat: Seat, actions: &mut Vec<Self::Action>) {
        if let Some(restriction) = self.config().restriction() {
            restriction.keep_allowed(seat, actions);
        }
    }

    /// Whether [`legal`](GameState::legal) lists all that the seat may do now. A decision is open,
    /// and this is false, where people may do more than can be listed (lay cards anywhere on
    /// an endless table, say): then the list is a selection for search and learners.
    fn lists_all(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// Whether the seat may take this action now, decided without the list.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn is_legal(&self, seat: Seat, action: Self::Action) -> Result<(), IllegalAction>;

    /// Whether the decisions awaited now stay hidden from the other seats when they are taken.
    /// Then no single choice is good against all that the others may do, and a good player
    /// mixes several.
    #[doc(alias = "simultaneous")]
    fn is_simultaneous(&self) -> bool {
        self.turn().awaited().len() > 1
    }

    /// Reads an unfinished decision: text on its way to the notation of an action. Callers ask
    /// a world imagined from the seat's view ([`InfoState::draft`]). What a draft is, each game says
    /// where it reads one: the empty text is the empty draft, and the notation of an action that
    /// answers an open decision is a finished one. Games without drafts refuse.
    ///
    /// # Errors
    /// If the text is not a draft of this game.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        let _ = (seat, draft);
        Err(IllegalAction::no_draft())
    }

    /// Whether the other seats may watch a draft of the decision grow.
    fn drafts_open(&self) -> bool {
        false
    }

    /// How many seconds the seat has for the decision awaited of it. The game has no clock:
    /// the program that keeps one takes [`Draft::completed`] of the seat's last draft when time
    /// is up.
    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let _ = seat;
        None
    }

    /// Takes an action that is legal, then everything that follows without a decision.
    /// A decision with exactly one possible answer is taken here too, and logged.
    /// After an illegal action the state is unspecified: callers check first, or call
    /// [`GameState::play`].
    ///
    /// `log` gets what happens, if there is one (see [`EventSink`]).
    #[doc(alias = "apply_action")]
    #[doc(alias = "step")]
    fn play_unchecked(
        &mut self,
        seat: Seat,
        action: Self::Action,
        log: Option<&mut dyn EventSink<Self>>,
    );

    /// Takes the action if it is legal; otherwise changes nothing and says why.
    ///
    /// # Errors
    /// The rule that forbids it.
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

    /// What this viewer may know.
    #[doc(alias = "observation")]
    #[doc(alias = "information_state")]
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What a seat observes in plays with this setup. The seats of a feature are counted from the
    /// observing one, which is 0, in the order of play.
    #[doc(alias = "observation_tensor_shape")]
    fn features(config: &Self::Config) -> Features;

    /// Writes what the seat sees as numbers, all [features](GameState::features) in their order. `view` is
    /// the seat's own, and all that it is made from; callers use an
    /// [`ObservationEncoder`](crate::ObservationEncoder).
    #[doc(alias = "observation_tensor")]
    fn observe(config: &Self::Config, view: &Self::View, seat: Seat, out: &mut Observation<'_>);

    /// Writes just what [`observe`](GameState::observe) writes of the seat's own view (law 11), for
    /// programs that play millions of steps. A game whose views take long to make overrides this.
    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        Self::observe(self.config(), &self.view(Viewer::Seat(seat)), seat, out);
    }

    /// A truth that has exactly this view: what the viewer cannot know is drawn from
    /// `rng`, every possibility as likely as it is for the viewer; the play goes on with
    /// those dice.
    #[doc(alias = "determinization")]
    #[doc(alias = "resample")]
    fn determinize(config: &Arc<Self::Config>, view: &Self::View, rng: GameRng) -> Self;

    /// The dice that the play goes on with, for whoever decides chance otherwise: a program that
    /// goes through all that may happen puts [scripted](GameRng::scripted) ones in their place before
    /// an action. `None` where chance is over with the deal, or never was.
    fn rng_mut(&mut self) -> Option<&mut GameRng> {
        None
    }

    /// What is asked of a seat whose decision is awaited, in words, and the rule that
    /// asks it; `None` for other seats.
    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)>;

    /// The action in words, as a button or a screen reader says it.
    fn label(&self, action: Self::Action) -> LocalizedText;

    /// What an action means, in the game's own form, where its notation does not say it. Pages show
    /// that: they read no words, and do not know the rules by which it follows.
    fn reading(&self, action: Self::Action) -> Option<Value> {
        let _ = action;
        None
    }

    /// Each seat's score so far, in the game's own points.
    #[doc(alias = "returns")]
    fn scores(&self) -> Vec<i32>;

    /// A hint for search: how good the play looks for a seat by the game's rule of thumb, from
    /// −1000 (lost) to 1000 (won). The rules do not use it. Without a rule of thumb only the
    /// end counts.
    #[doc(alias = "heuristic")]
    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => 0,
        }
    }

    /// For search, where actions are of [sorts](Action::sort): draws one listed action of each sort, in
    /// the order of the list, each by [`GameRng::below`] the number of its sort. What it draws is what would
    /// be drawn from the list; a game that can do so without its list, which may be long, overrides this
    /// and says that it did.
    fn sample_per_category(
        &self,
        seat: Seat,
        rng: &mut GameRng,
        out: &mut Vec<Self::Action>,
    ) -> bool {
        let _ = (seat, rng, out);
        false
    }

    /// For search, which asks for nothing as often: how good the play [looks](GameState::value_after) for a seat
    /// just after each of these actions of its, which must be legal. A game that can tell many at once
    /// faster than one after the other overrides this; what it says is the same.
    fn value_after_each(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<i32>) {
        out.clear();
        out.extend(actions.iter().map(|action| self.value_after(seat, *action)));
    }

    /// What the play is [worth](GameState::value) to a seat just after a legal action of its. Not to be
    /// overridden: [`value_after_each`](GameState::value_after_each) is.
    fn value_after(&self, seat: Seat, action: Self::Action) -> i32 {
        let mut after = self.clone();
        after.play_unchecked(seat, action, None);
        after.value(seat)
    }

    /// How good the play looks for a seat, from −1000 to 1000: its result once it is over, before what
    /// [`evaluate`](GameState::evaluate) says.
    fn value(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => self.evaluate(seat).clamp(-1000, 1000),
        }
    }

    /// For training: which inputs of a [network](GameState::value_network) are there as a seat sees the truth,
    /// each from 0 to below [`NETWORK_INPUTS`](GameState::NETWORK_INPUTS).
    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        let _ = (seat, out);
    }

    /// The play with a setup in place of its own that differs from it in its
    /// [weights](GameConfig::with_weights) alone: whoever sees it appraises by those. A game that has
    /// [weights](GameState::weights) overrides this.
    fn with_config(self, config: Arc<Self::Config>) -> Self {
        let _ = config;
        self
    }

    /// A hint for search: a number for the truth, equal where the same play follows from the
    /// same actions, for tables of what was already searched. `None` if the game has none.
    #[doc(alias = "hash")]
    #[doc(alias = "zobrist")]
    fn state_hash(&self) -> Option<u64> {
        None
    }

    /// A hint for search: whether the action changes so much (a capture, say) that the play
    /// cannot be appraised just before it. Search looks at such actions beyond its depth.
    #[doc(alias = "is_tactical")]
    #[doc(alias = "quiescence")]
    fn is_noisy(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// A hint for search: which round it is, where the rule of thumb says at the end of one what it
    /// was worth, and what follows hangs on it no further: search looks no further ahead than to
    /// the next round. `None` where there is no such thing.
    fn round(&self) -> Option<u32> {
        None
    }

    /// A hint for search: while decisions are [concealed](GameState::is_simultaneous), the play as it stood
    /// before the first of them. `None` where the game cannot tell, or none is awaited.
    ///
    /// Search then does not guess what lies concealed by what [`determinize`](GameState::determinize) draws,
    /// anything at all that is possible, but by what players choose among
    /// [these](GameState::possible_hidden_actions).
    fn state_before_hidden(&self) -> Option<Self> {
        None
    }

    /// A hint for search: what the concealed decision that a seat has taken may have been as far as
    /// the others can tell, the same in every world in which they see the same. Nothing if it has
    /// taken none, or the play cannot be [reopened](GameState::state_before_hidden).
    fn possible_hidden_actions(&self, seat: Seat) -> Vec<Self::Action> {
        let _ = seat;
        Vec::new()
    }

    /// The complete truth, as documented JSON.
    #[doc(alias = "serialize")]
    #[doc(alias = "FEN")]
    fn position(&self) -> Self::Position;

    /// The play that stands at this position.
    ///
    /// # Errors
    /// What is impossible about it.
    fn from_position(
        config: &Arc<Self::Config>,
        position: Self::Position,
    ) -> Result<Self, InputError>;

    /// Counts every piece.
    ///
    /// # Errors
    /// What is missing or doubled.
    #[doc(alias = "conservation")]
    fn check_invariants(&self) -> Result<(), LocalizedText>;
}

/// What an unfinished decision says so far (see [`GameState::draft`]).
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Draft {
    /// What it means, in the game's own form.
    #[ts(type = "unknown")]
    pub reading: Value,
    /// The notation of a legal action that keeps as much of the draft as can be kept, where the
    /// game completes drafts.
    pub completed: Option<String>,
    /// Why it cannot be taken as it stands; `None` if it can.
    pub refused: Option<IllegalAction>,
}

/// Receives the events of a game.
///
/// A game passes its log on as `&mut impl EventSink<Self>`, but [`GameState::deal`] and [`GameState::play_unchecked`]
/// take an optional `&mut dyn EventSink`, so that the rules are compiled exactly twice, in the game's own
/// crate: for [`NoLog`], where building an event costs nothing because nobody receives it, and for
/// `&mut dyn EventSink`, whatever is behind it. [`with_event_sink!`](crate::with_event_sink) chooses between the two.
pub trait EventSink<G: GameState> {
    /// Writes down one event; `after` is the truth just after it, fit to be viewed.
    fn push(&mut self, event: G::Event, after: &G);
}

/// Keeps the events.
impl<G: GameState> EventSink<G> for Vec<G::Event> {
    fn push(&mut self, event: G::Event, _: &G) {
        Vec::push(self, event);
    }
}

/// Keeps the events and the truth after each, so that a page can show every change.
#[derive(Clone, Debug)]
pub struct FrameRecorder<G: GameState>(pub Vec<(G::Event, G)>);

impl<G: GameState> FrameRecorder<G> {
    /// What is the same in every world the viewer holds possible: the events up to the first
    /// that [forks](Event::affects_later_events), each as the viewer may know it. One that reveals something
    /// is reported as to a spectator, and after it there is no view.
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

/// Events as one viewer may know them, each with that viewer's view just after, if that is
/// certain.
pub type VisibleFrames<G> = Vec<(<G as GameState>::Event, Option<<G as GameState>::View>)>;

/// Discards all events, for the rules' own use: callers pass `None` for no log.
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

/// Runs the rules with an optional log: `with_event_sink!(log, |log| self.decide(action, log))` is
/// `self.decide(action, &mut NoLog)` if `log` is `None`, and otherwise hands the log over as
/// `&mut &mut dyn EventSink`.
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

/// All that a seat may know at one moment. Bots get this and nothing else: it is made
/// from the seat's view, and the worlds it yields are imagined from that view, so the
/// truth is out of reach by construction.
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
    /// What the seat sees of this play.
    pub fn new(game: &G, seat: Seat) -> InfoState<G> {
        InfoState { config: game.config().clone(), seat, view: game.view(Viewer::Seat(seat)) }
    }

    /// What a seat sees whose view was written as JSON, in a play with this setup. What is bound to
    /// happen from it is what would from the view itself (law 13).
    ///
    /// # Errors
    /// When it is no view of this game, or none that the seat can have.
    ///
    /// # Panics
    /// It may, when it has the form of a view and no play can come to it. Whoever is passed one by
    /// strangers catches that.
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
                format!("Seat {seat} can see no play like this; pass the view on as it was given."),
            ));
        }
        Ok(seen)
    }

    /// The seat that sees.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.config.seats()
    }

    /// What it sees.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// A world that could be the true one, drawn from the dice.
    #[doc(alias = "determinization")]
    pub fn determinize(&self, rng: &mut GameRng) -> G {
        G::determinize(&self.config, &self.view, rng.fork())
    }

    /// The [choices](GameState::choices) of the seat. By law 3 any world with its view has the same.
    pub fn choices(&self, rng: &mut GameRng) -> Vec<G::Action> {
        let mut choices = Vec::new();
        self.determinize(rng).choices(self.seat, &mut choices);
        choices
    }

    /// What would certainly happen if the seat took this action (see [`FrameRecorder::certain`]).
    /// By law 9 it is what does happen, so any world will do and no dice are asked for.
    ///
    /// # Errors
    /// The refusal, if the seat may not take the action.
    pub fn preview(&self, action: G::Action) -> Result<VisibleFrames<G>, IllegalAction> {
        let mut world = self.determinize(&mut GameRng::from_seed(0));
        let mut frames = FrameRecorder(Vec::new());
        world.play(self.seat, action, Some(&mut frames))?;
        Ok(frames.certain(Viewer::Seat(self.seat)))
    }

    /// Reads an unfinished decision of the seat, knowing what the seat knows. What it depends on
    /// is the same in every world with the seat's view, so any world will do.
    ///
    /// # Errors
    /// If the text is not a draft of this game.
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
