//! Tests of the squares on which floor tiles may be placed, and the examples in the
//! rulebook.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::*;

/// Squares on which the seat to move may place its ice tile.
fn allowed(played: &Played) -> BTreeSet<String> {
    let squares: BTreeSet<String> =
        squares().into_iter().filter(|square| played.may(&format!("place ice {square}"))).collect();
    let listed = played.legal_with("place ice ");
    assert_eq!(squares.len(), listed.len());
    squares
}

/// Squares on which the seat to move may not place its ice tile.
fn denied(played: &Played) -> BTreeSet<String> {
    let allowed = allowed(played);
    squares().into_iter().filter(|square| !allowed.contains(square)).collect()
}

fn set(squares: &str) -> BTreeSet<String> {
    squares.split_whitespace().map(ToOwned::to_owned).collect()
}

#[test]
fn x89_ax1_ax59_any_other_square_and_any_orientation() {
    let played =
        Scene::on("D4").pawn(1, "E5").hand(0, &["slide", "diagonal", "para", "box"]).play();
    let on = |start: &str| -> Vec<String> {
        let listed = played.legal_with(start);
        listed.iter().map(|action| action[start.len()..].to_owned()).collect()
    };
    assert_eq!(on("place slide F5 "), ["n", "e", "s", "w"]);
    assert_eq!(on("place diagonal F5 "), ["ne", "se", "sw", "nw"]);
    assert_eq!(on("place para F5 "), ["ns", "ew"]);
    assert_eq!(played.legal_with("place box F5"), ["place box F5"]);
    for (hand, orientations) in [("spring", 4), ("corner", 4), ("ice", 1), ("stop", 1)] {
        let played = Scene::on("D4").hand(0, &[hand]).play();
        let placings = played.legal_with(&format!("place {hand} F5"));
        assert_eq!(placings.len(), orientations, "{hand}");
    }
    // The tile has the chosen orientation.
    for facing in ["ne", "se", "sw", "nw"] {
        let place = format!("place corner F5 {facing}");
        let played = Scene::on("D4").hand(0, &["corner"]).acts(&[&place]);
        assert_eq!(played.tile("F5"), Some(format!("corner {facing}")));
        assert!(played.has(json!({ "event": "placed", "seat": 0, "square": "F5", "kind": "corner", "facing": facing })));
    }
    // As often as the seat has tiles.
    let played = Scene::on("D4").hand(0, &["ice", "ice", "box"]).acts(&[
        "place ice F5",
        "place ice F6",
        "place box F7",
    ]);
    assert_eq!(played.hand(0), [""; 0]);
}

#[test]
fn x89_ax53_an_opponent_may_be_walled_in() {
    let played = Scene::new(2).pawn(1, "D4").hand(0, &["box", "box", "box", "box"]).acts(&[
        "place box C4",
        "place box E4",
        "place box D3",
        "place box D5",
        "end",
    ]);
    assert_eq!(played.legal_with("move"), [""; 0]);
}

#[test]
fn x90_x91_x92_x93_worked_cases() {
    let starts = "A1 A8 H8 H1 ";
    let case = |seats: u8, options: Value, seat: u8, around: &str| {
        // All pawns on their starts, which are forbidden anyway.
        let scene = Scene::with(seats, options).hand(seat.into(), &["ice"]).turn(seat);
        assert_eq!(
            denied(&scene.play()),
            set(&(starts.to_owned() + around)),
            "{seats} seats, seat {seat}"
        );
    };
    // Two teams, {A1, A8} against {H8, H1}.
    let (west, east) = ("A2 B1 B2 A7 B7 B8", "G1 G2 H2 G7 G8 H7");
    for seat in [0, 1] {
        case(4, json!({}), seat, east);
    }
    for seat in [2, 3] {
        case(4, json!({}), seat, west);
    }
    // Three seats, A1, A8 and H1: all of them may place around H8.
    case(3, json!({}), 0, "A7 B7 B8 G1 G2 H2");
    case(3, json!({}), 1, "A2 B1 B2 G1 G2 H2");
    case(3, json!({}), 2, "A2 B1 B2 A7 B7 B8");
    // Two seats, A1 and H8.
    case(2, json!({}), 0, "G7 G8 H7");
    case(2, json!({}), 1, "A2 B1 B2");
}

#[test]
fn x90_not_where_a_pawn_stands() {
    let played = Scene::on("D4").pawn(1, "E5").hand(0, &["ice"]).play();
    assert_eq!(played.refused("place ice D4"), "X-90");
    assert_eq!(played.refused("place ice E5"), "X-90");
    assert!(played.may("place ice D5"));
    // Nor under a partner's pawn.
    let played = Scene::new(4).pawn(1, "E5").hand(0, &["ice"]).play();
    assert_eq!(played.refused("place ice E5"), "X-90");
}

