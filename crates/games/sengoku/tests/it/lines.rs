//! The end of a turn, and flower paths: S-44 to S-56.

use std::collections::BTreeMap;

use sengoku::{Event, Settlement, Square};
use serde_json::json;
use zashiki_core::{Event as _, GameRng, GameState, Seat, Viewer};

use crate::support::*;

/// A scenario in which row 1 lacks only E1. Oda places 15 next, then Takeda places 56.
fn row_1() -> Scene {
    Scene::new(2)
        .lies(TAKEDA, "34 A1 B1")
        .lies(ODA, "45 C1 D1")
        .declared(&[(ODA, "15"), (TAKEDA, "56")])
}

#[test]
fn s44_after_placing_the_hand_is_filled_to_five() {
    let mut played = row_1().hand(ODA, "12 13 14 16").next(ODA, "36 23").play();
    let (hand, pile) = (played.hand(ODA), played.position().piles[0].len());
    played.act("place E2 E1");
    assert_eq!(played.hand(ODA), [&hand[..], &["36".to_owned()]].concat());
    assert_eq!(played.position().piles[0].len(), pile - 1);
    let drew = Event::Drew { seat: ODA, tile: Some(tile("36")) };
    assert!(played.has(is(drew.clone())));
    // The tile is drawn before another seat moves, and only its owner sees it.
    assert_eq!(played.awaited(), Some(TAKEDA));
    assert_eq!(drew.for_viewer(Viewer::Seat(ODA)), Some(drew.clone()));
    let hidden = Event::Drew { seat: ODA, tile: None };
    for viewer in [Viewer::Seat(TAKEDA), Viewer::Spectator] {
        assert_eq!(drew.for_viewer(viewer), Some(hidden.clone()));
    }
    assert_eq!(drew.for_viewer(Viewer::Omniscient), Some(drew));
    assert_eq!(played.hand(TAKEDA).len(), 4, "武田 has not had its turn");
}

#[test]
fn s45_as13_after_a_loss_too_and_never_from_an_empty_pile() {
    let lost = Scene::new(2)
        .lies(TAKEDA, "12 B3 B2")
        .hand(ODA, "13 14 15 16")
        .next(ODA, "36")
        .declared(&[(ODA, "34"), (TAKEDA, "56")])
        .acts(&["lose"]);
    assert_eq!(lost.hand(ODA), ["13", "14", "15", "16", "36"]);
    let empty = row_1().hand(ODA, "12 13").spent(ODA).acts(&["place E2 E1"]);
    assert_eq!(empty.hand(ODA), ["12", "13"]);
    assert_eq!(empty.count(|e: &Event| matches!(e, Event::Drew { .. })), 0);
    // A full hand stays as it is, whatever the piles.
    assert_eq!(row_1().acts(&["place E2 E1"]).hand(ODA).len(), 5);
}

#[test]
fn s46_a_line_is_decided_as_soon_as_it_can_take_no_more() {
    let played = row_1().play();
    assert_eq!(played.line(0, 0).settlement, Settlement::Open);
    assert_eq!(played.line(0, 0).leader, Some(ODA), "9 to 7");
    let after = played.after("place E2 E1");
    assert_eq!(after.decided(), [(0, 0, vec![28, 14], Some(ODA))]);
    assert_eq!(after.line(0, 0).settlement, Settlement::Won(ODA));
    // It is decided at the end of the turn, before Takeda moves: the tile, the refill, the path.
    assert_eq!(after.awaited(), Some(TAKEDA));
    let placed = after.when(|e: &Event| matches!(e, Event::Placed { .. }));
    let drew = after.when(|e: &Event| matches!(e, Event::Drew { .. }));
    let line = after.when(|e: &Event| matches!(e, Event::Line { .. }));
    assert!(placed < drew && drew < line, "AS26");
    // If the tile had been placed elsewhere, the path would have stayed open.
    let elsewhere = played.after("place C2 D2");
    assert!(elsewhere.decided().is_empty());
    // A lost tile closes no path.
    assert_eq!(elsewhere.line(0, 0).settlement, Settlement::Open);
}

#[test]
fn s47_ten_lines_in_a_battlefield() {
    let view = row_1().play().game.view(Viewer::Spectator);
    assert_eq!(view.lines.len(), 4);
    for (field, lines) in view.lines.iter().enumerate() {
        assert_eq!(lines.len(), 10);
        let (top, left) = (5 * (field / 2), 5 * (field % 2));
        for (line, squares) in lines.iter().map(|line| &line.squares).enumerate() {
            let expected: Vec<Square> = (0..5)
                .map(|step| match line {
                    0..5 => Square::at(top + line, left + step).unwrap(),
                    _ => Square::at(top + step, left + line - 5).unwrap(),
                })
                .collect();
            assert_eq!(*squares, expected, "battlefield {field}, line {line}");
        }
    }
}

