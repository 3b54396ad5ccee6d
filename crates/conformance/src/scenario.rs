//! Scenarios for tests: a position is set up, played by notation, and inspected with every event and the
//! state after it.
//!
//! A game's tests add what is specific to the game: a builder of positions, and an extension trait for
//! [`Played`].

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    Action, Draft, Event, FrameRecorder, Game, GameConfig, GameRng, GameStateExt as _,
    IllegalAction, InfoState, InputError, LocalizedText, RuleId, Seat, Turn, Viewer,
};

/// Creates a configuration from these options (missing ones have their defaults) and components (`None` for
/// the game's own).
///
/// # Errors
/// As for [`GameConfig::new`] and [`zashiki_core::GameInfo::complete_options`].
pub fn config<G: Game>(
    seats: u8,
    options: &Value,
    components: Option<&str>,
) -> Result<Arc<G::Config>, InputError> {
    G::Config::new(seats, &G::info().complete_options(options)?, components)
}

/// Replaces every occurrence of the first passage of each pair by the second.
///
/// # Panics
/// Panics if a passage does not occur.
pub fn replaced(text: &str, replacements: &[(&str, &str)]) -> String {
    replacements.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} does not occur");
        text.replace(from, to)
    })
}

/// The error for an impossible position, in English and Japanese. If the position cannot be parsed at all,
/// both are the parser's message.
///
/// # Panics
/// Panics if the position is possible.
pub fn refusal<G: Game>(config: &Arc<G::Config>, position: &Value) -> (String, String) {
    let read = match serde_json::from_value::<G::Position>(position.clone()) {
        Ok(read) => read,
        Err(error) => return (error.to_string(), error.to_string()),
    };
    let Err(no) = G::from_position(config, read) else {
        panic!("the position should be impossible: {position:#}")
    };
    let LocalizedText { ja, en } = no.text();
    assert!(!ja.is_empty() && !en.is_empty(), "{no:?}");
    (en.to_string(), ja.to_string())
}

/// The spectator's view, as JSON.
///
/// # Panics
/// Panics if the view cannot be serialized.
pub fn view_of<G: Game>(game: &G) -> Value {
    serde_json::to_value(game.view(Viewer::Spectator)).expect("views are plain data")
}

/// The strings of a JSON list; none if the value is not a list.
///
/// # Panics
/// Panics if an item is not a string.
pub fn words(list: &Value) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a word").to_owned()).collect()
}

/// The rule of an error and its message in English and in Japanese.
pub fn said(no: IllegalAction) -> (&'static str, String, String) {
    (no.rule.0, no.message.en.into_owned(), no.message.ja.into_owned())
}

/// Plays a whole match and returns its end. At each step a random one of the seats to move plays the action
/// that `pick` chooses. Calls `look` before every decision and at the end.
pub fn play_by<G: Game>(
    config: &Arc<G::Config>,
    seed: u64,
    pick: impl Fn(&[G::Action], &mut GameRng) -> G::Action,
    mut look: impl FnMut(&G),
) -> G {
    let mut rng = GameRng::from_seed(seed);
    let mut game = G::deal(config, rng.fork(), None);
    while let Turn::Awaiting(awaited) = game.turn() {
        look(&game);
        let seats: Vec<Seat> = awaited.iter().collect();
        let seat = *rng.pick(&seats);
        game.play_unchecked(seat, pick(&game.legal(seat), &mut rng), None);
    }
    look(&game);
    game
}

/// Plays a whole match like [`play_by`], with uniformly random actions.
pub fn play_at_random<G: Game>(config: &Arc<G::Config>, seed: u64, look: impl FnMut(&G)) -> G {
    play_by(config, seed, |legal, rng| *rng.pick(legal), look)
}

