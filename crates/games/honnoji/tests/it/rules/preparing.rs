//! Round preparation: H-23 to H-34.

use std::collections::BTreeSet;

use serde_json::json;

use crate::support::*;

/// Round 4 with these piles and this deck of five cards. No pile is picked up: all pawns are on
/// square 5, which has fewer cards than pawns.
fn round_4(deck: &str, piles: &[(usize, &str)]) -> Scene {
    let scene = Scene::new(3).round(4).pawns(&[5, 5, 5]).deck(deck);
    piles.iter().fold(scene, |scene, (square, faces)| scene.pile(*square, faces))
}

/// The state of the scene in the next round, before the first declaration.
fn prepared(scene: &Scene) -> Played {
    let played = scene.lay(&["nothing"; 5]);
    assert!(played.is_deciding());
    played
}

#[test]
fn h23_h24_the_top_cards_go_to_the_squares_1_to_5() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[]));
    let dealt = played.all(json!({ "event": "dealt" }));
    let wanted = [(1, "enza"), (2, "tsukumo"), (3, "katana"), (4, "gun"), (5, "bandai")];
    assert_eq!(dealt.len(), 5);
    for (event, (square, face)) in dealt.iter().zip(wanted) {
        assert_eq!((&event["square"], &event["face"]), (&json!(square), &json!(face)));
        assert_eq!(played.pile(square), [face]);
    }
}

#[test]
fn h24_the_squares_are_dealt_to_in_order() {
    for seed in 0..5 {
        let played = Played::deal(4, json!({}), seed);
        let dealt = played.all(json!({ "event": "dealt" }));
        let squares: Vec<u64> =
            dealt.iter().map(|event| event["square"].as_u64().unwrap()).collect();
        assert_eq!(squares, [1, 2, 3, 4, 5]);
    }
}

#[test]
fn h25_cards_lie_face_up() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[(2, "joo")]));
    for square in 1..=5 {
        assert_eq!(played.down(square), [""; 0], "{square}");
        assert!(!played.pile(square).is_empty());
    }
}

#[test]
fn h26_a_new_card_joins_those_that_are_left() {
    let played =
        prepared(&round_4("enza tsukumo katana gun bandai", &[(1, "joo"), (3, "chosho mokkei")]));
    assert_eq!(played.pile(1), ["joo", "enza"]);
    assert_eq!(played.pile(3), ["chosho", "mokkei", "katana"]);
    assert_eq!(played.pile(2), ["tsukumo"]);
}

#[test]
fn h27_round_5_uses_up_the_deck() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[]));
    assert_eq!((played.round(), played.view()["deck"].clone()), (5, json!(0)));
    assert_eq!(played.deck(), [""; 0]);
    // In matches from the start: 25 cards, five in each round.
    for seed in 0..5 {
        play_at_random(5, json!({}), seed, |game| {
            let view = view_of(game);
            let round = view["round"].as_u64().unwrap();
            if round < 6 {
                assert_eq!(view["deck"], json!(25 - 5 * round));
            }
        });
    }
}

#[test]
fn h28_ah36_round_6_deals_from_all_discards_shuffled() {
    let discards = "tsukumo joo bandai katana katana gun koban";
    let scene = Scene::new(3).round(5).pawns(&[5, 5, 5]).pile(1, "chosho fire");
    let mut scene = scene.deck("").set("discards", json!(null));
    // All cards that are nowhere else are discarded: with the chosho and the fire card these are
    // all.
    scene = scene.exposed(0, "koban enza");
    let mut seen = BTreeSet::new();
    for seed in 0..10 {
        let scene = scene.clone().rng(seed);
        let before = scene.play();
        let mut wanted = before.discards();
        wanted.extend(["chosho".to_owned(), "fire".to_owned()]);
        let played = prepared(&scene);
        assert_eq!(played.round(), 6);
        let count = wanted.len();
        assert!(played.has(json!({ "event": "deck_rebuilt", "count": count })));
        assert_eq!(played.discards(), [""; 0]);
        assert_eq!(played.deck().len(), count - 5);
        let mut all = played.deck();
        let dealt = played.all(json!({ "event": "dealt" }));
        let dealt: Vec<String> =
            dealt.iter().map(|event| event["face"].as_str().unwrap().to_owned()).collect();
        all.extend(dealt.clone());
        assert_eq!(in_order(&all.join(" ")), in_order(&wanted.join(" ")));
        seen.insert(dealt);
    }
    assert!(seen.len() > 5, "hardly shuffled: {seen:?}");
    // In the other rounds the discards stay.
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[(1, "chosho fire")]));
    assert!(!played.has(json!({ "event": "deck_rebuilt" })));
    for face in split(discards).into_iter().filter(|face| *face == "joo") {
        assert!(played.discards().contains(&face.to_owned()));
    }
}

