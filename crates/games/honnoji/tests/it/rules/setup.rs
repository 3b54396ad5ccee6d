//! Components and set-up: H-1 to H-17.

use std::collections::{BTreeMap, BTreeSet};

use honnoji::Honnoji;
use serde_json::{Value, json};
use zashiki_core::{GameConfig as _, GameState, Viewer};

use crate::support::*;

/// The cards of the deck and the squares after the deal.
fn deck(played: &Played) -> Vec<String> {
    let mut deck = played.deck();
    (1..=5).for_each(|square| deck.extend(played.pile(square)));
    in_order(&deck.join(" "))
}

#[test]
fn h1_three_to_five_play() {
    assert_eq!(Honnoji::info().seats, (3, 5));
    for seats in [0, 1, 2, 6, 255] {
        let no = setup_with(seats, json!({})).unwrap_err();
        assert!(no.text().en.contains("3–5") && no.text().ja.contains("3–5"), "{no}");
    }
    for seats in 3..=5 {
        let played = Played::deal(seats, json!({}), 1);
        assert_eq!(played.view()["players"].as_array().unwrap().len(), usize::from(seats));
    }
}

#[test]
fn h2_sixty_cards_with_five_players() {
    let played = Played::deal(5, json!({}), 1);
    let with_players: usize =
        (0..5).map(|seat| played.hand(seat).len() + played.exposed(seat).len()).sum();
    assert_eq!(with_players + deck(&played).len() + played.discards().len(), 60);
}

#[test]
fn h3_h7_five_colours_a_pawn_each() {
    let names = Honnoji::info().seat_names;
    assert_eq!(names.len(), 5);
    for text in [
        |name: &zashiki_core::LocalizedText| name.ja.clone(),
        |name: &zashiki_core::LocalizedText| name.en.clone(),
    ] {
        assert_eq!(names.iter().map(text).collect::<BTreeSet<_>>().len(), 5);
    }
    // One pawn for each seat, and no sixth seat.
    for seats in 3..=5usize {
        let mut scene = Scene::new(seats as u8);
        assert_eq!(scene.play().view()["players"].as_array().unwrap().len(), seats);
        scene.position["players"].as_array_mut().unwrap().push(json!({ "square": 1 }));
        assert!(!scene.refusal().0.is_empty());
    }
}

#[test]
fn h4_one_board_and_one_marker() {
    let view = Played::deal(3, json!({}), 1).view();
    assert_eq!(view["squares"].as_array().unwrap().len(), 5);
    assert!(view["first_player"].is_u64());
}

#[test]
fn h5_five_squares_in_a_ring() {
    // Around the ring in single steps, in both directions.
    for (step, wanted) in [(1u8, [2, 3, 4, 5, 1]), (4, [5, 4, 3, 2, 1])] {
        let mut at = 1;
        for wanted in wanted {
            let to = (at + step - 1) % 5 + 1;
            let scene = Scene::new(3).round(4).pawns(&[at, 3, 3]).hand(0, BASIC);
            let layout = format!("crest@0:0 {to}@0:1");
            let played = scene.lay(&[&layout, "nothing", "nothing"]);
            assert_eq!(played.pawn(0), wanted);
            at = to;
        }
    }
    let mut scene = Scene::new(3).pile(1, "");
    scene.position["squares"].as_array_mut().unwrap().push(json!([]));
    assert!(!scene.refusal().0.is_empty(), "there is no sixth square");
    for square in [0, 6] {
        assert!(!Scene::new(3).seat(0, "square", json!(square)).refusal().0.is_empty());
    }
}

/// The pawn's square decides about the cards that a seat picks up.
#[test]
fn h6_a_player_is_where_the_pawn_stands() {
    for square in 1..=5u8 {
        let other = square % 5 + 1;
        let scene = Scene::new(3).round(4).pawns(&[square, other, other]);
        let played = scene.pile(square.into(), "enza").lay(&["nothing"; 3]);
        assert!(played.exposed(0).contains(&"enza".into()));
        assert_eq!(played.pawn(0), u64::from(square));
    }
}

#[test]
fn h7_everybody_has_basic_cards_of_an_own_colour() {
    // Every seat has its own six basic cards and can never have another's.
    let no = Scene::new(3).hand(0, "crest 1 2 3 4 5 5").refusal();
    assert!(!no.0.is_empty());
    let no = Scene::new(3).hand(0, "crest crest 1 2 3 4 5").refusal();
    assert!(!no.0.is_empty());
}

#[test]
fn h8_h9_six_basic_cards_in_hand() {
    for seats in 3..=5 {
        for seed in 0..5 {
            let played = Played::deal(seats, json!({}), seed);
            for seat in 0..usize::from(seats) {
                assert_eq!(played.hand(seat), in_order(BASIC));
            }
        }
    }
    // Six cards, wherever they are.
    assert!(!Scene::new(3).hand(0, "crest 1 2 3 4").refusal().0.is_empty());
    assert!(!Scene::new(3).hand(0, BASIC).exposed(0, "koban 5").refusal().0.is_empty());
}

#[test]
fn h10_everybody_begins_with_one_koban_exposed() {
    for seats in 3..=5 {
        let played = Played::deal(seats, json!({}), 1);
        for seat in 0..usize::from(seats) {
            assert_eq!(played.exposed(seat), ["koban"]);
        }
    }
    assert_eq!(Played::deal(3, json!({}), 1).game.scores(), [1, 1, 1]);
}

