//! Scenarios for tests: a position, played by action notation, with every event and the state after
//! it. Positions, events and views are JSON, as on the page.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::sync::Arc;

pub use conformance::scenario::{refusal, said, view_of, words};
use hostile::{Action, Config, Hostile};
use serde_json::{Value, json};
pub use zashiki_core::Seat;
use zashiki_core::{GameRng, GameState, InputError};

/// The skill cards, in the order in which a scenario gives them to seats whose skill is not set.
pub const SKILLS: [&str; 7] = ["recall", "king", "steal", "rotate", "crash", "quick", "ghost"];

/// The kinds of floor tiles with the number of tiles of each kind.
pub const FLOOR: [(&str, usize); 8] = [
    ("slide", 12),
    ("diagonal", 6),
    ("spring", 6),
    ("ice", 8),
    ("stop", 8),
    ("box", 5),
    ("corner", 6),
    ("para", 6),
];

/// The four orthogonal directions.
pub const SIDES: [&str; 4] = ["n", "e", "s", "w"];

/// A configuration with these options and defaults for the others.
pub fn config_with(seats: u8, options: Value) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Hostile>(seats, &options, None)
}

/// The name of the square with this file and rank, both from 0; `None` off the board.
pub fn square(file: i8, rank: i8) -> Option<String> {
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| format!("{}{}", char::from(b'A' + file as u8), rank + 1))
}

/// The names of all 64 squares.
pub fn squares() -> Vec<String> {
    (0..64).map(|n| square(n % 8, n / 8).unwrap()).collect()
}

/// The square that is `steps` steps away in a direction; `None` off the board.
pub fn step(from: &str, direction: &str, steps: i8) -> Option<String> {
    let [file, rank] = [from.as_bytes()[0] - b'A', from.as_bytes()[1] - b'1'].map(|n| n as i8);
    let towards = |letter| i8::from(direction.contains(letter));
    let (east, north) = (towards('e') - towards('w'), towards('n') - towards('s'));
    square(file + east * steps, rank + north * steps)
}

/// The direction opposite to this one.
pub fn opposite(direction: &str) -> &'static str {
    match direction {
        "n" => "s",
        "e" => "w",
        "s" => "n",
        "w" => "e",
        "ne" => "sw",
        "se" => "nw",
        "sw" => "ne",
        "nw" => "se",
        other => panic!("{other} is not a direction"),
    }
}

/// A position from which a test plays. By default it is round 1 and the turn of seat 0, the start
/// player; board and line are empty, every pawn is on its start, and every seat has one skill.
pub struct Scene {
    pub config: Arc<Config>,
    pub position: Value,
    skills: Vec<Option<Vec<String>>>,
}

impl Scene {
    pub fn new(seats: u8) -> Scene {
        Scene::with(seats, json!({}))
    }

    pub fn with(seats: u8, options: Value) -> Scene {
        let config = config_with(seats, options).unwrap();
        let position = json!({
            "stage": { "kind": "turn", "seat": 0 },
            "seats": vec![json!({}); usize::from(seats)],
            "floor": [],
            "gems": [],
        });
        Scene { config, position, skills: vec![None; usize::from(seats)] }
    }

    /// A scenario with two seats and the pawn of seat 0 on this square.
    pub fn on(pawn: &str) -> Scene {
        Scene::new(2).pawn(0, pawn)
    }

    /// A scenario that starts from the current state of a match.
    pub fn from(played: &Played) -> Scene {
        let position = played.json();
        let seats = position["seats"].as_array().unwrap();
        let skills = seats.iter().map(|seat| Some(words(&seat["skills"]))).collect();
        Scene { config: played.game.config().clone(), position, skills }
    }

    /// Sets a field of the position.
    pub fn set(mut self, field: &str, value: Value) -> Scene {
        self.position[field] = value;
        self
    }

    /// Sets a field of a seat.
    pub fn seat(mut self, seat: usize, field: &str, value: Value) -> Scene {
        self.position["seats"][seat][field] = value;
        self
    }

    pub fn pawn(self, seat: usize, square: &str) -> Scene {
        self.seat(seat, "pawn", json!(square))
    }

