//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use serde_json::json;
use shinra::{Action, Shinra};
use table::{Action as _, Dice, Event as _, Game, Seat, Silent, Turn};

use crate::support::*;

fn ids() -> Vec<&'static str> {
    Shinra::rules().iter().map(|rule| rule.id).collect()
}

#[test]
fn the_statements_are_numbered_without_gaps_and_complete_in_both_languages() {
    let numbered: Vec<String> = (1..=97).map(|number| format!("K-{number}")).collect();
    assert_eq!(ids(), numbered);
    for rule in Shinra::rules() {
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        assert!(!rule.source.is_empty(), "{} has no source", rule.id);
    }
    let apart: Vec<_> = Shinra::rules().iter().filter(|r| !r.not_applicable.is_empty()).collect();
    assert_eq!(apart.iter().map(|rule| rule.id).collect::<Vec<_>>(), ["K-91"]);
}

#[test]
fn the_statements_are_all_different() {
    let rules = Shinra::rules();
    for text in [|r: &table::Rule| r.en, |r: &table::Rule| r.ja] {
        let distinct: BTreeSet<&str> = rules.iter().map(text).collect();
        assert_eq!(distinct.len(), rules.len());
    }
}

#[test]
fn options_and_endings_name_statements() {
    let info = Shinra::info();
    let options = info.options.iter().map(|option| option.rule.0);
    for id in options.chain(info.end_reasons.iter().map(|reason| reason.rule.0)) {
        assert!(ids().contains(&id), "{id} is not a statement");
    }
    let mut reasons: Vec<&str> = info.end_reasons.iter().map(|reason| reason.id).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["agreed", "king", "resigned", "turn_limit"]);
}

/// Whatever happens or is asked in play speaks both languages and names a statement.
#[test]
fn events_and_questions_name_statements() {
    let known = ids();
    let mut told = BTreeSet::new();
    for seed in 0..12 {
        let setup = setup_with(json!({ "turnLimit": 100 }), None).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Shinra::deal(&setup, dice.fork(), &mut Silent);
        let mut legal = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            let (text, rule) = game.question(seat).unwrap();
            assert!(known.contains(&rule.0), "the question names {}", rule.0);
            assert!(!text.ja.is_empty() && !text.en.is_empty());
            legal.clear();
            game.legal_into(seat, &mut legal);
            for _ in 0..5 {
                let label = game.label(*dice.pick(&legal));
                assert!(!label.ja.is_empty() && !label.en.is_empty());
            }
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            for event in log {
                let (text, rule) = event.tell(&setup);
                let rule = rule.0;
                assert!(known.contains(&rule), "{event:?} names {rule}");
                assert!(text.ja.ends_with('。') && text.en.ends_with('.'), "{event:?}: {text:?}");
                told.insert(rule);
            }
        }
    }
    assert!(told.len() > 15, "only {told:?} came up");
}

/// Whatever is refused in play, for whichever action, names a statement or a law of the table
/// and says what to do in both languages.
#[test]
fn refusals_name_statements() {
    let known = ids();
    let mut named = BTreeSet::new();
    for seed in 0..12 {
        let setup = setup_with(json!({ "turnLimit": 100 }), None).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Shinra::deal(&setup, dice.fork(), &mut Silent);
        let mut legal = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            for _ in 0..20 {
                let seat = Seat(dice.below(2) as u8);
                let index = dice.below(Action::COUNT as u32) as usize;
                let Some(action) = Action::from_index(index) else { continue };
                let Err(no) = game.is_legal(seat, action) else { continue };
                assert!(known.contains(&no.rule.0) || no.rule.0.starts_with("T-"), "{no}");
                assert!(no.message.ja.ends_with('。') && no.message.en.ends_with('.'), "{no}");
                named.insert(no.rule.0);
            }
            let seat = awaited.first().unwrap();
            legal.clear();
            game.legal_into(seat, &mut legal);
            game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
        }
    }
    assert!(named.len() > 10, "only {named:?} came up");
}

/// English sentences hold no kanji, and no text a word that the glossary avoids.
fn hold_to_the_glossary(text: &table::Text) {
    let kanji =
        |c: char| ('\u{3040}'..='\u{30ff}').contains(&c) || ('\u{4e00}'..='\u{9fff}').contains(&c);
    assert!(!text.en.contains(kanji), "{text:?}");
    for (key, term) in Shinra::glossary().terms() {
        for avoided in &term.avoid {
            let found = text.ja.contains(avoided.as_str()) || text.en.contains(avoided.as_str());
            assert!(!found, "{avoided:?} for {key} in {text:?}");
        }
    }
}

#[test]
fn every_text_keeps_to_the_glossary() {
    let info = Shinra::info();
    hold_to_the_glossary(&info.name);
    hold_to_the_glossary(&info.summary);
    for rule in Shinra::rules() {
        hold_to_the_glossary(&table::Text::fixed(rule.ja, rule.en));
    }
    for option in info.options {
        hold_to_the_glossary(&option.name);
    }
    for (_, term) in Shinra::glossary().terms() {
        hold_to_the_glossary(&term.name);
    }
    let mut dice = Dice::from_seed(4);
    for seed in 0..4 {
        let setup = setup_with(json!({ "turnLimit": 80 }), None).unwrap();
        for card in &setup.components.cards {
            hold_to_the_glossary(&card.name);
            hold_to_the_glossary(&card.about);
            assert!(card.rules.iter().all(|rule| ids().contains(&rule.0)), "{}", card.kind);
        }
        play_at_random(&setup, seed, |game| {
            let Some(seat) = game.turn().awaited().first() else { return };
            hold_to_the_glossary(&game.question(seat).unwrap().0);
            let action = *dice.pick(&game.legal(seat));
            hold_to_the_glossary(&game.label(action));
            let mut log = Vec::new();
            game.clone().play(seat, action, &mut log).unwrap();
            for event in log {
                hold_to_the_glossary(&event.tell(&setup).0);
            }
            for _ in 0..10 {
                let index = dice.below(Action::COUNT as u32) as usize;
                let Some(action) = Action::from_index(index) else { continue };
                if let Err(no) = game.is_legal(seat, action) {
                    hold_to_the_glossary(&no.message);
                }
            }
        });
    }
}

/// The page's own tests use what the engine says; ZASHIKI_BLESS writes it anew.
#[test]
#[expect(clippy::disallowed_methods, reason = "the engine may not read files, its tests may")]
fn the_pages_tests_are_given_what_the_engine_says() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/games/shinra/dev/components.json");
    let said = table::Setup::components(&*setup_with(json!({}), None).unwrap());
    let text = serde_json::to_string_pretty(&said).unwrap() + "\n";
    if std::env::var_os("ZASHIKI_BLESS").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(path).unwrap(), text, "run it with ZASHIKI_BLESS=1");
    }
}
