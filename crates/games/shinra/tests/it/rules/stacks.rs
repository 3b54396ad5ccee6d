//! Stacks and points (K-17 … K-31, K-48, K-95, K-96).

use serde_json::json;

use crate::support::*;

#[test]
fn k17_a_stack_has_three_cards_at_most() {
    let scene = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "shu+dai").play();
    assert_eq!(scene.after("c1>c2").piece("c2"), "0 shu+ko+dai=4");
    let full = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "queen+shu+dai").play();
    assert_eq!(full.refused("c1>c2"), "K-17");
    let stacks = Scene::new().lay(0, "c1", "ko+queen").lay(0, "c2", "shu+dai").play();
    assert_eq!(stacks.refused("c1>c2"), "K-17");
    // Also from the hand.
    let scene = Scene::new().lay(0, "c2", "shu+dai").hand(0, &["ko", "shu"]);
    assert!(scene.play().may("put ko c2"));
    let full = Scene::new().lay(0, "c2", "queen+shu+dai").hand(0, &["ko", "shu"]).play();
    assert_eq!(full.refused("put ko c2"), "K-17");
}

#[test]
fn k18_no_two_cards_of_a_name_in_a_stack() {
    let played = Scene::new().lay(0, "c1", "shu").lay(0, "c2", "shu").play();
    assert_eq!(played.refused("c1>c2"), "K-18");
    let stack = Scene::new().lay(0, "c1", "shu").lay(0, "c2", "shu+ko").play();
    assert_eq!(stack.refused("c1>c2"), "K-18");
    let single = Scene::new().lay(0, "c1", "shu+ko").lay(0, "c2", "shu").play();
    assert_eq!(single.refused("c1>c2"), "K-18");
    let hand = Scene::new().lay(0, "c2", "shu+ko").hand(0, &["shu", "dai"]).play();
    assert_eq!(hand.refused("put shu c2"), "K-18");
    assert!(hand.may("put dai c2"));
    assert!(Scene::new().lay(0, "c1", "shu").lay(0, "c2", "ko").play().may("c1>c2"));
}

#[test]
fn k19_a_stack_moves_by_all_its_arrows() {
    let reach = |cards| Scene::new().lay(0, "c2", cards).play().reach("c2");
    assert_eq!(reach("shu"), ["b1", "c1", "c3", "c4", "c5", "d1"]);
    assert_eq!(reach("dai"), ["b4", "d4"]);
    assert_eq!(reach("ko"), ["b3", "c1", "c3", "c4", "c5", "d3"]);
    assert_eq!(reach("shu+dai"), ["b1", "b4", "c1", "c3", "c4", "c5", "d1", "d4"]);
    let all = ["b1", "b3", "b4", "c1", "c3", "c4", "c5", "d1", "d3", "d4"];
    assert_eq!(reach("shu+ko+dai"), all);
}

#[test]
fn k20_k81_king_joker_and_hachitobi_never_combine() {
    for special in ["joker", "hachitobi"] {
        let onto = Scene::new().lay(0, "c1", "shu").lay(0, "c2", special).play();
        assert!(["K-20", "K-81"].contains(&onto.refused("c1>c2")), "{special}");
        let stack = Scene::new().lay(0, "c1", "shu+ko").lay(0, "c2", special).play();
        assert!(!stack.may("c1>c2"));
        // 八とび reaches squares two away, the Joker straight lines.
        let from = Scene::new().lay(0, "c1", special).lay(0, "c3", "shu").play();
        assert!(["K-20", "K-81"].contains(&from.refused("c1>c3")), "{special}");
        let hand = Scene::new().kings("e1=5", "a5").lay(0, "c2", "shu+ko");
        let hand = hand.hand(0, &[special, "dai"]).play();
        assert!(["K-20", "K-81"].contains(&hand.refused(&format!("put {special} c2"))));
        assert!(hand.may(&format!("put {special} c3")) && hand.may("put dai c2"));
    }
    let king = Scene::new().kings("c2", "a5").lay(0, "c1", "shu").play();
    assert_eq!(king.refused("c1>c2"), "K-20");
    let stack = Scene::new().kings("c2", "a5").lay(0, "c1", "shu+ko").play();
    assert_eq!(stack.refused("c1>c2"), "K-20");
}

