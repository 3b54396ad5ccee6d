//! Scenes: a position in a few words, played on by notation, with every event and the
//! truth after it at hand. Everything is read and written as JSON, as people and the page
//! see it.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod model;

use std::sync::Arc;

use honnoji::{Action, Event, Honnoji, Position, Setup};
use serde_json::{Value, json};
use table::{
    Action as _, BadInput, Dice, Draft, Event as _, Frames, Game, Illegal, RuleId, Seat,
    Setup as _, Silent, Text, Turn, Viewer,
};

use model::{Model, Player, Square, sorted};

/// The built-in components file.
pub const FILE: &str = include_str!("../../../components.toml");

/// The six basic cards.
pub const BASIC: &str = "crest 1 2 3 4 5";

/// A setup with these options (the others by default).
pub fn setup_with(seats: u8, options: Value) -> Result<Arc<Setup>, BadInput> {
    setup_of(seats, options, None)
}

/// The same with other components.
pub fn setup_of(seats: u8, options: Value, file: Option<&str>) -> Result<Arc<Setup>, BadInput> {
    Setup::new(seats, &Honnoji::info().complete_options(&options)?, file)
}

/// The built-in components with `from`, which must be there, replaced by `to` once.
pub fn replaced(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "the components file has no {from:?}");
    FILE.replacen(from, to, 1)
}

/// A components file with the basic cards, the koban and this deck: on each line face, kind,
/// count, points and icons (`move:up`) of a card. Names are the faces, in capitals.
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

/// Words as a list.
pub fn split(words: &str) -> Vec<&str> {
    words.split_whitespace().collect()
}

/// A list of words in JSON.
pub fn words(list: &Value) -> Vec<String> {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().expect("a word").to_owned()).collect()
}

/// Words in the order in which cards are written down.
pub fn in_order(list: &str) -> Vec<String> {
    sorted(split(list).into_iter().map(ToOwned::to_owned).collect())
}

/// `crest@0:0 2@0:1` as JSON.
pub fn laid_json(layout: &str) -> Value {
    let cards = split(layout).into_iter().filter(|word| *word != "nothing").map(|word| {
        let (face, cell) = word.split_once('@').expect("card@x:y");
        let (x, y) = cell.split_once(':').expect("x:y");
        let [x, y] = [x, y].map(|number| number.parse::<i32>().expect("a number"));
        json!({ "face": face, "cell": { "x": x, "y": y } })
    });
    cards.collect()
}

/// A position being set up: by default round 2, the layouts about to be declared, seat 0 the
/// first player, empty squares, seat n's pawn on square n + 1 and everything else as at the
/// beginning.
#[derive(Clone)]
pub struct Scene {
    pub setup: Arc<Setup>,
    pub position: Value,
}

impl Scene {
    pub fn new(seats: u8) -> Scene {
        Scene::with(seats, json!({}))
    }

    pub fn with(seats: u8, options: Value) -> Scene {
        Scene::of(setup_with(seats, options).unwrap())
    }

    /// With other components.
    pub fn of(setup: Arc<Setup>) -> Scene {
        let players: Vec<Value> =
            (1..=setup.seats).map(|square| json!({ "square": square })).collect();
        Scene { setup, position: json!({ "round": 2, "players": players }) }
    }

    /// A scene that goes on from where a play stands.
    pub fn from(played: &Played) -> Scene {
        Scene { setup: played.game.setup().clone(), position: played.json() }
    }

    /// Any field of the position.
    pub fn set(mut self, field: &str, value: Value) -> Scene {
        self.position[field] = value;
        self
    }

    /// Any field of a seat.
    pub fn seat(mut self, seat: usize, field: &str, value: Value) -> Scene {
        self.position["players"][seat][field] = value;
        self
    }

    /// In round 1 nobody stands anywhere.
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

    /// The squares on which the pawns stand.
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

    /// What the seat has laid already.
    pub fn laid(self, seat: usize, layout: &str) -> Scene {
        self.seat(seat, "laid", laid_json(layout))
    }

    /// The cards on a square, oldest first.
    pub fn pile(mut self, square: usize, faces: &str) -> Scene {
        if self.position["squares"].is_null() {
            self.position["squares"] = json!([[], [], [], [], []]);
        }
        self.position["squares"][square - 1] = json!(split(faces));
        self
    }

    /// The whole deck, the next card first.
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

    pub fn dice(self, seed: u64) -> Scene {
        self.set("dice", json!({ "seed": seed.to_string(), "drawn": 0 }))
    }

