//! The pile of plot cards (策謀), and Xiang Fei (香妃), AQ13, AQ16, AQ26.

use kokyu::{Event, Source};
use serde_json::json;
use zashiki_core::GameState;

use crate::support::*;

fn draws(pile: &[u8]) -> Scene {
    Scene::new().hand(BLUE, 1).pile(pile)
}

#[test]
fn q48_aq13_the_used_up_pile_is_recycled_after_the_last_card_and_kohi_gains() {
    let played = draws(&[FLATTERY]).acts(&["place 6"]);
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: FLATTERY },
            Event::KeptInitiative { seat: BLUE },
            Event::Discarded { plot: FLATTERY },
            Event::Recycled,
            Event::KohiGained { from: Source::Stock, by: None, points: 1 },
            Event::WentHome { eunuch: weak(BLUE), card: 6 },
        ]
        .map(is),
    );
    let board = played.board();
    assert_eq!((board.kohi, board.stock), (1, 5));
    assert!(board.discards.is_empty());
    let mut pile = played.game.position().pile;
    pile.sort_unstable();
    assert_eq!(pile, [0, 1, 2, 3, 4], "the last card too");
}

#[test]
fn q48_the_recycled_pile_is_shuffled() {
    let orders: std::collections::BTreeSet<Vec<u8>> = (0..40)
        .map(|seed| draws(&[FLATTERY]).rng(seed).acts(&["place 6"]).game.position().pile)
        .collect();
    assert!(orders.len() > 25);
}

#[test]
fn q48_a_pile_with_cards_left_is_not_recycled() {
    let played = draws(&[FLATTERY, BANISHMENT]).acts(&["place 6"]);
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Recycled | Event::KohiGained { .. })),
        0
    );
    assert_eq!((played.pile(), played.board().kohi), (1, 0));
}

#[test]
fn q48_aq13_a_draw_from_an_empty_pile_recycles_first_and_the_outer_card_stays_out() {
    // 召見 is the last card; it passes the tea square, so another card is due at once.
    let played = draws(&[SUMMONS]).points(0, 0, 0).consort(BLUE, 4, 0).acts(&["place 6"]);
    let events = played.events();
    let recycled = events.iter().position(|e| *e == Event::Recycled).unwrap();
    let drawn: Vec<usize> = events
        .iter()
        .enumerate()
        .filter(|(_, e)| matches!(e, Event::Drew { .. }))
        .map(|(index, _)| index)
        .collect();
    assert_eq!(drawn.len(), 2);
    assert!(drawn[0] < recycled && recycled < drawn[1]);
    let board = played.at(|e: &Event| *e == Event::Recycled).board();
    assert_eq!(board.resolving[..], [SUMMONS], "it is still being carried out");
    // One new pile gives one point; its four cards minus the drawn one remain.
    assert_eq!((played.board().kohi, played.pile()), (1, 3));
    assert!(board.discards.is_empty());
    assert_eq!(played.board().discards.len(), 2);
    assert_eq!(played.board().discards.last(), Some(&SUMMONS), "the outer card is discarded last");
}

#[test]
fn q48_aq13_recycled_inside_an_outer_card_as_soon_as_the_inner_one_is_discarded() {
    let played = draws(&[SUMMONS, FLATTERY]).points(0, 0, 0).consort(BLUE, 4, 0).acts(&["place 6"]);
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: SUMMONS },
            Event::TeaRest { seat: BLUE },
            Event::Drew { seat: BLUE, plot: FLATTERY },
            Event::Discarded { plot: FLATTERY },
            Event::Recycled,
            Event::KohiGained { from: Source::Stock, by: None, points: 1 },
            Event::Discarded { plot: SUMMONS },
            Event::WentHome { eunuch: weak(BLUE), card: 6 },
        ]
        .map(is),
    );
    assert_eq!((played.board().kohi, played.pile()), (1, 4));
    assert_eq!(played.board().discards[..], [SUMMONS]);
}

#[test]
fn q48_aq13_with_neither_pile_nor_discards_there_is_no_draw_and_no_point() {
    // A single card that passes the tea square while it is resolved.
    let one = file_with_plots(&[("advance_own", 6)]);
    let played = Scene::with(json!({}), Some(&one))
        .points(0, 0, 0)
        .consort(BLUE, 4, 0)
        .hand(BLUE, 1)
        .acts(&["place 6"]);
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: 0 },
            Event::TeaRest { seat: BLUE },
            Event::NothingToDraw { seat: BLUE },
            Event::Discarded { plot: 0 },
            Event::Recycled,
        ]
        .map(is),
    );
    assert_eq!(played.count(|e: &Event| *e == Event::Recycled), 1);
    assert_eq!((played.board().kohi, played.pile()), (1, 1));
}

#[test]
fn q49_aq16_aq26_three_points_of_kohi_end_the_game_at_once_for_nobody() {
    let played = draws(&[FLATTERY]).points(2, 1, 2).card(9, RED).acts(&["place 6"]);
    assert_eq!(played.end(), Some((vec![], "kohi")));
    assert_eq!(played.events().last(), Some(&Event::KohiWon));
    assert_eq!((played.board().kohi, played.game.scores()), (3, vec![2, 1]));
    // Everything stays: the eunuch on its card, and Red's unprocessed one.
    let board = played.board();
    assert_eq!(board.cards[5].eunuchs[..], [weak(BLUE)]);
    assert_eq!(board.cards[8].eunuchs[..], [weak(RED)]);
    assert_eq!(played.refused_to(BLUE, "place 2"), "T-1");
    // Two points are not enough.
    let played = draws(&[FLATTERY]).points(2, 1, 1).acts(&["place 6"]);
    assert_eq!((played.end(), played.board().kohi), (None, 2));
}

#[test]
fn q49_aq26_the_card_due_is_not_drawn_when_kohi_wins_by_the_recycling_before_it() {
    let played = draws(&[SUMMONS]).points(1, 1, 2).consort(BLUE, 4, 0).acts(&["place 6"]);
    assert_eq!(played.end(), Some((vec![], "kohi")));
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 1);
    let board = played.board();
    assert_eq!(board.resolving[..], [SUMMONS]);
    assert_eq!(played.pile(), 4);
}

#[test]
fn q50_in_the_advanced_option_two_points_are_enough() {
    let scene = |goal: u8, kohi| {
        Scene::with(json!({ "kohiGoal": goal }), None)
            .hand(BLUE, 1)
            .pile(&[FLATTERY])
            .points(1, 1, kohi)
    };
    assert_eq!(scene(2, 1).acts(&["place 6"]).end(), Some((vec![], "kohi")));
    assert_eq!(scene(2, 0).acts(&["place 6"]).end(), None);
    assert_eq!(scene(3, 1).acts(&["place 6"]).end(), None);
}
