//! Attacks: H-94 to H-111.

use serde_json::{Value, json};

use crate::support::*;

/// A layout that attacks a square with the sword of the crest.
fn sword(square: u8) -> String {
    format!("crest@0:0 {square}@1:0")
}

/// A layout that attacks a square with a gun.
fn gun(square: u8) -> String {
    format!("gun@0:0 {square}@0:1")
}

/// A scene with these pawns in which seat 0 has a gun and a sword in hand and each of the others
/// has two treasures.
fn armed(pawns: &[u8]) -> Scene {
    let loot = ["tsukumo enza", "juko_konasu joo", "seitaka bandai", "chosho mokkei"];
    let scene = Scene::new(pawns.len() as u8).round(4).pawns(pawns);
    let scene = scene.hand(0, &format!("{BASIC} gun katana")).exposed(0, "koban");
    (1..pawns.len()).fold(scene, |scene, seat| scene.exposed(seat, loot[seat - 1]))
}

/// The match after seat 0 lays `layout` and the other seats lay nothing.
fn attack(scene: &Scene, layout: &str) -> Played {
    scene.lay(&[layout, "nothing", "nothing", "nothing", "nothing"])
}

fn attacked(played: &Played) -> Vec<Value> {
    let attacks = played.all(json!({ "event": "attacked" }));
    attacks.iter().map(|attack| attack["square"].clone()).collect()
}

fn loot(played: &Played, wanted: Value) -> Vec<String> {
    let stolen = played.all(wanted);
    stolen.iter().map(|event| event["face"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn h94_h22_attacks_go_clockwise_from_the_first_player() {
    for first in 0..4u8 {
        let scene = Scene::new(4).round(4).pawns(&[1, 1, 1, 1]).first(first);
        let scene = (0..4).fold(scene, |scene, seat| {
            scene.exposed(seat, ["tsukumo", "enza", "joo", "koban"][seat])
        });
        let laid = sword(1);
        let mut played = scene.lay(&[laid.as_str(); 4]);
        let mut order = Vec::new();
        while !played.is_deciding() {
            assert_eq!(played.phase(), "attack");
            assert_eq!(played.asked_by(), "H-99");
            order.push(played.awaited().unwrap());
            played.act(&played.legal()[0].clone());
        }
        order.dedup();
        let attacks = played.all(json!({ "event": "attacked" }));
        let seats: Vec<u8> =
            attacks.iter().map(|attack| attack["seat"].as_u64().unwrap() as u8).collect();
        let clockwise: Vec<u8> = (0..4).map(|step| (first + step) % 4).collect();
        assert_eq!(seats, clockwise);
        assert!(order.is_sorted_by_key(|seat| (seat.0 + 4 - first) % 4), "{order:?}");
    }
}

#[test]
fn h95_a_sword_reaches_the_own_square_and_its_neighbours() {
    for from in 1..=5u8 {
        for square in 1..=5u8 {
            let elsewhere = [1, 2, 3, 4, 5].into_iter().find(|n| *n != square && *n != from);
            let scene = armed(&[from, square, elsewhere.unwrap()]);
            let played = attack(&scene, &sword(square));
            // Neighbours on the ring differ by one or four.
            let reached = matches!(from.abs_diff(square), 0 | 1 | 4);
            assert_eq!(played.phase() == "attack", reached, "{from} at {square}");
            assert_eq!(attacked(&played).len(), usize::from(reached));
            // The sword icon of an action card works in the same way.
            let played = attack(&scene, &format!("katana@3:3 {square}@3:2"));
            assert_eq!(attacked(&played).len(), usize::from(reached));
        }
    }
}

#[test]
fn h96_from_one_a_sword_reaches_one_two_and_five() {
    let reached: Vec<u8> = (1..=5)
        .filter(|square| {
            let in_vain = attack(&armed(&[1, 3, 4]), &sword(*square)).in_vain();
            in_vain != [format!("0 sword {square} out_of_reach")]
        })
        .collect();
    assert_eq!(reached, [1, 2, 5]);
}

#[test]
fn h97_a_sword_out_of_reach_does_nothing() {
    let played = attack(&armed(&[1, 3, 3]), &sword(3));
    assert!(played.is_deciding() && !played.has(json!({ "event": "stole" })));
    assert_eq!(played.exposed(1), in_order("tsukumo enza"));
    let reading = armed(&[1, 3, 3]).play().draft(Seat(0), &format!("lay {}", sword(3))).reading;
    assert_eq!(
        reading["icons"][1]["effect"],
        json!({ "kind": "out_of_reach", "square": 3, "reach": [1, 2, 5] })
    );
}

#[test]
fn h98_a_gun_reaches_every_square() {
    for from in 1..=5u8 {
        for square in 1..=5u8 {
            let played = attack(&armed(&[from, square, square]), &gun(square));
            assert_eq!(attacked(&played), [json!(square)]);
            assert!(played.may("steal tsukumo"), "{from} at {square}");
        }
    }
}

#[test]
fn h99_ah21_the_attacker_chooses_and_exposes_what_he_steals() {
    for face in ["tsukumo", "enza"] {
        let mut played = attack(&armed(&[1, 2, 4]), &sword(2));
        assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(0)), "H-99"));
        // Exactly these cards can be stolen.
        assert_eq!(played.legal(), ["steal tsukumo", "steal enza"]);
        assert_eq!(played.refused("steal koban"), "H-99");
        assert_eq!(played.refused("recover nothing"), "T-4");
        assert_eq!(played.refused_to(Seat(1), "steal enza"), "T-2");
        let asked = json!({
            "kind": "steal", "seat": 0, "victim": 1, "square": 2, "icon": "sword", "attack": 0
        });
        assert_eq!(played.view()["asked"], asked);
        played.act(&format!("steal {face}"));
        assert!(played.exposed(0).contains(&face.to_owned()));
        assert_eq!(played.exposed(1).len(), 1);
        assert!(!played.exposed(1).contains(&face.to_owned()));
        assert_eq!(played.exposed(2), in_order("juko_konasu joo"), "nobody else loses anything");
    }
}