    /// Begins to play; the scene must be possible.
    pub fn play(&self) -> Played {
        let json = self.position.clone();
        let position: Position = serde_json::from_value(json.clone())
            .unwrap_or_else(|error| panic!("{error} in {json:#}"));
        let game = Honnoji::from_position(&self.setup, position)
            .unwrap_or_else(|no| panic!("{no} in {json:#}"));
        game.census().unwrap();
        Played { game, frames: Vec::new(), told: Vec::new() }
    }

    /// Begins to play with these layouts, one for each seat that has not declared, by seat.
    pub fn lay(&self, layouts: &[&str]) -> Played {
        let mut played = self.play();
        played.lay(layouts);
        played
    }

    /// What is said of an impossible scene: English and Japanese, or twice the reason why
    /// it cannot even be read.
    pub fn refusal(&self) -> (String, String) {
        let position = match serde_json::from_value::<Position>(self.position.clone()) {
            Ok(position) => position,
            Err(error) => return (error.to_string(), error.to_string()),
        };
        let Err(no) = Honnoji::from_position(&self.setup, position) else {
            panic!("the position should be refused: {:#}", self.position)
        };
        (no.text().en.to_string(), no.text().ja.to_string())
    }
}

/// Whether the JSON object has all these fields with these values.
pub fn fits(value: &Value, wanted: &Value) -> bool {
    let wanted = wanted.as_object().expect("what an event must have");
    wanted.iter().all(|(field, wanted)| value[field] == *wanted)
}

/// A play with its log.
#[derive(Clone)]
pub struct Played {
    pub game: Honnoji,
    /// Every event since the scene began, as JSON, with the truth after it.
    pub frames: Vec<(Value, Honnoji)>,
    /// The words for each of them, with the rule.
    pub told: Vec<(Text, &'static str)>,
}

impl Played {
    /// A fresh deal.
    pub fn deal(seats: u8, options: Value, seed: u64) -> Played {
        Played::deal_on(&setup_with(seats, options).unwrap(), seed)
    }

    pub fn deal_on(setup: &Arc<Setup>, seed: u64) -> Played {
        let mut frames = Frames(Vec::new());
        let game = Honnoji::deal(setup, Dice::from_seed(seed), &mut frames);
        let mut played = Played { game, frames: Vec::new(), told: Vec::new() };
        played.keep(frames);
        played
    }

    fn keep(&mut self, frames: Frames<Honnoji>) {
        for (event, game) in frames.0 {
            let (text, RuleId(rule)) = event.tell(self.game.setup());
            self.told.push((text, rule));
            self.frames.push((serde_json::to_value(event).unwrap(), game));
        }
    }

    /// The awaited seat decides; every piece must be there after it.
    pub fn act(&mut self, action: &str) {
        let seat = self.awaited().unwrap_or_else(|| panic!("{action}: the play is over"));
        self.act_as(seat, action);
    }

    pub fn act_as(&mut self, seat: u8, action: &str) {
        let seat = Seat(seat);
        let parsed = Action::parse(action).unwrap_or_else(|no| panic!("{action}: {no}"));
        let listed =
            !self.game.lists_all(seat) || self.legal_for(seat.0).contains(&parsed.to_string());
        let mut frames = Frames(Vec::new());
        if let Err(refused) = self.game.play(seat, parsed, &mut frames) {
            panic!("{action} by seat {seat}: {refused}");
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

    /// Everybody who is to lay out does so with the layout at the place of the seat.
    pub fn lay(&mut self, layouts: &[&str]) {
        assert!(self.is_deciding(), "no layouts are asked");
        let round = self.round();
        while let Some(seat) = self.awaited() {
            if !self.is_deciding() || self.round() > round {
                return;
            }
            self.act_as(seat, &format!("lay {}", layouts[usize::from(seat)]));
        }
    }

    /// Everybody awaited, as in the variant several may be.
    pub fn all_awaited(&self) -> Vec<u8> {
        self.game.turn().awaited().iter().map(|seat| seat.0).collect()
    }

    /// The number of the seat that decides next.
    pub fn awaited(&self) -> Option<u8> {
        self.all_awaited().first().copied()
    }

    /// Everything the awaited seat may do, or of layouts what is listed, in notation.
    pub fn legal(&self) -> Vec<String> {
        self.awaited().map_or_else(Vec::new, |seat| self.legal_for(seat))
    }

    pub fn legal_for(&self, seat: u8) -> Vec<String> {
        let actions = self.game.legal(Seat(seat));
        actions.iter().map(ToString::to_string).collect()
    }

    pub fn may(&self, action: &str) -> bool {
        self.may_as(self.awaited().expect("somebody is awaited"), action)
    }

    pub fn may_as(&self, seat: u8, action: &str) -> bool {
        let parsed = Action::parse(action).unwrap();
        let may = self.game.is_legal(Seat(seat), parsed).is_ok();
        if self.game.lists_all(Seat(seat)) {
            assert_eq!(may, self.legal_for(seat).contains(&parsed.to_string()), "{action}");
        }
        may
    }

    /// The rule that asks the awaited seat.
    pub fn asked_by(&self) -> &'static str {
        let seat = Seat(self.awaited().unwrap());
        let (text, RuleId(rule)) = self.game.question(seat).unwrap();
        assert!(!text.ja.is_empty() && !text.en.is_empty());
        rule
    }

    /// The rule by which the awaited seat's action is refused; nothing changes by it.
    pub fn refused(&self, action: &str) -> &'static str {
        self.refusal_to(self.awaited().unwrap_or(0), action).0
    }