#[test]
fn h29_a_fire_card_makes_a_fire_square() {
    let played = prepared(&round_4("enza tsukumo fire gun bandai", &[(3, "joo")]));
    assert_eq!(played.fires(), [3]);
    assert!(played.has(json!({ "event": "caught_fire", "square": 3, "cause": "fire_card" })));
    // On an empty square as well.
    let played = prepared(&round_4("fire tsukumo enza gun fire", &[]));
    assert_eq!(played.fires(), [1, 5]);
}

#[test]
fn h30_a_fourth_card_makes_a_fire_square() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[(2, "joo chosho mokkei")]));
    assert_eq!(played.fires(), [2]);
    assert!(played.has(json!({ "event": "caught_fire", "square": 2, "cause": "fourth_card" })));
}

#[test]
fn h31_three_cards_without_fire_are_no_fire_square() {
    let played = prepared(&round_4(
        "enza tsukumo katana gun bandai",
        &[(1, "joo chosho"), (2, "mokkei"), (4, "kateki miyao")],
    ));
    assert_eq!(played.fires(), [0; 0]);
    assert_eq!([1, 2, 3, 4].map(|square| played.pile(square).len()), [3, 2, 1, 3]);
}

#[test]
fn h32_on_a_fire_square_all_but_the_fire_card_are_turned_down() {
    let played = prepared(&round_4("enza fire katana gun bandai", &[(2, "joo chosho")]));
    assert_eq!(played.down(2), ["joo", "chosho"]);
    assert_eq!(played.pile(2), ["joo", "chosho", "fire"]);
    // On no other square.
    assert!([1, 3, 4, 5].iter().all(|square| played.down(*square).is_empty()));
}

#[test]
fn h33_without_a_fire_card_all_four_are_turned_down() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[(4, "joo chosho mokkei")]));
    assert_eq!(played.down(4), ["joo", "chosho", "mokkei", "gun"]);
}

#[test]
fn h32_ah16_fire_as_the_fourth_card_makes_one_fire_square() {
    let played = prepared(&round_4("fire tsukumo katana gun bandai", &[(1, "joo chosho mokkei")]));
    assert_eq!(played.count(json!({ "event": "caught_fire" })), 1);
    assert_eq!(played.down(1), ["joo", "chosho", "mokkei"]);
    assert_eq!(played.pile(1).len(), 4);
}

#[test]
fn h34_a_fire_square_lasts_for_its_round() {
    let scene = round_4("enza tsukumo katana gun bandai", &[(2, "joo fire"), (3, "chosho")]);
    assert_eq!(scene.play().fires(), [2]);
    let played = scene.lay(&["nothing"; 3]);
    // It burns through every phase until it is cleared.
    for (event, after) in &played.frames {
        let view = view_of(after);
        let burns = view["squares"][1]["fire"] == json!(true);
        let cleared = view["squares"][1]["cards"].as_array().unwrap().is_empty();
        let before = view["round"] == json!(4) && !cleared;
        assert_eq!(burns, before, "after {event:?}");
    }
    assert_eq!((played.fires(), played.pile(2)), (vec![], vec!["tsukumo".to_owned()]));
    assert_eq!(played.down(2), [""; 0]);
}

