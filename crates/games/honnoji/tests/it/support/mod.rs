//! Scenes: positions in a few words, continued by notation, with every event and the state after it.
//! All data is JSON, as clients see it.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod model;

use std::sync::Arc;

pub use conformance::scenario::{refusal, said, view_of, words};
use honnoji::{Config, Honnoji};
use serde_json::{Value, json};
pub use zashiki_core::Seat;
use zashiki_core::{GameState, InputError};

use model::{Model, Player, Square, sorted};

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");

/// The six basic cards.
pub const BASIC: &str = "crest 1 2 3 4 5";

/// A configuration with these options; the others have their defaults.
pub fn setup_with(seats: u8, options: Value) -> Result<Arc<Config>, InputError> {
    setup_of(seats, options, None)
}

/// A configuration with these options and components.
pub fn setup_of(seats: u8, options: Value, file: Option<&str>) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Honnoji>(seats, &options, file)
}

/// The built-in components with the first `from` replaced by `to`. Panics if it is missing.
pub fn replaced(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "the components file has no {from:?}");
    FILE.replacen(from, to, 1)
}

/// A components file with the basic cards, the koban and this deck. Each line of `deck` has face,
/// kind, count, points and icons (`move:up`) of a card. The names are the faces in capitals.
pub fn own_box(deck: &str) -> String {
    let mut file = FILE[..FILE.find("[[card]]\nface = \"tsukumo\"").unwrap()].to_owned();
    for line in deck.lines() {
        let words = split(line);
        let [face, kind, count, points] = words[..4] else { panic!("{line}") };
        let icons: Vec<String> = (words[4..].iter())
            .map(|icon| {
                let (icon, direction) = icon.split_once(':').expect("icon:direction");
                format!("{{ icon = \"{icon}\", direction = \"{direction}\" }}")
            })
            .collect();
        file += &format!(
            "[[card]]\nface = \"{face}\"\nkind = \"{kind}\"\nname = {{ ja = \"{0}\", en = \"{0}\" }}\n\
             count = {count}\npoints = {points}\nicons = [{1}]\nsource = \"rulebook\"\nprint = \"rulebook\"\n",
            face.to_uppercase(),
            icons.join(", "),
        );
    }
    file
}

/// The words of a text as a list.
pub fn split(words: &str) -> Vec<&str> {
    words.split_whitespace().collect()
}

/// The words of a list of cards, in the order of notation.
pub fn in_order(list: &str) -> Vec<String> {
    sorted(split(list).into_iter().map(ToOwned::to_owned).collect())
}

/// A layout in notation, such as `crest@0:0 2@0:1`, as JSON.
pub fn laid_json(layout: &str) -> Value {
    let cards = split(layout).into_iter().filter(|word| *word != "nothing").map(|word| {
        let (face, cell) = word.split_once('@').expect("card@x:y");
        let (x, y) = cell.split_once(':').expect("x:y");
        let [x, y] = [x, y].map(|number| number.parse::<i32>().expect("a number"));
        json!({ "face": face, "cell": { "x": x, "y": y } })
    });
    cards.collect()
}

/// A position that is being set up. Default: the decision phase of round 2, seat 0 is the first
/// player, the squares are empty, the pawn of seat n is on square n + 1, and everything else is as
/// at the start.
#[derive(Clone)]
pub struct Scene {
    pub config: Arc<Config>,
    pub position: Value,
}

impl Scene {
    pub fn new(seats: u8) -> Scene {
        Scene::with(seats, json!({}))
    }

    pub fn with(seats: u8, options: Value) -> Scene {
        Scene::of(setup_with(seats, options).unwrap())
    }

    /// A scene with this configuration.
    pub fn of(config: Arc<Config>) -> Scene {
        let players: Vec<Value> =
            (1..=config.seats).map(|square| json!({ "square": square })).collect();
        Scene { config, position: json!({ "round": 2, "players": players }) }
    }

    /// A scene that begins with the position of a match.
    pub fn from(played: &Played) -> Scene {
        Scene { config: played.game.config().clone(), position: played.json() }
    }

    /// Sets any field of the position.
    pub fn set(mut self, field: &str, value: Value) -> Scene {
        self.position[field] = value;
        self
    }

    /// Sets any field of a seat.
    pub fn seat(mut self, seat: usize, field: &str, value: Value) -> Scene {
        self.position["players"][seat][field] = value;
        self
    }

