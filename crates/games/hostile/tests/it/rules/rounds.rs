//! Start and end of a round.

use serde_json::json;

use crate::support::*;

const GEMS: [&str; 9] = ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "D1"];

#[test]
fn x32_x33_five_gem_tiles_are_revealed_and_discarded() {
    let played = Scene::new(3).gem("C2", 1).gem_deck(&GEMS).last_turn().acts(&["end"]);
    let revealed = played.all(json!({ "event": "gem_tile_revealed" }));
    let revealed: Vec<_> = revealed.iter().map(|event| event["square"].as_str().unwrap()).collect();
    assert_eq!(revealed, GEMS[..5]);
    // Added to gems that are already there.
    assert_eq!(
        [1, 2, 1, 1, 1],
        ["C1", "C2", "C3", "C4", "C5"].map(|square| played.gems_on(square))
    );
    let discards = played.gem_discards();
    assert!(GEMS[..5].iter().all(|square| discards.contains(&(*square).to_owned())));
    // Gem tiles for the line are not discarded.
    assert!(!discards.contains(&"C6".to_owned()));
    assert!(played.line().contains(&"C6".to_owned()));
}

#[test]
fn x32_ax55_one_gem_after_the_other() {
    // C1 and C2 are under pawns: each gem is gained before the next tile is revealed.
    let scene = Scene::new(3).pawn(0, "C1").pawn(1, "C2").gem_deck(&GEMS).last_turn();
    let played = scene.acts(&["end"]);
    played.assert_order(&[
        json!({ "event": "gem_tile_revealed", "square": "C1" }),
        json!({ "event": "gained", "seat": 0, "square": "C1" }),
        json!({ "event": "gem_tile_revealed", "square": "C2" }),
        json!({ "event": "gained", "seat": 1, "square": "C2" }),
        json!({ "event": "emission_ended" }),
        json!({ "event": "line_refilled" }),
    ]);
    // Revealed tiles are not discards yet.
    let during = played.at(json!({ "event": "gem_tile_revealed", "square": "C2" })).view();
    assert!(!words(&during["gem_discards"]).contains(&"C1".to_owned()));
    assert_eq!(words(&during["emitted"]).len(), 2);
}

#[test]
fn x34_x35_ax27_then_the_line_is_filled_face_up() {
    for seats in 2..=4 {
        let played = Played::deal(seats, json!({}), 7);
        played.assert_order(&[
            json!({ "event": "round", "round": 1 }),
            json!({ "event": "gem_tile_revealed" }),
            json!({ "event": "line_refilled" }),
            json!({ "event": "skills_removed" }),
        ]);
        let line = played.line();
        let gems = line.iter().filter(|tile| gem_squares().contains(tile)).count();
        assert_eq!((gems, line.len()), (2, 12));
    }
}

#[test]
fn x36_tiles_left_in_the_line_stay() {
    let scene = Scene::new(3).line(&["D5", "box", "para", "ice"]).gem_deck(&GEMS);
    let deck = ["slide"; 8];
    let played = scene.floor_deck(&deck).last_turn().acts(&["end"]);
    let mut wanted: Vec<&str> = vec!["D5", "C6", "box", "para", "ice"];
    wanted.extend(["slide"; 7]);
    wanted.sort_unstable();
    let mut line = played.line();
    line.sort();
    assert_eq!(line, wanted);
    assert_eq!(played.added().len(), 8);
    // A full line is not refilled.
    let full =
        ["D5", "D6", "ice", "ice", "ice", "ice", "box", "box", "stop", "stop", "para", "para"];
    let played = Scene::new(3).line(&full).last_turn().acts(&["end"]);
    assert_eq!(played.line(), full);
}

