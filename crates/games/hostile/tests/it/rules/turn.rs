//! The turn and its action points, and the forbidden squares.

use hostile::{Action, Hostile};
use serde_json::json;
use zashiki_core::{GameState as _, GameStateExt as _};

use crate::support::*;

#[test]
fn x57_ax50_turns_go_clockwise_from_the_start_player() {
    for (seats, start, order) in [
        (2, 0, vec![0, 1]),
        (2, 1, vec![1, 0]),
        (3, 0, vec![0, 1, 2]),
        (3, 1, vec![1, 2, 0]),
        (4, 0, vec![0, 1, 2, 3]),
        (4, 2, vec![2, 3, 0, 1]),
        (4, 3, vec![3, 0, 1, 2]),
    ] {
        let scene = Scene::new(seats).set("start_seat", json!(start)).turn(start);
        let mut played = scene.play();
        for seat in order {
            assert_eq!(played.awaited(), Some(Seat(seat)), "{seats} seats from {start}");
            assert_eq!(played.asked_by(), "X-60");
            let other = (seat + 1) % seats;
            assert_eq!(played.refused_to(Seat(other), "end"), "T-2");
            played.act("end");
        }
        assert!(played.has(json!({ "event": if seats == 2 { "second_pass" } else { "round" } })));
    }
}

#[test]
fn x58_two_points() {
    let mut played = Scene::on("D4").play();
    assert_eq!(played.points(), 2);
    played.act("move n");
    assert_eq!(played.points(), 1);
    played.act("move n");
    assert_eq!(played.points(), 0);
    assert_eq!(played.refused("move n"), "X-68");
    // The next seat starts with two points again.
    played.act("end");
    assert!(played.has(json!({ "event": "turn_began", "seat": 1, "points": 2 })));
    assert_eq!(played.points(), 2);
}

#[test]
fn x59_ax51_ax61_a_turn_ends_when_its_player_says_so() {
    // At once, if the player wishes; the remaining points are lost.
    let mut played = Scene::on("D4").acts(&["end"]);
    assert!(played.has(json!({ "event": "turn_ended", "seat": 0 })));
    assert_eq!(played.awaited(), Some(Seat(1)));
    assert_eq!(played.points(), 2);
    // Never by itself, even if no other action is left.
    played.acts(&["move s", "move s"]);
    assert_eq!((played.awaited(), played.legal()), (Some(Seat(1)), vec!["end".to_owned()]));
    played.act("end");
    assert!(played.has(json!({ "event": "turn_ended", "seat": 1 })));
}

#[test]
fn x60_any_order_and_as_often_as_possible() {
    let scene = || {
        Scene::on("D4")
            .skill(0, "rotate")
            .hand(0, &["ice", "F6"])
            .line(&["box"])
            .tile("D5", "slide e")
    };
    let a = scene().acts(&[
        "use F6",
        "move e",
        "rotate D5 left",
        "place ice F4",
        "move e",
        "rotate D5 left",
        "end",
    ]);
    let b = scene().acts(&[
        "rotate D5 left",
        "rotate D5 left",
        "place ice F4",
        "move e",
        "move e",
        "use F6",
        "end",
    ]);
    assert_eq!(a.pawn(0), "G4");
    assert_eq!(a.pawn(0), b.pawn(0));
    assert_eq!(a.tile("D5"), b.tile("D5"));
    // The same action twice.
    let played = scene().line(&["box", "box"]).acts(&["take box", "take box"]);
    assert_eq!(played.hand(0), ["ice", "F6", "box", "box"]);
}

#[test]
fn x61_a_point_moves_one_square_up_down_left_or_right() {
    for side in SIDES {
        let played = Scene::on("D4").acts(&[&format!("move {side}")]);
        let to = step("D4", side, 1).unwrap();
        assert_eq!(played.path().join(" "), to);
        assert!(
            played
                .has(json!({ "event": "moved", "seat": 0, "from": "D4", "to": to, "by": "step" }))
        );
        assert_eq!(played.points(), 1);
    }
    let moves = Scene::on("D4").play().legal_with("move");
    assert_eq!(moves, ["move n", "move e", "move s", "move w"]);
}

