//! Differential tests: the engine against the reference model (`support/model.rs`) after every
//! decision.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shinra::{Action, Shinra, Square};
use zashiki_core::{Action as _, GameRng, GameState, GameStateExt as _, Seat};

use crate::support::model::{self, Act, Model, Stage};
use crate::support::*;

/// The same game in the engine and in the reference model.
struct Comparison {
    game: Shinra,
    model: Model,
    rng: GameRng,
    counts: BTreeMap<&'static str, usize>,
}

impl Comparison {
    /// A new game with random ready-made formations.
    fn new(options: Value, seed: u64) -> Comparison {
        let config = setup_with(options, None).unwrap();
        let mut rng = GameRng::from_seed(seed);
        let mut game = Shinra::deal(&config, rng.fork(), None);
        for seat in [0, 1] {
            let formations = game.legal(Seat(seat));
            game.play(Seat(seat), *rng.pick(&formations), None).unwrap();
        }
        let mut model = model_of(&game);
        if let Stage::Place(0) = model.stage {
            model.arranged();
        }
        Comparison { game, model, rng, counts: BTreeMap::new() }
    }

    fn scene(scene: &Scene, seed: u64) -> Comparison {
        let game = scene.play().game;
        let model = model_of(&game);
        Comparison { game, model, rng: GameRng::from_seed(seed), counts: BTreeMap::new() }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Compares the engine with the model, then plays the same random action in both. Returns false if
    /// the game is over.
    fn step(&mut self) -> bool {
        self.agree();
        let choices = self.model.choices();
        if choices.is_empty() {
            return false;
        }
        // Prefers attacks, joins and special actions to the many ways to put a card.
        let lively = |notation: &&String| {
            let to = notation.split_once('>').map(|(_, to)| model::at(to));
            to.is_some_and(|to| self.model.board.contains_key(&to))
                || ["return", "pair", "back", "join", "to", "settle"]
                    .iter()
                    .any(|word| notation.starts_with(word))
        };
        let names: Vec<&String> = choices.keys().collect();
        let some: Vec<&String> = names.iter().copied().filter(lively).collect();
        let from = if some.is_empty() || self.rng.below(3) == 0 { &names } else { &some };
        let notation = (*self.rng.pick(from)).clone();
        let act = choices[&notation].clone();
        self.note(&act);
        let seat = self.game.turn().awaited().first().expect("a decision");
        let action = Action::parse(&notation).unwrap();
        self.game.play(seat, action, None).unwrap_or_else(|no| panic!("{notation}: {no}"));
        self.game.check_invariants().unwrap();
        self.model.act(&act);
        true
    }

    fn note(&mut self, act: &Act) {
        let what = match act {
            Act::Put { item, .. } if item.kept.is_some() => "put with kept points",
            Act::Put { item, .. } if item.cards.len() > 1 => "put a stack",
            Act::Put { to, .. } if self.model.board.contains_key(to) => "added",
            Act::Put { .. } => "put",
            Act::Pair { .. } => "paired",
            Act::Switch { .. } => "switched",
            Act::Decline => "declined",
            Act::Move { from, to } if self.model.board.contains_key(to) => {
                let own = self.model.board[from].owner == self.model.board[to].owner;
                let king = self.model.board[from].is("king");
                match (own, king) {
                    (true, true) => "king stepped",
                    (true, false) => "joined",
                    (false, _) => "attacked",
                }
            }
            Act::Move { .. } => "moved",
            Act::Retreat { .. } => "retreated",
            Act::Back { .. } => "went back",
            Act::Join { .. } => "joined after an attack",
            Act::ToHand => "went to the hand",
            Act::Settle { .. } => "settled",
            Act::Return if self.model.stage == Stage::Queen => "returned her at once",
            Act::Return => "returned her later",
            Act::Keep => "kept her",
        };
        self.count(what);
    }

    fn agree(&self) {
        let engine = model_of(&self.game);
        let mut model = self.model.clone();
        model.hands.iter_mut().for_each(|hand| hand.sort());
        assert_eq!(awaited(&engine), awaited(&model), "{engine:#?}\n{model:#?}");
        if let (Stage::Over(_), Stage::Over(_)) = (&engine.stage, &model.stage) {
            // After the end the seat to move has no meaning.
            model.seat = engine.seat;
            model.switching = engine.switching;
        }
        if engine != model {
            // A comparison of texts shows the difference line by line.
            assert_eq!(format!("{engine:#?}"), format!("{model:#?}"));
        }
        let mut legal = Vec::new();
        if let Some(seat) = self.game.turn().awaited().first() {
            self.game.legal_into(seat, &mut legal);
        }
        let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        let wanted: Vec<String> = model.choices().into_keys().collect();
        assert_eq!(legal, wanted, "{model:#?}");
        if !matches!(model.stage, Stage::Over(_) | Stage::Settle(_)) {
            let view = self.game.view(zashiki_core::Viewer::Spectator);
            let names = |squares: &[Square]| -> Vec<String> {
                squares.iter().map(ToString::to_string).collect()
            };
            for seat in [0, 1] {
                let king = &view.kings[seat];
                assert_eq!(names(&king.attackers), model.attackers(seat), "{model:#?}");
                assert_eq!(names(&king.captors), model.captors(seat), "{model:#?}");
                assert_eq!(king.check, !king.attackers.is_empty(), "{model:#?}");
            }
        }
    }
}

fn awaited(model: &Model) -> Option<usize> {
    (!matches!(model.stage, Stage::Over(_))).then_some(model.seat)
}

/// In whole random games, the legal actions and the results are the same as in the reference model.
#[test]
fn the_engine_agrees_with_the_model_in_random_games() {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..40 {
        let check = ["attack", "capture"][usize::from(seed % 3 == 2)];
        let jump = seed % 4 != 3;
        let options = json!({ "turnLimit": 120, "jumpNeedsCombinable": jump, "check": check });
        let mut comparison = Comparison::new(options, seed);
        while comparison.step() {}
        for (what, count) in comparison.counts {
            *counts.entry(what).or_default() += count;
        }
        *ends.entry(format!("{:?}", comparison.model.stage)).or_default() += 1;
    }
    for what in [
        "put a stack",
        "added",
        "put",
        "switched",
        "declined",
        "king stepped",
        "joined",
        "attacked",
        "moved",
        "retreated",
        "went back",
        "joined after an attack",
        "went to the hand",
        "settled",
        "returned her at once",
        "returned her later",
        "kept her",
    ] {
        assert!(counts.get(what).is_some_and(|count| *count >= 5), "{what}: {counts:?}");
    }
    assert!(ends.len() >= 2, "{ends:?}");
}

/// A random position that games rarely reach: pieces on any squares, full hands, weak kings.
fn random_scene(rng: &mut GameRng) -> Scene {
    let check = *rng.pick(&["attack", "attack", "capture"]);
    let jump = rng.below(3) > 0;
    let options = json!({ "jumpNeedsCombinable": jump, "check": check, "turnLimit": 40 });
    let mut scene = Scene::with(options).turn(rng.below(2) as u8).turns(3).no_kings();
    let seat = scene.json()["stage"]["seat"].as_u64().unwrap();
    scene = scene.turns(1 + seat);
    let mut squares: Vec<String> = model::all_squares().into_iter().map(model::name).collect();
    rng.shuffle(&mut squares);
    let mut box_of_cards: Vec<(&str, u8)> = Vec::new();
    for kind in ["shu", "ko", "dai"] {
        box_of_cards.extend([(kind, 2); 12]);
    }
    box_of_cards.extend([("general", 2), ("general", 2), ("hachitobi", 2), ("hachitobi", 2)]);
    box_of_cards.extend([("joker", 2), ("joker", 2), ("queen", 0), ("queen", 1)]);
    rng.shuffle(&mut box_of_cards);
    let mut squares = squares.into_iter();
    for seat in [0, 1] {
        let king = format!("king={}", 1 + rng.below(15));
        scene = scene.lay(seat, &squares.next().unwrap(), &king);
    }
    let wanted = 3 + rng.below(21) as usize;
    let mut hands: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for square in squares.take(wanted) {
        let seat = rng.below(2) as u8;
        let height = 1 + rng.below(3) as usize;
        let mut cards: Vec<&str> = Vec::new();
        while cards.len() < height {
            let fits = |(kind, owner): &(&str, u8)| {
                (*owner == 2 || *owner == seat)
                    && if cards.is_empty() {
                        height == 1 || !["joker", "hachitobi"].contains(kind)
                    } else {
                        !["joker", "hachitobi"].contains(kind) && !cards.contains(kind)
                    }
            };
            let Some(index) = box_of_cards.iter().position(fits) else { break };
            cards.push(box_of_cards.remove(index).0);
        }
        if cards.is_empty() {
            break;
        }
        let kinds = model::cards(&cards.join("+"));
        let mut piece = kinds.join("+");
        if kinds.len() > 1 {
            piece += &format!("={}", 1 + rng.below(model::full(&kinds)));
        }
        scene = scene.lay(seat, &square, &piece);
    }
    // The other cards go to the hands, some of them in stacks and with marks.
    while let Some((kind, owner)) = box_of_cards.pop() {
        let seat = rng.below(2) as usize;
        let captive = if kind == "queen" && usize::from(owner) != seat { "!" } else { "" };
        let pair = box_of_cards.iter().position(|(other, owner)| {
            !["joker", "hachitobi", "queen"].contains(other) && *other != kind && *owner == 2
        });
        let stackable = !["joker", "hachitobi"].contains(&kind);
        let item = match pair.filter(|_| stackable && rng.below(3) == 0) {
            Some(index) => {
                let two = model::cards(&format!("{kind}+{}", box_of_cards.remove(index).0));
                let kept = 1 + rng.below(model::full(&two));
                let kept = if captive.is_empty() && kept < model::full(&two) && rng.below(3) == 0 {
                    format!("@{kept}")
                } else {
                    String::new()
                };
                format!("{}{kept}{captive}", two.join("+"))
            }
            None if stackable && kind != "queen" && rng.below(4) == 0 => format!("{kind}~"),
            None => format!("{kind}{captive}"),
        };
        hands[seat].push(item);
    }
    for (seat, hand) in hands.iter().enumerate() {
        scene = scene.hand(seat, &hand.iter().map(String::as_str).collect::<Vec<_>>());
        if rng.below(3) == 0 {
            scene = scene.stepped(seat);
        }
    }
    if rng.below(4) == 0 { scene.switching() } else { scene }
}

#[test]
fn the_engine_agrees_with_the_model_in_random_positions() {
    let mut rng = GameRng::from_seed(2017);
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for seed in 0..400 {
        let mut comparison = Comparison::scene(&random_scene(&mut rng), seed);
        for _ in 0..12 {
            if !comparison.step() {
                break;
            }
        }
        for (what, count) in comparison.counts {
            *counts.entry(what).or_default() += count;
        }
    }
    for what in ["put with kept points", "paired", "king stepped", "returned her later"] {
        assert!(counts.get(what).is_some_and(|count| *count >= 5), "{what}: {counts:?}");
    }
}

/// Counts the sequences of actions of each length in the reference model, starting from `model`.
fn count_tree(model: &Model, depth: usize, counts: &mut [u64]) {
    let legal = model.legal();
    counts[0] += legal.len() as u64;
    if depth > 1 {
        for act in legal {
            let mut after = model.clone();
            after.act(&act);
            count_tree(&after, depth - 1, &mut counts[1..]);
        }
    }
}

/// The reference model finds the same numbers of action sequences as `counts/*.json`, up to the depth
/// that a few thousand positions allow.
#[test]
#[expect(clippy::disallowed_methods, reason = "the engine may not read files, its tests may")]
fn the_engine_and_the_model_count_the_same_game_trees() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/counts");
    let mut deepest = 0;
    for entry in std::fs::read_dir(folder).expect("counts") {
        let path = entry.unwrap().path();
        let stored: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if stored["position"]["stage"]["kind"] == "setup" {
            continue;
        }
        let wanted: Vec<u64> = serde_json::from_value(stored["counts"].clone()).unwrap();
        let config = setup_with(stored["options"].clone(), None).unwrap();
        let position = serde_json::from_value(stored["position"].clone()).unwrap();
        let model = model_of(&Shinra::from_position(&config, position).unwrap());
        let few = wanted.iter().take_while(|count| **count <= 2000).count();
        let depth = (few + 1).min(wanted.len());
        let mut counts = vec![0; depth];
        count_tree(&model, depth, &mut counts);
        assert_eq!(counts, wanted[..depth], "{}", path.display());
        deepest = deepest.max(depth);
    }
    assert!(deepest >= 3);
}
