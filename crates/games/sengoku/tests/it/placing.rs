//! Placing of tiles (タイルの配置): S-19 to S-33.

use sengoku::{Event, Removed, Square, Why};
use serde_json::json;
use zashiki_core::Seat;

use crate::support::*;

/// A scenario in which Oda places `tile` next; Takeda places 56 after that.
fn placing(scene: Scene, tile: &str) -> Played {
    scene.declared(&[(ODA, tile), (TAKEDA, "56")]).play()
}

/// A scenario with the black 2+4 of the rulebook's example next to the castle.
fn with_24() -> Scene {
    Scene::new(2).lies(TAKEDA, "24 B3 B2")
}

/// A scenario with the yellow 3+5 of the rulebook's example at the border of the battlefield.
fn with_35(options: serde_json::Value) -> Scene {
    Scene::with(2, options).lies(TAKEDA, "35 E3 D3")
}

#[test]
fn s19_two_squares_that_share_an_edge() {
    let played = placing(with_24(), "23");
    for apart in ["place A3 A5", "place A3 B4", "place A3 A3", "place A3 J10", "general A3 C3"] {
        assert_eq!(played.refused(apart), "S-19", "{apart}");
    }
    assert!(played.may("place A3 A4"));
    for action in played.sorted() {
        let squares: Vec<Square> = action.split(' ').skip(1).map(square).collect();
        let (a, b) = (squares[0], squares[1]);
        assert_eq!(a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()), 1, "{action}");
    }
    // The lower mark is on the first square.
    let after = played.after("place A3 A4");
    let event = |low: &str, high: &str| Event::Placed {
        seat: ODA,
        tile: tile("23"),
        low: square(low),
        high: square(high),
        straddles: false,
        forced: false,
    };
    assert!(after.has(is(event("A3", "A4"))));
    assert_eq!(after.line(0, 2).sums, [4, 4]);
    assert_eq!(after.line(0, 3).sums, [6, 0]);
}

#[test]
fn s20_at_least_one_half_lies_in_the_current_battlefield() {
    let border = || Scene::new(2).lies(TAKEDA, "16 E3 F3");
    let played = placing(border(), "46");
    assert_eq!(played.refused("place G2 G3"), "S-20");
    assert_eq!(played.refused("general G2 G3"), "S-20");
    assert!(played.may("place E2 F2"));
    let after = played.after("place E2 F2");
    assert_eq!(after.count(|e: &Event| matches!(e, Event::Placed { straddles: true, .. })), 1);
    // In battlefield 2 it is the other way round.
    let played = placing(border().field(1), "46");
    assert!(played.may("place G2 G3"));
    assert_eq!(played.refused("place E2 D2"), "S-20");
}

#[test]
fn s21_an_edge_with_equal_marks() {
    let played = placing(with_24(), "23");
    assert!(played.may("place A3 A4"));
    assert_eq!(played.refused("place A4 A3"), "S-21", "the 3 touches the 2");
    assert_eq!(played.refused("place D5 E5"), "S-21", "it touches nothing");
    assert_eq!(played.asked_by(), "S-21");
    let played = placing(with_24(), "13");
    assert_eq!(played.refused("place A3 A4"), "S-21");
    assert_eq!(played.refused("place A4 A3"), "S-21");
}

/// A scenario in battlefield 2. It already has a domino, so placements need not touch its castle.
fn in_the_second(neighbours: &str, domino: &str) -> Scene {
    let scene = Scene::with(2, json!({ "neighbours": neighbours }));
    scene.field(1).lies(TAKEDA, "23 I3 I4").lies(TAKEDA, domino)
}

#[test]
fn s21_as9_the_neighbour_may_be_any_tile_on_the_sheet() {
    // The 1 on E2 belongs to a tile that lies completely in battlefield 1: joined to it, even
    // outside battlefield 2.
    assert!(placing(in_the_second("sheet", "16 E2 D2"), "13").may("place E1 F1"));
    // The 6 on E2 is touched from within battlefield 2.
    let played = placing(in_the_second("sheet", "16 D2 E2"), "46");
    assert!(played.may("place F1 F2"));
    assert_eq!(played.refused("place F2 F1"), "S-21", "the 4 touches the 6");
    // In both cases the new tile lies in the current battlefield.
    assert_eq!(played.refused("place E4 E3"), "S-20");
}

