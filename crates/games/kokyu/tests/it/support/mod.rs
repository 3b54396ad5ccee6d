//! Scenes: a position in a few words, played on by notation, with every event and the
//! truth after it at hand.

#![allow(dead_code, reason = "each test file uses its part")]

use std::sync::Arc;

use kokyu::{Board, Card, Config, Consort, Effect, Eunuch, Event, Group, Kokyu, Position, Task};
use serde_json::{Value, json};
use zashiki_core::{GameRng, GameState, InputError, Seat};

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
pub fn setup_with(options: Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
    conformance::scene::config::<Kokyu>(2, &options, components)
}

/// The built-in components with `from`, which must be there, replaced by `to`.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    conformance::scene::replaced(FILE, replacements)
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

    /// A scene that goes on from where a play stands.
    pub fn from(played: &Played) -> Scene {
        Scene { config: played.game.config().clone(), position: played.game.position() }
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
        let all = 0..self.config.components.plots.len() as u8;
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

    /// Begins to play; the scene must be possible.
    pub fn play(self) -> Played {
        Played::from(Kokyu::from_position(&self.config, self.position).unwrap()).strict()
    }

    /// Begins to play and takes these decisions.
    pub fn acts(self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// What is said of an impossible scene.
    pub fn refusal(self) -> String {
        let refused = Kokyu::from_position(&self.config, self.position)
            .expect_err("the position should be refused");
        assert!(!refused.text().ja.is_empty(), "a refusal speaks Japanese too");
        refused.text().en.to_string()
    }
}

/// A play with its log.
pub type Played = conformance::scene::Played<Kokyu>;

/// What only 乾隆後宮 is asked.
pub trait Look: AsRef<Played> {
    /// A fresh deal.
    fn deal(options: Value, seed: u64) -> Played {
        Played::dealt(&setup_with(options, None).unwrap(), seed).strict()
    }

    fn board(&self) -> Board {
        self.as_ref().game.position().board
    }

    fn pile(&self) -> usize {
        self.as_ref().game.position().pile.len()
    }

    /// The seats asked or served, in the order of placing.
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

impl Look for Played {}

/// This very event.
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

/// What the built-in 策謀 card with this number does.
pub fn effect(config: &Config, plot: u8) -> Effect {
    config.components.plots[usize::from(plot)].effect
}