/// Continues a match with random actions to its end, and checks the invariants before each decision.
///
/// # Panics
/// Panics if an invariant fails, a seat to move has no action, or the match exceeds
/// [`GameConfig::max_decisions`]; the message begins with `from`.
pub fn play_on<G: Game>(mut game: G, rng: &mut GameRng, from: &str) {
    let bound = game.config().max_decisions();
    for _ in 0..=bound {
        if let Err(lost) = game.check_invariants() {
            panic!("{from}: {lost}");
        }
        let Turn::Awaiting(awaited) = game.turn() else { return };
        let seats: Vec<Seat> = awaited.iter().collect();
        let seat = *rng.pick(&seats);
        let legal = game.legal(seat);
        assert!(!legal.is_empty(), "{from}: seat {seat} has no legal action");
        game.play_unchecked(seat, *rng.pick(&legal), None);
    }
    panic!("{from}: the match does not end within {bound} decisions");
}

/// A selection of events: either the events with all fields of a JSON object, or those for which a closure
/// returns true.
pub trait Wanted<E> {
    /// Returns true if the event is selected.
    fn fits(&self, event: &E) -> bool;
}

impl<E: serde::Serialize> Wanted<E> for Value {
    fn fits(&self, event: &E) -> bool {
        let event = serde_json::to_value(event).expect("events are plain data");
        let wanted = self.as_object().expect("what an event must have");
        wanted.iter().all(|(field, value)| event[field] == *value)
    }
}

impl<E, F: Fn(&E) -> bool> Wanted<E> for F {
    fn fits(&self, event: &E) -> bool {
        self(event)
    }
}

/// A match in a test, with its events. Actions are given in notation, as people type them.
#[derive(Clone)]
pub struct Played<G: Game> {
    /// The current state.
    pub game: G,
    /// The state before the first event of `frames`; `None` for a fresh deal.
    pub start: Option<G>,
    /// Every event since the scenario began, with the state after it.
    pub frames: Vec<(G::Event, G)>,
    /// True if the invariants are checked after each event, and not only after each decision.
    strict: bool,
}

impl<G: Game> AsRef<Played<G>> for Played<G> {
    fn as_ref(&self) -> &Played<G> {
        self
    }
}

impl<G: Game> AsMut<Played<G>> for Played<G> {
    fn as_mut(&mut self) -> &mut Played<G> {
        self
    }
}

/// Methods panic if the test or the game is wrong: on an action that is illegal or not listed, a missing
/// piece, an event that did not happen.
#[expect(clippy::missing_panics_doc, reason = "said once for all of them")]
impl<G: Game> Played<G> {
    /// Starts a match with a fresh deal.
    pub fn dealt(config: &Arc<G::Config>, seed: u64) -> Played<G> {
        let mut frames = FrameRecorder(Vec::new());
        let game = G::deal(config, GameRng::from_seed(seed), Some(&mut frames));
        Played { game, start: None, frames: frames.0, strict: false }
    }

    /// Starts a match from a position. Panics if the position is impossible.
    pub fn standing(config: &Arc<G::Config>, position: &Value) -> Played<G> {
        let read = serde_json::from_value(position.clone())
            .unwrap_or_else(|error| panic!("{error} in {position:#}"));
        let game =
            G::from_position(config, read).unwrap_or_else(|no| panic!("{no} in {position:#}"));
        Played::from(game)
    }

    /// From now on, checks the invariants after each event too. Not for games in which a piece can be in
    /// transit between two events.
    #[must_use]
    pub fn strict(mut self) -> Played<G> {
        self.strict = true;
        self
    }

    /// Plays an action of the seat to move, then checks the invariants.
    pub fn act(&mut self, action: &str) {
        let seat = self.awaited().unwrap_or_else(|| panic!("{action}: the match is over"));
        self.act_as(seat, action);
    }

