//! Tests of slides and ice, and of the time at which floor tiles act: to
//!

use serde_json::json;

use crate::support::*;

#[test]
fn x98_a_tile_acts_on_arrival_and_not_on_who_stands_there() {
    // A pawn that begins on a slide, or ends a turn there, is not moved.
    let mut played = Scene::on("D4").tile("D4", "slide n").pawn(1, "G6").tile("G6", "ice").play();
    assert_eq!(played.pawn(0), "D4");
    played.act("end");
    assert_eq!((played.pawn(0), played.pawn(1)), ("D4".into(), "G6".into()));
    // Off the slide sideways, and back onto it: now it acts.
    let mut played = Scene::on("D4").tile("D4", "slide n").acts(&["move e"]);
    assert_eq!(played.path(), ["E4"]);
    played.act("move w");
    assert_eq!(played.path(), ["E4", "D4", "D5"]);
}

#[test]
fn x98_going_back_to_the_start_sets_off_nothing() {
    // No tile can lie on a start, so nothing acts there.
    let played = Scene::on("D4").hand(0, &["ice"]).tile("A2", "slide n").acts(&["return ice"]);
    assert_eq!((played.path(), played.pawn(0)), (vec!["A1".to_owned()], "A1".into()));
}

#[test]
fn x99_steps_and_effects_set_tiles_off_alike() {
    let chain = [("D4", "slide n"), ("D5", "diagonal ne"), ("E6", "ice"), ("F7", "spring w")];
    let played = Scene::on("C4").tiles(&chain).acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "D5", "E6", "F7", "D7"]);
    let by = played.all(json!({ "event": "moved" }));
    let by: Vec<_> = by.iter().map(|moved| moved["by"].as_str().unwrap()).collect();
    assert_eq!(by, ["step", "slide", "slide", "ice", "spring"]);
    // All for one point, and without the last tile the chain is shorter.
    assert_eq!(played.points(), 1);
    let played = Scene::on("C4").tiles(&chain[..2]).acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "D5", "E6"]);
}

#[test]
fn x99_ax13_a_chain_is_resolved_before_anything_else_is_asked() {
    let played = Scene::on("C4")
        .skill(0, "recall")
        .hand(0, &["box"])
        .tiles(&[("D4", "slide n"), ("D5", "slide n"), ("D6", "slide n")])
        .acts(&["move e"]);
    assert_eq!(played.pawn(0), "D7");
    assert_eq!(played.awaited(), Some(Seat(0)));
    assert_eq!(played.count(json!({ "event": "moved" })), 4);
}

#[test]
fn x100_ax11_placing_beside_or_turning_under_a_pawn_moves_nobody() {
    let scene = Scene::on("D4")
        .skill(0, "rotate")
        .hand(0, &["slide", "spring"])
        .pawn(1, "F6")
        .tiles(&[("D4", "slide e"), ("F6", "slide e")]);
    let actions = ["rotate D4 right", "rotate F6 left", "place slide D5 s", "place spring E4 w"];
    let played = scene.acts(&actions);
    assert_eq!(played.path(), [""; 0]);
    assert_eq!((played.pawn(0), played.pawn(1)), ("D4".into(), "F6".into()));
    assert_eq!(played.tile("D4"), Some("slide s".into()));
    assert_eq!(played.tile("F6"), Some("slide n".into()));
    // Removing the tile under a pawn does not move it either.
    for (skill, action) in [("crash", "crash D4"), ("steal", "steal D4")] {
        let played = Scene::on("D4").skill(0, skill).tile("D4", "slide e").acts(&[action]);
        assert_eq!((played.tile("D4"), played.pawn(0)), (None, "D4".into()));
    }
}

