//! Attacks and their consequences (K-49, K-57 … K-73, K-82 … K-85, K-93).

use serde_json::json;
use shinra::Action;
use zashiki_core::{Action as _, GameState as _};

use crate::support::*;

/// A game in which the attacker on c2 can attack the target on c3.
fn attack(attacker: &str, target: &str) -> Played {
    Scene::new().lay(0, "c2", attacker).lay(1, "c3", target).play()
}

#[test]
fn k49_moving_onto_an_enemy_is_an_attack() {
    let played = attack("shu", "ko").after("c2>c3");
    assert_eq!(played.board(), ["c3 0 shu"]);
    // No other move leads onto an enemy piece, and no item may be put onto it.
    let hand = Scene::new().lay(1, "c3", "ko").hand(0, &["shu", "shu+dai"]).play();
    assert_eq!(hand.refused("put shu c3"), "K-50");
    let stack = Scene::new().lay(1, "c3", "ko+dai").hand(0, &["shu", "dai"]).play();
    assert!(["K-50", "K-51"].contains(&stack.refused("put shu c3")));
}

#[test]
fn k57_points_not_above_the_attack_are_a_capture() {
    for (attacker, target) in [
        ("shu", "ko+dai=2"),
        ("shu", "ko+dai=1"),
        ("shu+ko=3", "dai+ko=3"),
        ("shu+ko+dai=4", "queen+general+ko=4"),
        ("queen", "ko+dai=3"),
        ("general+ko=5", "queen+ko=5"),
    ] {
        let played = attack(attacker, target).after("c2>c3");
        assert_eq!(played.piece("c3"), format!("0 {attacker}"), "{attacker} on {target}");
        assert_eq!(played.piece("c2"), "");
    }
    // With one more point it is not a capture.
    for (attacker, target) in [
        ("shu", "ko+dai=3"),
        ("shu+ko=2", "dai+ko=3"),
        ("shu+ko+dai=4", "queen+general+ko=5"),
        ("queen", "general+dai=4"),
    ] {
        let played = attack(attacker, target).after("c2>c3");
        assert!(played.piece("c3").starts_with("1 "), "{attacker} on {target}");
    }
}

#[test]
fn k58_more_points_lose_as_many_as_the_attack_has() {
    for (attacker, target, left) in [
        ("shu", "ko+dai=3", 1),
        ("shu", "queen+general+ko=8", 6),
        ("shu+ko=3", "queen+general+ko=8", 5),
        ("shu+ko=1", "ko+dai=3", 2),
        ("joker", "queen+general+ko=7", 3),
    ] {
        let played = attack(attacker, target).after("c2>c3");
        let cards = target.split('=').next().unwrap();
        assert_eq!(played.piece("c3"), format!("1 {cards}={left}"), "{attacker} on {target}");
    }
    // A single queen attacks with 3.
    let played = attack("queen", "general+shu+ko=6").after("c2>c3");
    assert_eq!(played.piece("c3"), "1 general+shu+ko=3");
}

#[test]
fn k59_an_ordinary_single_falls_to_every_attack() {
    for attacker in ["shu", "shu+ko=1", "ko+dai=3", "joker", "queen", "shu+ko+dai=2"] {
        for target in ["shu", "ko", "dai"] {
            let played = attack(attacker, target).after("c2>c3");
            assert_eq!(played.piece("c3"), format!("0 {attacker}"), "{attacker} on {target}");
        }
    }
    // Also by a king and 八とび.
    let king = Scene::new().kings("c2", "a5").lay(1, "c3", "dai").acts(&["c2>c3"]);
    assert_eq!(king.piece("c3"), "0 king=10");
    let leap = Scene::new().lay(0, "c2", "hachitobi").lay(1, "c4", "dai").acts(&["c2>c4"]);
    assert_eq!(leap.piece("c4"), "0 hachitobi");
}

