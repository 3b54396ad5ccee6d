//! The enemy's queen (K-74 … K-78) and the king's step (K-87 … K-90).

use serde_json::json;

use crate::support::*;

/// A scene in which seat 0 can capture `target` on c3: seat 1's queen, or a stack that contains her.
pub(super) fn taken(target: &str) -> Scene {
    Scene::new().lay(0, "c2", "general+ko+dai").lay(1, "c3", target).lay(1, "e4", "ko").hand(0, &[])
}

#[test]
fn k74_the_enemys_queen_is_of_no_use() {
    let mut played = taken("queen").acts(&["c2>c3", "keep queen"]);
    assert_eq!(played.hand(0), ["queen!"]);
    played.act("e4>e3");
    assert!(played.sorted_with("put").is_empty());
    for action in ["put queen! a1", "put queen a1", "put queen! c3"] {
        let rule = played.refused(action);
        assert!(["K-74", "K-78", "K-71", "K-50"].contains(&rule), "{action}: {rule}");
    }
    assert_eq!(played.refused("put queen! a1"), "K-74");
    // The seat's own queen is usable after a recapture or a return.
    let own = Scene::new().hand(0, &["queen"]).play();
    assert!(own.may("put queen a1"));
}

#[test]
fn k75_her_return_is_worth_three_points_and_gives_her_back() {
    let played = taken("queen").acts(&["c2>c3"]);
    // She is in the hand already, and the same seat decides.
    assert_eq!(played.awaited(), Some(Seat(0)));
    assert!(["K-75", "K-76"].contains(&played.asked_by()));
    assert_eq!(played.sorted(), ["keep queen", "return queen"]);
    let back = played.after("return queen");
    assert_eq!([back.king(0), back.king(1)], [13, 10]);
    assert!(!back.hand(0).iter().any(|item| item.contains("queen")));
    assert!(back.hand(1).contains(&"queen".to_owned()));
    // Her owner may use her again at once.
    assert_eq!(back.awaited(), Some(Seat(1)));
    assert_eq!(back.after("put queen b5").piece("b5"), "1 queen");
    // If she is kept, no king gains points.
    let kept = played.after("keep queen");
    assert_eq!([kept.king(0), kept.king(1)], [10, 10]);
    assert!(!kept.hand(1).contains(&"queen".to_owned()));
}

#[test]
fn k75_ak37_she_may_go_back_without_gain_at_fifteen() {
    let scene =
        Scene::new().kings("e1=15", "a5").lay(0, "c2", "general+ko+dai").lay(1, "c3", "queen+shu");
    let played = scene.hand(0, &[]).acts(&["c2>c3", "return queen"]);
    assert_eq!(played.king(0), 15);
    assert_eq!(played.hand(0), ["shu~"]);
}

#[test]
fn k76_at_once_she_costs_nothing_and_later_the_turn() {
    let mut played = taken("queen").acts(&["c2>c3", "keep queen", "e4>e3"]);
    assert_eq!(played.sorted_with("return"), ["return queen queen!"]);
    played.act("return queen queen!");
    assert_eq!(played.king(0), 13);
    assert_eq!(played.awaited(), Some(Seat(1)));
    assert!(played.hand(1).contains(&"queen".to_owned()) && played.hand(0).is_empty());
    // The later return needs her in the hand, and the immediate return is legal only after the capture.
    let none = Scene::new().hand(0, &["queen", "shu"]).play();
    assert!(none.sorted_with("return").is_empty());
    assert!(none.refused("return queen queen!").starts_with("K-7"));
    none.refused("return queen");
    let later = taken("queen").acts(&["c2>c3", "keep queen", "e4>e3"]);
    later.refused("return queen");
    // A capture without the queen has no further decision.
    assert_eq!(taken("general").acts(&["c2>c3"]).awaited(), Some(Seat(1)));
}

#[test]
fn k77_of_a_stack_only_the_queen_goes_back() {
    let played = taken("queen+shu+ko=1").acts(&["c2>c3"]);
    let back = played.after("return queen");
    assert_eq!(back.hand(0), ["shu+ko"]);
    assert!(back.hand(1).contains(&"queen".to_owned()));
    assert_eq!(back.king(0), 13);
    let two = taken("queen+shu=1").acts(&["c2>c3", "return queen"]);
    assert_eq!(two.hand(0), ["shu~"]);
    // A later return has the same effect.
    let later = taken("queen+shu+ko=1").acts(&["c2>c3", "keep queen", "e4>e3"]);
    assert_eq!(later.hand(0), ["queen+shu+ko!"]);
    assert_eq!(later.after("return queen queen+shu+ko!").hand(0), ["shu+ko"]);
}

