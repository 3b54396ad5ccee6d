//! Type-erased games and states. Each implementation is generic over the game, so a step costs what
//! it costs in Rust. `zashiki_core::DynMatch` is slower: it takes and returns text, keeps every
//! state and describes every legal action.

use std::any::Any;
use std::sync::Arc;

use bots::{Bot, Spec};
use lab::{
    AnyPlayers, Control, Ladder, LadderConfig, NamedPlayers, Output, SimulateConfig, Simulated,
    Unfinished,
};
use pyo3::{Py, PyAny};
use registry::GameVisitor;
use serde::Serialize;
use serde_json::Value;
use zashiki_core::{
    Action, DynInfoState, DynMatch as _, Event as _, EventSink, FactoredAction, Features, Game,
    GameConfig as _, GameInfo, GameRng, GameStateExt as _, IllegalAction, InfoState, InputError,
    InputErrorKind, Level, LocalizedText, Match, MatchStart, ObservationEncoder, Outcome, Record,
    Seat, SeatSet, SubActionKind, Termination, Turn, Viewer, load_position, mark_indices,
    read_json, text,
};

use crate::action_decoder::{DynDecoder, SeatDecoder};
use crate::batch::{BatchPlan, DynBatch, TypedBatch};
use crate::callback_bot::CallbackBot;
use crate::chance::{Draws, DynChance, TypedSource};
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
    /// Starts many matches at once.
    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn DynBatch>, ApiError>;
    /// Upper bound of the number of decisions in a match.
    fn max_decisions(&self) -> usize;
    /// Starts a match from a seed.
    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn DynState>;
    /// Starts a match whose deal the caller decides draw by draw.
    fn deal_by_chance(self: Arc<Self>) -> Box<dyn DynChance>;
    /// Starts a match at a position given as JSON.
    fn stand(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn DynState>, ApiError>;
    /// Bot spec of each difficulty level with this number of seats, weakest first.
    fn levels(&self) -> [(&'static str, &'static str); 5];
    /// Simulates games with these players: one for each seat, or one for all.
    fn simulate(
        self: Arc<Self>,
        plan: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        trouble: &Arc<Interrupt>,
    ) -> Result<Simulated, Unfinished>;
    /// Ranks these players.
    fn ladder(
        self: Arc<Self>,
        contest: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        trouble: &Arc<Interrupt>,
    ) -> Result<Option<Ladder>, InputError>;
    /// A `Box<dyn Bot<G>>` of the game's type, for [`DynState::choose`].
    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, ApiError>;
    /// State of a bot of [`DynGame::bot`], as JSON.
    fn save_bot(&self, bot: &dyn Any) -> String;
    /// Restores the state of another bot of the same spec and seed, saved after a decision in this
    /// game.
    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), ApiError>;
    /// Matches as they were [saved](DynBatch::save).
    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn DynBatch>, ApiError>;
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
    fn choices(&self, seat: Seat, action: &ActionRef) -> Result<Vec<u16>, ApiError>;
    /// Observation of the seat.
    fn observation(&self, seat: Seat) -> Vec<f32>;
    /// Decoder of the seat's actions from sub-actions.
    fn walk(&self, seat: Seat) -> Box<dyn DynDecoder>;
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

/// Configures the game of this id, by default with its smallest number of seats.
pub fn open(
    id: &str,
    seats: Option<usize>,
    options: &str,
    components: Option<String>,
) -> Result<Arc<dyn DynGame>, ApiError> {
    struct Open<'a>(Option<usize>, &'a Value, Option<String>);
    impl GameVisitor for Open<'_> {
        type Out = Result<Arc<dyn DynGame>, InputError>;
        fn visit<G: Game>(self) -> Self::Out {
            let Open(seats, options, components) = self;
            let info = G::info();
            let seats = info.check_seats(seats.unwrap_or(info.seats.0.into()))?;
            let options = info.complete_options(options)?;
            let setup = G::Config::new(seats, &options, components.as_deref())?;
            let rules_version = info.rules_version;
            Ok(Arc::new(ConfiguredGame::<G>::new(setup, rules_version, options, components)))
        }
    }
    let options: Value = read_json(options).map_err(|fault| {
        InputError::from(text!(
            "オプションを読めません: {fault}。値は数・真偽・文字列です。",
            "The options cannot be read: {fault}. Their values are numbers, truths and texts.",
            fault
        ))
    })?;
    Ok(registry::visit(id, Open(seats, &options, components))??)
}

