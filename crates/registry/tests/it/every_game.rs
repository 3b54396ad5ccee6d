//! Requirements on every registered game.

use std::path::Path;

use registry::GameVisitor;
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, InfoState, MatchStart, NetworkPurpose,
    NetworkWeights, OptionKind, OptionValue, Restriction, SearchHintsExt as _, Seat, SeatSet,
    Tuning, ValueNetwork, configure,
};

#[test]
fn every_game_brings_its_files() {
    for id in registry::ids() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(id);
        for file in ["RULES.md", "components.toml", "tests"] {
            assert!(folder.join(file).exists(), "{id} has no {file}");
        }
        let tests = sources(&folder.join("tests"));
        for (call, held_to) in [
            ("conformance::game_tests!(", "the contract"),
            ("conformance::citations::check(", "the statements that decide"),
        ] {
            assert!(
                tests.iter().any(|text| text.contains(call)),
                "{id} is not held to {held_to}: no {call}…) in its tests"
            );
        }
    }
}

fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push(std::fs::read_to_string(path).expect("a source is text"));
        }
    }
    texts
}

/// Formats an option's value as the tables of RULES.md do.
fn written(value: OptionValue) -> String {
    match value {
        OptionValue::Number(number) => number.to_string().replace('-', "−"),
        OptionValue::Token(word) => format!("`{word}`"),
        OptionValue::Flag(flag) => format!("`{flag}`"),
    }
}

#[test]
fn every_option_stands_in_the_rules_with_its_values() {
    for id in registry::ids() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(id);
        let rules = std::fs::read_to_string(folder.join("RULES.md")).expect("it brings its rules");
        for option in registry::info(id).expect("a listed game is there").options {
            let mut values = match &option.kind {
                OptionKind::Number { min, max } => {
                    let [min, max] = [*min, *max].map(OptionValue::Number).map(written);
                    vec![format!("{min} to {max}")]
                }
                OptionKind::Choice { choices } => {
                    choices.iter().map(|choice| written(choice.value)).collect()
                }
            };
            values.sort();
            let named = format!("| `{}` | ", option.id);
            let row = rules.lines().find_map(|line| line.strip_prefix(&named));
            let row = row.unwrap_or_else(|| panic!("{id}: no row for {}", option.id));
            let cells: Vec<&str> = row.split(" | ").collect();
            let mut stated: Vec<&str> = cells[0].split(", ").collect();
            stated.sort_unstable();
            assert_eq!(
                (stated, cells[1]),
                (values.iter().map(String::as_str).collect(), &*written(option.default)),
                "{id}: {}",
                option.id
            );
        }
    }
}

struct Statements;

impl GameVisitor for Statements {
    type Out = ();
    fn visit<G: Game>(self) {
        let info = G::info();
        let known = |id: &str| G::assets().rules().iter().any(|rule| rule.id == id);
        assert!(!G::assets().rules().is_empty(), "{} states no rules", info.id);
        for rule in G::assets().rules() {
            assert!(!rule.ja.is_empty() && !rule.en.is_empty(), "{} says nothing", rule.id);
        }
        for reason in info.end_reasons {
            assert!(known(reason.rule.0), "{} does not state {}", info.id, reason.rule);
        }
        for option in info.options {
            assert!(known(option.rule.0), "{} does not state {}", info.id, option.rule);
        }
    }
}

#[test]
fn every_game_states_the_rules_it_names() {
    for id in registry::ids() {
        registry::visit(id, Statements).expect("a listed game is there");
    }
}

struct NetworkInputs;

impl GameVisitor for NetworkInputs {
    type Out = ();
    fn visit<G: Game>(self) {
        if let Some(network) = G::assets().value_network() {
            assert_eq!(network.network_inputs(), G::NETWORK_INPUTS, "{}", G::info().id);
            assert_eq!(network.purpose, NetworkPurpose::Correction);
        }
        if let Some(network) = G::assets().search_network() {
            assert_eq!(network.network_inputs(), G::SEARCH_INPUTS, "{}", G::info().id);
            assert_eq!(network.purpose, NetworkPurpose::Search);
        }
    }
}

