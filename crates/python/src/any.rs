//! Games and their states without their types. Behind each method the game is known when it is
//! compiled, so a step costs what it costs in Rust: `zashiki_core::DynMatch`, which does the same by text,
//! keeps every state and puts every choice into words.

use std::any::Any;
use std::sync::Arc;

use bots::{Bot, Spec};
use lab::{
    AnyPlayers, Control, Ladder, LadderConfig, NamedPlayers, Output, SimulateConfig, Simulated,
    Unfinished,
};
use pyo3::{Py, PyAny};
use registry::{DynGame, GameVisitor};
use serde::Serialize;
use serde_json::Value;
use zashiki_core::{
    Action, DynInfoState, DynMatch as _, Event as _, EventSink, FactoredAction, Features,
    GameConfig as _, GameInfo, GameRng, GameState, IllegalAction, InfoState, InputError,
    InputErrorKind, Level, LocalizedText, Match, MatchStart, ObservationEncoder, Outcome, Record,
    Seat, SeatSet, SubActionKind, Termination, Turn, Viewer, load_position, mark_indices,
    read_json, text,
};

use crate::batch::{AnyBatch, BatchPlan, Playings};
use crate::called::Called;
use crate::chance::{AnyChance, Draws, Moment};
use crate::errors::Refused;
use crate::trouble::Trouble;
use crate::walk::{AnyWalk, Way};

/// An action as it is passed.
#[derive(Clone, Debug)]
pub enum Named {
    /// By its number (see [`AnyState::legal`]).
    Number(i64),
    /// In notation.
    Notation(String),
}

/// Who plays at a seat of a simulation.
pub enum Player {
    /// The bot of this spec.
    Spec(String),
    /// A function of Python's, and what it is called.
    Function(Arc<Py<PyAny>>, String),
}

/// A game with seats, options and components.
pub trait AnyGame: Send + Sync {
    /// The card in the catalogue.
    fn info(&self) -> &'static GameInfo;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// The version of the rules it is played by: a former one only where a record was begun by it.
    fn rules_version(&self) -> u32;
    /// The complete options, as JSON.
    fn options(&self) -> String;
    /// The text of the components file, where it is not the game's own.
    fn components(&self) -> Option<&str>;
    /// Who wins together: every seat is in one of these.
    fn sides(&self) -> Vec<SeatSet>;
    /// How many actions have a number that is the same in every state.
    fn action_count(&self) -> usize;
    /// The small choices that actions are made of.
    fn factors(&self) -> &'static [SubActionKind];
    /// What a seat observes.
    fn features(&self) -> &Features;
    /// How many numbers an observation has.
    fn observation_size(&self) -> usize;
    /// Many plays at once.
    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn AnyBatch>, Refused>;
    /// More decisions than any play can have.
    fn max_decisions(&self) -> usize;
    /// A new play, dealt by the dice of this seed.
    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn AnyState>;
    /// A new play, whose deal is decided draw by draw.
    fn deal_by_chance(self: Arc<Self>) -> Box<dyn AnyChance>;
    /// The play that stands at a position given as JSON.
    fn stand(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn AnyState>, Refused>;
    /// The bot that each level is with so many seats, the weakest first.
    fn levels(&self) -> [(&'static str, &'static str); 5];
    /// Plays many games with these players: one for each seat, or one for all.
    fn simulate(
        self: Arc<Self>,
        plan: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        trouble: &Arc<Trouble>,
    ) -> Result<Simulated, Unfinished>;
    /// Ranks these players.
    fn ladder(
        self: Arc<Self>,
        contest: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        trouble: &Arc<Trouble>,
    ) -> Result<Option<Ladder>, InputError>;
    /// A `Box<dyn Bot<G>>` of the game's type, for [`AnyState::choose`].
    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, Refused>;
    /// The state of a bot of [`AnyGame::bot`], as JSON.
    fn save_bot(&self, bot: &dyn Any) -> String;
    /// Gives the bot the state of another one of the same spec and seed, whose last question was about a
    /// play of this game.
    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), Refused>;
    /// Many plays as they were [saved](AnyBatch::save).
    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn AnyBatch>, Refused>;
}

