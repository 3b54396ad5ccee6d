//! Rounds and phases: H-18 to H-22, H-150.

use std::collections::BTreeSet;

use serde_json::json;
use zashiki_core::{Action as _, GameRng, GameState, GameStateExt as _, Seat, Turn};

use honnoji::Action;

use crate::support::*;

/// A complete match with random decisions, and its events.
fn random_match(seats: u8, placing: &str, seed: u64) -> Played {
    let mut played = Played::deal(seats, json!({ "placing": placing }), seed);
    let mut rng = GameRng::from_seed(seed);
    while let Some(seat) = played.awaited() {
        let action = rng.pick(&played.legal_for(seat)).clone();
        played.act_as(seat, &action);
    }
    played
}

#[test]
fn h18_h20_h21_a_game_has_six_rounds() {
    for seats in 3..=5 {
        for placing in ["in_turn", "together"] {
            let played = random_match(seats, placing, 7);
            let rounds = played.all(json!({ "event": "round_began" }));
            let rounds: Vec<u64> =
                rounds.iter().map(|event| event["round"].as_u64().unwrap()).collect();
            assert_eq!(rounds, [1, 2, 3, 4, 5, 6]);
            let names = played.names();
            assert_eq!(names.last().unwrap(), "ended");
            assert_eq!(names.iter().filter(|name| *name == "ended").count(), 1);
            assert!(played.end().is_some());
        }
    }
}

#[test]
fn h20_after_a_round_the_next_is_prepared() {
    for round in 1..=5u8 {
        let go = "crest@0:0 1@0:1";
        let mut played = Scene::new(3).round(round).play();
        played.lay(&[go; 3]);
        while !played.is_deciding() {
            played.act(&played.legal()[0].clone());
        }
        assert_eq!(played.round(), u64::from(round) + 1);
        played.assert_order(&[
            json!({ "event": "revealed" }),
            json!({ "event": "marker_stayed" }),
            json!({ "event": "round_began", "round": round + 1 }),
            json!({ "event": "dealt", "square": 1 }),
            json!({ "event": "dealt", "square": 5 }),
        ]);
    }
}

/// One round in which every phase has an event.
#[test]
fn h19_the_phases_of_a_round_in_order() {
    let scene = Scene::new(4)
        .round(4)
        .pawns(&[1, 2, 3, 3])
        .pile(2, "chosho mokkei")
        .pile(3, "enza joo")
        .pile(1, "fire")
        .exposed(0, "koban tsukumo 3")
        .exposed(3, "koban juko_konasu seitaka");
    let mut played = scene.play();
    assert_eq!(played.phase(), "decision");
    // Red moves out of the fire and Blue into it; from there Blue steals from Red.
    played.lay(&["crest@0:0 2@0:1 5@1:0 1@-1:0", "crest@0:0 1@0:1 2@1:0", "nothing", "nothing"]);
    let mut phases = vec!["decision".to_owned()];
    while !played.is_deciding() {
        phases.push(played.phase());
        played.act(&played.legal().last().unwrap().clone());
    }
    phases.dedup();
    assert_eq!(phases, ["decision", "pick_up", "attack", "fire", "recovery"]);
    played.assert_order(&[
        json!({ "event": "revealed" }),
        json!({ "event": "moved", "seat": 0, "path": [2] }),
        json!({ "event": "picked_up" }),
        json!({ "event": "stole", "seat": 1, "victim": 0 }),
        json!({ "event": "burnt", "seat": 1 }),
        json!({ "event": "recovered", "seat": 0 }),
        json!({ "event": "exhausted" }),
        json!({ "event": "cleared", "square": 1 }),
        json!({ "event": "marker_moved", "seat": 3 }),
        json!({ "event": "round_began", "round": 5 }),
        json!({ "event": "dealt" }),
    ]);
}

