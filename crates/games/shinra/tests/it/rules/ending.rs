//! Tests of the end of a game (K-1, K-92), and of the bound on its length.

use serde_json::{Value, json};
use shinra::Shinra;
use zashiki_core::{DynMatch, GameConfig as _, GameState, Match, Seat, Termination};

use crate::support::*;

#[test]
fn k1_k92_whoever_takes_the_king_wins_at_once() {
    for (seat, attacker, from) in [(0, "shu", "c2"), (1, "ko", "c4"), (0, "king", "c2")] {
        let mut scene = Scene::new().turn(seat);
        scene = match (attacker, seat) {
            ("king", _) => scene.kings("c2", "c3"),
            (_, 0) => scene.kings("e1", "c3=2").lay(0, from, attacker),
            _ => scene.kings("c3=2", "a5").lay(1, from, attacker),
        };
        let played = scene.acts(&[&format!("{from}>c3")]);
        assert_eq!(played.end(), Some((vec![Seat(seat)], "king")));
        assert_eq!(played.awaited(), None);
        assert!(played.has(json!({ "event": "king_taken", "seat": seat })));
        assert_eq!(
            played.piece("c3"),
            format!("{seat} {attacker}{}", if attacker == "king" { "=10" } else { "" })
        );
        // No decision follows.
        assert_eq!(played.refused_to(Seat(0), "c3>c4"), "T-1");
        assert_eq!(played.refused_to(Seat(1), "retreat a5"), "T-1");
        assert!(played.sorted().is_empty());
    }
    // An attack that does not capture the king does not end the game.
    let scene = Scene::new().kings("e1", "c3=3").lay(0, "c2", "shu");
    assert_eq!(scene.acts(&["c2>c3"]).end(), None);
}

#[test]
fn k92_ak51_no_offer_follows_the_capture_of_a_king() {
    let scene = Scene::new().switching().kings("e1", "c3=2").lay(0, "c2", "shu").lay(0, "a1", "ko");
    assert_eq!(scene.acts(&["c2>c3"]).end(), Some((vec![Seat(0)], "king")));
}

#[test]
fn k92_the_king_lies_in_no_hand() {
    let scene = Scene::new().kings("e1", "c3=2").lay(0, "c2", "shu").hand(0, &[]);
    assert!(scene.acts(&["c2>c3"]).hand(0).is_empty());
}

/// A scene with a limit of ten turns, of which `turns` are completed.
fn late(turns: u64) -> Scene {
    let seat = 1 - turns % 2;
    let scene = Scene::with(json!({ "turnLimit": 10 })).turn(seat as u8).turns(turns);
    scene.lay(0, "c2", "shu").lay(1, "c4", "ko")
}

#[test]
fn k92_ak42_without_a_king_taken_it_is_a_draw_at_the_turn_limit() {
    let mut played = late(8).acts(&["c4>b3"]);
    assert_eq!(played.end(), None);
    played.act("c2>c1");
    assert_eq!(played.end(), Some((vec![], "turn_limit")));
    assert!(played.has(json!({ "event": "turn_limit", "turns": 10 })));
    assert_eq!(played.refused_to(Seat(1), "b3>b2"), "T-1");
    // With the default limit the game continues.
    let mut longer = Scene::new().turns(8).turn(1).lay(0, "c2", "shu").lay(1, "c4", "ko").play();
    longer.acts(&["c4>b3", "c2>c1"]);
    assert_eq!(longer.end(), None);
    let limit = |options| Played::deal(options).view()["turn_limit"].as_u64();
    assert_eq!(limit(json!({})), Some(300));
    assert_eq!(limit(json!({ "turnLimit": 20 })), Some(20));
}

#[test]
fn k92_ak50_a_turn_counts_when_its_last_decision_is_made() {
    // The last turn may still capture the king.
    let scene = late(9).lay(0, "a4", "ko");
    let king =
        Scene::with(json!({ "turnLimit": 10 })).turns(9).kings("e1", "a5=2").lay(0, "a4", "shu");
    assert_eq!(king.acts(&["a4>a5"]).end(), Some((vec![Seat(0)], "king")));
    // A turn with an attack without capture is completed by the attacker's continuation.
    let mut played = scene.lay(1, "b5", "queen+ko").acts(&["a4>b5"]);
    assert_eq!((played.end(), played.view()["turns"].clone()), (None, json!(9)));
    played.act("back a1");
    assert_eq!(played.end(), Some((vec![], "turn_limit")));
    // A turn with an offer to switch is completed by the answer.
    let mut offered = late(9).switching().acts(&["c2>c1"]);
    assert_eq!((offered.end(), offered.awaited()), (None, Some(Seat(0))));
    offered.act("no switch");
    assert_eq!(offered.end(), Some((vec![], "turn_limit")));
    // The deployment has no battle turns.
    let mut middle = Played::middle_left();
    middle.acts(&["put dai c3", "no switch"]);
    assert_eq!(middle.view()["turns"], json!(0));
    middle.act("retreat c4");
    assert_eq!(middle.view()["turns"], json!(1));
}

fn table() -> Match<Shinra> {
    let mut play = Match::new(2, &json!({}), None, 1).unwrap();
    DynMatch::play(&mut play, Seat(0), &format!("arrange {FORMATION}")).unwrap();
    play
}

fn ended(play: &Match<Shinra>) -> (String, Vec<u8>) {
    let outcome = play.outcome().expect("an end");
    (outcome.reason.to_owned(), outcome.winners.iter().map(|seat| seat.0).collect())
}

/// AK41: a seat may resign at any time, also out of turn.
#[test]
fn k92_ak41_who_resigns_loses() {
    for seat in [0, 1] {
        let mut play = table();
        play.terminate(Termination::Resigned { seat: Seat(seat) }).unwrap();
        assert_eq!(ended(&play), ("resigned".to_owned(), vec![1 - seat]));
        // After the end no action and no resignation is legal.
        let other = turned(FORMATION);
        assert!(DynMatch::play(&mut play, Seat(1), &format!("arrange {other}")).is_err());
        assert!(play.terminate(Termination::Resigned { seat: Seat(1 - seat) }).is_err());
        assert!(play.terminate(Termination::Agreed).is_err());
    }
    assert_eq!(Shinra::info().resignation.map(|rule| rule.0), Some("K-92"));
    // Resignation is no action of the game.
    assert!(Played::arranged().sorted().iter().all(|action| !action.contains("resign")));
}

#[test]
fn k92_ak41_a_draw_by_agreement() {
    let mut play = table();
    play.terminate(Termination::Agreed).unwrap();
    assert_eq!(ended(&play), ("agreed".to_owned(), vec![]));
    assert_eq!(Shinra::info().agreed_draw.map(|rule| rule.0), Some("K-92"));
}

/// AK54: a turn has at most three decisions, so the number of decisions in a game has an upper bound.
#[test]
fn k92_ak54_every_play_ends_within_the_bound() {
    for (limit, seeds) in [(10, 60), (60, 12)] {
        let config = setup_with(json!({ "turnLimit": limit }), None).unwrap();
        let bound = 2 + 14 + 3 * limit;
        assert_eq!(config.max_decisions(), bound);
        for seed in 0..seeds {
            let mut decisions = 0;
            let game = play_at_random(&config, seed, |_| decisions += 1);
            assert!(decisions - 1 <= bound, "{decisions}");
            let view: Value =
                serde_json::to_value(game.view(zashiki_core::Viewer::Spectator)).unwrap();
            assert!(view["turns"].as_u64().unwrap() <= limit as u64);
        }
    }
}
