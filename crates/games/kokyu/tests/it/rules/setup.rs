//! Set-up and course of the game.

use std::collections::BTreeSet;

use kokyu::{Board, Consort, End, Event, Group, Kokyu};
use serde_json::json;
use zashiki_core::{GameConfig as _, GameState, GameStateExt as _, Viewer};

use crate::support::*;

fn laid() -> Board {
    Played::deal(json!({}), 1).board()
}

#[test]
fn q1_nine_cards_in_the_order_of_their_numbers() {
    let config = setup_with(json!({}), None).unwrap();
    let numbers = config.components()["card"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["number"].as_u64().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // The numbers of notation are those of the cards: `place 5` places on the fifth card.
    let played = Scene::new().hand(BLUE, 1).play();
    for number in [2, 4, 5, 6, 7, 8, 9] {
        let mut game = Played::from(played.game.clone());
        game.act(&format!("place {number}"));
        let placed = game.at(|event: &Event| matches!(event, Event::Placed { .. })).board();
        assert_eq!(placed.cards[number - 1].eunuchs[..], [weak(BLUE)]);
        let icon = game.game.config().components.cards[number - 1].icon;
        assert!(game.has(is(Event::Reached { eunuch: weak(BLUE), card: number as u8, icon })));
    }
}

#[test]
fn q2_only_one_and_three_begin_face_down() {
    let open: Vec<bool> = laid().cards.iter().map(|card| card.open).collect();
    assert_eq!(open, [false, true, false, true, true, true, true, true, true]);
}

#[test]
fn q3_one_point_on_the_tea_square_and_the_rest_in_stock() {
    let board = laid();
    assert_eq!((board.tea, board.stock), (1, 6));
    assert_eq!((board.points, board.kohi), ([0, 0], 0));
    let more = file_with(&[("total = 7", "total = 9")]);
    let board = Scene::with(json!({}), Some(&more)).play().board();
    assert_eq!((board.tea, board.stock), (1, 8));
}

#[test]
fn q4_five_plots_shuffled_and_hidden() {
    let mut orders = BTreeSet::new();
    let mut firsts = [0; 5];
    for seed in 0..500 {
        let position = Played::deal(json!({}), seed).game.position();
        let mut plots = position.pile.clone();
        firsts[usize::from(*plots.last().unwrap())] += 1;
        plots.sort_unstable();
        assert_eq!(plots, [0, 1, 2, 3, 4]);
        assert!(position.board.discards.is_empty() && position.board.resolving.is_empty());
        orders.insert(position.pile);
    }
    // 500 fair shuffles leave out 1.8 of the 120 orders on average.
    assert!(orders.len() > 105, "only {} orders", orders.len());
    assert!(firsts.iter().all(|count| (60..=140).contains(count)), "{firsts:?}");
    // The view is the same for every order of the pile.
    let view =
        |pile: &[u8]| Scene::new().hand(BLUE, 1).pile(pile).play().game.view(Viewer::Seat(BLUE));
    assert_eq!(view(&[0, 1, 2, 3, 4]), view(&[4, 2, 0, 1, 3]));
}

#[test]
fn q5_kohi_begins_without_points() {
    assert_eq!(laid().kohi, 0);
}

#[test]
fn q6_three_weak_eunuchs_for_blue_and_red() {
    let board = laid();
    assert_eq!(board.hands, [Group { weak: 3, strong: 0 }; 2]);
    let names = Kokyu::info().seat_names;
    assert_eq!([&*names[0].en, &*names[1].en], ["Blue", "Red"]);
    assert_eq!([&*names[0].ja, &*names[1].ja], ["青", "赤"]);
    assert!(board.palace.iter().flatten().all(|group| group.total() == 0));
}

#[test]
fn q7_both_consorts_on_start() {
    assert_eq!(laid().consorts, [Consort { square: 0, laps: 0 }; 2]);
}

#[test]
fn q8_aq19_one_first_holder_drawn_or_chosen() {
    for (word, seat) in [("seat0", BLUE), ("seat1", RED)] {
        for seed in 0..20 {
            let played = Played::deal(json!({ "firstSeat": word }), seed);
            assert_eq!(played.board().initiative, seat);
            assert_eq!(played.events()[0], Event::Dealt { seat });
        }
    }
    let blues =
        (0..200).filter(|seed| Played::deal(json!({}), *seed).board().initiative == BLUE).count();
    assert!((65..=135).contains(&blues), "blue began {blues} of 200");
}

#[test]
fn q9_four_points_win_at_once() {
    let played = Scene::new().points(3, 3, 1).hand(BLUE, 1).palace(POINT, BLUE).acts(&["place 9"]);
    // Blue's eunuch on the entry is a choice beside the one on the point square.
    assert_eq!(played.end(), None);
    let mut played = played;
    let stock = played.board().stock;
    assert_eq!(stock, 0);
    played.act("activate 5");
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
    assert_eq!(played.events().last(), Some(&Event::Won { seat: BLUE }));
    // Three points are not enough.
    let mut played = Scene::new().points(2, 3, 0).hand(BLUE, 1).palace(POINT, BLUE).play();
    played.acts(&["place 9", "activate 5"]);
    assert_eq!((played.board().points[0], played.end()), (3, None));
}

#[test]
fn q10_rounds_of_placing_and_processing() {
    let mut played = Played::deal(json!({ "firstSeat": "seat0" }), 1);
    played.acts(&["place 2", "place 4", "place 7", "place 8", "place 9"]);
    assert!(!played.has(is(Event::Processing)));
    assert!(!played.events().iter().any(|event| matches!(event, Event::Reached { .. })));
    played.act("place 5");
    played.assert_order(
        &[
            Event::Round { round: 1, first: BLUE },
            Event::Processing,
            Event::Round { round: 2, first: BLUE },
        ]
        .map(is),
    );
    assert_eq!(played.board().round, 2);
    // All eunuchs are in hand, and placing begins again.
    assert_eq!(played.board().hands, [Group { weak: 3, strong: 0 }; 2]);
    assert!(played.legal().iter().all(|action| action.starts_with("place ")));
    let second = played.frames.len();
    played.acts(&["place 2", "place 4", "place 7", "place 8", "place 9", "place 6"]);
    let later: Vec<Event> = played.events()[second..].to_vec();
    assert_eq!(later.iter().filter(|event| **event == Event::Processing).count(), 1);
    assert!(later.contains(&Event::Round { round: 3, first: BLUE }));
}

#[test]
fn q10_aq27_after_the_agreed_rounds_the_game_is_void() {
    let scene = |round| Scene::with(json!({ "maxRounds": 7 }), None).hand(BLUE, 1).round(round);
    let played = scene(7).acts(&["place 2"]);
    assert_eq!(played.end(), Some((vec![], "rounds")));
    assert_eq!(played.events().last(), Some(&Event::RoundsOver));
    assert_eq!(scene(6).acts(&["place 2"]).end(), None);
    // The default is 100.
    let played = Scene::new().hand(BLUE, 1).round(99).acts(&["place 2"]);
    assert_eq!((played.end(), played.board().round), (None, 100));
    assert_eq!(Scene::from(&played).acts(&["place 2"]).end(), Some((vec![], "rounds")));
}

/// If all of Red's eunuchs are in the palace, Blue alone can let the rounds run out.
#[test]
fn q10_aq27_one_player_alone_can_force_a_void_game() {
    let mut played = Scene::with(json!({ "maxRounds": 5 }), None).hand(BLUE, 1).play();
    for round in 1..=5 {
        assert_eq!((played.board().round, played.awaited()), (round, Some(BLUE)));
        played.act("place 2");
    }
    assert_eq!(played.end(), Some((vec![], "rounds")));
}

/// Ruling AQ26 for every end: no action is legal afterwards.
#[test]
fn q9_aq26_after_the_end_nothing_may_be_done() {
    let played = Scene::new().points(3, 0, 0).consort(BLUE, 11, 0).hand(BLUE, 1).acts(&["place 5"]);
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
    assert!(played.legal().is_empty());
    assert_eq!(played.refused_to(BLUE, "place 2"), "T-1");
    assert_eq!(played.refused_to(RED, "move"), "T-1");
}

/// A decision that was pending when the match ended is not requested.
#[test]
fn q9_aq26_nobody_is_asked_after_the_end() {
    let mut scene = Scene::new().hand(BLUE, 1).points(4, 0, 0);
    scene.position.board.end = Some(End::Favour { seat: BLUE });
    let played = scene.play();
    assert_eq!(played.end(), Some((vec![BLUE], "favour")));
    assert!(played.game.prompt(BLUE).is_none() && played.legal().is_empty());
    assert_eq!(played.refused_to(BLUE, "place 2"), "T-1");
    let actions = played.game.legal(BLUE);
    assert!(actions.is_empty());
}