#[test]
fn s21_as36_by_option_the_neighbour_has_a_half_in_the_current_battlefield() {
    let scene = |domino| in_the_second("battlefield", domino);
    // The 1 on E2 belongs to a tile that extends into battlefield 2: joined to it, even outside
    // battlefield 2.
    assert!(placing(scene("16 E2 F2"), "13").may("place E1 F1"));
    // The same 1, but of a tile that lies completely in battlefield 1.
    assert_eq!(placing(scene("16 E2 D2"), "13").refused("place E1 F1"), "S-21");
    // Touching a tile of battlefield 1 from within battlefield 2 is not enough either.
    assert_eq!(placing(scene("16 D2 E2"), "46").refused("place F1 F2"), "S-21");
    assert!(placing(scene("16 E2 F2"), "46").may("place F4 F3"), "joined to the 6 on F2");
}

#[test]
fn s22_as10_other_edges_may_differ() {
    // The 2 on A3 joins the 2 on B3; the 3 on A2 touches the 4 on B2.
    let played = placing(with_24(), "23");
    assert!(played.may("place A3 A2"));
    // Without the equal pair the same two edges are not enough.
    assert_eq!(placing(with_24(), "36").refused("place A3 A2"), "S-21");
}

#[test]
fn s23_corners_do_not_touch() {
    let played = placing(with_24(), "23");
    assert_eq!(played.refused("place A4 A5"), "S-21", "A4 meets B3 at a corner");
    assert_eq!(played.refused("place C4 C5"), "S-21");
    assert!(played.may("place B4 B5"));
}

#[test]
fn s24_two_to_two_on_two_and_four() {
    assert!(placing(with_24(), "12").may("place A2 A3"), "2 to 2");
    assert!(placing(with_24(), "34").may("place A1 A2"), "4 to 4");
    assert_eq!(placing(with_24(), "23").refused("place A2 A1"), "S-21", "2 to 4");
    assert_eq!(placing(with_24(), "12").refused("place A3 A2"), "S-21", "1 to 2 and 2 to 4");
}

#[test]
fn s25_joined_by_the_three_and_out_of_the_battlefield() {
    let played = placing(with_35(json!({})), "36");
    assert!(played.may("place E2 F2") && played.may("place E4 F4"));
    assert_eq!(played.refused("place F2 E2"), "S-21", "the 6 touches the 3");
    assert_eq!(played.refused("place F3 F2"), "S-20", "joined, but wholly outside");
    let after = played.after("place E2 F2");
    assert_eq!(after.position().board.placed.last().unwrap().high, square("F2"));
}

#[test]
fn s26_any_tile_begins_beside_the_castle() {
    let mut kinds = colour(&config(2));
    kinds.dedup();
    for tile in kinds.iter().filter(|tile| tile.to_string() != "56") {
        let played = placing(Scene::new(2).round(1), &tile.to_string());
        // Four squares next to the castle, with three directions from each and two orientations.
        assert_eq!(played.sorted().len(), 24, "{tile}");
        for action in played.sorted() {
            let beside = ["B3", "D3", "C2", "C4"].iter().any(|at| action.contains(at));
            assert!(action.starts_with("place ") && beside, "{action}");
        }
    }
}

#[test]
fn s27_as32_not_away_from_the_castle() {
    let played = placing(Scene::new(2).round(1), "12");
    assert_eq!(played.refused("place A1 B1"), "S-27");
    assert_eq!(played.refused("place A2 B2"), "S-27", "B2 meets the castle at a corner");
    assert_eq!(played.refused("place F3 F4"), "S-20");
    // One half is enough, either of them.
    assert!(played.may("place A3 B3") && played.may("place B3 A3") && played.may("place C2 D2"));
    assert_eq!(played.refused("place G3 F3"), "S-20", "another castle does not help");
}

