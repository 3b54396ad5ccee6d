//! Layouts: H-35 to H-44, H-59, H-60, and their visibility (A-H51).

use honnoji::{Action, Event, Honnoji};
use serde_json::{Value, json};
use zashiki_core::{
    Action as _, Event as _, FrameRecorder, GameRng, GameState, GameStateExt as _, Seat, Viewer,
};

use crate::support::*;

#[test]
fn h35_what_is_done_is_fixed_by_the_layouts() {
    // After the layouts a seat can choose neither a destination nor a victim nor the number of cards
    // to recover, but only cards.
    let scene = Scene::new(3).round(4).exposed(0, "koban 3 5").exposed(2, "koban tsukumo");
    let mut played = scene.lay(&["crest@0:0 2@0:1 1@0:2 4@1:0", "nothing", "nothing"]);
    // The movement from 1 to 3 is impossible, so the sword does not reach 4: there is no decision.
    assert!(played.is_deciding());
    played = scene.lay(&["crest@0:0 2@0:1 1@1:0 4@-1:0", "nothing", "nothing"]);
    assert_eq!((played.pawn(0), played.phase().as_str()), (2, "recovery"));
    assert_eq!(played.view()["asked"]["up_to"], json!(4));
    assert!(played.legal().iter().all(|action| action.starts_with("recover")));
    // The layouts of the others do not change the reading.
    let reading = played.view()["players"][0]["laid"]["reading"].clone();
    assert_eq!(reading["destination"], json!(2));
    assert_eq!(reading["attacks"], json!([{ "square": 1, "icon": "sword" }]));
    assert_eq!(reading["recover"], json!(4));
}

#[test]
fn h36_h41_they_lay_out_clockwise_one_after_the_other() {
    for seats in 3..=5u8 {
        for first in 0..seats {
            let mut played = Scene::new(seats).round(4).first(first).play();
            for step in 0..seats {
                let seat = (first + step) % seats;
                assert_eq!(played.all_awaited(), [Seat(seat)]);
                assert_eq!(played.asked_by(), "H-37");
                for other in (0..seats).filter(|other| *other != seat) {
                    // A seat that has declared gets an error that says so.
                    let done = (other + seats - first) % seats < step;
                    let rule = if done { "H-42" } else { "T-2" };
                    assert_eq!(played.refused_to(Seat(other), "lay nothing"), rule);
                    assert!(played.legal_for(Seat(other)).is_empty());
                }
                played.act("lay 5@0:0");
                let declared = played.all(json!({ "event": "declared" }));
                assert_eq!(declared.len(), usize::from(step) + 1);
                assert_eq!(declared[usize::from(step)]["seat"], json!(seat));
            }
            assert_eq!(played.count(json!({ "event": "revealed" })), usize::from(seats));
        }
    }
}

#[test]
fn h37_ah1_any_number_of_cards_may_be_laid() {
    let played = Scene::new(3).round(4).hand(0, &format!("{BASIC} katana katana gun")).play();
    let all = "crest@0:0 1@0:1 2@0:2 3@1:0 4@-1:0 5@5:5 katana@6:6 katana@7:7 gun@8:8";
    let words = split(all);
    for count in 0..=words.len() {
        let layout = if count == 0 { "nothing".to_owned() } else { words[..count].join(" ") };
        assert!(played.may(&format!("lay {layout}")), "{count} cards");
    }
    // In round 1 an empty layout is illegal.
    let played = Scene::new(3).round(1).play();
    assert_eq!(played.refused("lay nothing"), "H-59");
    assert!(played.may("lay crest@0:0 1@0:1 2@0:2 3@1:0 4@-1:0 5@5:5"));
}

#[test]
fn h38_only_cards_in_hand_can_be_laid() {
    let scene = Scene::new(3).round(4).exposed(0, "koban 3 katana").hand(1, "crest 1 2 3 4 5 gun");
    let played = scene.play();
    for layout in ["3@0:0", "crest@0:0 3@0:1", "katana@0:0", "gun@0:0", "koban@0:0", "2@0:0 2@1:0"]
    {
        let (rule, en, ja) = said(played.refusal_to(Seat(0), &format!("lay {layout}")));
        assert_eq!(rule, "H-38", "{layout}");
        assert!(en.contains("hand") && ja.contains("手札"), "{en} {ja}");
    }
    assert!(played.may("lay crest@0:0 2@0:1"));
    // More cards than a hand can have, and words that are no cards.
    let many = format!("lay{}", " 2@0:0".repeat(15));
    assert_eq!(played.refused(&many), "H-38");
    assert_eq!(played.refused("lay fire@0:0"), "H-38");
    assert_eq!(played.refused("lay 6@0:0"), "T-3");
}

