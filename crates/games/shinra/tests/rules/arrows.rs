//! How cards move: arrows, leaps and jumps (K-2 … K-16, K-94).

use serde_json::json;

use crate::support::*;

#[test]
fn k2_a_single_arrow_is_one_square() {
    let played = Scene::new().lay(0, "c2", "shu").play();
    assert_eq!(played.reach("c2"), ["b3", "c1", "c3", "d3"]);
    // Two squares on, or where there is no arrow, the rule of that arrow refuses.
    assert_eq!(played.refused("c2>c4"), "K-2");
    assert!(["K-2", "K-47"].contains(&played.refused("c2>d2")));
    // At the edge of the sheet an arrow leads nowhere.
    assert_eq!(Scene::new().lay(0, "a1", "shu").play().reach("a1"), ["a2", "b2"]);
}

#[test]
fn k3_a_double_arrow_goes_as_far_as_one_likes() {
    let played = Scene::new().lay(0, "c1", "general").play();
    assert_eq!(played.reach("c1"), ["a1", "b1", "b2", "c2", "c3", "c4", "c5", "d1", "d2"]);
    let after = played.after("c1>c4");
    assert_eq!(after.piece("c4"), "0 general");
    assert_eq!(after.piece("c1"), "");
    // One step diagonally, not two.
    assert_eq!(played.refused("c1>e3"), "K-2");
}

#[test]
fn k4_a_double_arrow_ends_at_the_first_card() {
    // An enemy on the way can be attacked, and nothing behind it.
    let enemy = Scene::new().lay(0, "c1", "ko").lay(1, "c4", "dai").play();
    assert_eq!(enemy.reach("c1"), ["c2", "c3", "c4"]);
    assert_eq!(enemy.refused("c1>c5"), "K-4");
    assert_eq!(enemy.after("c1>c4").piece("c4"), "0 ko");
    // An own piece farther off can be joined, but never passed.
    let own = Scene::new().lay(0, "c1", "ko").lay(0, "c4", "dai").play();
    assert_eq!(own.reach("c1"), ["c2", "c3", "c4"]);
    assert_eq!(own.refused("c1>c5"), "K-4");
    // One that cannot be joined stops it before.
    let same = Scene::new().lay(0, "c1", "ko").lay(0, "c4", "ko").play();
    assert_eq!(same.reach("c1"), ["c2", "c3"]);
    // Without anything on the way all of it is open.
    assert_eq!(Scene::new().lay(0, "c1", "ko").play().reach("c1"), ["c2", "c3", "c4", "c5"]);
}

#[test]
fn k5_k9_a_bent_arrow_moves_like_a_knight_over_everything() {
    let played = Scene::new().lay(0, "c3", "dai").play();
    assert_eq!(played.reach("c3"), ["b1", "b5", "d1", "d5"]);
    // Not the sideways half of a knight.
    assert!(!played.may("c3>e4") && !played.may("c3>a2"));
    let mut crowd = Scene::new().kings("a1", "a5").lay(0, "c3", "dai");
    for (own, enemy) in [("b2", "d2"), ("c2", "d4"), ("b3", "c4"), ("d3", "b4")] {
        crowd = crowd.lay(0, own, "shu").lay(1, enemy, "ko");
    }
    assert_eq!(crowd.play().reach("c3"), ["b1", "b5", "d1", "d5"]);
}

#[test]
fn k6_hachitobi_leaps_to_its_circles() {
    let wanted = ["a1", "a3", "a5", "c1", "c5", "e1", "e3", "e5"];
    let played = Scene::new().kings("d1", "b5").lay(0, "c3", "hachitobi").play();
    assert_eq!(played.reach("c3"), wanted);
    assert_eq!(played.refused("c3>c4"), "K-6");
    // Over whatever lies between, and onto an enemy.
    let mut crowd = Scene::new().kings("d1", "b5").lay(0, "c3", "hachitobi").lay(1, "e5", "ko");
    for (square, seat) in ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"].iter().zip(0..) {
        crowd = crowd.lay(seat % 2, square, "shu");
    }
    assert_eq!(crowd.play().reach("c3"), wanted);
    assert_eq!(crowd.acts(&["c3>e5"]).piece("e5"), "0 hachitobi");
}

