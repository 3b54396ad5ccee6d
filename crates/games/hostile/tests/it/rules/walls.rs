//! Stops and walls.

use serde_json::json;

use crate::support::*;

/// Every orientation of each wall, with its open sides.
const WALLS: [(&str, &str); 7] = [
    ("box", ""),
    ("corner ne", "ne"),
    ("corner se", "se"),
    ("corner sw", "sw"),
    ("corner nw", "nw"),
    ("para ns", "ns"),
    ("para ew", "ew"),
];

#[test]
fn x123_x124_after_a_stop_the_pawn_moves_no_more() {
    let scene = Scene::on("C4").skill(0, "quick").hand(0, &["box"]).tile("D4", "stop");
    let mut played = scene.play();
    played.act("move e");
    assert!(played.has(json!({ "event": "stopped", "seat": 0, "square": "D4" })));
    assert_eq!(played.points(), 2);
    for action in ["move n", "move e", "move s", "move w"] {
        assert_eq!(played.refused(action), "X-124", "{action}");
    }
    assert_eq!(played.refused("return box"), "X-124");
    // Beside the stop, all of them would be possible.
    let played = Scene::on("C4").hand(0, &["box"]).tile("D5", "stop").acts(&["move e"]);
    assert!(played.may("move w") && played.may("return box"));
}

#[test]
fn x123_x99_a_stop_is_entered_by_effects_as_well() {
    for tiles in [
        [("D4", "slide e"), ("E4", "stop")],
        [("D4", "ice"), ("E4", "stop")],
        [("D4", "spring n"), ("D6", "stop")],
        [("D4", "diagonal se"), ("E3", "stop")],
    ] {
        let played = Scene::on("C4").tiles(&tiles).acts(&["move e"]);
        assert_eq!(played.pawn(0), tiles[1].0);
        assert_eq!(played.points(), 1);
        assert_eq!(played.legal_with("move"), [""; 0]);
    }
}

#[test]
fn x125_ax18_everything_but_moving_goes_on() {
    let stopped = |skill: &str, action: &str| {
        let scene = Scene::on("C4")
            .skill(0, skill)
            .hand(0, &["ice", "F6"])
            .line(&["box"])
            .tiles(&[("D4", "stop"), ("D5", "slide n")]);
        let mut played = scene.acts(&["move e"]);
        assert!(played.may(action), "{skill}: {action}");
        played.act(action);
        // Removing the stop does not lift the restriction.
        assert_eq!(played.legal_with("move"), [""; 0], "{action}");
        assert_eq!(played.legal_with("return"), [""; 0], "{action}");
        assert_eq!(played.pawn(0), "D4");
    };
    stopped("king", "take box");
    stopped("king", "place ice D6");
    stopped("king", "use F6");
    stopped("crash", "crash D4");
    stopped("crash", "crash D5");
    stopped("rotate", "rotate D5 left");
    stopped("steal", "steal D5");
    let quick = Scene::on("C4").skill(0, "steal").tile("D4", "stop").acts(&["move e", "steal D4"]);
    assert_eq!(quick.tile("D4"), None);
    assert_eq!(quick.view()["stage"]["stopped"], json!(true));
    let crashed =
        Scene::on("C4").skill(0, "crash").tile("D4", "stop").acts(&["move e", "crash D4"]);
    assert_eq!(crashed.points(), 1);
    assert_eq!(crashed.refused("move e"), "X-124");
}

#[test]
fn x126_ax19_the_restriction_ends_with_the_turn() {
    // A pawn that starts a turn on a stop is free to move.
    let mut played = Scene::on("D4").tile("D4", "stop").play();
    assert_eq!(played.legal_with("move").len(), 4);
    played.act("move e");
    assert_eq!(played.pawn(0), "E4");
    // From entering the stop to the seat's next turn, with two drafts in between.
    let mut played = Scene::on("C4").tile("D4", "stop").acts(&["move e", "end"]);
    // The other seat is not restricted.
    assert_eq!(played.awaited(), Some(Seat(1)));
    assert_eq!(played.legal_with("move").len(), 2);
    played.act("end");
    while played.view()["stage"]["kind"] != "turn" {
        let action = played.legal().swap_remove(0);
        played.act(&action);
    }
    assert_eq!((played.awaited(), played.pawn(0)), (Some(Seat(0)), "D4".into()));
    assert_eq!(played.view()["stage"]["stopped"], json!(false));
    assert_eq!(played.legal_with("move").len(), 4);
    // A pawn that enters it again in the same turn is restricted again.
    let played = Scene::on("D4").tile("D4", "stop").acts(&["move e", "move w"]);
    assert_eq!(played.view()["stage"]["stopped"], json!(true));
}

#[test]
fn x127_x131_ax4_a_point_moves_nobody_through_a_closed_side() {
    for (wall, open) in WALLS {
        for side in SIDES {
            // Out of the wall, and into it in the opposite direction.
            let out = Scene::on("D4").tile("D4", wall).play();
            let action = format!("move {side}");
            assert_eq!(out.may(&action), open.contains(side), "{wall}: out to the {side}");
            let outside = step("D4", side, 1).unwrap();
            let inwards = Scene::on(&outside).tile("D4", wall).play();
            let action = format!("move {}", opposite(side));
            assert_eq!(inwards.may(&action), open.contains(side), "{wall}: in from the {side}");
        }
    }
}

