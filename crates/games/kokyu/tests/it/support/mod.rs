//! Scenes: a position in a few words, played on by notation, with every event and the
//! truth after it at hand.

#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;

use kokyu::{
    Action, Board, Card, Consort, Effect, Eunuch, Event, Group, Kokyu, Position, Setup, Task,
};
use serde_json::{Value, json};
use table::{Action as _, BadInput, Dice, Frames, Game, RuleId, Seat, Setup as _, Silent, Turn};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

// The built-in 策謀 cards by number; `plots_are_numbered_as_the_tests_say` holds them.
pub const SUMMONS: u8 = 0;
pub const SLANDER: u8 = 1;
pub const FLATTERY: u8 = 2;
pub const BANISHMENT: u8 = 3;
pub const GUIDANCE: u8 = 4;

// The built-in squares.
pub const TEA: u8 = 6;
pub const LOOP: u8 = 12;
pub const PLUS_ONE: usize = 1;
pub const CHOICE: usize = 2;
pub const PLUS_FIVE: usize = 3;
pub const STRENGTH: usize = 4;
pub const POINT: usize = 5;

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");

/// A setup with these options (the others by default) and components.
pub fn setup_with(options: Value, components: Option<&str>) -> Result<Arc<Setup>, BadInput> {
    Setup::new(2, &Kokyu::info().complete_options(&options)?, components)
}

/// The built-in components with `from`, which must be there, replaced by `to`.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    let mut file = FILE.to_owned();
    for (from, to) in replacements {
        assert!(file.contains(from), "the components file has no {from:?}");
        file = file.replace(from, to);
    }
    file
}

/// The `[[plot]]` entries of a components file that has only these 策謀 cards.
pub fn file_with_plots(plots: &[(&str, u8)]) -> String {
    let mut file = FILE[..FILE.find("[[plot]]").unwrap()].to_owned();
    for (effect, amount) in plots {
        file += &format!(
            "[[plot]]\nname = {{ ja = \"策\", en = \"Plot\" }}\neffect = \"{effect}\"\n\
             amount = {amount}\nsource = \"reconstructed\"\n"
        );
    }
    file
}

/// A position being set up. It begins in the placing of round 1 with blue to place, blue
/// holding 始動権 and every eunuch parked in the palace on 初, where it is in nobody's way.
/// A eunuch that is needed elsewhere is taken from there, so that the count stays right.
pub struct Scene {
    pub setup: Arc<Setup>,
    pub position: Position,
}

impl Scene {
    pub fn new() -> Scene {
        Scene::with(json!({}), None)
    }

    pub fn with(options: Value, components: Option<&str>) -> Scene {
        let setup = setup_with(options, components).unwrap();
        let game = Kokyu::deal(&setup, Dice::from_seed(1), &mut Silent);
        let mut position = game.position();
        position.board.initiative = BLUE;
        position.board.tasks.clear();
        position.board.tasks.push(Task::Place { seat: BLUE });
        position.board.hands = [Group::default(); 2];
        position.board.palace[0] = [Group { weak: 3, strong: 0 }; 2];
        position.pile.sort_unstable();
        Scene { setup, position }
    }

    /// A scene that goes on from where a play stands.
    pub fn from(played: &Played) -> Scene {
        Scene { setup: played.game.setup().clone(), position: played.game.position() }
    }

    fn unpark(&mut self, seat: Seat) {
        let parked = &mut self.position.board.palace[0][seat.index()].weak;
        *parked = parked.checked_sub(1).expect("all three eunuchs are in use");
    }

    /// `count` weak eunuchs in hand.
    pub fn hand(mut self, seat: Seat, count: u8) -> Scene {
        for _ in 0..count {
            self.unpark(seat);
            self.position.board.hands[seat.index()].weak += 1;
        }
        self
    }

    /// A strong eunuch in hand.
    pub fn strong_hand(mut self, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.hands[seat.index()].strong += 1;
        self
    }

    /// A weak eunuch on the card with this number, which is turned up for it.
    pub fn card(mut self, number: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.cards[number - 1].open = true;
        self.position.board.cards[number - 1].eunuchs.push(Eunuch { seat, strong: false });
        self
    }

    /// A weak eunuch on this palace square.
    pub fn palace(mut self, square: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.palace[square][seat.index()].weak += 1;
        self
    }

    /// A strong eunuch on this palace square.
    pub fn strong_palace(mut self, square: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.palace[square][seat.index()].strong += 1;
        self
    }

    /// Cards 1 and 3 lie open, as after a lap.
    pub fn open(mut self) -> Scene {
        for Card { open, .. } in &mut self.position.board.cards {
            *open = true;
        }
        self
    }

    /// The pile, the next card first; the other 策謀 cards are discards.
    pub fn pile(mut self, plots: &[u8]) -> Scene {
        let all = 0..self.setup.components.plots.len() as u8;
        self.position.pile = plots.iter().rev().copied().collect();
        self.position.board.discards = all.filter(|plot| !plots.contains(plot)).collect();
        self
    }

    /// Who holds 始動権, and so places next.
    pub fn initiative(mut self, seat: Seat) -> Scene {
        self.position.board.initiative = seat;
        self.position.board.tasks[0] = Task::Place { seat };
        self
    }

    /// Where a consort stands, and how many laps it has made.
    pub fn consort(mut self, seat: Seat, square: u8, laps: u8) -> Scene {
        self.position.board.consorts[seat.index()] = Consort { square, laps };
        self
    }

