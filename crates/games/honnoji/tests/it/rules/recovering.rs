//! Recovery: H-118 to H-125.

use serde_json::json;

use crate::support::*;

/// The match at a decision of seat 0, which may recover up to `number` of these exposed cards.
fn recovering(exposed: &str, number: u8) -> Played {
    let scene = Scene::new(3).round(4).exposed(0, exposed);
    scene.lay(&[&recover(number), "nothing", "nothing"])
}

fn recover(number: u8) -> String {
    format!("crest@0:0 {number}@-1:0")
}

#[test]
fn h118_up_to_the_designated_number_of_cards_return_to_the_hand() {
    let mut played = recovering("koban 3 4 katana", 2);
    assert_eq!((played.phase().as_str(), played.awaited()), ("recovery", Some(Seat(0))));
    assert_eq!(played.asked_by(), "H-118");
    assert_eq!(played.view()["asked"], json!({ "kind": "recover", "seat": 0, "up_to": 2 }));
    let mut legal = played.legal();
    legal.sort();
    let wanted = ["3", "3 4", "3 katana", "4", "4 katana", "katana", "nothing"];
    assert_eq!(legal, wanted.map(|faces| format!("recover {faces}")));
    assert_eq!(played.refused("recover 3 4 katana"), "H-118");
    played.act("recover 3 katana");
    assert_eq!(played.exposed(0), in_order("4 koban"));
    assert!(["3", "katana"].iter().all(|face| played.hand(0).contains(&(*face).into())));
    // Three cards with the number 3, and with the number 5 all exposed cards.
    assert!(recovering("koban 4 5 katana", 3).may("recover 4 5 katana"));
    assert!(recovering("koban 3 4 katana", 5).may("recover 3 4 katana"));
    assert_eq!(recovering("koban 3 4 katana", 1).refused("recover 3 4"), "H-118");
}

#[test]
fn h119_ah28_fewer_or_none_may_return() {
    let mut played = recovering("koban 3 4 katana", 2);
    assert!(played.may("recover 4"));
    played.act("recover nothing");
    assert!(played.has(json!({ "event": "recovered", "seat": 0, "faces": [] })));
    assert_eq!(played.exposed(0), in_order("3 4 koban katana"));
    assert_eq!(played.refused_to(Seat(0), "recover 3"), "T-4");
}

#[test]
fn h120_treasures_never_return() {
    let played = recovering("koban 3 tsukumo katana", 4);
    assert_eq!(played.refused("recover koban"), "H-120");
    assert_eq!(played.refused("recover 3 tsukumo"), "H-120");
    assert!(played.may("recover 3 katana"));
    // With treasures alone there is no decision.
    let played = recovering("koban tsukumo", 4);
    assert!(played.is_deciding());
    assert_eq!(played.in_vain(), ["0 recover 4 nothing_to_recover"]);
}

#[test]
fn h121_numbers_and_action_cards_return() {
    let mut played = recovering("1 3 4 koban katana gun ranmaru mitsuhide", 5);
    assert_eq!(played.refused("recover 2"), "H-118");
    // The crest is in the placement area.
    assert_eq!(played.refused("recover crest"), "H-123");
    assert_eq!(played.refused("recover 3 3"), "H-118");
    played.act("recover 1 3 gun ranmaru mitsuhide");
    assert_eq!(played.exposed(0), in_order("4 koban katana"));
}

#[test]
fn h122_ah26_what_was_gained_in_this_round_can_return() {
    // Picked up in this round.
    let scene = Scene::new(3).round(4).pile(1, "katana enza");
    let mut played = scene.lay(&[&recover(1), "nothing", "nothing"]);
    assert_eq!(played.legal().len(), 2);
    played.act("recover katana");
    assert!(played.hand(0).contains(&"katana".into()));
    // Stolen in this round.
    let scene = Scene::new(3).round(4).exposed(1, "gun");
    let mut played = scene.lay(&["crest@0:0 2@1:0 1@-1:0", "nothing", "nothing"]);
    played.act("recover gun");
    assert!(played.hand(0).contains(&"gun".into()));
}

