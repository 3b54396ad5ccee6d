//! Hands, gem tiles and gems.

use serde_json::json;
use zashiki_core::{GameState, Seat, Viewer};

use crate::support::*;

#[test]
fn x28_ax23_a_pawn_takes_all_gems_of_the_square_it_enters() {
    let mut played = Scene::on("D4").gem("E4", 1).gem("F4", 3).gems(0, 2).acts(&["move e"]);
    assert!(
        played.has(json!({ "event": "gained", "seat": 0, "square": "E4", "gems": 1, "total": 3 }))
    );
    assert_eq!((played.gems(0), played.gems_on("E4")), (3, 0));
    played.act("move e");
    assert!(
        played.has(json!({ "event": "gained", "seat": 0, "square": "F4", "gems": 3, "total": 6 }))
    );
    assert_eq!((played.gems(0), played.gems(1), played.gems_on("F4")), (6, 0, 0));
}

#[test]
fn x28_ax25_gems_on_the_way_of_a_slide_are_gained() {
    let tiles = [("D4", "slide n"), ("D5", "ice"), ("D6", "slide e")];
    let scene = ["D4", "D5", "D6", "E6"].iter().fold(Scene::on("C4"), |scene, s| scene.gem(s, 1));
    let played = scene.tiles(&tiles).acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "D5", "D6", "E6"]);
    assert_eq!(played.gems(0), 4);
    // Square by square; the gems of a square are gained before the next is entered (A-X64).
    let moved = |to| json!({ "event": "moved", "to": to });
    let gained = |square, total| json!({ "event": "gained", "square": square, "total": total });
    played.assert_order(&[
        moved("D4"),
        gained("D4", 1),
        moved("D5"),
        gained("D5", 2),
        moved("D6"),
        gained("D6", 3),
        moved("E6"),
        gained("E6", 4),
    ]);
}

#[test]
fn x29_x88_ax24_a_gem_under_a_pawn_is_its_owners_at_once() {
    // A gem tile for the square of another seat's pawn.
    let played = Scene::on("D4").pawn(1, "F5").hand(0, &["F5"]).acts(&["use F5"]);
    assert_eq!((played.gems(0), played.gems(1), played.gems_on("F5")), (0, 1, 0));
    assert!(played.has(json!({ "event": "gained", "seat": 1, "square": "F5", "gems": 1 })));
    assert_eq!(played.awaited(), Some(Seat(0)));
    // A gem tile for the square of the own pawn.
    let played = Scene::on("D4").hand(0, &["D4"]).acts(&["use D4"]);
    assert_eq!((played.gems(0), played.gems_on("D4")), (1, 0));
}

#[test]
fn x29_x32_gems_that_appear_under_pawns_are_gained() {
    let deck = ["D4", "E5", "C1", "C2", "C3", "C4", "C5", "C6"];
    let played = Scene::on("D4").pawn(1, "E5").round_start().gem_deck(&deck).play();
    assert_eq!((played.gems(0), played.gems(1)), (1, 1));
    assert_eq!((played.gems_on("D4"), played.gems_on("E5"), played.gems_on("C1")), (0, 0, 1));
}

#[test]
fn x30_x81_gems_and_hands_lie_open() {
    let scene = Scene::new(3).hand(0, &["ice", "C5"]).hand(2, &["box"]).gems(1, 7);
    let played = scene.play();
    let views =
        Viewer::all(3).map(|viewer| serde_json::to_value(played.game.view(viewer)).unwrap());
    for view in views {
        assert_eq!(view["seats"][1]["gems"], json!(7));
        assert_eq!(view["seats"][0]["hand"], json!(["ice", "C5"]));
        assert_eq!(view["seats"][2]["hand"], json!(["box"]));
    }
    assert_eq!(played.game.scores(), [0, 7, 0]);
}

#[test]
fn x31_gems_are_never_lost() {
    for (seats, seed) in [(2, 1), (3, 2), (4, 3), (4, 4)] {
        let mut last = vec![0; usize::from(seats)];
        play_at_random(seats, json!({}), seed, |game| {
            let scores = game.scores();
            assert!(scores.iter().zip(&last).all(|(now, before)| now >= before));
            last = scores;
        });
        assert!(last.iter().sum::<i32>() > 0, "nobody gained anything with seed {seed}");
    }
}