#[test]
fn h100_ah47_everybody_on_the_square_loses_a_card() {
    for (first, victims) in [(0, [1, 2, 4]), (2, [2, 4, 1]), (4, [4, 1, 2])] {
        let scene = armed(&[1, 2, 2, 4, 2]).first(first);
        let mut played = attack(&scene, &sword(2));
        let mut order = Vec::new();
        while !played.is_deciding() {
            order.push(played.view()["asked"]["victim"].as_u64().unwrap());
            played.act(&played.legal()[0].clone());
        }
        assert_eq!(order, victims, "clockwise from the first player (A-H47)");
        assert_eq!(played.count(json!({ "event": "stole", "seat": 0 })), 3);
        assert!([1, 2, 4].iter().all(|seat| played.exposed(*seat).len() == 1));
        assert_eq!(played.exposed(3).len(), 2);
    }
}

#[test]
fn h101_ah22_nobody_is_hit_by_his_own_attack() {
    let played = attack(&armed(&[1, 2, 3]), &sword(1));
    assert_eq!(played.in_vain(), ["0 sword 1 nobody_there"]);
    assert!(
        !played.has(json!({ "event": "stole" })) && played.exposed(0).contains(&"koban".into())
    );
    // The other pawn on the square is a victim.
    let mut played = attack(&armed(&[1, 1, 3]), &sword(1));
    assert_eq!(played.view()["asked"]["victim"], json!(1));
    played.act("steal enza");
    assert_eq!(played.count(json!({ "event": "stole" })), 1);
}

#[test]
fn h102_basic_cards_cannot_be_stolen() {
    let scene = armed(&[1, 2, 3]).exposed(1, "3 5 enza joo").exposed(2, "koban");
    let played = attack(&scene, &sword(2));
    assert_eq!(played.legal(), ["steal enza", "steal joo"]);
    assert_eq!(played.refused("steal 3"), "H-102");
    assert_eq!(played.refused("steal crest"), "H-102");
}

