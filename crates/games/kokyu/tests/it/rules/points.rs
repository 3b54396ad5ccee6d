//! The sources of points, AQ15, AQ28.

use kokyu::{Event, Gain, Kokyu, Precedence, Source};
use serde_json::json;
use zashiki_core::{GameRng, GameState, GameStateExt as _, Turn};

use crate::support::*;

/// A scene with six points in total, so that the stock is soon empty.
pub(super) fn six() -> Scene {
    Scene::with(json!({}), Some(&file_with(&[("total = 7", "total = 6")])))
}

/// A scene in which Blue gains a point by 発動, with these points of Blue, Red and Xiang Fei.
pub(super) fn blue_gains(blue: u8, red: u8, kohi: u8) -> Scene {
    six().points(blue, red, kohi).hand(BLUE, 1).card(5, BLUE).palace(POINT, BLUE)
}

/// The same scene with Red holding the first-move tile.
pub(super) fn blue_gains_while_red_holds(blue: u8, red: u8, kohi: u8) -> Scene {
    blue_gains(blue, red, kohi).initiative(RED)
}

/// The event in which Blue gains a point for this reason from another holder.
fn gained(gain: Gain, from: Source, by: Precedence) -> Event {
    Event::Gained { seat: BLUE, gain, from, by: Some(by) }
}

/// The source of the first gained point.
fn source(played: &Played) -> Option<Source> {
    played.events().into_iter().find_map(|event| match event {
        Event::Gained { from, .. } | Event::KohiGained { from, .. } => Some(from),
        _ => None,
    })
}

#[test]
fn q51_from_the_stock_as_long_as_it_has_any() {
    let played = blue_gains(0, 3, 2).acts(&["place 9"]);
    assert_eq!(source(&played), Some(Source::Stock));
    let board = played.board();
    assert_eq!((board.points, board.kohi, board.stock), ([1, 3], 2, 0));
}

#[test]
fn q51_q52_with_an_empty_stock_from_the_one_who_has_more() {
    // The opponent has more points, with or without the first-move tile.
    for scene in [blue_gains(1, 3, 2), blue_gains_while_red_holds(1, 3, 2)] {
        let played = scene.acts(&["place 9"]);
        assert_eq!(source(&played), Some(Source::Player(RED)));
        let board = played.board();
        assert_eq!((board.points, board.kohi, board.stock), ([2, 2], 2, 0));
    }
    // Xiang Fei has more points.
    let few = file_with(&[("total = 7", "total = 5")]);
    for holder in [BLUE, RED] {
        let played = Scene::with(json!({}), Some(&few))
            .points(2, 1, 2)
            .initiative(holder)
            .hand(BLUE, 1)
            .card(5, BLUE)
            .palace(POINT, BLUE)
            .acts(&["place 9"]);
        assert_eq!(source(&played), Some(Source::Kohi));
        let board = played.board();
        assert_eq!((board.points, board.kohi), ([3, 1], 1));
    }
}

#[test]
fn q53_aq15_equal_and_the_opponent_holds_initiative_so_from_kohi() {
    let played = blue_gains_while_red_holds(2, 2, 2).acts(&["place 9"]);
    assert_eq!(source(&played), Some(Source::Kohi));
    let board = played.board();
    assert_eq!((board.points, board.kohi), ([3, 2], 1));
    assert_eq!(board.round, 2, "nothing was asked");
}

#[test]
fn q54_aq15_equal_and_neither_holds_initiative_so_the_taker_chooses() {
    let played = blue_gains(2, 2, 2).acts(&["place 9"]);
    assert_eq!((played.awaited(), played.asked_by()), (Some(BLUE), "Q-54"));
    assert_eq!(played.legal(), ["take player", "take kohi"]);
    assert_eq!(played.refused_to(RED, "take kohi"), "T-2");
    assert_eq!(played.refused("move"), "T-4");
    let mut from_player = Played::from(played.game.clone());
    from_player.act("take player");
    assert_eq!(from_player.board().points, [3, 1]);
    assert_eq!(from_player.board().kohi, 2);
    assert!(from_player.has(is(gained(Gain::Square, Source::Player(RED), Precedence::Choice))));
    let mut from_kohi = Played::from(played.game.clone());
    from_kohi.act("take kohi");
    assert_eq!(from_kohi.board().points, [3, 2]);
    assert_eq!(from_kohi.board().kohi, 1);
    assert!(from_kohi.has(is(gained(Gain::Square, Source::Kohi, Precedence::Choice))));
}

