//! Scenes: positions in a short notation, and games that start from them. Positions and views are
//! compared as JSON, the form in which clients receive them.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod model;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use conformance::scenario::{refusal, words};
use serde_json::{Value, json};
use shinra::{Action, Check, Config, Shinra};
pub use zashiki_core::Seat;
use zashiki_core::{Action as _, GameConfig as _, GameState, IllegalAction, InputError};

use model::{Item, KINDS, Kind, Model, Piece, Stage};

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");
/// The lines with the arrows of 守 in the built-in components file.
pub const SHU_MOVES: &str = "step = [\"BR\", \"BL\"]
slide = [\"F\", \"B\"]";
/// The lines with the arrows of 攻 in the built-in components file.
pub const KO_MOVES: &str = "step = [\"FR\", \"FL\"]
slide = [\"F\", \"B\"]";
/// The line with the arrows of 台 in the built-in components file.
pub const DAI_MOVES: &str = "leap = [[2, -1], [2, 1], [-2, -1], [-2, 1]]";

/// The arrangement of the first seat (先手) in most tests. c2 is empty (the gap); 王妃 and 将軍 stay in the
/// hand.
pub const FORMATION: &str = "a1=shu+ko b1=dai c1=king d1=ko e1=shu+dai \
                             a2=shu+ko+dai b2=ko+dai d2=shu+ko+dai e2=shu";

/// A configuration with these options and these components; omitted ones have their defaults.
pub fn setup_with(options: Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Shinra>(2, &options, components)
}

/// The built-in components file after text replacements. Panics if a text to be replaced is not in the
/// file.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    conformance::scenario::replaced(FILE, replacements)
}

/// The components file with the arrows of the former reconstruction, which the present one has replaced.
pub const FORMER_ARROWS: &str = include_str!("../../../components/former-arrows.toml");

/// The built-in components file, changed so that a queen has five points.
pub fn dear_queen() -> String {
    file_with(&[(
        "kind = \"queen\"\ncount = 1\npoints = 3",
        "kind = \"queen\"\ncount = 1\npoints = 5",
    )])
}

/// The notation of an arrangement turned by 180 degrees, for the other seat.
pub fn turned(formation: &str) -> String {
    let turn = |word: &str| {
        let (square, cards) = word.split_once('=').unwrap();
        let (x, y) = model::at(square);
        format!("{}={cards}", model::name((4 - x, 4 - y)))
    };
    formation.split_whitespace().map(turn).collect::<Vec<_>>().join(" ")
}

/// Builder of a position. By default it is a battle turn of the first seat, no more switches are
/// allowed, and kings with ten points are on e1 and a5. Cards that are not on the board are in their
/// owners' hands, or, if one hand is given, in the other hand.
#[derive(Clone)]
pub struct Scene {
    pub config: Arc<Config>,
    squares: BTreeMap<String, Value>,
    kings: Option<[(String, Option<u32>); 2]>,
    hands: [Option<Vec<String>>; 2],
    stepped: [bool; 2],
    switches: bool,
    stage: Value,
    turns: Option<u64>,
}

/// Reads notation such as `shu+ko=2`. Returns the cards and the points, if given.
fn read_piece(piece: &str) -> (Vec<&str>, Option<u32>) {
    let (cards, points) = match piece.split_once('=') {
        Some((cards, points)) => (cards, Some(points.parse().unwrap())),
        None => (piece, None),
    };
    (cards.split('+').collect(), points)
}

impl Scene {
    pub fn new() -> Scene {
        Scene::with(json!({}))
    }

    pub fn with(options: Value) -> Scene {
        Scene::on(setup_with(options, None).unwrap())
    }

    pub fn on(config: Arc<Config>) -> Scene {
        Scene {
            config,
            squares: BTreeMap::new(),
            kings: Some([("e1".into(), None), ("a5".into(), None)]),
            hands: [None, None],
            stepped: [false; 2],
            switches: false,
            stage: json!({ "kind": "act", "seat": 0 }),
            turns: None,
        }
    }

    /// A scene with the present position of a game.
    pub fn from(played: &Played) -> Scene {
        let position = played.json();
        let object = |value: &Value| value.as_object().unwrap().clone();
        Scene {
            config: played.game.config().clone(),
            squares: object(&position["squares"]).into_iter().collect(),
            kings: None,
            hands: [0, 1].map(|seat| Some(words(&position["hands"][seat]))),
            stepped: [0, 1].map(|seat| position["stepped"][seat].as_bool().unwrap()),
            switches: position["switches"].as_bool().unwrap(),
            stage: position["stage"].clone(),
            turns: position["turns"].as_u64(),
        }
    }

    /// Sets the squares of the kings, such as `e1`, or `e1=7` for a king that does not have ten points.
    pub fn kings(mut self, first: &str, second: &str) -> Scene {
        self.kings = Some([first, second].map(|king| match king.split_once('=') {
            Some((square, points)) => (square.to_owned(), Some(points.parse().unwrap())),
            None => (king.to_owned(), None),
        }));
        self
    }

    /// Removes the default kings.
    pub fn no_kings(mut self) -> Scene {
        self.kings = None;
        self
    }

    /// Adds a piece to the sheet, such as `shu+ko=2`; without points it has full points.
    pub fn lay(mut self, seat: u8, square: &str, piece: &str) -> Scene {
        let (cards, points) = read_piece(piece);
        let mut value = json!({ "seat": seat, "cards": cards });
        if let Some(points) = points {
            value["points"] = json!(points);
        }
        let before = self.squares.insert(square.to_owned(), value);
        assert!(before.is_none(), "{square} is taken twice");
        self
    }

    /// Sets the complete contents of a hand; items are in notation.
    pub fn hand(mut self, seat: usize, items: &[&str]) -> Scene {
        self.hands[seat] = Some(items.iter().map(ToString::to_string).collect());
        self
    }

    pub fn stepped(mut self, seat: usize) -> Scene {
        self.stepped[seat] = true;
        self
    }

    pub fn unstepped(mut self, seat: usize) -> Scene {
        self.stepped[seat] = false;
        self
    }

    /// Makes it a battle turn of this seat.
    pub fn turn(self, seat: u8) -> Scene {
        self.stage(json!({ "kind": "act", "seat": seat }))
    }

    pub fn stage(mut self, stage: Value) -> Scene {
        self.stage = stage;
        self
    }

    /// Allows switches after battle turns.
    pub fn switching(mut self) -> Scene {
        self.switches = true;
        self
    }

    pub fn turns(mut self, turns: u64) -> Scene {
        self.turns = Some(turns);
        self
    }

    /// The position as JSON.
    pub fn json(&self) -> Value {
        let mut squares = self.squares.clone();
        for (seat, (square, points)) in self.kings.iter().flatten().enumerate() {
            let king = json!({ "seat": seat, "cards": ["king"], "points": points.unwrap_or(10) });
            let before = squares.insert(square.clone(), king);
            assert!(before.is_none(), "{square} is taken twice");
        }
        // 後手 has the first turn of the battle.
        let seat = self.stage["seat"].as_u64().unwrap_or(0);
        let turns = self.turns.unwrap_or(1 + seat);
        let mut position = json!({
            "squares": squares,
            "stage": self.stage,
            "switches": self.switches,
            "stepped": self.stepped,
            "turns": turns,
        });
        if self.hands.iter().any(Option::is_some) {
            position["hands"] = json!(self.filled(&squares));
        }
        position
    }

    /// Both hands in notation. All cards that are neither on the board nor in the given hand are in the
    /// other hand.
    fn filled(&self, squares: &BTreeMap<String, Value>) -> [Vec<String>; 2] {
        let config = self.config.components();
        let mut left: BTreeMap<Kind, i64> = KINDS
            .into_iter()
            .zip(config["card"].as_array().unwrap())
            .map(|(kind, card)| (kind, 2 * card["count"].as_i64().unwrap()))
            .collect();
        let mut take = |kind: &str| *left.get_mut(kind).expect("a card") -= 1;
        for piece in squares.values() {
            words(&piece["cards"]).iter().for_each(|kind| take(kind));
        }
        for item in self.hands.iter().flatten().flatten() {
            model::item(item).cards.into_iter().for_each(&mut take);
        }
        let mut aside = words(&self.stage["cards"]);
        aside.drain(..).for_each(|kind| take(&kind));
        let queens = |seat: usize| {
            let own = |piece: &&Value| {
                piece["seat"] == seat && words(&piece["cards"]).contains(&"queen".into())
            };
            squares.values().filter(own).count()
        };
        let mut rest: Vec<String> = Vec::new();
        for (kind, count) in left {
            assert!(count >= 0, "{count} more of {kind} than there are");
            if kind != "king" {
                rest.extend((0..count).map(|_| kind.to_owned()));
            }
        }
        let mut hands = self.hands.clone().map(Option::unwrap_or_default);
        if rest.is_empty() {
            return hands;
        }
        let open = self.hands.iter().position(Option::is_none);
        let open = open.unwrap_or_else(|| panic!("both hands are given, but {rest:?} are left"));
        // A seat's queen that is not on the sheet may be captured in the other hand.
        let captives = |items: &[String]| items.iter().any(|item| item.ends_with('!'));
        let mut own_queen = queens(open) > 0 || captives(&hands[1 - open]);
        for kind in rest {
            let own = kind != "queen" || !std::mem::replace(&mut own_queen, true);
            hands[open].push(if own { kind } else { format!("{kind}!") });
        }
        hands
    }

    /// A game from this position. Panics if the position is invalid.
    pub fn play(&self) -> Played {
        Played::standing(&self.config, &self.json())
    }

    /// A game that starts from this position, after these actions.
    pub fn acts(&self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// The error for an invalid position in English and Japanese. If the JSON is not a position at all,
    /// its error message twice.
    pub fn refusal(&self) -> (String, String) {
        refusal::<Shinra>(&self.config, &self.json())
    }

    pub fn is_refused(&self) -> bool {
        match serde_json::from_value(self.json()) {
            Ok(position) => Shinra::from_position(&self.config, position).is_err(),
            Err(_) => true,
        }
    }
}

/// The error for a text that is not the notation of an action.
pub fn unread(text: &str) -> IllegalAction {
    Action::parse(text).expect_err("this should not be an action")
}

/// A game together with the log of its events.
pub type Played = conformance::scenario::Played<Shinra>;

/// Queries and shortcuts for games of 森羅万象.
pub trait ShinraQueries: AsRef<Played> {
    /// A new game.
    fn deal(options: Value) -> Played {
        Played::deal_on(&setup_with(options, None).unwrap())
    }

    /// A new game with a configuration.
    fn deal_on(config: &Arc<Config>) -> Played {
        Played::dealt(config, 1)
    }

    /// A game after both seats have arranged [`FORMATION`]; the first seat must fill its gap next.
    fn arranged() -> Played {
        Played::deal(json!({})).both_arrange(FORMATION, FORMATION)
    }

    /// A game in which only the middle square is empty. The first seat has 台, 守 and its special cards
    /// left.
    fn middle_left() -> Played {
        let court = FORMATION.replace("b1=dai", "b1=queen");
        let mut played = Played::deal(json!({})).both_arrange(&court, FORMATION);
        played.acts(&["put general c2", "no switch", "put general c4", "switch a5 e5"]);
        played.acts(&["put dai a3", "no switch", "put shu b3", "switch a5 e5"]);
        played.acts(&["put ko d3", "no switch", "put ko e3", "no switch"]);
        played
    }

    /// The game after both arrangements, each given from the viewpoint of 先手.
    fn both_arrange(&self, first: &str, second: &str) -> Played {
        let mut played = self.as_ref().clone();
        played.act_as(Seat(0), &format!("arrange {first}"));
        played.act_as(Seat(1), &format!("arrange {}", turned(second)));
        played
    }

    /// The sorted legal actions of the awaited seat, in notation.
    fn sorted(&self) -> Vec<String> {
        let mut legal = self.as_ref().legal();
        legal.sort_unstable();
        legal
    }

    /// The sorted legal actions that begin with `start`.
    fn sorted_with(&self, start: &str) -> Vec<String> {
        let mut legal = self.as_ref().legal_with(start);
        legal.sort_unstable();
        legal
    }

    /// The sorted targets of the awaited seat's piece on this square.
    fn reach(&self, from: &str) -> Vec<String> {
        let start = format!("{from}>");
        let there = |action: &String| action[start.len()..].to_owned();
        self.sorted_with(&start).iter().map(there).collect()
    }

    /// The contents of a square in a seat's view.
    fn shown(&self, seat: u8, square: &str) -> Value {
        let view = self.as_ref().view_as(Seat(seat));
        let (x, y) = model::at(square);
        view["squares"][(y * 5 + x) as usize].clone()
    }

    /// The piece on a square, written as seat, cards and points, such as `0 shu+ko=2` or `1 queen`;
    /// empty for an empty square.
    fn piece(&self, square: &str) -> String {
        let shown = self.shown(0, square);
        if shown.is_null() {
            return String::new();
        }
        let mut piece = format!("{} {}", shown["seat"], words(&shown["cards"]).join("+"));
        if !shown["gauge"].is_null() {
            piece += &format!("={}", shown["points"]);
        }
        piece
    }

    /// All pieces except the kings, by square.
    fn board(&self) -> Vec<String> {
        let mut names: Vec<String> = model::all_squares().into_iter().map(model::name).collect();
        names.sort_unstable();
        let pieces = names.iter().map(|square| (square, self.piece(square)));
        let there = pieces.filter(|(_, piece)| !piece.is_empty() && !piece.contains("king"));
        there.map(|(square, piece)| format!("{square} {piece}")).collect()
    }

    /// The sorted items of a hand, in notation.
    fn hand(&self, seat: usize) -> Vec<String> {
        let mut hand = words(&self.as_ref().json()["hands"][seat]);
        hand.sort_unstable();
        hand
    }

    /// The points of a seat's king.
    fn king(&self, seat: usize) -> u32 {
        self.as_ref().view()["kings"][seat]["points"].as_u64().unwrap() as u32
    }

    /// The state, converted to a reference model.
    fn model(&self) -> Model {
        model_of(&self.as_ref().game)
    }
}

impl ShinraQueries for Played {}

/// The state of a game, converted to a reference model.
pub fn model_of(game: &Shinra) -> Model {
    let position = serde_json::to_value(game.position()).unwrap();
    let options = &game.config().options;
    let mut model = Model::new();
    model.limit = usize::from(options.turn_limit);
    model.jump_needs_combinable = options.jump_needs_combinable;
    model.check_takes = options.check == Check::Capture;
    let kinds = |list: &Value| model::cards(&words(list).join("+"));
    for (square, piece) in position["squares"].as_object().unwrap() {
        let cards = kinds(&piece["cards"]);
        let gauge = cards.len() > 1 || cards == ["king"];
        let points = gauge.then(|| piece["points"].as_u64().unwrap() as u32);
        let owner = piece["seat"].as_u64().unwrap() as usize;
        model.board.insert(model::at(square), Piece { owner, cards, points });
    }
    for seat in [0, 1] {
        let mut hand: Vec<Item> =
            words(&position["hands"][seat]).iter().map(|word| model::item(word)).collect();
        hand.sort();
        model.hands[seat] = hand;
        model.stepped[seat] = position["stepped"][seat].as_bool().unwrap();
    }
    model.switching = position["switches"].as_bool().unwrap();
    model.turns = position["turns"].as_u64().unwrap() as usize;
    let stage = &position["stage"];
    let place = stage["place"].as_u64().map(|place| place as usize);
    model.seat = stage["seat"].as_u64().unwrap_or(0) as usize;
    model.laid = 7;
    model.stage = match stage["kind"].as_str().unwrap() {
        "setup" => {
            model.laid = 0;
            Stage::Arrange
        }
        "deploy" => {
            model.laid = place.unwrap();
            Stage::Place(model.laid)
        }
        "switch" => {
            model.laid = place.map_or(7, |place| place + 1);
            Stage::Offer
        }
        "act" => Stage::Turn,
        "follow" => Stage::Failed {
            from: model::at(stage["from"].as_str().unwrap()),
            on_king: stage["king"].as_bool().unwrap(),
        },
        "settle" => {
            let cards = kinds(&stage["cards"]);
            let points = (cards.len() > 1).then(|| stage["points"].as_u64().unwrap() as u32);
            Stage::Settle(Piece { owner: model.seat, cards, points })
        }
        "queen" => Stage::Queen,
        "over" => Stage::Over(stage["winner"].as_u64().map(|seat| seat as usize)),
        other => panic!("stage {other}?"),
    };
    model
}

/// Plays a random game, and calls `look` with the state before every decision and at the end.
pub fn play_at_random(config: &Arc<Config>, seed: u64, look: impl FnMut(&Shinra)) -> Shinra {
    conformance::scenario::play_at_random(config, seed, look)
}