#[test]
fn h103_ah23_treasures_koban_and_action_cards_can_be_stolen() {
    let scene = armed(&[1, 2, 3]).exposed(1, "koban 4 tsukumo katana gun ranmaru mitsuhide");
    let played = attack(&scene, &sword(2));
    let wanted = ["koban", "tsukumo", "katana", "gun", "ranmaru", "mitsuhide"];
    assert_eq!(played.legal(), wanted.map(|face| format!("steal {face}")));
    for face in wanted {
        let mut played = played.clone();
        played.act(&format!("steal {face}"));
        assert_eq!(loot(&played, json!({ "event": "stole" })), [face]);
    }
}

#[test]
fn h104_ah56_who_has_nothing_to_steal_loses_nothing() {
    for exposed in ["", "2 4"] {
        let scene = armed(&[1, 2, 3]).exposed(1, exposed).exposed(2, "koban");
        let played = attack(&scene, &sword(2));
        assert_eq!(played.in_vain(), ["0 sword 2 nothing_to_take"]);
        assert!(played.is_deciding() && !played.has(json!({ "event": "stole" })));
        assert_eq!(played.exposed(1), in_order(exposed));
        // If another victim loses a card, the attack has an effect.
        let scene = armed(&[1, 2, 2]).exposed(1, exposed).exposed(2, "koban");
        let played = attack(&scene, &sword(2));
        assert!(played.has(json!({ "event": "nothing_to_steal", "seat": 0, "victim": 1 })));
        assert_eq!(loot(&played, json!({ "event": "stole", "victim": 2 })), ["koban"]);
        assert!(played.in_vain().is_empty() && attacked(&played).len() == 1);
    }
}

#[test]
fn h105_hands_and_layouts_are_out_of_reach() {
    let scene = armed(&[1, 2, 3]).hand(1, &format!("{BASIC} ranmaru mitsuhide"));
    let played = scene.lay(&[&sword(2), "ranmaru@0:0", "nothing"]);
    assert_eq!(played.legal(), ["steal tsukumo", "steal enza"]);
    assert_eq!(played.refused("steal mitsuhide"), "H-99");
    assert_eq!(played.refused("steal ranmaru"), "H-99");
}

#[test]
fn h106_every_icon_is_carried_out() {
    // The crest, the sword and the gun, each with its own number.
    let layout = "crest@0:0 2@1:0 katana@5:5 1@5:4 gun@-5:5 4@-5:6";
    let mut played = attack(&armed(&[1, 2, 1, 4]), layout);
    let mut victims = Vec::new();
    while !played.is_deciding() {
        victims.push(played.view()["asked"]["victim"].as_u64().unwrap());
        played.act(&played.legal()[0].clone());
    }
    assert_eq!((attacked(&played), victims), (vec![json!(1), json!(2), json!(4)], vec![2, 1, 3]));
}

#[test]
fn h107_two_icons_attack_two_squares() {
    let mut played = attack(&armed(&[1, 2, 5]), "crest@0:0 5@1:0 katana@5:5 2@5:4");
    played.acts(&["steal enza", "steal joo"]);
    // By ascending square (A-H47), whichever card has the icon.
    assert_eq!(attacked(&played), [json!(2), json!(5)]);
    assert_eq!(played.exposed(0), in_order("5 koban enza joo katana"));
}

#[test]
fn h108_ah25_two_icons_attack_one_square_twice() {
    // Both swords read the same number.
    let layout = "crest@0:0 2@1:0 katana@1:1";
    let mut played = attack(&armed(&[1, 2, 2]), layout);
    assert_eq!(played.view()["asked"]["attack"], json!(0));
    played.acts(&["steal enza", "steal joo"]);
    // The first attack is finished before the second begins, which leaves no choice.
    let stolen = played.all(json!({ "event": "stole" }));
    let victims: Vec<u64> = stolen.iter().map(|event| event["victim"].as_u64().unwrap()).collect();
    assert_eq!(victims, [1, 2, 1, 2]);
    assert_eq!(attacked(&played), [json!(2), json!(2)]);
    assert!([1, 2].iter().all(|seat| played.exposed(*seat).is_empty()));
    // A third attack would find nothing: two cards is all that there is.
    assert_eq!(played.count(json!({ "event": "nothing_to_steal" })), 0);
    assert_eq!(played.count(json!({ "event": "stole", "forced": true })), 2);
}

