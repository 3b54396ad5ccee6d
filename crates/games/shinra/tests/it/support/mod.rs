//! Scenes: a position in a few words, played on by notation, with every event and the truth
//! after it at hand. Everything is read and written as JSON, as people and the page see it.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod model;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use shinra::{Action, Check, Event, Position, Setup, Shinra};
use table::{
    Action as _, BadInput, Dice, Event as _, Frames, Game, Illegal, RuleId, Seat, Setup as _,
    Silent, Text, Turn, Viewer,
};

use model::{Item, KINDS, Kind, Model, Piece, Stage};

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");
/// The arrows of 守 in it.
pub const SHU_MOVES: &str = "step = [\"BR\", \"BL\"]
slide = [\"F\", \"B\"]";
/// The arrows of 攻 in it.
pub const KO_MOVES: &str = "step = [\"FR\", \"FL\"]
slide = [\"F\", \"B\"]";
/// The arrows of 台 in it.
pub const DAI_MOVES: &str = "leap = [[2, -1], [2, 1], [-2, -1], [-2, 1]]";

/// The arrangement of most tests, as 先手 lays it; c2 is the gap. No 王妃 and no 将軍 in it.
pub const FORMATION: &str = "a1=shu+ko b1=dai c1=king d1=ko e1=shu+dai \
                             a2=shu+ko+dai b2=ko+dai d2=shu+ko+dai e2=shu";

/// A setup with these options (the others by default) and components.
pub fn setup_with(options: Value, components: Option<&str>) -> Result<Arc<Setup>, BadInput> {
    Setup::new(2, &Shinra::info().complete_options(&options)?, components)
}

/// The built-in components with each `from`, which must be there, replaced by `to`.
pub fn file_with(replacements: &[(&str, &str)]) -> String {
    let mut file = FILE.to_owned();
    for (from, to) in replacements {
        assert!(file.contains(from), "the components file has no {from:?}");
        file = file.replace(from, to);
    }
    file
}

/// The components with the arrows of our former reading.
pub const FORMER_ARROWS: &str = include_str!("../../../components/former-arrows.toml");

/// The components with a queen of five points.
pub fn dear_queen() -> String {
    file_with(&[(
        "kind = \"queen\"\ncount = 1\npoints = 3",
        "kind = \"queen\"\ncount = 1\npoints = 5",
    )])
}

/// An arrangement as the other seat lays it: turned by 180 degrees.
pub fn turned(formation: &str) -> String {
    let turn = |word: &str| {
        let (square, cards) = word.split_once('=').unwrap();
        let (x, y) = model::at(square);
        format!("{}={cards}", model::name((4 - x, 4 - y)))
    };
    formation.split_whitespace().map(turn).collect::<Vec<_>>().join(" ")
}

/// A position being set up: by default the turn of 先手 in a battle in which switches are over,
/// kings of ten points on e1 and a5. Cards that are nowhere lie in their owners' hands, or, if
/// one hand is given, in the other.
#[derive(Clone)]
pub struct Scene {
    pub setup: Arc<Setup>,
    squares: BTreeMap<String, Value>,
    kings: Option<[(String, Option<u32>); 2]>,
    hands: [Option<Vec<String>>; 2],
    stepped: [bool; 2],
    switches: bool,
    stage: Value,
    turns: Option<u64>,
}

/// `shu+ko=2` as cards and points.
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

    pub fn on(setup: Arc<Setup>) -> Scene {
        Scene {
            setup,
            squares: BTreeMap::new(),
            kings: Some([("e1".into(), None), ("a5".into(), None)]),
            hands: [None, None],
            stepped: [false; 2],
            switches: false,
            stage: json!({ "kind": "act", "seat": 0 }),
            turns: None,
        }
    }

    /// A scene that goes on from where a play stands.
    pub fn from(played: &Played) -> Scene {
        let position = played.json();
        let object = |value: &Value| value.as_object().unwrap().clone();
        Scene {
            setup: played.game.setup().clone(),
            squares: object(&position["squares"]).into_iter().collect(),
            kings: None,
            hands: [0, 1].map(|seat| Some(words(&position["hands"][seat]))),
            stepped: [0, 1].map(|seat| position["stepped"][seat].as_bool().unwrap()),
            switches: position["switches"].as_bool().unwrap(),
            stage: position["stage"].clone(),
            turns: position["turns"].as_u64(),
        }
    }

    /// Where the kings stand, with their points if not ten, as `e1=7`.
    pub fn kings(mut self, first: &str, second: &str) -> Scene {
        self.kings = Some([first, second].map(|king| match king.split_once('=') {
            Some((square, points)) => (square.to_owned(), Some(points.parse().unwrap())),
            None => (king.to_owned(), None),
        }));
        self
    }

    /// No king but what is laid.
    pub fn no_kings(mut self) -> Scene {
        self.kings = None;
        self
    }

    /// A piece on the sheet, as `shu+ko=2`; without points it has its full ones.
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

    /// Exactly these in a hand, in notation.
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

    /// The turn of this seat.
    pub fn turn(self, seat: u8) -> Scene {
        self.stage(json!({ "kind": "act", "seat": seat }))
    }

    pub fn stage(mut self, stage: Value) -> Scene {
        self.stage = stage;
        self
    }

    /// Switches go on after turns.
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

    /// The hands, with whatever is nowhere in the one that is not given.
    fn filled(&self, squares: &BTreeMap<String, Value>) -> [Vec<String>; 2] {
        let setup = self.setup.components();
        let mut left: BTreeMap<Kind, i64> = KINDS
            .into_iter()
            .zip(setup["card"].as_array().unwrap())
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
        // Her queen is captive in the other's hand, if she is not on her own side.
        let captives = |items: &[String]| items.iter().any(|item| item.ends_with('!'));
        let mut own_queen = queens(open) > 0 || captives(&hands[1 - open]);
        for kind in rest {
            let own = kind != "queen" || !std::mem::replace(&mut own_queen, true);
            hands[open].push(if own { kind } else { format!("{kind}!") });
        }
        hands
    }

    /// Begins to play; the scene must be possible.
    pub fn play(&self) -> Played {
        let json = self.json();
        let position: Position = serde_json::from_value(json.clone())
            .unwrap_or_else(|error| panic!("{error} in {json:#}"));
        let game = Shinra::from_position(&self.setup, position)
            .unwrap_or_else(|no| panic!("{no} in {json:#}"));
        game.census().unwrap();
        Played { game, frames: Vec::new(), told: Vec::new() }
    }

    /// Begins to play and takes these decisions.
    pub fn acts(&self, actions: &[&str]) -> Played {
        let mut played = self.play();
        played.acts(actions);
        played
    }

    /// What is said of an impossible scene: English and Japanese, or twice the reason why it
    /// cannot even be read.
    pub fn refusal(&self) -> (String, String) {
        refusal(&self.setup, self.json())
    }

    pub fn is_refused(&self) -> bool {
        match serde_json::from_value::<Position>(self.json()) {
            Ok(position) => Shinra::from_position(&self.setup, position).is_err(),
            Err(_) => true,
        }
    }
}

/// What is said of an impossible position: English and Japanese.
pub fn refusal(setup: &Arc<Setup>, json: Value) -> (String, String) {
    let position = match serde_json::from_value::<Position>(json.clone()) {
        Ok(position) => position,
        Err(error) => return (error.to_string(), error.to_string()),
    };
    let Err(no) = Shinra::from_position(setup, position) else {
        panic!("this should be refused: {json:#}");
    };
    (no.text().en.to_string(), no.text().ja.to_string())
}

/// A list of words in JSON.
pub fn words(list: &Value) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a word").to_owned()).collect()
}

