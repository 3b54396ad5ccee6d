//! End of the round and points: H-134 to H-142.

use serde_json::json;
use zashiki_core::GameState;

use crate::support::*;

fn idle(scene: &Scene) -> Played {
    scene.lay(&["nothing"; 5])
}

/// A scene in which no pawn can pick up a card.
fn quiet(seats: usize) -> Scene {
    Scene::new(seats as u8).round(4).pawns(&[5; 5][..seats])
}

#[test]
fn h134_fire_squares_are_cleared() {
    let scene = quiet(3).pile(1, "enza fire").pile(2, "joo gun bandai tsukumo").pile(3, "chosho");
    let played = idle(&scene);
    let cleared = played.all(json!({ "event": "cleared" }));
    assert_eq!(cleared.len(), 2);
    assert_eq!(words(&cleared[0]["faces"]), in_order("enza fire"));
    assert_eq!(words(&cleared[1]["faces"]), in_order("joo gun bandai tsukumo"));
    let settled = played.settled();
    assert!(settled.pile(1).is_empty() && settled.pile(2).is_empty());
    for face in split("enza fire joo gun bandai tsukumo") {
        assert!(settled.discards().contains(&face.to_owned()), "{face}");
    }
    assert!(!settled.discards().contains(&"chosho".into()));
}

#[test]
fn h135_other_squares_keep_their_cards() {
    let played = idle(&quiet(3).pile(1, "fire").pile(2, "joo gun bandai").pile(3, "chosho"));
    let settled = played.settled();
    assert_eq!(
        (settled.pile(2).join(" "), settled.pile(3).join(" ")),
        ("joo gun bandai".into(), "chosho".into())
    );
    assert!(settled.pile(1).is_empty());
}

/// The seat that is first player after a round in which `first` was first player and the seats had
/// these exposed cards.
fn marker(first: u8, exposed: &[&str]) -> u64 {
    let scene = quiet(exposed.len()).first(first);
    let scene = (0..exposed.len()).fold(scene, |scene, seat| scene.exposed(seat, exposed[seat]));
    let played = idle(&scene);
    let moved = played.has(json!({ "event": "marker_moved" }));
    assert_eq!(moved, played.first() != u64::from(first));
    // The new first player declares first.
    assert_eq!(played.awaited().map(|seat| seat.0.into()), Some(played.first()));
    played.first()
}

#[test]
fn h136_the_most_points_exposed_get_the_marker() {
    for first in 0..3 {
        assert_eq!(marker(first, &["koban", "tsukumo", "enza"]), 1);
        // Points count, not cards: one card with five points against treasures with two and one.
        assert_eq!(marker(first, &["koban chosho", "1 2 3 4", "tsukumo"]), 2);
    }
}

#[test]
fn h137_ah33_points_in_hand_do_not_count_for_the_marker() {
    let scene = quiet(3).exposed(0, "koban").exposed(1, "chosho");
    let scene = scene.hand(0, &format!("{BASIC} ranmaru mitsuhide katana gun"));
    assert_eq!(idle(&scene).first(), 1);
    // Exposed, they count.
    let scene = quiet(3).exposed(0, "koban ranmaru").exposed(1, "chosho");
    assert_eq!(idle(&scene).first(), 0);
    // Laid cards are exposed by then, recovered cards are not.
    let scene = quiet(3).hand(0, &format!("{BASIC} ranmaru")).exposed(1, "chosho");
    assert_eq!(scene.lay(&["ranmaru@0:0", "nothing", "nothing"]).first(), 0);
    let scene = quiet(3).exposed(0, "koban ranmaru").exposed(1, "chosho");
    let mut played = scene.lay(&["crest@0:0 1@-1:0", "nothing", "nothing"]);
    played.act("recover ranmaru");
    assert_eq!(played.first(), 1);
}

#[test]
fn h138_ah34_a_tie_goes_clockwise_from_the_first_player_himself() {
    // If all seats are equal, the marker stays.
    for first in 0..4 {
        assert_eq!(marker(first, &["koban"; 4]), u64::from(first));
    }
    // If two seats are equal, the first of them clockwise gets the marker.
    let tied = ["koban", "enza", "koban", "bandai"];
    for (first, wanted) in [(0, 1), (1, 1), (2, 3), (3, 3)] {
        assert_eq!(marker(first, &tied), wanted, "from {first}");
    }
}

/// A scene at the end of round 6 with these exposed cards.
fn last(exposed: &[&str]) -> Scene {
    let scene = quiet(exposed.len()).round(6);
    (0..exposed.len()).fold(scene, |scene, seat| scene.exposed(seat, exposed[seat]))
}

