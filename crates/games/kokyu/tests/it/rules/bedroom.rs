//! The bedroom (寝室): laps, the tea square and the opening of the cards.

use kokyu::{Consort, Event, Gain, Icon, Source};
use serde_json::json;

use crate::support::*;

/// A scene in which Blue's consort will advance by one from this square, with card 5.
fn step_from(square: u8) -> Scene {
    Scene::new().consort(BLUE, square, 0).hand(BLUE, 1)
}

/// A scene in which Blue's consort will advance by three from this square, with the plot 召見 drawn on
/// card 6.
fn leap_from(square: u8) -> Scene {
    step_from(square).pile(&[SUMMONS, FLATTERY, BANISHMENT])
}

#[test]
fn q39_aq11_stopping_on_start_after_a_lap_gives_two_points() {
    let played = step_from(11).acts(&["place 5"]);
    assert_eq!(played.board().consorts[0], Consort { square: 0, laps: 1 });
    assert_eq!((played.board().points, played.board().stock), ([2, 0], 4));
    assert!(played.has(is(Event::Lap { seat: BLUE, laps: 1 })));
}

#[test]
fn q39_aq11_passing_start_gives_two_points() {
    let played = leap_from(10).acts(&["place 6"]);
    assert_eq!(played.board().consorts[0], Consort { square: 1, laps: 1 });
    assert_eq!(played.board().points, [2, 0]);
}

#[test]
fn q39_aq11_each_crossing_of_start_gives_two_points() {
    // A loop of three squares, crossed twice by five steps.
    let small = file_with(&[
        ("squares = 12", "squares = 3"),
        ("tea = 6", "tea = 1"),
        ("goal = 4", "goal = 6"),
    ]);
    let played = Scene::with(json!({}), Some(&small))
        .consort(BLUE, 2, 0)
        .hand(BLUE, 1)
        .card(2, BLUE)
        .palace(PLUS_FIVE, BLUE)
        .acts(&["place 9"]);
    assert_eq!(played.board().consorts[0], Consort { square: 1, laps: 2 });
    // The points of two laps, and the bonus.
    assert_eq!(played.board().points, [5, 0]);
}

#[test]
fn q40_aq11_beginning_on_start_gives_nothing() {
    let played = step_from(0).acts(&["place 5"]);
    assert_eq!(played.board().consorts[0], Consort { square: 1, laps: 0 });
    assert_eq!(played.board().points, [0, 0]);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Lap { .. } | Event::Gained { .. })), 0);
}

#[test]
fn q41_the_way_is_a_loop_in_one_direction() {
    let mut squares = Vec::new();
    let mut scene = step_from(0);
    for _ in 0..13 {
        // Without points, so that nobody wins here.
        scene.position.board.points = [0, 0];
        scene.position.board.tea = 0;
        scene.position.board.kohi = 0;
        scene.position.board.stock = 7;
        let played = scene.pile(&[FLATTERY, BANISHMENT]).acts(&["place 5"]);
        squares.push(played.board().consorts[0].square);
        scene = Scene::from(&played);
    }
    assert_eq!(squares, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1]);
}

#[test]
fn q42_q44_the_first_to_stop_on_tea_takes_its_point_and_draws_nothing() {
    let played = step_from(5).acts(&["place 5"]);
    assert!(played.has(is(Event::TeaBonus { seat: BLUE })));
    let board = played.board();
    assert_eq!((board.points, board.tea, board.stock), ([1, 0], 0, 6));
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Drew { .. } | Event::TeaRest { .. })),
        0
    );
    assert_eq!(played.pile(), 5);
}

#[test]
fn q42_q44_the_first_to_pass_tea_takes_its_point_and_draws_nothing() {
    let played = leap_from(4).acts(&["place 6"]);
    let board = played.board();
    assert_eq!(board.consorts[0].square, 7);
    assert_eq!((board.points, board.tea, board.stock), ([1, 0], 0, 6));
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 1, "only 召見 itself");
}