/// Replays a record and checks every step.
pub fn replay(record: &str) -> Result<Box<dyn DynState>, ApiError> {
    struct Replay<'a>(&'a Record);
    impl GameVisitor for Replay<'_> {
        type Out = Result<Box<dyn DynState>, ApiError>;
        fn visit<G: Game>(self) -> Self::Out {
            let play = Match::<G>::from_record(self.0)?;
            let MatchStart { rules_version, options, components, seed, position, .. } =
                self.0.start();
            let setup = play.state().config().clone();
            let rules_version = rules_version.unwrap_or(G::info().rules_version);
            let of = Arc::new(ConfiguredGame::new(setup, rules_version, options, components));
            let first = play.played().first().map_or(play.state(), |first| &first.before).clone();
            let by = position.map_or(StartKind::Dealt, StartKind::Stated);
            let start = Arc::new(Start { seed, by, game: first });
            let steps = play.played().iter().map(|taken| Step {
                seat: taken.seat,
                action: taken.action,
                revealed: taken.events.iter().any(|event| event.reveals()),
            });
            Ok(Box::new(TypedState {
                of,
                start,
                steps: steps.collect(),
                game: play.state().clone(),
                concluded: play.termination().zip(play.outcome()),
            }))
        }
    }
    let record = Record::from_json(record)?;
    registry::visit(&record.game, Replay(&record))?
}

/// Decoder of these actions of a seat, given in notation, after these sub-actions.
pub fn way(
    id: &str,
    seat: Seat,
    actions: &[String],
    choices: &[u16],
) -> Result<Box<dyn DynDecoder>, ApiError> {
    struct Walked<'a>(Seat, &'a [String]);
    impl GameVisitor for Walked<'_> {
        type Out = Result<Box<dyn DynDecoder>, ApiError>;
        fn visit<G: Game>(self) -> Self::Out {
            let Walked(seat, actions) = self;
            let refused = |no| ApiError::by(G::info(), no);
            let parse = |action: &String| G::Action::parse(action).map_err(refused);
            let actions: Vec<G::Action> = actions.iter().map(parse).collect::<Result<_, _>>()?;
            Ok(Box::new(SeatDecoder::<G>::new(seat, &actions)))
        }
    }
    let mut way = registry::visit(id, Walked(seat, actions))??;
    for number in choices {
        way.choose((*number).into())?;
    }
    Ok(way)
}

/// A configured game of a known type.
pub struct ConfiguredGame<G: Game> {
    pub(crate) setup: Arc<G::Config>,
    pub(crate) observer: ObservationEncoder<G>,
    rules_version: u32,
    /// Includes defaults.
    options: Value,
    components: Option<String>,
}

/// Start of a match, beyond its configuration.
struct Start<G> {
    seed: u64,
    by: StartKind,
    game: G,
}

/// Origin of the first state.
enum StartKind {
    /// Dealt from the seed.
    Dealt,
    /// Loaded from this position.
    Stated(Value),
    /// A determinization. Its position is computed on demand.
    Imagined,
}

/// A decision taken.
#[derive(Clone)]
struct Step<A> {
    seat: Seat,
    action: A,
    /// True if the action revealed hidden information.
    revealed: bool,
}

/// A match. It keeps no earlier states: `undo` replays the steps.
pub struct TypedState<G: Game> {
    of: Arc<ConfiguredGame<G>>,
    start: Arc<Start<G>>,
    steps: Vec<Step<G::Action>>,
    game: G,
    /// Set if the match was ended from outside, not by the rules.
    concluded: Option<(Termination, Outcome)>,
}

// A derived `Clone` would require `G::Config: Clone`, though the configuration is shared.
impl<G: Game> Clone for TypedState<G> {
    fn clone(&self) -> TypedState<G> {
        TypedState {
            of: self.of.clone(),
            start: self.start.clone(),
            steps: self.steps.clone(),
            game: self.game.clone(),
            concluded: self.concluded,
        }
    }
}

/// Records whether an event reveals hidden information.
struct Reveals(bool);

impl<G: Game> EventSink<G> for Reveals {
    fn push(&mut self, event: G::Event, _: &G) {
        self.0 |= event.reveals();
    }
}

/// The game's bots and studies, which are compiled in another crate.
fn compiled<G: Game>() -> &'static dyn registry::DynGame {
    registry::game(G::info().id).expect("a game that was opened is there")
}