#[test]
fn q51_aq15_with_nobody_to_take_from_nothing_is_gained() {
    let few = file_with(&[("total = 7", "total = 4"), ("goal = 4", "goal = 4")]);
    let mut scene =
        Scene::with(json!({}), Some(&few)).hand(BLUE, 1).card(2, BLUE).palace(POINT, BLUE);
    // Blue has three of four points; the fourth is on the tea square, which is never a source
    // (AQ28).
    let board = &mut scene.position.board;
    (board.points, board.stock, board.tea, board.kohi) = ([3, 0], 0, 1, 0);
    let played = scene.acts(&["place 9"]);
    assert!(played.has(is(Event::NothingToGain { seat: Some(BLUE) })));
    let board = played.board();
    assert_eq!((board.points, board.tea, played.end()), ([3, 0], 1, None));
}

#[test]
fn q52_aq15_aq28_the_tea_point_is_never_taken() {
    // Stock 0, Red 2, Xiang Fei 1, and one point on the tea square, which has no owner yet.
    let mut scene = blue_gains(2, 2, 1);
    (scene.position.board.tea, scene.position.board.stock) = (1, 0);
    let played = scene.acts(&["place 9"]);
    assert_eq!((source(&played), played.board().tea), (Some(Source::Player(RED)), 1));
}

#[test]
fn q48_aq15_kohi_takes_from_the_player_with_more_when_the_stock_is_empty() {
    for (blue, red, from) in [(3, 1, BLUE), (1, 3, RED)] {
        for holder in [BLUE, RED] {
            let played = six()
                .points(blue, red, 2)
                .initiative(holder)
                .hand(holder, 1)
                .pile(&[BANISHMENT])
                .acts(&["place 6"]);
            assert_eq!(source(&played), Some(Source::Player(from)), "{holder} holds");
            assert_eq!(played.board().points[from.index()], 2);
            assert_eq!(played.end(), Some((vec![], "kohi")));
        }
    }
}

#[test]
fn q48_aq15_kohi_takes_from_the_one_without_initiative_if_equal() {
    for (holder, points) in [(BLUE, [2, 1]), (RED, [1, 2])] {
        let few = file_with(&[("total = 7", "total = 4")]);
        let played = Scene::with(json!({}), Some(&few))
            .points(2, 2, 0)
            .initiative(holder)
            .hand(holder, 1)
            .pile(&[BANISHMENT])
            .acts(&["place 6"]);
        assert_eq!(source(&played), Some(Source::Player(holder.other())));
        assert_eq!((played.board().points, played.board().kohi), (points, 1));
    }
}

#[test]
fn q48_aq15_kohi_gains_nothing_from_an_empty_stock_if_the_option_says_so() {
    let recycle = |points: [u8; 3]| {
        Scene::with(json!({ "kohiTakes": "nothing" }), None)
            .points(points[0], points[1], points[2])
            .hand(BLUE, 1)
            .pile(&[BANISHMENT])
            .acts(&["place 6"])
    };
    let played = recycle([3, 2, 2]);
    assert!(played.has(is(Event::Recycled)) && played.has(is(Event::NothingToGain { seat: None })));
    assert_eq!((played.board().points, played.board().kohi, played.end()), ([3, 2], 2, None));
    // From a stock with points she gains as usual.
    let played = recycle([3, 1, 2]);
    assert_eq!((source(&played), played.end()), (Some(Source::Stock), Some((vec![], "kohi"))));
}

#[test]
fn q48_aq15_aq28_kohi_gains_nothing_if_the_players_have_nothing() {
    let few = file_with(&[("total = 7", "total = 3"), ("goal = 4", "goal = 3")]);
    let mut scene = Scene::with(json!({}), Some(&few)).hand(BLUE, 1).pile(&[FLATTERY]);
    let board = &mut scene.position.board;
    (board.points, board.stock, board.tea, board.kohi) = ([0, 0], 0, 1, 2);
    let played = scene.acts(&["place 6"]);
    assert!(played.has(is(Event::NothingToGain { seat: None })));
    assert!(played.has(is(Event::Recycled)), "the pile is new all the same");
    assert_eq!((played.board().kohi, played.board().tea, played.end()), (2, 1, None));
}

#[test]
fn q52_q54_aq15_a_lap_is_taken_point_by_point() {
    // Red 3, Xiang Fei 2, Blue 1, stock 0: the first point comes from Red, who then equals Xiang
    // Fei.
    let mut played = six()
        .points(1, 3, 2)
        .consort(BLUE, 10, 0)
        .hand(BLUE, 1)
        .pile(&[SUMMONS, FLATTERY])
        .acts(&["place 6"]);
    assert_eq!(source(&played), Some(Source::Player(RED)));
    assert_eq!((played.awaited(), played.asked_by()), (Some(BLUE), "Q-54"));
    // Ruling AQ24: the choice interrupts the advance, with the consort on the start square and the
    // cards face down.
    let board = played.board();
    assert_eq!((board.points, board.consorts[0].square), ([2, 2], 0));
    assert!(!board.cards[2].open);
    played.act("take kohi");
    let board = played.board();
    assert_eq!((board.points, board.kohi, board.consorts[0].square), ([3, 2], 1, 1));
    assert!(board.cards[2].open);
    played.assert_order(
        &[
            gained(Gain::Lap, Source::Player(RED), Precedence::More),
            gained(Gain::Lap, Source::Kohi, Precedence::Choice),
            Event::Opened,
        ]
        .map(is),
    );
}