    pub fn refused_to(&self, seat: u8, action: &str) -> &'static str {
        self.refusal_to(seat, action).0
    }

    /// The rule and the words of the refusal, English and Japanese. An action that cannot even
    /// be read is refused as well.
    pub fn refusal_to(&self, seat: u8, action: &str) -> (&'static str, String, String) {
        let mut game = self.game.clone();
        let mut log: Vec<Event> = Vec::new();
        let refused = Action::parse(action).and_then(|parsed: Action| {
            let awaited = self.all_awaited().contains(&seat);
            assert!(!awaited || !self.legal_for(seat).contains(&parsed.to_string()), "{action}");
            game.play(Seat(seat), parsed, &mut log)
        });
        let Err(no) = refused else { panic!("{action} is legal for seat {seat}") };
        assert!(
            log.is_empty() && game.position() == self.game.position(),
            "{action} did something"
        );
        said(no)
    }

    /// What a seat is told of a draft.
    pub fn draft(&self, seat: u8, draft: &str) -> Draft {
        let read = table::Seen::new(&self.game, Seat(seat)).draft(draft);
        read.unwrap_or_else(|no| panic!("{draft}: {no}"))
    }

    // The truth.

    pub fn json(&self) -> Value {
        serde_json::to_value(self.game.position()).unwrap()
    }

    pub fn view(&self) -> Value {
        view_of(&self.game)
    }

    pub fn view_as(&self, seat: u8) -> Value {
        serde_json::to_value(self.game.view(Viewer::Seat(Seat(seat)))).unwrap()
    }

    pub fn phase(&self) -> String {
        self.view()["phase"].as_str().unwrap().to_owned()
    }

    pub fn is_deciding(&self) -> bool {
        self.phase() == "decision"
    }

    pub fn round(&self) -> u64 {
        self.view()["round"].as_u64().unwrap()
    }

    pub fn first(&self) -> u64 {
        self.view()["first_player"].as_u64().unwrap()
    }

    /// Where the pawn of a seat stands; 0: nowhere.
    pub fn pawn(&self, seat: usize) -> u64 {
        self.view()["players"][seat]["square"].as_u64().unwrap_or(0)
    }

    /// What the seat really has in hand.
    pub fn hand(&self, seat: usize) -> Vec<String> {
        sorted(words(&self.json()["players"][seat]["hand"]))
    }

    pub fn exposed(&self, seat: usize) -> Vec<String> {
        words(&self.view()["players"][seat]["exposed"])
    }

    /// The cards of a square, oldest first.
    pub fn pile(&self, square: usize) -> Vec<String> {
        let view = self.view();
        let cards = view["squares"][square - 1]["cards"].as_array().unwrap();
        cards.iter().map(|card| card["face"].as_str().unwrap().to_owned()).collect()
    }

    /// Those of them that are turned face down.
    pub fn down(&self, square: usize) -> Vec<String> {
        let view = self.view();
        let cards = view["squares"][square - 1]["cards"].as_array().unwrap();
        let down = cards.iter().filter(|card| card["down"] == json!(true));
        down.map(|card| card["face"].as_str().unwrap().to_owned()).collect()
    }

    /// The fire squares.
    pub fn fires(&self) -> Vec<usize> {
        let view = self.view();
        (1..=5).filter(|square| view["squares"][square - 1]["fire"] == json!(true)).collect()
    }

    pub fn discards(&self) -> Vec<String> {
        words(&self.view()["discards"])
    }

    /// The deck, the next card first.
    pub fn deck(&self) -> Vec<String> {
        let mut deck = words(&self.json()["deck"]);
        deck.reverse();
        deck
    }

