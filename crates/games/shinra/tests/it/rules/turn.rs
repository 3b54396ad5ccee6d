//! Turns: moves, items put from the hand, retreats (K-46 … K-56, K-79 … K-81, K-86).

use serde_json::{Value, json};

use zashiki_core::GameState;

use crate::support::*;

/// The prompt of a turn names the kinds of action that are legal.
#[test]
fn k46_k76_k87_the_question_names_the_ways_of_a_turn() {
    let asked = |scene: Scene| scene.play().game.prompt(zashiki_core::Seat(0)).unwrap().0;
    let plain = Scene::new().lay(0, "d1", "shu").hand(0, &["dai"]);
    let text = asked(plain);
    for way in ["move a piece", "put down a card", "take one back"] {
        assert!(text.en.contains(way), "{text:?}");
    }
    assert!(!text.en.contains("Queen") && !text.en.contains("King"), "{text:?}");
    let captive = asked(Scene::new().lay(0, "d1", "shu").hand(0, &["queen+dai!"]));
    assert!(captive.en.contains("give the Queen back") && captive.ja.contains("王妃を返す"));
    let checked = Scene::new().lay(0, "d1", "shu").lay(1, "e4", "ko");
    assert!(asked(checked.clone()).en.contains("the King's step"));
    assert!(!asked(checked.stepped(0)).en.contains("the King's step"));
}

#[test]
fn k46_a_turn_is_one_of_its_ways() {
    let scene = Scene::new().lay(0, "c2", "shu").hand(0, &["dai", "ko+dai"]).lay(1, "c5", "dai");
    let played = scene.play();
    assert_eq!(played.asked_by(), "K-46");
    let all = played.sorted();
    for start in ["c2>", "put ", "retreat "] {
        assert!(all.iter().any(|action| action.starts_with(start)), "{start}");
    }
    // After each of them it is the opponent's turn.
    for action in ["c2>c3", "put dai a1", "put ko+dai a1", "retreat c2"] {
        assert_eq!(played.after(action).awaited(), Some(Seat(1)), "{action}");
    }
    // Actions of other stages are refused.
    for other in ["back a1", "join c2", "to hand", "settle a1", "return queen", "keep queen"] {
        played.refused(other);
    }
    // The other seat may not act.
    assert_eq!(played.refused_to(Seat(1), "c5>b3"), "T-2");
    assert_eq!(played.after("c2>c3").refused_to(Seat(0), "c3>c4"), "T-2");
}

#[test]
fn k47_a_piece_moves_to_an_empty_square() {
    let played = Scene::new().lay(0, "c2", "shu+ko=2").play();
    let after = played.after("c2>c5");
    assert_eq!((after.piece("c5"), after.piece("c2")), ("0 shu+ko=2".into(), String::new()));
    // The square must hold a piece of the seat.
    assert!(["K-46", "K-47"].contains(&played.refused("b2>b3")));
    let enemy = Scene::new().lay(1, "c4", "ko").play();
    assert!(["K-46", "K-47"].contains(&enemy.refused("c4>c3")));
    assert!(played.refused("c2>c2").starts_with("K-"));
}

