//! Exhaustion: H-126 to H-133.

use serde_json::json;

use crate::support::*;

/// The state after the exhaustion of seat 0, which lays `layout` from `hand`. The other seats lay
/// nothing, and nothing was exposed before.
fn after(hand: &str, layout: &str) -> Played {
    let basic = split(BASIC).into_iter().filter(|face| !split(hand).contains(face));
    let exposed: Vec<&str> = basic.collect();
    let scene = Scene::new(3).round(4).hand(0, hand).exposed(0, &exposed.join(" "));
    scene.lay(&[layout, "nothing", "nothing"])
}

fn exhausted(played: &Played) -> (Vec<String>, Vec<String>) {
    let events = played.all(json!({ "event": "exhausted", "seat": 0 }));
    assert_eq!(events.len(), 1);
    (words(&events[0]["to_hand"]), words(&events[0]["to_exposed"]))
}

#[test]
fn h126_the_crest_returns_to_the_hand() {
    let played = after(BASIC, "crest@0:0 2@5:5 1@7:7");
    assert!(played.hand(0).contains(&"crest".into()));
    assert!(!played.exposed(0).contains(&"crest".into()));
    // A person is not a crest.
    let played = after(&format!("{BASIC} ranmaru"), "ranmaru@0:0");
    assert_eq!(played.exposed(0), ["ranmaru"]);
}

#[test]
fn h127_the_smallest_number_returns_to_the_hand() {
    for (numbers, back) in [("1 2 3", "1"), ("5 4", "4"), ("3", "3"), ("2 5 3 4", "2")] {
        let cards = split(numbers).into_iter().enumerate();
        let cards: Vec<String> = cards.map(|(n, number)| format!("{number}@{n}:9")).collect();
        let played = after(BASIC, &cards.join(" "));
        assert!(played.hand(0).contains(&back.into()));
        let rest: Vec<&str> = split(numbers).into_iter().filter(|number| *number != back).collect();
        assert_eq!(played.exposed(0), in_order(&rest.join(" ")), "{numbers}");
    }
}

#[test]
fn h128_everything_else_is_exposed() {
    let hand = format!("{BASIC} katana gun ranmaru");
    let played = after(&hand, "crest@0:0 2@5:5 4@7:7 katana@9:9 gun@-5:5 ranmaru@-9:9");
    assert_eq!(exhausted(&played), (in_order("crest 2"), in_order("4 katana gun ranmaru")));
    assert_eq!(played.exposed(0), in_order("4 katana gun ranmaru"));
    assert_eq!(played.hand(0), in_order("crest 1 2 3 5"));
}

#[test]
fn h129_ah31_what_was_not_laid_does_not_return() {
    // A layout without a number.
    let played = after(&format!("{BASIC} gun"), "crest@0:0 gun@5:5");
    assert_eq!(exhausted(&played), (in_order("crest"), in_order("gun")));
    // A layout without the crest.
    let played = after(BASIC, "3@0:0 4@5:5");
    assert_eq!(exhausted(&played), (in_order("3"), in_order("4")));
    // An empty layout.
    let played = after("crest 2 3", "nothing");
    assert_eq!(played.hand(0), in_order("crest 2 3"));
    assert_eq!(played.exposed(0), in_order("1 4 5"));
    let moved = played.all(json!({ "event": "exhausted" }));
    assert!(moved.iter().all(|event| words(&event["to_exposed"]).is_empty()));
}

#[test]
fn h130_ah30_the_smallest_number_returns_even_if_nothing_used_it() {
    let played = after(BASIC, "crest@0:0 2@0:1 1@9:9");
    assert!(played.has(json!({ "event": "moved", "seat": 0, "path": [2] })));
    assert_eq!(exhausted(&played), (in_order("crest 1"), in_order("2")));
}

#[test]
fn h131_action_cards_are_exposed_and_can_be_stolen_from_the_next_round_on() {
    let scene = Scene::new(3).round(4).hand(0, &format!("{BASIC} gun")).exposed(0, "");
    let attack = "crest@0:0 1@1:0";
    let mut played = scene.lay(&["gun@0:0", attack, "nothing"]);
    // In the round in which it is in the placement area it cannot be stolen.
    assert_eq!(played.in_vain(), ["1 sword 1 nothing_to_take"]);
    assert_eq!((played.round(), played.exposed(0)), (5, in_order("gun")));
    played.forget();
    let mut played = Scene::from(&played)
        .set("squares", json!([[], [], [], [], []]))
        .set("discards", json!(null))
        .play();
    played.lay(&["nothing", attack, "nothing"]);
    assert!(played.has(json!({ "event": "stole", "seat": 1, "victim": 0, "face": "gun" })));
}

#[test]
fn h132_placement_areas_are_empty_then() {
    let layout = "crest@0:0 2@0:1";
    let played = Scene::new(3).round(4).lay(&[layout; 3]);
    let during = played.at(json!({ "event": "moved", "seat": 2 })).json();
    assert!((0..3).all(|seat| during["players"][seat]["laid"] == laid_json(layout)));
    let settled = played.settled().json();
    assert!((0..3).all(|seat| settled["players"][seat]["laid"].is_null()));
    assert_eq!(played.view()["players"][0]["laid"], json!({ "kind": "none" }));
}

#[test]
fn h133_the_crest_and_two_return_and_three_five_and_the_sword_are_exposed() {
    let played = after("crest 2 3 5 katana", "crest@0:0 2@0:1 3@0:2 5@1:0 katana@5:5");
    assert_eq!(exhausted(&played), (in_order("crest 2"), in_order("3 5 katana")));
    assert_eq!(played.hand(0), in_order("crest 2"));
}
