//! The skill cards.

use serde_json::json;

use crate::support::*;

/// A scenario in the turn of seat 0, which has this skill and whose pawn is in the middle of the
/// board.
fn with(skill: &str) -> Scene {
    Scene::on("D4").skill(0, skill)
}

/// A scenario with floor tiles under another seat's pawn and around that seat's start.
fn foreign(skill: &str) -> Scene {
    with(skill).pawn(1, "D5").tiles(&[("D5", "slide n"), ("G7", "slide n"), ("H7", "para ns")])
}

#[test]
fn x134_uses_are_counted() {
    // Once, twice, once; Steal once for each point.
    let tiles = [("D5", "box"), ("C4", "box"), ("E4", "box"), ("D3", "box")];
    let uses = |skill: &str, action: &str| {
        let mut played = with(skill).tiles(&tiles).play();
        let mut uses = 0;
        while let Some(action) = played.legal_with(action).first() {
            played.act(action);
            uses += 1;
        }
        uses
    };
    assert_eq!(uses("crash", "crash"), 1);
    assert_eq!(uses("rotate", "rotate"), 2);
    assert_eq!(uses("recall", "recall"), 1);
    assert_eq!(uses("steal", "steal"), 2);
    // Drafting the card again in a later round restores all uses.
    for (skill, action, uses) in [("crash", "crash", 2), ("rotate", "rotate", 4)] {
        let left = json!({ "crashes": 0, "rotations": 0 });
        let used_up = with(skill).turn_with(0, left).tiles(&tiles[..uses.min(2)]).play();
        assert_eq!(used_up.legal_with(action), [""; 0]);
        let fresh = with(skill).set("round", json!(2)).tiles(&tiles[..2]).play();
        assert_eq!(fresh.legal_with(action).len(), uses);
    }
}

#[test]
fn x135_x136_crash_discards_one_tile_of_the_board_for_free() {
    let mut played = with("crash").tiles(&[("D5", "slide n"), ("G4", "box")]).play();
    assert_eq!(played.legal_with("crash"), ["crash G4", "crash D5"]);
    played.act("crash G4");
    assert!(played.has(json!({ "event": "crashed", "seat": 0, "square": "G4", "kind": "box" })));
    assert_eq!((played.tile("G4"), played.floor_discards("box")), (None, 1));
    assert_eq!((played.points(), played.hand(0)), (2, vec![]));
    // Only once.
    assert_eq!(played.refused("crash D5"), "X-135");
    // An empty square has nothing to crash.
    assert_eq!(with("crash").tile("D5", "ice").play().refused("crash D6"), "X-135");
    // Crash is optional, needs no points and can be used before or after any other action.
    assert!(with("crash").tile("D5", "ice").play().may("end"));
    let played = with("crash").tile("G4", "ice").acts(&["move n", "move n", "crash G4"]);
    assert_eq!(played.tile("G4"), None);
}

#[test]
fn x137_ax43_crash_reaches_everywhere() {
    for square in ["D5", "G7", "H7"] {
        let played = foreign("crash").acts(&[&format!("crash {square}")]);
        assert_eq!(played.tile(square), None);
    }
}

#[test]
fn x138_rotate_turns_a_tile_by_90_degrees() {
    let turned = |tile: &str, spin: &str| {
        with("rotate").tile("F5", tile).acts(&[&format!("rotate F5 {spin}")]).tile("F5").unwrap()
    };
    for kind in ["slide", "spring"] {
        for (from, right) in [("n", "e"), ("e", "s"), ("s", "w"), ("w", "n")] {
            assert_eq!(turned(&format!("{kind} {from}"), "right"), format!("{kind} {right}"));
            assert_eq!(turned(&format!("{kind} {right}"), "left"), format!("{kind} {from}"));
        }
    }
    for kind in ["diagonal", "corner"] {
        for (from, right) in [("ne", "se"), ("se", "sw"), ("sw", "nw"), ("nw", "ne")] {
            assert_eq!(turned(&format!("{kind} {from}"), "right"), format!("{kind} {right}"));
            assert_eq!(turned(&format!("{kind} {right}"), "left"), format!("{kind} {from}"));
        }
    }
    for spin in ["left", "right"] {
        assert_eq!(turned("para ns", spin), "para ew");
        assert_eq!(turned("para ew", spin), "para ns");
    }
}