#[test]
fn k50_singles_and_stacks_are_put_on_empty_squares() {
    let scene = Scene::new().lay(0, "c2", "ko").lay(1, "c4", "ko").hand(0, &["shu", "ko+dai"]);
    let played = scene.play();
    // A single may go to any empty square: 25 squares less two kings and two pieces.
    assert_eq!(played.sorted_with("put shu ").len(), 21);
    assert_eq!(played.after("put shu e4").piece("e4"), "0 shu");
    assert_eq!(played.after("put shu e4").hand(0), ["ko+dai"]);
    // AK10: a stack only into the seat's territory.
    let homes = ["a1", "a2", "b1", "b2", "c1", "d1", "d2", "e2"];
    let wanted: Vec<String> = homes.iter().map(|to| format!("put ko+dai {to}")).collect();
    assert_eq!(played.sorted_with("put ko+dai "), wanted);
    assert_eq!(played.after("put ko+dai a2").piece("a2"), "0 ko+dai=3");
    for out in ["a3", "c3", "e4", "b5"] {
        assert_eq!(played.refused(&format!("put ko+dai {out}")), "K-38", "{out}");
    }
    // Occupied squares are refused.
    assert_eq!(played.refused("put ko+dai c2"), "K-52");
    assert_eq!(played.refused("put shu c4"), "K-50");
    // Items that are not in the hand are refused.
    assert_eq!(played.refused("put dai a1"), "K-71");
    assert_eq!(played.refused("put general a1"), "K-50");
    // The second seat has its own rows.
    let second = Scene::new().turn(1).hand(1, &["shu+ko", "dai"]).play();
    assert!(second.may("put shu+ko b4") && !second.may("put shu+ko b3"));
    assert!(!second.may("put shu+ko b2") && second.may("put dai b2"));
}

#[test]
fn k51_ak33_a_hand_single_is_added_to_a_stack_anywhere() {
    let scene = Scene::new().lay(0, "c2", "shu+ko=2").lay(0, "c5", "shu+ko");
    let played = scene.hand(0, &["dai", "general", "ko", "queen"]).play();
    assert_eq!(played.after("put dai c2").piece("c2"), "0 shu+ko+dai=3");
    assert_eq!(played.after("put dai c5").piece("c5"), "0 shu+ko+dai=4");
    // 王妃 and 将軍 only into the seat's territory.
    for court in ["general", "queen"] {
        let after = played.after(&format!("put {court} c2"));
        assert_eq!(after.piece("c2"), format!("0 {court}+shu+ko=5"));
        assert_eq!(played.refused(&format!("put {court} c5")), "K-86");
    }
    assert_eq!(played.refused("put ko c5"), "K-18");
}

#[test]
fn k51_ak9_a_hand_single_is_not_laid_on_a_single() {
    let played = Scene::new().lay(0, "c2", "ko").hand(0, &["dai", "shu+dai"]).play();
    assert_eq!(played.refused("put dai c2"), "K-51");
    assert!(played.may("put dai c3"));
    // A move onto it is legal.
    let moved = Scene::new().lay(0, "c2", "ko").lay(0, "c1", "shu").play();
    assert!(moved.may("c1>c2"));
}

#[test]
fn k52_a_hand_stack_is_put_on_nothing() {
    let played = Scene::new().lay(0, "c2", "ko").lay(0, "b2", "ko+dai").lay(0, "a2", "queen+shu");
    let played = played.hand(0, &["shu+dai", "general"]).play();
    assert_eq!(played.refused("put shu+dai c2"), "K-52");
    assert!(["K-52", "K-17"].contains(&played.refused("put shu+dai b2")));
    assert!(played.may("put general b2") && played.may("put shu+dai a1"));
}

#[test]
fn k53_ak35_a_remainder_may_start_as_a_stack_of_two() {
    let scene =
        Scene::new().lay(0, "c2", "ko").hand(0, &["shu~", "dai", "shu", "ko+dai", "hachitobi"]);
    let played = scene.play();
    let put = played.after("pair shu~ dai a1");
    assert_eq!(put.piece("a1"), "0 shu+dai=3");
    assert_eq!(put.hand(0), ["hachitobi", "ko+dai", "shu"]);
    // Only on an empty square of the seat's territory.
    assert_eq!(played.refused("pair shu~ dai c3"), "K-38");
    assert!(["K-50", "K-53"].contains(&played.refused("pair shu~ dai c2")));
    // Only with a combinable card of another kind from the same hand.
    assert!(played.refused("pair shu~ shu a1").starts_with(['K', 'T']));
    assert!(played.refused("pair shu~ hachitobi a1").starts_with(['K', 'T']));
    assert!(["K-50", "K-53", "K-71"].contains(&played.refused("pair shu~ general a1")));
    // Only a remainder may start a stack.
    let plain = Scene::new().hand(0, &["shu", "dai"]).play();
    assert!(plain.sorted_with("pair").is_empty());
    assert!(["K-50", "K-53"].contains(&plain.refused("pair shu~ dai a1")));
    // Alone it is an ordinary single, and on the sheet it loses the mark.
    let mut alone = played.after("put shu~ c3");
    assert_eq!(alone.piece("c3"), "0 shu");
    alone.acts(&["a5>a4", "retreat c3"]);
    assert_eq!(alone.hand(0), ["dai", "hachitobi", "ko+dai", "shu", "shu"]);
    // It may be added to a stack.
    let added =
        Scene::new().lay(0, "c2", "ko+dai").hand(0, &["shu~", "dai"]).acts(&["put shu~ c2"]);
    assert_eq!(added.piece("c2"), "0 shu+ko+dai=4");
}

