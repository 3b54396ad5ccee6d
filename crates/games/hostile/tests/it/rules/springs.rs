//! Springs.

use serde_json::json;

use crate::support::*;

#[test]
fn x116_a_spring_throws_two_squares_ahead() {
    for facing in SIDES {
        let played = Scene::on("C4").tile("D4", &format!("spring {facing}")).acts(&["move e"]);
        let to = step("D4", facing, 2).unwrap();
        assert_eq!(played.path(), ["D4".to_owned(), to.clone()]);
        assert!(played.has(json!({ "event": "moved", "from": "D4", "to": to, "by": "spring" })));
    }
    // The jump is compulsory, from whatever direction the spring is entered.
    for side in SIDES {
        let from = step("D4", opposite(side), 1).unwrap();
        let played = Scene::on(&from).tile("D4", "spring n").acts(&[&format!("move {side}")]);
        assert_eq!((played.pawn(0), played.points()), ("D6".into(), 1));
    }
}

#[test]
fn x117_what_is_on_the_square_between_is_ignored() {
    for tile in ["slide s", "diagonal se", "spring n", "ice", "stop", "box", "corner sw", "para ns"]
    {
        let mut played =
            Scene::on("C4").tiles(&[("D4", "spring e"), ("E4", tile)]).acts(&["move e"]);
        assert_eq!(played.path(), ["D4", "F4"], "over {tile}");
        played.act("move e");
        assert_eq!(played.pawn(0), "G4", "a stop flown over does not stop");
    }
    // A pawn, alone or on a tile.
    let played = Scene::on("C4").tile("D4", "spring e").pawn(1, "E4").acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "F4"]);
    let tiles = [("D4", "spring e"), ("E4", "box")];
    let played = Scene::on("C4").tiles(&tiles).pawn(1, "E4").acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "F4"]);
}

#[test]
fn x118_a_gem_between_is_left_where_it_is() {
    let scene = Scene::on("C4").tile("D4", "spring e").gem("D4", 1).gem("E4", 2).gem("F4", 3);
    let played = scene.acts(&["move e"]);
    // Gems on the squares of the spring and of the landing are gained.
    assert_eq!(played.gems(0), 4);
    assert_eq!((played.gems_on("D4"), played.gems_on("E4"), played.gems_on("F4")), (0, 2, 0));
}

#[test]
fn x119_a_spring_lands_on_a_wall_from_any_side() {
    let walls = ["box", "corner ne", "corner se", "corner sw", "corner nw", "para ns", "para ew"];
    for wall in walls {
        for facing in SIDES {
            let at = step("D4", facing, 2).unwrap();
            let side = if facing == "s" { ("C4", "move e") } else { ("D3", "move n") };
            let scene = Scene::on(side.0).tile("D4", &format!("spring {facing}")).tile(&at, wall);
            assert_eq!(scene.acts(&[side.1]).pawn(0), at, "{wall} on {at}");
        }
    }
}

#[test]
fn x119_x120_ax5_so_does_a_spring_that_falls_short() {
    for wall in ["box", "corner se", "para ns"] {
        let played = Scene::on("C4")
            .tiles(&[("D4", "spring e"), ("E4", wall)])
            .pawn(1, "F4")
            .acts(&["move e"]);
        assert_eq!(played.path(), ["D4", "E4"], "{wall}");
        // A slide would not move the pawn there.
        let tiles = [("D4", "slide e"), ("E4", wall)];
        assert_eq!(Scene::on("C4").tiles(&tiles).acts(&["move e"]).path(), ["D4"]);
    }
}

