//! The language of scenes: a position is set up, played on by notation, and looked at with every
//! event and the truth after it at hand.
//!
//! A game's tests add words for what only that game has: a builder of positions, and an extension
//! trait for what it asks of a [`Played`].

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    Action, Draft, Event, FrameRecorder, GameConfig, GameRng, GameState, IllegalAction, InfoState,
    InputError, LocalizedText, RuleId, Seat, Turn, Viewer,
};

/// A setup with these options (the others by default) and components (the built-in ones by
/// default).
///
/// # Errors
/// As [`GameConfig::new`] and [`zashiki_core::GameInfo::complete_options`] say.
pub fn config<G: GameState>(
    seats: u8,
    options: &Value,
    components: Option<&str>,
) -> Result<Arc<G::Config>, InputError> {
    G::Config::new(seats, &G::info().complete_options(options)?, components)
}

/// A text with each of these passages, which must be there once at least, replaced wherever it
/// stands.
///
/// # Panics
/// When a passage is not there.
pub fn replaced(text: &str, replacements: &[(&str, &str)]) -> String {
    replacements.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} is not there to be replaced");
        text.replace(from, to)
    })
}

/// What is said of an impossible position: English and Japanese, or twice the reason why it
/// cannot even be read.
///
/// # Panics
/// When it is possible.
pub fn refusal<G: GameState>(config: &Arc<G::Config>, position: &Value) -> (String, String) {
    let read = match serde_json::from_value::<G::Position>(position.clone()) {
        Ok(read) => read,
        Err(error) => return (error.to_string(), error.to_string()),
    };
    let Err(no) = G::from_position(config, read) else {
        panic!("the position should be refused: {position:#}")
    };
    let LocalizedText { ja, en } = no.text();
    assert!(!ja.is_empty() && !en.is_empty(), "{no:?}");
    (en.to_string(), ja.to_string())
}

/// What everybody sees, as JSON.
///
/// # Panics
/// When a view is not plain data.
pub fn view_of<G: GameState>(game: &G) -> Value {
    serde_json::to_value(game.view(Viewer::Spectator)).expect("views are plain data")
}

/// The words of a list in JSON; none where there is no list.
///
/// # Panics
/// When something else stands in the list.
pub fn words(list: &Value) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a word").to_owned()).collect()
}

/// The rule and the words of a refusal, English and Japanese.
pub fn said(no: IllegalAction) -> (&'static str, String, String) {
    (no.rule.0, no.message.en.into_owned(), no.message.ja.into_owned())
}