#[test]
fn k53_two_remainders_are_one_pair() {
    let played = Scene::new().hand(0, &["ko~", "shu~", "general"]).play();
    let pairs = played.sorted_with("pair");
    assert!(pairs.contains(&"pair shu~ ko~ a1".to_owned()), "{pairs:?}");
    assert!(!pairs.contains(&"pair ko~ shu~ a1".to_owned()));
    assert_eq!(played.after("pair shu~ ko~ a1").piece("a1"), "0 shu+ko=3");
    assert_eq!(played.after("pair shu~ ko~ a1").hand(0), ["general"]);
    assert_eq!(played.after("pair ko~ general a1").piece("a1"), "0 general+ko=5");
}

#[test]
fn k54_a_stack_may_be_retreated() {
    let played = Scene::new().lay(0, "c4", "shu+ko=1").hand(0, &[]).acts(&["retreat c4"]);
    assert_eq!(played.piece("c4"), "");
    assert_eq!(played.hand(0), ["shu+ko"]);
    assert_eq!(played.awaited(), Some(Seat(1)));
}

#[test]
fn k55_so_may_a_single() {
    for single in ["shu", "queen", "hachitobi", "joker"] {
        let played = Scene::new().lay(0, "c4", single).hand(0, &[]).acts(&["retreat c4"]);
        assert_eq!((played.piece("c4"), played.hand(0)), (String::new(), vec![single.to_owned()]));
    }
    // Only pieces of the seat.
    let played = Scene::new().lay(1, "c4", "shu").play();
    let refused = played.refused("retreat c4");
    assert!(["K-54", "K-55", "K-47"].contains(&refused), "{refused}");
    played.refused("retreat c3");
}

#[test]
fn k56_the_king_never_retreats() {
    let played = Scene::new().lay(0, "c4", "shu").play();
    assert_eq!(played.refused("retreat e1"), "K-56");
    assert_eq!(played.sorted_with("retreat"), ["retreat c4"]);
}

#[test]
fn k79_hachitobi_waits_for_the_battle() {
    // In the gap, on the middle ground and on the middle square.
    let mut played = Played::arranged();
    assert_eq!(played.refused("put hachitobi c2"), "K-79");
    played.acts(&["put general c2", "no switch", "put general c4", "no switch"]);
    assert_eq!(played.refused("put hachitobi a3"), "K-79");
    assert_eq!(Played::middle_left().refused("put hachitobi c3"), "K-79");
    // In the battle it may be put on any empty square.
    let battle = Scene::new().hand(0, &["hachitobi", "shu"]).play();
    assert_eq!(battle.sorted_with("put hachitobi ").len(), 23);
}

