//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use kokyu::Kokyu;
use table::{Dice, Game, Seat, Silent, Turn};

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
        assert!(ids().contains(&id), "{id} is no statement");
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
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            for action in &legal {
                let label = game.label(*action);
                assert!(!label.ja.is_empty() && !label.en.is_empty());
            }
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            for event in log {
                let (text, rule) = Kokyu::tell(&setup, &event);
                let rule = rule.expect("every event follows from a rule").0;
                assert!(known.contains(&rule), "{event:?} names {rule}");
                assert!(!text.ja.is_empty() && !text.en.is_empty());
                told.insert(rule);
            }
        }
    }
    assert!(told.len() > 25, "only {told:?} came up");
}