#[test]
fn h32_ah18_turned_cards_are_no_secret() {
    let played = prepared(&round_4("enza tsukumo katana gun bandai", &[(4, "joo chosho mokkei")]));
    for view in [played.view(), played.view_as(Seat(0)), played.view_as(Seat(2))] {
        let cards = view["squares"][3]["cards"].clone();
        assert_eq!(cards[0], json!({ "face": "joo", "down": true }));
    }
}

#[test]
fn h29_ah17_no_square_ever_has_two_fire_cards() {
    for seed in 0..30 {
        play_at_random(3 + (seed % 3) as u8, json!({}), seed, |game| {
            for square in view_of(game)["squares"].as_array().unwrap() {
                let cards = square["cards"].as_array().unwrap();
                let fires = cards.iter().filter(|card| card["face"] == json!("fire")).count();
                assert!(fires <= 1 && cards.len() <= 4, "{square}");
            }
        });
    }
}

#[test]
fn h28_ah35_round_6_always_has_five_cards_to_deal() {
    for seed in 0..30 {
        let mut last = json!(null);
        play_at_random(3 + (seed % 3) as u8, json!({}), seed, |game| {
            let view = view_of(game);
            if view["round"] == json!(6) && last["round"] == json!(5) {
                let cards = |square: &serde_json::Value| square["cards"].as_array().unwrap().len();
                assert!(view["squares"].as_array().unwrap().iter().all(|square| cards(square) > 0));
            }
            last = view;
        });
    }
}

/// Components with 25 treasures and no fire cards, so that round 6 may have too few cards to deal.
fn without_fire() -> Scene {
    let words = "tsukumo juko_konasu seitaka enza bandai joo juko_chawan chosho mokkei chidori kateki miyao";
    let treasures: Vec<String> =
        split(words).iter().map(|face| format!("{face} treasure 2 1")).collect();
    let file = own_box(&[treasures.join("\n"), "card1 treasure 1 9".to_owned()].join("\n"));
    Scene::of(setup_of(3, json!({}), Some(&file)).unwrap()).round(5)
}

/// A match at the beginning of round 6 in which only these cards were discarded. Seat 0 has exposed
/// all other cards.
fn into_round_6(discards: &str) -> Played {
    let all = "koban tsukumo juko_konasu seitaka enza bandai joo juko_chawan chosho mokkei chidori kateki miyao tsukumo juko_konasu seitaka enza bandai joo juko_chawan chosho mokkei chidori kateki miyao card1";
    let mut exposed = split(all);
    for face in split(discards) {
        let place = exposed.iter().position(|held| *held == face).unwrap();
        exposed.remove(place);
    }
    let scene = without_fire().exposed(0, &exposed.join(" ")).deck("").discards(discards);
    scene.lay(&["nothing"; 3])
}

#[test]
fn h28_ah35_too_few_cards_go_to_the_first_squares() {
    let played = into_round_6("enza joo card1");
    assert_eq!((played.round(), played.phase().as_str()), (6, "decision"));
    assert!(played.has(json!({ "event": "deck_rebuilt", "count": 3 })));
    let cards: Vec<usize> = (1..=5).map(|square| played.pile(square).len()).collect();
    assert_eq!(cards, [1, 1, 1, 0, 0]);
    assert_eq!(played.count(json!({ "event": "dealt" })), 3);
    let mut played = played;
    played.lay(&["nothing"; 3]);
    assert_eq!(played.end().map(|(_, reason)| reason), Some("points"));
}

#[test]
fn h28_ah57_without_discards_nothing_is_dealt_in_round_6() {
    let mut played = into_round_6("");
    assert_eq!((played.round(), played.phase().as_str()), (6, "decision"));
    assert!(played.has(json!({ "event": "nothing_to_deal" })));
    assert!(
        !played.has(json!({ "event": "deck_rebuilt" })) && !played.has(json!({ "event": "dealt" }))
    );
    assert!((1..=5).all(|square| played.pile(square).is_empty()));
    played.lay(&["nothing"; 3]);
    assert!(played.end().is_some());
}