#[test]
fn k21_a_stack_begins_with_one_and_its_cards() {
    for (cards, points) in [
        ("shu+ko", 3),
        ("ko+dai", 3),
        ("shu+ko+dai", 4),
        ("queen+shu", 5),
        ("general+dai", 5),
        ("queen+shu+ko", 6),
        ("queen+general", 7),
        ("queen+general+dai", 8),
    ] {
        let played = Scene::new().hand(0, &[cards, "shu"]).acts(&[&format!("put {cards} c1")]);
        assert_eq!(played.piece("c1"), format!("0 {cards}={points}"));
    }
    // Two singles form a new stack.
    let met = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "general").acts(&["c1>c2"]);
    assert_eq!(met.piece("c2"), "0 general+ko=5");
    // In an arrangement.
    let arranged = Played::arranged();
    assert_eq!(arranged.piece("a2"), "0 shu+ko+dai=4");
    assert_eq!(arranged.piece("a1"), "0 shu+ko=3");
}

#[test]
fn k22_a_king_begins_with_ten() {
    let played = Played::arranged();
    assert_eq!([played.king(0), played.king(1)], [10, 10]);
}

#[test]
fn k23_k73_the_king_takes_whatever_there_is() {
    for target in ["shu", "queen", "hachitobi", "joker", "queen+general+ko", "shu+dai=1"] {
        let played = Scene::new().kings("c2=1", "a5").lay(1, "c3", target).acts(&["c2>c3"]);
        assert_eq!(played.piece("c3"), "0 king=1", "{target}");
    }
    let king = Scene::new().kings("c2=1", "c3=15").acts(&["c2>c3"]);
    assert_eq!(king.end(), Some((vec![Seat(0)], "king")));
}

#[test]
fn k24_k64_an_ordinary_single_takes_away_two() {
    for single in ["shu", "ko", "joker"] {
        let played = Scene::new().lay(0, "c2", single).lay(1, "c3", "queen+general+dai").play();
        let left = if single == "joker" { 4 } else { 6 };
        let wanted = format!("1 queen+general+dai={left}");
        assert_eq!(played.after("c2>c3").piece("c3"), wanted, "{single}");
    }
    let knight = Scene::new().lay(0, "c2", "dai").lay(1, "d4", "queen+general+dai");
    assert_eq!(knight.acts(&["c2>d4"]).piece("d4"), "1 queen+general+dai=6");
    // It has one life point: the weakest attack captures it.
    let weak = Scene::new().lay(0, "c2", "shu+dai=1").lay(1, "c3", "shu").acts(&["c2>c3"]);
    assert_eq!(weak.piece("c3"), "0 shu+dai=1");
}

#[test]
fn k25_the_attack_of_a_stack_is_its_points_now() {
    for (points, left) in [(4, 4), (3, 5), (2, 6), (1, 7)] {
        let stack = format!("shu+ko+dai={points}");
        let scene = Scene::new().lay(0, "c2", &stack).lay(1, "c3", "queen+general+ko");
        let played = scene.acts(&["c2>c3"]);
        assert_eq!(played.piece("c3"), format!("1 queen+general+ko={left}"));
        assert_eq!(played.piece("c2"), format!("0 {stack}"));
    }
}

#[test]
fn k26_k27_k62_joker_and_hachitobi_take_away_four_and_three() {
    for (special, left) in [("joker", 4), ("hachitobi", 5)] {
        let scene = Scene::new().lay(0, "c2", special).lay(1, "c4", "queen+general+ko");
        let played = scene.acts(&["c2>c4"]);
        assert_eq!(played.piece("c4"), format!("1 queen+general+ko={left}"));
        let scene = Scene::new().lay(0, "c2", special).lay(1, "c4", "queen+general+ko=3");
        assert_eq!(scene.acts(&["c2>c4"]).piece("c4"), format!("0 {special}"));
    }
    // Kings lose points as well.
    let joker = Scene::new().kings("e1", "c4=9").lay(0, "c2", "joker").acts(&["c2>c4"]);
    assert_eq!(joker.king(1), 5);
    let hachitobi = Scene::new().kings("e1", "c4=9").lay(0, "c2", "hachitobi").acts(&["c2>c4"]);
    assert_eq!(hachitobi.king(1), 6);
}