#[test]
fn h39_ah51_until_the_reveal_others_see_positions_and_no_faces() {
    let layout = "crest@0:0 2@0:1 gun@-3:4 1@1:0";
    let scene = Scene::new(3).round(4).hand(0, &format!("{BASIC} gun"));
    let mut played = scene.play();
    played.act(&format!("lay {layout}"));
    let cells =
        json!([{ "x": -3, "y": 4 }, { "x": 0, "y": 0 }, { "x": 0, "y": 1 }, { "x": 1, "y": 0 }]);
    for view in [played.view(), played.view_as(Seat(1)), played.view_as(Seat(2))] {
        let seat = &view["players"][0];
        assert_eq!(seat["laid"], json!({ "kind": "face_down", "cells": cells }));
        // The hand before the declaration: the missing cards would reveal the layout.
        assert_eq!(words(&seat["hand"]), in_order(&format!("{BASIC} gun")));
    }
    // A seat sees its own layout, and its remaining hand.
    let own = played.view_as(Seat(0))["players"][0].clone();
    assert_eq!(own["laid"]["kind"], json!("open"));
    assert_eq!(in_order_laid(&own["laid"]["layout"]), in_order_laid(&laid_json(layout)));
    assert_eq!(words(&own["hand"]), in_order("3 4 5"));
    // Two layouts on the same cells give the other seats the same view, prompt and legal actions.
    let mut other = scene.play();
    other.act("lay 5@0:0 crest@0:1 4@-3:4 3@1:0");
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))] {
        assert_eq!(played.game.view(viewer), other.game.view(viewer));
        assert_ne!(played.game.view(Viewer::Seat(Seat(0))), other.game.view(Viewer::Seat(Seat(0))));
    }
    assert_eq!(played.legal(), other.legal());
    // The number and the cells of the cards are public.
    other = scene.play();
    other.act("lay 5@0:0");
    assert_ne!(played.view(), other.view());
    // Only the seat itself receives the event with its cards.
    for (event, _) in events_of(&scene, 0, layout) {
        let visible = event.for_viewer(Viewer::Seat(Seat(1)));
        let text = serde_json::to_string(&visible).unwrap();
        assert!(!text.contains("crest") && !text.contains("gun"), "{text}");
    }
}

#[test]
fn h39_ah51_with_all_open_every_layout_and_hand_is_seen() {
    let mut played = Scene::new(3).round(4).hand(0, &format!("{BASIC} gun")).play();
    played.act("lay crest@0:0 2@0:1 gun@-3:4 1@1:0");
    played.act("lay 5@0:0 3@0:1");
    let open = played.game.view(Viewer::Omniscient);
    let open = serde_json::to_value(open).unwrap();
    for (index, seat) in (0..).zip(open["players"].as_array().unwrap()) {
        assert_eq!(*seat, played.view_as(Seat(index))["players"][usize::from(index)]);
    }
    assert_eq!(open["players"][0]["laid"]["kind"], json!("open"));
    assert_eq!(words(&open["players"][0]["hand"]), in_order("3 4 5"));
    assert_eq!(words(&open["players"][1]["hand"]), in_order("crest 1 2 4"));
    assert_eq!(open["players"][2]["laid"], json!({ "kind": "none" }));
    // The omniscient viewer receives the event as the seat does.
    for (event, _) in events_of(&Scene::new(3).round(4), 0, "5@0:0 3@0:1") {
        let own = event.for_viewer(Viewer::Seat(Seat(0)));
        assert_eq!(event.for_viewer(Viewer::Omniscient), own);
    }
    // No viewer knows the order of the deck.
    assert_eq!(open["deck_holds"], played.view()["deck_holds"]);
}

fn in_order_laid(cards: &Value) -> Vec<String> {
    let mut cards: Vec<String> = cards.as_array().unwrap().iter().map(Value::to_string).collect();
    cards.sort();
    cards
}

fn events_of(scene: &Scene, seat: u8, layout: &str) -> Vec<(Event, Honnoji)> {
    let mut game = scene.play().game;
    let mut frames = FrameRecorder(Vec::new());
    let action = Action::parse(&format!("lay {layout}")).unwrap();
    game.play(Seat(seat), action, Some(&mut frames)).unwrap();
    assert!(!frames.0.is_empty());
    frames.0
}

#[test]
fn h40_cards_cannot_be_rotated() {
    let played = Scene::new(3).round(4).play();
    // Notation with a rotation is rejected with a reason.
    for layout in ["2@0:1:1", "crest@0:0:90 2@0:1"] {
        let (rule, en, ja) = said(played.refusal_to(Seat(0), &format!("lay {layout}")));
        assert_eq!(rule, "H-40", "{layout}");
        assert!(en.contains("rotate") && ja.contains("天地"), "{en} {ja}");
    }
    assert!(played.may("lay 2@0:1"));
    // The direction is the same for every seat.
    let go = "crest@0:0 4@0:1";
    let played = Scene::new(5).round(1).lay(&[go; 5]);
    assert!((0..5).all(|seat| played.pawn(seat) == 4));
}

