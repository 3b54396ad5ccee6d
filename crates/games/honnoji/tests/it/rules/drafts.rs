//! Drafts: the reading of a layout that a player is arranging, icon by icon, and the reason why it
//! cannot be declared. `properties.rs` checks that the reading is what happens.

use serde_json::{Value, json};
use zashiki_core::{Drafts as _, Seat};

use crate::support::*;

/// The reading of a layout of seat 0 with `hand`, for a pawn on square `from` (0: round 1).
fn reading(from: u8, hand: &str, layout: &str) -> Value {
    let scene = if from == 0 {
        Scene::new(3).round(1)
    } else {
        Scene::new(3).round(4).pawns(&[from, 3, 3]).hand(0, hand)
    };
    scene.play().draft(Seat(0), layout).reading
}

/// Number, end of the chain and effect of each icon.
fn icons(reading: &Value) -> Vec<Value> {
    let icons = reading["icons"].as_array().unwrap();
    icons.iter().map(|icon| json!([icon["number"], icon["end"], icon["effect"]])).collect()
}

/// The example layouts of the rules.
#[test]
fn h46_h51_h69_h74_the_worked_layouts() {
    let first = "lay crest@0:0 2@0:1 3@0:2 1@1:0 4@-1:0";
    let read = reading(1, BASIC, first);
    assert_eq!(
        icons(&read),
        [
            json!([5, "empty", { "kind": "arrives", "square": 5 }]),
            json!([1, "empty", { "kind": "attacks", "square": 1 }]),
            json!([4, "empty", { "kind": "recovers", "cards": 4 }]),
        ]
    );
    assert_eq!((&read["from"], &read["destination"]), (&json!(1), &json!(5)));
    assert_eq!(read["path"], json!([5]));
    assert_eq!(read["recover"], json!(4));
    assert_eq!(
        (words(&read["returns"]), words(&read["exposes"])),
        (in_order("crest 1"), in_order("2 3 4"))
    );

    let second = "lay crest@0:0 2@0:1 3@0:2 ranmaru@1:1";
    let hand = &format!("{BASIC} ranmaru");
    let read = reading(1, hand, second);
    assert_eq!((&read["stays"], &read["path"]), (&json!("both_neighbours"), &json!([])));
    let read = reading(4, hand, second);
    assert_eq!((&read["stays"], &read["path"]), (&json!(null), &json!([5])));

    for layout in ["lay crest@0:0 5@0:2", "lay crest@0:0 5@1:1"] {
        let read = reading(1, BASIC, layout);
        assert_eq!(icons(&read)[0], json!([null, "empty", { "kind": "nothing" }]));
        assert_eq!((&read["stays"], &read["destination"]), (&json!("not_designated"), &json!(1)));
    }
    // Carried out, the first layout does what its reading says.
    let scene =
        Scene::new(3).round(4).pawns(&[1, 1, 1]).exposed(1, "tsukumo").exposed(2, "koban enza");
    let mut played =
        scene.exposed(0, "koban katana").hand(0, BASIC).lay(&[&first[4..], "nothing", "nothing"]);
    assert_eq!(played.view()["asked"]["victim"], json!(2));
    played.acts(&["steal enza", "recover katana"]);
    assert_eq!(played.exposed(0), in_order("2 3 4 koban tsukumo enza"));
}

#[test]
fn h58_h52_why_a_chain_ended_and_where() {
    let hand = &format!("{BASIC} katana");
    let read = reading(1, hand, "lay crest@0:0 2@0:1 4@0:2 1@1:0 katana@2:0 3@-1:0");
    let icons = read["icons"].as_array().unwrap();
    let ends: Vec<Value> = icons.iter().map(|icon| icon["end"].clone()).collect();
    assert_eq!(ends[..3], [json!("six"), json!("not_a_number"), json!("empty")]);
    let stops: Vec<Value> = icons.iter().map(|icon| icon["stop"].clone()).collect();
    assert_eq!(
        stops[..3],
        [json!({ "x": 0, "y": 2 }), json!({ "x": 2, "y": 0 }), json!({ "x": -2, "y": 0 })]
    );
    assert_eq!(icons[0]["chain"], laid_json("2@0:1"));
    let read = reading(1, hand, "lay crest@0:0 2@0:1 1@0:2 3@-1:0");
    assert_eq!(read["icons"][0]["chain"], laid_json("2@0:1 1@0:2"));
    // At the edge of the area the chain has no stop cell.
    let read = reading(1, hand, "lay crest@0:14 2@0:15");
    assert_eq!(
        (&read["icons"][0]["end"], &read["icons"][0]["stop"]),
        (&json!("empty"), &json!(null))
    );
}