/// The koban behaves like a treasure: it can be stolen and discarded, but not recovered.
#[test]
fn h11_the_koban_is_a_treasure() {
    let components = setup_with(3, json!({})).unwrap().components();
    let koban = &components["card"].as_array().unwrap()[6];
    assert_eq!(koban["face"], json!("koban"));
    let played = Scene::new(3).round(4).lay(&["crest@0:0 1@-1:0", "nothing", "nothing"]);
    assert_eq!(played.in_vain(), ["0 recover 1 nothing_to_recover"]);
    let played = Scene::new(3).round(4).lay(&["crest@0:0 2@1:0", "nothing", "nothing"]);
    assert!(played.has(json!({ "event": "stole", "face": "koban" })));
    assert!(!Scene::new(3).hand(0, "crest 1 2 3 4 5 koban").refusal().0.is_empty());
}

#[test]
fn h12_h17_nothing_of_absent_colours_is_used() {
    for seats in 3..=5usize {
        let played = Played::deal(seats as u8, json!({}), 1);
        let mut all = deck(&played);
        all.extend((0..seats).flat_map(|seat| [played.hand(seat), played.exposed(seat)].concat()));
        let count = |face: &str| all.iter().filter(|card| *card == face).count();
        assert_eq!(all.len(), 7 * seats + 25);
        for face in ["crest", "1", "5", "koban"] {
            assert_eq!(count(face), seats, "{face}");
        }
    }
}

#[test]
fn h13_the_deck_has_25_cards() {
    let wanted = "tsukumo juko_konasu seitaka enza bandai joo juko_chawan chosho mokkei chidori \
                  kateki miyao katana katana katana katana gun gun ranmaru mitsuhide \
                  fire fire fire fire fire";
    for seats in 3..=5 {
        for seed in 0..5 {
            let deck = deck(&Played::deal(seats, json!({}), seed));
            assert_eq!((deck.len(), deck), (25, in_order(wanted)));
        }
    }
}

#[test]
fn h14_the_deck_is_shuffled_and_face_down() {
    let orders: BTreeSet<Vec<String>> =
        (0..10).map(|seed| Played::deal(3, json!({}), seed).deck()).collect();
    assert_eq!(orders.len(), 10);
    // No viewer sees the order of the deck.
    let played = Played::deal(3, json!({}), 1);
    let mut other = Scene::from(&played);
    other.position["deck"].as_array_mut().unwrap().reverse();
    let other = other.play();
    assert_ne!(played.deck(), other.deck());
    for viewer in Viewer::all(3) {
        assert_eq!(played.game.view(viewer), other.game.view(viewer));
    }
    // The cards in the deck are known, since all others are public.
    assert_eq!(played.view()["deck"], json!(20));
    assert_eq!(words(&played.view()["deck_holds"]), in_order(&played.deck().join(" ")));
    // Every card is first with about the same frequency.
    let mut first: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..500 {
        *first.entry(Played::deal(3, json!({}), seed).pile(1)[0].clone()).or_default() += 1;
    }
    assert_eq!(first.len(), 17, "all faces of the deck come up: {first:?}");
    assert!((60..=140).contains(&first["fire"]), "a fifth of them fire: {first:?}");
}

#[test]
fn h15_ah46_the_first_player_is_drawn_or_named() {
    for seats in 3..=5u8 {
        let first = |options: Value, seed| Played::deal(seats, options, seed).first();
        let drawn: BTreeSet<u64> = (0..80).map(|seed| first(json!({}), seed)).collect();
        assert_eq!(drawn.len(), usize::from(seats));
        for seat in 0..5u8 {
            let options = json!({ "firstPlayer": format!("seat{seat}") });
            // If the seat of the option does not exist, the last seat is the first player.
            let wanted = u64::from(seat.min(seats - 1));
            assert!((0..10).all(|seed| first(options.clone(), seed) == wanted));
        }
    }
    // The first player declares first, then the next seat.
    let mut played = Played::deal(4, json!({ "firstPlayer": "seat3" }), 1);
    assert!(played.has(json!({ "event": "began", "seat": 3 })));
    assert_eq!(played.awaited(), Some(Seat(3)));
    played.act("lay crest@0:0 1@0:1");
    assert_eq!(played.awaited(), Some(Seat(0)));
}

#[test]
fn h16_no_pawn_stands_anywhere_at_the_beginning() {
    for seats in 3..=5 {
        let view = Played::deal(seats, json!({}), 1).view();
        let players = view["players"].as_array().unwrap();
        assert!(players.iter().all(|player| player["square"].is_null()));
    }
    assert!(!Scene::new(3).set("round", json!(1)).refusal().0.is_empty());
}

/// The number of cards stays the same after every decision, for every number of seats.
#[test]
fn h17_the_number_of_cards_never_changes() {
    for seats in 3..=5usize {
        for seed in 0..4 {
            play_at_random(seats as u8, json!({}), seed, |game| {
                let view = view_of(game);
                let count = |list: &Value| list.as_array().unwrap().len();
                let truth = serde_json::to_value(game.position()).unwrap();
                let players: usize = truth["players"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|player| {
                        let laid = player["laid"].as_array().map_or(0, Vec::len);
                        laid + count(&player["hand"]) + count(&player["exposed"])
                    })
                    .sum();
                let squares: usize = view["squares"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|square| count(&square["cards"]))
                    .sum();
                let piles = count(&truth["deck"]) + count(&truth["discards"]);
                assert_eq!(players + squares + piles, 7 * seats + 25);
            });
        }
    }
}