    pub fn hand(self, seat: usize, tiles: &[&str]) -> Scene {
        self.seat(seat, "hand", json!(tiles))
    }

    pub fn gems(self, seat: usize, gems: u64) -> Scene {
        self.seat(seat, "gems", json!(gems))
    }

    /// Sets the skill that the seat drafted last. A seat without this setting has one of the other
    /// skills.
    pub fn skill(self, seat: usize, skill: &str) -> Scene {
        self.skills(seat, &[skill])
    }

    /// Sets all skills that the seat drafted in this round.
    pub fn skills(mut self, seat: usize, skills: &[&str]) -> Scene {
        self.skills[seat] = Some(skills.iter().map(ToString::to_string).collect());
        self
    }

    /// Adds a floor tile to the board, in the notation `slide n` or `ice`.
    pub fn tile(mut self, square: &str, tile: &str) -> Scene {
        let mut words = tile.split(' ');
        let mut placed = json!({ "square": square, "kind": words.next() });
        if let Some(facing) = words.next() {
            placed["facing"] = json!(facing);
        }
        self.position["floor"].as_array_mut().unwrap().push(placed);
        self
    }

    pub fn tiles(self, tiles: &[(&str, &str)]) -> Scene {
        tiles.iter().fold(self, |scene, (square, tile)| scene.tile(square, tile))
    }

    /// Adds `count` of these tiles on the first free squares of ranks 2 to 7. There, tiles that
    /// move pawns northwards never make a movement endless.
    pub fn lay(mut self, tile: &str, count: usize) -> Scene {
        let placed = self.position["floor"].as_array().unwrap();
        let taken = |square: &String| placed.iter().any(|tile| tile["square"] == *square);
        let free = squares().into_iter().skip(8).take(48).filter(|square| !taken(square));
        for square in free.take(count).collect::<Vec<_>>() {
            self = self.tile(&square, tile);
        }
        self
    }

    /// Adds gems on a square.
    pub fn gem(mut self, square: &str, count: u64) -> Scene {
        let gems = json!({ "square": square, "count": count });
        self.position["gems"].as_array_mut().unwrap().push(gems);
        self
    }

    pub fn line(self, tiles: &[&str]) -> Scene {
        self.set("line", json!(tiles))
    }

    /// Makes it this seat's turn.
    pub fn turn(self, seat: u8) -> Scene {
        self.set("stage", json!({ "kind": "turn", "seat": seat }))
    }

    /// Makes it this seat's turn, with more fields of the stage.
    pub fn turn_with(self, seat: u8, more: Value) -> Scene {
        let mut scene = self.turn(seat);
        let stage = scene.position["stage"].as_object_mut().unwrap();
        stage.extend(more.as_object().unwrap().clone());
        scene
    }

    /// Sets the number of action points left.
    pub fn points(mut self, points: u8) -> Scene {
        self.position["stage"]["points"] = json!(points);
        self
    }

    pub fn skill_draft(mut self, seat: u8) -> Scene {
        self.skills.iter_mut().for_each(|skills| *skills = skills.take().or(Some(Vec::new())));
        self.set("stage", json!({ "kind": "skill_draft", "seat": seat }))
    }

    pub fn tile_draft(self, seat: u8, left: u8) -> Scene {
        self.set("stage", json!({ "kind": "tile_draft", "seat": seat, "left": left }))
    }

    /// Starts the scenario at the start of a round, before gems appear and the line is refilled.
    pub fn round_start(mut self) -> Scene {
        self.skills.iter_mut().for_each(|skills| *skills = Some(Vec::new()));
        self.set("stage", json!({ "kind": "round_start" }))
    }

    /// Starts the scenario in the last turn of a round.
    pub fn last_turn(self) -> Scene {
        let seats = self.skills.len();
        let start = self.position["start_seat"].as_u64().unwrap_or(0) as usize;
        let last = ((start + seats - 1) % seats) as u8;
        let scene = self.turn(last);
        if seats == 2 { scene.set("pass", json!(2)) } else { scene }
    }

    pub fn rng(self, seed: u64) -> Scene {
        self.set("dice", json!({ "seed": seed.to_string(), "drawn": 0 }))
    }