/// The refusal of a text that is not an action.
pub fn unread(text: &str) -> Illegal {
    Action::parse(text).expect_err("this should not be an action")
}

/// A play with its log.
#[derive(Clone)]
pub struct Played {
    pub game: Shinra,
    /// Every event since the scene began, as JSON, with the truth after it.
    pub frames: Vec<(Value, Shinra)>,
    /// The same in words.
    pub told: Vec<Text>,
}

impl Played {
    /// A fresh play.
    pub fn deal(options: Value) -> Played {
        Played::deal_on(&setup_with(options, None).unwrap())
    }

    pub fn deal_on(setup: &Arc<Setup>) -> Played {
        let mut frames = Frames(Vec::new());
        let game = Shinra::deal(setup, Dice::from_seed(1), &mut frames);
        let mut played = Played { game, frames: Vec::new(), told: Vec::new() };
        played.keep(frames);
        played
    }

    /// Both have laid [`FORMATION`]; 先手 fills the gap.
    pub fn arranged() -> Played {
        Played::deal(json!({})).both_arrange(FORMATION, FORMATION)
    }

    /// Everything but the middle is full; 先手 has 台, 守 and its special cards left for it.
    pub fn middle_left() -> Played {
        let court = FORMATION.replace("b1=dai", "b1=queen");
        let mut played = Played::deal(json!({})).both_arrange(&court, FORMATION);
        played.acts(&["put general c2", "no switch", "put general c4", "switch a5 e5"]);
        played.acts(&["put dai a3", "no switch", "put shu b3", "switch a5 e5"]);
        played.acts(&["put ko d3", "no switch", "put ko e3", "no switch"]);
        played
    }

