//! The statements of a game, and that all it says names one.

use std::collections::BTreeSet;

use serde_json::Value;
use table::{Action, Dice, Event, Game, Rule, Setup, Text, Turn};

/// How many random plays are listened to for each number of seats.
const PLAYS: u64 = 2;

/// Something a game says, and where.
pub struct Said {
    /// What the words are: a statement, an event, a label …
    pub what: String,
    /// The words.
    pub text: Text,
    /// The statement they name, where they name one.
    pub rule: Option<&'static str>,
}

/// Checks that statements are numbered without gaps, complete in both languages and all
/// different, and that options, endings, events, questions and refusals name statements and
/// speak both languages, and that the glossary names statements alone.
///
/// # Panics
/// When one does not; the message names it.
pub fn check<G: Game>() {
    let rules = G::rules();
    let (letters, _) = rules.first().expect("a game states its rules").id.split_once('-').unwrap();
    // Rulings that the log cites may stand among them, by names such as A-X15.
    let numbered = rules.iter().filter(|rule| rule.id.split_once('-').unwrap().0 == letters);
    for (number, rule) in (1..).zip(numbered) {
        assert_eq!(rule.id, format!("{letters}-{number}"), "statements are numbered without gaps");
        assert!(rule.en.ends_with('.'), "{}: {}", rule.id, rule.en);
        assert!(rule.ja.ends_with('。'), "{}: {}", rule.id, rule.ja);
        assert!(!rule.source.is_empty(), "{} has no source", rule.id);
    }
    for text in [|rule: &Rule| rule.en, |rule: &Rule| rule.ja] {
        let mut seen = BTreeSet::new();
        for rule in rules {
            assert!(seen.insert(text(rule)), "{} says what another says: {}", rule.id, text(rule));
        }
    }
    let house: Vec<&str> = table::house_rules().iter().map(|rule| rule.id).collect();
    for Said { what, text, rule } in said::<G>() {
        assert!(!text.ja.trim().is_empty() && !text.en.trim().is_empty(), "{what} says nothing");
        if let Some(named) = rule {
            let known = rules.iter().any(|rule| rule.id == named) || house.contains(&named);
            assert!(known, "{what} names {named}, which is not stated");
        }
    }
    for (key, term) in G::glossary().terms() {
        for named in &term.rules {
            let known = rules.iter().any(|rule| rule.id == named);
            assert!(known, "[terms.{key}] names {named}, which is not stated");
        }
    }
}

/// Everything a game says: its card, its statements, and the events, questions, labels and
/// refusals of some random plays.
pub fn said<G: Game>() -> Vec<Said> {
    let info = G::info();
    let mut said = Vec::new();
    let mut say = |what: String, text: &Text, rule: Option<&'static str>| {
        said.push(Said { what, text: text.clone(), rule });
    };
    say("the summary".into(), &info.summary, None);
    info.seat_names.iter().for_each(|name| say("the name of a seat".into(), name, None));
    for option in info.options {
        say(format!("option {}", option.id), &option.name, Some(option.rule.0));
        if let table::OptionKind::Choice { choices } = &option.kind {
            choices.iter().for_each(|choice| {
                say(format!("a choice of {}", option.id), &choice.name, None);
            });
        }
    }
    for reason in info.end_reasons {
        say(format!("ending {}", reason.id), &reason.text, Some(reason.rule.0));
    }
    for rule in G::rules() {
        say(format!("statement {}", rule.id), &Text::fixed(rule.ja, rule.en), None);
    }
    let options = info.complete_options(&Value::Null).expect("the defaults are possible");
    for seats in info.seats.0..=info.seats.1 {
        let setup = G::Setup::new(seats, &options, None).expect("a listed setup is possible");
        for seed in 0..PLAYS {
            let mut dice = Dice::from_seed(seed);
            let mut events = Vec::new();
            let mut game = G::deal(&setup, dice.fork(), &mut events);
            while let Turn::Awaiting(awaited) = game.turn() {
                for event in events.drain(..) {
                    let (text, rule) = event.tell(&setup);
                    say(format!("{event:?}"), &text, Some(rule.0));
                }
                let awaiting: Vec<_> = awaited.iter().collect();
                let seat = *dice.pick(&awaiting);
                let (text, rule) = game.question(seat).expect("an awaited seat is asked");
                say("a question".into(), &text, Some(rule.0));
                let legal = game.legal(seat);
                for _ in 0..3 {
                    let action = *dice.pick(&legal);
                    say(format!("the label of {action}"), &game.label(action), None);
                }
                for _ in 0..5 {
                    let index = dice.below(G::Action::COUNT as u32) as usize;
                    let Some(action) = G::Action::from_index(index) else { continue };
                    if let Err(no) = game.is_legal(seat, action) {
                        say(format!("the refusal of {action}"), &no.message, Some(no.rule.0));
                    }
                }
                game.play_unchecked(seat, *dice.pick(&legal), &mut events);
            }
        }
    }
    said
}