#[test]
fn q51_aq15_the_last_of_the_stock_and_then_from_somebody() {
    let played = six().points(0, 3, 2).consort(BLUE, 11, 0).hand(BLUE, 1).acts(&["place 5"]);
    played.assert_order(
        &[
            Event::Gained { seat: BLUE, gain: Gain::Lap, from: Source::Stock, by: None },
            gained(Gain::Lap, Source::Player(RED), Precedence::More),
        ]
        .map(is),
    );
    assert_eq!(played.board().points, [2, 2]);
}

#[test]
fn q53_initiative_taken_in_the_same_round_decides() {
    // Blue takes the first-move tile on card 2 before the point is gained: now Blue may choose.
    let mut played = six()
        .points(2, 2, 2)
        .initiative(RED)
        .hand(BLUE, 1)
        .card(2, BLUE)
        .palace(POINT, BLUE)
        .acts(&["place 9"]);
    assert_eq!(played.legal(), ["take player", "take kohi"]);
    played.act("take player");
    assert_eq!(played.board().points, [3, 1]);
}

#[test]
fn q55_points_are_neither_made_nor_lost() {
    let config = setup_with(json!({}), None).unwrap();
    for seed in 0..150 {
        let mut rng = GameRng::from_seed(seed);
        let mut game = Kokyu::deal(&config, rng.fork(), None);
        while let Turn::Awaiting(seats) = game.turn() {
            let legal = game.legal(seats.first().unwrap());
            game.play(seats.first().unwrap(), *rng.pick(&legal), None).unwrap();
            let board = game.position().board;
            let sum = board.stock + board.tea + board.kohi + board.points[0] + board.points[1];
            assert_eq!(sum, 7);
        }
    }
    // A position with more or fewer points is rejected.
    for stock in [5, 7] {
        let mut scene = Scene::new().hand(BLUE, 1);
        scene.position.board.stock = stock;
        assert!(scene.refusal().contains("points in all instead of 7"));
    }
}

#[test]
fn q52_aq15_one_who_has_nothing_shields_nobody_who_has() {
    let total = |count: u8| file_with(&[("total = 7", &format!("total = {count}"))]);
    // A gaining seat: Red has no point and Xiang Fei two, and vice versa.
    for (red, kohi, from) in [(0, 2, Source::Kohi), (2, 0, Source::Player(RED))] {
        let played = Scene::with(json!({}), Some(&total(4)))
            .points(2, red, kohi)
            .hand(BLUE, 1)
            .card(5, BLUE)
            .palace(POINT, BLUE)
            .acts(&["place 9"]);
        assert_eq!((source(&played), played.board().points[0]), (Some(from), 3));
    }
    // Xiang Fei: only one of the players has points, with or without the first-move tile.
    for (blue, red, from) in [(3, 0, BLUE), (0, 3, RED)] {
        let played = Scene::with(json!({}), Some(&total(4)))
            .points(blue, red, 1)
            .hand(BLUE, 1)
            .pile(&[FLATTERY])
            .acts(&["place 6"]);
        assert_eq!((source(&played), played.board().kohi), (Some(Source::Player(from)), 2));
    }
}

/// The number of points taken from a holder in a random match, on average over 400 matches.
fn stolen(total: u8) -> f64 {
    let file = file_with(&[("total = 7", &format!("total = {total}"))]);
    let config = setup_with(json!({}), Some(&file)).unwrap();
    let mut stolen = 0;
    for seed in 0..400 {
        let mut rng = GameRng::from_seed(seed);
        let mut log: Vec<Event> = Vec::new();
        let mut game = Kokyu::deal(&config, rng.fork(), Some(&mut log));
        while let Turn::Awaiting(seats) = game.turn() {
            let legal = game.legal(seats.first().unwrap());
            game.play(seats.first().unwrap(), *rng.pick(&legal), Some(&mut log)).unwrap();
        }
        let taken = |event: &&Event| matches!(event, Event::Gained { from, .. } | Event::KohiGained { from, .. } if *from != Source::Stock);
        stolen += log.iter().filter(taken).count();
    }
    f64::from(stolen as u32) / 400.0
}

/// Compares random matches with six, seven and eight points: the reason for seven (RULES.md, “What is
/// reconstructed”).
#[test]
fn q51_with_seven_points_the_stock_runs_out_now_and_then() {
    let [six, seven, eight] = [6, 7, 8].map(stolen);
    println!("stolen in a random game: {six} of six points, {seven} of seven, {eight} of eight");
    assert!(six > 1.2 && (0.4..1.0).contains(&seven) && eight < 0.4, "{six} {seven} {eight}");
}