/// Creates the bot of this spec.
pub fn bot<G: Game>(spec: Spec, seed: u64) -> Box<dyn Bot<G>> {
    let bot = compiled::<G>().typed_bot(spec, seed, bots::clock);
    *bot.downcast().expect("the bot is of this game")
}

impl<G: Game> ConfiguredGame<G> {
    fn new(
        setup: Arc<G::Config>,
        rules_version: u32,
        options: Value,
        components: Option<String>,
    ) -> ConfiguredGame<G> {
        let observer = ObservationEncoder::new(&setup);
        ConfiguredGame { setup, observer, rules_version, options, components }
    }

    fn begun(self: Arc<Self>, seed: u64, by: StartKind, game: G) -> TypedState<G> {
        let start = Arc::new(Start { seed, by, game: game.clone() });
        TypedState { of: self, start, steps: Vec::new(), game, concluded: None }
    }

    /// A match that starts at this state, which includes its random number generator.
    pub fn imagined(self: Arc<Self>, game: G) -> TypedState<G> {
        self.begun(0, StartKind::Imagined, game)
    }

    /// The players as the laboratory takes them, with their names.
    fn players(
        self: &Arc<Self>,
        players: &[Player],
        trouble: &Arc<Interrupt>,
    ) -> Result<NamedPlayers<G>, InputError> {
        let player = |player: &Player| match player {
            Player::Spec(spec) => {
                let player = compiled::<G>().typed_player(Spec::parse_for(spec, G::info())?);
                Ok((spec.clone(), *player.downcast().expect("the player is of this game")))
            }
            Player::Function(function, name) => {
                let (function, game) = (function.clone(), self.clone());
                let trouble = trouble.clone();
                let make = move |seed| -> Box<dyn Bot<G>> {
                    let (function, game) = (function.clone(), game.clone());
                    let (rng, trouble) = (GameRng::from_seed(seed), trouble.clone());
                    Box::new(CallbackBot { function, game, rng, trouble })
                };
                Ok((name.clone(), lab::Player::new(make)))
            }
        };
        players.iter().map(player).collect()
    }
}

impl<G: Game> DynGame for ConfiguredGame<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn seats(&self) -> u8 {
        self.setup.seats()
    }

    fn rules_version(&self) -> u32 {
        self.rules_version
    }

    fn options(&self) -> String {
        self.options.to_string()
    }

    fn components(&self) -> Option<&str> {
        self.components.as_deref()
    }

    fn sides(&self) -> Vec<SeatSet> {
        self.setup.sides()
    }

    fn action_count(&self) -> usize {
        G::Action::COUNT
    }

    fn factors(&self) -> &'static [SubActionKind] {
        G::Action::SUB_ACTIONS
    }

    fn features(&self) -> &Features {
        self.observer.features()
    }

    fn observation_size(&self) -> usize {
        self.observer.size()
    }

    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn DynBatch>, ApiError> {
        Ok(Box::new(TypedBatch::new(self, plan)?))
    }

    fn max_decisions(&self) -> usize {
        self.setup.max_decisions()
    }

    fn levels(&self) -> [(&'static str, &'static str); 5] {
        Level::ALL.map(|level| (level.id(), G::assets().levels().bot(self.setup.seats(), level)))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn DynState> {
        let game = G::deal(&self.setup, GameRng::from_seed(seed), None);
        Box::new(self.begun(seed, StartKind::Dealt, game))
    }

    fn deal_by_chance(self: Arc<Self>) -> Box<dyn DynChance> {
        Box::new(Draws::begin(self, TypedSource::Deal))
    }

    fn stand(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn DynState>, ApiError> {
        let position: Value = read_json(position).map_err(|fault| {
            let text = text!(
                "局面のJSONを読めません: {fault}。docs/reference/formats.md の例を見てください。",
                "This is not the JSON of a position: {fault}. See the example in docs/reference/formats.md.",
                fault
            );
            InputError::from(text).of(InputErrorKind::Position)
        })?;
        let game = load_position::<G>(&self.setup, &position, seed)?;
        Ok(Box::new(self.begun(seed, StartKind::Stated(position), game)))
    }

    fn simulate(
        self: Arc<Self>,
        plan: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        trouble: &Arc<Interrupt>,
    ) -> Result<Simulated, Unfinished> {
        let players = AnyPlayers::new(self.players(players, trouble)?);
        compiled::<G>().simulate(plan, Some(players), output, control)
    }

    fn ladder(
        self: Arc<Self>,
        contest: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        trouble: &Arc<Interrupt>,
    ) -> Result<Option<Ladder>, InputError> {
        let players = AnyPlayers::new(self.players(players, trouble)?);
        compiled::<G>().ladder(contest, Some(players), control)
    }

    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, ApiError> {
        let spec = Spec::parse_for(spec, G::info())?;
        Ok(compiled::<G>().typed_bot(spec, seed, bots::clock))
    }

    fn save_bot(&self, bot: &dyn Any) -> String {
        let bot = bot.downcast_ref::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        bot.save().expect("bots that are no programs can be saved").to_string()
    }

    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), ApiError> {
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let saved = serde_json::from_str(saved).unwrap_or(Value::Null);
        Ok(bot.restore(saved, &self.setup)?)
    }

    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn DynBatch>, ApiError> {
        Ok(Box::new(TypedBatch::resumed(self, plan, saved)?))
    }
}