#[test]
fn x37_ax56_gem_discards_are_shuffled_when_a_tile_is_needed() {
    // Six tiles: five for the gems, one for the line. One more is needed and must come from the
    // discards, which include the five.
    let played = Scene::new(3).gem_deck(&GEMS[..6]).last_turn().acts(&["end"]);
    assert_eq!(played.count(json!({ "event": "gems_reshuffled" })), 1);
    played.assert_order(&[
        json!({ "event": "emission_ended" }),
        json!({ "event": "gems_reshuffled" }),
        json!({ "event": "line_refilled" }),
    ]);
    assert_eq!(played.view()["gem_deck"], json!(46));
    assert_eq!(played.gem_discards(), [""; 0]);
    // Seven are just enough: the deck may become empty.
    let played = Scene::new(3).gem_deck(&GEMS[..7]).last_turn().acts(&["end"]);
    assert!(!played.has(json!({ "event": "gems_reshuffled" })));
    assert_eq!((&played.view()["gem_deck"], played.gem_discards().len()), (&json!(0), 46));
}

#[test]
fn x37_ax26_ax55_also_while_gems_appear_without_those_revealed() {
    for seed in 0..40 {
        let scene = Scene::new(3).gem_deck(&GEMS[..3]).last_turn().rng(seed);
        let played = scene.acts(&["end"]);
        let reshuffled = played.at(json!({ "event": "gems_reshuffled" })).view();
        assert_eq!(words(&reshuffled["emitted"]).len(), 3);
        assert_eq!(reshuffled["gem_deck"], json!(45));
        // None of the three is revealed again in this emission.
        let revealed = played.all(json!({ "event": "gem_tile_revealed" }));
        let later = revealed[3..].iter().map(|event| event["square"].as_str().unwrap());
        assert!(later.into_iter().all(|square| !GEMS[..3].contains(&square)));
        assert_eq!(revealed.len(), 5);
        // In the end those five are in the discards or in the line.
        assert_eq!(played.view()["gem_deck"], json!(41));
        assert_eq!(played.gem_discards().len(), 5);
    }
}

#[test]
fn x38_x39_ax57_a_short_floor_deck_is_filled_up_from_the_discards() {
    // The worked case: three in the deck, and the line lacks four, so the discards are shuffled in
    // and the round is the last.
    let line = ["D5", "D6", "ice", "ice", "ice", "box", "box", "box"];
    let deck = ["spring", "para", "corner"];
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let scene = Scene::new(3).line(&line).floor_deck(&deck).rng(seed);
        let played = scene.last_turn().acts(&["end"]);
        assert!(played.has(json!({ "event": "floor_short" })));
        let view = played.view();
        assert_eq!((&view["short"], &view["last_round"]), (&json!(true), &json!(true)));
        assert_eq!(view["floor_discards"], json!({}));
        assert_eq!(played.line().len(), 12);
        let refill = played.added();
        let floor: Vec<_> =
            refill.into_iter().filter(|tile| !gem_squares().contains(tile)).collect();
        // The remaining deck comes first.
        assert_eq!(floor[..3], deck);
        drawn.insert(floor[3].clone());
        // The new deck has 57 tiles, less 10 in the line.
        assert_eq!(view["floor_deck"], json!(47));
        // The round is played like any other.
        assert_eq!((played.awaited(), played.legal().len()), (Some(Seat(1)), 5));
    }
    assert!(drawn.len() > 3, "always {drawn:?}: the discards are not shuffled");
}

/// A scenario in which all floor tiles are on the board, except five boxes in the line and the six
/// springs.
pub(super) fn crowded() -> Scene {
    Scene::new(3)
        .line(&["D5", "D6", "box", "box", "box", "box", "box"])
        .lay("slide n", 12)
        .lay("diagonal ne", 6)
        .lay("ice", 8)
        .lay("stop", 8)
        .lay("corner ne", 6)
        .lay("para ns", 6)
}

#[test]
fn x40_ax29_places_that_the_discards_cannot_fill_stay_empty() {
    // The line lacks five: two are in the deck, one is discarded.
    let scene = crowded().hand(0, &["spring", "spring", "spring"]);
    let played = scene.floor_deck(&["spring", "spring"]).last_turn().acts(&["end"]);
    assert!(played.has(json!({ "event": "floor_short", "lacking": 3 })));
    assert_eq!((played.line().len(), &played.view()["floor_deck"]), (10, &json!(0)));
    assert_eq!(played.view()["floor_discards"], json!({}));
    // The round is played all the same.
    assert_eq!((played.awaited(), played.end()), (Some(Seat(1)), None));
}

