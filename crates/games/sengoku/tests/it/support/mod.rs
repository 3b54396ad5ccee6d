//! Scenarios for tests: a position, played by action notation, with every event and the state after
//! it.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod model;

use std::sync::Arc;

use sengoku::{
    Config, Declared, Ending, Event, Line, Neighbours, Placed, Position, Removed, Sengoku,
    Settlement, Square, Tile, View, Why,
};
use serde_json::{Value, json};
use zashiki_core::{GameRng, GameState, InputError, Seat, Token as _, Viewer};

use model::Model;

pub const ODA: Seat = Seat(0);
pub const TAKEDA: Seat = Seat(1);
pub const UESUGI: Seat = Seat(2);
pub const MORI: Seat = Seat(3);

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");

/// The placements of ten dominoes in battlefield 1 that leave only two pits free, B2–C2 and C4–D4.
/// No square of a pit has an empty neighbour outside its pit.
pub const RING: [&str; 10] =
    ["A1 B1", "C1 D1", "E1 E2", "A2 A3", "D2 D3", "E3 E4", "B3 B4", "A4 A5", "B5 C5", "D5 E5"];

/// A configuration with these options and components, and defaults for other options.
pub fn config_with(
    seats: u8,
    options: Value,
    components: Option<&str>,
) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Sengoku>(seats, &options, components)
}

/// The configuration of most tests: default options, and Oda declares first.
pub fn config(seats: u8) -> Arc<Config> {
    config_with(seats, json!({ "firstSeat": "seat0" }), None).unwrap()
}

/// The built-in components file with replacements (old text, new text). Every old text must occur.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    conformance::scenario::replaced(FILE, replacements)
}

pub fn tile(name: &str) -> Tile {
    Tile::from_word(name).unwrap_or_else(|| panic!("{name} is not a tile"))
}

pub fn tiles(names: &str) -> Vec<Tile> {
    names.split_whitespace().map(tile).collect()
}

pub fn square(name: &str) -> Square {
    Square::parse(name).unwrap_or_else(|| panic!("{name} is not a square"))
}

/// All tiles that one colour has, lowest first.
pub fn colour(config: &Config) -> Vec<Tile> {
    let mut all: Vec<Tile> = (config.components.tiles.iter())
        .flat_map(|spec| std::iter::repeat_n(spec.marks, usize::from(spec.copies)))
        .collect();
    all.sort_unstable();
    all
}

/// A position from which a test plays. By default it is round 3 in an empty battlefield 1, and
/// every seat has its general. Missing tiles are added: hands are filled to five with the lowest
/// remaining tiles, piles with the others.
pub struct Scene {
    pub config: Arc<Config>,
    pub position: Position,
    /// For each battlefield, true if its flower paths are given by the test and not computed from
    /// the sheet.
    given: [bool; 4],
    hands: Vec<Option<Vec<Tile>>>,
    next: Vec<Vec<Tile>>,
    spent: Vec<bool>,
}

impl Scene {
    pub fn new(seats: u8) -> Scene {
        Scene::with(seats, json!({}))
    }

    pub fn with(seats: u8, mut options: Value) -> Scene {
        options["firstSeat"] = json!("seat0");
        Scene::on(config_with(seats, options, None).unwrap())
    }

    pub fn on(config: Arc<Config>) -> Scene {
        let seats = usize::from(config.seats);
        let mut position = Sengoku::deal(&config, GameRng::from_seed(1), None).position();
        position.board.round = 3;
        Scene {
            config,
            position,
            given: [false; 4],
            hands: vec![None; seats],
            next: vec![Vec::new(); seats],
            spent: vec![false; seats],
        }
    }

    pub fn round(mut self, round: u8) -> Scene {
        self.position.board.round = round;
        self
    }