#[test]
fn s48_a_line_is_closed_when_no_two_neighbours_are_empty() {
    // A1 stays empty, but B1 and A2 are taken: no domino can cover it any more.
    let scene = Scene::new(2)
        .lies(TAKEDA, "34 B1 C1")
        .lies(ODA, "45 D1 E1")
        .declared(&[(ODA, "13"), (TAKEDA, "56")]);
    let played = scene.acts(&["place A2 B2"]);
    assert_eq!(played.decided(), [(0, 0, vec![18, 14], Some(ODA))]);
    assert!(played.position().board.placed.iter().all(|d| d.low != square("A1")));
    // Column A has the same empty square, but also A3 next to A4: it is not closed.
    assert_eq!(played.line(0, 5).settlement, Settlement::Open);
}

#[test]
fn s48_room_across_the_border_keeps_a_line_open() {
    // E1 is empty, D1 and E2 are taken, but F1 is free.
    let mut played = row_1().acts(&["place E2 D2"]);
    assert!(played.decided().is_empty());
    assert_eq!(played.line(0, 0).settlement, Settlement::Open);
    // Takeda's 56 is placed across the border, and now the row is full.
    played.act("place E1 F1");
    assert_eq!(played.decided(), [(0, 0, vec![18, 24], Some(TAKEDA))]);
    assert_eq!(played.line(1, 0).sums, [0, 12], "the other half lies in 戦場二");
}

#[test]
fn s48_as31_squares_left_empty_behind_count_too() {
    // Battlefield 1 was left with an empty square. In battlefield 2, F1 has no empty neighbour but
    // E1.
    let scene = || {
        Scene::new(2)
            .field(1)
            .lies(TAKEDA, "34 G1 H1")
            .lies(ODA, "45 I1 J1")
            .declared(&[(ODA, "13"), (TAKEDA, "14")])
    };
    let mut open = scene().acts(&["place F2 G2"]);
    assert!(open.decided().is_empty(), "E1 is empty: F1 can still be covered");
    // It is placed there: S-20 allows the outer half, and battlefield 1 does not change (S-54).
    let before = open.position().board.lines[0];
    open.act("place F1 E1");
    assert_eq!(open.decided(), [(1, 0, vec![18, 16], Some(ODA))]);
    assert_eq!(open.position().board.lines[0], before);
    assert_eq!(open.line(0, 0).sums, [0, 8], "the 4 lies there, and counts for nobody");
    // With a tile on E1 the row is closed.
    let closed = scene().lies(TAKEDA, "12 E1 D1").acts(&["place F2 G2"]);
    assert_eq!(closed.decided(), [(1, 0, vec![18, 14], Some(ODA))]);
}

#[test]
fn s49_as14_a_line_counts_its_own_squares_only() {
    let played = Scene::new(2).lies(ODA, "36 A1 A2, 45 B2 C2").lies(TAKEDA, "15 D2 D1").play();
    assert_eq!(played.line(0, 0).sums, [6, 10], "row 1: 3, and 5");
    assert_eq!(played.line(0, 1).sums, [30, 2], "row 2: 6 + 4 + 5, and 1");
    assert_eq!(played.line(0, 5).sums, [18, 0], "column A: 3 + 6");
    assert_eq!(played.line(0, 6).sums, [8, 0]);
    assert_eq!(played.line(0, 8).sums, [0, 12], "column D: 5 + 1");
    assert_eq!(played.line(0, 2).sums, [0, 0]);
}

#[test]
fn s50_the_highest_sum_takes_the_line() {
    // The picture of the rulebook: blue 2, yellow 7, black 9.
    let (black, blue, yellow) = (ODA, TAKEDA, UESUGI);
    let scene = Scene::new(3).lies(blue, "12 A2 A1").lies(yellow, "34 B1 C1").declared(&[
        (black, "45"),
        (blue, "46"),
        (yellow, "56"),
    ]);
    let played = scene.acts(&["place D1 E1"]);
    assert_eq!(played.decided(), [(0, 0, vec![18, 4, 14], Some(black))]);
}

#[test]
fn s51_a_tie_at_the_top_loses_to_the_next() {
    // The picture of the rulebook: the bottom row, yellow 6 and blue 6, red 2.
    let (blue, yellow, red) = (ODA, TAKEDA, UESUGI);
    let scene = |bc: &str| {
        Scene::new(3)
            .lies(red, "23 A5 A4")
            .lies(yellow, bc)
            .declared(&[(blue, "24"), (yellow, "46"), (red, "56")])
            .acts(&["place E5 D5"])
    };
    assert_eq!(scene("24 B5 C5").decided(), [(0, 4, vec![12, 12, 4], Some(red))]);
    // With one more mark of yellow there is no tie.
    assert_eq!(scene("34 B5 C5").decided(), [(0, 4, vec![12, 14, 4], Some(yellow))]);
}

