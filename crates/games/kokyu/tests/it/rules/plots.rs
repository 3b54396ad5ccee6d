//! The reconstructed plot cards (策謀; AQ20), and moving backwards (AQ25).

use kokyu::{Consort, Effect, Event, Group};
use serde_json::json;

use crate::support::*;

fn draw(plot: u8) -> Scene {
    let other = if plot == SLANDER { FLATTERY } else { SLANDER };
    Scene::new().hand(BLUE, 1).pile(&[plot, other])
}

#[test]
fn q26_plots_are_numbered_as_the_tests_say() {
    let config = setup_with(json!({}), None).unwrap();
    let effects =
        [SUMMONS, SLANDER, FLATTERY, BANISHMENT, GUIDANCE].map(|plot| effect(&config, plot));
    let wanted = [
        Effect::AdvanceOwn,
        Effect::PushBackOpponent,
        Effect::TakeInitiative,
        Effect::BanishOpponent,
        Effect::AdvancePalaceOwn,
    ];
    assert_eq!(effects, wanted);
}

#[test]
fn q26_aq20_summons_advances_the_own_consort_three_squares() {
    let played = draw(SUMMONS).consort(RED, 2, 0).acts(&["place 6"]);
    assert_eq!(played.board().consorts.map(|consort| consort.square), [3, 2]);
}

#[test]
fn q26_aq20_slander_pushes_the_opponents_consort_back_two_squares() {
    let played = draw(SLANDER).consort(BLUE, 5, 0).consort(RED, 5, 1).acts(&["place 6"]);
    assert_eq!(played.board().consorts[0], Consort { square: 5, laps: 0 });
    assert_eq!(played.board().consorts[1], Consort { square: 3, laps: 1 });
    assert!(played.has(is(Event::PushedBack { seat: RED, from: 5, to: 3 })));
}

#[test]
fn q26_aq25_pushing_back_stops_on_start_and_undoes_no_lap() {
    let played = draw(SLANDER).consort(RED, 1, 1).acts(&["place 6"]);
    assert_eq!(played.board().consorts[1], Consort { square: 0, laps: 1 });
    // A consort on the start square stays.
    let played = draw(SLANDER).consort(RED, 0, 0).acts(&["place 6"]);
    assert_eq!(played.board().consorts[1], Consort { square: 0, laps: 0 });
    assert_eq!(played.board().points, [0, 0]);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Lap { .. } | Event::Gained { .. })), 0);
}

#[test]
fn q26_aq25_moving_backwards_over_or_onto_the_tea_square_triggers_nothing() {
    for square in [TEA + 1, TEA + 2] {
        for tea in [0, 1] {
            let mut scene = draw(SLANDER).consort(RED, square, 0);
            scene.position.board.tea = tea;
            scene.position.board.stock = 7 - tea;
            let played = scene.acts(&["place 6"]);
            assert_eq!(played.board().consorts[1].square, square - 2);
            assert_eq!((played.board().tea, played.board().points), (tea, [0, 0]));
            assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 1);
        }
    }
}

#[test]
fn q43_aq25_passing_tea_forward_again_is_a_later_visit() {
    // Red took the bonus, is moved back from 7 to 5, and comes to 6 again.
    let played = draw(SLANDER)
        .points(0, 1, 0)
        .pile(&[SLANDER, FLATTERY, BANISHMENT])
        .consort(RED, 7, 0)
        .palace(PLUS_ONE, RED)
        .card(9, RED)
        .acts(&["place 6", "activate 1"]);
    assert_eq!(played.board().consorts[1].square, TEA);
    assert!(played.has(is(Event::Drew { seat: RED, plot: FLATTERY })));
    assert_eq!(played.board().points, [0, 1]);
}

#[test]
fn q39_aq25_a_consort_pushed_back_to_start_laps_only_by_going_round() {
    let played = draw(SLANDER)
        .consort(RED, 1, 0)
        .palace(PLUS_ONE, RED)
        .card(9, RED)
        .acts(&["place 6", "activate 1"]);
    assert_eq!(played.board().consorts[1], Consort { square: 1, laps: 0 });
    assert_eq!(played.board().points, [0, 0]);
}

#[test]
fn q26_aq20_flattery_takes_initiative() {
    let played = draw(FLATTERY).initiative(RED).hand(RED, 1);
    let mut played = played.play();
    played.acts(&["place 5", "place 6"]);
    assert!(played.has(is(Event::TookInitiative { seat: BLUE })));
    assert_eq!(played.board().initiative, BLUE);
    let played = draw(FLATTERY).acts(&["place 6"]);
    assert!(played.has(is(Event::KeptInitiative { seat: BLUE })));
    assert_eq!(played.board().initiative, BLUE);
}