/// A play at one moment.
pub trait AnyState: Send + Sync {
    /// What it is a play of.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// Whose decisions are awaited, or how it ended.
    fn turn(&self) -> Turn;
    /// Whether [`legal`](AnyState::legal) lists all that the seat may do.
    fn lists_all(&self, seat: Seat) -> bool;
    /// The numbers of the actions that the seat may take: an action's index, or where it has none,
    /// the count of indices and its place in this very list.
    fn legal(&self, seat: Seat) -> Vec<i64>;
    /// For every index whether the seat may take the action.
    fn mask(&self, seat: Seat) -> Vec<bool>;
    /// The notations of the actions that the seat may take, in the order of their numbers' list.
    fn actions(&self, seat: Seat) -> Vec<String>;
    /// Takes the action; an illegal one changes nothing.
    fn step(&mut self, seat: Seat, action: &Named) -> Result<(), Refused>;
    /// What comes of the action, decided draw by draw; this play stays as it is.
    fn step_by_chance(&self, seat: Seat, action: &Named) -> Result<Box<dyn AnyChance>, Refused>;
    /// A play that a spectator cannot tell from this one, decided draw by draw.
    fn redeal_by_chance(&self) -> Box<dyn AnyChance>;
    /// The action in words.
    fn label(&self, seat: Seat, action: &Named) -> Result<LocalizedText, Refused>;
    /// The notation of the action.
    fn notation(&self, seat: Seat, action: &Named) -> Result<String, Refused>;
    /// The numbers of the small choices that the action is made of, in order.
    fn choices(&self, seat: Seat, action: &Named) -> Result<Vec<u16>, Refused>;
    /// What the seat observes.
    fn observation(&self, seat: Seat) -> Vec<f32>;
    /// The way to an action of the seat by small choices.
    fn walk(&self, seat: Seat) -> Box<dyn AnyWalk>;
    /// What the viewer may know, as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// A world that could be the true one as far as the seat can tell.
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn AnyState>;
    /// The same once more.
    fn copy(&self) -> Box<dyn AnyState>;
    /// Each seat's score so far.
    fn scores(&self) -> Vec<i32>;
    /// How many decisions were taken.
    fn length(&self) -> usize;
    /// All of the play, as JSON.
    fn record(&self) -> String;
    /// The complete truth, as JSON.
    fn position(&self) -> String;
    /// Whether the last action may be taken back (law 8).
    fn can_undo(&self) -> bool;
    /// Takes the last action back.
    fn undo(&mut self) -> Result<(), Refused>;
    /// What the bot, of [`AnyGame::bot`] of a game of the same id, does at this seat: the number of
    /// an action.
    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, Refused>;
    /// The advice of the bot of this spec for this seat, as JSON.
    fn advise(&self, seat: Seat, spec: &str) -> Result<String, Refused>;
}

/// The game of this id; with the fewest seats where none are named.
pub fn open(
    id: &str,
    seats: Option<usize>,
    options: &str,
    components: Option<String>,
) -> Result<Arc<dyn AnyGame>, Refused> {
    struct Open<'a>(Option<usize>, &'a Value, Option<String>);
    impl GameVisitor for Open<'_> {
        type Out = Result<Arc<dyn AnyGame>, InputError>;
        fn visit<G: GameState>(self) -> Self::Out {
            let Open(seats, options, components) = self;
            let info = G::info();
            let seats = info.check_seats(seats.unwrap_or(info.seats.0.into()))?;
            let options = info.complete_options(options)?;
            let setup = G::Config::new(seats, &options, components.as_deref())?;
            let rules_version = info.rules_version;
            Ok(Arc::new(Laid::<G>::new(setup, rules_version, options, components)))
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

/// The play of a record, every step of which is checked.
pub fn replay(record: &str) -> Result<Box<dyn AnyState>, Refused> {
    struct Replay<'a>(&'a Record);
    impl GameVisitor for Replay<'_> {
        type Out = Result<Box<dyn AnyState>, Refused>;
        fn visit<G: GameState>(self) -> Self::Out {
            let play = Match::<G>::from_record(self.0)?;
            let MatchStart { rules_version, options, components, seed, position, .. } =
                self.0.beginning();
            let setup = play.game().config().clone();
            let rules_version = rules_version.unwrap_or(G::info().rules_version);
            let of = Arc::new(Laid::new(setup, rules_version, options, components));
            let first = play.taken().first().map_or(play.game(), |first| &first.before).clone();
            let by = position.map_or(Begun::Dealt, Begun::Stated);
            let start = Arc::new(Start { seed, by, game: first });
            let steps = play.taken().iter().map(|taken| Taken {
                seat: taken.seat,
                action: taken.action,
                revealed: taken.events.iter().any(|event| event.reveals()),
            });
            Ok(Box::new(Playing {
                of,
                start,
                steps: steps.collect(),
                game: play.game().clone(),
                concluded: play.conclusion().zip(play.outcome()),
            }))
        }
    }
    let record = Record::from_json(record)?;
    registry::visit(&record.game, Replay(&record))?
}