#[test]
fn k78_the_rest_may_be_used_once_she_is_back() {
    let kept = taken("queen+shu+ko=1").acts(&["c2>c3", "keep queen", "e4>e3"]);
    assert!(kept.sorted_with("put").is_empty());
    assert_eq!(kept.refused("put queen+shu+ko! a1"), "K-78");
    assert_eq!(kept.refused("put shu+ko a1"), "K-78");
    let mut back = kept.after("return queen queen+shu+ko!");
    back.act("e3>e4");
    assert_eq!(back.after("put shu+ko a1").piece("a1"), "0 shu+ko=3");
    // A remainder of one card may also start a stack.
    let mut one = taken("queen+shu").acts(&["c2>c3", "return queen", "e4>e3"]);
    assert_eq!(one.after("put shu~ c2").piece("c2"), "0 shu");
    one.acts(&["retreat c3", "e3>e4"]);
    assert_eq!(one.hand(0), ["general+ko+dai", "shu~"]);
}

/// A scene in which the 攻 on e4 gives check. Seat 0 has the piece `beside` on d1, next to its king.
fn checked(beside: &str) -> Scene {
    Scene::new().lay(1, "e4", "ko").lay(0, "d1", beside)
}

#[test]
fn k87_in_check_the_king_steps_onto_an_own_piece() {
    let scene = checked("shu+ko=2");
    let played = scene.acts(&["e1>d1"]);
    // The king is on that square, and the piece must be placed.
    assert_eq!(played.piece("d1"), "0 king=12");
    assert_eq!(played.awaited(), Some(Seat(0)));
    assert_eq!(played.asked_by(), "K-87");
    let wanted = ["a1", "a2", "b1", "b2", "c1", "c2", "d2", "e1", "e2"];
    assert_eq!(played.sorted(), wanted.map(|to| format!("settle {to}")), "his old square included");
    assert_eq!(played.refused("settle a3"), "K-87");
    assert_eq!(played.refused("settle d1"), "K-87");
    // AK36: the piece keeps its points.
    let after = played.after("settle e1");
    assert_eq!(after.piece("e1"), "0 shu+ko=2");
    assert_eq!(after.awaited(), Some(Seat(1)));
    // One square along an arrow, no jump, and onto own pieces only.
    let far = checked("shu").lay(0, "c1", "shu").play();
    assert!(!far.may("e1>c1"));
    let two = Scene::new().lay(1, "e4", "ko").lay(0, "c1", "shu").play();
    assert!(!two.may("e1>c1"));
    assert!(Scene::new().lay(1, "e4", "ko").lay(0, "d1", "shu").play().may("e1>d1"));
}

/// The king can step only in the directions of his arrows in the components file.
#[test]
fn k87_ak36_the_step_follows_an_arrow_of_the_king() {
    let all = "step = [\"F\", \"FR\", \"R\", \"BR\", \"B\", \"BL\", \"L\", \"FL\"]\nslide = []";
    let file = file_with(&[(all, "step = [\"F\", \"B\"]\nslide = []")]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    let scene = |config| {
        let scene = Scene::on(config).kings("d2", "a5").lay(1, "c4", "dai").lay(0, "d3", "shu");
        scene.lay(0, "c2", "shu").lay(0, "d1", "ko").play()
    };
    let played = scene(config);
    assert!(played.may("d2>d3") && played.may("d2>d1"));
    assert!(!played.may("d2>c2"));
    assert!(scene(setup_with(json!({}), None).unwrap()).may("d2>c2"));
}

#[test]
fn k87_ak36_there_must_be_room_for_the_piece() {
    // The king is outside his territory, which is full: no square for the piece.
    let crowd = |gap: bool| {
        let mut scene = Scene::new().kings("c3", "e5").lay(1, "c5", "ko").lay(0, "b3", "dai");
        for square in ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "d2", "e2"] {
            scene = scene.lay(0, square, "shu");
        }
        if gap { scene.play() } else { scene.lay(0, "c2", "shu").play() }
    };
    assert!(crowd(true).may("c3>b3"));
    // With one empty square the engine places the piece without asking.
    let after = crowd(true).after("c3>b3");
    assert_eq!(after.awaited(), Some(Seat(1)));
    assert_eq!((after.piece("c2"), after.piece("b3")), ("0 dai".into(), "0 king=11".into()));
    let full = crowd(false);
    assert_eq!(full.refused("c3>b3"), "K-87");
    // In a full territory the king's previous square is the only empty one.
    let mut home = Scene::new().kings("c2", "e5").lay(1, "c4", "ko");
    for square in ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "d2", "e2"] {
        home = home.lay(0, square, "shu");
    }
    let after = home.acts(&["c2>b2"]);
    assert_eq!((after.piece("b2"), after.piece("c2")), ("0 king=11".into(), "0 shu".into()));
}