#[test]
fn q26_aq20_banishment_sends_all_palace_eunuchs_of_the_opponent_home() {
    let played =
        draw(BANISHMENT).palace(POINT, RED).strong_palace(PLUS_ONE, RED).acts(&["place 6"]);
    let board = played.board();
    assert_eq!(board.hands[1], Group { weak: 2, strong: 1 });
    assert!(board.palace.iter().all(|groups| groups[1].total() == 0));
    assert_eq!(board.palace[0][0].weak, 2, "blue's own stay");
    assert_eq!(board.points, [0, 0]);
}

#[test]
fn q26_aq20_guidance_advances_the_own_palace_eunuchs_and_may_reach_forced_return() {
    let played = draw(GUIDANCE).palace(POINT, BLUE).palace(POINT, RED).acts(&["place 6"]);
    let board = played.board();
    assert!(played.has(is(Event::PalaceAdvanced { seat: Some(BLUE), steps: 1 })));
    assert!(played.has(is(Event::SentBack { eunuch: weak(BLUE) })));
    assert_eq!(board.palace[1].map(Group::total), [1, 0]);
    assert_eq!(board.palace[0].map(Group::total), [0, 2]);
    assert_eq!(board.palace[POINT].map(Group::total), [0, 1]);
    assert_eq!(board.hands[0].weak, 2);
    assert_eq!(board.points, [0, 0]);
}

/// A scene in which Blue will draw a plot card with this effect.
fn draw_other(effect: &str, amount: u8) -> Scene {
    let file = file_with_plots(&[(effect, amount), ("take_initiative", 0)]);
    Scene::with(json!({}), Some(&file)).hand(BLUE, 1).pile(&[0, 1])
}

#[test]
fn q26_aq30_other_plots_draw_further_cards_one_after_the_other() {
    let file =
        file_with_plots(&[("draw", 2), ("take_initiative", 0), ("reshuffle", 0), ("reshuffle", 0)]);
    let played =
        Scene::with(json!({}), Some(&file)).hand(BLUE, 1).pile(&[0, 1, 2, 3]).acts(&["place 6"]);
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: 0 },
            Event::Drew { seat: BLUE, plot: 1 },
            Event::Discarded { plot: 1 },
            Event::Drew { seat: BLUE, plot: 2 },
            Event::Reshuffled,
            Event::Discarded { plot: 2 },
            Event::Discarded { plot: 0 },
        ]
        .map(is),
    );
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 3);
    assert_eq!(played.board().kohi, 0, "shuffling is not recycling (Q-20)");
}

#[test]
fn q37_aq30_a_plot_may_bring_a_point() {
    let played = draw_other("gain_point", 0).acts(&["place 6"]);
    assert_eq!((played.board().points, played.board().stock), ([1, 0], 5));
    // With the stock empty the point comes from another holder, and the seat may have to choose.
    let mut scene = draw_other("gain_point", 0).points(2, 2, 2);
    (scene.position.board.tea, scene.position.board.stock) = (1, 0);
    let mut played = scene.acts(&["place 6"]);
    assert_eq!(played.legal(), ["take player", "take kohi"]);
    assert_eq!(played.board().resolving[..], [0], "the card is still being carried out");
    played.act("take kohi");
    assert_eq!((played.board().points, played.board().kohi), ([3, 2], 1));
    assert_eq!(played.board().discards[..], [0]);
}

#[test]
fn q19_aq30_a_plot_may_shuffle_pile_and_discards() {
    let file = file_with_plots(&[("reshuffle", 0), ("take_initiative", 0), ("take_initiative", 0)]);
    let played = Scene::with(json!({}), Some(&file)).hand(BLUE, 1).pile(&[0, 1]).acts(&["place 6"]);
    assert!(played.has(is(Event::Reshuffled)));
    assert_eq!((played.pile(), played.board().kohi), (2, 0));
    assert_eq!(played.board().discards[..], [0], "it is itself discarded afterwards");
}

#[test]
fn q28_aq30_a_plot_may_advance_everybodys_palace_eunuchs() {
    let played = draw_other("advance_palace", 2).palace(POINT, RED).acts(&["place 6"]);
    assert!(played.has(is(Event::PalaceAdvanced { seat: None, steps: 2 })));
    assert!(played.has(is(Event::SentBack { eunuch: weak(RED) })));
    assert_eq!(played.board().palace[2].map(Group::total), [2, 2]);
}

#[test]
fn q26_nothing_is_said_to_move_where_nobody_is() {
    let home = |plot| {
        Scene::new()
            .hand(BLUE, 3)
            .hand(RED, 3)
            .pile(&[plot, SUMMONS])
            .acts(&["place 6", "place 2", "place 4", "place 5", "place 9", "place 8"])
    };
    let played = home(BANISHMENT);
    assert!(played.has(is(Event::PalaceEmpty { seat: Some(RED) })));
    assert!(!played.has(is(Event::Banished { seat: RED })));
    assert!(home(GUIDANCE).has(is(Event::PalaceEmpty { seat: Some(BLUE) })));
    // 殿進 and 発動 of the same round.
    assert!(played.has(is(Event::PalaceEmpty { seat: None })));
    assert!(played.has(is(Event::NobodyToActivate)) && !played.has(is(Event::Activated)));
}