    /// Points of blue, red and 香妃, with the point of 茶休憩 taken; the rest is stock.
    pub fn points(mut self, blue: u8, red: u8, kohi: u8) -> Scene {
        let board = &mut self.position.board;
        let total = self.setup.components.points.total;
        (board.points, board.kohi, board.tea) = ([blue, red], kohi, 0);
        board.stock = total.checked_sub(blue + red + kohi).expect("there are fewer points in all");
        self
    }

    pub fn round(mut self, round: u16) -> Scene {
        self.position.board.round = round;
        self
    }

    pub fn dice(mut self, seed: u64) -> Scene {
        self.position.dice = Dice::from_seed(seed).state();
        self
    }

    /// Begins to play; the scene must be possible.
    pub fn play(self) -> Played {
        let game = Kokyu::from_position(&self.setup, self.position).unwrap();
        Played { game, frames: Vec::new() }
    }

    /// Begins to play and takes these decisions.
    pub fn acts(self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// What is said of an impossible scene.
    pub fn refusal(self) -> String {
        let refused = Kokyu::from_position(&self.setup, self.position)
            .expect_err("the position should be refused");
        assert!(!refused.text().ja.is_empty(), "a refusal speaks Japanese too");
        refused.text().en.to_string()
    }
}

/// A play with its log.
pub struct Played {
    pub game: Kokyu,
    /// Every event since the scene began, with the truth after it.
    pub frames: Vec<(Event, Kokyu)>,
}

impl Played {
    /// A fresh deal.
    pub fn deal(options: Value, seed: u64) -> Played {
        let setup = setup_with(options, None).unwrap();
        let mut frames = Frames(Vec::new());
        let game = Kokyu::deal(&setup, Dice::from_seed(seed), &mut frames);
        Played { game, frames: frames.0 }
    }

    /// The awaited seat decides; every piece must still be there after each event.
    pub fn act(&mut self, action: &str) {
        let seat = self.awaited().unwrap_or_else(|| panic!("{action}: the play is over"));
        let parsed = Action::parse(action).unwrap();
        let mut frames = Frames(Vec::new());
        if let Err(refused) = self.game.play(seat, parsed, &mut frames) {
            panic!("{action} by seat {seat}: {refused}");
        }
        for (event, game) in &frames.0 {
            if let Err(lost) = game.census() {
                panic!("after {event:?}: {lost}");
            }
        }
        self.frames.extend(frames.0);
    }

    pub fn acts(&mut self, actions: &[&str]) {
        for action in actions {
            self.act(action);
        }
    }

    pub fn awaited(&self) -> Option<Seat> {
        self.game.turn().awaited().first()
    }

    pub fn board(&self) -> Board {
        self.game.position().board
    }

    pub fn pile(&self) -> usize {
        self.game.position().pile.len()
    }

    /// Everything the awaited seat may do, in notation.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Some(seat) = self.awaited() {
            self.game.legal_into(seat, &mut actions);
        }
        actions.iter().map(ToString::to_string).collect()
    }

    /// The rule that asks the awaited seat.
    pub fn asked_by(&self) -> &'static str {
        let (text, RuleId(rule)) = self.game.question(self.awaited().unwrap()).unwrap();
        assert!(!text.ja.is_empty() && !text.en.is_empty());
        rule
    }

    /// The rule by which the awaited seat's action is refused; nothing changes by it.
    pub fn refused(&self, action: &str) -> &'static str {
        self.refused_to(self.awaited().unwrap_or(BLUE), action)
    }

    pub fn refused_to(&self, seat: Seat, action: &str) -> &'static str {
        let mut game = self.game.clone();
        let mut log: Vec<Event> = Vec::new();
        let no = game.play(seat, Action::parse(action).unwrap(), &mut log).unwrap_err();
        assert!(
            log.is_empty() && game.position() == self.game.position(),
            "{action} did something"
        );
        assert!(!no.message.ja.is_empty() && !no.message.en.is_empty(), "{action}: {no:?}");
        assert!(!self.legal().contains(&action.to_owned()) || self.awaited() != Some(seat));
        no.rule.0
    }

    pub fn events(&self) -> Vec<Event> {
        self.frames.iter().map(|(event, _)| *event).collect()
    }

    pub fn count(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.frames.iter().filter(|(event, _)| wanted(event)).count()
    }

    pub fn has(&self, event: Event) -> bool {
        self.count(|e| *e == event) > 0
    }

    /// These events happened in this order, perhaps with others between them.
    pub fn assert_order(&self, wanted: &[Event]) {
        let events = self.events();
        let mut rest = events.iter();
        for event in wanted {
            assert!(rest.any(|e| e == event), "{event:?} is missing or too early in {events:#?}");
        }
    }

    /// The truth just after the first event that fits.
    pub fn at(&self, wanted: impl Fn(&Event) -> bool) -> Board {
        let (_, game) = self.frames.iter().find(|(event, _)| wanted(event)).expect("no such event");
        game.position().board
    }

    /// The seats asked or served, in the order of placing.
    pub fn placers(&self) -> Vec<Seat> {
        self.events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Placed { eunuch, .. } => Some(eunuch.seat),
                _ => None,
            })
            .collect()
    }

    /// How it ended: the winner, if any, and the reason.
    pub fn end(&self) -> Option<(Option<Seat>, &'static str)> {
        match self.game.turn() {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => Some((outcome.winners.first(), outcome.reason)),
        }
    }
}

/// A weak eunuch of this seat.
pub const fn weak(seat: Seat) -> Eunuch {
    Eunuch { seat, strong: false }
}

/// A strong eunuch of this seat.
pub const fn strong(seat: Seat) -> Eunuch {
    Eunuch { seat, strong: true }
}

/// What the built-in 策謀 card with this number does.
pub fn effect(setup: &Setup, plot: u8) -> Effect {
    setup.components.plots[usize::from(plot)].effect
}