#[test]
fn x62_never_diagonally() {
    let played = Scene::on("D4").play();
    for facing in ["ne", "se", "sw", "nw"] {
        assert_eq!(played.refused(&format!("move {facing}")), "X-62");
    }
    // Not with Ghost either, and not at the corner of the board.
    let played = Scene::on("D4").skill(0, "ghost").play();
    assert_eq!(played.refused("move ne"), "X-62");
}

#[test]
fn x63_ax40_a_point_takes_a_tile_of_the_line() {
    let scene = Scene::on("D4").line(&["slide", "C5", "ice", "slide"]);
    let mut played = scene.play();
    // Equal tiles are one choice (A-X59).
    let mut takes = played.legal_with("take");
    takes.sort();
    assert_eq!(takes, ["take C5", "take ice", "take slide"]);
    played.acts(&["take C5", "take slide"]);
    assert_eq!(played.hand(0), ["C5", "slide"]);
    let mut line = played.line();
    line.sort();
    assert_eq!(line, ["ice", "slide"]);
    assert_eq!(played.points(), 0);
    // A tile just taken can be used at once, but never directly from the line.
    assert!(played.may("use C5") && played.may("place slide F6 n"));
    let played = Scene::on("D4").line(&["C5"]).play();
    assert!(!played.may("use C5"));
    assert_eq!(played.refused("take ice"), "X-63");
}

#[test]
fn x64_ax22_a_point_and_a_tile_lead_back_to_the_start() {
    let scene = Scene::on("D4").hand(0, &["ice", "C5", "ice"]);
    let mut played = scene.play();
    assert_eq!(played.legal_with("return"), ["return ice", "return C5"]);
    played.act("return C5");
    assert_eq!((played.pawn(0), played.points()), ("A1".into(), 1));
    assert_eq!(played.hand(0), ["ice", "ice"]);
    played.assert_order(&[
        json!({ "event": "discarded", "seat": 0, "tile": "C5" }),
        json!({ "event": "moved", "from": "D4", "to": "A1", "by": "return" }),
    ]);
    // A gem tile goes to the gem discards, a floor tile to the floor discards.
    assert_eq!(played.gem_discards(), ["C5"]);
    let other = scene.acts(&["return ice"]);
    assert_eq!((other.floor_discards("ice"), other.gem_discards()), (1, vec![]));
    // A pawn on its start cannot return.
    assert_eq!(played.refused("return ice"), "X-64");
    assert_eq!(played.legal_with("return"), [""; 0]);
    // Only a tile in hand can be discarded.
    assert_eq!(Scene::on("D4").hand(0, &["ice"]).play().refused("return box"), "X-64");
}

#[test]
fn x65_without_a_tile_there_is_no_return() {
    let played = Scene::on("D4").play();
    assert_eq!(played.refused("return ice"), "X-65");
    assert_eq!(played.legal_with("return"), [""; 0]);
}

#[test]
fn x66_tiles_of_the_hand_cost_no_points() {
    let mut played = Scene::on("D4").hand(0, &["ice", "F6"]).points(0).play();
    played.acts(&["place ice D6", "use F6"]);
    assert_eq!((played.tile("D6"), played.gems_on("F6")), (Some("ice".into()), 1));
    // Before, between and after moves.
    let played = Scene::on("D4").hand(0, &["ice", "box", "stop"]).acts(&[
        "place ice F6",
        "move n",
        "place box F7",
        "move n",
        "place stop G6",
    ]);
    assert_eq!(played.points(), 0);
}

#[test]
fn x67_skills_are_used_in_the_own_turn() {
    let scene = |skill: &str| Scene::on("D4").skill(0, skill).tile("D5", "slide n");
    for (skill, action) in [
        ("crash", "crash D5"),
        ("rotate", "rotate D5 left"),
        ("recall", "recall"),
        ("steal", "steal D5"),
    ] {
        assert!(scene(skill).play().may(action));
        // Without the card it is illegal.
        let other = if skill == "crash" { "rotate" } else { "crash" };
        assert!(!scene(other).play().may(action), "{action} with {other}");
    }
}

