//! Reading of layouts: H-45 to H-58.

use serde_json::json;

use crate::support::*;

/// The square that a movement icon designates: the destination of the pawn in round 1. `None` if the
/// layout is rejected because it designates no square.
fn designated(layout: &str) -> Option<u64> {
    let mut played = Scene::new(3).round(1).play();
    if !played.may(&format!("lay {layout}")) {
        assert_eq!(played.refused(&format!("lay {layout}")), "H-59", "{layout}");
        return None;
    }
    played.lay(&[layout, "crest@0:0 1@0:1", "crest@0:0 1@0:1"]);
    Some(played.pawn(0))
}

/// The square that the crest designates with a chain of numbers before its movement icon.
fn chain(numbers: &str) -> Option<u64> {
    let cards = split(numbers).into_iter().enumerate();
    let cards: Vec<String> = cards.map(|(n, number)| format!("{number}@0:{}", n + 1)).collect();
    designated(&format!("crest@0:0 {}", cards.join(" ")))
}

#[test]
fn h45_an_icon_without_a_number_and_a_number_without_an_icon_do_nothing() {
    let scene = Scene::new(3).round(4).exposed(0, "koban katana");
    for layout in ["crest@0:0", "1@0:0 2@0:1 4@1:0 3@-1:0", "nothing"] {
        let played = scene.lay(&[layout, "nothing", "nothing"]);
        assert!(played.is_deciding() && played.round() == 5, "{layout}: nobody was asked");
        for event in ["moved", "attacked", "recovered"] {
            assert!(!played.has(json!({ "event": event, "seat": 0 })), "{layout}: {event}");
        }
    }
    // Read together, the three icons have the same numbers.
    let mut played = scene.lay(&["crest@0:0 2@0:1 3@1:0 1@-1:0", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "moved", "seat": 0, "path": [2] })));
    assert!(played.has(json!({ "event": "attacked", "seat": 0, "square": 3, "icon": "sword" })));
    played.act("recover katana");
    assert!(played.has(json!({ "event": "recovered", "seat": 0, "faces": ["katana"] })));
}

#[test]
fn h46_the_number_beside_the_icon_in_its_direction_is_designated() {
    for number in 1..=5 {
        assert_eq!(designated(&format!("crest@0:0 {number}@0:1")), Some(number));
        assert_eq!(designated(&format!("crest@-7:9 {number}@-7:10")), Some(number));
    }
}

#[test]
fn h47_numbers_elsewhere_are_not_designated() {
    // Numbers in other directions, on a diagonal, and behind an empty cell.
    for cell in ["1:0", "-1:0", "0:-1", "1:1", "-1:1", "0:2", "5:5"] {
        assert_eq!(designated(&format!("crest@0:0 5@{cell}")), None, "{cell}");
    }
    assert_eq!(designated("crest@0:0 5@1:1 2@0:1"), Some(2));
}

#[test]
fn h48_ah7_one_number_serves_several_icons() {
    // The crest reads 2 and 3, Ranmaru (蘭丸) reads the same 2 from its right.
    let layout = "crest@0:0 2@0:1 3@0:2 ranmaru@1:1";
    let hand = format!("{BASIC} ranmaru");
    let go = |from| {
        let scene = Scene::new(3).round(4).pawns(&[from, 3, 3]).hand(0, &hand);
        scene.lay(&[layout, "nothing", "nothing"])
    };
    assert!(go(1).has(json!({ "event": "stayed", "seat": 0, "why": "both_neighbours" })));
    assert!(go(4).has(json!({ "event": "moved", "seat": 0, "path": [5] })));
    // One number serves a movement and an attack of two cards.
    let scene = Scene::new(3).round(4).hand(0, &format!("{BASIC} katana"));
    let played = scene.lay(&["crest@0:0 2@0:1 katana@0:2", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "moved", "seat": 0, "path": [2] })));
    assert!(played.has(json!({ "event": "attacked", "seat": 0, "square": 2 })));
}

#[test]
fn h49_an_icon_without_a_number_does_nothing() {
    let scene = Scene::new(3).round(4).exposed(0, "koban 3").hand(0, "crest 1 2 4 5 katana gun");
    // Before the icon: a card without a number, an empty cell, the edge of the area.
    for layout in [
        "crest@0:0 katana@0:1 gun@1:0",
        "crest@0:0 2@0:2 1@2:0 4@-2:0",
        "crest@-15:15 gun@15:15 katana@0:-15",
    ] {
        let played = scene.lay(&[layout, "nothing", "nothing"]);
        assert_eq!(played.round(), 5, "{layout}");
        for event in ["moved", "attacked", "recovered"] {
            assert!(!played.has(json!({ "event": event })), "{layout}: {event}");
        }
    }
}

