//! Components and set-up.

use std::collections::{BTreeMap, BTreeSet};

use hostile::{Action, Hostile};
use serde_json::{Value, json};
use zashiki_core::{Action as _, GameState, Viewer};

use crate::support::*;

fn starts(played: &Played) -> Vec<String> {
    let view = played.view();
    let seats = view["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["start"].as_str().unwrap().to_owned()).collect()
}

fn pawns(played: &Played) -> Vec<String> {
    (0..starts(played).len()).map(|seat| played.pawn(seat)).collect()
}

fn sides(played: &Played) -> Value {
    let view = played.view();
    view["sides"].as_array().unwrap().iter().map(|side| side["seats"].clone()).collect()
}

#[test]
fn x1_two_three_or_four_play() {
    assert_eq!(Hostile::info().seats, (2, 4));
    for seats in [0, 1, 5, 8] {
        let no = config_with(seats, json!({})).unwrap_err();
        assert!(no.text().en.contains("2–4") && no.text().ja.contains("2–4"), "{no}");
    }
    assert_eq!(sides(&Played::deal(2, json!({}), 1)), json!([[0], [1]]));
    assert_eq!(sides(&Played::deal(3, json!({}), 1)), json!([[0], [1], [2]]));
    // Four seats are always two teams of two.
    for teams in ["left_right", "top_bottom"] {
        let sides = sides(&Played::deal(4, json!({ "teams": teams }), 1));
        assert_eq!(sides.as_array().unwrap().len(), 2);
        assert!(sides.as_array().unwrap().iter().all(|side| side.as_array().unwrap().len() == 2));
    }
}

#[test]
fn x2_eight_by_eight_squares_by_letter_and_digit() {
    for square in squares() {
        assert!(Action::parse(&format!("crash {square}")).is_ok(), "{square}");
    }
    for square in ["A0", "A9", "I1", "a1", "1A", "H10", ""] {
        let refused = Action::parse(&format!("crash {square}")).unwrap_err();
        assert_eq!(refused.rule.0, "T-3", "{square}");
    }
    // Letters go east and digits north; each border has seven steps.
    for (from, action, to) in
        [("B1", "move e", "C1"), ("A2", "move n", "A3"), ("H3", "move w", "G3")]
    {
        assert_eq!(Scene::on(from).acts(&[action]).pawn(0), to);
    }
}

/// Tests the number of floor tiles of each kind in deck and line together, after the deal.
#[test]
fn x3_fifty_seven_floor_tiles() {
    let played = Played::deal(4, json!({}), 1);
    let json = played.json();
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let deck = words(&json["floor_deck"]);
    assert_eq!(deck.len(), 47, "57 without the line's ten");
    let line = played.line().into_iter().filter(|tile| !gem_squares().contains(tile));
    for kind in deck.into_iter().chain(line) {
        *count.entry(kind).or_default() += 1;
    }
    let wanted = FLOOR.into_iter().map(|(kind, count)| (kind.to_owned(), count)).collect();
    assert_eq!(count, wanted);
    assert_eq!(count.values().sum::<usize>(), 57);
}

#[test]
fn x4_forty_eight_gem_tiles_one_for_each_square() {
    assert_eq!(gem_squares().len(), 48);
    let played = Played::deal(4, json!({}), 1);
    let json = played.json();
    let deck = words(&json["gem_deck"]);
    // 48; 43 after the emission; 41 after the line is filled.
    let revealed = played.count(json!({ "event": "gem_tile_revealed" }));
    assert_eq!((deck.len(), revealed), (41, 5));
    let line = played.line().into_iter().filter(|tile| gem_squares().contains(tile));
    let mut all: Vec<String> = deck.into_iter().chain(line).chain(played.gem_discards()).collect();
    all.sort();
    assert_eq!(all, gem_squares());
}

#[test]
fn x5_no_gem_tile_for_a_start_and_the_three_squares_around_it() {
    let corners = "A1 A2 B1 B2 A7 A8 B7 B8 G1 G2 H1 H2 G7 G8 H7 H8";
    let without: BTreeSet<String> =
        squares().into_iter().filter(|square| !gem_squares().contains(square)).collect();
    assert_eq!(without, corners.split(' ').map(ToOwned::to_owned).collect());
    let played = Scene::on("D4").hand(0, &["C5"]).play();
    for square in corners.split(' ') {
        assert_eq!(played.refused(&format!("use {square}")), "X-5");
        assert_eq!(played.refused(&format!("take {square}")), "X-5");
    }
}

#[test]
fn x6_seven_different_skill_cards() {
    for seed in 0..10 {
        let view = Played::deal(4, json!({}), seed).view();
        let mut cards = words(&view["removed"]);
        cards.extend(words(&view["undrafted"]));
        let different: BTreeSet<&str> = cards.iter().map(String::as_str).collect();
        assert_eq!((cards.len(), different), (7, SKILLS.into_iter().collect()));
    }
}

#[test]
fn x7_one_pawn_and_one_colour_for_each_and_one_marker() {
    let names = Hostile::info().seat_names;
    for text in [
        |name: &zashiki_core::LocalizedText| name.ja.clone(),
        |name: &zashiki_core::LocalizedText| name.en.clone(),
    ] {
        assert_eq!(names.iter().map(text).collect::<BTreeSet<_>>().len(), 4);
    }
    for seats in 2..=4 {
        let played = Played::deal(seats, json!({}), 1);
        assert_eq!(pawns(&played).iter().collect::<BTreeSet<_>>().len(), usize::from(seats));
        assert!(played.view()["start_seat"].as_u64().unwrap() < seats.into());
        assert_eq!(played.count(json!({ "event": "dealt" })), 1);
    }
}

#[test]
fn x8_gems_are_numbers() {
    // One from a gem tile and one from the emission are counted together.
    let played = Scene::on("D4").hand(0, &["D5"]).gem("D5", 1).acts(&["use D5", "move n"]);
    assert_eq!(played.gems(0), 2);
    assert_eq!(played.count(json!({ "event": "gained", "gems": 2 })), 1);
}

#[test]
fn x9_x13_pawns_begin_on_corners() {
    for (seats, corners) in [(2, "A1 H8"), (4, "A1 A8 H8 H1")] {
        for seed in 0..5 {
            let played = Played::deal(seats, json!({}), seed);
            assert_eq!(starts(&played), corners.split(' ').collect::<Vec<_>>());
            assert_eq!(pawns(&played), starts(&played));
        }
    }
    // No other square is a start: only on these is placing forbidden for that reason.
    let played = Scene::on("D4").hand(0, &["ice"]).pawn(1, "E5").play();
    let starts: Vec<String> = squares()
        .into_iter()
        .filter(|square| {
            let place = format!("place ice {square}");
            !played.may(&place) && played.refused(&place) == "X-91"
        })
        .collect();
    assert_eq!(starts, ["A1", "H1", "A8", "H8"]);
}

#[test]
fn x10_two_decks_shuffled_and_face_down() {
    let deal = |seed| Played::deal(3, json!({}), seed);
    let decks =
        |played: &Played| (played.json()["floor_deck"].clone(), played.json()["gem_deck"].clone());
    let [first, second] = [1, 2].map(|seed| decks(&deal(seed)));
    assert_ne!(first.0, second.0);
    assert_ne!(first.1, second.1);
    // Each deck has one kind of tile.
    assert!(words(&first.0).iter().all(|tile| FLOOR.iter().any(|(kind, _)| kind == tile)));
    assert!(words(&first.1).iter().all(|tile| gem_squares().contains(tile)));
    // No viewer sees their order. The number and kinds of their tiles are known, because all other
    // tiles are public.
    let played = deal(1);
    let mut other = Scene::from(&played);
    for deck in ["floor_deck", "gem_deck"] {
        other.position[deck].as_array_mut().unwrap().reverse();
    }
    let other = other.play();
    for viewer in Viewer::all(3) {
        assert_eq!(played.game.view(viewer), other.game.view(viewer));
    }
    let view = played.view();
    assert_eq!((&view["floor_deck"], &view["gem_deck"]), (&json!(47), &json!(41)));
}

#[test]
fn x12_ax49_the_first_start_player_is_drawn_or_named() {
    for seats in 2..=4u8 {
        let first =
            |options: Value, seed| Played::deal(seats, options, seed).view()["start_seat"].as_u64();
        let drawn: BTreeSet<_> = (0..60).map(|seed| first(json!({}), seed)).collect();
        assert_eq!(drawn.len(), usize::from(seats));
        for seat in 0..seats {
            let options = json!({ "firstSeat": format!("seat{seat}") });
            let named: BTreeSet<_> = (0..10).map(|seed| first(options.clone(), seed)).collect();
            assert_eq!(named, BTreeSet::from([Some(u64::from(seat))]));
        }
    }
    // The start player drafts the first skill and takes the first turn.
    let played = Played::deal(4, json!({ "firstSeat": "seat2" }), 1);
    assert_eq!(played.awaited(), Some(Seat(2)));
    assert!(played.has(json!({ "event": "dealt", "seat": 2 })));
}

#[test]
fn x14_ax54_partners_begin_in_neighbouring_corners() {
    let played = Played::deal(4, json!({}), 1);
    assert_eq!(sides(&played), json!([[0, 1], [2, 3]]));
    assert_eq!(starts(&played), ["A1", "A8", "H8", "H1"]);
    let played = Played::deal(4, json!({ "teams": "top_bottom" }), 1);
    assert_eq!(sides(&played), json!([[0, 3], [1, 2]]));
    assert_eq!(starts(&played), ["A1", "A8", "H8", "H1"]);
}

#[test]
fn x15_x17_ax54_three_players_and_an_unused_corner() {
    for (first, corners) in
        [(0, ["A1", "A8", "H1"]), (1, ["H1", "A1", "A8"]), (2, ["A8", "H1", "A1"])]
    {
        let played = Played::deal(3, json!({ "firstSeat": format!("seat{first}") }), 4);
        assert_eq!(starts(&played), corners);
        assert_eq!(pawns(&played), corners);
        assert_eq!(starts(&played)[first], "A1");
    }
    // The choice of a corner needs no decision: under a rotation by 90 degrees the gem tiles and
    // the board stay the same.
    let turned = |square: &String| {
        let [file, rank] = [square.as_bytes()[0] - b'A', square.as_bytes()[1] - b'1'];
        crate::support::square(rank as i8, 7 - file as i8).unwrap()
    };
    let mut all: Vec<String> = gem_squares().iter().map(turned).collect();
    all.sort();
    assert_eq!(all, gem_squares());
}

#[test]
fn x16_the_start_player_of_three_begins_with_a_gem() {
    for first in 0..3u8 {
        let played = Played::deal(3, json!({ "firstSeat": format!("seat{first}") }), 1);
        assert!(played.has(json!({ "event": "starting_gem", "seat": first })));
        let gems: Vec<u64> = (0..3).map(|seat| played.gems(seat)).collect();
        assert_eq!(gems, [0, 1, 2].map(|seat| u64::from(seat == first)));
    }
}

#[test]
fn x18_two_players_begin_opposite() {
    assert_eq!(starts(&Played::deal(2, json!({}), 1)), ["A1", "H8"]);
    let no = Scene::new(2).seat(1, "start", json!("A8")).refusal();
    assert!(no.0.contains("seating"), "{}", no.0);
}

#[test]
fn x19_two_and_four_begin_without_gems() {
    for seats in [2, 4] {
        for seed in 0..10 {
            let played = Played::deal(seats, json!({}), seed);
            assert_eq!(played.game.scores(), vec![0; usize::from(seats)]);
            assert!(!played.has(json!({ "event": "starting_gem" })));
        }
    }
}

/// The order of seats is clockwise around the board from the first start player: A1, A8, H8, H1.
#[test]
fn x165_ax50_ax54_the_order_of_seats_follows_the_corners() {
    let corners = ["A1", "A8", "H8", "H1"];
    for seats in 2..=4u8 {
        for first in 0..seats {
            let played = Played::deal(seats, json!({ "firstSeat": format!("seat{first}") }), 1);
            let view = played.view();
            let starts = view["seats"].as_array().unwrap().iter();
            let places: Vec<usize> = starts
                .map(|seat| corners.iter().position(|corner| seat["start"] == *corner).unwrap())
                .collect();
            // From the first seat around the board, no corner is passed twice.
            let turns: Vec<usize> =
                places.iter().map(|place| (place + 4 - places[0]) % 4).collect();
            assert!(turns.is_sorted_by(|one, next| one < next), "{places:?}");
            // Turns follow that order.
            let mut order = Vec::new();
            let mut play = played;
            while order.len() < usize::from(seats) {
                let legal = play.legal();
                let keep = legal.iter().find(|action| action.ends_with(" keep"));
                let end = legal.iter().find(|action| *action == "end");
                if end.is_some() {
                    order.push(places[play.awaited().unwrap().index()]);
                }
                let action = end.or(keep).unwrap_or(&legal[0]).clone();
                play.act(&action);
            }
            let start = places.iter().position(|place| *place == order[0]).unwrap();
            let mut clockwise = places.clone();
            clockwise.rotate_left(start);
            assert_eq!(order, clockwise);
        }
    }
}
