//! Requirements on every registered game.

use std::path::Path;

use registry::GameVisitor;
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, InfoState, MatchStart, NetworkPurpose,
    OptionKind, OptionValue, Restriction, Seat, SeatSet, configure,
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