#[test]
fn h109_ah41_reach_is_counted_after_the_movement() {
    // After the movement from 1 to 2 a sword reaches 3, and no longer 5.
    let played = attack(&armed(&[1, 3, 3]), "crest@0:0 2@0:1 3@1:0");
    assert_eq!((played.pawn(0), played.phase().as_str()), (2, "attack"));
    let played = attack(&armed(&[1, 5, 5]), "crest@0:0 2@0:1 5@1:0");
    assert!(played.is_deciding() && attacked(&played).is_empty());
    // A pawn that has left the square is no victim.
    let scene = armed(&[1, 2, 4]).exposed(2, "koban");
    let played = scene.lay(&[&sword(2), "crest@0:0 3@0:1", "nothing"]);
    assert_eq!(played.in_vain(), ["0 sword 2 nobody_there"]);
    // A pawn that has entered the square is a victim.
    let scene = armed(&[1, 3, 4]).exposed(2, "koban");
    let played = scene.lay(&[&sword(2), "crest@0:0 2@0:1", "nothing"]);
    assert_eq!(played.legal(), ["steal tsukumo", "steal enza"]);
}

#[test]
fn h110_ah26_what_was_stolen_can_be_stolen_again() {
    // Seat 0 steals from seat 1, then seat 2 steals from seat 0, and nothing else happens.
    let scene = Scene::new(3)
        .round(4)
        .pawns(&[1, 2, 5])
        .exposed(0, "")
        .exposed(1, "tsukumo koban")
        .exposed(2, "");
    let mut played = scene.lay(&[&sword(2), "nothing", &sword(1)]);
    played.act("steal tsukumo");
    assert_eq!(loot(&played, json!({ "event": "stole", "seat": 2, "victim": 0 })), ["tsukumo"]);
    assert_eq!(played.exposed(2), ["tsukumo"]);
    // If seat 2 is first, seat 0 has nothing to lose yet.
    let mut played = scene.first(2).lay(&[&sword(2), "nothing", &sword(1)]);
    assert_eq!(played.in_vain(), ["2 sword 1 nothing_to_take"]);
    played.act("steal tsukumo");
    assert_eq!(played.exposed(2), [""; 0]);
}

#[test]
fn h111_fire_squares_neither_protect_nor_hinder() {
    let scene = armed(&[1, 2, 4]).pile(1, "fire").pile(2, "chosho fire");
    let mut played = attack(&scene, &sword(2));
    assert_eq!(played.fires(), [1, 2]);
    played.act("steal enza");
    assert_eq!(loot(&played, json!({ "event": "stole" })), ["enza"]);
}

#[test]
fn h98_ah43_a_gun_may_shoot_at_an_empty_square() {
    let played = attack(&armed(&[1, 2, 3]), &gun(5));
    assert_eq!(played.in_vain(), ["0 gun 5 nobody_there"]);
    assert!(played.is_deciding());
}

#[test]
fn h99_ah44_ah49_one_sort_of_card_is_no_choice() {
    let scene = armed(&[1, 2, 3]).hand(0, BASIC).exposed(1, "3 katana katana");
    let played = attack(&scene, &sword(2));
    assert!(played.is_deciding());
    assert_eq!(played.count(json!({ "event": "stole", "face": "katana", "forced": true })), 1);
    // Two different faces are two choices, regardless of the number of cards.
    let scene = armed(&[1, 2, 3]).hand(0, BASIC).exposed(1, "koban katana katana");
    assert_eq!(attack(&scene, &sword(2)).legal(), ["steal koban", "steal katana"]);
}