impl<G: Game> TypedState<G> {
    fn listed<T>(&self, seat: Seat, take: impl FnOnce(&[G::Action]) -> T) -> T {
        let mut room = Vec::new();
        match self.concluded {
            Some(_) => take(&[]),
            None => take(self.game.choices(seat, &mut room)),
        }
    }

    /// The complete state.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Parses an action of the seat and checks that it is legal.
    ///
    /// # Errors
    /// Returns an error with the rule that forbids the action.
    pub fn read(&self, seat: Seat, action: &ActionRef) -> Result<G::Action, ApiError> {
        let refused = |no| ApiError::by(G::info(), no);
        self.turn().check_awaited(seat).map_err(refused)?;
        let action = match action {
            ActionRef::Notation(notation) => G::Action::parse(notation).map_err(refused)?,
            ActionRef::Number(number) => {
                self.numbered(seat, *number).ok_or_else(|| refused(unknown_number(*number)))?
            }
        };
        self.game.is_legal(seat, action).map_err(refused)?;
        Ok(action)
    }

    fn numbered(&self, seat: Seat, number: i64) -> Option<G::Action> {
        let number = usize::try_from(number).ok()?;
        match number.checked_sub(G::Action::COUNT) {
            None => G::Action::from_index(number),
            Some(place) => self.listed(seat, |list| {
                list.get(place).copied().filter(|action| action.index().is_none())
            }),
        }
    }

    /// Rebuilds the match with its history.
    fn play(&self) -> Match<G> {
        let ConfiguredGame { rules_version, options, components, .. } = &*self.of;
        let beginning = MatchStart {
            rules_version: Some(*rules_version),
            seats: self.game.seats().into(),
            options: options.clone(),
            components: components.clone(),
            seed: self.start.seed,
            position: match &self.start.by {
                StartKind::Dealt => None,
                StartKind::Stated(position) => Some(position.clone()),
                StartKind::Imagined => {
                    let position = serde_json::to_value(self.start.game.position());
                    Some(position.expect("a position is plain data"))
                }
            },
        };
        let mut play = Match::start(&beginning).expect("it was begun so before");
        for step in &self.steps {
            play.play(step.seat, step.action).expect("it was taken before");
        }
        if let Some((conclusion, _)) = self.concluded {
            play.terminate(conclusion).expect("it was concluded so before");
        }
        play
    }
}

/// Number of an action with this place in the list of legal actions.
pub fn number_at<A: Action>(action: A, place: usize) -> i64 {
    action.index().unwrap_or(A::COUNT + place) as i64
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

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views, positions and records are plain data")
}

impl<G: Game> DynState for TypedState<G> {
    fn game(&self) -> Arc<dyn DynGame> {
        self.of.clone()
    }

    fn turn(&self) -> Turn {
        self.concluded.map_or_else(|| self.game.turn(), |(_, outcome)| Turn::Over(outcome))
    }

    fn lists_all(&self, seat: Seat) -> bool {
        self.concluded.is_some() || self.game.lists_all(seat)
    }

    fn legal(&self, seat: Seat) -> Vec<i64> {
        let number = |(place, action): (usize, &G::Action)| number_at(*action, place);
        self.listed(seat, |list| list.iter().enumerate().map(number).collect())
    }