#[test]
fn k88_one_point_for_a_single_and_two_for_the_others() {
    for (beside, points) in [
        ("shu", 11),
        ("queen", 11),
        ("general", 11),
        ("shu+ko=1", 12),
        ("queen+general+ko", 12),
        ("joker", 12),
        ("hachitobi", 12),
    ] {
        let played = checked(beside).acts(&["e1>d1"]);
        assert_eq!(played.king(0), points, "{beside}");
        let single = !beside.contains('+');
        let wanted = if single { format!("0 {beside}") } else { String::new() };
        let settled = played.after("settle a1").piece("a1");
        assert!(!single || settled == wanted, "{settled}");
    }
}

#[test]
fn k89_in_check_only_and_once_a_game() {
    let calm = Scene::new().lay(0, "d1", "shu").play();
    assert_eq!(calm.refused("e1>d1"), "K-89");
    // An enemy piece that does not attack the king.
    let beside = Scene::new().lay(0, "d1", "shu").lay(1, "c4", "ko").play();
    assert_eq!(beside.refused("e1>d1"), "K-89");
    assert!(checked("shu").play().may("e1>d1"));
    // The next check does not allow a second step.
    let scene = checked("shu").lay(1, "d4", "ko");
    let mut played = scene.acts(&["e1>d1", "settle c1", "e4>e3"]);
    assert_eq!(played.king(0), 11);
    assert_eq!(played.refused("d1>c1"), "K-89");
    assert!(Scene::from(&played).unstepped(0).play().may("d1>c1"));
    played.act("d1>d2");
    let used = checked("shu").stepped(0).play();
    assert_eq!(used.refused("e1>d1"), "K-89");
    // The other seat's king may still step.
    let second = Scene::new().turn(1).stepped(0).lay(0, "a2", "ko").lay(1, "b5", "shu").play();
    assert!(second.may("a5>b5"));
    let neither = Scene::new().turn(1).stepped(1).lay(0, "a2", "ko").lay(1, "b5", "shu").play();
    assert_eq!(neither.refused("a5>b5"), "K-89");
}

/// AK18: by default, check is any attack on the king that could be made.
#[test]
fn k89_ak18_check_is_any_attack_that_could_be_made() {
    let check = |scene: Scene| scene.lay(0, "d1", "shu").play().may("e1>d1");
    let calm = || Scene::new();
    assert!(!check(calm()));
    // By a step, slide, knight's move, leap, and jump over an own piece of the attacker.
    assert!(check(calm().lay(1, "e2", "shu")));
    assert!(check(calm().lay(1, "e5", "ko")));
    assert!(check(calm().lay(1, "d3", "dai")));
    assert!(check(calm().lay(1, "e3", "hachitobi")));
    assert!(check(calm().lay(1, "c3", "ko").lay(1, "d2", "dai")));
    assert!(!check(calm().lay(1, "c3", "ko")));
    // No slide or jump passes a piece of the king's seat.
    assert!(!check(calm().lay(1, "c3", "ko").lay(0, "d2", "dai")));
    assert!(!check(calm().lay(1, "e4", "ko").lay(0, "e2", "dai")));
    // A Joker gives no check to a king of 4 points or fewer, but does to one of 5.
    for (points, is) in [(4, false), (5, true), (10, true)] {
        let scene = Scene::new().kings(&format!("e1={points}"), "a5").lay(1, "e4", "joker");
        assert_eq!(check(scene), is, "a Joker and a king of {points}");
    }
    // The enemy's king gives check as well.
    assert!(check(Scene::new().kings("e1", "e2")));
    // An attack that would not capture is check as well.
    let strong = Scene::new().kings("e1=15", "a5").lay(1, "e2", "shu");
    assert!(check(strong));
}