#[test]
fn k7_the_king_steps_in_all_eight_directions() {
    let played = Scene::new().kings("c3", "a5").play();
    assert_eq!(played.reach("c3"), ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]);
    assert_eq!(played.refused("c3>c5"), "K-2");
}

#[test]
fn k8_ko_runs_ahead_and_back_and_steps_diagonally_back() {
    let played = Scene::new().lay(0, "c3", "ko").play();
    assert_eq!(played.reach("c3"), ["b2", "c1", "c2", "c4", "c5", "d2"]);
    assert!(!played.may("c3>b4"));
}

#[test]
fn k3_the_other_cards_of_the_reconstruction() {
    let queen = Scene::new().kings("a2", "e4").lay(0, "c3", "queen").play();
    let wanted = ["a1", "a5", "b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4", "e1", "e5"];
    assert_eq!(queen.reach("c3"), wanted);
    let joker = Scene::new().kings("a2", "e4").lay(0, "c3", "joker").play();
    let wanted = [
        "a1", "a3", "a5", "b2", "b3", "b4", "c1", "c2", "c4", "c5", "d2", "d3", "d4", "e1", "e3",
        "e5",
    ];
    assert_eq!(joker.reach("c3"), wanted);
}

#[test]
fn k10_an_adjacent_own_piece_may_be_jumped() {
    let scene = Scene::new().lay(0, "c2", "shu");
    assert!(!scene.play().may("c2>c4"));
    let ally = scene.clone().lay(0, "c3", "dai").play();
    assert_eq!(ally.reach("c2"), ["b3", "c1", "c3", "c4", "d3"]);
    assert_eq!(ally.after("c2>c4").board(), ["c3 0 dai", "c4 0 shu"]);
    // Diagonally too.
    assert!(scene.clone().lay(0, "d3", "dai").play().may("c2>e4"));
    // AK32: its name and its height do not matter, though neither can be joined.
    for neighbour in ["shu", "shu+ko+dai", "hachitobi", "joker", "queen+general+ko"] {
        let played = scene.clone().lay(0, "c3", neighbour).play();
        assert!(played.may("c2>c4"), "over {neighbour}");
    }
    assert!(!scene.clone().lay(0, "c3", "shu+ko+dai").play().may("c2>c3"));
    // Off the sheet there is nothing to land on.
    let edge = Scene::new().lay(0, "c4", "shu").lay(0, "c5", "shu").play();
    assert_eq!(edge.reach("c4"), ["b5", "c3", "d5"]);
    // Knights have no arrow to a neighbour.
    let knight = Scene::new().lay(0, "c2", "dai").lay(0, "c3", "shu").play();
    assert_eq!(knight.reach("c2"), ["b4", "d4"]);
    // AK32: the king may jump, Joker and stacks too.
    for mover in ["joker", "ko+dai", "queen"] {
        let played = Scene::new().lay(0, "c2", mover).lay(0, "c3", "hachitobi").play();
        assert!(played.may("c2>c4"), "{mover}");
    }
    let king = Scene::new().kings("c2", "a5").lay(0, "c3", "shu").play();
    assert!(king.may("c2>c4") && !king.may("c2>c3"));
    assert!(!Scene::new().kings("c2", "a5").play().may("c2>c4"));
}