#[test]
fn x138_ax42_ax59_useless_turns_are_offered_and_count() {
    let mut played = with("rotate").tiles(&[("F5", "ice"), ("F6", "stop"), ("F7", "box")]).play();
    assert_eq!(played.legal_with("rotate").len(), 6, "left and right for every tile");
    played.act("rotate F5 left");
    assert!(played.has(json!({ "event": "rotated", "square": "F5", "kind": "ice" })));
    assert_eq!(played.tile("F5"), Some("ice".into()));
    assert_eq!(played.view()["stage"]["rotations"], json!(1));
    played.act("rotate F7 right");
    assert_eq!(played.legal_with("rotate"), [""; 0]);
}

#[test]
fn x138_x139_twice_on_the_same_tile_or_on_two() {
    let scene = || with("rotate").tiles(&[("F5", "slide n"), ("F7", "slide n")]);
    let played = scene().acts(&["rotate F5 right", "rotate F5 right"]);
    assert_eq!(played.tile("F5"), Some("slide s".into()));
    assert_eq!(played.refused("rotate F5 right"), "X-138");
    let played = scene().acts(&["rotate F5 right", "rotate F7 left"]);
    assert_eq!(
        (played.tile("F5"), played.tile("F7")),
        (Some("slide e".into()), Some("slide w".into()))
    );
    assert_eq!(scene().play().refused("rotate F6 left"), "X-138");
}

#[test]
fn x140_rotate_is_free_and_need_not_be_used_up() {
    let scene = || with("rotate").tile("F5", "slide n");
    let played = scene().acts(&["rotate F5 right"]);
    assert_eq!(played.points(), 2);
    assert!(played.may("end") && scene().play().may("end"));
    // Between moves.
    let played =
        with("rotate").tile("D5", "slide n").acts(&["rotate D5 right", "move n", "rotate D5 left"]);
    assert_eq!((played.pawn(0), played.tile("D5")), ("E5".into(), Some("slide n".into())));
}

#[test]
fn x141_ax43_rotate_reaches_everywhere() {
    for square in ["D5", "G7", "H7"] {
        let played = foreign("rotate").acts(&[&format!("rotate {square} right")]);
        let turned = if square == "H7" { "para ew" } else { "slide e" };
        assert_eq!(played.tile(square), Some(turned.into()));
        assert_eq!(played.pawn(1), "D5");
    }
}

#[test]
fn x142_ax60_recall_leads_to_the_start_once_and_for_free() {
    let mut played = with("recall").acts(&["recall"]);
    assert!(played.has(json!({ "event": "moved", "from": "D4", "to": "A1", "by": "recall" })));
    assert_eq!((played.pawn(0), played.points()), ("A1".into(), 2));
    // It is not offered on the start square, nor a second time.
    assert_eq!(with("recall").pawn(0, "A1").play().refused("recall"), "X-142");
    played.act("move n");
    assert_eq!(played.refused("recall"), "X-142");
    assert!(with("recall").play().may("end"));
    // Seat 1 returns to its own start.
    let played = Scene::new(2).pawn(1, "D4").skill(1, "recall").turn(1).acts(&["recall"]);
    assert_eq!(played.pawn(1), "H8");
}

#[test]
fn x142_ax44_recall_at_any_time_between_actions() {
    assert_eq!(with("recall").acts(&["move n", "move n", "recall"]).pawn(0), "A1");
    assert_eq!(with("recall").acts(&["recall", "move n", "move e"]).pawn(0), "B2");
}

#[test]
fn x143_recall_and_the_return_by_a_point_in_one_turn() {
    let scene = || with("recall").hand(0, &["ice", "ice"]);
    let played = scene().acts(&["recall", "move n", "return ice"]);
    assert_eq!((played.pawn(0), played.points()), ("A1".into(), 0));
    let played = scene().acts(&["return ice", "move n", "recall"]);
    assert_eq!((played.pawn(0), played.points(), played.hand(0).len()), ("A1".into(), 0, 1));
}