/// An ordinary single is captured even if a components file gives it more life points.
#[test]
fn k59_ak2_an_ordinary_single_of_many_points_falls_too() {
    let file = file_with(&[("single_life = 1", "single_life = 9")]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    for attacker in ["shu", "shu+ko=1", "queen"] {
        let scene = Scene::on(config.clone()).lay(0, "c2", attacker).lay(1, "c3", "dai");
        let played = scene.acts(&["c2>c3"]);
        assert_eq!(played.board(), [format!("c3 0 {attacker}")]);
    }
}

#[test]
fn k60_joker_and_hachitobi_are_not_attacked_by_less() {
    for (attacker, target, may) in [
        ("shu", "hachitobi", false),
        ("shu+ko=2", "hachitobi", false),
        ("shu+ko=3", "hachitobi", true),
        ("queen", "hachitobi", true),
        ("joker", "hachitobi", true),
        ("shu", "joker", false),
        ("shu+ko=3", "joker", false),
        ("queen", "joker", false),
        ("general", "joker", false),
        ("shu+ko+dai=4", "joker", true),
        ("joker", "joker", true),
    ] {
        let played = attack(attacker, target);
        assert_eq!(played.may("c2>c3"), may, "{attacker} on {target}");
        if !may {
            assert_eq!(played.refused("c2>c3"), "K-60");
        }
    }
    for (target, may) in [("hachitobi", true), ("joker", false), ("shu+ko", true)] {
        let played = Scene::new().lay(0, "c2", "hachitobi").lay(1, "c4", target).play();
        assert_eq!(played.may("c2>c4"), may, "hachitobi on {target}");
    }
    // The king may attack them.
    for target in ["hachitobi", "joker"] {
        let king = Scene::new().kings("c2=1", "a5").lay(1, "c3", target).acts(&["c2>c3"]);
        assert_eq!(king.piece("c3"), "0 king=1");
    }
}

#[test]
fn k61_equal_or_higher_takes_joker_and_hachitobi() {
    for (attacker, target) in [
        ("shu+ko=3", "hachitobi"),
        ("shu+ko+dai=4", "hachitobi"),
        ("queen", "hachitobi"),
        ("shu+ko+dai=4", "joker"),
        ("queen+general=7", "joker"),
        ("joker", "joker"),
    ] {
        let played = Scene::new().lay(0, "c2", attacker).lay(1, "c3", target).hand(0, &[]);
        let played = played.acts(&["c2>c3"]);
        assert_eq!(played.piece("c3"), format!("0 {attacker}"));
        assert_eq!(played.hand(0), [target]);
    }
}

#[test]
fn k63_what_is_taken_can_be_used_again() {
    let scene = Scene::new().lay(0, "c2", "shu+ko+dai").lay(1, "c3", "shu+ko=2").lay(1, "e4", "ko");
    let mut played = scene.hand(0, &[]).acts(&["c2>c3"]);
    assert_eq!(played.hand(0), ["shu+ko"]);
    played.acts(&["e4>e3"]);
    assert_eq!(played.after("put shu+ko a1").piece("a1"), "0 shu+ko=3");
    // Captured singles, 将軍, Joker and 八とび change sides.
    for single in ["dai", "general", "hachitobi"] {
        let scene = Scene::new().lay(0, "c2", "shu+ko+dai").lay(1, "c3", single).lay(1, "e4", "ko");
        let mut played = scene.hand(0, &[]).acts(&["c2>c3", "e4>e3"]);
        played.act(&format!("put {single} a1"));
        assert_eq!(played.piece("a1"), format!("0 {single}"));
    }
}

#[test]
fn k65_k72_what_is_not_taken_stays_and_costs_the_attacker_nothing() {
    let played = attack("shu+ko=2", "queen+general+ko").after("c2>c3");
    assert_eq!(played.board(), ["c2 0 shu+ko=2", "c3 1 queen+general+ko=6"]);
    // AK26: the same seat decides next, and only about the attacker.
    assert_eq!(played.awaited(), Some(Seat(0)));
    assert!(["K-66", "K-68", "K-69"].contains(&played.asked_by()));
    for other in ["e1>e2", "retreat c2", "no switch", "settle a1", "keep queen"] {
        played.refused(other);
    }
    let home = played.after("back a1");
    assert_eq!(home.board(), ["a1 0 shu+ko=2", "c3 1 queen+general+ko=6"]);
    assert_eq!(home.awaited(), Some(Seat(1)));
    // A capture costs the attacker no points.
    let taken = attack("shu+ko=2", "dai").after("c2>c3");
    assert_eq!(taken.piece("c3"), "0 shu+ko=2");
    assert_eq!(taken.awaited(), Some(Seat(1)));
}

#[test]
fn k66_k67_home_is_every_empty_square_of_the_own_rows_but_the_origin() {
    let scene = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "queen+shu").lay(0, "b1", "shu");
    let played = scene.acts(&["c2>c3"]);
    // e1 has the king, b1 an own piece that cannot be joined, c2 is the origin.
    let wanted = ["a1", "a2", "b2", "c1", "d1", "d2", "e2"].map(|to| format!("back {to}"));
    assert_eq!(played.sorted_with("back"), wanted);
    assert_eq!(played.refused("back c2"), "K-67");
    assert_eq!(played.refused("back b1"), "K-66");
    for out in ["b3", "c3", "c4", "e5"] {
        assert_eq!(played.refused(&format!("back {out}")), "K-66", "{out}");
    }
    let after = played.after("back d2");
    assert_eq!((after.piece("d2"), after.piece("c2")), ("0 shu".into(), String::new()));
    // The second seat returns to its own rows, from any square.
    let scene = Scene::new().turn(1).lay(1, "c3", "dai").lay(0, "d1", "queen+shu");
    let played = scene.acts(&["c3>d1"]);
    let wanted = ["a4", "b4", "b5", "c4", "c5", "d4", "d5", "e4", "e5"];
    assert_eq!(played.sorted_with("back"), wanted.map(|to| format!("back {to}")));
    assert_eq!(played.after("back e5").piece("e5"), "1 dai");
    // An origin in the enemy's territory is no target either.
    assert_eq!(played.refused("back c3"), "K-67");
}