    /// Sets the floor deck, next tile first. All remaining tiles are discards.
    pub fn floor_deck(mut self, deck: &[&str]) -> Scene {
        let mut left: BTreeMap<&str, usize> = FLOOR.into_iter().collect();
        let placed = self.floor_tiles_placed();
        for tile in deck.iter().copied().chain(placed.iter().map(String::as_str)) {
            let count = left.get_mut(tile).expect("a floor tile");
            *count = count.checked_sub(1).expect("the game has fewer of these tiles");
        }
        left.retain(|_, count| *count > 0);
        self.position["floor_deck"] = deck.iter().rev().copied().collect();
        self.position["floor_discards"] = json!(left);
        self
    }

    /// Sets the gem deck, next tile first. All remaining tiles are discards.
    pub fn gem_deck(mut self, deck: &[&str]) -> Scene {
        let mut left = gem_squares();
        let mut placed = words(&self.position["line"]);
        for seat in self.position["seats"].as_array().unwrap() {
            placed.extend(words(&seat["hand"]));
        }
        left.retain(|square| !deck.contains(&square.as_str()) && !placed.contains(square));
        self.position["gem_deck"] = deck.iter().rev().copied().collect();
        self.position["gem_discards"] = json!(left);
        self
    }

    /// All floor tiles on the board, in the line and in hands.
    fn floor_tiles_placed(&self) -> Vec<String> {
        let floor = self.position["floor"].as_array().unwrap();
        let mut tiles: Vec<String> =
            floor.iter().map(|tile| tile["kind"].as_str().unwrap().to_owned()).collect();
        tiles.extend(words(&self.position["line"]));
        for seat in self.position["seats"].as_array().unwrap() {
            tiles.extend(words(&seat["hand"]));
        }
        tiles.retain(|tile| FLOOR.iter().any(|(kind, _)| kind == tile));
        tiles
    }

    /// The complete position. Seats whose skill is not set get one.
    pub fn json(&self) -> Value {
        let mut position = self.position.clone();
        let passes = position["pass"].as_u64().unwrap_or(1) as usize;
        let given: Vec<String> = self.skills.iter().flatten().flatten().cloned().collect();
        let mut free = SKILLS.into_iter().filter(|skill| !given.iter().any(|other| other == skill));
        for (seat, skills) in self.skills.iter().enumerate() {
            let skills = match skills {
                Some(skills) => skills.clone(),
                None => free.by_ref().take(passes).map(ToOwned::to_owned).collect(),
            };
            position["seats"][seat]["skills"] = json!(skills);
        }
        let starting = matches!(position["stage"]["kind"].as_str(), Some("round_start" | "over"));
        if !starting && position["removed"].is_null() {
            let removed: Vec<&str> = free.filter(|skill| *skill != "king").collect();
            let removed = &removed[removed.len().saturating_sub(2)..];
            position["removed"] = json!(removed);
        }
        position
    }

    /// Starts a match at this position, which must be valid.
    pub fn play(&self) -> Played {
        Played::standing(&self.config, &self.json())
    }

    /// Starts a match at this position and plays these actions.
    pub fn acts(&self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// The error with which this position is rejected, in English and Japanese.
    pub fn refusal(&self) -> (String, String) {
        refusal::<Hostile>(&self.config, &self.json())
    }
}

/// Squares of the 48 gem tiles, as listed in the rulebook.
pub fn gem_squares() -> Vec<String> {
    let inner = |file: char| matches!(file, 'C'..='F');
    let ranks = |file| if inner(file) { 1..=8 } else { 3..=6 };
    ('A'..='H').flat_map(|file| ranks(file).map(move |rank| format!("{file}{rank}"))).collect()
}

/// A match in progress with its log.
pub type Played = conformance::scenario::Played<Hostile>;

/// Queries about a match of HOSTILE, for tests.
pub trait HostileQueries: AsRef<Played> {
    /// Starts a new match, dealt with this seed.
    fn deal(seats: u8, options: Value, seed: u64) -> Played {
        Played::dealt(&config_with(seats, options).unwrap(), seed)
    }

