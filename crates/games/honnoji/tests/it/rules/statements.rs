//! The statements themselves, and who refers to them.

use std::collections::BTreeSet;

use honnoji::{Action, Honnoji, Setup};
use serde_json::json;
use table::{Action as _, Dice, Event as _, Game, Seat, Setup as _, Silent, Turn};

use crate::support::*;

fn ids() -> Vec<&'static str> {
    Honnoji::rules().iter().map(|rule| rule.id).collect()
}

#[test]
fn the_statements_are_numbered_without_gaps_and_complete_in_both_languages() {
    let numbered: Vec<String> = (1..=151).map(|number| format!("H-{number}")).collect();
    assert_eq!(ids(), numbered);
    for rule in Honnoji::rules() {
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        assert!(!rule.source.is_empty(), "{} has no source", rule.id);
    }
    // It says why it cannot be seen, and has a test of what can.
    let derived: Vec<_> =
        Honnoji::rules().iter().filter(|r| !r.not_applicable.is_empty()).collect();
    assert_eq!(derived.iter().map(|rule| rule.id).collect::<Vec<_>>(), ["H-4"]);
}

#[test]
fn the_statements_are_all_different() {
    let rules = Honnoji::rules();
    for text in [|r: &table::Rule| r.en, |r: &table::Rule| r.ja] {
        let distinct: BTreeSet<&str> = rules.iter().map(text).collect();
        assert_eq!(distinct.len(), rules.len());
    }
}

#[test]
fn options_and_endings_name_statements() {
    let info = Honnoji::info();
    let options = info.options.iter().map(|option| option.rule.0);
    for id in options.chain(info.end_reasons.iter().map(|reason| reason.rule.0)) {
        assert!(ids().contains(&id), "{id} is not a statement");
    }
    let reasons: Vec<&str> = info.end_reasons.iter().map(|reason| reason.id).collect();
    assert_eq!(reasons, ["points", "fewer_cards", "draw"]);
    assert_eq!((info.resignation, info.agreed_draw), (None, None));
}

fn options(seed: u64) -> serde_json::Value {
    json!({ "placing": if seed.is_multiple_of(2) { "in_turn" } else { "together" } })
}

/// Whatever happens or is asked in play speaks both languages and names a statement.
#[test]
fn events_and_questions_name_statements() {
    let known = ids();
    let mut told = BTreeSet::new();
    for seed in 0..12 {
        let seats = 3 + (seed % 3) as u8;
        let setup = setup_with(seats, options(seed)).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Honnoji::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(awaited) = game.turn() {
            for seat in (0..seats).map(Seat) {
                assert_eq!(game.question(seat).is_some(), awaited.contains(seat));
            }
            let seat = awaited.first().unwrap();
            let (text, rule) = game.question(seat).unwrap();
            assert!(known.contains(&rule.0) && !text.ja.is_empty() && !text.en.is_empty());
            let legal = game.legal(seat);
            for _ in 0..3 {
                let label = game.label(*dice.pick(&legal));
                assert!(!label.ja.is_empty() && !label.en.is_empty());
            }
            let mut log = Vec::new();
            game.play(seat, *dice.pick(&legal), &mut log).unwrap();
            for event in log {
                let (text, rule) = event.tell(&setup);
                let rule = rule.0;
                assert!(known.contains(&rule), "{event:?} names {rule}");
                assert!(text.ja.ends_with('。') && text.en.ends_with('.'), "{text:?}");
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
    let layouts = [
        "lay nothing",
        "lay crest@0:0 5@0:1",
        "lay 2@0:0 5@0:0",
        "lay katana@0:0",
        "lay 2@0:0 2@1:0",
    ]
    .map(|text| Action::parse(text).unwrap());
    for seed in 0..8 {
        let setup = setup_with(3 + (seed % 3) as u8, options(seed)).unwrap();
        let mut dice = Dice::from_seed(seed);
        let mut game = Honnoji::deal(&setup, dice.fork(), &mut Silent);
        let mut legal = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            // Mostly single cards, since there are so many sets that can be recovered.
            let numbered = (0..20).filter_map(|place| {
                let all = if place % 4 == 0 { Action::COUNT as u32 } else { 72 };
                Action::from_index(dice.below(all) as usize)
            });
            let tried: Vec<_> = numbered.chain(layouts).collect();
            for action in tried {
                for other in [seat, Seat((seat.0 + 1) % 3)] {
                    let Err(no) = game.is_legal(other, action) else { continue };
                    assert!(known.contains(&no.rule.0) || no.rule.0.starts_with("T-"), "{no}");
                    named.insert(said(no).0);
                }
            }
            legal.clear();
            game.legal_into(seat, &mut legal);
            game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
        }
    }
    assert!(named.len() > 10, "only {named:?} came up");
}

/// The page offers layouts by the words before the bracket.
#[test]
fn a_layout_is_named_by_what_it_orders_and_then_by_its_cards() {
    let options = Honnoji::info().complete_options(&options(0)).unwrap();
    let setup = Setup::new(3, &options, None).unwrap();
    let game = Honnoji::deal(&setup, Dice::from_seed(1), &mut Silent);
    let layout = Action::parse("lay crest@0:0 2@0:1 3@0:2 1@1:0 4@-1:0").unwrap();
    let table::Text { ja, en } = game.label(layout);
    assert!(en.starts_with("Move to 5, sword attack on 1, recover up to 4 ("), "{en}");
    assert!(ja.starts_with("5へ移動・1へ刀攻撃・4枚まで回復("), "{ja}");
}