/// Bundled networks are parsed without knowing the game's number of inputs.
#[test]
fn every_game_has_a_value_network_with_its_number_of_inputs() {
    for id in registry::ids() {
        registry::visit(id, NetworkInputs).expect("a listed game is there");
    }
}

/// A network of 16 units for the game with drawn weights, as the text of its file.
fn drawn_network<G: Game>() -> String {
    const UNITS: usize = 16;
    let mut rng = GameRng::from_seed(5);
    let mut drawn = |count: usize, width: f32| -> Vec<f32> {
        (0..count).map(|_| (rng.below(2001) as f32 / 1000.0 - 1.0) * width).collect()
    };
    let weights = NetworkWeights {
        bias: &drawn(UNITS, 0.5),
        last: &drawn(UNITS, 200.0),
        linear: &[],
        inputs: &drawn(UNITS * G::NETWORK_INPUTS, 0.3),
    };
    let tuning = Tuning {
        bot: "greedy".to_owned(),
        games: 20,
        seed: 5,
        positions: 9,
        date: "2026-11-28".to_owned(),
        loss_before: 0.7,
        loss_after: 0.6,
        loss_of_equals: 0.7,
    };
    let purpose = NetworkPurpose::Correction;
    ValueNetwork::rounded("drawn".to_owned(), tuning, purpose, &weights).file()
}

struct Correction;

impl GameVisitor for Correction {
    type Out = ();
    fn visit<G: Game>(self) {
        let info = G::info();
        let id = info.id;
        let own = G::assets().weights().expect("every game has weights");
        let (mut served, mut differ) = (0, 0);
        for seats in [info.seats.0, info.seats.1] {
            let (config, _) = configure::<G>(&MatchStart::dealt(seats.into(), 1)).unwrap();
            let plain = config.with_weights(own).unwrap();
            let text = drawn_network::<G>();
            let network = ValueNetwork::read(&text, |_| G::NETWORK_INPUTS).unwrap();
            let corrected = plain.with_value_network(&text).unwrap();
            let sides = plain.sides();
            let mut rng = GameRng::from_seed(seats.into());
            let mut game = G::deal(&corrected, rng.fork(), None);
            for _ in 0..150 {
                let Some(mover) = game.turn().awaited().first() else { break };
                // What the network says for each side. Seats of a side have the same inputs.
                let said = |side: &SeatSet| {
                    let (mut inputs, mut sums) = (Vec::new(), network.start());
                    game.network_inputs(side.first().expect("a side has seats"), &mut inputs);
                    inputs.into_iter().for_each(|input| network.add(&mut sums, input));
                    f64::from(network.value(&sums))
                };
                let mean = sides.iter().map(said).sum::<f64>() / sides.len() as f64;
                for seat in Seat::all(seats) {
                    let inputs = |game: &G| {
                        let mut inputs = Vec::new();
                        game.network_inputs(seat, &mut inputs);
                        inputs.sort_unstable();
                        inputs
                    };
                    let found = inputs(&game);
                    assert!(
                        found.iter().all(|input| *input < G::NETWORK_INPUTS),
                        "{id}: {found:?}"
                    );
                    // A seat's inputs are made of what it knows.
                    let imagined = InfoState::new(&game, seat).determinize(&mut rng);
                    assert_eq!(inputs(&imagined), found, "{id}: seat {seat} of {seats}");
                    let without = game.clone().with_config(plain.clone()).evaluate(seat);
                    let value = game.evaluate(seat);
                    let changed = value != without;
                    assert!(!changed || !found.is_empty(), "{id}: corrected without inputs");
                    // The correction is what the network says for the side, above the mean of all sides.
                    // 森羅万象 evaluates some decisions by the best of their results.
                    if changed && value.abs() < 999 && id != "shinra" {
                        let side = sides.iter().find(|side| side.contains(seat)).expect("a side");
                        let off = f64::from(value - without) - (said(side) - mean);
                        assert!(off.abs() < 3.0, "{id}: {value} instead of {without}, by {off}");
                    }
                    served += usize::from(!found.is_empty());
                    differ += usize::from(changed);
                }
                let mut legal = game.legal(mover);
                rng.shuffle(&mut legal);
                let batch = &legal[..legal.len().min(20)];
                let mut values = Vec::new();
                game.value_after_each(mover, batch, &mut values);
                let each = batch.iter().map(|action| game.value_after(mover, *action));
                assert_eq!(values, each.collect::<Vec<_>>(), "{id}");
                game.play_unchecked(mover, legal[0], None);
            }
        }
        assert!(served > 0 && differ > served / 2, "{id}: {differ} of {served}");
    }
}