#[test]
fn q44_the_bonus_is_there_even_when_the_stock_is_empty() {
    let mut scene = step_from(5).points(1, 3, 2);
    scene.position.board.tea = 1;
    scene.position.board.stock = 0;
    let played = scene.acts(&["place 5"]);
    let board = played.board();
    assert_eq!((board.points, board.kohi, board.tea), ([2, 3], 2, 0));
}

#[test]
fn q43_aq10_later_visits_draw_whether_stopping_or_passing() {
    for (scene, card) in [(step_from(5), "place 5"), (leap_from(4), "place 6")] {
        let drawn = usize::from(card == "place 6");
        let played = scene.points(0, 1, 0).pile(&[SUMMONS, FLATTERY, BANISHMENT]);
        let mut played =
            if drawn == 1 { played } else { played.pile(&[FLATTERY, BANISHMENT]) }.play();
        played.act(card);
        assert!(played.has(is(Event::TeaRest { seat: BLUE })));
        assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), drawn + 1);
        assert!(played.has(is(Event::Drew { seat: BLUE, plot: FLATTERY })));
        assert_eq!(played.board().points, [0, 1]);
    }
}

#[test]
fn q43_aq10_the_first_visitor_draws_at_the_second_lap_too() {
    let mut scene = step_from(5).points(1, 0, 0).pile(&[FLATTERY, BANISHMENT]);
    scene.position.board.consorts[0].laps = 1;
    let played = scene.acts(&["place 5"]);
    assert!(played.has(is(Event::Drew { seat: BLUE, plot: FLATTERY })));
    assert_eq!(played.board().points, [1, 0]);
}

#[test]
fn q43_aq24_plots_of_the_tea_square_wait_for_the_end_of_the_movement() {
    // +5 from 4 passes the tea square at 6 and ends on 9.
    let mut played = step_from(4)
        .points(0, 1, 0)
        .card(2, BLUE)
        .palace(PLUS_FIVE, BLUE)
        .pile(&[SUMMONS, FLATTERY, BANISHMENT])
        .play();
    played.act("place 9");
    let at_tea = played.at(|e: &Event| *e == Event::TeaRest { seat: BLUE }).board();
    assert_eq!(at_tea.consorts[0].square, TEA);
    let drawn = played.at(|e: &Event| matches!(e, Event::Drew { .. })).board();
    assert_eq!(drawn.consorts[0].square, 9);
    // The draws belong to the eunuch that caused them, which returns only afterwards. 召見 completes a
    // lap: 9 + 3.
    played.assert_order(
        &[
            Event::TeaRest { seat: BLUE },
            Event::Drew { seat: BLUE, plot: SUMMONS },
            Event::Lap { seat: BLUE, laps: 1 },
            Event::Discarded { plot: SUMMONS },
            Event::Executed { eunuch: weak(BLUE) },
        ]
        .map(is),
    );
}

#[test]
fn q43_aq24_several_visits_in_one_movement_draw_as_many_cards_after_it() {
    let small = file_with(&[("squares = 12", "squares = 3"), ("tea = 6", "tea = 1")]);
    let played = Scene::with(json!({}), Some(&small))
        .points(0, 0, 0)
        .consort(BLUE, 0, 0)
        .hand(BLUE, 1)
        .card(2, BLUE)
        .palace(PLUS_FIVE, BLUE)
        .pile(&[FLATTERY, BANISHMENT, GUIDANCE])
        .acts(&["place 9"]);
    assert_eq!(played.count(|e: &Event| *e == Event::TeaRest { seat: BLUE }), 2);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 2);
    let drawn = played.at(|e: &Event| matches!(e, Event::Drew { .. })).board();
    assert_eq!(drawn.consorts[0], Consort { square: 2, laps: 1 });
}

