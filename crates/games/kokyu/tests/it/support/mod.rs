//! Scenes: positions in a few words, continued by notation, with every event and the state after it.

#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;

use kokyu::{Board, Card, Config, Consort, Effect, Eunuch, Event, Group, Kokyu, Position, Task};
use serde_json::{Value, json};
use zashiki_core::{GameRng, GameState, InputError, Seat};

pub const BLUE: Seat = Seat(0);
pub const RED: Seat = Seat(1);

// The built-in plot cards (策謀) by index; `plots_are_numbered_as_the_tests_say` checks them.
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

/// A configuration with these options (the others have their defaults) and components.
pub fn setup_with(options: Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Kokyu>(2, &options, components)
}

/// The built-in components with replacements. Panics if a replaced text is missing.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    conformance::scenario::replaced(FILE, replacements)
}

/// The built-in components with only these plot cards (策謀); the amount is 0 for effects that have none.
pub fn file_with_plots(plots: &[(&str, u8)]) -> String {
    let mut file = FILE[..FILE.find("[[plot]]").unwrap()].to_owned();
    for (effect, amount) in plots {
        file += &format!(
            "[[plot]]\nname = {{ ja = \"策\", en = \"Plot\" }}\neffect = \"{effect}\"\n\
             source = \"reconstructed\"\n"
        );
        if *amount > 0 {
            file += &format!("amount = {amount}\n");
        }
    }
    file
}

/// A position that is being set up. Default: round 1, Blue has the first-move tile and places next,
/// and all eunuchs wait on the entry square of the palace. Methods that put a eunuch elsewhere take
/// it from there, so that the number stays right.
pub struct Scene {
    pub config: Arc<Config>,
    pub position: Position,
}

impl Scene {
    pub fn new() -> Scene {
        Scene::with(json!({}), None)
    }

    pub fn with(options: Value, components: Option<&str>) -> Scene {
        let config = setup_with(options, components).unwrap();
        let game = Kokyu::deal(&config, GameRng::from_seed(1), None);
        let mut position = game.position();
        position.board.initiative = BLUE;
        position.board.tasks.clear();
        position.board.tasks.push(Task::Place { seat: BLUE });
        position.board.hands = [Group::default(); 2];
        position.board.palace[0] = [Group { weak: 3, strong: 0 }; 2];
        position.pile.sort_unstable();
        Scene { config, position }
    }

    /// A scene that begins with the position of a match.
    pub fn from(played: &Played) -> Scene {
        Scene { config: played.game.config().clone(), position: played.game.position() }
    }

    fn unpark(&mut self, seat: Seat) {
        let parked = &mut self.position.board.palace[0][seat.index()].weak;
        *parked = parked.checked_sub(1).expect("all three eunuchs are in use");
    }

    /// Puts `count` weak eunuchs into the hand.
    pub fn hand(mut self, seat: Seat, count: u8) -> Scene {
        for _ in 0..count {
            self.unpark(seat);
            self.position.board.hands[seat.index()].weak += 1;
        }
        self
    }

    /// Puts a strong eunuch into the hand.
    pub fn strong_hand(mut self, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.hands[seat.index()].strong += 1;
        self
    }

    /// Puts a weak eunuch on the card with this number, and turns the card up.
    pub fn card(mut self, number: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.cards[number - 1].open = true;
        self.position.board.cards[number - 1].eunuchs.push(Eunuch { seat, strong: false });
        self
    }

    /// Puts a weak eunuch on this palace square.
    pub fn palace(mut self, square: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.palace[square][seat.index()].weak += 1;
        self
    }

    /// Puts a strong eunuch on this palace square.
    pub fn strong_palace(mut self, square: usize, seat: Seat) -> Scene {
        self.unpark(seat);
        self.position.board.palace[square][seat.index()].strong += 1;
        self
    }

    /// Turns cards 1 and 3 up, as after a lap.
    pub fn open(mut self) -> Scene {
        for Card { open, .. } in &mut self.position.board.cards {
            *open = true;
        }
        self
    }

    /// Sets the pile, with the next card first; all other plot cards are discarded.
    pub fn pile(mut self, plots: &[u8]) -> Scene {
        let all = 0..self.config.components.plots.len() as u8;
        self.position.pile = plots.iter().rev().copied().collect();
        self.position.board.discards = all.filter(|plot| !plots.contains(plot)).collect();
        self
    }

    /// Sets the holder of the first-move tile, who places next.
    pub fn initiative(mut self, seat: Seat) -> Scene {
        self.position.board.initiative = seat;
        self.position.board.tasks[0] = Task::Place { seat };
        self
    }

    /// Sets the square of a consort and the number of its laps.
    pub fn consort(mut self, seat: Seat, square: u8, laps: u8) -> Scene {
        self.position.board.consorts[seat.index()] = Consort { square, laps };
        self
    }

    /// Sets the points of Blue, Red and Xiang Fei. The tea square has none, and the stock has the
    /// rest.
    pub fn points(mut self, blue: u8, red: u8, kohi: u8) -> Scene {
        let board = &mut self.position.board;
        let total = self.config.components.points.total;
        (board.points, board.kohi, board.tea) = ([blue, red], kohi, 0);
        board.stock = total.checked_sub(blue + red + kohi).expect("there are fewer points in all");
        self
    }

    pub fn round(mut self, round: u16) -> Scene {
        self.position.board.round = round;
        self
    }

    pub fn rng(mut self, seed: u64) -> Scene {
        self.position.rng = GameRng::from_seed(seed).state();
        self
    }

    /// Starts a match at the scene. Panics if the position is impossible.
    pub fn play(self) -> Played {
        Played::from(Kokyu::from_position(&self.config, self.position).unwrap()).strict()
    }

    /// Starts a match at the scene and plays these actions.
    pub fn acts(self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// The error about an impossible scene.
    pub fn refusal(self) -> String {
        let refused = Kokyu::from_position(&self.config, self.position)
            .expect_err("the position should be refused");
        assert!(!refused.text().ja.is_empty(), "a refusal speaks Japanese too");
        refused.text().en.to_string()
    }
}

/// A match of 乾隆後宮 with all its events so far.
pub type Played = conformance::scenario::Played<Kokyu>;

/// Queries that only the tests of 乾隆後宮 need.
pub trait KokyuPlayed: AsRef<Played> {
    /// A match dealt from a seed.
    fn deal(options: Value, seed: u64) -> Played {
        Played::dealt(&setup_with(options, None).unwrap(), seed).strict()
    }

    fn board(&self) -> Board {
        self.as_ref().game.position().board
    }

    fn pile(&self) -> usize {
        self.as_ref().game.position().pile.len()
    }

    /// The owners of placed eunuchs, in the order of placing.
    fn placers(&self) -> Vec<Seat> {
        self.as_ref()
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Placed { eunuch, .. } => Some(eunuch.seat),
                _ => None,
            })
            .collect()
    }
}

impl KokyuPlayed for Played {}

/// A test for events that is true only for this event.
pub fn is(event: Event) -> impl Fn(&Event) -> bool {
    move |happened| *happened == event
}

/// A weak eunuch of this seat.
pub const fn weak(seat: Seat) -> Eunuch {
    Eunuch { seat, strong: false }
}

/// A strong eunuch of this seat.
pub const fn strong(seat: Seat) -> Eunuch {
    Eunuch { seat, strong: true }
}

/// The effect of the built-in plot card with this index.
pub fn effect(config: &Config, plot: u8) -> Effect {
    config.components.plots[usize::from(plot)].effect
}