#[test]
fn h50_an_impossible_number_does_nothing_and_hinders_no_other_icon() {
    // From square 1, movement to 4 and a sword attack on 3 are out of reach; the recovery is carried
    // out.
    let scene = Scene::new(3).round(4).exposed(0, "koban 5").exposed(2, "koban tsukumo");
    let mut played = scene.lay(&["crest@0:0 4@0:1 3@1:0 2@-1:0", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "stayed", "seat": 0, "why": "unreachable" })));
    assert!(!played.has(json!({ "event": "attacked" })));
    played.act("recover 5");
    assert_eq!(played.pawn(0), 1);
    assert_eq!(played.exposed(2), in_order("koban tsukumo"));
}

#[test]
fn h51_h53_ah4_numbers_in_a_row_are_added() {
    assert_eq!(chain("1 2"), Some(3));
    assert_eq!(chain("2 1"), Some(3));
    assert_eq!(chain("3 1"), Some(4));
    // For every icon: sword to the right, recovery to the left.
    let scene = Scene::new(3).round(4).exposed(0, "koban katana gun").pawns(&[3, 1, 1]);
    let scene = scene.hand(0, BASIC);
    let played = scene.lay(&["crest@0:0 1@1:0 3@2:0", "nothing", "nothing"]);
    assert_eq!(played.in_vain(), ["0 sword 4 nobody_there"]);
    assert!(!played.has(json!({ "event": "attacked", "square": 1 })));
    let played = scene.lay(&["crest@0:0 1@-1:0 3@-2:0", "nothing", "nothing"]);
    assert_eq!(played.view()["asked"]["up_to"], json!(4));
}

#[test]
fn h52_the_chain_ends_before_six() {
    // Counted from the icon: 4 then 2 is 4, 2 then 4 is 2.
    for (numbers, sum) in [("4 2", 4), ("2 4", 2), ("5 1", 5), ("1 5", 1), ("3 4", 3), ("4 3", 4)] {
        assert_eq!(chain(numbers), Some(sum), "{numbers}");
    }
}

#[test]
fn h54_two_and_four_designate_two() {
    assert_eq!(chain("2 4"), Some(2));
}

#[test]
fn h55_ah5_nothing_behind_the_end_of_a_chain_counts() {
    assert_eq!(chain("2 4 1"), Some(2));
    assert_eq!(chain("5 1 2"), Some(5));
    assert_eq!(chain("1 5 2 3"), Some(1));
}

#[test]
fn h56_one_two_and_three_designate_three() {
    assert_eq!(chain("1 2 3"), Some(3));
    assert_eq!(chain("3 2 1"), Some(5));
}

#[test]
fn h57_exactly_five_is_allowed() {
    for numbers in ["2 3", "3 2", "1 4", "4 1", "5"] {
        assert_eq!(chain(numbers), Some(5), "{numbers}");
    }
}

#[test]
fn h58_a_gap_or_a_card_without_a_number_ends_the_chain() {
    assert_eq!(designated("crest@0:0 1@0:1 3@0:3"), Some(1));
    let scene = Scene::new(3).round(4).pawns(&[5, 3, 3]).hand(0, &format!("{BASIC} katana"));
    let played = scene.lay(&["crest@0:0 1@0:1 katana@0:2 3@0:3", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "moved", "seat": 0, "path": [1] })));
    let played = scene.lay(&["crest@0:0 1@0:1 3@0:2 katana@0:3", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "moved", "seat": 0, "path": [4] })));
}

#[test]
fn h51_ah6_a_chain_never_turns() {
    assert_eq!(designated("crest@0:0 1@0:1 2@1:1 3@-1:1"), Some(1));
}

/// Every icon of every card has the direction that RULES.md states.
#[test]
fn h46_the_directions_of_the_icons() {
    let reading = |hand: &str, layout: &str| {
        let played = Scene::new(3).round(4).hand(0, hand).play();
        let draft = played.draft(Seat(0), &format!("lay {layout}"));
        let icons = draft.reading["icons"].as_array().unwrap().clone();
        icons.into_iter().map(|icon| (icon["icon"].clone(), icon["number"].clone())).collect()
    };
    // Numbers on all four sides of the card: 1 above, 2 to the right, 3 below, 4 to the left.
    for (card, wanted) in [
        ("crest", vec![("move", 1), ("sword", 2), ("recover", 4)]),
        ("katana", vec![("sword", 3)]),
        ("gun", vec![("gun", 1)]),
        ("ranmaru", vec![("move", 4), ("sword", 3)]),
        ("mitsuhide", vec![("move", 2), ("gun", 1)]),
    ] {
        let layout = format!("{card}@0:0 1@0:1 2@1:0 3@0:-1 4@-1:0");
        let read: Vec<_> =
            reading(&format!("{BASIC} {card}").replace("crest 1 2 3 4 5 crest", BASIC), &layout);
        let wanted: Vec<_> = wanted.into_iter().map(|(i, n)| (json!(i), json!(n))).collect();
        assert_eq!(read, wanted, "{card}");
    }
}