#[test]
fn x38_ax57_short_even_without_any_discards() {
    let scene = crowded().hand(0, &["spring", "spring"]);
    let played = scene.floor_deck(&["spring"; 4]).last_turn().acts(&["end"]);
    assert!(played.has(json!({ "event": "floor_short", "lacking": 1 })));
    assert_eq!((played.line().len(), &played.view()["last_round"]), (11, &json!(true)));
    // One more tile in the deck is enough.
    let scene = crowded().hand(0, &["spring"]);
    let played = scene.floor_deck(&["spring"; 5]).last_turn().acts(&["end"]);
    assert!(!played.has(json!({ "event": "floor_short" })));
    assert_eq!((played.line().len(), &played.view()["last_round"]), (12, &json!(false)));
}

#[test]
fn x41_ax28_exactly_enough_is_not_short() {
    // The worked case: four in the deck, the line lacks four.
    let line = ["D5", "D6", "ice", "ice", "ice", "box", "box", "box"];
    let deck = ["spring", "para", "corner", "slide"];
    let scene = Scene::new(3).line(&line).floor_deck(&deck).last_turn();
    let played = scene.acts(&["end"]);
    assert!(!played.has(json!({ "event": "floor_short" })));
    let view = played.view();
    assert_eq!((&view["short"], &view["last_round"]), (&json!(false), &json!(false)));
    assert_eq!((&view["floor_deck"], played.line().len()), (&json!(0), 12));
    assert_eq!(view["floor_discards"]["stop"], json!(8));
}

#[test]
fn x42_floor_discards_stay_where_they_are_at_other_times() {
    // Not when the deck becomes empty (above), nor when it is empty and the line lacks nothing.
    let full =
        ["D5", "D6", "ice", "ice", "ice", "box", "box", "box", "para", "para", "stop", "stop"];
    let mut played = Scene::new(3).line(&full).floor_deck(&[]).last_turn().acts(&["end"]);
    assert!(!played.has(json!({ "event": "floor_short" })));
    assert_eq!(played.floor_discards("slide"), 12);
    assert_eq!(played.view()["floor_deck"], json!(0));
    // Nor during the whole round after that.
    while played.view()["round"] == json!(2) {
        let action = played.legal().pop().unwrap();
        assert_eq!(played.view()["floor_deck"], json!(0));
        played.act(&action);
    }
}

#[test]
fn x74_ax37_without_king_the_start_player_stays() {
    let scene = Scene::new(3)
        .set("start_seat", json!(1))
        .skill(0, "crash")
        .skill(1, "rotate")
        .skill(2, "quick")
        .set("removed", json!(["ghost", "steal"]));
    let played = scene.last_turn().acts(&["end"]);
    assert!(played.has(json!({ "event": "start_stays", "seat": 1 })));
    assert!(!played.has(json!({ "event": "start_seat" })));
    assert_eq!((&played.view()["start_seat"], played.awaited()), (&json!(1), Some(Seat(1))));
}

#[test]
fn x73_x75_king_first_then_the_end_or_the_next_round() {
    let scene = || Scene::new(3).skill(2, "king").last_turn();
    let played = scene().acts(&["end"]);
    played.assert_order(&[
        json!({ "event": "turn_ended", "seat": 2 }),
        json!({ "event": "start_seat", "seat": 2 }),
        json!({ "event": "round", "round": 2 }),
    ]);
    assert_eq!(played.awaited(), Some(Seat(2)));
    let played = scene().gems(1, 15).acts(&["end"]);
    played.assert_order(&[
        json!({ "event": "start_seat", "seat": 2 }),
        json!({ "event": "ended", "reason": "gems", "winners": [1] }),
    ]);
    assert!(!played.has(json!({ "event": "round" })));
}