    /// Sets the round. In round 1 the pawns are off the board.
    pub fn round(self, round: u8) -> Scene {
        let mut scene = self.set("round", json!(round));
        if round == 1 {
            for player in scene.position["players"].as_array_mut().unwrap() {
                player.as_object_mut().unwrap().remove("square");
            }
        }
        scene
    }

    pub fn first(self, seat: u8) -> Scene {
        self.set("first_player", json!(seat))
    }

    /// Sets the squares of the pawns, by seat.
    pub fn pawns(self, squares: &[u8]) -> Scene {
        squares
            .iter()
            .enumerate()
            .fold(self, |scene, (seat, square)| scene.seat(seat, "square", json!(square)))
    }

    pub fn hand(self, seat: usize, faces: &str) -> Scene {
        self.seat(seat, "hand", json!(split(faces)))
    }

    pub fn exposed(self, seat: usize, faces: &str) -> Scene {
        self.seat(seat, "exposed", json!(split(faces)))
    }

    /// Sets the layout that the seat has declared.
    pub fn laid(self, seat: usize, layout: &str) -> Scene {
        self.seat(seat, "laid", laid_json(layout))
    }

    /// Sets the cards on a square, oldest first.
    pub fn pile(mut self, square: usize, faces: &str) -> Scene {
        if self.position["squares"].is_null() {
            self.position["squares"] = json!([[], [], [], [], []]);
        }
        self.position["squares"][square - 1] = json!(split(faces));
        self
    }

    /// Sets the whole deck, with the next card to be dealt first.
    pub fn deck(self, faces: &str) -> Scene {
        let deck: Vec<&str> = split(faces).into_iter().rev().collect();
        self.set("deck", json!(deck))
    }

    pub fn discards(self, faces: &str) -> Scene {
        self.set("discards", json!(split(faces)))
    }

    pub fn stage(self, kind: &str) -> Scene {
        self.set("stage", json!({ "kind": kind }))
    }

    pub fn rng(self, seed: u64) -> Scene {
        self.set("dice", json!({ "seed": seed.to_string(), "drawn": 0 }))
    }

    /// Starts a match at the scene. Panics if the position is impossible.
    pub fn play(&self) -> Played {
        Played::standing(&self.config, &self.position)
    }

    /// Starts a match at the scene and declares these layouts, one for each seat that has not
    /// declared.
    pub fn lay(&self, layouts: &[&str]) -> Played {
        let mut played = self.play();
        played.lay(layouts);
        played
    }

    /// The error about an impossible scene, in English and Japanese.
    pub fn refusal(&self) -> (String, String) {
        refusal::<Honnoji>(&self.config, &self.position)
    }
}

/// A match of HONNOJI with all its events so far.
pub type Played = conformance::scenario::Played<Honnoji>;

/// Queries and actions that only the tests of HONNOJI need.
pub trait HonnojiPlayed: AsRef<Played> + AsMut<Played> {
    /// A match dealt from a seed.
    fn deal(seats: u8, options: Value, seed: u64) -> Played {
        Played::dealt(&setup_with(seats, options).unwrap(), seed)
    }

    /// Every awaited seat declares the layout at the seat's index in `layouts`.
    fn lay(&mut self, layouts: &[&str]) {
        assert!(self.is_deciding(), "no layouts are asked");
        let round = self.round();
        while let Some(seat) = self.as_ref().awaited() {
            if !self.is_deciding() || self.round() > round {
                return;
            }
            self.as_mut().act_as(seat, &format!("lay {}", layouts[seat.index()]));
        }
    }

    fn phase(&self) -> String {
        self.as_ref().view()["phase"].as_str().unwrap().to_owned()
    }

    fn is_deciding(&self) -> bool {
        self.phase() == "decision"
    }

    fn round(&self) -> u64 {
        self.as_ref().view()["round"].as_u64().unwrap()
    }

    fn first(&self) -> u64 {
        self.as_ref().view()["first_player"].as_u64().unwrap()
    }

    /// The square of a seat's pawn; 0: off the board.
    fn pawn(&self, seat: usize) -> u64 {
        self.as_ref().view()["players"][seat]["square"].as_u64().unwrap_or(0)
    }

