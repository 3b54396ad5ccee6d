//! The rule statements, and the texts and tests that refer to them.

use kokyu::Kokyu;
use zashiki_core::{GameConfig as _, GameState, OptionKind};

use crate::support::*;

fn ids() -> Vec<&'static str> {
    Kokyu::assets().rules().iter().map(|rule| rule.id).collect()
}

#[test]
fn every_source_quotes_the_rulebook_or_is_a_ruling() {
    for rule in Kokyu::assets().rules() {
        let quoted = rule.source.starts_with('「') && rule.source.ends_with('」');
        assert!(quoted || rule.source == "ruling", "{}: {}", rule.id, rule.source);
    }
    // Each of them has an effect in matches.
    assert!(Kokyu::assets().rules().iter().all(|rule| rule.not_applicable.is_empty()));
}

/// The names of the seats in the game's info are those of the glossary.
#[test]
fn the_info_and_the_glossary_have_the_same_seat_names() {
    let names = ["blue", "red"].map(|key| Kokyu::assets().glossary().name(key).clone());
    assert_eq!(Kokyu::info().seat_names, names);
    let first = Kokyu::info().options.iter().find(|option| option.id == "firstSeat").unwrap();
    let OptionKind::Choice { choices } = first.kind else { panic!("firstSeat is a choice") };
    assert_eq!([choices[1].name.clone(), choices[2].name.clone()], names);
}

/// The page takes the name and the rule of every card, square and plot card from the view of the
/// components.
#[test]
fn the_view_of_the_components_has_all_names_and_rules() {
    let config = setup_with(serde_json::json!({}), None).unwrap();
    let json = config.components();
    let signs: Vec<&str> =
        json["card"].as_array().unwrap().iter().map(|c| c["sign"].as_str().unwrap()).collect();
    assert_eq!(signs, ["混", "権", "飛", "進", "進", "策", "入", "殿進", "発動"]);
    let rules: Vec<&str> =
        json["palace"].as_array().unwrap().iter().map(|s| s["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["Q-29", "Q-32", "Q-33", "Q-34", "Q-35", "Q-37", "Q-38"]);
    let known = ids();
    for list in ["card", "palace", "plot"] {
        for entry in json[list].as_array().unwrap() {
            assert!(entry["name"]["ja"].is_string() && entry["name"]["en"].is_string(), "{entry}");
            assert!(known.contains(&entry["rule"].as_str().unwrap()), "{entry}");
        }
    }
    assert_eq!(json["plot"][0]["does"]["en"], "Your consort advances 3 squares.");
    for rule in json["rules"].as_object().unwrap().values() {
        let ids = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
        assert!(ids.iter().all(|id| known.contains(&id.as_str().unwrap())), "{rule}");
    }
    let goal = setup_with(serde_json::json!({ "kohiGoal": 2 }), None).unwrap();
    assert_eq!([&json["rules"]["kohi"], &goal.components()["rules"]["kohi"]], ["Q-49", "Q-50"]);
    // The first square keeps its name, whatever its kind.
    let six = include_str!("../../../components/six-squares.toml");
    let json = setup_with(serde_json::json!({}), Some(six)).unwrap().components();
    assert_eq!(json["palace"][0]["name"]["ja"], "初（+1）");
    assert_eq!(
        (&json["palace"][0]["sign"], &json["palace"][0]["rule"]),
        (&"+1".into(), &"Q-32".into())
    );
}

/// The page's tests use this file of the engine's output. The test writes it if ZASHIKI_UPDATE is
/// set.
#[test]
#[allow(clippy::disallowed_methods, reason = "tests may read files")]
fn the_pages_tests_are_given_what_the_engine_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/games/kokyu/dev/engine.json");
    let config = setup_with(serde_json::json!({}), None).unwrap();
    let said = serde_json::json!({
        "components": config.components(), "glossary": Kokyu::assets().glossary(),
    });
    let text = serde_json::to_string_pretty(&said).unwrap() + "\n";
    if std::env::var_os("ZASHIKI_UPDATE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "run it with ZASHIKI_UPDATE=1");
    }
}
