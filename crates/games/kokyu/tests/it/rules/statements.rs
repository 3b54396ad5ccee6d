//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use kokyu::Kokyu;
use table::{Dice, Event as _, Game, Named, OptionKind, Seat, Setup as _, Silent, Text, Turn};

use crate::support::*;

fn ids() -> Vec<&'static str> {
    Kokyu::rules().iter().map(|rule| rule.id).collect()
}

#[test]
fn the_statements_are_numbered_without_gaps_and_complete_in_both_languages() {
    let numbered: Vec<String> = (1..=58).map(|number| format!("Q-{number}")).collect();
    assert_eq!(ids(), numbered);
    for rule in Kokyu::rules() {
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        let quoted = rule.source.starts_with('「') && rule.source.ends_with('」');
        assert!(quoted || rule.source == "ruling", "{}: {}", rule.id, rule.source);
    }
    assert!(Kokyu::rules().iter().all(|rule| rule.not_applicable.is_empty()));
}

#[test]
fn the_statements_are_all_different() {
    let rules = Kokyu::rules();
    for text in [|r: &table::Rule| r.en, |r: &table::Rule| r.ja] {
        let distinct: BTreeSet<&str> = rules.iter().map(text).collect();
        assert_eq!(distinct.len(), rules.len());
    }
}

#[test]
fn options_and_endings_name_statements() {
    let info = Kokyu::info();
    let options = info.options.iter().map(|option| option.rule.0);
    for id in options.chain(info.end_reasons.iter().map(|reason| reason.rule.0)) {
        assert!(ids().contains(&id), "{id} is not a statement");
    }
}

/// Whatever happens or is asked in play speaks both languages and names a statement.
#[test]
fn events_and_questions_name_statements() {
    let setup = setup_with(serde_json::json!({}), None).unwrap();
    let known = ids();
    let mut told = BTreeSet::new();
    for seed in 0..60 {
        let mut dice = Dice::from_seed(seed);
        let mut game = Kokyu::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().unwrap();
            let (text, rule) = game.question(seat).unwrap();
            assert!(known.contains(&rule.0) && !text.ja.is_empty() && !text.en.is_empty());
            assert_eq!(game.question(Seat(1 - seat.0)), None);
            let legal = game.legal(seat);
            for action in &legal {
                let label = game.label(*action);
                assert!(!label.ja.is_empty() && !label.en.is_empty());
            }
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            for event in log {
                let (text, rule) = event.tell(&setup);
                let rule = rule.0;
                assert!(known.contains(&rule), "{event:?} names {rule}");
                assert!(!text.ja.is_empty() && !text.en.is_empty());
                told.insert(rule);
            }
        }
    }
    assert!(told.len() > 25, "only {told:?} came up");
}

/// Every text that people read of this game, but for the log, whose texts a play brings.
fn fixed_texts() -> Vec<Text> {
    let info = Kokyu::info();
    let mut texts: Vec<Text> =
        Kokyu::rules().iter().map(|rule| Text::fixed(rule.ja, rule.en)).collect();
    texts.push(info.summary.clone());
    texts.extend(info.seat_names.iter().cloned());
    texts.extend(info.end_reasons.iter().map(|reason| reason.text.clone()));
    for option in info.options {
        texts.push(option.name.clone());
        if let OptionKind::Choice { choices } = option.kind {
            texts.extend(choices.iter().map(|choice| choice.name.clone()));
        }
    }
    texts.extend(Kokyu::glossary().terms().map(|(_, term)| term.name.clone()));
    let setup = setup_with(serde_json::json!({}), None).unwrap();
    let shown = setup.components.shown(3);
    texts.extend(shown.cards.iter().map(|card| card.name.clone()));
    texts.extend(shown.palace.iter().map(|square| square.name.clone()));
    for plot in &shown.plots {
        texts.extend([plot.spec.name.name(), plot.does.clone()]);
    }
    texts
}

/// What is asked, offered and told in some plays.
fn played_texts() -> Vec<Text> {
    let mut texts = Vec::new();
    for (seed, options) in [(1, "{}"), (2, r#"{"kohiGoal": 2}"#), (3, r#"{"strongEntersOn": 1}"#)] {
        let setup = setup_with(serde_json::from_str(options).unwrap(), None).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Kokyu::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().unwrap();
            texts.extend(game.question(seat).map(|(text, _)| text));
            let legal = game.legal(seat);
            texts.extend(legal.iter().map(|action| game.label(*action)));
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            texts.extend(log.iter().map(|event| event.tell(&setup).0));
        }
    }
    texts
}

#[test]
fn every_text_keeps_to_the_glossary() {
    let chinese =
        |letter: char| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    for text in fixed_texts().into_iter().chain(played_texts()) {
        assert!(!text.en.chars().any(chinese), "{}", text.en);
        assert!(!text.ja.contains(['(', ')']), "{}", text.ja);
        for (_, term) in Kokyu::glossary().terms() {
            for avoided in &term.avoid {
                let found = |words: &str| words.to_lowercase().contains(&avoided.to_lowercase());
                assert!(!found(&text.en) && !found(&text.ja), "{avoided:?} in {text:#}");
            }
        }
    }
}

/// Names that stand in the catalogue, too, are those of the glossary.
#[test]
fn the_catalogue_names_the_seats_as_the_glossary_does() {
    let names = ["blue", "red"].map(|key| Kokyu::glossary().name(key).clone());
    assert_eq!(Kokyu::info().seat_names, names);
    let first = Kokyu::info().options.iter().find(|option| option.id == "firstSeat").unwrap();
    let OptionKind::Choice { choices } = first.kind else { panic!("firstSeat is a choice") };
    assert_eq!([choices[1].name.clone(), choices[2].name.clone()], names);
}

/// The page reads the name and the rule of every card, square and plot from these.
#[test]
fn the_page_is_given_the_names_and_rules_of_all_components() {
    let setup = setup_with(serde_json::json!({}), None).unwrap();
    let json = setup.components();
    let signs: Vec<&str> = json["card"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["name"]["ja"].as_str().unwrap())
        .collect();
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
    // The first square keeps its name whatever it does.
    let six = include_str!("../../../components/six-squares.toml");
    let json = setup_with(serde_json::json!({}), Some(six)).unwrap().components();
    assert_eq!(json["palace"][0]["name"]["ja"], "初（+1）");
    assert_eq!(
        (&json["palace"][0]["sign"], &json["palace"][0]["rule"]),
        (&"+1".into(), &"Q-32".into())
    );
}

/// The page's own tests use what the engine says; ZASHIKI_BLESS writes it anew.
#[test]
#[allow(clippy::disallowed_methods, reason = "tests may read files")]
fn the_pages_tests_are_given_what_the_engine_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/games/kokyu/dev/engine.json");
    let setup = setup_with(serde_json::json!({}), None).unwrap();
    let said = serde_json::json!({
        "components": setup.components(), "glossary": Kokyu::glossary(),
    });
    let text = serde_json::to_string_pretty(&said).unwrap() + "\n";
    if std::env::var_os("ZASHIKI_BLESS").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "run it with ZASHIKI_BLESS=1");
    }
}
