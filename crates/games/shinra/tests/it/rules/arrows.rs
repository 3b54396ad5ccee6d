//! Movement: arrows, leaps and jumps (K-2 … K-16, K-94).

use serde_json::json;

use crate::support::*;

#[test]
fn k2_a_single_arrow_is_one_square() {
    let played = Scene::new().lay(0, "c2", "ko").play();
    assert_eq!(played.reach("c2"), ["b3", "c1", "c3", "c4", "c5", "d3"]);
    // Two squares away or without an arrow, the refusal names the rule of the arrow.
    assert_eq!(played.refused("c2>a4"), "K-2");
    assert!(["K-2", "K-47"].contains(&played.refused("c2>d2")));
    // At the edge of the sheet an arrow has no target.
    assert_eq!(Scene::new().kings("a1", "e5").play().reach("a1"), ["a2", "b1", "b2"]);
}

#[test]
fn k3_a_double_arrow_goes_as_far_as_one_likes() {
    let played = Scene::new().lay(0, "c1", "general").play();
    assert_eq!(played.reach("c1"), ["a1", "b1", "b2", "c2", "c3", "c4", "c5", "d1", "d2"]);
    let after = played.after("c1>c4");
    assert_eq!(after.piece("c4"), "0 general");
    assert_eq!(after.piece("c1"), "");
    // One square diagonally, not two.
    assert_eq!(played.refused("c1>e3"), "K-2");
}

#[test]
fn k4_a_double_arrow_ends_at_the_first_card() {
    // The first enemy piece on the way can be attacked; squares behind it are not reached.
    let enemy = Scene::new().lay(0, "c1", "shu").lay(1, "c4", "dai").play();
    assert_eq!(enemy.reach("c1"), ["c2", "c3", "c4"]);
    assert_eq!(enemy.refused("c1>c5"), "K-4");
    assert_eq!(enemy.after("c1>c4").piece("c4"), "0 shu");
    // An own piece that is not adjacent can be joined, but not passed.
    let own = Scene::new().lay(0, "c1", "shu").lay(0, "c4", "dai").play();
    assert_eq!(own.reach("c1"), ["c2", "c3", "c4"]);
    assert_eq!(own.refused("c1>c5"), "K-4");
    // An own piece that cannot be joined ends the move one square before.
    let same = Scene::new().lay(0, "c1", "shu").lay(0, "c4", "shu").play();
    assert_eq!(same.reach("c1"), ["c2", "c3"]);
    // Without pieces on the way the whole line is reached.
    assert_eq!(Scene::new().lay(0, "c1", "shu").play().reach("c1"), ["c2", "c3", "c4", "c5"]);
}