#[test]
fn k68_or_it_joins_an_own_piece_anywhere() {
    let scene = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "general+shu");
    let scene = scene.lay(0, "a1", "ko").lay(0, "e4", "ko+dai").lay(0, "b5", "queen");
    let scene = scene.lay(0, "d5", "shu").lay(0, "d4", "shu+dai").lay(0, "a4", "general+ko+dai");
    let played = scene.lay(0, "a3", "hachitobi").lay(0, "b3", "joker").acts(&["c2>c3"]);
    assert_eq!(played.sorted_with("join"), ["join a1", "join b5", "join e4"]);
    // A list shows the action alone, so its label names the piece that attacked.
    let label = |action| played.game.label(Action::parse(action).unwrap()).en;
    assert_eq!(label("join a1"), "Join the attacking Guard to the Striker on a1");
    assert_eq!(label("back b2"), "Return the attacking Guard to b2");
    assert_eq!(label("to hand"), "Take the attacking Guard into your hand");
    assert_eq!(played.refused("join d5"), "K-18");
    assert_eq!(played.refused("join d4"), "K-18");
    assert_eq!(played.refused("join a4"), "K-17");
    for apart in ["a3", "b3", "e1"] {
        assert!(["K-20", "K-81"].contains(&played.refused(&format!("join {apart}"))), "{apart}");
    }
    for nothing in ["c2", "c3", "c4", "a5"] {
        assert_eq!(played.refused(&format!("join {nothing}")), "K-68", "{nothing}");
    }
    // AK49: single onto single, 王妃 outside her territory included.
    assert_eq!(played.after("join b5").piece("b5"), "0 queen+shu=5");
    assert_eq!(played.after("join e4").piece("e4"), "0 shu+ko+dai=4");
    assert_eq!(played.after("join a1").piece("c2"), "");
    // A damaged stack keeps its points.
    let scene = Scene::new().lay(0, "c2", "shu+ko=1").lay(1, "c3", "queen+shu");
    let joined = scene.lay(0, "a1", "dai").acts(&["c2>c3", "join a1"]);
    assert_eq!(joined.piece("a1"), "0 shu+ko+dai=2");
}

#[test]
fn k68_k81_joker_and_hachitobi_only_go_home_or_to_hand() {
    let scene = Scene::new().lay(0, "c2", "hachitobi").lay(1, "c4", "queen+shu").lay(0, "a1", "ko");
    let played = scene.acts(&["c2>c4"]);
    assert!(played.sorted_with("join").is_empty());
    assert!(!played.sorted_with("back").is_empty() && played.may("to hand"));
    assert!(["K-20", "K-81"].contains(&played.refused("join a1")));
}