#[test]
fn k80_the_joker_waits_until_the_own_king_has_six() {
    for points in 1..=15 {
        let scene = Scene::new().kings(&format!("e1={points}"), "a5=1");
        let played = scene.hand(0, &["joker", "shu"]).play();
        assert_eq!(played.may("put joker c3"), points <= 6, "{points}");
        if points > 6 {
            assert_eq!(played.refused("put joker c3"), "K-80");
        }
    }
    // AK47: on the sheet it stays usable, even if the king recovers.
    let there = Scene::new().lay(0, "c2", "joker").lay(1, "c4", "shu").play();
    assert_eq!(there.king(0), 10);
    assert!(there.may("c2>c4") && there.may("c2>b2"));
    // After a retreat or a capture the condition applies again.
    let mut played = Scene::new().lay(0, "c2", "joker").lay(1, "e4", "ko").acts(&["retreat c2"]);
    played.act("e4>e3");
    assert_eq!(played.refused("put joker c2"), "K-80");
    let taken =
        Scene::new().kings("e1=10", "a5=1").lay(0, "c2", "shu+ko+dai").lay(1, "c3", "joker");
    let mut played = taken.lay(1, "d4", "ko").acts(&["c2>c3", "d4>d3"]);
    assert_eq!(played.refused("put joker c2"), "K-80");
    played = played.after("retreat c3");
    assert!(played.hand(0).contains(&"joker".to_owned()));
}

#[test]
fn k86_queen_and_general_come_home_only() {
    let played = Scene::new().hand(0, &["queen", "general", "shu"]).play();
    for court in ["queen", "general"] {
        let places = played.sorted_with(&format!("put {court} "));
        assert_eq!(places.len(), 9, "{places:?}");
        assert!(played.may(&format!("put {court} c2")));
        for out in ["c3", "a4", "e5"] {
            assert_eq!(played.refused(&format!("put {court} {out}")), "K-86");
        }
    }
    // On the sheet they move without this limit.
    assert!(Scene::new().lay(0, "c2", "queen").play().may("c2>c3"));
    // A captured 将軍 is put into the captor's territory.
    let second = Scene::new().turn(1).hand(1, &["general", "shu"]).play();
    assert!(second.may("put general c4") && !second.may("put general c2"));
}

/// In every view, an item that cannot be used names the rule that prevents its use.
#[test]
fn k74_k78_k79_k80_the_hand_shows_what_cannot_be_used() {
    let unusable = |played: &Played, seat: usize, item: &str| {
        let hand = played.view()["hands"][seat].clone();
        let shown = hand.as_array().unwrap().iter().find(|held| held["item"] == item).cloned();
        shown.unwrap_or_else(|| panic!("{item} in {hand:#}"))["unusable"]["rule"].clone()
    };
    let scene = |king: &str| {
        let scene = Scene::new().kings(king, "a5").lay(0, "c2", "queen");
        scene.hand(0, &["joker", "hachitobi", "shu", "shu+ko", "queen+dai!"]).play()
    };
    for (king, item, rule) in [
        ("e1=7", "joker", json!("K-80")),
        ("e1=6", "joker", Value::Null),
        ("e1", "hachitobi", Value::Null),
        ("e1", "shu", Value::Null),
        ("e1", "shu+ko", Value::Null),
        ("e1", "queen+dai!", json!("K-78")),
    ] {
        assert_eq!(unusable(&scene(king), 0, item), rule, "{item} with {king}");
    }
    let alone = Scene::new().lay(0, "c2", "queen").hand(0, &["queen!", "shu"]).play();
    assert_eq!(unusable(&alone, 0, "queen!"), json!("K-74"));
    // Before the battle, for both seats.
    let deployment = Played::arranged();
    for seat in [0, 1] {
        assert_eq!(unusable(&deployment, seat, "hachitobi"), json!("K-79"));
        assert_eq!(unusable(&deployment, seat, "joker"), json!("K-80"));
        assert_eq!(unusable(&deployment, seat, "shu"), Value::Null);
    }
}