#[test]
fn h40_ah45_one_card_a_cell_within_the_area() {
    let played = Scene::new(3).round(4).play();
    // Two cards on one cell.
    for layout in ["crest@0:0 2@0:0", "1@3:3 2@4:4 5@3:3"] {
        let (rule, en, ja) = said(played.refusal_to(Seat(0), &format!("lay {layout}")));
        assert!(rule.starts_with("H-"), "{rule}");
        assert!(en.contains("Two cards lie on one place"), "{en}");
        assert!(ja.contains("重"), "{ja}");
    }
    // Cells outside the placement area.
    for cell in ["16:0", "0:16", "-16:0", "0:-16", "100:100", "-128:127", "300:0"] {
        let (rule, en, ja) = said(played.refusal_to(Seat(0), &format!("lay 2@{cell}")));
        assert_eq!(rule, "H-40", "{cell}");
        assert!(en.contains("-15 to 15") && ja.contains("15"), "{en} {ja}");
    }
    for cell in ["15:15", "-15:-15", "15:-15", "-15:15"] {
        assert!(played.may(&format!("lay 2@{cell}")), "{cell}");
    }
    for layout in ["2@0", "2@", "2", "@0:0", "2@x:y", "2@0:0,", "2@0;0", "2@ 0,0", ""] {
        assert_eq!(played.refused(&format!("lay {layout}")), "T-3", "{layout}");
    }
    // Shifting a layout does not change its orders.
    let orders = |x: i8, y: i8| {
        let [up, right] = [y + 1, x + 1];
        let layout = format!("lay crest@{x}:{y} 2@{x}:{up} 1@{right}:{y}");
        let reading = played.draft(Seat(0), &layout).reading;
        (reading["path"].clone(), reading["attacks"].clone(), reading["recover"].clone())
    };
    assert_eq!(orders(0, 0), orders(-15, 14));
    assert_eq!(orders(0, 0), orders(14, -15));
}

#[test]
fn h39_ah3_cards_need_not_touch() {
    let played = Scene::new(3).round(4).play();
    assert!(played.may("lay crest@-15:-15 1@15:15 2@0:0 3@7:-9"));
    let played = Scene::new(3).round(1).play();
    assert!(played.may("lay crest@-15:-15 1@-15:-14 2@0:0 3@7:-9"));
}

#[test]
fn h42_a_declared_layout_cannot_be_changed() {
    let mut played = Scene::new(3).round(4).play();
    played.act("lay crest@0:0 2@0:1");
    assert_eq!(played.refused_to(Seat(0), "lay nothing"), "H-42");
    assert_eq!(played.refused_to(Seat(0), "lay crest@0:0 2@0:1"), "H-42");
    assert!(played.legal_for(Seat(0)).is_empty());
    // A declaration cannot be taken back: the other seats have seen it.
    let declared = |scene: &Scene| {
        let events = events_of(scene, 0, "crest@0:0 2@0:1").into_iter().map(|(event, _)| event);
        events.filter(|event| matches!(event, Event::Declared { .. })).collect::<Vec<_>>()
    };
    assert!(matches!(&declared(&Scene::new(3))[..], [event] if event.reveals()));
    // In the variant as well.
    let scene = Scene::with(3, json!({ "placing": "together" })).round(4);
    assert!(matches!(&declared(&scene)[..], [event] if event.reveals()));
    let mut played = scene.play();
    played.act_as(Seat(1), "lay crest@0:0 2@0:1");
    assert_eq!(played.refused_to(Seat(1), "lay nothing"), "H-42");
    assert!(played.legal_for(Seat(1)).is_empty() && !played.legal_for(Seat(0)).is_empty());
}

#[test]
fn h43_all_layouts_are_turned_up_at_once() {
    for first in 0..4u8 {
        let scene = Scene::new(4).round(4).first(first);
        let layouts = ["crest@0:0", "5@0:0", "nothing", "2@3:3 1@4:4"];
        let played = scene.lay(&layouts);
        let names = played.names();
        let declared = names.iter().rposition(|name| name == "declared").unwrap();
        let revealed = names.iter().position(|name| name == "revealed").unwrap();
        assert!(declared < revealed);
        assert!(names[revealed..revealed + 4].iter().all(|name| name == "revealed"));
        // All layouts are face up at the first of these events, and none before.
        let (_, after) = &played.frames[revealed];
        let open = |view: &Value| {
            let players = view["players"].as_array().unwrap().clone();
            players.iter().filter(|player| player["laid"]["kind"] == json!("open")).count()
        };
        assert_eq!(open(&view_of(after)), 4);
        for (_, before) in &played.frames[..=declared] {
            assert_eq!(open(&view_of(before)), 0);
        }
    }
}

