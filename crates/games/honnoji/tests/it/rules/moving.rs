//! Movement: H-61 to H-79.

use serde_json::{Value, json};

use crate::support::*;

/// A layout that designates these squares: with the crest, then Mitsuhide (光秀), then Ranmaru (蘭丸).
fn designating(squares: &[u8]) -> String {
    let cards = [["crest@0:0", "@0:1"], ["mitsuhide@0:3", "@1:3"], ["ranmaru@0:5", "@-1:5"]];
    let read = squares.iter().zip(cards);
    let read = read.map(|(square, [icon, number])| format!("{icon} {square}{number}"));
    read.collect::<Vec<_>>().join(" ")
}

/// The squares that a pawn on `from` enters with this layout. Checks that it ends on the last.
fn path(from: u8, layout: &str) -> Vec<u64> {
    let scene = Scene::new(3).round(4).pawns(&[from, 3, 3]);
    let played =
        scene.hand(0, &format!("{BASIC} ranmaru mitsuhide")).lay(&[layout, "nothing", "nothing"]);
    let moved = played.all(json!({ "event": "moved", "seat": 0 }));
    let stayed = played.all(json!({ "event": "stayed", "seat": 0 }));
    assert_eq!(moved.len() + stayed.len(), 1, "{layout}");
    let path: Vec<u64> = moved.first().map_or_else(Vec::new, |moved| {
        assert_eq!(moved["from"], json!(from));
        moved["path"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    });
    assert_eq!(played.pawn(0), path.last().copied().unwrap_or(from.into()), "{layout}");
    path
}

fn to(from: u8, squares: &[u8]) -> Vec<u64> {
    path(from, &designating(squares))
}

/// The reason why the pawn of seat 0 stays on `from` with this layout, according to the event.
fn why(from: u8, layout: &str) -> Value {
    let scene = Scene::new(3).round(4).pawns(&[from, 3, 3]);
    let scene = scene.hand(0, &format!("{BASIC} ranmaru mitsuhide"));
    let played = scene.lay(&[layout, "nothing", "nothing"]);
    played.all(json!({ "event": "stayed", "seat": 0 }))[0]["why"].clone()
}

#[test]
fn h61_h5_an_icon_leads_to_a_neighbouring_square() {
    for from in 1..=5u8 {
        for square in 1..=5u8 {
            // Neighbours on the ring differ by one or four.
            let beside = matches!(from.abs_diff(square), 1 | 4);
            let wanted = if beside { vec![u64::from(square)] } else { vec![] };
            assert_eq!(to(from, &[square]), wanted, "from {from} to {square}");
        }
    }
}

#[test]
fn h62_from_one_a_single_move_leads_to_two_or_five() {
    let reached: Vec<u8> = (1..=5).filter(|square| to(1, &[*square]) != [0; 0]).collect();
    assert_eq!(reached, [2, 5]);
}

#[test]
fn h63_a_square_further_away_moves_nothing() {
    assert_eq!(to(1, &[3]), [0; 0]);
    assert_eq!(why(1, &designating(&[3])), json!("unreachable"));
}

#[test]
fn h64_ah8_the_own_square_moves_nothing_and_leads_back_nowhere() {
    assert_eq!(to(1, &[1]), [0; 0]);
    assert_eq!(why(1, &designating(&[1])), json!("own_square"));
    assert_eq!(to(1, &[1, 2]), [2]);
    assert_eq!(to(1, &[5, 1]), [5]);
    // The pawn's own square connects no path: 1 and 3 do not lead from 1 to 3.
    assert_eq!(to(1, &[1, 3]), [0; 0]);
}

#[test]
fn h65_all_move_at_the_same_time() {
    // The pawns change places, for every first player, and there is no decision.
    let results: Vec<Vec<u64>> = (0..3)
        .map(|first| {
            let scene = Scene::new(3).round(4).pawns(&[1, 2, 3]).first(first);
            let played = scene.lay(&["crest@0:0 2@0:1", "crest@0:0 3@0:1", "crest@0:0 2@0:1"]);
            let names = played.names();
            let last = names.iter().rposition(|name| name == "moved").unwrap();
            let revealed = names.iter().rposition(|name| name == "revealed").unwrap();
            assert_eq!(last, revealed + 3, "all moves come together: {names:?}");
            (0..3).map(|seat| played.pawn(seat)).collect()
        })
        .collect();
    assert_eq!(results, vec![vec![2, 3, 2]; 3]);
}

#[test]
fn h66_any_number_of_pawns_stand_on_a_square() {
    let scene = Scene::new(5).round(4).pawns(&[1, 1, 2, 3, 3]);
    let mut played = scene.play();
    played.lay(&[
        "crest@0:0 2@0:1",
        "crest@0:0 2@0:1",
        "nothing",
        "crest@0:0 2@0:1",
        "crest@0:0 2@0:1",
    ]);
    assert!((0..5).all(|seat| played.pawn(seat) == 2));
}

#[test]
fn h67_h16_in_round_1_every_square_can_be_the_destination() {
    let played = Scene::new(5).round(1).play();
    assert!((0..5).all(|seat| played.view()["players"][seat]["square"].is_null()));
    let played = Scene::new(5).round(1).lay(&[
        "crest@0:0 1@0:1",
        "crest@0:0 2@0:1",
        "crest@0:0 3@0:1",
        "crest@0:0 4@0:1",
        "crest@0:0 5@0:1",
    ]);
    assert_eq!((0..5).map(|seat| played.pawn(seat)).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(played.count(json!({ "event": "moved", "from": null })), 5);
    // In later rounds it cannot.
    assert_eq!(to(1, &[4]), [0; 0]);
}

#[test]
fn h68_after_the_movement_of_round_1_every_pawn_stands_somewhere() {
    for seats in 3..=5 {
        for seed in 0..10 {
            play_at_random(seats, json!({}), seed, |game| {
                let view = view_of(game);
                let anywhere = view["players"].as_array().unwrap();
                let stands = anywhere.iter().all(|player| player["square"].is_number());
                let decides = view["round"] == json!(1) && view["phase"] == json!("decision");
                assert_eq!(stands, !decides);
            });
        }
    }
    let no = Scene::new(3).round(2).seat(1, "square", json!(null)).refusal();
    assert!(!no.0.is_empty());
}

#[test]
fn h69_two_icons_lead_two_squares_on() {
    assert_eq!(to(1, &[2, 3]), [2, 3]);
    assert_eq!(to(4, &[5, 1]), [5, 1]);
    assert_eq!(to(2, &[1, 5]), [1, 5]);
    // One icon does not suffice.
    assert_eq!(to(1, &[2]), [2]);
}

#[test]
fn h70_every_square_passed_must_be_designated() {
    assert_eq!(to(1, &[3, 4]), [0; 0]);
    assert_eq!(to(1, &[2, 3]), [2, 3]);
    assert_eq!(to(1, &[2, 4, 3]), [2, 3, 4]);
    // Without 3 the path ends at 2.
    assert_eq!(to(1, &[2, 4]), [2]);
}

#[test]
fn h71_from_one_over_five_to_four() {
    assert_eq!(to(1, &[5, 4]), [5, 4]);
}

#[test]
fn h72_from_one_four_and_three_lead_nowhere() {
    assert_eq!(to(1, &[4, 3]), [0; 0]);
    assert_eq!(why(1, &designating(&[4, 3])), json!("unreachable"));
}

#[test]
fn h73_ah14_a_pawn_goes_as_far_as_it_can_and_cannot_stop() {
    assert_eq!(to(1, &[2, 3]), [2, 3]);
    assert_eq!(to(5, &[4, 3, 2]), [4, 3, 2]);
    // There is no decision between the two steps.
    let scene = Scene::new(3).round(4).pawns(&[1, 3, 3]).hand(0, &format!("{BASIC} mitsuhide"));
    let played = scene.lay(&[&designating(&[2, 3]), "nothing", "nothing"]);
    assert!(played.is_deciding() && played.round() == 5);
}

#[test]
fn h74_with_both_neighbours_designated_the_pawn_stays() {
    for from in 1..=5u8 {
        let [next, previous] = [from % 5 + 1, (from + 3) % 5 + 1];
        assert_eq!(to(from, &[next, previous]), [0; 0], "{from}");
        assert_eq!(why(from, &designating(&[previous, next])), json!("both_neighbours"));
        assert_eq!(to(from, &[next]), [u64::from(next)]);
    }
}

#[test]
fn h75_ah10_both_neighbours_and_one_more_lead_nowhere() {
    assert_eq!(to(1, &[2, 5, 3]), [0; 0]);
    assert_eq!(to(1, &[5, 2, 4]), [0; 0]);
    assert_eq!(why(1, &designating(&[2, 5, 3])), json!("both_neighbours"));
}

#[test]
fn h76_ah11_two_and_four_lead_from_one_to_two() {
    assert_eq!(to(1, &[2, 4]), [2]);
    assert_eq!(to(1, &[4, 2]), [2]);
}

#[test]
fn h77_ah12_three_icons_lead_three_squares_on() {
    assert_eq!(to(1, &[2, 3, 4]), [2, 3, 4]);
    assert_eq!(to(1, &[5, 4, 3]), [5, 4, 3]);
}

#[test]
fn h78_it_does_not_matter_which_icon_designates_which_square() {
    for squares in [[2, 3, 4], [2, 4, 3], [3, 2, 4], [3, 4, 2], [4, 2, 3], [4, 3, 2]] {
        assert_eq!(to(1, &squares), [2, 3, 4], "{squares:?}");
    }
    assert_eq!(to(1, &[4, 5]), to(1, &[5, 4]));
    // The order of the cards in the notation makes no difference.
    let mut words: Vec<String> = designating(&[5, 4]).split(' ').map(ToOwned::to_owned).collect();
    words.reverse();
    assert_eq!(path(1, &words.join(" ")), [5, 4]);
}

#[test]
fn h78_ah9_the_same_square_twice_counts_once() {
    // The crest and Ranmaru (蘭丸) read the same card.
    assert_eq!(path(1, "crest@0:0 2@0:1 ranmaru@1:1"), [2]);
}

#[test]
fn h79_the_crest_with_ranmaru_or_mitsuhide_moves_two_squares() {
    for person in ["ranmaru", "mitsuhide"] {
        let cell = if person == "ranmaru" { "-1:5" } else { "1:5" };
        let layout = format!("crest@0:0 2@0:1 {person}@0:5 3@{cell}");
        assert_eq!(path(1, &layout), [2, 3], "{person}");
        // A person alone moves the pawn one square.
        assert_eq!(path(1, &format!("{person}@0:5 2@{cell}")), [2], "{person}");
    }
    // No layout of basic cards alone moves the pawn two squares.
    let mut played = Scene::new(3).round(4).pawns(&[1, 3, 3]).play();
    for layout in played.legal() {
        let reading = played.draft(Seat(0), &layout).reading;
        assert!(reading["path"].as_array().unwrap().len() <= 1, "{layout}");
    }
    played.forget();
}

#[test]
fn h67_ah13_of_several_destinations_in_round_1_the_crests_first_counts() {
    let file = replaced(
        "{ icon = \"recover\", direction = \"left\" }",
        "{ icon = \"move\", direction = \"left\" }",
    );
    let scene = Scene::of(setup_of(3, json!({}), Some(&file)).unwrap()).round(1);
    let other = "crest@0:0 1@0:1";
    let played = scene.lay(&["crest@0:0 2@0:1 4@-1:0", other, other]);
    assert_eq!(played.pawn(0), 2);
    // Both destinations are possible.
    assert_eq!(scene.lay(&["crest@0:0 4@-1:0", other, other]).pawn(0), 4);
    let reading = scene.play().draft(Seat(0), "lay crest@0:0 2@0:1 4@-1:0").reading;
    assert_eq!(reading["icons"][2]["effect"], json!({ "kind": "stays", "why": "overruled" }));
}

#[test]
fn h66_ah15_fire_squares_are_entered_and_left() {
    let scene = Scene::new(3).round(4).pile(1, "fire").pile(2, "enza fire");
    let played = scene.lay(&["crest@0:0 2@0:1", "crest@0:0 3@0:1", "nothing"]);
    assert_eq!((played.pawn(0), played.pawn(1)), (2, 3));
}