    /// Both lay these, each written as 先手 would lay it.
    pub fn both_arrange(mut self, first: &str, second: &str) -> Played {
        self.act_of(0, &format!("arrange {first}"));
        self.act_of(1, &format!("arrange {}", turned(second)));
        self
    }

    fn keep(&mut self, frames: Frames<Shinra>) {
        for (event, game) in frames.0 {
            self.told.push(event.tell(game.setup()).0);
            self.frames.push((serde_json::to_value(event).unwrap(), game));
        }
    }

    /// The awaited seat decides; every card must be there after it.
    pub fn act(&mut self, action: &str) {
        let seat = self.awaited().unwrap_or_else(|| panic!("{action}: the play is over"));
        self.act_of(seat, action);
    }

    pub fn act_of(&mut self, seat: u8, action: &str) {
        let parsed = Action::parse(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let listed =
            !self.game.lists_all(Seat(seat)) || self.legal_of(seat).contains(&action.to_owned());
        let mut frames = Frames(Vec::new());
        if let Err(refused) = self.game.play(Seat(seat), parsed, &mut frames) {
            panic!("{action} by seat {seat}: {refused}\n{:#}", self.json());
        }
        assert!(listed, "{action} is not listed");
        self.keep(frames);
        if let Err(lost) = self.game.census() {
            panic!("after {action}: {lost}");
        }
    }

    pub fn acts(&mut self, actions: &[&str]) {
        for action in actions {
            self.act(action);
        }
    }

    /// The play after this decision, which is not taken in this one.
    pub fn after(&self, action: &str) -> Played {
        let mut played = self.clone();
        played.act(action);
        played
    }

    /// The number of the seat that decides next.
    pub fn awaited(&self) -> Option<u8> {
        self.game.turn().awaited().first().map(|seat| seat.0)
    }

    fn legal_of(&self, seat: u8) -> Vec<String> {
        let actions = self.game.legal(Seat(seat));
        let mut legal: Vec<String> = actions.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    /// Everything the awaited seat may do, in notation, in order.
    pub fn legal(&self) -> Vec<String> {
        self.awaited().map(|seat| self.legal_of(seat)).unwrap_or_default()
    }

    /// Those that begin so.
    pub fn legal_with(&self, start: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(start)).collect()
    }

    /// The squares that the awaited seat's piece on this one may go to.
    pub fn reach(&self, from: &str) -> Vec<String> {
        let start = format!("{from}>");
        self.legal_with(&start).iter().map(|action| action[start.len()..].to_owned()).collect()
    }

    pub fn may(&self, action: &str) -> bool {
        let parsed = Action::parse(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let seat = Seat(self.awaited().expect("a decision"));
        let may = self.game.is_legal(seat, parsed).is_ok();
        if self.game.lists_all(seat) {
            assert_eq!(may, self.legal().contains(&action.to_owned()), "{action}");
        }
        may
    }

    /// The rule that asks the awaited seat.
    pub fn asked_by(&self) -> &'static str {
        let seat = Seat(self.awaited().expect("a decision"));
        let (text, RuleId(rule)) = self.game.question(seat).unwrap();
        assert!(!text.ja.is_empty() && !text.en.is_empty());
        rule
    }

    /// The rule by which the awaited seat's action is refused; nothing changes by it.
    pub fn refused(&self, action: &str) -> &'static str {
        self.refused_to(self.awaited().unwrap_or(0), action)
    }