#[test]
fn x80_acquired_tiles_go_to_the_hand() {
    let played = Scene::on("D4").line(&["box"]).acts(&["take box"]);
    assert!(played.has(json!({ "event": "kept", "seat": 0, "tile": "box" })));
    assert_eq!(played.hand(0), ["box"]);
    let played =
        Scene::on("D4").line(&["box", "C5", "ice"]).tile_draft(0, 2).acts(&["draft C5 keep"]);
    assert_eq!(played.hand(0), ["C5"]);
    let played = Scene::on("D4").skill(0, "steal").tile("D5", "para ns").acts(&["steal D5"]);
    assert_eq!(played.hand(0), ["para"]);
}

#[test]
fn x82_in_the_own_turn_only() {
    let played = Scene::on("D4").hand(1, &["ice", "F5"]).turn(0).play();
    assert_eq!(played.refused_to(Seat(1), "place ice F6"), "T-2");
    assert_eq!(played.refused_to(Seat(1), "use F5"), "T-2");
    let played = Scene::on("D4").hand(1, &["ice", "F5"]).turn(1).play();
    assert!(played.may("place ice F6") && played.may("use F5"));
    // Tiles of another seat's hand cannot be used at all.
    assert_eq!(Scene::on("D4").hand(1, &["ice"]).play().refused("place ice F6"), "X-66");
}

#[test]
fn x83_x161_four_of_both_kinds_together() {
    let hand = ["ice", "C5", "box"];
    let scene = Scene::on("D4").hand(0, &hand).line(&["C6", "slide"]);
    let mut played = scene.play();
    played.act("take C6");
    assert_eq!(played.hand(0).len(), 4);
    played.act("take slide");
    assert_eq!(played.hand(0), ["ice", "C5", "box", "C6"]);
    // A used tile makes room for another.
    let played = scene.acts(&["take C6", "use C6", "take slide"]);
    assert_eq!(played.hand(0), ["ice", "C5", "box", "slide"]);
}

#[test]
fn x84_x85_ax40_beyond_that_it_is_discarded_to_its_own_pile() {
    let full = ["ice", "ice", "C5", "C6"];
    let scene = Scene::on("D4").hand(0, &full).line(&["box", "C7"]);
    let played = scene.acts(&["take box", "take C7"]);
    assert!(played.has(json!({ "event": "hand_full", "seat": 0, "tile": "box" })));
    assert_eq!(played.hand(0), full);
    assert_eq!((played.floor_discards("box"), played.gem_discards()), (1, vec!["C7".into()]));
    assert_eq!(played.points(), 0);
    assert_eq!(played.line(), [""; 0]);
}

#[test]
fn x11_x85_two_discard_piles() {
    let scene = Scene::on("D4").skill(0, "crash").hand(0, &["F5", "ice"]).tile("D5", "box");
    let played = scene.acts(&["use F5", "crash D5", "return ice"]);
    assert_eq!(played.gem_discards(), ["F5"]);
    assert_eq!(played.view()["floor_discards"], json!({ "ice": 1, "box": 1 }));
}

#[test]
fn x86_x87_a_gem_tile_puts_a_gem_on_its_square_and_is_discarded() {
    let scene = Scene::on("D4").hand(0, &["F5", "F6"]).gem("F6", 2);
    let mut played = scene.acts(&["use F5"]);
    assert!(played.has(json!({ "event": "used", "seat": 0, "square": "F5" })));
    assert_eq!(played.gems_on("F5"), 1);
    assert_eq!((played.hand(0), played.gem_discards()), (vec!["F6".into()], vec!["F5".into()]));
    assert_eq!(played.points(), 2);
    // Added to gems that are already there (A-X23).
    played.act("use F6");
    assert_eq!(played.gems_on("F6"), 3);
    assert_eq!(played.refused("use F6"), "X-66");
}

#[test]
fn x86_ax52_the_limits_of_placing_do_not_bind_gem_tiles() {
    // A tile, gems, a pawn on the square, and squares around an opponent's start make no
    // difference; the latter have no gem tiles.
    let scene = Scene::on("D4").pawn(1, "E5").hand(0, &["D5", "E5", "D4"]).tile("D5", "box");
    let played = scene.acts(&["use D5", "use E5", "use D4"]);
    assert_eq!((played.gems_on("D5"), played.gems(0), played.gems(1)), (1, 1, 1));
}

#[test]
fn x81_the_spectator_sees_what_a_seat_sees() {
    let played = Played::deal(4, json!({}), 5);
    let all: Vec<_> = Viewer::all(4).map(|viewer| played.game.view(viewer)).collect();
    assert!(all.iter().all(|view| *view == played.game.view(Viewer::Seat(Seat(0)))));
}