/// The way to one of these actions of a seat of a game, given in notation, after these choices.
pub fn way(
    id: &str,
    seat: Seat,
    actions: &[String],
    choices: &[u16],
) -> Result<Box<dyn AnyWalk>, Refused> {
    struct Walked<'a>(Seat, &'a [String]);
    impl GameVisitor for Walked<'_> {
        type Out = Result<Box<dyn AnyWalk>, Refused>;
        fn visit<G: GameState>(self) -> Self::Out {
            let Walked(seat, actions) = self;
            let refused = |no| Refused::by(G::info(), no);
            let parse = |action: &String| G::Action::parse(action).map_err(refused);
            let actions: Vec<G::Action> = actions.iter().map(parse).collect::<Result<_, _>>()?;
            Ok(Box::new(Way::<G>::new(seat, &actions)))
        }
    }
    let mut way = registry::visit(id, Walked(seat, actions))??;
    for number in choices {
        way.choose((*number).into())?;
    }
    Ok(way)
}

/// A game that was set up.
pub struct Laid<G: GameState> {
    pub(crate) setup: Arc<G::Config>,
    pub(crate) observer: ObservationEncoder<G>,
    rules_version: u32,
    /// Complete.
    options: Value,
    components: Option<String>,
}

/// What a play began with, beyond its setup.
struct Start<G> {
    seed: u64,
    by: Begun,
    game: G,
}

/// How it came to its first truth.
enum Begun {
    /// Dealt by the dice of the seed.
    Dealt,
    /// Stood at this position, as it was stated.
    Stated(Value),
    /// Imagined. A position is made of it only where it is asked for.
    Imagined,
}

/// A decision that was taken.
#[derive(Clone)]
struct Taken<A> {
    seat: Seat,
    action: A,
    /// Whether something hidden was shown then.
    revealed: bool,
}

/// Its states are not kept: it is played again where a former one is asked for.
pub struct Playing<G: GameState> {
    of: Arc<Laid<G>>,
    start: Arc<Start<G>>,
    steps: Vec<Taken<G::Action>>,
    game: G,
    /// How the table ended it, if it was not the game that did.
    concluded: Option<(Termination, Outcome)>,
}

// A derived `Clone` would ask it of the setup too, which is shared.
impl<G: GameState> Clone for Playing<G> {
    fn clone(&self) -> Playing<G> {
        Playing {
            of: self.of.clone(),
            start: self.start.clone(),
            steps: self.steps.clone(),
            game: self.game.clone(),
            concluded: self.concluded,
        }
    }
}

/// Notes whether something is revealed.
struct Reveals(bool);

impl<G: GameState> EventSink<G> for Reveals {
    fn push(&mut self, event: G::Event, _: &G) {
        self.0 |= event.reveals();
    }
}

/// The game's bots and studies, which are compiled elsewhere.
fn compiled<G: GameState>() -> &'static dyn DynGame {
    registry::game(G::info().id).expect("a game that was opened is there")
}

/// The bot of this spec.
pub fn bot<G: GameState>(spec: Spec, seed: u64) -> Box<dyn Bot<G>> {
    let bot = compiled::<G>().typed_bot(spec, seed, bots::clock);
    *bot.downcast().expect("the bot is of this game")
}

impl<G: GameState> Laid<G> {
    fn new(
        setup: Arc<G::Config>,
        rules_version: u32,
        options: Value,
        components: Option<String>,
    ) -> Laid<G> {
        let observer = ObservationEncoder::new(&setup);
        Laid { setup, observer, rules_version, options, components }
    }

    fn begun(self: Arc<Self>, seed: u64, by: Begun, game: G) -> Playing<G> {
        let start = Arc::new(Start { seed, by, game: game.clone() });
        Playing { of: self, start, steps: Vec::new(), game, concluded: None }
    }