#[test]
fn s28_as6_a_later_battlefield_may_begin_at_its_castle() {
    // Battlefield 2 is empty: next to its castle, whatever the marks …
    let scene = || Scene::new(2).field(1).lies(TAKEDA, "16 D2 E2");
    let played = placing(scene(), "34");
    assert_eq!(played.sorted().iter().filter(|action| action.starts_with("place")).count(), 24);
    assert!(played.may("place G3 G4") && played.may("place H2 H1"));
    assert_eq!(played.refused("place J1 J2"), "S-28");
    assert_eq!(played.refused("place B3 B4"), "S-20");
    // … or joined to any tile on the sheet.
    let played = placing(scene(), "46");
    assert!(played.may("place G3 G4"));
    assert!(played.may("place F1 F2"), "6 to the 6 on E2");
    assert_eq!(played.refused("place F2 F1"), "S-28");
    // A half that extends into it ends the start at the castle.
    let half = || Scene::new(2).field(1).lies(TAKEDA, "16 E2 F2");
    assert_eq!(placing(half(), "34").refused("place G3 G4"), "S-21");
    assert!(placing(half(), "46").may("place H2 G2"), "away from the castle, but 6 to 6");
}

#[test]
fn s28_as30_under_the_strict_option_the_first_tile_there_never_straddles() {
    let scene = |strict: bool| {
        let scene = Scene::with(2, json!({ "straddleOnlyIfForced": strict }));
        placing(scene.field(1).lies(TAKEDA, "16 D2 E2"), "46")
    };
    assert!(scene(false).may("place F3 E3"));
    let strict = scene(true);
    assert_eq!(strict.refused("place F3 E3"), "S-30", "it always fits beside the castle");
    assert!(strict.may("place G3 G4") && strict.may("place F1 F2"));
}

#[test]
fn s28_as36_by_option_it_begins_at_its_castle_only() {
    let scene = |domino: &str| {
        let scene = Scene::with(2, json!({ "neighbours": "battlefield" }));
        scene.field(1).lies(TAKEDA, domino)
    };
    let played = placing(scene("16 D2 E2"), "46");
    assert_eq!(played.sorted().iter().filter(|action| action.starts_with("place")).count(), 24);
    assert!(played.may("place G3 G4"));
    assert_eq!(played.refused("place F1 F2"), "S-28", "the 6 on E2 is of another battlefield");
    assert_eq!(placing(scene("16 E2 F2"), "34").refused("place G3 G4"), "S-21");
    assert!(placing(scene("16 E2 F2"), "46").may("place F4 F3"));
}

#[test]
fn s29_not_on_a_tile_and_not_off_the_board() {
    let played = placing(with_24(), "23");
    assert_eq!(played.refused("place B3 A3"), "S-29");
    assert_eq!(played.refused("place A2 B2"), "S-29");
    assert_eq!(played.refused("general B2 B3"), "S-29");
    assert_eq!(played.refused("place A3 @3"), "S-5");
    assert!(played.may("place A3 A4"));
    let free: Vec<bool> = (played.sorted().iter())
        .map(|action| !action.contains("B3") && !action.contains("B2"))
        .collect();
    assert!(!free.is_empty() && free.iter().all(|free| *free));
}

#[test]
fn s30_as11_a_tile_may_stick_out_though_it_fits_inside() {
    let played = placing(with_35(json!({})), "36");
    assert!(played.may("place E2 E1"), "inside");
    assert!(played.may("place E2 F2"), "and out");
    // The option forbids it.
    let strict = placing(with_35(json!({ "straddleOnlyIfForced": true })), "36");
    assert!(strict.may("place E2 E1"));
    assert_eq!(strict.refused("place E2 F2"), "S-30");
    assert!(!strict.sorted().iter().any(|action| action.contains('F')));
}