#[test]
fn k5_k9_a_bent_arrow_moves_like_a_knight_over_everything() {
    let played = Scene::new().lay(0, "c3", "dai").play();
    assert_eq!(played.reach("c3"), ["b1", "b5", "d1", "d5"]);
    // Not the sideways leaps of a knight.
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
    // Over any pieces, and onto an enemy piece.
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
fn k8_shu_runs_ahead_and_back_and_steps_diagonally_back() {
    let played = Scene::new().lay(0, "c3", "shu").play();
    assert_eq!(played.reach("c3"), ["b2", "c1", "c2", "c4", "c5", "d2"]);
    assert!(!played.may("c3>b4") && !played.may("c3>a1"));
}

#[test]
fn k3_the_other_cards_of_the_reconstruction() {
    let ko = Scene::new().lay(0, "c3", "ko").play();
    assert_eq!(ko.reach("c3"), ["b4", "c1", "c2", "c4", "c5", "d4"]);
    // 王妃 moves like the Joker.
    let wanted = [
        "a1", "a3", "a5", "b2", "b3", "b4", "c1", "c2", "c4", "c5", "d2", "d3", "d4", "e1", "e3",
        "e5",
    ];
    for mover in ["queen", "joker"] {
        let played = Scene::new().kings("a2", "e4").lay(0, "c3", mover).play();
        assert_eq!(played.reach("c3"), wanted, "{mover}");
    }
}

#[test]
fn k10_an_adjacent_piece_of_ones_own_may_be_jumped() {
    let scene = Scene::new().lay(0, "c2", "ko");
    assert!(!scene.play().may("c2>e4"));
    let ally = scene.clone().lay(0, "d3", "dai").play();
    assert_eq!(ally.reach("c2"), ["b3", "c1", "c3", "c4", "c5", "d3", "e4"]);
    assert_eq!(ally.after("c2>e4").board(), ["d3 0 dai", "e4 0 ko"]);
    // Also straight ahead.
    assert!(scene.clone().lay(0, "c3", "dai").play().may("c2>c4"));
    // AK32: the jumped piece may be a single or a stack.
    assert!(scene.clone().lay(0, "d3", "shu+dai").play().may("c2>e4"));
    // No jump leaves the sheet.
    let edge = Scene::new().lay(0, "c4", "ko").lay(0, "c5", "shu").play();
    assert_eq!(edge.reach("c4"), ["b5", "c1", "c2", "c3", "c5", "d5"]);
    // Knights have no arrow to a neighbour; they leap over any piece.
    let knight = Scene::new().lay(0, "c2", "dai").lay(0, "c3", "shu").play();
    assert_eq!(knight.reach("c2"), ["b4", "d4"]);
    let leap = Scene::new().lay(0, "c2", "hachitobi").lay(0, "c3", "joker").play();
    assert!(leap.may("c2>c4"));
}

/// AK53, AK55, AK58: a piece jumps over pieces with which it could form a stack, according to
/// 「隣接する味方のカードへ移動できるカード」 (a card that could move onto its neighbour).
#[test]
fn k10_ak53_what_could_be_combined_jumps() {
    let jumps = |mover: &str, neighbour: &str| {
        let scene = match mover {
            "king" => Scene::new().kings("c2", "a5"),
            _ => Scene::new().lay(0, "c2", mover),
        };
        let played = scene.lay(0, "c3", neighbour).play();
        let may = played.may("c2>c4");
        if !may {
            assert_eq!(played.refused("c2>c4"), "K-10", "{mover} over {neighbour}");
        }
        may
    };
    for (mover, neighbour) in [
        ("ko", "dai"),
        ("ko", "shu+dai"),
        ("shu+dai", "ko"),
        ("general", "queen"),
        ("queen", "general"),
        ("ko+dai", "general"),
    ] {
        assert!(jumps(mover, neighbour), "{mover} over {neighbour}");
    }
    for (mover, neighbour) in [
        // No card of the moving piece may be of the same kind, even if another card has the arrow.
        ("ko", "ko"),
        ("ko+dai", "dai"),
        ("ko", "ko+dai"),
        // Not more than three cards: a stack of three neither jumps nor is jumped (AK58).
        ("ko", "queen+general+dai"),
        ("shu+ko+dai", "general"),
        ("shu+ko", "dai+general"),
        // Joker and 八とび combine with nothing.
        ("ko", "hachitobi"),
        ("ko", "joker"),
        ("joker", "ko"),
        // The king does not jump: his step onto a piece in check is no combination (AK55).
        ("king", "ko"),
    ] {
        assert!(!jumps(mover, neighbour), "{mover} over {neighbour}");
    }
    let checked = Scene::new().kings("c2", "a5").lay(0, "c3", "ko").lay(1, "c1", "shu").play();
    assert!(checked.may("c2>c3") && !checked.may("c2>c4"));
}

/// AK53: with the option off, a piece may jump over any own piece except the king to which it has an
/// arrow.
#[test]
fn k10_ak53_an_arrow_is_enough_by_option() {
    let by_arrow = || Scene::with(json!({ "jumpNeedsCombinable": false }));
    for mover in ["ko", "ko+dai", "shu+ko+dai", "queen", "joker", "king"] {
        for neighbour in ["ko", "queen+general+dai", "hachitobi", "joker"] {
            let scene = match mover {
                "king" => by_arrow().kings("c2", "a5"),
                _ => by_arrow().lay(0, "c2", mover),
            };
            let once = |kind: &str| !(mover.contains(kind) && neighbour.contains(kind));
            if once("queen") && once("joker") {
                let played = scene.lay(0, "c3", neighbour).play();
                assert!(played.may("c2>c4"), "{mover} over {neighbour}");
            }
        }
        if mover != "king" {
            let king = by_arrow().kings("c3", "a5").lay(0, "c2", mover).play();
            assert_eq!(king.refused("c2>c4"), "K-14", "{mover}");
        }
    }
}

#[test]
fn k10_k49_k57_a_jump_may_end_in_an_attack_or_on_a_piece_of_ones_own() {
    let scene = Scene::new().lay(0, "c2", "ko").lay(0, "d3", "shu");
    let attack = scene.clone().lay(1, "e4", "ko").acts(&["c2>e4"]);
    assert_eq!(attack.board(), ["d3 0 shu", "e4 0 ko"]);
    assert!(attack.hand(0).contains(&"ko".into()));
    let join = scene.clone().lay(0, "e4", "dai").acts(&["c2>e4"]);
    assert_eq!(join.board(), ["d3 0 shu", "e4 0 ko+dai=3"]);
    let lowered = scene.lay(1, "e4", "shu+ko").acts(&["c2>e4"]);
    assert_eq!(lowered.piece("e4"), "1 shu+ko=1");
    // With the option off a king jumps as well, and captures the piece on the target.
    let king = Scene::with(json!({ "jumpNeedsCombinable": false })).kings("c2", "a5");
    let king = king.lay(0, "c3", "shu").lay(1, "c4", "queen+general+ko");
    assert_eq!(king.acts(&["c2>c4"]).piece("c4"), "0 king=10");
}

#[test]
fn k11_a_jump_passes_one_piece() {
    let two = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "dai").lay(0, "c3", "ko").play();
    assert!(!two.may("c1>c4") && !two.may("c1>c5") && !two.may("c1>c3"));
    // The first piece can be jumped if the second can be joined.
    let join = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "dai").lay(0, "c3", "dai").play();
    assert_eq!(join.reach("c1"), ["b2", "c2", "c3", "d2"]);
    assert!(["K-11", "K-12"].contains(&join.refused("c1>c4")));
}