/// A pawn enters D4 from C4. The tile on D4 would move it towards an obstacle, so the pawn stays.
#[test]
fn x101_ax8_slide_and_ice_do_nothing_towards_a_forbidden_square() {
    for tile in ["slide e", "ice"] {
        let effect = tile.split(' ').next().unwrap();
        let halted = |square: &str, by: &str| json!({ "event": "halted", "seat": 0, "square": square, "by": by, "effect": effect });
        // A pawn.
        let played = Scene::on("C4").tile("D4", tile).pawn(1, "E4").acts(&["move e"]);
        assert_eq!(played.path(), ["D4"], "{tile}");
        assert!(played.has(halted("D4", "pawn")));
        // Without the pawn the tile takes effect.
        let played = Scene::on("C4").tile("D4", tile).acts(&["move e"]);
        assert_eq!(played.path(), ["D4", "E4"], "{tile}");
        // The edge.
        let played = Scene::on("G4").tile("H4", tile).acts(&["move e"]);
        assert_eq!(played.path(), ["H4"], "{tile}");
        assert!(played.has(halted("H4", "edge")));
        // Foreign starts, in use or not: H8 is the other seat's, H1 is unused.
        for (from, at) in [("F8", "G8"), ("F1", "G1")] {
            let played = Scene::on(from).pawn(1, "E5").tile(at, tile).acts(&["move e"]);
            assert_eq!(played.path(), [at], "{tile}");
            assert!(played.has(halted(at, "start")));
        }
    }
    // The same for a diagonal slide.
    for (from, at, facing, by) in
        [("C4", "D4", "ne", "pawn"), ("G4", "H4", "ne", "edge"), ("F7", "G7", "ne", "start")]
    {
        let tile = format!("diagonal {facing}");
        let played = Scene::on(from).pawn(1, "E5").tile(at, &tile).acts(&["move e"]);
        assert_eq!(played.path(), [at]);
        assert!(played.has(json!({ "event": "halted", "by": by, "effect": "diagonal" })));
    }
}

#[test]
fn x101_ax8_a_blocked_tile_does_not_act_later() {
    // The other pawn leaves in its owner's turn; the pawn on the slide stays.
    let mut played = Scene::on("C4").tile("D4", "slide e").pawn(1, "E4").acts(&["move e"]);
    played.acts(&["end", "move n"]);
    assert_eq!((played.pawn(0), played.pawn(1)), ("D4".into(), "E5".into()));
}

#[test]
fn x72_x101_ax9_effects_may_lead_onto_the_own_start() {
    let played = Scene::on("C1").tile("B1", "slide w").acts(&["move w"]);
    assert_eq!(played.path(), ["B1", "A1"]);
    let played = Scene::on("C1").tile("B1", "ice").acts(&["move w"]);
    assert_eq!(played.path(), ["B1", "A1"]);
    let played = Scene::on("C3").tile("B3", "slide s").tile("B2", "diagonal sw").acts(&["move w"]);
    assert_eq!(played.path(), ["B3", "B2", "A1"]);
    let played = Scene::on("B3").tile("A3", "spring s").acts(&["move w"]);
    assert_eq!(played.path(), ["A3", "A1"]);
}

#[test]
fn x101_ax10_nor_onto_a_partners_start() {
    // Seats 0 and 1 are partners, with starts A1 and A8.
    let scene = Scene::new(4).pawn(0, "B7").pawn(1, "D4").tile("A7", "slide n");
    let played = scene.acts(&["move w"]);
    assert_eq!(played.path(), ["A7"]);
    assert!(played.has(json!({ "event": "halted", "by": "start" })));
    // Nor onto the square of a partner's pawn.
    let scene = Scene::new(4).pawn(0, "C4").pawn(1, "E4").tile("D4", "ice");
    assert_eq!(scene.acts(&["move e"]).path(), ["D4"]);
}

#[test]
fn x102_one_tile_acts_again_and_again() {
    // As in the published solution of 詰めHOSTILE: one ice tile, entered from two sides, moves the
    // pawn in two directions.
    let tiles = [("C3", "ice"), ("D4", "slide s"), ("D3", "slide w")];
    let scene = Scene::on("C2").tiles(&tiles).gem("C4", 1).gem("B3", 1);
    let mut played = scene.acts(&["move n"]);
    assert_eq!(played.path(), ["C3", "C4"]);
    played.forget().act("move e");
    assert_eq!(played.path(), ["D4", "D3", "C3", "B3"]);
    assert_eq!(played.gems(0), 2);
    assert_eq!(played.tile("C3"), Some("ice".into()));
}

#[test]
fn x108_a_straight_slide_carries_one_square_the_way_it_points() {
    for facing in SIDES {
        let played = Scene::on("C4").tile("D4", &format!("slide {facing}")).acts(&["move e"]);
        let to = step("D4", facing, 1).unwrap();
        assert_eq!(played.path(), ["D4".to_owned(), to.clone()]);
        assert_eq!(played.pawn(0), to);
        assert!(played.has(json!({ "event": "moved", "from": "D4", "to": to, "by": "slide" })));
    }
}