/// A scenario in which the 3 on E3 can be touched only from E2 and E4, and a tile there can extend
/// only across the border.
fn at_the_edge(options: serde_json::Value) -> Scene {
    with_35(options).lies(TAKEDA, "12 E1 D1, 45 D2 C2").lies(ODA, "12 E5 D5, 45 D4 C4")
}

#[test]
fn s30_as30_the_option_is_judged_for_each_tile() {
    let strict = || at_the_edge(json!({ "straddleOnlyIfForced": true }));
    let played = placing(strict(), "36");
    let places: Vec<String> =
        played.sorted().into_iter().filter(|action| action.starts_with("place")).collect();
    assert_eq!(places, ["place E2 F2", "place E4 F4"], "36 is forced to stick out");
    // Another tile that fits inside may not straddle, nor may the general.
    assert!(placing(strict(), "15").may("place B1 C1"));
    assert!(placing(strict(), "13").may("place F2 E2"), "13 is forced too");
    assert_eq!(placing(strict(), "23").refused("place F2 E2"), "S-30");
    assert_eq!(played.refused("general E2 F2"), "S-30");
    assert!(placing(at_the_edge(json!({})), "36").may("general E2 F2"));
}

#[test]
fn s31_a_tile_without_a_place_leaves_the_game() {
    let mut played = placing(Scene::new(2).lies(TAKEDA, "12 B3 B2"), "34");
    assert!(played.sorted().iter().all(|action| !action.starts_with("place")));
    assert_eq!(played.refused("place A3 A4"), "S-21");
    played.act("lose");
    assert!(played.has(is(Event::Lost { seat: ODA, tile: tile("34") })));
    let gone = Removed { seat: ODA, tile: tile("34"), why: Why::NoPlace };
    assert_eq!(played.position().board.removed.last(), Some(&gone));
    assert_eq!(played.awaited(), Some(TAKEDA), "the turn is over");
    assert!(played.position().board.placed.iter().all(|domino| domino.seat != ODA));
}

#[test]
fn s31_as25_without_a_general_it_is_lost_automatically() {
    let scene = Scene::new(2)
        .lies(TAKEDA, "12 B3 B2")
        .no_general(ODA)
        .order(&[TAKEDA, ODA])
        .hand(ODA, "34 13 14 15 23")
        .declared(&[(TAKEDA, "56")]);
    let played = scene.acts(&["declare 34"]);
    assert!(played.has(is(Event::Lost { seat: ODA, tile: tile("34") })));
    assert_eq!(played.awaited(), Some(TAKEDA));
    // A single placement is also automatic: the 6 in the first pit.
    let pits = pits().no_general(ODA).order(&[TAKEDA, ODA]).hand(ODA, "26 14 23 24 46");
    let played = pits.declared(&[(TAKEDA, "56")]).acts(&["declare 26"]);
    assert!(played.has(is(Event::Placed {
        seat: ODA,
        tile: tile("26"),
        low: square("C2"),
        high: square("B2"),
        straddles: false,
        forced: true,
    })));
}

#[test]
fn s32_as12_a_seat_with_a_placement_cannot_pass() {
    let played = placing(with_24(), "23");
    assert_eq!(played.refused("lose"), "S-32");
    assert!(!played.sorted().contains(&"lose".to_owned()));
    // Even if the seat has a general, and even if the only placement straddles (AS20).
    let edge = placing(at_the_edge(json!({})), "36");
    assert_eq!(edge.refused("lose"), "S-32");
    // A declared general must be placed as well.
    let played =
        Scene::new(2).lies(TAKEDA, "24 B3 B2").declared(&[(ODA, "general"), (TAKEDA, "56")]).play();
    assert_eq!(played.refused("lose"), "S-32");
    // A seat without a placement need not use the general.
    let mut stuck = placing(Scene::new(2).lies(TAKEDA, "12 B3 B2"), "34");
    assert!(stuck.sorted().iter().any(|action| action.starts_with("general")));
    stuck.act("lose");
    assert!(stuck.position().board.generals[0]);
}