#[test]
fn q45_aq24_the_first_lap_opens_the_cards_after_its_points() {
    let played = step_from(11).acts(&["place 5"]);
    played.assert_order(
        &[
            Event::Lap { seat: BLUE, laps: 1 },
            Event::Gained { seat: BLUE, gain: Gain::Lap, from: Source::Stock, by: None },
            Event::Gained { seat: BLUE, gain: Gain::Lap, from: Source::Stock, by: None },
            Event::Opened,
            Event::WentHome { eunuch: weak(BLUE), card: 5 },
        ]
        .map(is),
    );
    assert!(played.board().cards.iter().all(|card| card.open));
    let before = played.at(|e: &Event| *e == Event::Lap { seat: BLUE, laps: 1 }).board();
    assert!(!before.cards[0].open && !before.cards[2].open);
}

#[test]
fn q45_aq12_the_cards_turn_at_once_in_the_middle_of_a_movement() {
    let played = leap_from(10).acts(&["place 6"]);
    let opened = played.at(|e: &Event| *e == Event::Opened).board();
    assert_eq!(opened.consorts[0].square, 0, "one more square is to go");
    assert!(opened.cards[0].open && opened.cards[2].open);
}

#[test]
fn q46_aq12_opened_cards_can_be_used_from_the_next_placing_on() {
    let scene = Scene::new().consort(BLUE, 11, 0).hand(BLUE, 1).hand(RED, 1);
    let mut played = scene.play();
    assert_eq!(played.refused("place 1"), "Q-13");
    played.acts(&["place 5", "place 4"]);
    assert!(played.has(is(Event::Opened)));
    assert!(played.legal().contains(&"place 1".to_owned()));
    assert!(played.legal().contains(&"place 3".to_owned()));
    played.acts(&["place 1", "place 2"]);
    assert!(played.has(is(Event::Reached { eunuch: weak(BLUE), card: 1, icon: Icon::Reshuffle })));
}

#[test]
fn q47_the_cards_open_only_once() {
    for (laps_blue, laps_red) in [(1, 0), (0, 1)] {
        let played = step_from(11)
            .open()
            .consort(BLUE, 11, laps_blue)
            .consort(RED, 0, laps_red)
            .acts(&["place 5"]);
        assert!(played.has(is(Event::Lap { seat: BLUE, laps: laps_blue + 1 })));
        assert!(!played.has(is(Event::Opened)));
        assert_eq!(played.board().points, [2, 0]);
    }
}

#[test]
fn q56_aq24_four_points_by_the_first_point_of_a_lap_end_it_there() {
    let played = leap_from(10).points(3, 0, 0).pile(&[SUMMONS, FLATTERY]).acts(&["place 6"]);
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
    let board = played.board();
    assert_eq!((board.points, board.stock), ([4, 0], 3));
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Gained { .. })), 1);
    assert!(!played.has(is(Event::Opened)) && !board.cards[0].open);
    // Ruling AQ26: the board stays as it is.
    assert_eq!(board.consorts[0].square, 0);
    assert_eq!(board.resolving[..], [SUMMONS]);
    assert_eq!(board.cards[5].eunuchs[..], [weak(BLUE)]);
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Discarded { .. } | Event::WentHome { .. })),
        0
    );
}

#[test]
fn q57_two_laps_win() {
    let played = step_from(11).acts(&["place 5"]);
    assert_eq!((played.board().points[0], played.end()), (2, None));
    let played = Scene::from(&played).consort(BLUE, 11, 1).acts(&["place 5"]);
    assert_eq!(played.board().points[0], 4);
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
}

#[test]
fn q9_aq26_the_bonus_may_be_the_fourth_point() {
    let mut scene = leap_from(4).points(3, 0, 0).pile(&[SUMMONS, FLATTERY]);
    scene.position.board.tea = 1;
    scene.position.board.stock -= 1;
    let played = scene.acts(&["place 6"]);
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
    assert_eq!(played.board().consorts[0].square, TEA, "not a step further");
}