/// In every game a network can correct the heuristic, whether actions are evaluated together or one by one, and
/// by nothing that the seat does not know.
#[test]
fn every_game_is_corrected_by_networks() {
    for id in registry::ids() {
        registry::visit(id, Correction).expect("a listed game is there");
    }
}

struct Helpers;

impl GameVisitor for Helpers {
    type Out = ();
    fn visit<G: Game>(self) {
        let info = G::info();
        for helper in [bots::adviser_for::<G>(), bots::reviewer_for::<G>()] {
            let spec = bots::Spec::parse_for(helper, info).expect("the bot can play the game");
            let adviser = spec.adviser::<G>(0, || std::time::Duration::ZERO);
            assert!(adviser.is_ok(), "{}: {helper} compares no choices", info.id);
        }
    }
}

#[test]
fn every_game_is_advised_and_reviewed_by_bots_that_compare_choices() {
    for id in registry::ids() {
        registry::visit(id, Helpers).expect("a listed game is there");
    }
}

struct Restricted;

impl GameVisitor for Restricted {
    type Out = ();
    fn visit<G: Game>(self) {
        let (id, seats) = (G::info().id, G::info().seats.0);
        let (config, _) = configure::<G>(&MatchStart::dealt(seats.into(), 1)).unwrap();
        let legal = |config| -> (G, Seat, Vec<G::Action>) {
            let mut game = G::deal(config, GameRng::from_seed(1), None);
            loop {
                let seat = game.turn().awaited().first().expect("a game has a choice");
                let legal = game.legal(seat);
                if legal.len() > 1 {
                    return (game, seat, legal);
                }
                game.play_unchecked(seat, legal[0], None);
            }
        };
        let (_, seat, actions) = legal(&config);
        let first = actions[0].to_string();
        let forbids = move |notation: &str| notation == first;
        let restriction = Restriction::new(SeatSet::one(seat), forbids);
        let restricted = config.restricted(restriction);
        let restricted = restricted.unwrap_or_else(|| panic!("{id} has no place for one"));
        let (game, seat, listed) = legal(&restricted);
        assert_eq!(listed, actions, "{id}: what is legal is the same");
        assert_eq!(game.choices(seat, &mut Vec::new()), &actions[1..], "{id}");
        // The same holds in every determinization, which search uses.
        let choices = InfoState::new(&game, seat).choices(&mut GameRng::from_seed(2));
        assert_eq!(choices, &actions[1..], "{id}");
    }
}

#[test]
fn every_game_can_be_restricted_for_measuring_its_balance() {
    for id in registry::ids() {
        registry::visit(id, Restricted).expect("a listed game is there");
    }
}

/// Checks that `crates/core` and `crates/examples` have the same `clippy.toml` as `crates/games`.
#[test]
fn one_list_says_what_games_may_not_use() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |folder: &str| std::fs::read_to_string(crates.join(folder).join("clippy.toml"));
    let games = read("games").unwrap();
    assert!(games.contains("HashMap::iter"), "{games}");
    for folder in ["core", "examples"] {
        assert_eq!(read(folder).unwrap(), games, "crates/{folder}/clippy.toml");
    }
}

#[test]
fn an_unknown_game_is_refused_with_the_list() {
    let error = registry::new_match("chess", 2, &serde_json::Value::Null, None, 1).err().unwrap();
    assert!(error.to_string().contains("chess") && error.to_string().contains("kokyu"), "{error}");
}