#[test]
fn k12_a_double_arrow_jumps_two_squares_exactly() {
    let played = Scene::new().lay(0, "c1", "shu").lay(0, "c2", "dai").play();
    assert_eq!(played.reach("c1"), ["c2", "c3"]);
    assert_eq!(played.refused("c1>c4"), "K-12");
    assert_eq!(played.refused("c1>c5"), "K-12");
    // AK14: the jumped piece must be adjacent.
    let apart = Scene::new().lay(0, "c1", "shu").lay(0, "c3", "dai").play();
    assert_eq!(apart.reach("c1"), ["c2", "c3"]);
    assert!(["K-4", "K-10"].contains(&apart.refused("c1>c4")));
}

#[test]
fn k13_an_enemy_is_not_jumped() {
    for mover in ["shu", "ko", "queen", "general"] {
        let ally = Scene::new().lay(0, "c2", mover).lay(0, "c3", "dai").play();
        assert!(ally.may("c2>c4"), "{mover}");
        let enemy = Scene::new().lay(0, "c2", mover).lay(1, "c3", "dai").play();
        assert!(!enemy.may("c2>c4") && enemy.may("c2>c3"), "{mover}");
    }
    let enemy = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "dai").play();
    assert_eq!(enemy.refused("c2>c4"), "K-13");
}

#[test]
fn k14_ones_own_king_is_not_jumped() {
    for mover in ["shu", "ko", "joker"] {
        let played = Scene::new().kings("c3", "a5").lay(0, "c2", mover).play();
        assert!(!played.may("c2>c4"), "{mover}");
        assert_eq!(played.refused("c2>c4"), "K-14");
    }
    assert!(Scene::new().lay(0, "c2", "shu").lay(0, "c3", "ko").play().may("c2>c4"));
}