#[test]
fn x144_no_recall_after_a_stop() {
    let scene = || with("recall").tile("D5", "stop");
    assert_eq!(scene().acts(&["move n"]).refused("recall"), "X-144");
    // Before the stop it is possible, and also if the turn started on a stop.
    assert!(scene().play().may("recall"));
    assert!(with("recall").tile("D4", "stop").play().may("recall"));
}

#[test]
fn x73_x145_king_counts_when_the_round_ends() {
    let scene = Scene::new(3).skills(0, &["crash"]).skills(1, &["rotate"]).skills(2, &["king"]);
    let mut played = scene.acts(&["end", "end"]);
    assert_eq!(played.view()["start_seat"], json!(0));
    played.act("end");
    assert_eq!(played.view()["start_seat"], json!(2));
    assert!(played.has(json!({ "event": "start_seat", "seat": 2 })));
    assert_eq!(played.awaited(), Some(Seat(2)));
    // It has no other effect and no action in the turn.
    let played = with("king").tile("D5", "ice").play();
    assert_eq!(played.legal(), ["move n", "move e", "move s", "move w", "end"]);
}

#[test]
fn x146_ax41_steal_takes_from_the_own_square_and_its_four_neighbours() {
    let around = ["C3", "D3", "E3", "C4", "D4", "E4", "C5", "D5", "E5", "D6"];
    let scene = || {
        around.iter().fold(with("steal"), |scene, square| {
            scene.tile(square, if *square == "D4" { "para ns" } else { "ice" })
        })
    };
    // There are eight ice tiles in all.
    let scene = || {
        let mut scene = scene();
        scene.position["floor"].as_array_mut().unwrap().retain(|tile| tile["square"] != "D6");
        scene
    };
    let played = scene().play();
    let mut stolen = played.legal_with("steal");
    stolen.sort();
    assert_eq!(stolen, ["steal C4", "steal D3", "steal D4", "steal D5", "steal E4"]);
    for square in ["C3", "E3", "C5", "E5"] {
        assert_eq!(played.refused(&format!("steal {square}")), "X-146");
    }
    let played = scene().acts(&["steal D4"]);
    assert!(played.has(json!({ "event": "stole", "seat": 0, "square": "D4", "kind": "para" })));
    assert_eq!(
        (played.hand(0), played.tile("D4"), played.points()),
        (vec!["para".into()], None, 1)
    );
    // Walls make no difference.
    let played = with("steal").tiles(&[("D4", "box"), ("D5", "box")]).acts(&["steal D5"]);
    assert_eq!(played.hand(0), ["box"]);
    // Squares without a tile, and squares out of reach.
    assert_eq!(with("steal").play().refused("steal D5"), "X-146");
    assert_eq!(with("steal").tile("D6", "ice").play().refused("steal D6"), "X-146");
}

#[test]
fn x147_steal_again_and_again() {
    let tiles = [("D5", "ice"), ("C4", "box"), ("E4", "stop")];
    let played = with("steal").tiles(&tiles).acts(&["steal D5", "steal C4"]);
    assert_eq!(played.hand(0), ["ice", "box"]);
    assert_eq!(played.refused("steal E4"), "X-68");
    // A stolen tile may be placed and stolen again.
    let played = with("steal").tiles(&tiles).acts(&["steal D5", "place ice D5", "steal D5"]);
    assert_eq!(played.hand(0), ["ice"]);
}

#[test]
fn x148_ax43_steal_reaches_under_pawns_and_around_starts() {
    let played = foreign("steal").acts(&["steal D5"]);
    assert_eq!((played.hand(0), played.pawn(1)), (vec!["slide".into()], "D5".into()));
    for (from, square) in [("G6", "G7"), ("H6", "H7")] {
        let played = foreign("steal").pawn(0, from).acts(&[&format!("steal {square}")]);
        assert_eq!(played.tile(square), None);
    }
}

#[test]
fn x149_stolen_with_a_full_hand_it_is_discarded() {
    let hand = ["ice", "ice", "C5", "C6"];
    let played = with("steal").hand(0, &hand).tile("D5", "para ns").acts(&["steal D5"]);
    assert!(played.has(json!({ "event": "hand_full", "seat": 0, "tile": "para" })));
    assert_eq!((played.hand(0), played.floor_discards("para")), (hand.map(String::from).into(), 1));
    assert_eq!(played.tile("D5"), None);
}