    /// Adds dominoes of a seat on the sheet, in the notation `24 B3 B2, 15 …`: the lower mark is on
    /// the first square.
    pub fn lies(mut self, seat: Seat, dominoes: &str) -> Scene {
        for domino in dominoes.split(',') {
            let words: Vec<&str> = domino.split_whitespace().collect();
            let [name, low, high] = words[..] else { panic!("{domino}?") };
            let placed = Placed { seat, tile: tile(name), low: square(low), high: square(high) };
            if placed.tile.is_general() {
                self.position.board.generals[seat.index()] = false;
            }
            self.position.board.placed.push(placed);
        }
        self
    }

    /// Sets the hand of a seat.
    pub fn hand(mut self, seat: Seat, names: &str) -> Scene {
        self.hands[seat.index()] = Some(tiles(names));
        self
    }

    /// Sets the tiles that the seat draws next from its pile, in order.
    pub fn next(mut self, seat: Seat, names: &str) -> Scene {
        self.next[seat.index()] = tiles(names);
        self
    }

    /// Empties the seat's pile: all remaining tiles have left the game.
    pub fn spent(mut self, seat: Seat) -> Scene {
        self.spent[seat.index()] = true;
        self.hands[seat.index()].get_or_insert_default();
        self
    }

    /// Removes the seat's general from the game.
    pub fn no_general(mut self, seat: Seat) -> Scene {
        self.position.board.generals[seat.index()] = false;
        let general = Removed { seat, tile: Tile::GENERAL, why: Why::NoPlace };
        self.position.board.removed.push(general);
        self
    }

    /// Sets the order of declaring.
    pub fn order(mut self, seats: &[Seat]) -> Scene {
        self.position.board.order = seats.iter().copied().collect();
        self
    }

    /// Sets the dominoes declared in this round, in order.
    pub fn declared(mut self, declared: &[(Seat, &str)]) -> Scene {
        let board = &mut self.position.board;
        for (seat, name) in declared {
            let tile = tile(name);
            if tile.is_general() {
                board.generals[seat.index()] = false;
            }
            board.declared.push(Declared { seat: *seat, tile });
        }
        let rest: Vec<Seat> = (board.order.iter().copied())
            .filter(|seat| declared.iter().all(|(other, _)| other != seat))
            .collect();
        board.order = declared.iter().map(|(seat, _)| *seat).chain(rest).collect();
        self
    }

    /// Sets the current battlefield, from 0. The battlefields before it are won by nobody.
    pub fn field(mut self, field: u8) -> Scene {
        self.position.board.field = field;
        for past in 0..usize::from(field) {
            self.position.board.lines[past] = [Settlement::Nobody; 10];
            self.position.board.castles[past] = Settlement::Nobody;
        }
        self
    }

    /// Sets the decisions on the flower paths of a battlefield, rows and then columns: the number
    /// of the seat that won, `-` for nobody, `.` for open.
    pub fn lines(mut self, field: usize, lines: &str) -> Scene {
        assert_eq!(lines.len(), 10);
        for (line, letter) in lines.chars().enumerate() {
            self.position.board.lines[field][line] = match letter {
                '.' => Settlement::Open,
                '-' => Settlement::Nobody,
                seat => Settlement::Won(Seat(seat.to_digit(4).unwrap() as u8)),
            };
        }
        self.given[field] = true;
        self
    }

    pub fn castle(mut self, field: usize, seat: Seat) -> Scene {
        self.position.board.castles[field] = Settlement::Won(seat);
        self
    }