/// A match in which row 3 has been decided: it has Oda's 6, half of Uesugi's domino on B3, Mori's 2
/// and the 6 with which Takeda closed it.
fn row_3(b3: &str) -> Played {
    Scene::new(4)
        .lies(ODA, "36 A4 A3")
        .lies(UESUGI, b3)
        .lies(MORI, "25 D3 D2")
        .declared(&[(ODA, "16"), (UESUGI, "16"), (MORI, "16"), (TAKEDA, "56")])
        .acts(&["place E2 E3"])
}

#[test]
fn s52_a_tie_for_the_next_as_well_leaves_it_to_nobody() {
    assert_eq!(row_3("23 B3 B4").decided(), [(0, 2, vec![12, 12, 4, 4], None)]);
    assert_eq!(row_3("23 B3 B4").line(0, 2).settlement, Settlement::Nobody);
    assert_eq!(row_3("23 B4 B3").decided(), [(0, 2, vec![12, 12, 6, 4], Some(UESUGI))]);
}

#[test]
fn s51_s52_as16_all_tied_seats_are_out() {
    // Three seats tie for the most: all three are out, and the fourth wins it.
    let three = Scene::new(4)
        .lies(ODA, "14 A4 A3")
        .lies(TAKEDA, "14 B4 B3")
        .lies(UESUGI, "45 D3 D2")
        .declared(&[(ODA, "26"), (TAKEDA, "26"), (UESUGI, "26"), (MORI, "35")])
        .acts(&["place E3 E2"]);
    assert_eq!(three.decided(), [(0, 2, vec![8, 8, 8, 6], Some(MORI))]);
    // If all four are equal, nobody wins it.
    let four = Scene::new(4)
        .lies(ODA, "14 A4 A3")
        .lies(TAKEDA, "14 B4 B3")
        .lies(UESUGI, "45 D3 D2")
        .declared(&[(ODA, "26"), (TAKEDA, "26"), (UESUGI, "26"), (MORI, "45")])
        .acts(&["place E3 E2"]);
    assert_eq!(four.decided(), [(0, 2, vec![8, 8, 8, 8], None)]);
}

#[test]
fn s53_as15_without_a_mark_nobody_takes_a_line() {
    // Row 3: 7 and 7, and Uesugi has no half in it.
    let scene = |d3: &str| {
        Scene::new(3)
            .lies(ODA, "16 A3 B3")
            .lies(UESUGI, "12 D4 D5")
            .declared(&[(TAKEDA, "16"), (ODA, "56"), (UESUGI, "56")])
            .acts(&[d3])
    };
    assert_eq!(scene("place D3 E3").decided(), [(0, 2, vec![14, 14, 0], None)]);
    // A single half is enough: B3 is Uesugi's.
    let one = Scene::new(3)
        .lies(ODA, "36 A4 A3")
        .lies(UESUGI, "12 B3 B4, 15 D4 D5")
        .declared(&[(TAKEDA, "15"), (ODA, "56"), (UESUGI, "56")])
        .acts(&["place D3 E3"]);
    assert_eq!(one.decided(), [(0, 2, vec![12, 12, 2], Some(UESUGI))]);
}

/// The log cites the reason for which nobody wins a path in this case, not another such reason.
#[test]
fn s51_s52_s53_the_log_says_why_nobody_takes_a_line() {
    let config = config(4);
    for (sums, rule) in [
        (&[12, 12, 4, 4][..], "S-52"),
        (&[12, 12], "S-51"),
        (&[8, 8, 8, 8], "S-51"),
        (&[12, 12, 0], "S-53"),
        (&[0, 0, 0], "S-53"),
    ] {
        let sums = sums.iter().copied().collect();
        let event = Event::Line { field: 0, line: 3, sums, winner: None };
        assert_eq!(event.describe(&config).1.0, rule, "{event:?}");
    }
    for (flowers, rule) in [(&[0, 0][..], "S-53"), (&[5, 5], "S-59"), (&[3, 3, 2, 2], "S-59")] {
        let flowers = flowers.iter().copied().collect();
        let event = Event::Castle { field: 0, flowers, winner: None };
        assert_eq!(event.describe(&config).1.0, rule, "{event:?}");
    }
}