#[test]
fn h139_ah38_points_in_hand_and_exposed_are_added() {
    let hand = format!("{BASIC} katana ranmaru");
    let scene = last(&["koban tsukumo", "koban enza juko_konasu joo", "gun chosho"]).hand(0, &hand);
    let played = idle(&scene);
    assert_eq!(played.game.scores(), [9, 11, 3]);
    let ended = &played.all(json!({ "event": "ended" }))[0];
    assert_eq!(ended["points"], json!([9, 11, 3]));
    // Every face has the points that RULES.md states.
    for (faces, points) in [
        ("tsukumo", 5),
        ("juko_konasu seitaka", 4),
        ("enza bandai joo juko_chawan", 3),
        ("chosho mokkei chidori kateki miyao", 2),
        ("ranmaru mitsuhide", 2),
        ("koban katana gun", 1),
        ("3 4", 0),
    ] {
        for face in split(faces) {
            assert_eq!(last(&[face, "", ""]).play().game.scores()[0], points, "{face}");
        }
    }
    // Basic cards in hand have no points (A-H38).
    assert_eq!(last(&["", "", ""]).play().game.scores(), [0, 0, 0]);
}

#[test]
fn h140_the_most_points_win() {
    for seats in 3..=5 {
        let mut exposed = vec!["koban"; seats];
        exposed[seats - 1] = "koban joo";
        let played = idle(&last(&exposed));
        assert_eq!(played.end(), Some((vec![Seat(seats as u8 - 1)], "points")));
    }
    // Points in hand count, and more cards are no disadvantage.
    let scene = last(&["koban", "chosho", "koban"]).hand(0, &format!("{BASIC} katana gun"));
    assert_eq!(idle(&scene).end(), Some((vec![Seat(0)], "points")));
}

#[test]
fn h141_of_equal_points_fewer_cards_win() {
    for seats in 3..=5 {
        let mut exposed = vec!["koban"; seats];
        (exposed[0], exposed[1]) = ("koban juko_konasu", "tsukumo");
        let played = idle(&last(&exposed));
        assert_eq!(played.end(), Some((vec![Seat(1)], "fewer_cards")));
    }
    // Cards in hand count: with a sword in hand the seat has one card more than the other.
    let scene = last(&["koban", "chosho", ""]).hand(0, &format!("{BASIC} katana"));
    assert_eq!(idle(&scene).end(), Some((vec![Seat(1)], "fewer_cards")));
    // Basic cards count as cards wherever they are; every seat has six of them.
    let scene = last(&["1 2 3 koban", "koban", "koban gun"]).hand(1, &format!("{BASIC} katana"));
    let played = idle(&scene);
    assert_eq!(played.end(), Some((vec![Seat(1), Seat(2)], "draw")));
    assert_eq!(played.all(json!({ "event": "ended" }))[0]["cards"], json!([7, 8, 8]));
    // Fewer cards do not outweigh more points.
    assert_eq!(
        idle(&last(&["", "koban chosho mokkei", "koban"])).end(),
        Some((vec![Seat(1)], "points"))
    );
}

#[test]
fn h142_ah39_equal_points_and_cards_are_a_draw() {
    for seats in 3..=5 {
        let all = (0..seats as u8).map(Seat).collect();
        assert_eq!(idle(&last(&vec!["koban"; seats])).end(), Some((all, "draw")));
        let mut exposed = vec!["koban"; seats];
        (exposed[0], exposed[2]) = ("koban joo", "koban enza");
        assert_eq!(idle(&last(&exposed)).end(), Some((vec![Seat(0), Seat(2)], "draw")));
    }
}

#[test]
fn h21_ah50_the_sixth_round_ends_like_the_others() {
    let scene = last(&["koban", "koban enza", "koban"]).pile(1, "joo fire").pile(2, "gun");
    let played = idle(&scene);
    played.assert_order(&[
        json!({ "event": "cleared", "square": 1 }),
        json!({ "event": "marker_moved", "seat": 1, "from": 0 }),
        json!({ "event": "ended" }),
    ]);
    assert!(!played.has(json!({ "event": "round_began" })));
    assert_eq!((played.first(), played.pile(1).len(), played.pile(2)), (1, 0, in_order("gun")));
    assert_eq!(played.view()["end"]["reason"], json!("points"));
    assert_eq!(played.view()["phase"], json!("over"));
}

#[test]
fn h142_the_play_is_over_then() {
    let played = idle(&last(&["koban"; 3]));
    assert_eq!(played.awaited(), None);
    assert!(played.legal_for(Seat(0)).is_empty());
    for action in ["lay nothing", "take enza", "recover nothing"] {
        assert_eq!(played.refused_to(Seat(0), action), "T-1");
    }
}