#[test]
fn k15_there_is_no_jump_without_an_arrow() {
    // 攻 has no arrow sideways or diagonally backwards.
    let played = Scene::new().lay(0, "c3", "ko").lay(0, "b3", "dai").lay(0, "b2", "dai").play();
    assert!(!played.may("c3>a3") && !played.may("c3>a1"));
    assert_eq!(played.refused("c3>a3"), "K-15");
    let queen = Scene::new().lay(0, "c3", "queen").lay(0, "b3", "ko").lay(0, "b2", "ko").play();
    assert!(queen.may("c3>a3") && queen.may("c3>a1"));
}

/// The jump diagram of the rulebook: the mover below, own pieces to its left, ahead and ahead to its
/// left, its own king ahead to its right.
#[test]
fn k16_the_jump_diagram() {
    let diagram = |beside: &str| {
        let scene = Scene::new().kings("d2", "e5").lay(0, "b2", "shu").lay(0, "c2", "dai");
        scene.lay(0, "b1", beside).lay(0, "c1", "ko").play()
    };
    for beside in ["shu", "ko", "dai", "queen", "general", "joker", "shu+dai"] {
        let played = diagram(beside);
        assert!(played.may("c1>a3") && played.may("c1>c3"), "the circles, beside {beside}");
        assert_eq!(played.refused("c1>c4"), "K-12");
        assert_eq!(played.refused("c1>a1"), "K-15");
        assert_eq!(played.refused("c1>e3"), "K-14");
    }
    // The × behind the king is due to the king: 守 instead of him is jumped.
    let scene = Scene::new().kings("e1", "e5").lay(0, "b2", "shu").lay(0, "c2", "dai");
    assert!(scene.lay(0, "d2", "shu").lay(0, "c1", "ko").play().may("c1>e3"));
}

/// The former reconstruction of the arrows agrees with the diagram as well, with a 守+攻 stack as the
/// mover.
#[test]
fn k16_the_former_arrows_fit_the_diagram_too() {
    let config = setup_with(json!({ "jumpNeedsCombinable": false }), Some(FORMER_ARROWS)).unwrap();
    let scene = Scene::on(config).kings("d2", "e5").lay(0, "b2", "dai").lay(0, "c2", "dai");
    let played = scene.lay(0, "b1", "dai").lay(0, "c1", "shu+ko").play();
    assert!(played.may("c1>a3") && played.may("c1>c3"));
    for cross in ["c4", "a1", "e3"] {
        assert!(!played.may(&format!("c1>{cross}")), "to {cross}");
    }
}

#[test]
fn k94_cards_of_the_second_seat_are_turned_by_180_degrees() {
    // 守 with arrows ahead and ahead to the left only.
    let file = file_with(&[(SHU_MOVES, "step = [\"F\", \"FL\"]\nslide = []")]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    let first = Scene::on(config.clone()).lay(0, "c3", "shu").play();
    assert_eq!(first.reach("c3"), ["b4", "c4"]);
    let second = Scene::on(config.clone()).turn(1).lay(1, "c3", "shu").play();
    assert_eq!(second.reach("c3"), ["c2", "d2"]);
    // Leaps are turned as well.
    let file = file_with(&[(DAI_MOVES, "leap = [[2, -1]]")]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    assert_eq!(Scene::on(config.clone()).lay(0, "c3", "dai").play().reach("c3"), ["b5"]);
    assert_eq!(Scene::on(config).turn(1).lay(1, "c3", "dai").play().reach("c3"), ["d1"]);
}

#[test]
fn k94_k63_a_taken_card_faces_as_its_new_owners() {
    let scene = Scene::new().lay(0, "c2", "shu").lay(1, "c3", "ko").lay(1, "e5", "ko");
    assert_eq!(scene.clone().turn(1).play().reach("c3"), ["b2", "c2", "c4", "c5", "d2"]);
    let mut played = scene.hand(0, &[]).acts(&["c2>c3", "e5>e4"]);
    assert_eq!(played.hand(0), ["ko"]);
    played.acts(&["put ko a2", "e4>e3"]);
    assert_eq!(played.reach("a2"), ["a1", "a3", "a4", "a5", "b3"]);
}
