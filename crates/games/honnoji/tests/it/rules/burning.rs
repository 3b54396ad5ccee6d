//! The fire phase: H-112 to H-117.

use serde_json::json;

use crate::support::*;

/// A scene in which the pawn of seat 0 is on square 1, which burns, and the seat has these exposed
/// cards.
fn burning(exposed: &str) -> Scene {
    Scene::new(3).round(4).pawns(&[1, 2, 3]).pile(1, "enza fire").exposed(0, exposed)
}

fn idle(scene: &Scene) -> Played {
    scene.lay(&["nothing"; 5])
}

#[test]
fn h112_who_stands_in_the_fire_discards_a_card_of_his_choice() {
    for face in ["koban", "tsukumo", "katana"] {
        let mut played = idle(&burning("koban tsukumo katana"));
        assert_eq!((played.phase().as_str(), played.awaited()), ("fire", Some(Seat(0))));
        assert_eq!(played.asked_by(), "H-112");
        assert_eq!(played.view()["asked"], json!({ "kind": "burn", "seat": 0, "square": 1 }));
        assert_eq!(played.legal(), ["burn koban", "burn tsukumo", "burn katana"]);
        assert_eq!(played.refused("burn gun"), "H-112");
        played.act(&format!("burn {face}"));
        assert_eq!(played.exposed(0).len(), 2);
        assert!(!played.exposed(0).contains(&face.to_owned()));
        assert!(played.settled().discards().contains(&face.to_owned()));
    }
}

#[test]
fn h113_basic_cards_cannot_be_discarded() {
    let played = idle(&burning("koban katana 3 5"));
    assert_eq!(played.legal(), ["burn koban", "burn katana"]);
    assert_eq!(played.refused("burn 3"), "H-113");
    assert_eq!(played.refused("burn crest"), "H-113");
}

#[test]
fn h114_who_has_nothing_to_discard_discards_nothing() {
    for exposed in ["", "3 5"] {
        let played = idle(&burning(exposed));
        assert!(played.is_deciding());
        assert!(played.has(json!({ "event": "nothing_to_burn", "seat": 0, "square": 1 })));
        assert!(!played.has(json!({ "event": "burnt" })));
        assert_eq!(played.exposed(0), in_order(exposed));
    }
}

#[test]
fn h115_nobody_else_discards() {
    let played = idle(&burning("3 koban"));
    assert_eq!(played.count(json!({ "event": "burnt" })), 1);
    assert!(played.has(json!({ "event": "burnt", "seat": 0, "face": "koban", "forced": true })));
    assert_eq!((played.exposed(1), played.exposed(2)), (in_order("koban"), in_order("koban")));
    // On a neighbouring square nothing happens; a square with a fourth card burns.
    let scene = burning("koban").pawns(&[2, 3, 3]);
    assert!(!idle(&scene).has(json!({ "event": "burnt" })));
    let scene = burning("koban").pile(1, "enza joo gun bandai");
    assert!(idle(&scene).has(json!({ "event": "burnt", "seat": 0 })));
    // A pawn that leaves a fire square loses nothing, one that enters it does.
    let walk = "crest@0:0 2@0:1";
    let played = burning("koban").lay(&[walk, "crest@0:0 1@0:1", "nothing"]);
    assert!(!played.has(json!({ "event": "burnt", "seat": 0 })));
    assert!(played.has(json!({ "event": "burnt", "seat": 1 })));
}

#[test]
fn h116_h28_what_was_discarded_may_return_in_round_6() {
    let scene = burning("koban").round(5).set("deck", json!([]));
    let returned = (0..40).any(|seed| {
        let played = idle(&scene.clone().rng(seed));
        assert!(played.settled().discards().contains(&"koban".into()));
        assert_eq!(played.round(), 6);
        (1..=5).any(|square| played.pile(square).contains(&"koban".into()))
    });
    assert!(returned, "the koban never came back");
}

#[test]
fn h117_ah26_a_card_stolen_in_this_round_may_be_discarded() {
    let scene = burning("koban").exposed(1, "tsukumo");
    let mut played = scene.lay(&["crest@0:0 2@1:0", "nothing", "nothing"]);
    assert_eq!(played.legal(), ["burn koban", "burn tsukumo"]);
    played.act("burn tsukumo");
    assert!(played.settled().discards().contains(&"tsukumo".into()));
    // A card that was stolen in the attack phase cannot be discarded any more.
    let scene = burning("koban").exposed(1, "tsukumo joo");
    let mut played = scene.lay(&["nothing", "crest@0:0 1@1:0", "nothing"]);
    assert!(played.has(json!({ "event": "nothing_to_burn", "seat": 0 })));
    played.forget();
}

#[test]
fn h112_ah16_fire_as_the_fourth_card_costs_one_card() {
    let scene = burning("koban tsukumo gun").pile(1, "enza joo bandai fire");
    let mut played = idle(&scene);
    played.act("burn gun");
    assert!(played.is_deciding());
    assert_eq!(played.count(json!({ "event": "burnt" })), 1);
}

#[test]
fn h112_ah37_discarding_is_compulsory() {
    let played = idle(&burning("koban katana"));
    assert_eq!(played.legal(), ["burn koban", "burn katana"]);
    assert_eq!(played.refused("recover nothing"), "T-4");
    assert_eq!(played.refused("lay nothing"), "T-4");
}

#[test]
fn h22_ah48_they_discard_clockwise_from_the_first_player() {
    for (first, order) in [(0, [0, 1, 3]), (1, [1, 3, 0]), (2, [3, 0, 1])] {
        let scene = Scene::new(4).round(4).pawns(&[1, 1, 2, 1]).pile(1, "fire").first(first);
        let loot = ["koban tsukumo", "koban joo", "koban", "koban enza"];
        let scene = (0..4).fold(scene, |scene, seat| scene.exposed(seat, loot[seat]));
        let mut played = idle(&scene);
        for seat in order {
            assert_eq!(played.awaited(), Some(Seat(seat)));
            assert_eq!(played.refused_to(Seat((seat + 1) % 4), "burn koban"), "T-2");
            played.act("burn koban");
        }
        assert!(played.is_deciding());
    }
}

#[test]
fn h114_ah49_a_single_sort_of_card_is_no_choice() {
    let played = idle(&burning("katana katana 2"));
    assert!(played.is_deciding());
    assert!(played.has(json!({ "event": "burnt", "face": "katana", "forced": true })));
    assert_eq!(played.exposed(0), in_order("2 katana"));
}