/// AK18, AK57: by option only an attack that would capture the king is check.
#[test]
fn k89_ak18_check_by_option_is_an_attack_that_takes_the_king() {
    let scene = |king: &str, check: &str| {
        let scene = Scene::with(json!({ "check": check })).kings(king, "a5");
        scene.lay(0, "d1", "shu")
    };
    // An ordinary single captures a king of 2 points, and so on.
    for (attacker, square, most) in
        [("ko", "e4", 2), ("general", "e3", 3), ("hachitobi", "e3", 3), ("shu+ko+dai", "e4", 4)]
    {
        for points in [1, most, most + 1, 15] {
            let king = format!("e1={points}");
            for (check, is) in [("attack", true), ("capture", points <= most)] {
                let played = scene(&king, check).lay(1, square, attacker).play();
                assert_eq!(played.view()["kings"][0]["check"], json!(is), "{attacker} on {points}");
                assert_eq!(played.may("e1>d1"), is, "{attacker} on {points} by {check}");
                if !is {
                    assert_eq!(played.refused("e1>d1"), "K-89");
                }
            }
        }
    }
    // A damaged stack gives check with the points it has now.
    let weak = |points| {
        let stack = format!("shu+ko+dai={points}");
        scene("e1=3", "capture").lay(1, "e4", &stack).play().may("e1>d1")
    };
    assert!(weak(3) && !weak(2));
    // AK57: never the Joker's attack, always the enemy king's.
    for points in 1..=15 {
        let king = format!("e1={points}");
        assert!(!scene(&king, "capture").lay(1, "e4", "joker").play().may("e1>d1"), "{points}");
        let kings = Scene::with(json!({ "check": "capture" })).kings(&king, "e2=1");
        assert!(kings.lay(0, "d1", "shu").play().may("e1>d1"), "{points}");
    }
    // The log and the prompt agree on check.
    for (points, is) in [(2, true), (3, false)] {
        let scene = scene(&format!("e1={points}"), "capture").turn(1);
        let played = scene.lay(1, "d4", "ko").acts(&["d4>e3"]);
        assert_eq!(played.has(json!({ "event": "check", "seat": 0 })), is);
    }
}

/// AK36: the step is legal even if the king is still in check after it.
#[test]
fn k87_ak36_the_check_need_not_end() {
    let scene = Scene::new().lay(1, "e4", "ko").lay(1, "d4", "ko").lay(0, "d1", "shu");
    let played = scene.acts(&["e1>d1", "settle a1"]);
    assert_eq!(played.king(0), 11);
    let hit = played.after("d4>d1");
    assert_eq!(hit.king(0), 9);
}

#[test]
fn k90_no_king_above_fifteen_by_step() {
    let scene = Scene::new().kings("e1=14", "a5").lay(1, "e4", "ko").lay(0, "d1", "shu+ko");
    assert_eq!(scene.acts(&["e1>d1"]).king(0), 15);
}

/// A king that already has the maximum of points keeps it, and the event does not say that he gained
/// any.
#[test]
fn k90_a_king_who_gains_nothing_is_not_said_to() {
    let said = |king: &str| {
        let scene = Scene::new().kings(king, "a5").lay(1, "e4", "ko").lay(0, "d1", "shu+ko");
        let played = scene.acts(&["e1>d1"]);
        let event = played.all(json!({ "event": "king_stepped" })).remove(0);
        (event["gain"].as_u64().unwrap(), log_of(&played))
    };
    let (gain, log) = said("e1=15");
    assert_eq!(gain, 0);
    assert!(log.en.contains("stays at 15 points") && log.ja.contains("15点のまま"), "{log:?}");
    let (gain, log) = said("e1=14");
    assert_eq!(gain, 1);
    assert!(log.en.contains("gains 1: now 15 points"), "{log:?}");
}

/// The log text of the last event.
fn log_of(played: &Played) -> zashiki_core::LocalizedText {
    played.told(json!({})).pop().unwrap().0
}