    /// A play that begins with this truth, which no deal made, and its dice.
    pub fn imagined(self: Arc<Self>, game: G) -> Playing<G> {
        self.begun(0, Begun::Imagined, game)
    }

    /// The players as the laboratory takes them, each with what it is called.
    fn players(
        self: &Arc<Self>,
        players: &[Player],
        trouble: &Arc<Trouble>,
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
                    Box::new(Called { function, game, rng, trouble })
                };
                Ok((name.clone(), lab::Player::new(make)))
            }
        };
        players.iter().map(player).collect()
    }
}

impl<G: GameState> AnyGame for Laid<G> {
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

    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn AnyBatch>, Refused> {
        Ok(Box::new(Playings::new(self, plan)?))
    }

    fn max_decisions(&self) -> usize {
        self.setup.max_decisions()
    }

    fn levels(&self) -> [(&'static str, &'static str); 5] {
        Level::ALL.map(|level| (level.id(), G::levels().bot(self.setup.seats(), level)))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn AnyState> {
        let game = G::deal(&self.setup, GameRng::from_seed(seed), None);
        Box::new(self.begun(seed, Begun::Dealt, game))
    }

    fn deal_by_chance(self: Arc<Self>) -> Box<dyn AnyChance> {
        Box::new(Draws::begin(self, Moment::Deal))
    }

    fn stand(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn AnyState>, Refused> {
        let position: Value = read_json(position).map_err(|fault| {
            let text = text!(
                "局面のJSONを読めません: {fault}。docs/reference/formats.md の例を見てください。",
                "This is not the JSON of a position: {fault}. See the example in docs/reference/formats.md.",
                fault
            );
            InputError::from(text).of(InputErrorKind::Position)
        })?;
        let game = load_position::<G>(&self.setup, &position, seed)?;
        Ok(Box::new(self.begun(seed, Begun::Stated(position), game)))
    }

    fn simulate(
        self: Arc<Self>,
        plan: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        trouble: &Arc<Trouble>,
    ) -> Result<Simulated, Unfinished> {
        let players = AnyPlayers::new(self.players(players, trouble)?);
        compiled::<G>().simulate(plan, Some(players), output, control)
    }

    fn ladder(
        self: Arc<Self>,
        contest: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        trouble: &Arc<Trouble>,
    ) -> Result<Option<Ladder>, InputError> {
        let players = AnyPlayers::new(self.players(players, trouble)?);
        compiled::<G>().ladder(contest, Some(players), control)
    }

    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, Refused> {
        let spec = Spec::parse_for(spec, G::info())?;
        Ok(compiled::<G>().typed_bot(spec, seed, bots::clock))
    }

    fn save_bot(&self, bot: &dyn Any) -> String {
        let bot = bot.downcast_ref::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        bot.save().expect("bots that are no programs can be saved").to_string()
    }

    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), Refused> {
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let saved = serde_json::from_str(saved).unwrap_or(Value::Null);
        Ok(bot.restore(saved, &self.setup)?)
    }

    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn AnyBatch>, Refused> {
        Ok(Box::new(Playings::resumed(self, plan, saved)?))
    }
}

impl<G: GameState> Playing<G> {
    fn listed<T>(&self, seat: Seat, take: impl FnOnce(&[G::Action]) -> T) -> T {
        let mut room = Vec::new();
        match self.concluded {
            Some(_) => take(&[]),
            None => take(self.game.choices(seat, &mut room)),
        }
    }