#[test]
fn s54_each_line_is_decided_once() {
    for seed in 0..30 {
        let config = config_with(2 + (seed % 3) as u8, json!({}), None).unwrap();
        let mut played = Played::dealt(&config, seed).strict();
        let mut rng = GameRng::from_seed(seed);
        while played.awaited().is_some() {
            let action = rng.pick(&played.sorted()).clone();
            played.act(&action);
        }
        let mut seen: BTreeMap<(u8, u8), Option<Seat>> = BTreeMap::new();
        for (field, line, _, winner) in played.decided() {
            assert_eq!(seen.insert((field, line), winner), None, "line {line} of {field} twice");
        }
        for ((field, line), winner) in seen {
            let settled = played.position().board.lines[usize::from(field)][usize::from(line)];
            assert_eq!(settled, winner.map_or(Settlement::Nobody, Settlement::Won));
        }
    }
}

#[test]
fn s55_the_winner_lays_one_flower() {
    let played = row_1().play();
    let flowers = |played: &Played| played.game.view(Viewer::Spectator).flowers;
    assert_eq!(flowers(&played), [0, 0]);
    let after = played.after("place E2 E1");
    assert_eq!(flowers(&after), [1, 0]);
    assert_eq!(after.game.scores(), [1, 0]);
    // A path that nobody wins gives nobody a flower.
    assert_eq!(flowers(&row_3("23 B3 B4")), [0, 0, 0, 0]);
}

#[test]
fn s56_as14_a_half_outside_counts_in_its_own_battlefield() {
    let scene = |field| Scene::new(2).field(field).lies(ODA, "56 E2 F2");
    let played = scene(0).play();
    assert_eq!(played.line(0, 1).sums, [10, 0], "row 2 of 戦場一: the 5");
    assert_eq!(played.line(0, 9).sums, [10, 0], "column E");
    assert_eq!(played.line(1, 1).sums, [12, 0], "row 2 of 戦場二: the 6");
    assert_eq!(played.line(1, 5).sums, [12, 0], "column F");
    // When battlefield 2 is played, the 6 wins a row there: 6 + 1 against 2 + 3 + 1.
    let row_2 = scene(1)
        .lies(TAKEDA, "23 G2 H2")
        .lies(ODA, "13 I2 I1")
        .declared(&[(TAKEDA, "14"), (ODA, "25")])
        .acts(&["place J2 J1"]);
    assert_eq!(row_2.decided(), [(1, 1, vec![14, 12], Some(ODA))]);
}

/// A scenario in which battlefield 1 is full except for the first pit. All dominoes are Takeda's,
/// and some of them cover column F of battlefield 2.
fn reaching_over(config: &std::sync::Arc<sengoku::Config>) -> Scene {
    Scene::on(config.clone())
        .lies(TAKEDA, "12 E1 F1, 13 E2 F2, 14 E3 F3, 15 E4 F4, 16 E5 F5, 46 D5 D6")
        .lies(TAKEDA, "23 B1 A1, 24 A2 A3, 25 D3 D2, 26 D1 C1, 34 B3 B4, 35 B5 C5")
        .lies(TAKEDA, "45 C4 D4, 36 A4 A5")
        .hand(ODA, "12 13 14 15")
        .hand(TAKEDA, "16 25 34")
        .declared(&[(ODA, "25"), (TAKEDA, "56")])
}

#[test]
fn s56_as28_lines_closed_from_outside_are_decided_when_the_battlefield_opens() {
    let played = reaching_over(&config(2)).play();
    assert_eq!(played.line(1, 5).settlement, Settlement::Open, "not while 戦場一 is fought");
    let after = played.after("place B2 C2");
    let field = after.when(|e: &Event| *e == Event::Field { field: 1 });
    let castle = after.when(|e: &Event| matches!(e, Event::Castle { field: 0, .. }));
    let column = after.when(|e: &Event| matches!(e, Event::Line { field: 1, line: 5, .. }));
    assert!(castle < field && field < column);
    // 2 + 3 + 4 + 5 + 6, before any seat has placed a domino there.
    assert_eq!(after.decided().last(), Some(&(1, 5, vec![0, 40], Some(TAKEDA))));
    assert_eq!(after.awaited(), Some(TAKEDA));
    assert_eq!(after.position().board.field, 1);
    assert_eq!(after.line(1, 6).settlement, Settlement::Open);
}

#[test]
fn s63_as28_such_a_line_can_win() {
    let flowers = |played: &Played| played.game.view(Viewer::Spectator).flowers[1];
    let before = reaching_over(&config(2)).acts(&["place B2 C2"]);
    let all = flowers(&before);
    assert_eq!(before.end(), None);
    let goal = file_with(&[("flowers = 13", &format!("flowers = {all}"))]);
    let config = config_with(2, json!({ "firstSeat": "seat0" }), Some(&goal)).unwrap();
    let won = reaching_over(&config).acts(&["place B2 C2"]);
    assert_eq!(won.end(), Some((vec![TAKEDA], "flowers")));
    assert_eq!(won.castles().len(), 1, "戦場一 was over, its castle taken");
    assert!(won.has(is(Event::Field { field: 1 })));
}