#[test]
fn h44_turning_up_moves_no_card() {
    let layouts = ["crest@0:0 2@0:1", "5@-7:7 1@8:8", "3@1:2"];
    let played = Scene::new(3).round(4).lay(&layouts);
    for (seat, layout) in layouts.iter().enumerate() {
        let revealed = &played.all(json!({ "event": "revealed", "seat": seat }))[0];
        assert_eq!(in_order_laid(&revealed["layout"]), in_order_laid(&laid_json(layout)));
        let cells = |event: &Value| {
            let mut cells: Vec<String> = event["layout"]
                .as_array()
                .unwrap()
                .iter()
                .map(|card| card["cell"].to_string())
                .collect();
            cells.sort();
            cells
        };
        let declared = &played.all(json!({ "event": "declared", "seat": seat }))[0];
        let mut visible: Vec<String> =
            declared["cells"].as_array().unwrap().iter().map(Value::to_string).collect();
        visible.sort();
        assert_eq!(visible, cells(revealed));
    }
}

#[test]
fn h59_ah2_in_round_1_a_destination_must_be_designated() {
    let played = Scene::new(3).round(1).play();
    for layout in [
        "nothing",
        "crest@0:0",
        "2@0:0",
        "crest@0:0 2@1:0",
        "crest@0:0 2@-1:0",
        "crest@0:0 2@0:2",
        "crest@0:0 5@1:1",
        "crest@0:15 2@0:14",
    ] {
        let (rule, en, ja) = said(played.refusal_to(Seat(0), &format!("lay {layout}")));
        assert_eq!(rule, "H-59", "{layout}");
        assert!(en.contains("where to move") && ja.contains("移動先"), "{en} {ja}");
    }
    for layout in ["crest@0:0 2@0:1", "crest@0:0 5@0:1 1@1:0 3@9:9", "crest@0:14 2@0:15"] {
        assert!(played.may(&format!("lay {layout}")), "{layout}");
    }
    // All listed layouts have a destination.
    for layout in played.legal() {
        assert!(!played.draft(Seat(0), &layout).reading["destination"].is_null(), "{layout}");
    }
    // In the variant as well.
    let played = Scene::with(3, json!({ "placing": "together" })).round(1).play();
    for seat in 0..3 {
        assert_eq!(played.refused_to(Seat(seat), "lay nothing"), "H-59");
    }
}

#[test]
fn h60_later_no_destination_is_needed() {
    for round in 2..=6 {
        let played = Scene::new(3).round(round).play();
        for layout in ["nothing", "crest@0:0", "2@0:0", "crest@0:0 2@1:0", "crest@0:0 4@0:1"] {
            assert!(played.may(&format!("lay {layout}")), "{layout} in round {round}");
        }
    }
}

/// The effect of every random layout is among those of the listed layouts, within the bounds of the
/// list.
#[test]
fn h45_every_order_of_a_layout_is_listed() {
    let mut rng = GameRng::from_seed(5);
    for hand in ["crest 1 2 3 4 5", "crest 2 3 5 katana", "crest 1 2 4 ranmaru", "crest 1 3 gun"] {
        let rest: Vec<&str> =
            split(BASIC).into_iter().filter(|face| !split(hand).contains(face)).collect();
        let scene = Scene::new(3).round(4).hand(0, hand).exposed(0, &rest.join(" "));
        let played = scene.play();
        let order = |layout: &str| {
            let reading = played.draft(Seat(0), layout).reading;
            let squares: Vec<Value> = reading["attacks"]
                .as_array()
                .unwrap()
                .iter()
                .map(|attack| attack["square"].clone())
                .collect();
            json!([reading["destination"], squares, reading["recover"]])
        };
        let listed: std::collections::BTreeSet<String> =
            played.legal().iter().map(|layout| order(layout).to_string()).collect();
        for _ in 0..300 {
            let mut cells: Vec<(i8, i8)> =
                (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
            let mut cards: Vec<String> = Vec::new();
            for face in split(hand) {
                if rng.below(4) > 0 {
                    let (x, y) = cells.swap_remove(rng.below(cells.len() as u32) as usize);
                    cards.push(format!("{face}@{x}:{y}"));
                }
            }
            let layout = if cards.is_empty() {
                "lay nothing".into()
            } else {
                format!("lay {}", cards.join(" "))
            };
            assert!(played.may(&layout));
            assert!(listed.contains(&order(&layout).to_string()), "{layout}: {}", order(&layout));
        }
    }
}
