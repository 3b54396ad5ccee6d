//! Icons without effect (A-H53): one event for each icon, which cites the rule.

use crate::support::*;
use serde_json::json;
use zashiki_core::{GameState as _, Seat};

/// A scene in which seat 0 has both persons in hand in addition to the basic cards, so that it can
/// lay three movement icons.
fn three_moves(pawn: u8) -> Scene {
    let hand = format!("{BASIC} ranmaru mitsuhide");
    Scene::new(3).round(4).pawns(&[pawn, 3, 3]).hand(0, &hand)
}

fn alone(scene: &Scene, layout: &str) -> Played {
    scene.lay(&[layout, "nothing", "nothing"])
}

/// The rules of the events about icons without effect, in order.
fn rules(played: &Played) -> Vec<&'static str> {
    let cited = played.told(json!({ "event": "in_vain" }));
    cited.into_iter().map(|(_, rule)| rule).collect()
}

#[test]
fn ah53_h64_h63_a_square_off_the_way_is_told() {
    // The own square: the icon is logged, and the pawn stays.
    let played = alone(&three_moves(2), "crest@0:0 2@0:1");
    assert_eq!((played.pawn(0), played.in_vain()), (2, vec!["0 move 2 own_square".to_owned()]));
    assert_eq!(rules(&played), ["H-64"]);
    // A square that is no neighbour, without a path to it.
    let played = alone(&three_moves(1), "crest@0:0 3@0:1");
    assert_eq!((played.pawn(0), played.in_vain()), (1, vec!["0 move 3 off_the_way".to_owned()]));
    assert_eq!(rules(&played), ["H-63"]);
    // One icon moves the pawn to 2, the other designates 4 without effect.
    let played = alone(&three_moves(1), "crest@0:0 2@0:1 ranmaru@5:0 4@4:0");
    assert_eq!((played.pawn(0), played.in_vain()), (2, vec!["0 move 4 off_the_way".to_owned()]));
    // The movement is logged first.
    played.assert_order(&[json!({ "event": "moved", "seat": 0 }), json!({ "event": "in_vain" })]);
}

#[test]
fn ah53_h74_both_neighbours_are_told_for_each_icon() {
    let played = alone(&three_moves(1), "crest@0:0 2@0:1 ranmaru@5:0 5@4:0 mitsuhide@8:0 3@9:0");
    assert_eq!(played.pawn(0), 1);
    let expected =
        ["0 move 2 both_neighbours", "0 move 5 both_neighbours", "0 move 3 both_neighbours"];
    assert_eq!(played.in_vain(), expected);
    assert_eq!(rules(&played), ["H-74"; 3]);
}

#[test]
fn ah53_ah55_two_icons_that_name_one_square_of_the_way_are_both_used() {
    // The crest and Ranmaru (蘭丸) read the same 2.
    let played = alone(&three_moves(1), "crest@0:0 2@0:1 ranmaru@1:1");
    assert_eq!((played.pawn(0), played.in_vain()), (2, vec![]));
}

#[test]
fn ah53_ah13_in_round_1_the_squares_that_do_not_count_are_told() {
    let scene = Scene::new(3).round(1).hand(0, &format!("{BASIC} ranmaru"));
    let played =
        scene.lay(&["crest@0:0 2@0:1 ranmaru@5:0 4@4:0", "crest@0:0 3@0:1", "crest@0:0 3@0:1"]);
    assert_eq!((played.pawn(0), played.in_vain()), (2, vec!["0 move 4 overruled".to_owned()]));
    assert_eq!(rules(&played), ["H-67"]);
}

#[test]
fn ah53_h97_h99_h104_attacks_that_take_nothing_are_told_by_ascending_square() {
    // Swords at 3 (out of reach) and 5 (no victim), guns at 3 (only basic cards) and 4 (treasure).
    let scene = Scene::new(4)
        .round(4)
        .pawns(&[1, 3, 4, 4])
        .hand(0, &format!("{BASIC} gun gun katana katana"))
        .exposed(1, "1 2");
    let layout = "katana@0:0 3@0:-1 gun@0:-2 katana@5:0 5@5:-1 gun@9:0 4@9:1";
    let played = scene.lay(&[layout, "nothing", "nothing", "nothing"]);
    assert_eq!(
        played.in_vain(),
        ["0 sword 3 out_of_reach", "0 gun 3 nothing_to_take", "0 sword 5 nobody_there"]
    );
    assert_eq!(rules(&played), ["H-97", "H-104", "A-H53"]);
    // Logged in the order of the squares: the gun at 4 steals between the gun at 3 and the sword at
    // 5.
    played.assert_order(&[
        json!({ "event": "in_vain", "number": 3, "icon": "gun" }),
        json!({ "event": "stole", "square": 4, "victim": 2 }),
        json!({ "event": "stole", "square": 4, "victim": 3 }),
        json!({ "event": "in_vain", "number": 5 }),
    ]);
    assert_eq!(played.count(json!({ "event": "attacked" })), 1);
}

#[test]
fn ah53_ah47_on_one_square_the_sword_comes_before_the_gun() {
    // There is one card: the sword steals it, and nothing remains for the gun.
    let scene = Scene::new(3).round(4).pawns(&[1, 2, 4]).hand(0, &format!("{BASIC} gun katana"));
    let played = alone(&scene, "gun@0:0 2@0:1 katana@0:2");
    assert!(played.has(json!({ "event": "stole", "icon": "sword", "face": "koban" })));
    assert_eq!(played.in_vain(), ["0 gun 2 nothing_to_take"]);
}

#[test]
fn ah53_h121_a_recovery_without_anything_to_recover_is_told() {
    let played = alone(&Scene::new(3).round(4), "crest@0:0 3@-1:0");
    assert_eq!(played.in_vain(), ["0 recover 3 nothing_to_recover"]);
    assert_eq!(rules(&played), ["A-H53"]);
    // A recovery of no cards by choice is not an icon without effect.
    let mut played = alone(&Scene::new(3).round(4).exposed(0, "koban 5"), "crest@0:0 3@-1:0");
    played.act("recover nothing");
    assert!(played.in_vain().is_empty());
}

#[test]
fn h118_h121_recovery_asks_for_no_more_cards_than_there_are() {
    let asked = |exposed: &str| {
        let played = alone(&Scene::new(3).round(4).exposed(0, exposed), "crest@0:0 3@-1:0");
        played.game.prompt(Seat(0)).unwrap().0.en
    };
    // A treasure is no card to recover.
    assert_eq!(asked("enza 5"), "Take up to 1 exposed card back into your hand.");
    assert_eq!(asked("koban 1 2 5"), "Take up to 3 exposed cards back into your hand.");
}

#[test]
fn ah53_an_icon_that_designates_nothing_is_not_told() {
    let played = alone(&three_moves(1), "crest@0:0 ranmaru@5:5 mitsuhide@9:9");
    assert!(played.in_vain().is_empty());
}