/// The phases of every round of random matches, by their events.
#[test]
fn h19_the_phases_come_in_order_in_every_play() {
    let rank = |event: &str| match event {
        "round_began" => Some(0),
        "deck_rebuilt" => Some(1),
        "dealt" | "caught_fire" => Some(2),
        "laid" | "declared" => Some(3),
        "revealed" => Some(4),
        "moved" | "stayed" => Some(5),
        "picked_up" | "too_few" => Some(6),
        "attacked" | "stole" | "nothing_to_steal" => Some(7),
        "burnt" | "nothing_to_burn" => Some(8),
        "recovered" => Some(9),
        "exhausted" => Some(10),
        "cleared" => Some(11),
        "marker_moved" | "marker_stayed" => Some(12),
        "ended" => Some(13),
        _ => None,
    };
    let mut kinds = BTreeSet::new();
    for seed in 0..12 {
        let placing = if seed % 2 == 0 { "in_turn" } else { "together" };
        let mut last = 13;
        for name in random_match(3 + (seed % 3) as u8, placing, seed).names() {
            let Some(now) = rank(&name) else {
                assert!(matches!(&*name, "began" | "in_vain"), "{name}");
                continue;
            };
            assert!(if now == 0 { last >= 12 } else { now >= last }, "{name} after rank {last}");
            last = now;
            kinds.insert(name);
        }
    }
    assert!(kinds.len() >= 18, "only {kinds:?} came up");
}

#[test]
fn h22_the_first_player_begins_each_phase() {
    for first in 0..4u8 {
        let clockwise: Vec<u8> = (0..4).map(|step| (first + step) % 4).collect();
        let scene = Scene::new(4).round(4).first(first);
        let scene = (0..4).fold(scene, |scene, seat| scene.exposed(seat, "koban 3"));
        // Layouts.
        let mut played = scene.play();
        for seat in &clockwise {
            assert_eq!(played.awaited(), Some(Seat(*seat)));
            played.act("lay crest@0:0 1@-1:0");
        }
        // Recoveries.
        for seat in &clockwise {
            assert_eq!(
                (played.phase().as_str(), played.awaited()),
                ("recovery", Some(Seat(*seat)))
            );
            played.act("recover nothing");
        }
        // A seat that alone has a decision does not wait for the first player.
        let exhausted = played.all(json!({ "event": "exhausted" }));
        assert_eq!(exhausted.len(), 4);
    }
}

#[test]
fn h150_what_is_asked_and_what_is_not() {
    let mut asked = BTreeSet::new();
    for seed in 0..20 {
        play_at_random(3 + (seed % 3) as u8, json!({}), seed, |game| {
            let view = view_of(game);
            asked.insert(view["phase"].as_str().unwrap().to_owned());
            let Turn::Awaiting(awaited) = game.turn() else { return };
            // Every decision has at least two legal actions; otherwise it is skipped (A-H49).
            for seat in awaited.iter() {
                let legal = game.legal(seat);
                assert!(legal.len() > 1, "{view}");
            }
        });
    }
    let wanted = ["attack", "decision", "fire", "over", "pick_up", "recovery"];
    assert_eq!(asked, wanted.map(ToOwned::to_owned).into());
}

/// A-H49: every seat decides about its layout, even if it has hardly a choice.
#[test]
fn h150_ah49_layouts_are_always_asked() {
    let scene = Scene::new(3).round(4).hand(1, "crest 1").exposed(1, "2 3 4 5 koban");
    let mut played = scene.play();
    played.act("lay nothing");
    assert_eq!((played.phase().as_str(), played.awaited()), ("decision", Some(Seat(1))));
    // In round 1 as well, for every seat.
    for seats in 3..=5 {
        let mut game = Scene::new(seats).round(1).play().game;
        for seat in 0..seats {
            assert_eq!(game.turn().awaited().first(), Some(Seat(seat)));
            let lay = Action::parse("lay crest@0:0 1@0:1").unwrap();
            game.play(Seat(seat), lay, None).unwrap();
        }
    }
}

/// Checks the statement of RULES.md that about two squares burn in round 6.
#[test]
fn about_two_squares_burn_in_round_6_of_random_plays() {
    let mut fires = Vec::new();
    for seed in 0..120 {
        let mut last = None;
        play_at_random(3, json!({}), seed, |game| {
            let played = Played::from(game.clone());
            if last.is_none() && played.round() == 6 {
                last = Some(played.fires().len());
            }
        });
        fires.push(last.expect("every match has six rounds"));
    }
    let mean = fires.iter().sum::<usize>() as f64 / fires.len() as f64;
    assert!((1.7..2.5).contains(&mean), "{mean} squares burn");
    assert!(fires.contains(&5) || fires.contains(&4), "{fires:?}");
}