/// AK40: even a king that is alone on the board has a legal action.
#[test]
fn k46_ak40_nobody_is_without_an_action() {
    // A blocked piece may retreat; a king alone can move.
    let lone = Scene::new().kings("a1", "e5").hand(0, &[]).play();
    assert_eq!(lone.sorted(), ["a1>a2", "a1>b1", "a1>b2"]);
    // A surrounded king captures an enemy piece.
    let scene = Scene::new().kings("a1", "e5").hand(0, &[]);
    let scene = scene.lay(1, "a2", "queen+general+ko").lay(1, "b1", "joker").lay(1, "b2", "ko+dai");
    assert_eq!(scene.play().sorted(), ["a1>a2", "a1>b1", "a1>b2"]);
}

/// The engine plays the only legal action itself: that of a king alone whose only arrow points forward.
#[test]
fn k46_the_only_possible_turn_is_taken() {
    let all = "step = [\"F\", \"FR\", \"R\", \"BR\", \"B\", \"BL\", \"L\", \"FL\"]\nslide = []";
    let file = file_with(&[(all, "step = [\"F\", \"B\"]\nslide = []")]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    let scene = Scene::on(config).turn(1).hand(0, &[]).lay(1, "c4", "shu");
    let played = scene.acts(&["c4>c3"]);
    assert_eq!((played.piece("e2"), played.awaited()), ("0 king=10".into(), Some(Seat(1))));
    assert!(played.has(json!({ "event": "moved", "seat": 0, "from": "e1", "to": "e2" })));
    assert_eq!(played.view()["turns"], json!(4));
}

/// AK39: a seat in check may play any move, and the king may move into check.
#[test]
fn k46_ak39_a_king_may_stay_or_step_into_check() {
    let scene = Scene::new().kings("e1", "a5").lay(1, "e4", "ko").lay(1, "d4", "ko");
    let played = scene.lay(0, "a1", "shu").hand(0, &["dai", "ko"]).play();
    for action in ["a1>a2", "put dai a2", "retreat a1", "e1>d1", "e1>e2"] {
        assert!(played.may(action), "{action}");
    }
}

/// AK34: equal items of a hand give only one action.
#[test]
fn k50_ak34_equal_things_in_hand_are_one_choice() {
    let played = Scene::new().hand(0, &["shu", "shu", "shu~", "ko+dai", "ko+dai@1"]).play();
    let to_a1 = |start: &str| {
        let all = played.sorted_with(start);
        all.into_iter().filter(|action| action.ends_with(" a1")).collect::<Vec<_>>()
    };
    assert_eq!(to_a1("put "), ["put ko+dai a1", "put ko+dai@1 a1", "put shu a1", "put shu~ a1"]);
    assert_eq!(played.after("put ko+dai@1 a1").piece("a1"), "0 ko+dai=1");
    assert_eq!(played.after("put ko+dai a1").piece("a1"), "0 ko+dai=3");
    assert_eq!(played.after("put shu~ a1").hand(0), ["ko+dai", "ko+dai@1", "shu", "shu"]);
}

/// Every text that is not the notation of an action is rejected with a message.
#[test]
fn k46_what_is_no_action_is_refused() {
    let played = Scene::new().lay(0, "c2", "shu").play();
    for (text, rule) in [
        ("", "T-3"),
        ("c2", "T-3"),
        ("c2>", "K-32"),
        ("c2>c9", "K-32"),
        ("f1>a1", "K-32"),
        ("put shu", "T-3"),
        ("put king", "T-3"),
        ("put horse c3", "T-3"),
        ("put shu+shu c3", "T-3"),
        ("put shu+joker c3", "T-3"),
        ("put shu@2 c3", "T-3"),
        ("put shu! c3", "T-3"),
        ("pair shu dai a1", "T-3"),
        ("pair shu~ shu~ a1", "T-3"),
        ("to hands", "T-3"),
        ("switch a1 a1", "K-39"),
        ("arrange a9=shu", "K-32"),
        ("arrange a1=horse", "K-33"),
    ] {
        let no = unread(text);
        assert_eq!(no.rule.0, rule, "{text:?}: {no}");
        assert!(!no.message.ja.is_empty() && !no.message.en.is_empty());
    }
    assert_eq!(json!(played.awaited()), json!(0));
}