#[test]
fn x150_x153_floor_tiles_have_no_effect_on_a_ghost() {
    for tile in ["slide n", "diagonal ne", "spring n", "ice", "stop", "box", "corner ne", "para ns"]
    {
        // Entering D4 over every side, and leaving it over every side.
        for side in SIDES {
            let from = step("D4", opposite(side), 1).unwrap();
            let action = format!("move {side}");
            let mut played = Scene::on(&from).skill(0, "ghost").tile("D4", tile).acts(&[&action]);
            assert_eq!(played.path(), ["D4"], "{tile}");
            assert!(!played.has(json!({ "event": "stopped" })));
            played.act(&action);
            assert_eq!(played.pawn(0), step("D4", side, 1).unwrap(), "{tile}");
        }
    }
}

#[test]
fn x150_ax45_only_in_the_own_turn_and_while_it_is_active() {
    // Another seat's skill has no effect.
    let played = Scene::on("C4").skill(0, "king").skill(1, "ghost").tile("D4", "box").play();
    assert_eq!(played.refused("move e"), "X-131");
    // A turn with Ghost that ends on a box: in the seat's next turn (the second pass of two seats)
    // the pawn is enclosed.
    let mut played = Scene::on("C4").skill(0, "ghost").tile("D4", "box").acts(&["move e", "end"]);
    played.act("end");
    while played.view()["stage"]["kind"] != "turn" {
        let action = played.legal().swap_remove(0);
        played.act(&action);
    }
    assert_eq!((played.awaited(), played.pawn(0)), (Some(Seat(0)), "D4".into()));
    assert_eq!(played.view()["stage"]["ghost"], json!(false));
    assert_eq!(played.refused("move e"), "X-131");
}

#[test]
fn x151_a_ghost_gains_gems() {
    let scene = with("ghost").tile("E4", "slide e").gem("E4", 2).gem("F4", 1);
    let mut played = scene.acts(&["move e"]);
    assert_eq!((played.gems(0), played.pawn(0)), (2, "E4".into()));
    played.act("move e");
    assert_eq!(played.gems(0), 3);
}

#[test]
fn x152_ghost_cannot_be_laid_aside() {
    // Even where a slide would help, and until the end of the turn.
    let mut played = with("ghost").tiles(&[("E4", "slide e"), ("F4", "ice")]).play();
    assert_eq!(played.view()["stage"]["ghost"], json!(true));
    assert_eq!(played.legal(), ["move n", "move e", "move s", "move w", "end"]);
    played.acts(&["move e", "move e"]);
    assert_eq!(played.path(), ["E4", "F4"]);
    assert_eq!(played.view()["stage"]["ghost"], json!(true));
}

#[test]
fn x153_ax20_a_stop_does_not_stop_a_ghost() {
    let played = with("ghost").hand(0, &["ice"]).tile("E4", "stop").acts(&["move e"]);
    assert_eq!(played.view()["stage"]["stopped"], json!(false));
    assert!(played.may("move e") && played.may("return ice"));
}

#[test]
fn x154_ax45_a_ghost_keeps_off_forbidden_squares() {
    let played = with("ghost").pawn(1, "D5").play();
    assert_eq!(played.refused("move n"), "X-69");
    for (from, action, rule) in [
        ("H7", "move n", "X-70"),
        ("A7", "move n", "X-70"),
        ("D8", "move n", "X-71"),
        ("A4", "move w", "X-71"),
    ] {
        let played = with("ghost").pawn(0, from).pawn(1, "D5").play();
        assert_eq!(played.refused(action), rule);
    }
}

#[test]
fn x155_quick_gives_a_third_point() {
    let mut played = with("quick").play();
    assert_eq!(played.points(), 3);
    played.acts(&["move n", "move n", "move n"]);
    assert_eq!(played.pawn(0), "D7");
    assert_eq!(played.refused("move n"), "X-68");
    // Only its holder has the third point.
    assert_eq!(Scene::new(2).skill(0, "king").skill(1, "quick").play().points(), 2);
    let played = Scene::new(2).skill(1, "quick").acts(&["end"]);
    assert!(played.has(json!({ "event": "turn_began", "seat": 1, "points": 3 })));
}