    /// The truth as the model would have it.
    pub fn model(&self) -> Model {
        let (view, truth) = (self.view(), self.json());
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
            together: self.game.setup().options.placing == honnoji::Placing::Together,
            round: self.round() as u8,
            first: self.first() as usize,
            in_vain: self.in_vain(),
            deck: words(&truth["deck"]),
            discards: sorted(words(&truth["discards"])),
            squares,
            players: players.collect(),
        }
    }

    // What happened.

    pub fn events(&self) -> Vec<Value> {
        self.frames.iter().map(|(event, _)| event.clone()).collect()
    }

    /// The events that have all these fields.
    pub fn all(&self, wanted: Value) -> Vec<Value> {
        self.events().into_iter().filter(|event| fits(event, &wanted)).collect()
    }

    pub fn count(&self, wanted: Value) -> usize {
        self.all(wanted).len()
    }

    pub fn has(&self, wanted: Value) -> bool {
        self.count(wanted) > 0
    }

    /// The words for the events that have all these fields, English and Japanese.
    pub fn words(&self, wanted: Value) -> Vec<(String, String)> {
        let fitting =
            self.frames.iter().zip(&self.told).filter(|((event, _), _)| fits(event, &wanted));
        fitting.map(|(_, (text, _))| (text.en.to_string(), text.ja.to_string())).collect()
    }

    /// What was designated in vain: seat, icon, number and why, in the order told.
    pub fn in_vain(&self) -> Vec<String> {
        let told = self.all(json!({ "event": "in_vain" }));
        let words = |event: &Value| {
            let [icon, why] =
                ["icon", "why"].map(|field| event[field].as_str().unwrap().to_owned());
            format!("{} {icon} {} {why}", event["seat"], event["number"])
        };
        told.iter().map(words).collect()
    }

    /// These events happened in this order, perhaps with others between them.
    pub fn assert_order(&self, wanted: &[Value]) {
        let events = self.events();
        let mut rest = events.iter();
        for wanted in wanted {
            assert!(
                rest.any(|event| fits(event, wanted)),
                "{wanted} is missing or too early in {events:#?}"
            );
        }
    }

    /// The play just after the first event that fits.
    pub fn at(&self, wanted: Value) -> Played {
        let (_, game) =
            self.frames.iter().find(|(event, _)| fits(event, &wanted)).expect("no such event");
        Played { game: game.clone(), frames: Vec::new(), told: Vec::new() }
    }

    /// The names of the events, in order.
    pub fn names(&self) -> Vec<String> {
        self.events().iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
    }

    /// The play when the next round has begun and nothing is dealt yet.
    pub fn settled(&self) -> Played {
        self.at(json!({ "event": "round_began" }))
    }

    /// Forgets what happened so far.
    pub fn forget(&mut self) -> &mut Played {
        self.frames.clear();
        self.told.clear();
        self
    }

    /// How it ended: the winners and the reason.
    pub fn end(&self) -> Option<(Vec<u8>, &'static str)> {
        match self.game.turn() {
            Turn::Awaiting(_) => None,
            Turn::Over(outcome) => {
                Some((outcome.winners.iter().map(|seat| seat.0).collect(), outcome.reason))
            }
        }
    }
}

/// The rule and the words of a refusal, English and Japanese.
pub fn said(no: Illegal) -> (&'static str, String, String) {
    let finished = no.message.ja.ends_with('。') && no.message.en.ends_with('.');
    // The words of the table's own laws are not the game's.
    assert!(finished || no.rule.0.starts_with("T-"), "{no:?}");
    (no.rule.0, no.message.en.into_owned(), no.message.ja.into_owned())
}

/// What everybody sees.
pub fn view_of(game: &Honnoji) -> Value {
    serde_json::to_value(game.view(Viewer::Spectator)).unwrap()
}

/// Plays a whole game at random and calls back before every decision and at the end. With
/// several awaited a random one decides.
pub fn play_at_random(
    seats: u8,
    options: Value,
    seed: u64,
    mut look: impl FnMut(&Honnoji),
) -> Honnoji {
    let setup = setup_with(seats, options).unwrap();
    let mut dice = Dice::from_seed(seed);
    let mut game = Honnoji::deal(&setup, dice.fork(), &mut Silent);
    let mut legal = Vec::new();
    while let Turn::Awaiting(awaited) = game.turn() {
        look(&game);
        let seats: Vec<Seat> = awaited.iter().collect();
        let seat = *dice.pick(&seats);
        legal.clear();
        game.legal_into(seat, &mut legal);
        game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
    }
    look(&game);
    game
}