#[test]
fn k10_k49_k57_a_jump_may_end_in_an_attack_or_on_an_own_piece() {
    let scene = Scene::new().lay(0, "c2", "shu").lay(0, "c3", "shu");
    let attack = scene.clone().lay(1, "c4", "ko").acts(&["c2>c4"]);
    assert_eq!(attack.board(), ["c3 0 shu", "c4 0 shu"]);
    assert!(attack.hand(0).contains(&"ko".into()));
    let join = scene.clone().lay(0, "c4", "dai").acts(&["c2>c4"]);
    assert_eq!(join.board(), ["c3 0 shu", "c4 0 shu+dai=3"]);
    let lowered = scene.lay(1, "c4", "shu+ko").acts(&["c2>c4"]);
    assert_eq!(lowered.piece("c4"), "1 shu+ko=1");
    // A king that jumps takes what it lands on.
    let king = Scene::new().kings("c2", "a5").lay(0, "c3", "shu").lay(1, "c4", "queen+general+ko");
    assert_eq!(king.acts(&["c2>c4"]).piece("c4"), "0 king=10");
}

#[test]
fn k11_a_jump_passes_one_piece() {
    let two = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "ko").lay(0, "c3", "ko").play();
    assert!(!two.may("c1>c4") && !two.may("c1>c5") && !two.may("c1>c3"));
    // The first can be passed when the second can be joined.
    let join = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "ko").lay(0, "c3", "dai").play();
    assert_eq!(join.reach("c1"), ["c3"]);
    assert!(["K-11", "K-12"].contains(&join.refused("c1>c4")));
}

#[test]
fn k12_a_double_arrow_jumps_two_squares_exactly() {
    let played = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "dai").play();
    assert_eq!(played.reach("c1"), ["c2", "c3"]);
    assert_eq!(played.refused("c1>c4"), "K-12");
    assert_eq!(played.refused("c1>c5"), "K-12");
    // AK14: the piece must stand beside it.
    let apart = Scene::new().lay(0, "c1", "ko").lay(0, "c3", "dai").play();
    assert_eq!(apart.reach("c1"), ["c2", "c3"]);
    assert!(["K-4", "K-10"].contains(&apart.refused("c1>c4")));
}

#[test]
fn k13_an_enemy_is_not_jumped() {
    for mover in ["shu", "ko", "joker", "general"] {
        let ally = Scene::new().lay(0, "c2", mover).lay(0, "c3", "dai").play();
        assert!(ally.may("c2>c4"), "{mover}");
        let enemy = Scene::new().lay(0, "c2", mover).lay(1, "c3", "dai").play();
        assert!(!enemy.may("c2>c4") && enemy.may("c2>c3"), "{mover}");
    }
    let enemy = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "dai").play();
    assert_eq!(enemy.refused("c2>c4"), "K-13");
}

#[test]
fn k14_the_own_king_is_not_jumped() {
    for mover in ["shu", "ko", "joker"] {
        let played = Scene::new().kings("c3", "a5").lay(0, "c2", mover).play();
        assert!(!played.may("c2>c4"), "{mover}");
        assert_eq!(played.refused("c2>c4"), "K-14");
        assert!(Scene::new().lay(0, "c2", mover).lay(0, "c3", "ko").play().may("c2>c4"));
    }
}

#[test]
fn k15_there_is_no_jump_without_an_arrow() {
    // 守 has no arrow to the side, nor diagonally back.
    let played = Scene::new().lay(0, "c3", "shu").lay(0, "b3", "ko").lay(0, "b2", "ko").play();
    assert!(!played.may("c3>a3") && !played.may("c3>a1"));
    assert_eq!(played.refused("c3>a3"), "K-15");
    let queen = Scene::new().lay(0, "c3", "queen").lay(0, "b3", "ko").lay(0, "b2", "ko").play();
    assert!(queen.may("c3>a3") && queen.may("c3>a1"));
}