    fn mask(&self, seat: Seat) -> Vec<bool> {
        let mut mask = vec![false; G::Action::COUNT];
        self.listed(seat, |list| mark_indices(list, &mut mask));
        mask
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        self.listed(seat, |list| list.iter().map(ToString::to_string).collect())
    }

    fn step(&mut self, seat: Seat, action: &ActionRef) -> Result<(), ApiError> {
        let action = self.read(seat, action)?;
        let mut reveals = Reveals(false);
        self.game.play_unchecked(seat, action, Some(&mut reveals));
        self.steps.push(Step { seat, action, revealed: reveals.0 });
        Ok(())
    }

    fn step_by_chance(
        &self,
        seat: Seat,
        action: &ActionRef,
    ) -> Result<Box<dyn DynChance>, ApiError> {
        let action = self.read(seat, action)?;
        let moment = TypedSource::Action(self.game.clone(), seat, action);
        Ok(Box::new(Draws::begin(self.of.clone(), moment)))
    }

    fn redeal_by_chance(&self) -> Box<dyn DynChance> {
        Box::new(Draws::world(self.of.clone(), &self.game))
    }

    fn label(&self, seat: Seat, action: &ActionRef) -> Result<LocalizedText, ApiError> {
        let label = self.game.label(self.read(seat, action)?);
        Ok(label.named(G::info().seat_names, None))
    }

    fn notation(&self, seat: Seat, action: &ActionRef) -> Result<String, ApiError> {
        Ok(self.read(seat, action)?.to_string())
    }

    fn choices(&self, seat: Seat, action: &ActionRef) -> Result<Vec<u16>, ApiError> {
        let factored = FactoredAction::of(self.read(seat, action)?, seat);
        Ok(factored.parts().iter().map(|choice| choice.number).collect())
    }

    fn observation(&self, seat: Seat) -> Vec<f32> {
        let observer = &self.of.observer;
        let mut numbers = vec![0.0; observer.size()];
        observer.observe_state(&self.game, seat, &mut numbers);
        numbers
    }

    fn walk(&self, seat: Seat) -> Box<dyn DynDecoder> {
        Box::new(self.listed(seat, |list| SeatDecoder::<G>::new(seat, list)))
    }

    fn view(&self, viewer: Viewer) -> String {
        to_json(&self.game.view(viewer))
    }

    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn DynState> {
        let view = self.game.view(Viewer::Seat(seat));
        let game = G::determinize(&self.of.setup, &view, GameRng::from_seed(seed));
        Box::new(self.of.clone().imagined(game))
    }

    fn copy(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn scores(&self) -> Vec<i32> {
        self.game.scores()
    }

    fn length(&self) -> usize {
        self.steps.len()
    }

    fn record(&self) -> String {
        to_json(&self.play().record())
    }

    fn position(&self) -> String {
        to_json(&self.game.position())
    }

    fn can_undo(&self) -> bool {
        self.turn().outcome().is_none() && self.steps.last().is_some_and(|last| !last.revealed)
    }

    fn undo(&mut self) -> Result<(), ApiError> {
        if !self.can_undo() {
            return Err(ApiError::Illegal(IllegalAction::no_undo()));
        }
        self.steps.pop();
        self.game = self.start.game.clone();
        for step in &self.steps {
            self.game.play_unchecked(step.seat, step.action, None);
        }
        Ok(())
    }

    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, ApiError> {
        self.turn().check_awaited(seat).map_err(|no| ApiError::by(G::info(), no))?;
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let action = bot.choose(&InfoState::new(&self.game, seat));
        let place = |list: &[G::Action]| list.iter().position(|listed| *listed == action);
        let place = self.listed(seat, place).expect("a bot takes a listed action");
        Ok(number_at(action, place))
    }

    fn advise(&self, seat: Seat, spec: &str) -> Result<String, ApiError> {
        self.turn().check_awaited(seat).map_err(|no| ApiError::by(G::info(), no))?;
        let seen = DynInfoState::new(InfoState::new(&self.game, seat));
        Ok(to_json(&compiled::<G>().advise_on(&seen, Some(spec))?))
    }
}

/// Payoff of each seat, 0 before the end.
pub fn returns(state: &dyn DynState) -> Vec<f64> {
    let payoff = |outcome: Option<Outcome>, seat| outcome.map_or(0, |outcome| outcome.payoff(seat));
    let outcome = state.turn().outcome();
    Seat::all(state.game().seats()).map(|seat| payoff(outcome, seat).into()).collect()
}
