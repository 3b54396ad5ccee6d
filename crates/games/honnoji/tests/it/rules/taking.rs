//! Picking up: H-80 to H-93.

use serde_json::json;

use crate::support::*;

/// A scene with these pawns and piles. No seat lays anything.
fn taking(pawns: &[u8], piles: &[(usize, &str)]) -> Scene {
    let scene = Scene::new(pawns.len() as u8).round(4).pawns(pawns);
    piles.iter().fold(scene, |scene, (square, faces)| scene.pile(*square, faces))
}

fn idle(scene: &Scene) -> Played {
    scene.lay(&["nothing"; 5])
}

#[test]
fn h80_who_is_alone_takes_all() {
    let played = idle(&taking(&[1, 2, 2], &[(1, "tsukumo enza katana")]));
    assert_eq!(played.exposed(0), in_order("koban tsukumo enza katana"));
    assert_eq!(played.settled().pile(1), [""; 0]);
    assert_eq!(played.count(json!({ "event": "picked_up", "seat": 0, "square": 1 })), 3);
}

#[test]
fn h81_what_is_picked_up_is_exposed_and_not_in_hand() {
    let played = idle(&taking(&[1, 2, 2], &[(1, "katana gun enza")]));
    assert_eq!(played.exposed(0), in_order("koban enza katana gun"));
    assert_eq!(played.hand(0), in_order(BASIC));
    // A shared square.
    let mut played = idle(&taking(&[1, 1, 2], &[(1, "katana gun enza")]));
    played.acts(&["take katana", "take gun"]);
    assert_eq!(
        (played.exposed(0), played.exposed(1)),
        (in_order("koban katana"), in_order("koban gun"))
    );
    assert_eq!(played.hand(0), in_order(BASIC));
}

#[test]
fn h82_several_with_enough_cards_take_one_each_of_their_choice() {
    let scene = taking(&[1, 1, 2], &[(1, "tsukumo enza katana")]);
    for (first, second, left) in [
        ("enza", "tsukumo", "katana"),
        ("katana", "enza", "tsukumo"),
        ("tsukumo", "katana", "enza"),
    ] {
        let mut played = idle(&scene);
        assert_eq!((played.phase().as_str(), played.awaited()), ("pick_up", Some(Seat(0))));
        assert_eq!(played.asked_by(), "H-82");
        assert_eq!(played.legal(), ["take tsukumo", "take enza", "take katana"]);
        assert_eq!(played.refused("take gun"), "H-82");
        played.act(&format!("take {first}"));
        assert!(!played.may(&format!("take {first}")));
        played.act(&format!("take {second}"));
        assert_eq!(played.exposed(0), in_order(&format!("koban {first}")));
        assert_eq!(played.exposed(1), in_order(&format!("koban {second}")));
        assert_eq!(played.settled().pile(1), [left]);
    }
}

#[test]
fn h83_h22_they_choose_clockwise_from_the_first_player() {
    for (first, order) in [(0, [0, 1, 3]), (1, [1, 3, 0]), (2, [3, 0, 1]), (3, [3, 0, 1])] {
        let scene = taking(&[1, 1, 2, 1], &[(1, "tsukumo enza katana gun")]).first(first);
        // Four cards would make it a fire square; with three cards the last seat has no choice.
        let scene = scene.pile(1, "tsukumo enza katana");
        let mut played = idle(&scene);
        assert_eq!(played.awaited(), Some(Seat(order[0])));
        played.act("take enza");
        assert_eq!(played.awaited(), Some(Seat(order[1])));
        played.act("take katana");
        let took = played.all(json!({ "event": "picked_up" }));
        let seats: Vec<u64> = took.iter().map(|event| event["seat"].as_u64().unwrap()).collect();
        assert_eq!(seats, order.map(u64::from));
    }
}

#[test]
fn h84_it_goes_round_once() {
    let mut played = idle(&taking(&[1, 1, 2], &[(1, "tsukumo enza katana")]));
    played.acts(&["take enza", "take katana"]);
    assert_eq!(played.count(json!({ "event": "picked_up" })), 2);
    assert_eq!(played.settled().pile(1), ["tsukumo"]);
}

#[test]
fn h85_with_too_few_cards_nobody_takes_any() {
    let played = idle(&taking(&[1, 1, 1], &[(1, "tsukumo enza")]));
    assert!(played.has(json!({ "event": "too_few", "square": 1, "cards": 2, "players": 3 })));
    assert!(!played.has(json!({ "event": "picked_up" })));
    assert_eq!(played.settled().pile(1), ["tsukumo", "enza"]);
    // With one more card every seat takes one.
    let mut played = idle(&taking(&[1, 1, 1], &[(1, "tsukumo enza katana")]));
    played.acts(&["take tsukumo", "take enza"]);
    assert_eq!(played.count(json!({ "event": "picked_up" })), 3);
}

#[test]
fn h86_where_nobody_is_the_cards_stay() {
    let played = idle(&taking(&[1, 2, 3], &[(4, "tsukumo enza"), (5, "katana")]));
    let settled = played.settled();
    assert_eq!((settled.pile(4), settled.pile(5)), (in_order("tsukumo enza"), in_order("katana")));
    assert!(!played.has(json!({ "event": "picked_up" })));
}

/// The rulebook's first example of picking up cards.
#[test]
fn h87_h88_h86_one_takes_three_and_three_take_none_of_two() {
    let played =
        idle(&taking(&[2, 1, 2, 2], &[(1, "tsukumo enza katana"), (2, "gun joo"), (5, "bandai")]));
    assert_eq!(played.exposed(1), in_order("koban tsukumo enza katana"));
    assert_eq!(played.count(json!({ "event": "picked_up" })), 3);
    let settled = played.settled();
    let piles = [1, 2, 5].map(|square| settled.pile(square).join(" "));
    assert_eq!(piles, ["", "gun joo", "bandai"]);
}