#[test]
fn k28_k31_singles_have_no_points_that_could_change() {
    // Attacks below their points are illegal; all others capture them.
    for (special, weaker, equal) in [
        ("joker", "shu+ko+dai=3", "shu+ko+dai=4"),
        ("hachitobi", "shu+ko=2", "shu+ko=3"),
        ("queen", "shu+ko=2", "shu+ko=3"),
        ("general", "shu+ko=2", "shu+ko=3"),
    ] {
        let scene = Scene::new().lay(1, "c3", special);
        let weak = scene.clone().lay(0, "c2", weaker).play();
        assert!(!weak.may("c2>c3"), "{weaker} on {special}");
        assert_eq!(weak.piece("c3"), format!("1 {special}"));
        assert!(scene.lay(0, "c2", equal).play().may("c2>c3"), "{equal} on {special}");
    }
    // A position with other points is refused.
    for single in ["shu=2", "joker=3", "hachitobi=2", "queen=2"] {
        assert!(Scene::new().lay(0, "c3", single).is_refused(), "{single}");
    }
}

#[test]
fn k29_k90_a_king_has_fifteen_at_most() {
    // K-75: the queen's return gains 3 points, up to 15.
    for (before, after) in [(10, 13), (11, 14), (12, 15), (13, 15), (15, 15)] {
        let played = Scene::new()
            .kings(&format!("e1={before}"), "a5")
            .lay(0, "c2", "ko+dai")
            .lay(1, "c3", "queen")
            .acts(&["c2>c3", "return queen"]);
        assert_eq!(played.king(0), after, "from {before}");
    }
    assert!(!Scene::new().kings("e1=15", "a5").is_refused());
    assert!(Scene::new().kings("e1=16", "a5").is_refused());
    assert!(Scene::new().kings("e1=0", "a5").is_refused());
    // A king's step with 14 and with 15 points.
    for (before, after) in [(12, 14), (13, 15), (14, 15), (15, 15)] {
        let scene = Scene::new().kings(&format!("e1={before}"), "a5").lay(1, "e4", "ko");
        let played = scene.lay(0, "d1", "shu+dai").acts(&["e1>d1", "settle b1"]);
        assert_eq!(played.king(0), after, "from {before}");
    }
}

#[test]
fn k30_a_stack_has_eight_at_most() {
    let best = Scene::new().lay(0, "c1", "general+ko").lay(0, "c2", "queen");
    assert_eq!(best.acts(&["c1>c2"]).piece("c2"), "0 queen+general+ko=8");
    // With cards of more points the maximum of 8 still applies to all sums.
    let config = setup_with(json!({}), Some(&dear_queen())).unwrap();
    let hand = Scene::on(config.clone()).hand(0, &["queen+general+shu", "ko"]);
    let put = hand.acts(&["put queen+general+shu c1"]);
    assert_eq!(put.piece("c1"), "0 queen+general+shu=8");
    let join = Scene::on(config.clone()).lay(0, "c1", "general+ko=4").lay(0, "c2", "queen");
    assert_eq!(join.acts(&["c1>c2"]).piece("c2"), "0 queen+general+ko=8");
    let add = Scene::on(config).lay(0, "c1", "general+ko=4").hand(0, &["queen", "shu"]);
    assert_eq!(add.acts(&["put queen c1"]).piece("c1"), "0 queen+general+ko=8");
    assert!(Scene::new().lay(0, "c1", "queen+general+ko=9").is_refused());
    // A position with more points than the cards give is refused.
    assert!(Scene::new().lay(0, "c1", "shu+ko=4").is_refused());
    assert!(Scene::new().lay(0, "c1", "shu+ko=0").is_refused());
    assert!(!Scene::new().lay(0, "c1", "shu+ko=3").is_refused());
}