#[test]
fn h61_h70_h95_h98_h118_what_each_icon_will_do() {
    let hand = &format!("{BASIC} gun ranmaru mitsuhide");
    let effect = |from, layout: &str, icon: usize| {
        reading(from, hand, &format!("lay {layout}"))["icons"][icon]["effect"].clone()
    };
    let arrives = |square: u8| json!({ "kind": "arrives", "square": square });
    let stays = |why: &str| json!({ "kind": "stays", "why": why });
    assert_eq!(effect(1, "crest@0:0 2@0:1", 0), arrives(2));
    assert_eq!(effect(1, "crest@0:0 1@0:1", 0), stays("own_square"));
    assert_eq!(effect(1, "crest@0:0 3@0:1", 0), stays("unreachable"));
    let two = "crest@0:0 5@0:1 mitsuhide@0:3 4@1:3";
    assert_eq!(effect(1, two, 0), json!({ "kind": "passes", "square": 5 }));
    assert_eq!(effect(1, two, 3), arrives(4));
    let both = "crest@0:0 5@0:1 mitsuhide@0:3 2@1:3";
    assert_eq!(
        (effect(1, both, 0), effect(1, both, 3)),
        (stays("both_neighbours"), stays("both_neighbours"))
    );
    assert_eq!(effect(1, "crest@0:0 5@1:0", 1), json!({ "kind": "attacks", "square": 5 }));
    // A sword reaches from the square after the movement.
    assert_eq!(
        effect(1, "crest@0:0 2@0:1 5@1:0", 1),
        json!({ "kind": "out_of_reach", "square": 5, "reach": [1, 2, 3] })
    );
    assert_eq!(effect(1, "gun@0:0 3@0:1", 0), json!({ "kind": "attacks", "square": 3 }));
    assert_eq!(effect(1, "crest@0:0 3@-1:0", 2), json!({ "kind": "recovers", "cards": 3 }));
    assert_eq!(effect(1, "crest@0:0", 0), json!({ "kind": "nothing" }));
    // In round 1 every square can be reached.
    assert_eq!(effect(0, "crest@0:0 4@0:1", 0), arrives(4));
}

#[test]
fn h59_a_draft_says_why_it_cannot_be_declared() {
    let played = Scene::new(3).round(1).play();
    for draft in ["", "lay nothing", "lay crest@0:0 2@0:2", "lay 3@0:0"] {
        let draft = played.draft(Seat(0), draft);
        assert_eq!(draft.refused.expect("no destination").rule.0, "H-59");
        assert_eq!((draft.completed, &draft.reading["destination"]), (None, &Value::Null));
    }
    assert_eq!(played.draft(Seat(0), "lay crest@0:0 2@0:1").refused, None);
    let played = Scene::new(3).round(4).exposed(0, "koban 3").play();
    assert_eq!(played.draft(Seat(0), "").refused, None);
    for (draft, rule) in [("lay 3@0:0", "H-38"), ("lay 1@0:0 2@0:0", "H-40")] {
        let draft = played.draft(Seat(0), draft);
        assert_eq!(draft.refused.unwrap().rule.0, rule);
        assert!(draft.reading["icons"].is_array());
    }
}

#[test]
fn h39_drafts_are_nobody_elses_and_nothing_but_layouts() {
    let played = Scene::new(3).round(4).play();
    assert!(!played.game.drafts_open());
    for text in ["take enza", "lay 7@0:0", "lay", "x", "lay 2@0:0:1", "lay 2@99:0"] {
        let read = zashiki_core::InfoState::new(&played.game, Seat(0)).draft(text);
        match read {
            Ok(draft) => assert!(text == "lay", "{text}: {draft:?}"),
            Err(no) => assert!(!said(no).1.is_empty()),
        }
    }
    // In other phases there are no drafts; and drafts of seats that are not awaited do not panic.
    let over = Scene::new(3).round(6).lay(&["nothing"; 3]);
    for seat in 0..3 {
        assert!(over.game.draft(Seat(seat), "").is_err());
        let _ = played.game.draft(Seat(seat), "lay crest@0:0 2@0:1");
    }
}

/// The forecast of a draft: what the layout gains if no other seat interferes.
#[test]
fn h80_h92_h99_a_draft_says_what_it_gains_if_nobody_interferes() {
    let scene = Scene::new(3).round(4).pawns(&[1, 3, 4]).pile(2, "enza joo").pile(5, "gun fire");
    let played = scene.play();
    let gains = |draft: &str| {
        let reading = played.draft(Seat(0), draft).reading;
        json!([reading["picks_up"], reading["points"], reading["burns"], reading["company"]])
    };
    assert_eq!(gains("lay crest@0:0 2@0:1"), json!([["enza", "joo"], 6, false, []]));
    assert_eq!(gains("lay crest@0:0 5@0:1"), json!([[], 0, true, []]));
    assert_eq!(gains("lay nothing"), json!([[], 0, false, []]));
    let reading = played.draft(Seat(0), "lay crest@0:0 2@0:1 3@1:0").reading;
    assert_eq!(reading["targets"], json!([{ "icon": "sword", "square": 3, "seats": [1] }]));
    // Before the first movement no pawn is anywhere.
    let first = Scene::new(3).round(1).play().draft(Seat(0), "lay 3@0:0").reading;
    assert_eq!((&first["picks_up"], &first["targets"]), (&json!([]), &json!([])));
    let beside = Scene::new(3).round(4).pawns(&[1, 2, 2]).play();
    let there = beside.draft(Seat(0), "lay crest@0:0 2@0:1").reading;
    assert_eq!(there["company"], json!([1, 2]));
}