#[test]
fn k69_or_it_goes_to_the_hand() {
    let scene = Scene::new().lay(0, "c2", "shu+ko=2").lay(1, "c3", "queen+shu").hand(0, &[]);
    let played = scene.acts(&["c2>c3", "to hand"]);
    assert_eq!(played.board(), ["c3 1 queen+shu=3"]);
    assert_eq!(played.hand(0), ["shu+ko"]);
    assert_eq!(played.awaited(), Some(Seat(1)));
    let single = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "queen+shu").hand(0, &[]);
    assert_eq!(single.acts(&["c2>c3", "to hand"]).hand(0), ["shu"]);
    // A single may do so also after an attack on the king.
    let king = Scene::new().kings("e1", "c3").lay(0, "c2", "shu").acts(&["c2>c3"]);
    assert_eq!(king.king(1), 8);
    assert!(king.may("to hand"));
}

#[test]
fn k70_a_stack_from_the_hand_has_its_full_points_again() {
    // After a retreat from an attack, a retreat as a turn, and a capture.
    let attacked =
        Scene::new().lay(0, "c2", "shu+ko=1").lay(1, "c3", "queen+shu").lay(1, "e4", "ko");
    let played = attacked.acts(&["c2>c3", "to hand", "e4>e3", "put shu+ko a1"]);
    assert_eq!(played.piece("a1"), "0 shu+ko=3");
    let retreated = Scene::new().lay(0, "c2", "general+ko=1").lay(1, "e4", "ko");
    let played = retreated.acts(&["retreat c2", "e4>e3", "put general+ko a1"]);
    assert_eq!(played.piece("a1"), "0 general+ko=5");
    let taken = Scene::new().lay(0, "c2", "ko").lay(1, "c3", "general+ko=1").lay(1, "e4", "ko");
    let played = taken.acts(&["c2>c3", "e4>e3", "put general+ko a1"]);
    assert_eq!(played.piece("a1"), "0 general+ko=5");
}

#[test]
fn k71_ak48_a_stack_in_hand_stays_as_it_is() {
    let scene = Scene::new().lay(0, "c2", "shu+ko").hand(0, &["shu+ko+dai", "general"]);
    let played = scene.play();
    assert!(played.may("put shu+ko+dai a1"));
    for part in ["put shu a1", "put shu+ko a1", "put dai c2", "put shu+dai a1"] {
        assert_eq!(played.refused(part), "K-71", "{part}");
    }
    // A stack on the sheet cannot be split either.
    let sets: Vec<String> = played.sorted_with("retreat");
    assert_eq!(sets, ["retreat c2"]);
    assert_eq!(played.after("retreat c2").hand(0), ["general", "shu+ko", "shu+ko+dai"]);
}

#[test]
fn k82_the_joker_never_takes_the_king() {
    for points in 1..=15 {
        let scene = Scene::new().kings("e1", &format!("c3={points}")).lay(0, "c2", "joker");
        let played = scene.play();
        assert_eq!(played.may("c2>c3"), points >= 5, "a king of {points}");
        if points < 5 {
            assert_eq!(played.refused("c2>c3"), "K-82");
        } else {
            assert_eq!(played.after("c2>c3").king(1), points - 4);
        }
    }
    // 八とび, with 3 points, does.
    let scene = Scene::new().kings("e1", "c4=3").lay(0, "c2", "hachitobi");
    assert_eq!(scene.acts(&["c2>c4"]).end(), Some((vec![Seat(0)], "king")));
}

#[test]
fn k83_queen_and_general_alone_attack_with_three() {
    for single in ["queen", "general"] {
        let lowered = attack(single, "general+shu+ko").after("c2>c3");
        assert_eq!(lowered.piece("c3"), "1 general+shu+ko=3", "{single}");
        let taken = attack(single, "shu+ko=3").after("c2>c3");
        assert_eq!(taken.piece("c3"), format!("0 {single}"));
        let king = Scene::new().kings("e1", "c3=9").lay(0, "c2", single).acts(&["c2>c3"]);
        assert_eq!(king.king(1), 6);
        let end = Scene::new().kings("e1", "c3=3").lay(0, "c2", single).acts(&["c2>c3"]);
        assert_eq!(end.end(), Some((vec![Seat(0)], "king")));
    }
}

#[test]
fn k84_queen_and_general_alone_are_not_taken_by_two_or_less() {
    for target in ["queen", "general"] {
        for (attacker, may) in [
            ("shu", false),
            ("ko", false),
            ("shu+ko=1", false),
            ("shu+ko=2", false),
            ("shu+ko=3", true),
            ("shu+ko+dai=4", true),
            ("general", true),
            ("queen", true),
            ("joker", true),
        ] {
            let played = attack(attacker, target);
            assert_eq!(played.may("c2>c3"), may, "{attacker} on {target}");
            if !may {
                assert_eq!(played.refused("c2>c3"), "K-84");
            }
        }
        let leap = Scene::new().lay(0, "c2", "hachitobi").lay(1, "c4", target).play();
        assert!(leap.may("c2>c4"));
        let king = Scene::new().kings("c2", "a5").lay(1, "c3", target).play();
        assert!(king.may("c2>c3"));
    }
}