#[test]
fn x109_a_diagonal_slide_carries_one_square_to_the_corner_it_points_at() {
    for facing in ["ne", "se", "sw", "nw"] {
        let played = Scene::on("C4").tile("D4", &format!("diagonal {facing}")).acts(&["move e"]);
        let to = step("D4", facing, 1).unwrap();
        assert_eq!(played.path(), ["D4".to_owned(), to]);
    }
}

#[test]
fn x109_ax3_corners_can_be_cut() {
    // Between two pawns, two boxes, or a pawn and the edge.
    let played = Scene::new(3)
        .pawn(0, "C4")
        .tile("D4", "diagonal ne")
        .pawn(1, "D5")
        .pawn(2, "E4")
        .acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "E5"]);
    let tiles = [("D4", "diagonal ne"), ("D5", "box"), ("E4", "box")];
    assert_eq!(Scene::on("C4").tiles(&tiles).acts(&["move e"]).path(), ["D4", "E5"]);
}

#[test]
fn x110_a_slide_leads_the_same_way_from_wherever_it_is_entered() {
    for side in SIDES {
        let from = step("D4", opposite(side), 1).unwrap();
        let action = format!("move {side}");
        let played = Scene::on(&from).tile("D4", "slide e").acts(&[&action]);
        assert_eq!(played.path(), ["D4", "E4"], "from {from}");
        let played = Scene::on(&from).tile("D4", "diagonal nw").acts(&[&action]);
        assert_eq!(played.path(), ["D4", "C5"], "from {from}");
    }
    // Also when entered diagonally or by a spring.
    let tiles = [("C3", "diagonal ne"), ("D4", "slide s")];
    assert_eq!(Scene::on("B3").tiles(&tiles).acts(&["move e"]).path(), ["C3", "D4", "D3"]);
    let tiles = [("B4", "spring e"), ("D4", "slide s")];
    assert_eq!(Scene::on("B3").tiles(&tiles).acts(&["move n"]).path(), ["B4", "D4", "D3"]);
}

#[test]
fn x111_movement_by_a_slide_is_compulsory_and_costs_nothing() {
    let mut played = Scene::on("C4").tile("D4", "slide n").acts(&["move e"]);
    assert_eq!(played.points(), 1);
    assert_ne!(played.pawn(0), "D4");
    // A point cannot be spent to stay on the slide.
    played.act("move s");
    assert_eq!((played.pawn(0), played.points()), ("D5".into(), 0));
}

#[test]
fn x112_ice_carries_on_the_way_the_pawn_came() {
    for side in SIDES {
        let from = step("D4", opposite(side), 1).unwrap();
        let played = Scene::on(&from).tile("D4", "ice").acts(&[&format!("move {side}")]);
        let to = step("D4", side, 1).unwrap();
        assert_eq!(played.path(), ["D4".to_owned(), to.clone()]);
        assert!(played.has(json!({ "event": "moved", "from": "D4", "to": to, "by": "ice" })));
    }
    // A slide in between changes the direction.
    let tiles = [("D4", "slide n"), ("D5", "ice")];
    assert_eq!(Scene::on("C4").tiles(&tiles).acts(&["move e"]).path(), ["D4", "D5", "D6"]);
}

#[test]
fn x113_ice_after_ice_goes_on_to_the_first_square_without() {
    let ice = ["C4", "D4", "E4", "F4"].map(|square| (square, "ice"));
    let played = Scene::on("B4").tiles(&ice).acts(&["move e"]);
    assert_eq!(played.path(), ["C4", "D4", "E4", "F4", "G4"]);
    // A tile at the end takes effect; if the end is blocked, the pawn stays on the last ice tile.
    let played = Scene::on("B4").tiles(&ice).tile("G4", "slide n").acts(&["move e"]);
    assert_eq!(played.path().last().unwrap(), "G5");
    let played = Scene::on("B4").tiles(&ice).pawn(1, "G4").acts(&["move e"]);
    assert_eq!(played.pawn(0), "F4");
}

