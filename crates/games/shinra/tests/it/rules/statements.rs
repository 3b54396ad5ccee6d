//! The statements themselves, and who refers to them.

use serde_json::json;
use shinra::Shinra;
use zashiki_core::GameState;

use crate::support::*;

#[test]
fn one_statement_cannot_be_seen_in_play() {
    let apart = Shinra::assets().rules().iter().filter(|rule| !rule.not_applicable.is_empty());
    assert_eq!(apart.map(|rule| rule.id).collect::<Vec<_>>(), ["K-91"]);
}

#[test]
fn a_game_ends_by_a_king_the_turn_limit_or_the_players() {
    let mut reasons: Vec<&str> =
        Shinra::info().end_reasons.iter().map(|reason| reason.id).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["agreed", "king", "resigned", "turn_limit"]);
}

#[test]
fn cards_name_statements() {
    let known: Vec<&str> = Shinra::assets().rules().iter().map(|rule| rule.id).collect();
    for card in &setup_with(json!({}), None).unwrap().components.cards {
        assert!(card.rules.iter().all(|rule| known.contains(&rule.0)), "{}", card.kind);
    }
}

/// The page's own tests use what the engine says; ZASHIKI_UPDATE writes it anew.
#[test]
#[expect(clippy::disallowed_methods, reason = "the engine may not read files, its tests may")]
fn the_pages_tests_are_given_what_the_engine_says() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/games/shinra/dev/components.json");
    let said = zashiki_core::GameConfig::components(&*setup_with(json!({}), None).unwrap());
    let text = serde_json::to_string_pretty(&said).unwrap() + "\n";
    if std::env::var_os("ZASHIKI_UPDATE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "run it with ZASHIKI_UPDATE=1");
    }
}
