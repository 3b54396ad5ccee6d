//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use hostile::{Action, Hostile};
use serde_json::json;
use table::{Action as _, Dice, Event as _, Game, Seat, Silent, Turn};

use crate::support::*;

fn ids() -> Vec<&'static str> {
    Hostile::rules().iter().map(|rule| rule.id).collect()
}

/// Both languages keep to the glossary, and English to its letters.
fn keeps_to_the_glossary(ja: &str, en: &str) {
    let kana_or_kanji = |letter: char| ('\u{3040}'..='\u{9fff}').contains(&letter);
    assert!(!en.chars().any(kana_or_kanji), "{en}");
    for (key, term) in Hostile::glossary().terms() {
        for avoid in &term.avoid {
            assert!(!ja.contains(avoid) && !en.contains(avoid), "{key}: {ja} {en}");
        }
    }
}

#[test]
fn statements_and_the_catalogue_keep_to_the_glossary() {
    for rule in Hostile::rules() {
        keeps_to_the_glossary(rule.ja, rule.en);
    }
    let info = Hostile::info();
    keeps_to_the_glossary(&info.summary.ja, &info.summary.en);
    for option in info.options {
        keeps_to_the_glossary(&option.name.ja, &option.name.en);
    }
    for reason in info.end_reasons {
        keeps_to_the_glossary(&reason.text.ja, &reason.text.en);
    }
}

/// What is left of a source without the rulebook's words in 「」, which may be nested.
fn outside_quotes(source: &str) -> String {
    let mut depth = 0;
    let mut rest = String::new();
    for letter in source.chars() {
        match letter {
            '「' => depth += 1,
            '」' => depth -= 1,
            _ if depth == 0 => rest.push(letter),
            _ => {}
        }
    }
    rest
}

#[test]
fn the_statements_are_numbered_without_gaps_and_complete_in_both_languages() {
    let numbered = (1..=167).map(|number| format!("X-{number}"));
    // Rulings that the log names come last.
    let wanted: Vec<String> = numbered.chain(["A-X15".to_owned()]).collect();
    assert_eq!(ids(), wanted);
    for rule in Hostile::rules() {
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        // Players read the source: the rulebook's words, or that there are none.
        let rest = outside_quotes(rule.source);
        let told = match rest.trim() {
            "" => !rule.source.is_empty(),
            "reconstructed" | "ruling" => rule.source == rest,
            _ => false,
        };
        assert!(told, "{}: {}", rule.id, rule.source);
    }
    // Those say why they cannot be seen, and have a test of what can.
    let derived: Vec<_> =
        Hostile::rules().iter().filter(|r| !r.not_applicable.is_empty()).collect();
    assert_eq!(derived.iter().map(|rule| rule.id).collect::<Vec<_>>(), ["X-8", "X-15"]);
}

#[test]
fn the_statements_are_all_different() {
    let rules = Hostile::rules();
    for text in [|r: &table::Rule| r.en, |r: &table::Rule| r.ja] {
        let distinct: BTreeSet<&str> = rules.iter().map(text).collect();
        assert_eq!(distinct.len(), rules.len());
    }
}

#[test]
fn options_and_endings_name_statements() {
    let info = Hostile::info();
    let options = info.options.iter().map(|option| option.rule.0);
    for id in options.chain(info.end_reasons.iter().map(|reason| reason.rule.0)) {
        assert!(ids().contains(&id), "{id} is not a statement");
    }
    let reasons: Vec<&str> = info.end_reasons.iter().map(|reason| reason.id).collect();
    assert_eq!(reasons, ["gems", "shortage", "gems_and_shortage"]);
}

/// Whatever happens or is asked in play speaks both languages and names a statement.
#[test]
fn events_and_questions_name_statements() {
    let known = ids();
    let mut told = BTreeSet::new();
    for seed in 0..6 {
        let seats = 2 + (seed % 3) as u8;
        let setup = setup_with(seats, json!({})).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Hostile::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            let (text, rule) = game.question(seat).unwrap();
            assert!(known.contains(&rule.0) && !text.ja.is_empty() && !text.en.is_empty());
            assert_eq!(game.question(Seat((seat.0 + 1) % seats)), None);
            let legal = game.legal(seat);
            // A few of the many.
            for _ in 0..5 {
                let label = game.label(*dice.pick(&legal));
                assert!(!label.ja.is_empty() && !label.en.is_empty());
                keeps_to_the_glossary(&label.ja, &label.en);
            }
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            for event in log {
                let (text, rule) = event.tell(&setup);
                let rule = rule.0;
                assert!(known.contains(&rule), "{event:?} names {rule}");
                keeps_to_the_glossary(&text.ja, &text.en);
                assert!(!text.ja.is_empty() && !text.en.is_empty());
                told.insert(rule);
            }
        }
    }
    assert!(told.len() > 25, "only {told:?} came up");
}

/// Whatever is refused in play, for whichever action, names a statement or a law of the
/// table and says what to do in both languages.
#[test]
fn refusals_name_statements() {
    let known = ids();
    let mut named = BTreeSet::new();
    for seed in 0..6 {
        let setup = setup_with(2 + (seed % 3) as u8, json!({})).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Hostile::deal(&setup, dice.fork(), &mut Silent);
        let mut legal = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            for _ in 0..20 {
                let index = dice.below(Action::COUNT as u32) as usize;
                let Some(action) = Action::from_index(index) else { continue };
                let Err(no) = game.is_legal(seat, action) else { continue };
                assert!(known.contains(&no.rule.0) || no.rule.0.starts_with("T-"), "{no}");
                assert!(no.message.ja.ends_with('。') && no.message.en.ends_with('.'), "{no}");
                keeps_to_the_glossary(&no.message.ja, &no.message.en);
                named.insert(no.rule.0);
            }
            legal.clear();
            game.legal_into(seat, &mut legal);
            game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
        }
    }
    assert!(named.len() > 10, "only {named:?} came up");
}