#[test]
fn x120_a_forbidden_landing_makes_it_fall_one_short() {
    let short = json!({ "event": "moved", "by": "spring_short" });
    // A pawn.
    let played = Scene::on("C4").tile("D4", "spring e").pawn(1, "F4").acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "E4"]);
    assert!(played.has(short.clone()));
    // The edge.
    let played = Scene::on("F4").tile("G4", "spring e").acts(&["move e"]);
    assert_eq!(played.path(), ["G4", "H4"]);
    assert!(played.has(short.clone()));
    // A foreign start, in use (H8) or not (A8).
    for (from, at, short_of) in [("G6", "H6", "H7"), ("B6", "A6", "A7")] {
        let side = if at == "H6" { "move e" } else { "move w" };
        let played = Scene::on(from).pawn(1, "D3").tile(at, "spring n").acts(&[side]);
        assert_eq!(played.path(), [at, short_of]);
        assert!(played.has(short.clone()));
    }
    // A partner's start.
    let played = Scene::new(4).pawn(0, "B6").pawn(1, "D4").tile("A6", "spring n").acts(&["move w"]);
    assert_eq!(played.path(), ["A6", "A7"]);
}

#[test]
fn x120_ax6_a_wall_never_makes_it_fall_short() {
    let played = Scene::on("C4").tiles(&[("D4", "spring e"), ("F4", "box")]).acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "F4"]);
    // A pawn on that box does.
    let scene = Scene::on("C4").tiles(&[("D4", "spring e"), ("F4", "box")]).pawn(1, "F4");
    assert_eq!(scene.acts(&["move e"]).path(), ["D4", "E4"]);
}

#[test]
fn x120_x122_ax7_falling_short_is_an_arrival_like_any_other() {
    let played = Scene::on("C4")
        .tiles(&[("D4", "spring e"), ("E4", "slide n")])
        .gem("E4", 2)
        .pawn(1, "F4")
        .acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "E4", "E5"]);
    assert_eq!(played.gems(0), 2);
    let played = Scene::on("C4")
        .tiles(&[("D4", "spring e"), ("E4", "stop")])
        .pawn(1, "F4")
        .acts(&["move e"]);
    assert!(played.has(json!({ "event": "stopped", "square": "E4" })));
}

#[test]
fn x121_if_that_is_forbidden_too_the_pawn_stays() {
    let halted = |by: &str| json!({ "event": "halted", "by": by, "effect": "spring" });
    // Both squares are off the board.
    let played = Scene::on("G4").tile("H4", "spring e").acts(&["move e"]);
    assert_eq!(played.path(), ["H4"]);
    assert!(played.has(halted("edge")));
    // Pawns on both squares.
    let played = Scene::new(3)
        .pawn(0, "C4")
        .tile("D4", "spring e")
        .pawn(1, "E4")
        .pawn(2, "F4")
        .acts(&["move e"]);
    assert_eq!(played.path(), ["D4"]);
    // From G8 to the east: a foreign start, then the edge.
    let played = Scene::on("G7").pawn(1, "C4").tile("G8", "spring e").acts(&["move n"]);
    assert_eq!(played.path(), ["G8"]);
    // Over its own start to the edge: it falls short onto its own start, which is allowed.
    let played = Scene::on("B2").tile("B1", "spring w").acts(&["move s"]);
    assert_eq!(played.path(), ["B1", "A1"]);
}

#[test]
fn x122_the_tile_on_the_landing_square_acts() {
    let spring = ("D4", "spring e");
    let path = |tile: &str| Scene::on("C4").tiles(&[spring, ("F4", tile)]).acts(&["move e"]).path();
    assert_eq!(path("slide n"), ["D4", "F4", "F5"]);
    assert_eq!(path("diagonal se"), ["D4", "F4", "G3"]);
    assert_eq!(path("ice"), ["D4", "F4", "G4"]);
    assert_eq!(path("spring n"), ["D4", "F4", "F6"]);
    assert_eq!(path("box"), ["D4", "F4"]);
    let played = Scene::on("C4").tiles(&[spring, ("F4", "stop")]).acts(&["move e"]);
    assert!(played.has(json!({ "event": "stopped", "square": "F4" })));
}
