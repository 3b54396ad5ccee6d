//! Invariants: H-146 to H-151, checked in random matches with every number of seats and both ways of
//! declaring layouts.

use serde_json::{Value, json};
use zashiki_core::{FrameRecorder, GameRng, GameState, GameStateExt as _, Seat, Turn};

use crate::support::*;

/// Calls `check` after every event of random matches, with the event, the state and the view.
fn every_event(mut check: impl FnMut(&Value, &Value, &Value)) {
    for seed in 0..18 {
        let placing = if seed % 2 == 0 { "in_turn" } else { "together" };
        let config = setup_with(3 + (seed % 3) as u8, json!({ "placing": placing })).unwrap();
        let mut rng = GameRng::from_seed(seed);
        let mut frames = FrameRecorder(Vec::new());
        let mut game = honnoji::Honnoji::deal(&config, rng.fork(), Some(&mut frames));
        loop {
            for (event, after) in std::mem::take(&mut frames.0) {
                let state = serde_json::to_value(after.position()).unwrap();
                check(&serde_json::to_value(event).unwrap(), &state, &view_of(&after));
            }
            let Turn::Awaiting(awaited) = game.turn() else { break };
            let seats: Vec<Seat> = awaited.iter().collect();
            let seat = *rng.pick(&seats);
            let legal = game.legal(seat);
            game.play_unchecked(seat, *rng.pick(&legal), Some(&mut frames));
        }
    }
}

fn players(state: &Value) -> &Vec<Value> {
    state["players"].as_array().unwrap()
}

/// The cards in a seat's hand, placement area and exposed area.
fn zones(player: &Value) -> [Vec<String>; 3] {
    let laid = player["laid"].as_array().into_iter().flatten();
    let laid = laid.map(|card| card["face"].as_str().unwrap().to_owned()).collect();
    [words(&player["hand"]), laid, words(&player["exposed"])]
}

#[test]
fn h146_basic_cards_stay_with_their_player() {
    let mut exposed = 0;
    every_event(|event, state, _| {
        for player in players(state) {
            let zones = zones(player);
            exposed += usize::from(zones[2].contains(&"5".into()));
            let basic = zones.concat().into_iter();
            let basic = basic.filter(|face| split(BASIC).contains(&face.as_str()));
            let basic: Vec<String> = basic.collect();
            assert_eq!(in_order(&basic.join(" ")), in_order(BASIC), "after {event}");
        }
    });
    assert!(exposed > 100);
}

#[test]
fn h147_treasures_are_never_in_hand() {
    let mut treasures = 0;
    every_event(|event, state, _| {
        for player in players(state) {
            let [hand, laid, exposed] = zones(player);
            let none = |face: &String| !model::is_treasure(face);
            assert!(hand.iter().all(none) && laid.iter().all(none), "after {event}");
            treasures += exposed.iter().filter(|face| model::is_treasure(face)).count();
        }
    });
    assert!(treasures > 1000);
    // A position with a treasure in hand is rejected.
    assert!(!Scene::new(3).hand(0, "crest 1 2 3 4 5 tsukumo").refusal().0.is_empty());
}

#[test]
fn h148_fire_cards_are_never_with_a_player() {
    every_event(|event, state, _| {
        for player in players(state) {
            assert!(!zones(player).concat().contains(&"fire".into()), "after {event}");
        }
    });
    assert!(!Scene::new(3).exposed(0, "koban fire").refusal().0.is_empty());
}

#[test]
fn h149_gained_and_exhausted_cards_wait_for_their_recovery() {
    // Picked up: not available for the next layout before it is recovered.
    let mut played = Scene::new(3).round(3).pile(1, "katana").lay(&["nothing"; 3]);
    assert_eq!(played.refused("lay katana@0:0"), "H-38");
    // Exhausted: 3 was laid together with 1.
    let scene = Scene::new(3).round(3).pawns(&[5, 5, 5]);
    let spent = scene.lay(&["1@0:0 3@5:5", "nothing", "nothing"]);
    assert_eq!(spent.refused("lay 3@0:0"), "H-38");
    // Recovered: in hand again.
    played = Scene::from(&spent).play();
    played.lay(&["crest@0:0 1@-1:0", "nothing", "nothing"]);
    played.act("recover 3");
    assert!(played.may("lay 3@0:0"));
    // The two cards that return without recovery.
    assert!(spent.may("lay 1@0:0"));
    // Every laid card was in hand.
    let mut hands: Vec<Vec<String>> = Vec::new();
    every_event(|event, state, _| {
        if event["event"] == json!("dealt") && event["square"] == json!(5) {
            hands = players(state).iter().map(|player| zones(player)[0].clone()).collect();
        }
        if event["event"] == json!("revealed") {
            let seat = event["seat"].as_u64().unwrap() as usize;
            let mut hand = hands[seat].clone();
            for card in event["layout"].as_array().unwrap() {
                let face = card["face"].as_str().unwrap();
                let place = hand.iter().position(|held| held == face);
                hand.remove(place.expect("laid from the hand"));
            }
        }
    });
}

#[test]
fn h151_everybody_lays_out_with_the_crest_and_a_number_in_hand() {
    let mut decisions = 0;
    every_event(|event, state, view| {
        for player in players(state) {
            assert!(!zones(player)[2].contains(&"crest".into()), "after {event}");
        }
        if view["phase"] == json!("decision") && event["event"] == json!("dealt") {
            for player in players(state) {
                let hand = &zones(player)[0];
                let numbers = hand.iter().filter(|face| model::number(face).is_some()).count();
                assert!(hand.contains(&"crest".into()) && numbers > 0);
            }
        }
        decisions += usize::from(event["event"] == json!("declared"));
    });
    assert!(decisions > 300);
    // Positions that break the rule are rejected.
    let no = Scene::new(3).round(3).hand(0, "1 2 3 4 5").exposed(0, "koban crest").refusal();
    assert!(!no.0.is_empty());
    let no = Scene::new(3).round(3).hand(0, "crest").exposed(0, "1 2 3 4 5 koban").refusal();
    assert!(!no.0.is_empty());
}
