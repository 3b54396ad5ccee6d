//! The variant with simultaneous layouts: H-143 to H-145.

use serde_json::json;
use zashiki_core::{GameState, Seat, Turn, Viewer};

use crate::support::*;

fn variant(seats: u8) -> Scene {
    Scene::with(seats, json!({ "placing": "together" })).round(4)
}

#[test]
fn h143_ah52_all_lay_out_at_the_same_time_in_any_order() {
    for order in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
        let mut played = variant(4).first(1).play();
        let mut left: Vec<u8> = vec![0, 1, 2, 3];
        for seat in order {
            let mut awaited = played.all_awaited();
            awaited.sort_unstable();
            assert_eq!(awaited, left.iter().copied().map(Seat).collect::<Vec<_>>());
            assert!(left.iter().all(|seat| !played.legal_for(Seat(*seat)).is_empty()));
            assert!(left.iter().all(|seat| played.game.prompt(Seat(*seat)).is_some()));
            played.act_as(Seat(seat), "lay 5@0:0");
            left.retain(|other| *other != seat);
            // Each seat declares once.
            if !left.is_empty() {
                assert_eq!(played.refused_to(Seat(seat), "lay nothing"), "H-42");
            }
        }
    }
    // Without the variant, one seat at a time is awaited.
    assert_eq!(Scene::new(4).round(4).play().all_awaited(), [Seat(0)]);
}

#[test]
fn h144_ah40_ah52_nothing_is_seen_before_the_reveal() {
    let scene = variant(3).hand(0, &format!("{BASIC} gun"));
    let mut long = scene.play();
    long.act_as(Seat(0), "lay crest@0:0 2@0:1 gun@-3:4 1@1:0");
    let mut none = scene.play();
    none.act_as(Seat(0), "lay nothing");
    let declared = &long.all(json!({ "event": "declared", "seat": 0 }))[0];
    assert_eq!(declared["cells"], json!(null));
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))] {
        // Neither the cards nor their cells nor their number are visible: the view equals that of an
        // empty layout.
        assert_eq!(long.game.view(viewer), none.game.view(viewer));
    }
    let seat = &long.view_as(Seat(1))["players"][0];
    assert_eq!(seat["laid"], json!({ "kind": "declared" }));
    assert_eq!(words(&seat["hand"]), in_order(&format!("{BASIC} gun")));
    assert_eq!(long.view_as(Seat(0))["players"][0]["laid"]["kind"], json!("open"));
    assert_eq!(long.view()["players"][1]["laid"], json!({ "kind": "none" }));
    // For the omniscient viewer each seat's part equals the seat's own view.
    let open = serde_json::to_value(long.game.view(Viewer::Omniscient)).unwrap();
    assert_eq!(open["players"][0], long.view_as(Seat(0))["players"][0]);
    assert_eq!(open["players"][0]["laid"]["kind"], json!("open"));
    // The squares and the exposed cards remain public.
    assert_eq!(words(&long.view_as(Seat(1))["players"][0]["exposed"]), ["koban"]);
    assert_eq!(long.view_as(Seat(1))["squares"], scene.play().view()["squares"]);
    // After the reveal everything is public.
    long.act_as(Seat(1), "lay nothing");
    long.act_as(Seat(2), "lay 3@2:2");
    let revealed = long.at(json!({ "event": "revealed" }));
    for seat in 0..3 {
        assert_eq!(revealed.view()["players"][seat]["laid"]["kind"], json!("open"));
    }
    assert_eq!(long.count(json!({ "event": "revealed" })), 3);
}

/// The same layouts have the same result in turn and together.
#[test]
fn h145_all_other_rules_are_the_same() {
    let layouts =
        ["crest@0:0 2@0:1 3@1:0 1@-1:0", "crest@0:0 1@0:1 2@1:0", "crest@0:0 4@0:1", "nothing"];
    let set = |scene: Scene| {
        let scene = scene.round(4).pawns(&[1, 2, 3, 3]).first(2);
        let scene = scene.pile(2, "chosho mokkei").pile(3, "enza joo").pile(1, "fire");
        let scene = scene.deck("gun bandai katana katana gun").exposed(0, "koban tsukumo 4 5");
        scene.hand(0, "crest 1 2 3").rng(3)
    };
    let results: Vec<Played> = ["in_turn", "together"]
        .map(|placing| {
            let mut played = set(Scene::with(4, json!({ "placing": placing }))).play();
            while played.is_deciding() && played.round() == 4 {
                // In the variant the last seat declares first.
                let seat = *played.all_awaited().last().unwrap();
                played.act_as(seat, &format!("lay {}", layouts[seat.index()]));
            }
            while !played.is_deciding() {
                played.act(&played.legal()[0].clone());
            }
            played
        })
        .into();
    assert_eq!(results[0].json(), results[1].json());
    let events = |played: &Played| {
        let names = played.names();
        let from = names.iter().position(|name| name == "revealed").unwrap();
        played.events()[from..].to_vec()
    };
    assert_eq!(events(&results[0]), events(&results[1]));
    // Random matches end with the same results.
    for seed in 0..6 {
        let options = json!({ "placing": "together" });
        let end = play_at_random(3 + (seed % 3) as u8, options, seed, |_| ());
        let Turn::Over(outcome) = end.turn() else { panic!("not over") };
        assert!(["points", "fewer_cards", "draw"].contains(&outcome.reason));
        assert_eq!(view_of(&end)["round"], json!(6));
    }
}