#[test]
fn x131_ax4_both_sides_of_the_border_must_be_open() {
    // From wall to wall: out through an open side, but in through a closed one.
    let scene = |from, into| Scene::on("D4").tile("D4", from).tile("E4", into).play();
    assert!(scene("para ew", "para ew").may("move e"));
    assert_eq!(scene("para ew", "para ns").refused("move e"), "X-131");
    assert_eq!(scene("para ns", "para ew").refused("move e"), "X-131");
    assert_eq!(scene("box", "box").refused("move e"), "X-131");
    // It is not an action, so it costs nothing.
    assert_eq!(scene("box", "box").points(), 2);
}

#[test]
fn x128_a_box_has_no_open_side() {
    let played = Scene::on("D4").tile("D4", "box").play();
    assert_eq!(played.legal_with("move"), [""; 0]);
    for side in SIDES {
        let outside = step("D4", side, 1).unwrap();
        let played = Scene::on(&outside).tile("D4", "box").play();
        assert_eq!(played.refused(&format!("move {}", opposite(side))), "X-131");
        assert_eq!(played.legal_with("move").len(), 3);
    }
}

#[test]
fn x129_an_l_has_two_open_sides_that_meet() {
    for facing in ["ne", "se", "sw", "nw"] {
        let played = Scene::on("D4").tile("D4", &format!("corner {facing}")).play();
        let open = SIDES.into_iter().filter(|side| facing.contains(side));
        let open: Vec<String> = open.map(|side| format!("move {side}")).collect();
        assert_eq!(played.legal_with("move"), open);
    }
}

#[test]
fn x130_a_para_has_two_opposite_open_sides() {
    let moves = |tile| Scene::on("D4").tile("D4", tile).play().legal_with("move");
    assert_eq!(moves("para ns"), ["move n", "move s"]);
    assert_eq!(moves("para ew"), ["move e", "move w"]);
}

#[test]
fn x132_slides_and_ice_stop_before_a_closed_side() {
    for (wall, open) in WALLS {
        for side in SIDES {
            // Onto D4, and from there against or through a side of the wall.
            let at = step("D4", side, 1).unwrap();
            let enters = open.contains(opposite(side));
            for tile in [format!("slide {side}"), "ice".to_owned()] {
                let from = step("D4", opposite(side), 1).unwrap();
                let scene = Scene::on(&from).tile("D4", &tile).tile(&at, wall);
                let played = scene.acts(&[&format!("move {side}")]);
                let stands = if enters { at.clone() } else { "D4".to_owned() };
                assert_eq!(
                    played.pawn(0),
                    stands,
                    "{tile} against {wall} from the other side of {side}"
                );
                let effect = tile.split(' ').next().unwrap();
                let halted = json!({ "event": "halted", "by": "wall", "effect": effect });
                assert_eq!(played.has(halted), !enters);
                // The point is spent all the same.
                assert_eq!(played.points(), 1);
            }
        }
    }
}

#[test]
fn x127_x132_ax2_no_wall_is_entered_diagonally() {
    for (wall, _) in WALLS {
        for facing in ["ne", "se", "sw", "nw"] {
            let at = step("D4", facing, 1).unwrap();
            let tile = format!("diagonal {facing}");
            let played = Scene::on("C4").tile("D4", &tile).tile(&at, wall).acts(&["move e"]);
            assert_eq!(played.path(), ["D4"], "{tile} against {wall}");
            assert!(played.has(json!({ "event": "halted", "by": "wall" })));
        }
    }
    // Nor by ice entered diagonally.
    let tiles = [("D4", "diagonal ne"), ("E5", "ice"), ("F6", "corner sw")];
    assert_eq!(Scene::on("C4").tiles(&tiles).acts(&["move e"]).path(), ["D4", "E5"]);
}

#[test]
fn x133_ax21_the_ways_back_lead_out_of_any_wall() {
    for (wall, _) in WALLS {
        let played = Scene::on("D4").hand(0, &["ice"]).tile("D4", wall).acts(&["return ice"]);
        assert_eq!(played.pawn(0), "A1", "{wall}");
        let played = Scene::on("D4").skill(0, "recall").tile("D4", wall).acts(&["recall"]);
        assert_eq!(played.pawn(0), "A1", "{wall}");
        // The same with Ghost, and if the wall is removed.
        let played = Scene::on("D4").skill(0, "ghost").tile("D4", wall).play();
        assert_eq!(played.legal_with("move").len(), 4, "{wall}");
        let played = Scene::on("D4").skill(0, "crash").tile("D4", wall).acts(&["crash D4"]);
        assert_eq!(played.legal_with("move").len(), 4, "{wall}");
        let played = Scene::on("D4").skill(0, "steal").tile("D4", wall).acts(&["steal D4"]);
        assert_eq!(played.legal_with("move").len(), 4, "{wall}");
    }
    // Turning an L or a Para wall also opens a way.
    let played = Scene::on("D4").skill(0, "rotate").tile("D4", "para ns").play();
    assert!(!played.may("move e"));
    let played = Scene::on("D4").skill(0, "rotate").tile("D4", "para ns").acts(&["rotate D4 left"]);
    assert!(played.may("move e") && !played.may("move n"));
}
