//! Drafts that explain the squares a piece reaches and the effects there. The explanation must agree
//! with the rules.

use serde_json::{Value, json};
use shinra::Action;
use zashiki_core::{Action as _, Drafts as _, GameRng, GameState, Seat};

use crate::support::{self, *};

fn reading(played: &Played, seat: u8, draft: &str) -> Value {
    let draft = played.game.draft(Seat(seat), draft).unwrap_or_else(|no| panic!("{draft}: {no}"));
    assert_eq!(draft.completed, None);
    draft.reading
}

/// The entry for the square `to` in a reading.
fn entry(reading: &Value, to: &str) -> Value {
    let list = reading["reach"].as_array().unwrap();
    list.iter()
        .find(|entry| entry["to"] == to)
        .unwrap_or_else(|| panic!("{to} in {reading:#}"))
        .clone()
}

fn not(reading: &Value, to: &str) -> String {
    let list = reading["not"].as_array().unwrap();
    let found = list
        .iter()
        .find(|entry| entry["to"] == to)
        .unwrap_or_else(|| panic!("{to} in {reading:#}"));
    found["why"]["rule"].as_str().unwrap().to_owned()
}

#[test]
fn k2_k3_k10_k47_k48_a_draft_says_how_a_square_is_reached() {
    let scene = Scene::new().lay(0, "c2", "shu+ko=2").lay(0, "c3", "dai").lay(0, "d3", "dai");
    let scene = scene.lay(0, "d1", "shu").lay(1, "b3", "queen+general+ko").lay(1, "e4", "ko");
    let read = reading(&scene.play(), 0, "c2>");
    assert_eq!(
        (&read["kind"], &read["from"], &read["seat"]),
        (&json!("reach"), &json!("c2"), &json!(0))
    );
    let back = entry(&read, "b1");
    assert_eq!(
        (&back["ways"], &back["does"], &back["points"]),
        (&json!(["step"]), &json!("move"), &json!(2))
    );
    let jump = entry(&read, "c4");
    assert_eq!(
        (&jump["ways"], &jump["over"], &jump["does"]),
        (&json!(["jump"]), &json!("c3"), &json!("move"))
    );
    let join = entry(&read, "c3");
    assert_eq!(
        (&join["does"], &join["points"], &join["action"]),
        (&json!("join"), &json!(3), &json!("c2>c3"))
    );
    let capture = entry(&read, "e4");
    assert_eq!((&capture["does"], &capture["over"]), (&json!("capture"), &json!("d3")));
    let attack = entry(&read, "b3");
    assert_eq!(
        (&attack["does"], &attack["before"], &attack["points"]),
        (&json!("attack"), &json!(8), &json!(6))
    );
    assert_eq!(attack["then"], json!(["back", "join", "hand"]));
    assert_eq!(not(&read, "d1"), "K-18");
    assert_eq!(not(&read, "c5"), "K-12");
    let leap = Scene::new().lay(0, "c2", "dai").play();
    assert_eq!(entry(&reading(&leap, 0, "c2>"), "d4")["ways"], json!(["leap"]));
    let slide = Scene::new().lay(0, "c2", "ko").play();
    assert_eq!(entry(&reading(&slide, 0, "c2>"), "c5")["ways"], json!(["slide"]));
}

#[test]
fn k85_a_draft_says_what_the_attacker_may_then_do() {
    let then = |scene: Scene, draft: &str, to: &str| {
        entry(&reading(&scene.play(), 0, draft), to)["then"].clone()
    };
    let king = Scene::new().kings("e1", "c3").lay(0, "c2", "shu+ko");
    assert_eq!(then(king.clone(), "c2>", "c3"), json!(["back"]));
    assert_eq!(then(king.lay(0, "a5", "dai"), "c2>", "c3"), json!(["back", "join"]));
    let mut full = Scene::new().kings("e1", "c3").lay(0, "c2", "shu+ko=2");
    for square in ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"] {
        full = full.lay(0, square, "shu");
    }
    assert_eq!(then(full, "c2>", "c3"), json!(["hand_kept"]));
    let leap = Scene::new().lay(0, "c2", "hachitobi").lay(1, "c4", "queen+ko").lay(0, "a1", "ko");
    assert_eq!(then(leap, "c2>", "c4"), json!(["back", "hand"]));
    let capture = Scene::new().lay(0, "c2", "ko").lay(1, "c4", "ko");
    assert_eq!(then(capture, "c2>", "c4"), json!([]));
}