    /// The cards in a seat's hand, even if they are hidden.
    fn hand(&self, seat: usize) -> Vec<String> {
        sorted(words(&self.as_ref().json()["players"][seat]["hand"]))
    }

    fn exposed(&self, seat: usize) -> Vec<String> {
        words(&self.as_ref().view()["players"][seat]["exposed"])
    }

    /// The cards of a square, oldest first.
    fn pile(&self, square: usize) -> Vec<String> {
        let view = self.as_ref().view();
        let cards = view["squares"][square - 1]["cards"].as_array().unwrap();
        cards.iter().map(|card| card["face"].as_str().unwrap().to_owned()).collect()
    }

    /// The cards of a square that are face down.
    fn down(&self, square: usize) -> Vec<String> {
        let view = self.as_ref().view();
        let cards = view["squares"][square - 1]["cards"].as_array().unwrap();
        let down = cards.iter().filter(|card| card["down"] == json!(true));
        down.map(|card| card["face"].as_str().unwrap().to_owned()).collect()
    }

    /// The numbers of the fire squares.
    fn fires(&self) -> Vec<usize> {
        let view = self.as_ref().view();
        (1..=5).filter(|square| view["squares"][square - 1]["fire"] == json!(true)).collect()
    }

    fn discards(&self) -> Vec<String> {
        words(&self.as_ref().view()["discards"])
    }

    /// The deck, the next card first.
    fn deck(&self) -> Vec<String> {
        let mut deck = words(&self.as_ref().json()["deck"]);
        deck.reverse();
        deck
    }

    /// The state of the engine as a state of the model.
    fn model(&self) -> Model {
        let (view, truth) = (self.as_ref().view(), self.as_ref().json());
        let squares = [0, 1, 2, 3, 4].map(|index| Square {
            cards: self.pile(index + 1),
            fire: view["squares"][index]["fire"] == json!(true),
        });
        let players = truth["players"].as_array().unwrap().iter().map(|player| Player {
            square: player["square"].as_u64().map(|square| square as u8),
            hand: sorted(words(&player["hand"])),
            exposed: sorted(words(&player["exposed"])),
            laid: player["laid"].as_array().map(|cards| {
                let card = |card: &Value| {
                    let [x, y] = ["x", "y"].map(|axis| card["cell"][axis].as_i64().unwrap() as i8);
                    (card["face"].as_str().unwrap().to_owned(), (x, y))
                };
                let mut laid: Vec<_> = cards.iter().map(card).collect();
                laid.sort_by_key(|(_, at)| *at);
                laid
            }),
        });
        Model {
            together: self.as_ref().game.config().options.placing == honnoji::Placing::Together,
            round: self.round() as u8,
            first: self.first() as usize,
            in_vain: self.in_vain(),
            deck: words(&truth["deck"]),
            discards: sorted(words(&truth["discards"])),
            squares,
            players: players.collect(),
        }
    }

    /// The log texts of the events that have all these fields, English and Japanese.
    fn words(&self, wanted: Value) -> Vec<(String, String)> {
        let told = self.as_ref().told(wanted).into_iter();
        told.map(|(text, _)| (text.en.into_owned(), text.ja.into_owned())).collect()
    }

    /// Icons without effect in the order of the log: seat, icon, number and reason.
    fn in_vain(&self) -> Vec<String> {
        let told = self.as_ref().all(json!({ "event": "in_vain" }));
        let words = |event: &Value| {
            let [icon, why] =
                ["icon", "why"].map(|field| event[field].as_str().unwrap().to_owned());
            format!("{} {icon} {} {why}", event["seat"], event["number"])
        };
        told.iter().map(words).collect()
    }

    /// The names of all events so far, in order.
    fn names(&self) -> Vec<String> {
        self.as_ref()
            .all(json!({}))
            .iter()
            .map(|event| event["event"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The match at the start of the next round, before cards are dealt.
    fn settled(&self) -> Played {
        self.as_ref().at(json!({ "event": "round_began" }))
    }
}

impl HonnojiPlayed for Played {}

/// Plays a random match and calls `visit` before every decision and at the end. If several seats are
/// awaited, a random one decides.
pub fn play_at_random(
    seats: u8,
    options: Value,
    seed: u64,
    visit: impl FnMut(&Honnoji),
) -> Honnoji {
    conformance::scenario::play_at_random(&setup_with(seats, options).unwrap(), seed, visit)
}
