//! Evaluation of formations by playing turns between them (AK52).

use std::collections::BTreeMap;

use serde_json::json;
use shinra::Shinra;
use zashiki_core::{GameRng, GameState, GameStateExt as _, SearchHints as _, Seat};

use crate::support::*;

/// The evaluation of each ready-made formation for the first seat, by notation, with the components file
/// `file`.
fn evaluated(file: &str) -> BTreeMap<String, i32> {
    let config = setup_with(json!({}), Some(file)).unwrap();
    let game = Shinra::deal(&config, GameRng::from_seed(1), None);
    let mut formations = Vec::new();
    game.legal_into(Seat(0), &mut formations);
    let evaluate = |formation: &shinra::Action| {
        let mut after = game.clone();
        after.play(Seat(0), *formation, None).unwrap();
        assert_eq!(after.evaluate(Seat(0)), -after.evaluate(Seat(1)));
        (formation.to_string(), after.evaluate(Seat(0)))
    };
    formations.iter().map(evaluate).collect()
}

fn best(values: &BTreeMap<String, i32>) -> &str {
    values.iter().max_by_key(|(_, value)| **value).unwrap().0
}

#[test]
fn k32_ak52_formations_are_weighed_whatever_their_order() {
    let (head, formations) = FILE.split_at(FILE.find("[[formation]]").unwrap());
    let mut each: Vec<&str> = formations.split("[[formation]]").skip(1).collect();
    let listed = evaluated(FILE);
    assert!(listed.values().any(|value| *value != listed[best(&listed)]), "{listed:?}");
    each.reverse();
    let all: String = each.iter().map(|one| format!("[[formation]]{}\n", one.trim_end())).collect();
    assert_eq!(evaluated(&format!("{head}{}", all.replace("\"\n[[", "\"\n\n[["))), listed);
}

/// The second seat's best arrangement depends on the first seat's arrangement, which is public.
#[test]
fn k32_ak27_the_answer_depends_on_the_formation_it_meets() {
    let config = setup_with(json!({}), None).unwrap();
    let game = Shinra::deal(&config, GameRng::from_seed(1), None);
    let mut formations = Vec::new();
    game.legal_into(Seat(0), &mut formations);
    let mut answers = std::collections::BTreeSet::new();
    for formation in formations {
        let mut after = game.clone();
        after.play(Seat(0), formation, None).unwrap();
        let mut replies = Vec::new();
        after.legal_into(Seat(1), &mut replies);
        let value = |reply: &shinra::Action| {
            let mut both = after.clone();
            both.play(Seat(1), *reply, None).unwrap();
            both.evaluate(Seat(1))
        };
        answers.insert(replies.iter().max_by_key(|reply| value(reply)).unwrap().to_string());
    }
    assert!(answers.len() > 2, "{answers:?}");
}

/// By 8(4) and 8(6) of the rulebook a queen or general may be a single or stay in the hand.
#[test]
fn k83_k86_ready_made_formations_keep_the_court_alone_and_in_hand() {
    let listed = evaluated(FILE);
    let words =
        |formation: &String| formation.split_whitespace().skip(1).map(str::to_owned).collect();
    let all: Vec<Vec<String>> = listed.keys().map(words).collect();
    let holds = |word: &str, card: &str| word.split(['=', '+']).any(|part| part == card);
    let alone = |card: &str| {
        all.iter().any(|words| words.iter().any(|word| word.ends_with(&format!("={card}"))))
    };
    let in_hand = |card: &str| all.iter().any(|words| !words.iter().any(|word| holds(word, card)));
    assert!(alone("queen") || alone("general"));
    assert!(in_hand("queen") || in_hand("general"));
}