    /// The complete position: hands, piles and closed flower paths that the test has not set are
    /// computed.
    pub fn finished(mut self) -> Position {
        let board = &mut self.position.board;
        let all_declared = board.declared.len() == board.order.len();
        for seat in Seat::all(self.config.seats) {
            let mut rest = colour(&self.config);
            let mut take = |tile: Tile| {
                let found = rest.iter().position(|other| *other == tile);
                rest.remove(found.unwrap_or_else(|| panic!("seat {seat} has no further {tile}")));
            };
            let on_sheet = board.placed.iter().filter(|p| p.seat == seat).map(|p| p.tile);
            let gone = board.removed.iter().filter(|r| r.seat == seat).map(|r| r.tile);
            let in_front = (board.declared.iter()).filter(|d| d.seat == seat).map(|d| d.tile);
            for tile in on_sheet.chain(gone).chain(in_front.clone()) {
                if !tile.is_general() {
                    take(tile);
                }
            }
            let mut hand = self.hands[seat.index()].clone();
            hand.iter().flatten().for_each(|tile| take(*tile));
            self.next[seat.index()].iter().for_each(|tile| take(*tile));
            let size = 5 - in_front.filter(|tile| !tile.is_general()).count();
            let hand = hand.get_or_insert_with(|| rest.drain(..size).collect());
            if self.spent[seat.index()] {
                let why = Why::NoPlace;
                board.removed.extend(rest.drain(..).map(|tile| Removed { seat, tile, why }));
            }
            rest.extend(self.next[seat.index()].iter().rev());
            self.position.piles[seat.index()] = rest;
            self.position.hands[seat.index()] = hand.clone();
        }
        assert!(all_declared || board.resolved == 0);
        let field = usize::from(board.field);
        if !self.given[field] {
            let model = model_of(&self.config, &self.position);
            for line in 0..10 {
                if model.is_closed(field, line) {
                    let best = model::best(&model.sums(field, line));
                    self.position.board.lines[field][line] =
                        best.map_or(Settlement::Nobody, |seat| Settlement::Won(Seat(seat as u8)));
                }
            }
        }
        self.position
    }

    /// Starts a match at this position, which must be valid.
    pub fn play(self) -> Played {
        let config = self.config.clone();
        match Sengoku::from_position(&config, self.finished()) {
            Ok(game) => Played::from(game).strict(),
            Err(no) => panic!("{no}"),
        }
    }

    /// Starts a match at this position and plays these actions.
    pub fn acts(self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// The English error with which the scenario's position is rejected.
    pub fn refusal(self) -> String {
        let config = self.config.clone();
        refusal(&config, self.finished())
    }
}

/// The English error with which this position is rejected.
pub fn refusal(config: &Arc<Config>, position: Position) -> String {
    let refused =
        Sengoku::from_position(config, position).expect_err("the position should be refused");
    assert!(!refused.text().ja.is_empty(), "a refusal speaks Japanese too");
    refused.text().en.to_string()
}

/// A match in progress with its log.
pub type Played = conformance::scenario::Played<Sengoku>;

/// Queries about a match of 戦国ドミノ, for tests.
pub trait SengokuQueries: AsRef<Played> {
    /// A new match in which Oda declares first.
    fn deal(seats: u8, seed: u64) -> Played {
        Played::dealt(&config(seats), seed).strict()
    }

    fn position(&self) -> Position {
        self.as_ref().game.position()
    }

    fn seen_by(&self, seat: Seat) -> View {
        self.as_ref().game.view(Viewer::Seat(seat))
    }

    /// A flower path as every player sees it.
    fn line(&self, field: usize, line: usize) -> Line {
        self.as_ref().game.view(Viewer::Spectator).lines[field][line].clone()
    }

    /// The seat's hand, lowest tile first.
    fn hand(&self, seat: Seat) -> Vec<String> {
        let mut hand = self.position().hands[seat.index()].clone();
        hand.sort_unstable();
        hand.iter().map(ToString::to_string).collect()
    }

    fn model(&self) -> Model {
        model_of(self.as_ref().game.config(), &self.position())
    }

    /// All legal actions of the seat to move, sorted.
    fn sorted(&self) -> Vec<String> {
        let mut legal = self.as_ref().legal();
        legal.sort_unstable();
        legal
    }

    /// Index in the log of the first event for which `wanted` returns true.
    fn when(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.as_ref()
            .frames
            .iter()
            .position(|(event, _)| wanted(event))
            .unwrap_or_else(|| panic!("no such event in {:#?}", self.as_ref().events()))
    }

