//! Tests of the rule statements and of the references to them.

use serde_json::json;
use shinra::Shinra;
use zashiki_core::GameState;

use crate::support::*;

#[test]
fn one_statement_is_not_applicable() {
    let not_applicable =
        Shinra::assets().rules().iter().filter(|rule| !rule.not_applicable.is_empty());
    assert_eq!(not_applicable.map(|rule| rule.id).collect::<Vec<_>>(), ["K-91"]);
}

#[test]
fn a_game_ends_by_a_king_the_turn_limit_or_the_players() {
    let mut reasons: Vec<&str> =
        Shinra::info().end_reasons.iter().map(|reason| reason.id).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["agreed", "king", "resigned", "turn_limit"]);
}

#[test]
fn cards_refer_to_existing_statements() {
    let known: Vec<&str> = Shinra::assets().rules().iter().map(|rule| rule.id).collect();
    for card in &setup_with(json!({}), None).unwrap().components.cards {
        assert!(card.rules.iter().all(|rule| known.contains(&rule.0)), "{}", card.kind);
    }
}

/// The components file that the page's tests use equals the engine's output. With `ZASHIKI_UPDATE=1` the
/// test rewrites the file.
#[test]
#[expect(clippy::disallowed_methods, reason = "the engine may not read files, its tests may")]
fn the_pages_tests_use_the_engines_components() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/games/shinra/dev/components.json");
    let components = zashiki_core::GameConfig::components(&*setup_with(json!({}), None).unwrap());
    let text = serde_json::to_string_pretty(&components).unwrap() + "\n";
    if std::env::var_os("ZASHIKI_UPDATE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "run it with ZASHIKI_UPDATE=1");
    }
}