    /// Plays an action of this seat, then checks the invariants.
    pub fn act_as(&mut self, seat: Seat, action: &str) {
        let parsed = parse::<G>(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let listed = !self.game.lists_all(seat) || self.game.legal(seat).contains(&parsed);
        let mut frames = FrameRecorder(Vec::new());
        if let Err(refused) = self.game.play(seat, parsed, Some(&mut frames)) {
            panic!("{action} by seat {seat}: {refused}\n{:#}", self.json());
        }
        assert!(listed, "{action} is not listed");
        for (event, game) in frames.0.iter().filter(|_| self.strict) {
            if let Err(lost) = game.check_invariants() {
                panic!("after {event:?}: {lost}");
            }
        }
        self.frames.extend(frames.0);
        if let Err(lost) = self.game.check_invariants() {
            panic!("after {action}: {lost}");
        }
    }

    /// Plays several actions, each of the seat that is then to move.
    pub fn acts(&mut self, actions: &[&str]) {
        for action in actions {
            self.act(action);
        }
    }

    /// A copy of the match after this action; the original is unchanged.
    #[must_use]
    pub fn after(&self, action: &str) -> Played<G> {
        let mut played = self.clone();
        played.act(action);
        played
    }

    /// Clears the events so far.
    pub fn forget(&mut self) -> &mut Played<G> {
        self.frames.clear();
        self
    }

    /// The lowest seat to move; `None` when the match is over.
    pub fn awaited(&self) -> Option<Seat> {
        self.game.turn().awaited().first()
    }

    /// All seats to move.
    pub fn all_awaited(&self) -> Vec<Seat> {
        self.game.turn().awaited().iter().collect()
    }

    /// The legal actions of the seat to move (for an open decision, those listed), in notation.
    pub fn legal(&self) -> Vec<String> {
        self.awaited().map_or_else(Vec::new, |seat| self.legal_for(seat))
    }

    /// The legal actions of a seat.
    pub fn legal_for(&self, seat: Seat) -> Vec<String> {
        self.game.legal(seat).iter().map(ToString::to_string).collect()
    }

    /// The legal actions of the seat to move that begin with `start`.
    pub fn legal_with(&self, start: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(start)).collect()
    }

    /// Returns true if the seat to move may play the action.
    pub fn may(&self, action: &str) -> bool {
        self.may_as(self.awaited().expect("a seat is to move"), action)
    }

    /// Returns true if the seat may play the action. Asserts that the list of legal actions agrees with the
    /// check of the single action.
    pub fn may_as(&self, seat: Seat, action: &str) -> bool {
        let parsed = parse::<G>(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let may = self.game.is_legal(seat, parsed).is_ok();
        if self.game.lists_all(seat) {
            let listed = self.game.legal(seat).contains(&parsed);
            assert_eq!(may, listed, "the check and the list differ on {action}");
        }
        may
    }

    /// The rule that requires the decision of the seat to move.
    pub fn asked_by(&self) -> &'static str {
        let seat = self.awaited().expect("a seat is to move");
        let (text, RuleId(rule)) = self.game.prompt(seat).expect("a seat to move has a prompt");
        assert!(!text.ja.is_empty() && !text.en.is_empty());
        rule
    }