/// Plays a whole game, a random seat of those awaited by `pick`, and calls back before every
/// decision and at the end.
pub fn play_by<G: GameState>(
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

/// [`play_by`] with any action as likely as another.
pub fn play_at_random<G: GameState>(config: &Arc<G::Config>, seed: u64, look: impl FnMut(&G)) -> G {
    play_by(config, seed, |legal, rng| *rng.pick(legal), look)
}

/// Plays on at random to the end; every piece must be there before each decision.
///
/// # Panics
/// When one is not, when a seat is awaited that can do nothing, or when there is no end within
/// [`GameConfig::max_decisions`]; the message begins with `from`.
pub fn play_on<G: GameState>(mut game: G, rng: &mut GameRng, from: &str) {
    let bound = game.config().max_decisions();
    for _ in 0..=bound {
        if let Err(lost) = game.check_invariants() {
            panic!("{from}: {lost}");
        }
        let Turn::Awaiting(awaited) = game.turn() else { return };
        let seats: Vec<Seat> = awaited.iter().collect();
        let seat = *rng.pick(&seats);
        let legal = game.legal(seat);
        assert!(!legal.is_empty(), "{from}: seat {seat} can do nothing");
        game.play_unchecked(seat, *rng.pick(&legal), None);
    }
    panic!("{from}: the play does not end within {bound} decisions");
}

/// Which events are meant: those that have all fields of a JSON object with its values, or those
/// of which a closure says so.
pub trait Wanted<E> {
    /// Whether this event is meant.
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

/// A play with its log. All that is done is done by notation, as people and the page do it.
#[derive(Clone)]
pub struct Played<G: GameState> {
    /// The truth now.
    pub game: G,
    /// The state before the first of the frames; nothing for a fresh deal.
    pub start: Option<G>,
    /// Every event since the scene began, with the truth after it.
    pub frames: Vec<(G::Event, G)>,
    /// Whether every piece must be there after each event, and not only after each decision.
    strict: bool,
}

impl<G: GameState> AsRef<Played<G>> for Played<G> {
    fn as_ref(&self) -> &Played<G> {
        self
    }
}

impl<G: GameState> AsMut<Played<G>> for Played<G> {
    fn as_mut(&mut self) -> &mut Played<G> {
        self
    }
}

/// Methods panic where the test is wrong or the game is: on an action that is refused or not
/// listed, a piece that is lost, an event that did not happen.
#[expect(clippy::missing_panics_doc, reason = "said once for all of them")]
impl<G: GameState> Played<G> {
    /// A fresh deal.
    pub fn dealt(config: &Arc<G::Config>, seed: u64) -> Played<G> {
        let mut frames = FrameRecorder(Vec::new());
        let game = G::deal(config, GameRng::from_seed(seed), Some(&mut frames));
        Played { game, start: None, frames: frames.0, strict: false }
    }

    /// From a position, which must be possible.
    pub fn standing(config: &Arc<G::Config>, position: &Value) -> Played<G> {
        let read = serde_json::from_value(position.clone())
            .unwrap_or_else(|error| panic!("{error} in {position:#}"));
        let game =
            G::from_position(config, read).unwrap_or_else(|no| panic!("{no} in {position:#}"));
        Played::from(game)
    }

    /// The same play, in which every piece must be there after each event too. A game in which
    /// a piece is on its way between two events cannot promise this.
    #[must_use]
    pub fn strict(mut self) -> Played<G> {
        self.strict = true;
        self
    }

    /// The awaited seat decides; every piece must still be there.
    pub fn act(&mut self, action: &str) {
        let seat = self.awaited().unwrap_or_else(|| panic!("{action}: the play is over"));
        self.act_as(seat, action);
    }

    /// A seat decides.
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

    /// The awaited seats decide, one after another.
    pub fn acts(&mut self, actions: &[&str]) {
        for action in actions {
            self.act(action);
        }
    }

    /// The play after this decision, which is not taken in this one.
    #[must_use]
    pub fn after(&self, action: &str) -> Played<G> {
        let mut played = self.clone();
        played.act(action);
        played
    }

    /// Forgets what happened so far.
    pub fn forget(&mut self) -> &mut Played<G> {
        self.frames.clear();
        self
    }

    /// The seat that decides next.
    pub fn awaited(&self) -> Option<Seat> {
        self.game.turn().awaited().first()
    }

    /// All seats that may decide now.
    pub fn all_awaited(&self) -> Vec<Seat> {
        self.game.turn().awaited().iter().collect()
    }

    /// What the awaited seat may do (of an open decision what is listed), in notation.
    pub fn legal(&self) -> Vec<String> {
        self.awaited().map_or_else(Vec::new, |seat| self.legal_for(seat))
    }

    /// What a seat may do.
    pub fn legal_for(&self, seat: Seat) -> Vec<String> {
        self.game.legal(seat).iter().map(ToString::to_string).collect()
    }

    /// What the awaited seat may do that begins so.
    pub fn legal_with(&self, start: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(start)).collect()
    }

    /// Whether the awaited seat may do this.
    pub fn may(&self, action: &str) -> bool {
        self.may_as(self.awaited().expect("somebody is awaited"), action)
    }

    /// Whether a seat may do this; the list and the check must agree.
    pub fn may_as(&self, seat: Seat, action: &str) -> bool {
        let parsed = parse::<G>(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let may = self.game.is_legal(seat, parsed).is_ok();
        if self.game.lists_all(seat) {
            let listed = self.game.legal(seat).contains(&parsed);
            assert_eq!(may, listed, "the check and the list differ on {action}");
        }
        may
    }

    /// The rule that asks the awaited seat.
    pub fn asked_by(&self) -> &'static str {
        let seat = self.awaited().expect("somebody is awaited");
        let (text, RuleId(rule)) = self.game.prompt(seat).expect("who is awaited is asked");
        assert!(!text.ja.is_empty() && !text.en.is_empty());
        rule
    }

    /// The rule by which the awaited seat's action is refused; nothing changes by it.
    pub fn refused(&self, action: &str) -> &'static str {
        self.refused_to(self.awaited().unwrap_or(Seat(0)), action)
    }

    /// The rule by which a seat's action is refused.
    pub fn refused_to(&self, seat: Seat, action: &str) -> &'static str {
        self.refusal_to(seat, action).rule.0
    }

    /// The refusal of a seat's action. What cannot even be read is refused as well.
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
        assert!(log.is_empty() && position(&game) == self.json(), "{action} did something");
        let finished = no.message.ja.ends_with('。') && no.message.en.ends_with('.');
        assert!(!no.message.ja.is_empty() && !no.message.en.is_empty(), "{action}: {no:?}");
        // The words of the house's own rules show an example at the end.
        assert!(finished || no.rule.0.starts_with("T-"), "{action}: {no:?}");
        no
    }

    /// What a seat hears of a draft.
    pub fn draft(&self, seat: Seat, draft: &str) -> Draft {
        let read = InfoState::new(&self.game, seat).draft(draft);
        read.unwrap_or_else(|no| panic!("{draft}: {no}"))
    }

    /// The truth, as JSON.
    pub fn json(&self) -> Value {
        position(&self.game)
    }

    /// What everybody sees, as JSON.
    pub fn view(&self) -> Value {
        view_of(&self.game)
    }

    /// What a seat sees, as JSON.
    pub fn view_as(&self, seat: Seat) -> Value {
        serde_json::to_value(self.game.view(Viewer::Seat(seat))).expect("views are plain data")
    }

    /// What happened since the scene began.
    pub fn events(&self) -> Vec<G::Event> {
        self.frames.iter().map(|(event, _)| event.clone()).collect()
    }

    /// The events that are meant, as JSON.
    pub fn all(&self, wanted: impl Wanted<G::Event>) -> Vec<Value> {
        let fitting = self.frames.iter().filter(|(event, _)| wanted.fits(event));
        fitting.map(|(event, _)| serde_json::to_value(event).expect("plain data")).collect()
    }

    /// How many events are meant.
    pub fn count(&self, wanted: impl Wanted<G::Event>) -> usize {
        self.frames.iter().filter(|(event, _)| wanted.fits(event)).count()
    }

    /// Whether an event is meant.
    pub fn has(&self, wanted: impl Wanted<G::Event>) -> bool {
        self.count(wanted) > 0
    }

    /// These happened in this order, perhaps with others between them.
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

    /// The play just after the first event that is meant.
    #[must_use]
    pub fn at(&self, wanted: impl Wanted<G::Event>) -> Played<G> {
        let found = self.frames.iter().find(|(event, _)| wanted.fits(event));
        let (_, game) = found.unwrap_or_else(|| panic!("no such event in {:#?}", self.events()));
        Played::from(game.clone())
    }

    /// The words for the events that are meant, with the rule each follows from.
    pub fn told(&self, wanted: impl Wanted<G::Event>) -> Vec<(LocalizedText, &'static str)> {
        let fitting = self.frames.iter().filter(|(event, _)| wanted.fits(event));
        let tell = |event: &G::Event| {
            let (text, RuleId(rule)) = event.describe(self.game.config());
            let text = text.named(G::info().seat_names, None);
            (text, rule)
        };
        fitting.map(|(event, _)| tell(event)).collect()
    }

    /// How it ended: the winners and the reason.
    pub fn end(&self) -> Option<(Vec<Seat>, &'static str)> {
        match self.game.turn() {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => Some((outcome.winners.iter().collect(), outcome.reason)),
        }
    }
}

impl<G: GameState> From<G> for Played<G> {
    /// A scene that begins here; every piece must be there.
    fn from(game: G) -> Played<G> {
        if let Err(lost) = game.check_invariants() {
            panic!("{lost}");
        }
        Played { start: Some(game.clone()), game, frames: Vec::new(), strict: false }
    }
}

fn parse<G: GameState>(action: &str) -> Result<G::Action, IllegalAction> {
    G::Action::parse(action)
}

fn position<G: GameState>(game: &G) -> Value {
    serde_json::to_value(game.position()).expect("positions are plain data")
}