#[test]
fn h88_three_players_and_two_cards() {
    let played = idle(&taking(&[4, 4, 4], &[(4, "enza tsukumo")]));
    assert_eq!(played.settled().pile(4), ["enza", "tsukumo"]);
    assert!((0..3).all(|seat| played.exposed(seat) == ["koban"]));
}

/// The rulebook's second example of picking up cards, one square after the other.
#[test]
fn h89_h90_one_each_and_what_is_left_stays() {
    let scene = taking(&[1, 2, 1, 2], &[(1, "tsukumo enza katana"), (2, "gun joo")]).first(2);
    let mut played = idle(&scene);
    assert_eq!(played.awaited(), Some(Seat(2)), "the first player is next to himself");
    played.act("take katana");
    assert_eq!(played.awaited(), Some(Seat(0)));
    played.act("take tsukumo");
    assert_eq!(played.awaited(), Some(Seat(3)));
    played.act("take joo");
    // The last seat takes the remaining card without a choice.
    let last = json!({ "event": "picked_up", "seat": 1, "face": "gun", "forced": true });
    assert!(played.has(last));
    let settled = played.settled();
    assert_eq!((settled.pile(1), settled.pile(2)), (in_order("enza"), vec![]));
}

#[test]
fn h90_as_many_cards_as_players() {
    let mut played = idle(&taking(&[3, 3, 3], &[(3, "tsukumo enza katana")]));
    played.acts(&["take katana", "take enza"]);
    let seats = [0, 1, 2].map(|seat| played.exposed(seat).join(" "));
    assert_eq!(seats, ["koban katana", "koban enza", "koban tsukumo"]);
    assert_eq!(played.settled().pile(3), [""; 0]);
}

#[test]
fn h91_ah42_the_squares_are_settled_from_1_to_5() {
    // The first player is on square 4, others are on square 2: square 2 comes first nevertheless.
    let scene = taking(&[4, 2, 2, 4, 5], &[(2, "enza joo"), (4, "tsukumo gun"), (5, "bandai")]);
    let mut played = idle(&scene);
    assert_eq!(
        (played.awaited(), played.legal()),
        (Some(Seat(1)), vec!["take enza".to_owned(), "take joo".to_owned()])
    );
    played.act("take enza");
    assert_eq!((played.awaited(), played.legal().len()), (Some(Seat(0)), 2));
    played.act("take gun");
    let squares = played.all(json!({ "event": "picked_up" }));
    let squares: Vec<u64> = squares.iter().map(|event| event["square"].as_u64().unwrap()).collect();
    assert_eq!(squares, [2, 2, 4, 4, 5]);
}

#[test]
fn h92_h93_nobody_picks_up_on_a_fire_square() {
    // Alone, with others, with a fire card, with four cards.
    for (pawns, pile) in [
        ([1, 2, 3], "enza fire"),
        ([1, 1, 3], "enza joo fire"),
        ([1, 2, 3], "enza joo gun bandai"),
        ([1, 1, 3], "enza joo gun fire"),
    ] {
        let mut played = idle(&taking(&pawns, &[(1, pile)]));
        assert!(!played.has(json!({ "event": "picked_up" })), "{pile}");
        while !played.is_deciding() {
            assert_eq!(played.phase(), "fire");
            played.act(&played.legal()[0].clone());
        }
        // All these cards are discarded, and no seat has any.
        for face in split(pile) {
            assert!(played.settled().discards().contains(&face.to_owned()), "{face} of {pile}");
            assert!((0..3).all(|seat| !played.exposed(seat).contains(&face.to_owned())));
        }
    }
    // Without fire the same cards are picked up.
    assert_eq!(idle(&taking(&[1, 2, 3], &[(1, "enza joo gun")])).exposed(0).len(), 4);
}

#[test]
fn h80_h85_ah19_nothing_is_taken_from_an_empty_square() {
    for pawns in [[1, 2, 3], [1, 1, 1]] {
        let played = idle(&taking(&pawns, &[]));
        assert!(!played.has(json!({ "event": "picked_up" })));
        assert!((0..3).all(|seat| played.exposed(seat) == ["koban"]));
    }
}

#[test]
fn h82_ah20_nobody_may_decline_a_card() {
    let played = idle(&taking(&[1, 1, 2], &[(1, "katana gun")]));
    assert_eq!(played.legal(), ["take katana", "take gun"]);
    assert_eq!(played.refused("recover nothing"), "T-4");
    assert_eq!(played.refused_to(Seat(1), "take gun"), "T-2");
}

#[test]
fn h82_ah44_ah49_equal_cards_are_one_choice_and_one_choice_is_none() {
    let mut played = idle(&taking(&[1, 1, 2], &[(1, "katana katana gun")]));
    assert_eq!(played.legal(), ["take katana", "take gun"]);
    played.act("take katana");
    assert_eq!(played.legal(), ["take katana", "take gun"]);
    played.act("take katana");
    assert_eq!(played.settled().pile(1), ["gun"]);
    // Three swords: there is no decision, and the log has the three cards.
    let played = idle(&taking(&[1, 1, 2], &[(1, "katana katana katana")]));
    assert!(played.is_deciding() && played.round() == 5);
    assert_eq!(played.count(json!({ "event": "picked_up", "forced": true })), 2);
    // Treasures with equal points are different cards.
    let played = idle(&taking(&[1, 1, 2], &[(1, "juko_konasu seitaka")]));
    assert_eq!(played.legal(), ["take juko_konasu", "take seitaka"]);
}