    /// The rule that forbids this action of the seat to move. Asserts that the attempt changes nothing.
    pub fn refused(&self, action: &str) -> &'static str {
        self.refused_to(self.awaited().unwrap_or(Seat(0)), action)
    }

    /// The rule that forbids a seat's action.
    pub fn refused_to(&self, seat: Seat, action: &str) -> &'static str {
        self.refusal_to(seat, action).rule.0
    }

    /// The error for a seat's action; the text need not be an action at all.
    pub fn refusal_to(&self, seat: Seat, action: &str) -> IllegalAction {
        let mut game = self.game.clone();
        let mut log: Vec<G::Event> = Vec::new();
        let refused = parse::<G>(action).and_then(|parsed| {
            assert!(!self.game.legal(seat).contains(&parsed), "{action} is listed");
            game.play(seat, parsed, Some(&mut log))
        });
        let Err(no) = refused else {
            panic!("{action} is legal for seat {seat} in {:#}", self.json())
        };
        assert!(log.is_empty() && position(&game) == self.json(), "{action} had an effect");
        let finished = no.message.ja.ends_with('。') && no.message.en.ends_with('.');
        assert!(!no.message.ja.is_empty() && !no.message.en.is_empty(), "{action}: {no:?}");
        // Messages of the common rules end with an example.
        assert!(finished || no.rule.0.starts_with("T-"), "{action}: {no:?}");
        no
    }

    /// Parses a draft of a seat.
    pub fn draft(&self, seat: Seat, draft: &str) -> Draft {
        let read = InfoState::new(&self.game, seat).draft(draft);
        read.unwrap_or_else(|no| panic!("{draft}: {no}"))
    }

    /// The state, as JSON.
    pub fn json(&self) -> Value {
        position(&self.game)
    }

    /// The spectator's view, as JSON.
    pub fn view(&self) -> Value {
        view_of(&self.game)
    }

    /// A seat's view, as JSON.
    pub fn view_as(&self, seat: Seat) -> Value {
        serde_json::to_value(self.game.view(Viewer::Seat(seat))).expect("views are plain data")
    }

    /// The events since the scenario began.
    pub fn events(&self) -> Vec<G::Event> {
        self.frames.iter().map(|(event, _)| event.clone()).collect()
    }

    /// The selected events, as JSON.
    pub fn all(&self, wanted: impl Wanted<G::Event>) -> Vec<Value> {
        let fitting = self.frames.iter().filter(|(event, _)| wanted.fits(event));
        fitting.map(|(event, _)| serde_json::to_value(event).expect("plain data")).collect()
    }

    /// Number of selected events.
    pub fn count(&self, wanted: impl Wanted<G::Event>) -> usize {
        self.frames.iter().filter(|(event, _)| wanted.fits(event)).count()
    }

    /// Returns true if a selected event has happened.
    pub fn has(&self, wanted: impl Wanted<G::Event>) -> bool {
        self.count(wanted) > 0
    }

    /// Asserts that these events happened in this order, perhaps with others between them.
    pub fn assert_order<W: Wanted<G::Event>>(&self, wanted: &[W]) {
        let mut rest = self.frames.iter();
        for (place, wanted) in wanted.iter().enumerate() {
            assert!(
                rest.any(|(event, _)| wanted.fits(event)),
                "number {place} is missing or too early in {:#?}",
                self.events()
            );
        }
    }

    /// The match just after the first selected event.
    #[must_use]
    pub fn at(&self, wanted: impl Wanted<G::Event>) -> Played<G> {
        let found = self.frames.iter().find(|(event, _)| wanted.fits(event));
        let (_, game) = found.unwrap_or_else(|| panic!("no such event in {:#?}", self.events()));
        Played::from(game.clone())
    }

    /// The texts of the selected events, each with its rule.
    pub fn told(&self, wanted: impl Wanted<G::Event>) -> Vec<(LocalizedText, &'static str)> {
        let fitting = self.frames.iter().filter(|(event, _)| wanted.fits(event));
        let tell = |event: &G::Event| {
            let (text, RuleId(rule)) = event.describe(self.game.config());
            let text = text.named(G::info().seat_names, None);
            (text, rule)
        };
        fitting.map(|(event, _)| tell(event)).collect()
    }

    /// The winners and the reason for the end; `None` if the match is not over.
    pub fn end(&self) -> Option<(Vec<Seat>, &'static str)> {
        match self.game.turn() {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => Some((outcome.winners.iter().collect(), outcome.reason)),
        }
    }
}

impl<G: Game> From<G> for Played<G> {
    /// Starts a scenario in this state. Panics if the state violates an invariant.
    fn from(game: G) -> Played<G> {
        if let Err(lost) = game.check_invariants() {
            panic!("{lost}");
        }
        Played { start: Some(game.clone()), game, frames: Vec::new(), strict: false }
    }
}

fn parse<G: Game>(action: &str) -> Result<G::Action, IllegalAction> {
    G::Action::parse(action)
}

fn position<G: Game>(game: &G) -> Value {
    serde_json::to_value(game.position()).expect("positions are plain data")
}