#[test]
fn k85_a_stack_that_attacked_the_king_goes_home_or_joins() {
    let scene = || Scene::new().kings("e1", "c3").lay(0, "c2", "shu+ko");
    let played = scene().acts(&["c2>c3"]);
    assert_eq!(played.king(1), 7);
    assert_eq!(played.refused("to hand"), "K-85");
    assert!(!played.sorted_with("back").is_empty());
    // If the territory is full, it must join a piece.
    let mut full = scene().lay(0, "b5", "dai").lay(0, "e5", "dai");
    for square in ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"] {
        full = full.lay(0, square, "shu");
    }
    let played = full.clone().acts(&["c2>c3"]);
    assert_eq!(played.sorted(), ["join b5", "join e5"]);
    assert_eq!(played.refused("to hand"), "K-85");
    // A stack that attacked another piece may retreat.
    let other = scene().lay(1, "d3", "general+queen").acts(&["c2>d3"]);
    assert!(other.may("to hand"));
    // A single that attacked the king may retreat as well.
    let single = Scene::new().kings("e1", "c3").lay(0, "c2", "queen").acts(&["c2>c3"]);
    assert!(single.may("to hand"));
}

/// If nothing else is legal, the engine retreats the piece without asking the player.
#[test]
fn k85_a_forced_retreat_keeps_the_points() {
    let forced = |stack: &str| {
        let mut full = Scene::new().kings("e1", "c3").lay(0, "c2", stack).lay(1, "e4", "ko");
        for square in ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"] {
            full = full.lay(0, square, if stack.contains("dai") { "dai" } else { "shu" });
        }
        full.hand(0, &[]).acts(&["c2>c3"])
    };
    let mut played = forced("shu+ko=2");
    assert_eq!(played.king(1), 8);
    assert_eq!(played.awaited(), Some(Seat(1)));
    assert_eq!(played.piece("c2"), "");
    assert_eq!(played.hand(0), ["shu+ko@2"]);
    // When put later it still has them; the same item without the mark is not in the hand.
    played.acts(&["e4>e3"]);
    assert_eq!(played.refused("put shu+ko c2"), "K-85");
    played.act("put shu+ko@2 c2");
    assert_eq!(played.piece("c2"), "0 shu+ko=2");
    // AK38: afterwards a retreat restores its points.
    played.acts(&["e3>e4", "retreat c2"]);
    assert_eq!(played.hand(0), ["shu+ko"]);
    // AK34: full points are no mark.
    assert_eq!(forced("shu+ko=3").hand(0), ["shu+ko"]);
}

#[test]
fn k85_a_forced_retreat_after_an_attack_on_another_stack_restores() {
    // The same position with another target: the retreat is again the only legal action.
    let mut full =
        Scene::new().kings("e1", "e5").lay(0, "c2", "shu+ko=2").lay(1, "c3", "queen+shu");
    for square in ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"] {
        full = full.lay(0, square, "shu");
    }
    let played = full.hand(0, &[]).acts(&["c2>c3"]);
    assert_eq!(played.awaited(), Some(Seat(1)));
    assert_eq!(played.hand(0), ["shu+ko"]);
}

#[test]
fn k93_a_king_falls_to_an_attack_that_reaches_his_points() {
    for (attacker, points, falls) in [
        ("shu", 2, true),
        ("shu", 3, false),
        ("shu+ko=3", 3, true),
        ("shu+ko=3", 4, false),
        ("queen+general+ko=8", 8, true),
        ("queen+general+ko=8", 9, false),
        ("queen", 3, true),
        ("queen", 4, false),
    ] {
        let scene = Scene::new().kings("e1", &format!("c3={points}")).lay(0, "c2", attacker);
        let played = scene.acts(&["c2>c3"]);
        let wanted = falls.then(|| (vec![Seat(0)], "king"));
        assert_eq!(played.end(), wanted, "{attacker} on a king of {points}");
    }
}