    /// The truth.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// A legal action of the seat.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn read(&self, seat: Seat, action: &Named) -> Result<G::Action, Refused> {
        let refused = |no| Refused::by(G::info(), no);
        self.turn().check_awaited(seat).map_err(refused)?;
        let action = match action {
            Named::Notation(notation) => G::Action::parse(notation).map_err(refused)?,
            Named::Number(number) => {
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

    /// The play with its history, as the house keeps it.
    fn play(&self) -> Match<G> {
        let Laid { rules_version, options, components, .. } = &*self.of;
        let beginning = MatchStart {
            rules_version: Some(*rules_version),
            seats: self.game.seats().into(),
            options: options.clone(),
            components: components.clone(),
            seed: self.start.seed,
            position: match &self.start.by {
                Begun::Dealt => None,
                Begun::Stated(position) => Some(position.clone()),
                Begun::Imagined => {
                    let position = serde_json::to_value(self.start.game.position());
                    Some(position.expect("a position is plain data"))
                }
            },
        };
        let mut play = Match::begin(&beginning).expect("it was begun so before");
        for step in &self.steps {
            play.play(step.seat, step.action).expect("it was taken before");
        }
        if let Some((conclusion, _)) = self.concluded {
            play.conclude(conclusion).expect("it was concluded so before");
        }
        play
    }
}

/// The number of an action, which has this place in the list of what the seat may do.
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

impl<G: GameState> AnyState for Playing<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
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

    fn step(&mut self, seat: Seat, action: &Named) -> Result<(), Refused> {
        let action = self.read(seat, action)?;
        let mut reveals = Reveals(false);
        self.game.play_unchecked(seat, action, Some(&mut reveals));
        self.steps.push(Taken { seat, action, revealed: reveals.0 });
        Ok(())
    }

    fn step_by_chance(&self, seat: Seat, action: &Named) -> Result<Box<dyn AnyChance>, Refused> {
        let action = self.read(seat, action)?;
        let moment = Moment::Action(self.game.clone(), seat, action);
        Ok(Box::new(Draws::begin(self.of.clone(), moment)))
    }

    fn redeal_by_chance(&self) -> Box<dyn AnyChance> {
        Box::new(Draws::world(self.of.clone(), &self.game))
    }

    fn label(&self, seat: Seat, action: &Named) -> Result<LocalizedText, Refused> {
        let label = self.game.label(self.read(seat, action)?);
        Ok(label.named(G::info().seat_names, None))
    }

    fn notation(&self, seat: Seat, action: &Named) -> Result<String, Refused> {
        Ok(self.read(seat, action)?.to_string())
    }

    fn choices(&self, seat: Seat, action: &Named) -> Result<Vec<u16>, Refused> {
        let factored = FactoredAction::of(self.read(seat, action)?, seat);
        Ok(factored.parts().iter().map(|choice| choice.number).collect())
    }

    fn observation(&self, seat: Seat) -> Vec<f32> {
        let observer = &self.of.observer;
        let mut numbers = vec![0.0; observer.size()];
        observer.observe_state(&self.game, seat, &mut numbers);
        numbers
    }

    fn walk(&self, seat: Seat) -> Box<dyn AnyWalk> {
        Box::new(self.listed(seat, |list| Way::<G>::new(seat, list)))
    }

    fn view(&self, viewer: Viewer) -> String {
        to_json(&self.game.view(viewer))
    }

    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn AnyState> {
        let view = self.game.view(Viewer::Seat(seat));
        let game = G::determinize(&self.of.setup, &view, GameRng::from_seed(seed));
        Box::new(self.of.clone().imagined(game))
    }

    fn copy(&self) -> Box<dyn AnyState> {
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

    fn undo(&mut self) -> Result<(), Refused> {
        if !self.can_undo() {
            return Err(Refused::IllegalAction(IllegalAction::no_undo()));
        }
        self.steps.pop();
        self.game = self.start.game.clone();
        for step in &self.steps {
            self.game.play_unchecked(step.seat, step.action, None);
        }
        Ok(())
    }

    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, Refused> {
        self.turn().check_awaited(seat).map_err(|no| Refused::by(G::info(), no))?;
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let action = bot.choose(&InfoState::new(&self.game, seat));
        let place = |list: &[G::Action]| list.iter().position(|listed| *listed == action);
        let place = self.listed(seat, place).expect("a bot takes a listed action");
        Ok(number_at(action, place))
    }

    fn advise(&self, seat: Seat, spec: &str) -> Result<String, Refused> {
        self.turn().check_awaited(seat).map_err(|no| Refused::by(G::info(), no))?;
        let seen = DynInfoState::new(InfoState::new(&self.game, seat));
        Ok(to_json(&compiled::<G>().advise_on(&seen, Some(spec))?))
    }
}

/// What the result is worth to each seat: nothing before the end.
pub fn returns(state: &dyn AnyState) -> Vec<f64> {
    let payoff = |outcome: Option<Outcome>, seat| outcome.map_or(0, |outcome| outcome.payoff(seat));
    let outcome = state.turn().outcome();
    Seat::all(state.game().seats()).map(|seat| payoff(outcome, seat).into()).collect()
}