#[test]
fn k50_k51_k80_a_draft_says_where_something_of_the_hand_may_go() {
    let scene = Scene::new().kings("e1=7", "a5").lay(0, "c2", "shu+ko=1").lay(0, "c5", "ko");
    let played =
        scene.hand(0, &["dai", "joker", "general+dai", "shu~", "queen!"]).lay(1, "b4", "ko").play();
    let dai = reading(&played, 0, "put dai>");
    assert_eq!(dai["reach"].as_array().unwrap().len(), 21);
    let add = entry(&dai, "c2");
    assert_eq!(
        (&add["does"], &add["points"], &add["before"]),
        (&json!("join"), &json!(2), &json!(1))
    );
    assert_eq!(entry(&dai, "c3")["ways"], json!(["hand"]));
    let stack = reading(&played, 0, "put general+dai>");
    assert_eq!(stack["reach"].as_array().unwrap().len(), 8);
    assert_eq!(entry(&stack, "a1")["points"], json!(5));
    let pair = reading(&played, 0, "pair shu~ dai>");
    assert_eq!(entry(&pair, "a1")["points"], json!(3));
    for (draft, rule) in [
        ("put joker>", "K-80"),
        ("put queen!>", "K-74"),
        ("put general>", "K-71"),
        ("put queen>", "K-50"),
    ] {
        let none = reading(&played, 0, draft);
        assert!(none["reach"].as_array().unwrap().is_empty());
        assert_eq!(none["refused"]["rule"], json!(rule));
    }
    for wrong in ["put horse>", "z9>", "c3>", "hello", "pair dai shu>"] {
        assert!(played.game.draft(Seat(0), wrong).is_err(), "{wrong}");
    }
}

/// In random positions, a reading lists exactly the legal actions, and playing each of them has the
/// described effect.
#[test]
fn k46_what_a_draft_reads_is_what_happens() {
    let config = setup_with(json!({ "turnLimit": 60 }), None).unwrap();
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for seed in 0..12 {
        let mut rng = GameRng::from_seed(seed);
        play_at_random(&config, seed, |game| {
            let played = Played::from(game.clone());
            let acting = played.json()["stage"]["kind"] == "act";
            if !acting || rng.below(4) > 0 {
                return;
            }
            let seat = played.awaited().unwrap();
            let view = played.view();
            for (index, piece) in view["squares"].as_array().unwrap().iter().enumerate() {
                if piece["seat"] != json!(seat) {
                    continue;
                }
                let from = support::model::name(((index % 5) as i8, (index / 5) as i8));
                let read = reading(&played, seat.0, &format!("{from}>"));
                let mut reach: Vec<String> = read["reach"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|entry| entry["to"].as_str().unwrap().to_owned())
                    .collect();
                reach.sort_unstable();
                assert_eq!(reach, played.reach(&from));
                for entry in read["reach"].as_array().unwrap() {
                    check(&played, seat.0, &from, entry);
                    *seen.entry(entry["does"].as_str().unwrap().to_owned()).or_default() += 1;
                }
            }
        });
    }
    assert!(
        ["move", "join", "attack", "capture", "step_onto"]
            .iter()
            .all(|does| seen.contains_key(*does)),
        "{seen:?}"
    );
}

/// Plays the action of an entry of a reading, and checks that it has the described effect.
fn check(played: &Played, seat: u8, from: &str, entry: &Value) {
    let to = entry["to"].as_str().unwrap();
    let action = entry["action"].as_str().unwrap();
    assert_eq!(action, format!("{from}>{to}"));
    let before = played.shown(seat, to);
    let after = played.after(action);
    let there = after.shown(seat, to);
    match entry["does"].as_str().unwrap() {
        "move" => assert_eq!((&there["seat"], &before), (&json!(seat), &Value::Null)),
        "join" => {
            assert_eq!((&there["seat"], &before["seat"]), (&json!(seat), &json!(seat)));
            assert_eq!(there["points"], entry["points"]);
        }
        "attack" => {
            assert_eq!((&there["seat"], &there["cards"]), (&before["seat"], &before["cards"]));
            assert_eq!((&there["points"], &before["points"]), (&entry["points"], &entry["before"]));
            let can = |start: &str| {
                let all = after.sorted_with(start);
                !all.is_empty() && after.json()["stage"]["kind"] == "follow"
            };
            if after.json()["stage"]["kind"] == "follow" {
                let mut then = Vec::new();
                for (start, word) in [("back", "back"), ("join", "join"), ("to hand", "hand")] {
                    if can(start) {
                        then.push(word);
                    }
                }
                assert_eq!(entry["then"], json!(then), "{action}");
            } else {
                // The engine played the only legal action.
                assert_eq!(entry["then"].as_array().unwrap().len(), 1, "{action}");
            }
        }
        "capture" => {
            assert_eq!((&there["seat"], &before["seat"]), (&json!(seat), &json!(1 - seat)))
        }
        "step_onto" => assert_eq!(there["cards"], json!(["king"])),
        other => panic!("{other}?"),
    }
}

/// Drafts explain pieces of both seats at any time of the battle.
#[test]
fn k94_the_enemys_pieces_can_be_studied() {
    let played = Scene::new().lay(1, "c4", "shu").lay(0, "c2", "ko").play();
    let read = reading(&played, 0, "c4>");
    assert_eq!(read["seat"], json!(1));
    let list = read["reach"].as_array().unwrap();
    let mut squares: Vec<&str> = list.iter().map(|entry| entry["to"].as_str().unwrap()).collect();
    squares.sort_unstable();
    assert_eq!(squares, ["b5", "c2", "c3", "c5", "d5"]);
    assert!(
        Action::parse("c4>c3").is_ok_and(|action| played.game.is_legal(Seat(0), action).is_err())
    );
}