#[test]
fn x91_not_on_a_start() {
    let played = Scene::on("D4").pawn(1, "E5").hand(0, &["ice"]).play();
    for start in ["A1", "A8", "H8", "H1"] {
        assert_eq!(played.refused(&format!("place ice {start}")), "X-91");
    }
}

#[test]
fn x92_not_where_a_tile_lies() {
    let scene = Scene::on("D4").hand(0, &["ice", "box"]).tile("F5", "stop");
    let mut played = scene.play();
    assert_eq!(played.refused("place ice F5"), "X-92");
    played.act("place box F6");
    assert_eq!(played.refused("place ice F6"), "X-92");
    // When the tile is removed, the square is free.
    let played = Scene::on("D4")
        .skill(0, "crash")
        .hand(0, &["ice"])
        .tile("F5", "stop")
        .acts(&["crash F5", "place ice F5"]);
    assert_eq!(played.tile("F5"), Some("ice".into()));
}

#[test]
fn x93_not_around_an_opponents_start() {
    let played = Scene::on("D4").pawn(1, "E5").hand(0, &["ice"]).play();
    for square in ["G8", "G7", "H7"] {
        assert_eq!(played.refused(&format!("place ice {square}")), "X-93");
    }
    // Two squares away from the start there is no restriction, wherever pawns stand.
    for square in ["F8", "F7", "F6", "G6", "H6"] {
        assert!(played.may(&format!("place ice {square}")));
    }
    // The starts of both opponents of a team.
    let played = Scene::new(4).hand(0, &["ice"]).play();
    for square in ["G8", "G7", "H7", "G1", "G2", "H2"] {
        assert_eq!(played.refused(&format!("place ice {square}")), "X-93");
    }
}

#[test]
fn x94_around_the_own_start() {
    let played = Scene::on("D4").hand(0, &["ice"]).play();
    assert!(["A2", "B1", "B2"].iter().all(|square| played.may(&format!("place ice {square}"))));
    // The opponent may not.
    let played = Scene::on("D4").hand(1, &["ice"]).turn(1).play();
    assert!(["A2", "B1", "B2"].iter().all(|square| !played.may(&format!("place ice {square}"))));
}

#[test]
fn x95_around_a_partners_start() {
    let around = |played: &Played, squares: [&str; 3]| {
        squares.map(|square| played.may(&format!("place ice {square}")))
    };
    let played = Scene::new(4).hand(0, &["ice"]).play();
    assert_eq!(around(&played, ["A7", "B7", "B8"]), [true; 3]);
    // With the other pairing, A8 is an opponent's start and H1 the partner's.
    let played = Scene::with(4, json!({ "teams": "top_bottom" })).hand(0, &["ice"]).play();
    assert_eq!(around(&played, ["A7", "B7", "B8"]), [false; 3]);
    assert_eq!(around(&played, ["G1", "G2", "H2"]), [true; 3]);
    // Without teams, A8 is an opponent's start too.
    let played = Scene::new(3).hand(0, &["ice"]).play();
    assert_eq!(around(&played, ["A7", "B7", "B8"]), [false; 3]);
}

#[test]
fn x96_ax17_around_an_unused_start() {
    for seat in [0, 1] {
        let played = Scene::new(2).hand(seat, &["ice"]).turn(seat as u8).play();
        for square in ["A7", "B7", "B8", "G1", "G2", "H2"] {
            assert!(played.may(&format!("place ice {square}")));
        }
        // On the start itself it is forbidden.
        assert_eq!(played.refused("place ice A8"), "X-91");
    }
    for seat in [0, 1, 2] {
        let played = Scene::new(3).hand(seat, &["ice"]).turn(seat as u8).play();
        for square in ["G8", "G7", "H7"] {
            assert!(played.may(&format!("place ice {square}")));
        }
        assert_eq!(played.refused("place ice H8"), "X-91");
    }
}

#[test]
fn x97_on_a_square_with_gems() {
    let mut played = Scene::on("D4").gem("E4", 2).hand(0, &["slide"]).acts(&["place slide E4 e"]);
    assert_eq!((played.tile("E4"), played.gems_on("E4")), (Some("slide e".into()), 2));
    // A pawn that is moved over the square gains them.
    played.act("move e");
    assert_eq!((played.pawn(0), played.gems(0)), ("F4".into(), 2));
}

#[test]
fn x66_x89_only_a_tile_in_hand_can_be_placed() {
    let played = Scene::on("D4").hand(0, &["ice", "C5"]).line(&["box"]).play();
    assert_eq!(played.refused("place box F5"), "X-66");
    assert_eq!(played.refused("use C6"), "X-66");
    let mut played = Scene::on("D4").hand(0, &["ice"]).acts(&["place ice F5"]);
    assert_eq!(played.refused("place ice F6"), "X-66");
    played.act("end");
    assert_eq!(played.refused("place ice F6"), "X-66");
}