/// The jump diagram of the rulebook: the mover below, own pieces ahead to its left, ahead and
/// to its left, the own king ahead to its right.
#[test]
fn k16_the_jump_diagram() {
    let diagram = |mover| {
        let scene = Scene::new().kings("d2", "e5");
        let scene = scene.lay(0, "b2", "dai").lay(0, "c2", "dai").lay(0, "b1", "dai");
        scene.lay(0, "c1", mover).play()
    };
    for mover in ["shu", "shu+ko"] {
        let played = diagram(mover);
        assert!(played.may("c1>a3") && played.may("c1>c3"), "the circles, for {mover}");
        for cross in ["c4", "a1", "e3"] {
            assert!(!played.may(&format!("c1>{cross}")), "{mover} to {cross}");
        }
    }
    let played = diagram("shu+ko");
    assert_eq!(played.refused("c1>c4"), "K-12");
    assert_eq!(played.refused("c1>a1"), "K-15");
    assert_eq!(played.refused("c1>e3"), "K-14");
}

/// The second table of movement that fits the diagram: a copy of the components.
#[test]
fn k16_another_movement_table_fits_the_diagram_too() {
    let setup = second_table();
    let scene = Scene::on(setup).kings("d2", "e5");
    let scene = scene.lay(0, "b2", "dai").lay(0, "c2", "dai").lay(0, "b1", "dai");
    let played = scene.lay(0, "c1", "ko").play();
    assert!(played.may("c1>a3") && played.may("c1>c3"));
    for cross in ["c4", "a1", "e3"] {
        assert!(!played.may(&format!("c1>{cross}")), "to {cross}");
    }
}

/// AK53: who cannot join the neighbour does not jump it, if so agreed.
#[test]
fn k10_ak53_only_what_could_be_combined_jumps_by_option() {
    let by = |option: bool, mover: &str, neighbour: &str| {
        let scene = Scene::with(json!({ "jumpNeedsCombinable": option }));
        let scene = match mover {
            "king" => scene.kings("c2", "a5"),
            _ => scene.lay(0, "c2", mover),
        };
        scene.lay(0, "c3", neighbour).play().may("c2>c4")
    };
    for (mover, neighbour, combinable) in [
        ("shu", "dai", true),
        ("shu", "ko+dai", true),
        ("general", "queen", true),
        ("shu", "shu", false),
        ("shu", "queen+general+ko", false),
        ("shu+ko", "dai+general", false),
        ("shu", "hachitobi", false),
        ("shu", "joker", false),
        ("joker", "shu", false),
        ("king", "shu", false),
    ] {
        assert!(by(false, mover, neighbour), "{mover} over {neighbour}");
        assert_eq!(by(true, mover, neighbour), combinable, "{mover} over {neighbour}");
    }
}

#[test]
fn k94_cards_of_the_second_seat_are_turned_by_180_degrees() {
    // 守 that steps ahead and ahead to the left only.
    let file = file_with(&[(SHU_MOVES, "step = [\"F\", \"FL\"]")]);
    let setup = setup_with(json!({}), Some(&file)).unwrap();
    let first = Scene::on(setup.clone()).lay(0, "c3", "shu").play();
    assert_eq!(first.reach("c3"), ["b4", "c4"]);
    let second = Scene::on(setup.clone()).turn(1).lay(1, "c3", "shu").play();
    assert_eq!(second.reach("c3"), ["c2", "d2"]);
    // Leaps are turned as well.
    let file = file_with(&[(DAI_MOVES, "leap = [[2, -1]]")]);
    let setup = setup_with(json!({}), Some(&file)).unwrap();
    assert_eq!(Scene::on(setup.clone()).lay(0, "c3", "dai").play().reach("c3"), ["b5"]);
    assert_eq!(Scene::on(setup).turn(1).lay(1, "c3", "dai").play().reach("c3"), ["d1"]);
}

#[test]
fn k94_k63_a_taken_card_faces_as_its_new_owners() {
    let scene = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "shu").lay(1, "e5", "ko");
    assert_eq!(scene.clone().turn(1).play().reach("c3"), ["b2", "c2", "c4", "d2"]);
    let mut played = scene.hand(0, &[]).acts(&["c2>c3", "e5>e4"]);
    assert_eq!(played.hand(0), ["shu"]);
    played.acts(&["put shu a2", "e4>e3"]);
    assert_eq!(played.reach("a2"), ["a1", "a3", "b3"]);
}
