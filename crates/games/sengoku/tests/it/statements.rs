//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use sengoku::Sengoku;
use serde_json::json;
use table::{Dice, Event as _, Game, Seat, Silent, Turn};

use crate::support::*;

const RULES: &str = include_str!("../../RULES.md");

fn ids() -> Vec<&'static str> {
    Sengoku::rules().iter().map(|rule| rule.id).collect()
}

#[test]
fn the_statements_are_numbered_without_gaps_and_complete_in_both_languages() {
    let numbered: Vec<String> = (1..=73).map(|number| format!("S-{number}")).collect();
    assert_eq!(ids(), numbered);
    for rule in Sengoku::rules() {
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        assert!(!rule.source.is_empty(), "{} has no source", rule.id);
        // Each of them can be watched in play.
        assert_eq!(rule.not_applicable, "", "{}", rule.id);
    }
}

#[test]
fn the_statements_are_all_different() {
    let rules = Sengoku::rules();
    for text in [|r: &table::Rule| r.en, |r: &table::Rule| r.ja] {
        let distinct: BTreeSet<&str> = rules.iter().map(text).collect();
        assert_eq!(distinct.len(), rules.len());
    }
}

#[test]
fn the_rulings_are_complete() {
    let rows: Vec<Vec<&str>> = (RULES.lines())
        .filter(|line| line.starts_with("| AS"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let numbers: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    // AS21 was replaced by AS23, AS22 by AS7 and AS35.
    let wanted: Vec<String> =
        (1..=37).filter(|n| ![21, 22].contains(n)).map(|number| format!("AS{number}")).collect();
    assert_eq!(numbers, wanted);
    for row in &rows {
        assert_eq!(row.len(), 6, "{}", row[0]);
        assert!(row.iter().all(|cell| !cell.is_empty()), "{} has an empty cell", row[0]);
    }
    // Whatever a source names is a ruling.
    for rule in Sengoku::rules() {
        for word in rule.source.split(|c: char| !c.is_alphanumeric()) {
            let named = word.starts_with("AS") && word.len() > 2;
            assert!(!named || numbers.iter().any(|n| n == word), "{}: {word}", rule.id);
        }
    }
}

#[test]
fn options_and_endings_name_statements() {
    let info = Sengoku::info();
    let options = info.options.iter().map(|option| option.rule.0);
    for id in options.chain(info.end_reasons.iter().map(|reason| reason.rule.0)) {
        assert!(ids().contains(&id), "{id} is not a statement");
    }
    // Every way to end and every option stands in RULES.md.
    for reason in info.end_reasons {
        assert!(RULES.contains(&format!("| `{}` |", reason.id)), "{}", reason.id);
    }
    for option in info.options {
        assert!(RULES.contains(&format!("| `{}` |", option.id)), "{}", option.id);
    }
}

/// Whatever happens or is asked in play speaks both languages and names a statement.
#[test]
fn events_and_questions_name_statements() {
    let known = ids();
    let mut told = BTreeSet::new();
    for seed in 0..40 {
        let seats = 2 + (seed % 3) as u8;
        let setup = setup_with(seats, json!({}), None).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Sengoku::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            let (text, rule) = game.question(seat).unwrap();
            assert!(known.contains(&rule.0) && !text.ja.is_empty() && !text.en.is_empty());
            for other in Seat::all(seats).filter(|other| *other != seat) {
                assert_eq!(game.question(other), None);
            }
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
    assert!(told.len() >= 18, "only {told:?} came up");
}