#[test]
fn x156_ax46_quick_points_need_not_be_spent() {
    let played = with("quick").acts(&["move n", "end"]);
    assert_eq!((played.awaited(), played.points()), (Some(Seat(1)), 2));
}

#[test]
fn x67_ax48_some_skills_have_a_permanent_effect_and_some_are_used() {
    let scene = |skill: &str| with(skill).tile("D5", "slide n");
    // King, Ghost and Quick need no action.
    for skill in ["king", "ghost", "quick"] {
        let actions = ["move n", "move e", "move s", "move w", "end"];
        assert_eq!(scene(skill).play().legal(), actions, "{skill}");
    }
    assert_eq!(scene("quick").play().points(), 3);
    assert_eq!(scene("ghost").acts(&["move n"]).pawn(0), "D5");
    // The others have no effect by themselves.
    for skill in ["crash", "rotate", "recall", "steal"] {
        let played = scene(skill).acts(&["move n"]);
        assert_eq!((played.pawn(0), played.points()), ("D6".into(), 1), "{skill}");
        assert!(scene(skill).play().legal().len() > 5, "{skill}");
    }
}

#[test]
fn x157_in_the_turn_of_their_holder_only() {
    for (skill, action) in [
        ("crash", "crash D5"),
        ("rotate", "rotate D5 left"),
        ("recall", "recall"),
        ("steal", "steal D5"),
    ] {
        let scene =
            || Scene::new(2).pawn(1, "D4").skill(1, skill).skill(0, "king").tile("D5", "slide n");
        // In the turn of seat 0, neither seat can use it.
        let played = scene().play();
        assert_eq!(played.refused_to(Seat(1), action), "T-2");
        assert!(!played.may(action));
        // In the turn of seat 1, its holder can.
        assert!(scene().turn(1).play().may(action));
        // Nor during a draft.
        let line = ["ice", "ice", "box", "box"];
        let played = scene().line(&line).tile_draft(1, 2).play();
        assert!(!played.may(action));
    }
}

#[test]
fn x67_x157_a_skill_allows_only_its_own_actions() {
    for (action, rule) in [
        ("crash D5", "X-135"),
        ("rotate D5 left", "X-138"),
        ("recall", "X-142"),
        ("steal D5", "X-146"),
    ] {
        assert_eq!(with("king").tile("D5", "slide n").play().refused(action), rule, "{action}");
    }
}

/// A skill card has its effect from the moment it is drafted, not only from its owner's turn on.
#[test]
fn x164_ax48_a_skill_card_takes_effect_as_soon_as_it_is_taken() {
    let scene = Scene::new(2).skill_draft(0).set("removed", json!(["crash", "steal"]));
    let mut played = scene.line(&["ice", "ice", "ice", "ice"]).play();
    assert_eq!(played.view()["seats"][0]["active"], json!([]));
    played.act("skill quick");
    assert_eq!(played.view()["seats"][0]["active"], json!(["quick"]));
    played.act("skill ghost");
    assert_eq!(played.view()["seats"][1]["active"], json!(["ghost"]));
    played.acts(&["draft ice keep"; 4]);
    // No further event: Red's turn has its third point, Blue's its ghost.
    assert_eq!(played.points(), 3);
    played.act("end");
    assert_eq!(played.view()["stage"]["ghost"], json!(true));
}

#[test]
fn x167_a_turn_may_end_without_steal_or_recall_having_been_used() {
    for skill in ["steal", "recall"] {
        let mut played = Scene::on("D4").skill(0, skill).tile("D5", "ice").play();
        let unused = if skill == "steal" { "steal D5" } else { "recall" };
        assert!(played.may(unused) && played.may("end"), "{skill}");
        played.act("end");
        assert!(played.has(json!({ "event": "turn_ended", "seat": 0 })));
        assert_eq!((played.pawn(0), played.tile("D5")), ("D4".into(), Some("ice".into())));
    }
}