    pub fn refused_to(&self, seat: u8, action: &str) -> &'static str {
        self.refusal_to(seat, action).rule.0
    }

    pub fn refusal_to(&self, seat: u8, action: &str) -> Illegal {
        let mut game = self.game.clone();
        let mut log: Vec<Event> = Vec::new();
        let no = match Action::parse(action) {
            Ok(parsed) => match game.play(Seat(seat), parsed, &mut log) {
                Ok(()) => panic!("{action} is legal for seat {seat} in {:#}", self.json()),
                Err(no) => no,
            },
            Err(no) => no,
        };
        assert!(
            log.is_empty() && game.position() == self.game.position(),
            "{action} did something"
        );
        assert!(!no.message.ja.is_empty() && !no.message.en.is_empty(), "{action}: {no:?}");
        assert!(!self.legal_of(seat).contains(&action.to_owned()), "{action} is listed");
        no
    }

    // The truth.

    pub fn json(&self) -> Value {
        serde_json::to_value(self.game.position()).unwrap()
    }

    pub fn view(&self) -> Value {
        serde_json::to_value(self.game.view(Viewer::Spectator)).unwrap()
    }

    /// A square as a seat sees it.
    pub fn shown(&self, seat: u8, square: &str) -> Value {
        let view = serde_json::to_value(self.game.view(Viewer::Seat(Seat(seat)))).unwrap();
        let (x, y) = model::at(square);
        view["squares"][(y * 5 + x) as usize].clone()
    }

    /// What stands on a square, as `0 shu+ko=2` or `1 queen`; nothing on an empty one.
    pub fn piece(&self, square: &str) -> String {
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

    /// All pieces but the kings, by square.
    pub fn board(&self) -> Vec<String> {
        let mut names: Vec<String> = model::all_squares().into_iter().map(model::name).collect();
        names.sort_unstable();
        let pieces = names.iter().map(|square| (square, self.piece(square)));
        let there = pieces.filter(|(_, piece)| !piece.is_empty() && !piece.contains("king"));
        there.map(|(square, piece)| format!("{square} {piece}")).collect()
    }

    /// What lies in a hand, in notation, in order.
    pub fn hand(&self, seat: usize) -> Vec<String> {
        let mut hand = words(&self.json()["hands"][seat]);
        hand.sort_unstable();
        hand
    }

    /// The points of a seat's king.
    pub fn king(&self, seat: usize) -> u32 {
        self.view()["kings"][seat]["points"].as_u64().unwrap() as u32
    }

    /// How it ended: the reason and the winners.
    pub fn end(&self) -> Option<(&'static str, Vec<u8>)> {
        let outcome = self.game.turn().outcome()?;
        Some((outcome.reason, outcome.winners.iter().map(|seat| seat.0).collect()))
    }

    // What happened.

    /// The events that have all these fields.
    pub fn all(&self, wanted: Value) -> Vec<Value> {
        let wanted = wanted.as_object().expect("what an event must have");
        let fits = |event: &&Value| wanted.iter().all(|(field, value)| event[field] == *value);
        let events = self.frames.iter().map(|(event, _)| event);
        events.filter(fits).cloned().collect()
    }

    pub fn has(&self, wanted: Value) -> bool {
        !self.all(wanted).is_empty()
    }

    /// The truth in the terms of the model.
    pub fn model(&self) -> Model {
        model_of(&self.game)
    }
}

/// The truth in the terms of the model.
pub fn model_of(game: &Shinra) -> Model {
    let position = serde_json::to_value(game.position()).unwrap();
    let options = &game.setup().options;
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

/// Plays a whole game at random and calls back before every decision and at the end.
pub fn play_at_random(setup: &Arc<Setup>, seed: u64, mut look: impl FnMut(&Shinra)) -> Shinra {
    let mut dice = Dice::from_seed(seed);
    let mut game = Shinra::deal(setup, dice.fork(), &mut Silent);
    let mut legal = Vec::new();
    while let Turn::Awaiting(awaited) = game.turn() {
        look(&game);
        let seat = awaited.first().unwrap();
        legal.clear();
        game.legal_into(seat, &mut legal);
        game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
    }
    look(&game);
    game
}