#[test]
fn h123_ah32_what_was_laid_in_this_round_cannot_return() {
    let scene = Scene::new(3).round(4).hand(0, "crest 1 2 4 5 katana").exposed(0, "koban 3");
    let played = scene.lay(&["crest@0:0 2@-1:0 katana@5:5 5@7:7", "nothing", "nothing"]);
    assert_eq!(played.legal(), ["recover nothing", "recover 3"]);
    assert_eq!(played.refused("recover katana"), "H-123");
    assert_eq!(played.refused("recover 5"), "H-123");
}

#[test]
fn h124_ah48_they_recover_clockwise_from_the_first_player() {
    for first in 0..3u8 {
        let scene = Scene::new(3).round(4).first(first);
        let scene = (0..3).fold(scene, |scene, seat| scene.exposed(seat, "koban 3"));
        let laid = recover(1);
        let mut played = scene.lay(&[laid.as_str(); 3]);
        for step in 0..3 {
            let seat = (first + step) % 3;
            assert_eq!(played.awaited(), Some(Seat(seat)));
            assert_eq!(played.refused_to(Seat((seat + 1) % 3), "recover 3"), "T-2");
            played.act(if step == 1 { "recover nothing" } else { "recover 3" });
            // The recovered cards are public before the next seat decides.
            if step == 0 {
                let view = played.view_as(Seat((seat + 1) % 3));
                assert_eq!(words(&view["players"][usize::from(seat)]["exposed"]), ["koban"]);
            }
        }
        assert!(played.is_deciding());
    }
}

#[test]
fn h125_without_a_number_nothing_is_recovered() {
    let scene = Scene::new(3).round(4).exposed(0, "koban 3 katana");
    for layout in ["nothing", "crest@0:0", "crest@0:0 1@0:1 2@1:0", "crest@0:0 1@-2:0", "1@0:0"] {
        let mut played = scene.lay(&[layout, "nothing", "nothing"]);
        assert!(played.is_deciding() && played.round() == 5, "{layout}");
        assert!(!played.has(json!({ "event": "recovered" })), "{layout}");
        played.forget();
    }
}

#[test]
fn h118_ah27_the_limits_of_several_icons_add_up() {
    let file = replaced(
        "{ icon = \"sword\", direction = \"right\" }",
        "{ icon = \"recover\", direction = \"right\" }",
    );
    let config = setup_of(3, json!({}), Some(&file)).unwrap();
    let scene = Scene::of(config).round(4).exposed(0, "koban 3 4 katana gun");
    let mut played = scene.lay(&["crest@0:0 2@-1:0 1@1:0", "nothing", "nothing"]);
    assert_eq!(played.view()["asked"]["up_to"], json!(3));
    played.act("recover 3 4 katana");
    // The sum may be more than five.
    let played = scene.lay(&["crest@0:0 2@-1:0 5@1:0", "nothing", "nothing"]);
    assert_eq!(played.view()["asked"]["up_to"], json!(7));
    assert!(played.may("recover 3 4 katana gun"));
}

#[test]
fn h118_ah29_any_number_can_be_recovered_anywhere() {
    for square in 1..=5u8 {
        for number in 1..=5u8 {
            let scene = Scene::new(3).round(4).pawns(&[square, 3, 3]).hand(0, BASIC);
            let scene = scene.exposed(0, "koban katana");
            let played = scene.lay(&[&recover(number), "nothing", "nothing"]);
            assert_eq!(played.view()["asked"]["up_to"], json!(number));
        }
    }
}

#[test]
fn h118_ah44_equal_cards_are_one_choice() {
    let played = recovering("koban katana katana katana", 2);
    assert_eq!(played.legal().len(), 3);
    assert!(played.may("recover katana katana"));
    assert_eq!(played.refused("recover katana katana katana"), "H-118");
}