    /// The flower paths decided so far: battlefield, path, sums in halves and winner.
    fn decided(&self) -> Vec<(u8, u8, Vec<u8>, Option<Seat>)> {
        self.as_ref()
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Line { field, line, sums, winner } => {
                    Some((field, line, sums.to_vec(), winner))
                }
                _ => None,
            })
            .collect()
    }

    /// The castles decided so far: battlefield, each seat's number of flower paths and winner.
    fn castles(&self) -> Vec<(u8, Vec<u8>, Option<Seat>)> {
        self.as_ref()
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Castle { field, flowers, winner } => Some((field, flowers.to_vec(), winner)),
                _ => None,
            })
            .collect()
    }

    /// The seats whose domino was placed, lost or replaced, in order.
    fn turns(&self) -> Vec<Seat> {
        self.as_ref()
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Placed { seat, .. } | Event::Lost { seat, .. } => Some(seat),
                _ => None,
            })
            .collect()
    }

    /// The order of placing that the log announced last.
    fn placing(&self) -> Vec<Seat> {
        self.as_ref()
            .events()
            .into_iter()
            .rev()
            .find_map(|event| match event {
                Event::Order { seats, .. } => Some(seats.to_vec()),
                _ => None,
            })
            .expect("no order was announced")
    }
}

impl SengokuQueries for Played {}

/// A condition that holds for exactly this event.
pub fn is(event: Event) -> impl Fn(&Event) -> bool {
    move |happened| *happened == event
}

fn settled(settlement: Settlement) -> Option<Option<usize>> {
    match settlement {
        Settlement::Open => None,
        Settlement::Nobody => Some(None),
        Settlement::Won(seat) => Some(Some(seat.index())),
    }
}

fn marks(tile: Tile) -> model::Tile {
    tile.marks().unwrap_or(model::GENERAL)
}

/// The position as a model, the second implementation of the rules. The model does not record which
/// battlefields were closed by AS24.
pub fn model_of(config: &Config, position: &Position) -> Model {
    let board = &position.board;
    let order = board.order.iter().map(|seat| seat.index()).collect();
    let packed = |tiles: &Vec<Vec<Tile>>| -> Vec<Vec<model::Tile>> {
        tiles.iter().map(|tiles| tiles.iter().copied().map(marks).collect()).collect()
    };
    let mut model = Model::dealt(packed(&position.hands), packed(&position.piles), order);
    model.hands.iter_mut().for_each(|hand| hand.sort_unstable());
    model.straddle_only_if_forced = config.options.straddle_only_if_forced;
    model.neighbours_in_battlefield = config.options.neighbours == Neighbours::Battlefield;
    model.round = usize::from(board.round);
    model.field = usize::from(board.field);
    model.generals = board.generals.to_vec();
    for Placed { seat, tile, low, high } in &board.placed {
        let at = |square: &Square| (square.column() as i8, square.row() as i8);
        let (low, high, marks) = (at(low), at(high), marks(*tile));
        for (here, mark, other) in [(low, marks.0, high), (high, marks.1, low)] {
            let half = model::Half { seat: seat.index(), mark, other };
            let before = model.grid[here.1 as usize][here.0 as usize].replace(half);
            assert_eq!(before, None, "{} is taken twice", model::name(here));
        }
    }
    model.removed =
        board.removed.iter().map(|gone| (gone.seat.index(), marks(gone.tile))).collect();
    for field in 0..4 {
        model.lines[field] = board.lines[field].map(settled);
        model.castles[field] = settled(board.castles[field]);
    }
    model.declared = (board.declared.iter())
        .map(|one| model::Declared { seat: one.seat.index(), tile: marks(one.tile) })
        .collect();
    if board.declared.len() == board.order.len() {
        model.placing = model::placing_order(&model.declared);
    }
    model.done = usize::from(board.resolved);
    model.placed_this_round = board.anyone_placed;
    model.end = board.end.map(|ending| {
        let reason = match ending {
            Ending::Flowers => "flowers",
            Ending::FlowersShared => "flowers_shared",
            Ending::Castles => "castles",
            Ending::MostCastles => "most_castles",
            Ending::MostFlowers => "most_flowers",
            Ending::Hands => "hands",
            Ending::FourthBattlefieldShared => "fourth_battlefield_shared",
        };
        (reason, board.winners.iter().map(|seat| seat.index()).collect())
    });
    model
}