#[test]
fn as20_a_place_across_the_border_is_a_place() {
    // The note at the rulebook's picture says this of the 2/6 tile.
    let scene = Scene::new(2).lies(TAKEDA, "24 E3 D3, 15 E1 D1, 35 D2 C2");
    let scene = scene.lies(ODA, "15 E5 D5, 35 D4 C4");
    let played = placing(scene, "26");
    let places: Vec<String> =
        played.sorted().into_iter().filter(|action| action.starts_with("place")).collect();
    assert_eq!(places, ["place E2 F2", "place E4 F4"]);
    assert_eq!(played.refused("lose"), "S-32");
}

/// A scenario in battlefield 1 with the two pits of `RING`. The first pit has space for a tile with
/// a 3, or a 6 on B2; the second for a tile with a 5, or a 4 on D4.
fn pits() -> Scene {
    Scene::new(2)
        .lies(TAKEDA, "36 A1 B1, 35 C1 D1, 13 A3 A2, 34 D2 D3, 45 B5 C5")
        .lies(ODA, "35 B3 B4, 12 E1 E2, 45 E3 E4, 13 A5 A4, 15 E5 D5")
}

#[test]
fn s33_as20_a_place_can_be_taken_before_ones_turn() {
    // The example of the rulebook: red chose 2+6 for its only placement, but blue's 1+6 came first.
    let scene = || pits().hand(ODA, "26 14 16 16 23").hand(TAKEDA, "16 12 14 23 24");
    let played = scene().play();
    let fit = played.seen_by(ODA).fits.into_iter().find(|fit| fit.tile == tile("26")).unwrap();
    assert_eq!(fit.places, [(square("C2"), square("B2"))]);
    let played = scene().acts(&["declare 26", "declare 16"]);
    assert_eq!(played.placing(), [TAKEDA, ODA]);
    let mut taken = played.after("place C2 B2");
    assert_eq!(taken.awaited(), Some(ODA));
    assert_eq!(taken.asked_by(), "S-37");
    assert_eq!(taken.refused("place C2 B2"), "S-29");
    assert_eq!(taken.sorted(), ["general C4 D4", "lose"]);
    // 「代わりに総大将タイルを配置する」
    let mut helped = taken.clone();
    helped.act("general C4 D4");
    assert!(helped.has(is(Event::Replaced { seat: ODA, tile: tile("26") })));
    taken.act("lose");
    assert!(taken.has(is(Event::Lost { seat: ODA, tile: tile("26") })));
    // If blue had placed elsewhere, red's tile would have had its placement.
    let mut left = scene().hand(TAKEDA, "15 12 14 23 24").acts(&["declare 26", "declare 15"]);
    let elsewhere = left.sorted().into_iter().find(|action| action.starts_with("place")).unwrap();
    assert!(elsewhere.contains("C4"), "15 fits the second pit only");
    left.act(&elsewhere);
    assert!(left.may("place C2 B2"));
}

#[test]
fn s33_the_view_shows_a_seat_all_of_its_placements() {
    let shown = |scene: Scene, seat: Seat| scene.play().seen_by(seat).fits;
    let fits = shown(with_24().hand(ODA, "23 15 36 13 35"), ODA);
    for fit in &fits {
        let mut places: Vec<String> = (fit.places.iter())
            .map(|(low, high)| {
                let word = if fit.tile.is_general() { "general" } else { "place" };
                format!("{word} {low} {high}")
            })
            .collect();
        places.sort_unstable();
        let legal: Vec<String> = placing(with_24(), &fit.tile.to_string()).sorted();
        let own = |action: &&String| {
            action.starts_with(if fit.tile.is_general() { "general" } else { "place" })
        };
        assert_eq!(places, legal.iter().filter(own).cloned().collect::<Vec<_>>(), "{}", fit.tile);
    }
    assert_eq!(fits.len(), 6, "the hand and the general");
    // No seat sees the placements of another seat.
    assert!(shown(with_24(), TAKEDA).iter().all(|fit| fit.tile.is_general() || {
        let hand = with_24().play().hand(TAKEDA);
        hand.contains(&fit.tile.to_string())
    }));
}