    fn pawn(&self, seat: usize) -> String {
        self.as_ref().view()["seats"][seat]["pawn"].as_str().unwrap().to_owned()
    }

    fn gems(&self, seat: usize) -> u64 {
        self.as_ref().view()["seats"][seat]["gems"].as_u64().unwrap()
    }

    fn hand(&self, seat: usize) -> Vec<String> {
        words(&self.as_ref().view()["seats"][seat]["hand"])
    }

    fn line(&self) -> Vec<String> {
        words(&self.as_ref().view()["line"])
    }

    /// The skills that a seat has drafted in this round.
    fn skills(&self, seat: usize) -> Vec<String> {
        words(&self.as_ref().view()["seats"][seat]["skills"])
    }

    /// The floor tile on a square, in the notation `slide n` or `ice`.
    fn tile(&self, square: &str) -> Option<String> {
        let view = self.as_ref().view();
        let tile = view["floor"].as_array().unwrap().iter().find(|t| t["square"] == square)?;
        let kind = tile["kind"].as_str().unwrap();
        Some(match tile["facing"].as_str() {
            Some(facing) => format!("{kind} {facing}"),
            None => kind.to_owned(),
        })
    }

    /// Number of gems on a square.
    fn gems_on(&self, square: &str) -> u64 {
        let view = self.as_ref().view();
        let gems = view["gems"].as_array().unwrap().iter().find(|gems| gems["square"] == square);
        gems.map_or(0, |gems| gems["count"].as_u64().unwrap())
    }

    /// Number of discarded floor tiles of a kind.
    fn floor_discards(&self, kind: &str) -> u64 {
        self.as_ref().view()["floor_discards"][kind].as_u64().unwrap_or(0)
    }

    fn gem_discards(&self) -> Vec<String> {
        words(&self.as_ref().view()["gem_discards"])
    }

    /// Number of action points left.
    fn points(&self) -> u64 {
        self.as_ref().view()["stage"]["points"].as_u64().expect("a turn")
    }

    /// The rule and the text, in English and Japanese, of the first event with this name.
    fn description(&self, event: &str) -> (&'static str, String, String) {
        let descriptions = self.as_ref().told(json!({ "event": event }));
        let (text, rule) = descriptions.into_iter().next().unwrap_or_else(|| panic!("no {event}"));
        (rule, text.en.into_owned(), text.ja.into_owned())
    }

    /// The rule of the first event with this name.
    fn rule_of(&self, event: &str) -> &'static str {
        self.description(event).0
    }

    /// Squares that pawns entered since the start of the scenario, in order.
    fn path(&self) -> Vec<String> {
        let moves = self.as_ref().all(json!({ "event": "moved" }));
        moves.iter().map(|moved| moved["to"].as_str().unwrap().to_owned()).collect()
    }

    /// The tiles that were added to the line, in order.
    fn added(&self) -> Vec<String> {
        let refills = self.as_ref().all(json!({ "event": "line_refilled" }));
        refills.iter().flat_map(|refill| words(&refill["tiles"])).collect()
    }
}

impl HostileQueries for Played {}

/// Plays a whole game with actions from [`pick`], and calls `look` before every decision and at the
/// end.
pub fn play_at_random(seats: u8, options: Value, seed: u64, look: impl FnMut(&Hostile)) -> Hostile {
    conformance::scenario::play_by(&config_with(seats, options).unwrap(), seed, pick, look)
}

/// A random legal action: a pawn's move in two of three cases, otherwise an action of a random
/// kind. Uniformly random actions would mostly place tiles or end turns.
pub fn pick(legal: &[Action], rng: &mut GameRng) -> Action {
    let moves: Vec<_> =
        legal.iter().filter(|action| matches!(action, Action::Move { .. })).collect();
    if !moves.is_empty() && rng.below(3) > 0 {
        return **rng.pick(&moves);
    }
    let mut kinds: Vec<_> = legal.iter().map(std::mem::discriminant).collect();
    kinds.dedup();
    let kind = rng.pick(&kinds);
    let of_kind: Vec<_> =
        legal.iter().filter(|action| std::mem::discriminant(*action) == *kind).collect();
    **rng.pick(&of_kind)
}