#[test]
fn k48_singles_and_stacks_join_by_moving_either_way() {
    let onto = Scene::new().lay(0, "c1", "dai+shu=2").lay(0, "c2", "ko").acts(&["c1>c2"]);
    assert_eq!(onto.board(), ["c2 0 shu+ko+dai=3"]);
    let onto = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "shu+dai=2").acts(&["c1>c2"]);
    assert_eq!(onto.board(), ["c2 0 shu+ko+dai=3"]);
    // AK9: two singles form a stack.
    let singles = Scene::new().lay(0, "c1", "ko").lay(0, "c2", "shu").acts(&["c1>c2"]);
    assert_eq!(singles.board(), ["c2 0 shu+ko=3"]);
    // On any square, 王妃 and 将軍 included.
    let abroad = Scene::new().lay(0, "c4", "queen").lay(0, "c5", "shu").acts(&["c4>c5"]);
    assert_eq!(abroad.piece("c5"), "0 queen+shu=5");
}

#[test]
fn k95_points_lost_before_stay_lost_when_a_card_joins() {
    for (stack, single, sum) in [
        ("shu+dai=1", "ko", "shu+ko+dai=2"),
        ("shu+dai=3", "ko", "shu+ko+dai=4"),
        ("shu+dai=1", "queen", "queen+shu+dai=4"),
        ("queen+general=2", "ko", "queen+general+ko=3"),
    ] {
        let moved = Scene::new().lay(0, "c2", stack).lay(0, "c1", single);
        assert_eq!(moved.acts(&["c1>c2"]).piece("c2"), format!("0 {sum}"));
        let other = Scene::new().lay(0, "c2", single).lay(0, "c3", stack);
        assert_eq!(other.acts(&["c2>c3"]).piece("c3"), format!("0 {sum}"));
        let put = Scene::new().lay(0, "c2", stack).hand(0, &[single, "shu"]);
        assert_eq!(put.acts(&[&format!("put {single} c2")]).piece("c2"), format!("0 {sum}"));
    }
}

#[test]
fn k96_the_points_of_the_cards_are_data() {
    let config = setup_with(json!({}), Some(&dear_queen())).unwrap();
    let scene = |config| Scene::on(config).hand(0, &["queen+shu", "ko"]);
    assert_eq!(scene(config).acts(&["put queen+shu c1"]).piece("c1"), "0 queen+shu=7");
    let usual = setup_with(json!({}), None).unwrap();
    assert_eq!(scene(usual).acts(&["put queen+shu c1"]).piece("c1"), "0 queen+shu=5");
}

#[test]
fn k97_kings_and_stacks_show_their_points() {
    let played = Scene::new().kings("e1=7", "a5").lay(0, "c2", "shu+dai=2").lay(1, "c4", "joker");
    let played = played.lay(1, "d4", "hachitobi").lay(0, "b2", "ko").lay(0, "a1", "queen").play();
    for seat in [0, 1] {
        let shown = |square, field| played.shown(seat, square)[field].as_u64();
        let points = |square| shown(square, "points");
        assert_eq!([points("e1"), points("a5"), points("c2")], [Some(7), Some(10), Some(2)]);
        let gauge = |square| shown(square, "gauge");
        assert_eq!([gauge("e1"), gauge("a5"), gauge("c2")], [Some(15), Some(15), Some(8)]);
        for single in ["c4", "d4", "b2", "a1"] {
            assert_eq!(gauge(single), None, "{single} has no gauge");
        }
        let attack = |square| shown(square, "attack");
        let wanted = [("c2", 2), ("c4", 4), ("d4", 3), ("b2", 2), ("a1", 3)];
        for (square, value) in wanted {
            assert_eq!(attack(square), Some(value), "{square}");
        }
        assert_eq!(attack("e1"), None, "the king's has no limit");
    }
}