#[test]
fn x68_without_points_only_free_things() {
    let scene = |skill: &str| {
        Scene::on("D4")
            .skill(0, skill)
            .hand(0, &["ice", "F6"])
            .line(&["box"])
            .tile("D5", "slide n")
            .points(0)
    };
    let played = scene("steal").play();
    for action in ["move n", "take box", "return ice", "steal D5"] {
        assert_eq!(played.refused(action), "X-68", "{action}");
    }
    assert!(played.may("place ice F5") && played.may("use F6") && played.may("end"));
    assert!(scene("crash").play().may("crash D5"));
    assert!(scene("rotate").play().may("rotate D5 left"));
    assert!(scene("recall").play().may("recall"));
    // With a point, all actions are legal.
    let played = scene("steal").points(1).play();
    assert!(
        ["move n", "take box", "return ice", "steal D5"].iter().all(|action| played.may(action))
    );
}

#[test]
fn x69_ax10_no_square_with_another_pawn() {
    let played = Scene::on("D4").pawn(1, "D5").play();
    assert_eq!(played.refused("move n"), "X-69");
    assert_eq!(played.legal_with("move"), ["move e", "move s", "move w"]);
    // Nor with a partner's pawn: with four seats, 0 and 1 are partners.
    let played = Scene::new(4).pawn(0, "D4").pawn(1, "D5").play();
    assert_eq!(played.refused("move n"), "X-69");
}

#[test]
fn x70_ax10_ax17_no_foreign_start() {
    // Two seats: H8 is the start of the other seat, whose pawn is elsewhere; A8 and H1 are unused.
    for (from, action) in [("H7", "move n"), ("A7", "move n"), ("H2", "move s"), ("G8", "move e")] {
        let played = Scene::on(from).pawn(1, "D4").play();
        assert_eq!(played.refused(action), "X-70", "from {from}");
    }
    // Four seats: A8 is the partner's start.
    let played = Scene::new(4).pawn(0, "A7").pawn(1, "D4").play();
    assert_eq!(played.refused("move n"), "X-70");
    // Three seats: H8 is unused.
    let played = Scene::new(3).pawn(0, "H7").play();
    assert_eq!(played.refused("move n"), "X-70");
    // A start with its owner's pawn on it is forbidden for both reasons.
    let played = Scene::on("H7").play();
    assert!(["X-69", "X-70"].contains(&played.refused("move n")));
}

#[test]
fn x71_nobody_leaves_the_board() {
    for (from, action) in [("D8", "move n"), ("H4", "move e"), ("D1", "move s"), ("A4", "move w")] {
        let played = Scene::on(from).play();
        assert_eq!(played.refused(action), "X-71", "from {from}");
        assert_eq!(played.legal_with("move").len(), 3);
    }
    // From the corner there are two directions.
    assert_eq!(Scene::new(2).play().legal_with("move"), ["move n", "move e"]);
}

#[test]
fn x72_the_own_start_may_be_walked_onto() {
    let played = Scene::on("A2").acts(&["move s"]);
    assert_eq!(played.pawn(0), "A1");
    let played = Scene::new(2).pawn(1, "G8").turn(1).acts(&["move e"]);
    assert_eq!(played.pawn(1), "H8");
}

/// The label of an action that costs a point says so, except for a step of the pawn.
#[test]
fn labels_name_the_price() {
    let scene = Scene::on("C3").skill(0, "steal").tile("C4", "slide n").line(&["ice", "C5"]);
    let game = scene.hand(0, &["stop", "D8"]).points(2).play().game;
    let points = |game: &Hostile| {
        let stage = serde_json::to_value(game.position()).unwrap()["stage"].clone();
        if stage["seat"] == json!(0) { stage["points"].as_u64() } else { None }
    };
    let mut kinds = std::collections::BTreeSet::new();
    for action in game.legal(Seat(0)) {
        let mut after = game.clone();
        after.play_unchecked(Seat(0), action, None);
        let (ja, en) = (game.label(action).ja, game.label(action).en);
        let named = [ja.contains("(行動点1点)"), en.contains("(1 action point)")];
        let costs = points(&after) == Some(1) && !matches!(action, Action::Move { .. });
        assert_eq!(named, [costs; 2], "{action}: {ja}, {en}");
        if costs {
            kinds.insert(action.to_string().split(' ').next().unwrap().to_owned());
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["return", "steal", "take"]);
}