#[test]
fn x114_ice_entered_diagonally_carries_on_diagonally() {
    for facing in ["ne", "se", "sw", "nw"] {
        let ice = step("D4", facing, 1).unwrap();
        let to = step("D4", facing, 2).unwrap();
        let scene = Scene::on("C4").tile("D4", &format!("diagonal {facing}")).tile(&ice, "ice");
        assert_eq!(scene.acts(&["move e"]).path(), ["D4".to_owned(), ice, to]);
    }
}

#[test]
fn x115_ice_entered_by_a_spring_carries_on_its_way() {
    for facing in SIDES {
        let ice = step("D4", facing, 2).unwrap();
        let to = step("D4", facing, 3).unwrap();
        let side = if facing == "s" { ("C4", "move e") } else { ("D3", "move n") };
        let scene = Scene::on(side.0).tile("D4", &format!("spring {facing}")).tile(&ice, "ice");
        assert_eq!(scene.acts(&[side.1]).path(), ["D4".to_owned(), ice, to], "{facing}");
    }
    // A pawn that falls short onto ice keeps its direction and meets the same obstacle.
    let tiles = [("D4", "spring e"), ("E4", "ice")];
    let played = Scene::on("D3").tiles(&tiles).pawn(1, "F4").acts(&["move n"]);
    assert_eq!(played.path(), ["D4", "E4"]);
    assert!(
        played.has(json!({ "event": "halted", "square": "E4", "by": "pawn", "effect": "ice" }))
    );
}

/// The log cites a rule for each gem that appears and for each gain.
#[test]
fn x28_x29_x32_x86_the_log_names_the_rule_for_each_gem() {
    // A player's gem tile: X-86, and under a pawn X-29, in the owner's turn and outside it.
    for pawn in [0, 1] {
        let played = Scene::new(2).pawn(pawn, "D4").hand(0, &["D4"]).acts(&["use D4"]);
        assert_eq!((played.rule_of("gem_appeared"), played.rule_of("gained")), ("X-86", "X-29"));
    }
    // A pawn that moves to the gem: X-28.
    let played = Scene::on("D4").gem("D5", 1).acts(&["move n"]);
    assert_eq!(played.rule_of("gained"), "X-28");
    // The start of a round: for a pawn on the square.
    let mut last = Scene::on("D4").last_turn();
    last = last.gem_deck(&["D4", "C1", "C2", "C3", "C4", "E1", "E2"]);
    let played = last.acts(&["end"]);
    assert_eq!((played.rule_of("gem_appeared"), played.rule_of("gained")), ("X-32", "X-29"));
}

/// A view has the squares to which tiles would move each pawn after a step, so that a preview of a placed or turned tile
/// shows whom it would carry, and where to.
#[test]
fn a_view_tells_where_tiles_would_carry_each_pawn() {
    let rides = |played: &Played, seat: usize| played.view()["seats"][seat]["rides"].clone();
    let scene = Scene::on("C4")
        .pawn(1, "E4")
        .hand(0, &["slide"])
        .tile("C5", "ice")
        .tile("D5", "spring e")
        .gem("D6", 2)
        .play();
    let ice = json!([{ "moves": [{ "to": "C5", "by": "step" }, { "to": "C6", "by": "ice" }], "gems": 0 }]);
    assert_eq!((rides(&scene, 0), rides(&scene, 1)), (ice.clone(), json!([])));
    // A slide between both pawns carries either of them.
    let placed = scene.after("place slide D4 n");
    let carried = |last: &str| {
        json!({
            "moves": [
                { "to": "D4", "by": "step" },
                { "to": "D5", "by": "slide" },
                { "to": last, "by": "spring" },
            ],
            "gems": 0,
        })
    };
    assert_eq!(rides(&placed, 0), json!([ice[0], carried("F5")]));
    assert_eq!(rides(&placed, 1), json!([carried("F5")]));
    // Gems on the way are counted, except those that a spring jumps over.
    let gem = Scene::on("D4").tile("D5", "slide n").gem("D6", 2).play();
    assert_eq!(rides(&gem, 0)[0]["gems"], 2);
    // Nothing carries a seat with Ghost.
    let ghost = Scene::on("C4").skill(0, "ghost").tile("C5", "ice").play();
    assert_eq!(rides(&ghost, 0), json!([]));
}