/// The squares of a placement in battlefield 1, moved to the same place in another battlefield.
pub fn shifted(spot: &str, field: u8) -> String {
    let squares = spot.split(' ').map(|name| {
        let (x, y) = model::at(name);
        model::name((x + 5 * (field as i8 % 2), y + 5 * (field as i8 / 2)))
    });
    squares.collect::<Vec<_>>().join(" ")
}

/// A scenario in which a battlefield is full except for the first pit of `RING`, with Oda's tile
/// that fills the pit and the action that places it. `wanted` is a condition on each seat's number
/// of flower paths before and after this action. All seats still have the tiles of `KEPT`, which
/// the other seats may declare.
pub fn arranged(
    config: &Arc<Config>,
    field: u8,
    wanted: impl Fn(&[u32], &[u32]) -> bool,
) -> (Scene, String, String) {
    let here = usize::from(field);
    let kinds: Vec<Tile> =
        colour(config).into_iter().filter(|tile| !KEPT.contains(&&*tile.to_string())).collect();
    for seed in 0..200_000 {
        let mut rng = GameRng::from_seed(seed);
        let mut colours = vec![kinds.clone(); usize::from(config.seats)];
        let mut draw = |rng: &mut GameRng, seat: Seat| {
            let rest = &mut colours[seat.index()];
            (!rest.is_empty()).then(|| rest.remove(rng.below(rest.len() as u32) as usize))
        };
        let mut model = Model::dealt(vec![vec![]; usize::from(config.seats)], vec![], vec![]);
        model.field = here;
        let mut dominoes = Vec::new();
        for spot in RING.into_iter().chain(["C4 D4"]) {
            let spot = shifted(spot, field);
            let (one, other) = spot.split_once(' ').unwrap();
            let (low, high) = if rng.below(2) == 0 { (one, other) } else { (other, one) };
            let seat = Seat(rng.below(u32::from(config.seats)) as u8);
            let Some(tile) = draw(&mut rng, seat) else { break };
            model.lay(seat.index(), marks(tile), model::at(low), model::at(high));
            dominoes.push((seat, format!("{tile} {low} {high}")));
        }
        let last = draw(&mut rng, ODA).filter(|last| dominoes.len() == 11 && last.strength() < 9);
        let Some(last) = last else { continue };
        let pit = shifted("B2 C2", field);
        let (one, other) = pit.split_once(' ').unwrap();
        let ends = [(model::at(one), model::at(other)), (model::at(other), model::at(one))];
        let place = ends.into_iter().find(|(low, high)| model.fits(marks(last), *low, *high));
        let Some((low, high)) = place else { continue };
        let counts = |model: &Model, lines: &[usize]| -> Vec<u32> {
            let mut counts = vec![0; model.seats];
            for seat in lines.iter().filter_map(|line| model::best(&model.sums(here, *line))) {
                counts[seat] += 1;
            }
            counts
        };
        // Row 2 and columns B and C contain the pit.
        let before = counts(&model, &[0, 2, 3, 4, 5, 8, 9]);
        model.lay(0, marks(last), low, high);
        if wanted(&before, &counts(&model, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])) {
            let scene = dominoes
                .iter()
                .fold(Scene::on(config.clone()).field(field), |s, (seat, d)| s.lies(*seat, d));
            let action = format!("place {} {}", model::name(low), model::name(high));
            return (scene, last.to_string(), action);
        }
    }
    panic!("no such arrangement was found");
}

/// Tiles that every seat still has in a scenario of [`arranged`]. All other tiles that can be
/// declared there are weaker than the last three of these.
pub const KEPT: [&str; 6] = ["12", "13", "23", "36", "46", "56"];
