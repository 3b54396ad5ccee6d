//! The palace (殿内): the squares, the order of 発動, and the full palace.

use kokyu::{Event, Group, Kokyu, Square};
use serde_json::json;
use zashiki_core::{GameRng, GameState, GameStateExt as _, Turn};

use crate::support::*;

/// A scene in which Blue will place its last eunuch. Another is on this palace square, and the third
/// on a card without effect. Red's eunuchs wait in the palace.
fn blue_on(square: usize) -> Scene {
    Scene::new().hand(BLUE, 1).card(2, BLUE).palace(square, BLUE)
}

#[test]
fn q32_plus_one() {
    let played = blue_on(PLUS_ONE).acts(&["place 9"]);
    assert!(played.has(is(Event::Advances { seat: BLUE, from: 0, steps: 1 })));
    assert_eq!(played.board().consorts.map(|consort| consort.square), [1, 0]);
    assert_eq!(played.board().hands[0].weak, 3);
}

#[test]
fn q33_aq18_three_squares_if_the_owner_wants() {
    let mut played = blue_on(CHOICE).acts(&["place 9"]);
    assert_eq!((played.awaited(), played.asked_by()), (Some(BLUE), "Q-33"));
    assert_eq!(played.legal(), ["move", "draw"]);
    assert_eq!(played.refused("place 2"), "T-4");
    assert_eq!(played.refused_to(RED, "move"), "T-2");
    played.act("move");
    assert_eq!(played.board().consorts[0].square, 3);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 0);
    assert!(played.has(is(Event::Executed { eunuch: weak(BLUE) })));
}

#[test]
fn q33_aq18_or_two_plots_one_after_the_other() {
    let mut played =
        blue_on(CHOICE).pile(&[SLANDER, SUMMONS, GUIDANCE]).consort(RED, 5, 0).acts(&["place 9"]);
    played.act("draw");
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: SLANDER },
            Event::Discarded { plot: SLANDER },
            Event::Drew { seat: BLUE, plot: SUMMONS },
            Event::Discarded { plot: SUMMONS },
            Event::Executed { eunuch: weak(BLUE) },
        ]
        .map(is),
    );
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 2);
    // The cards' own effects and no other movement.
    assert_eq!(played.board().consorts.map(|consort| consort.square), [3, 3]);
}

#[test]
fn q33_q48_aq18_the_first_plot_is_done_with_recycling_before_the_second() {
    let mut played = blue_on(CHOICE).pile(&[SLANDER]).acts(&["place 9"]);
    played.act("draw");
    let drawn = played.count(|e: &Event| matches!(e, Event::Drew { .. }));
    assert_eq!(drawn, 2);
    let events = played.events();
    let at = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let recycled = at(&|e| *e == Event::Recycled);
    assert!(at(&|e| *e == Event::Discarded { plot: SLANDER }) < recycled);
    assert!(recycled < events.iter().rposition(|e| matches!(e, Event::Drew { .. })).unwrap());
    assert_eq!(played.board().kohi, 1);
}

#[test]
fn q34_plus_five() {
    let played = blue_on(PLUS_FIVE).acts(&["place 9"]);
    assert!(played.has(is(Event::Advances { seat: BLUE, from: 0, steps: 5 })));
    assert_eq!(played.board().consorts[0].square, 5);
}

#[test]
fn q35_the_eunuch_becomes_strong_goes_home_and_stays_so() {
    let mut played = blue_on(STRENGTH).acts(&["place 9"]);
    assert!(played.has(is(Event::Promoted { seat: BLUE })));
    assert!(played.has(is(Event::Executed { eunuch: strong(BLUE) })));
    assert_eq!(played.board().hands[0], Group { weak: 2, strong: 1 });
    // Only a hand with both kinds is asked which of them.
    let asks = |played: &Played| {
        played.game.prompt(BLUE).unwrap().0.en.contains("a weak or a strong eunuch")
    };
    assert!(asks(&played) && !asks(&blue_on(STRENGTH).play()));
    // In the next round it is placed, processed, and returns to the hand strong.
    played.acts(&["place 5 strong", "place 4", "place 2", "place 8", "place 7", "place 9"]);
    assert!(played.has(is(Event::WentHome { eunuch: strong(BLUE), card: 5 })));
    assert_eq!(played.board().hands[0].strong, 1);
    // It enters the palace, its square is resolved, and it returns.
    let played = Scene::new().strong_hand(BLUE).hand(RED, 1).acts(&["place 7 strong", "place 2"]);
    assert_eq!(played.board().palace[0][0], Group { weak: 2, strong: 1 });
    let played =
        Scene::new().hand(BLUE, 1).card(2, BLUE).strong_palace(PLUS_ONE, BLUE).acts(&["place 9"]);
    assert_eq!(played.board().hands[0], Group { weak: 2, strong: 1 });
    let played = Scene::new().hand(BLUE, 1).strong_palace(POINT, BLUE).acts(&["place 8"]);
    assert_eq!(played.board().hands[0], Group { weak: 1, strong: 1 });
}

#[test]
fn q36_aq6_nothing_happens_to_a_strong_one_but_it_goes_home() {
    let played =
        Scene::new().hand(BLUE, 1).card(2, BLUE).strong_palace(STRENGTH, BLUE).acts(&["place 9"]);
    assert!(played.has(is(Event::AlreadyStrong { seat: BLUE })));
    assert!(!played.has(is(Event::Promoted { seat: BLUE })));
    assert!(played.has(is(Event::Executed { eunuch: strong(BLUE) })));
    assert_eq!(played.board().hands[0], Group { weak: 2, strong: 1 });
    assert!(played.board().palace.iter().all(|groups| groups[0].total() == 0));
}

#[test]
fn q37_one_point_from_the_point_square() {
    let played = blue_on(POINT).acts(&["place 9"]);
    assert_eq!((played.board().points, played.board().stock), ([1, 0], 5));
    assert_eq!(played.board().consorts[0].square, 0);
}

#[test]
fn q38_aq8_who_stops_on_forced_return_goes_home_without_activation() {
    let played = Scene::new()
        .hand(BLUE, 1)
        .palace(POINT, BLUE)
        .palace(POINT, RED)
        .strong_palace(POINT, RED)
        .card(9, RED)
        .acts(&["place 8"]);
    played.assert_order(
        &[
            Event::PalaceAdvanced { seat: None, steps: 1 },
            Event::SentBack { eunuch: weak(BLUE) },
            Event::SentBack { eunuch: weak(RED) },
            Event::SentBack { eunuch: strong(RED) },
            // At once, before any other task.
            Event::WentHome { eunuch: weak(BLUE), card: 8 },
        ]
        .map(is),
    );
    let board =
        played.at(|e: &Event| *e == Event::WentHome { eunuch: weak(BLUE), card: 8 }).board();
    assert_eq!(board.hands, [Group { weak: 2, strong: 0 }, Group { weak: 1, strong: 1 }]);
    assert_eq!(played.board().palace[6], [Group::default(); 2]);
    assert_eq!(played.board().points, [0, 0], "leaving the point square is not executing it");
}

#[test]
fn q29_aq6_on_the_entry_square_activation_does_nothing_but_sends_home() {
    let played = Scene::new().hand(BLUE, 1).hand(RED, 1).acts(&["place 9", "place 5"]);
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Executes { kind: Square::Entry, .. })),
        4
    );
    assert_eq!(played.board().hands.map(Group::total), [3, 3]);
    assert_eq!(played.board().consorts[0].square, 0);
    assert_eq!(played.board().points, [0, 0]);
}

#[test]
fn q29_aq7_the_owner_orders_his_own_and_equals_are_one_choice() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .palace(PLUS_ONE, BLUE)
        .strong_palace(PLUS_ONE, BLUE)
        .card(5, RED)
        .acts(&["place 9"]);
    // Eunuchs with different sides are different choices.
    assert_eq!(played.legal(), ["activate 1", "activate 1 strong"]);
    assert_eq!(played.refused_to(RED, "activate 0"), "T-2");
    played.act("activate 1 strong");
    // Red's other two eunuchs on the entry are equal: there is no decision.
    assert_eq!(played.board().round, 2);
    played.assert_order(
        &[
            Event::Executed { eunuch: strong(BLUE) },
            Event::Executed { eunuch: weak(BLUE) },
            Event::Executed { eunuch: weak(RED) },
            Event::Executed { eunuch: weak(RED) },
        ]
        .map(is),
    );
    // A eunuch on the entry is a choice as well.
    let mut played = Scene::new().hand(BLUE, 1).palace(POINT, BLUE).acts(&["place 9"]);
    assert_eq!(played.legal(), ["activate 0", "activate 5"]);
    played.act("activate 0");
    played.assert_order(
        &[
            Event::Executed { eunuch: weak(BLUE) },
            Event::Gained {
                seat: BLUE,
                gain: kokyu::Gain::Square,
                from: kokyu::Source::Stock,
                by: None,
            },
        ]
        .map(is),
    );
}

#[test]
fn q30_aq7_taking_initiative_during_activation_changes_nothing_of_its_order() {
    // Red, second in the activation, draws 籠絡 with a eunuch still to be resolved.
    let mut played = Scene::new()
        .open()
        .hand(BLUE, 1)
        .palace(PLUS_ONE, BLUE)
        .card(5, BLUE)
        .card(4, RED)
        .palace(CHOICE, RED)
        .palace(PLUS_FIVE, RED)
        .pile(&[FLATTERY, SLANDER, SUMMONS])
        .acts(&["place 9"]);
    assert_eq!(played.awaited(), Some(RED));
    played.acts(&["activate 2", "draw"]);
    played.assert_order(
        &[
            Event::Advances { seat: BLUE, from: 0, steps: 1 },
            Event::TookInitiative { seat: RED },
            Event::Drew { seat: RED, plot: SLANDER },
            Event::Advances { seat: RED, from: 1, steps: 5 },
            Event::WentHome { eunuch: weak(BLUE), card: 9 },
        ]
        .map(is),
    );
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Executes { .. })), 3);
    assert_eq!(played.board().initiative, RED);
}

#[test]
fn q29_aq23_the_executed_eunuch_stays_until_its_execution_is_complete() {
    let mut played = blue_on(CHOICE).pile(&[SUMMONS, GUIDANCE, SLANDER]).acts(&["place 9"]);
    played.act("draw");
    let board = played.at(|e: &Event| *e == Event::Drew { seat: BLUE, plot: GUIDANCE }).board();
    assert_eq!(board.executing.map(|e| (e.eunuch, e.square)), Some((weak(BLUE), CHOICE as u8)));
    assert_eq!(board.hands[0].weak, 1, "only the one from card 2 is at home");
    // 手引き does not move it, and Blue has no other eunuch in the palace.
    assert_eq!(played.count(|e: &Event| matches!(e, Event::SentBack { .. })), 0);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Executes { .. })), 1 + 3);
    played.assert_order(
        &[
            Event::Drew { seat: BLUE, plot: GUIDANCE },
            Event::PalaceEmpty { seat: Some(BLUE) },
            Event::Discarded { plot: GUIDANCE },
            Event::Executed { eunuch: weak(BLUE) },
        ]
        .map(is),
    );
}

#[test]
fn q29_aq23_guidance_moves_those_that_wait_to_a_new_square() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .palace(CHOICE, BLUE)
        .palace(STRENGTH, BLUE)
        .pile(&[GUIDANCE, FLATTERY, SLANDER])
        .acts(&["place 9"]);
    played.acts(&["activate 2", "draw"]);
    // It was on 強 and resolves the point square.
    assert!(!played.has(is(Event::Promoted { seat: BLUE })));
    assert_eq!(played.board().points[0], 1);
    assert_eq!(played.board().hands[0], Group { weak: 3, strong: 0 });
}

#[test]
fn q38_aq23_guidance_may_send_a_waiting_one_back_unexecuted() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .palace(CHOICE, BLUE)
        .palace(POINT, BLUE)
        .pile(&[GUIDANCE, FLATTERY, SLANDER])
        .acts(&["place 9"]);
    played.acts(&["activate 2", "draw"]);
    assert!(played.has(is(Event::SentBack { eunuch: weak(BLUE) })));
    assert_eq!(played.board().points[0], 0);
    assert_eq!(
        played
            .count(|e: &Event| matches!(e, Event::Executes { eunuch, .. } if eunuch.seat == BLUE)),
        1
    );
}

#[test]
fn q29_aq23_banishment_sends_the_waiting_ones_of_the_opponent_home_unexecuted() {
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .palace(CHOICE, BLUE)
        .card(2, BLUE)
        .palace(POINT, RED)
        .palace(PLUS_FIVE, RED)
        .pile(&[BANISHMENT, FLATTERY, SLANDER])
        .acts(&["place 9"]);
    played.act("draw");
    assert!(played.has(is(Event::Banished { seat: RED })));
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Executes { .. })), 1);
    assert_eq!((played.board().points[1], played.board().consorts[1].square), (0, 0));
    assert_eq!(played.board().hands.map(Group::total), [3, 3]);
    // Blue's eunuch whose square was being resolved was not affected, and returned only afterwards.
    let board = played.at(|e: &Event| *e == Event::Banished { seat: RED }).board();
    assert_eq!(board.executing.map(|e| e.eunuch), Some(weak(BLUE)));
}

#[test]
fn q27_q35_aq9_strong_eunuchs_enter_like_others_unless_the_variant_is_played() {
    for (square, option) in
        [(0, json!({})), (0, json!({ "strongEntersOn": 0 })), (1, json!({ "strongEntersOn": 1 }))]
    {
        let played = Scene::with(option.clone(), None)
            .strong_hand(BLUE)
            .hand(RED, 1)
            .acts(&["place 7 strong", "place 2"]);
        assert!(played.has(is(Event::Entered { eunuch: strong(BLUE), square })));
        assert_eq!(played.board().palace[usize::from(square)][0].strong, 1);
        // A weak eunuch enters on the entry in any case.
        let played =
            Scene::with(option, None).hand(BLUE, 1).hand(RED, 1).acts(&["place 7", "place 4"]);
        assert!(played.has(is(Event::Entered { eunuch: weak(BLUE), square: 0 })));
    }
}

/// The palace in another reading of the rulebook: the entry (初) is the first of six squares, with +1
/// on it.
const SIX_SQUARES: &str = include_str!("../../../components/six-squares.toml");

#[test]
fn q29_aq29_an_entry_square_with_an_effect_is_executed_like_any_other() {
    let mut played = Scene::with(json!({}), Some(SIX_SQUARES))
        .hand(BLUE, 1)
        .card(2, BLUE)
        .hand(RED, 1)
        .acts(&["place 9", "place 7"]);
    // Red has entered meanwhile; the four eunuchs on the entry each advance their consort by one.
    assert!(played.has(is(Event::Entered { eunuch: weak(RED), square: 0 })));
    assert_eq!(played.board().consorts.map(|consort| consort.square), [1, 3]);
    assert_eq!(played.board().hands.map(Group::total), [3, 3]);
    // Entering does not resolve the square.
    played.acts(&["place 7", "place 2", "place 4", "place 5", "place 6", "place 8"]);
    let entered = played
        .at(|e: &Event| matches!(e, Event::Entered { eunuch, .. } if eunuch.seat == RED))
        .board();
    assert_eq!(entered.consorts[1].square, 0);
}

#[test]
fn q27_aq31_the_variant_counts_from_the_entry_square_whatever_it_does() {
    for (option, square) in [(0, 0), (1, 1)] {
        let played = Scene::with(json!({ "strongEntersOn": option }), Some(SIX_SQUARES))
            .strong_hand(BLUE)
            .hand(RED, 1)
            .acts(&["place 7 strong", "place 2"]);
        assert!(played.has(is(Event::Entered { eunuch: strong(BLUE), square })));
        let kind = played.game.config().components.palace[usize::from(square)].square;
        let wanted = [Square::Advance { steps: 1 }, Square::Choice { steps: 3, draws: 2 }]
            [usize::from(square)];
        assert_eq!(kind, wanted);
    }
}

#[test]
fn q38_aq32_forced_return_is_the_last_square() {
    let scene = Scene::with(json!({}), Some(SIX_SQUARES)).hand(BLUE, 1).palace(4, RED);
    let played = scene.acts(&["place 8"]);
    assert!(played.has(is(Event::SentBack { eunuch: weak(RED) })));
    let config = setup_with(json!({}), None).unwrap();
    let returns =
        |(at, entry): (usize, &kokyu::SquareSpec)| (entry.square == Square::Return).then_some(at);
    let found: Vec<usize> =
        config.components.palace.iter().enumerate().filter_map(returns).collect();
    assert_eq!(found, [config.components.palace.len() - 1]);
}

#[test]
fn q35_aq9_a_strong_eunuch_does_on_cards_what_a_weak_one_does() {
    for number in [2, 4, 5, 7, 8, 9] {
        let weak = Scene::new().hand(BLUE, 1).acts(&[&format!("place {number}")]);
        let strong = Scene::new().strong_hand(BLUE).acts(&[&format!("place {number} strong")]);
        let mut board = strong.board();
        board.hands[0] = weak.board().hands[0];
        assert_eq!(board, weak.board(), "card {number}");
        assert_eq!(strong.events().len(), weak.events().len());
    }
}

#[test]
fn q58_aq17_when_nobody_can_place_the_palace_moves_until_somebody_can() {
    // Blue's last eunuch enters; the first to reach the forced return is Red's, two squares away.
    let played =
        Scene::new().hand(BLUE, 1).palace(STRENGTH, RED).palace(PLUS_ONE, BLUE).acts(&["place 7"]);
    assert_eq!(played.count(|e: &Event| *e == Event::Unblocked), 2);
    assert_eq!(played.count(|e: &Event| *e == Event::PalaceAdvanced { seat: None, steps: 1 }), 2);
    played.assert_order(
        &[
            Event::Unblocked,
            Event::PalaceAdvanced { seat: None, steps: 1 },
            Event::Unblocked,
            Event::SentBack { eunuch: weak(RED) },
            Event::Round { round: 2, first: RED },
        ]
        .map(is),
    );
    assert_eq!(played.awaited(), Some(RED));
    let board = played.board();
    assert_eq!((board.round, board.hands[1].weak), (2, 1), "it is not a round of its own");
    assert_eq!(board.palace[2].map(Group::total), [2, 2]);
    assert_eq!(board.palace[3].map(Group::total), [1, 0]);
    // 強 and the point square were passed, not resolved.
    assert_eq!(board.points, [0, 0]);
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Executes { .. } | Event::Promoted { .. })),
        0
    );
}

#[test]
fn q58_aq17_one_hand_with_a_eunuch_is_enough_to_leave_the_palace_alone() {
    for seat in [BLUE, RED] {
        let played = Scene::new().hand(BLUE, 1).hand(RED, 1).initiative(seat).play();
        let mut played = played;
        // The first seat's eunuch enters, the other stays outside.
        played.acts(&["place 7", "place 4"]);
        assert_eq!(played.count(|e: &Event| *e == Event::Unblocked), 0);
        assert_eq!(played.board().palace[0][seat.index()].weak, 3);
        assert_eq!(played.awaited(), Some(seat.other()));
    }
}

#[test]
fn q58_aq17_all_on_the_entry_square_are_all_sent_back() {
    let played = Scene::new().hand(BLUE, 1).acts(&["place 7"]);
    assert_eq!(played.count(|e: &Event| *e == Event::Unblocked), 6);
    assert_eq!(played.board().hands.map(Group::total), [3, 3]);
    assert_eq!(played.board().round, 2);
}

/// The number of rounds of a random match, and how often the square “+3 or two plots” is resolved in
/// it, on average over 400 matches.
fn rounds_and_choices(components: Option<&str>) -> [f64; 2] {
    let config = setup_with(json!({}), components).unwrap();
    let (mut rounds, mut choices) = (0, 0);
    for seed in 0..400 {
        let mut rng = GameRng::from_seed(seed);
        let mut log: Vec<Event> = Vec::new();
        let mut game = Kokyu::deal(&config, rng.fork(), Some(&mut log));
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().unwrap();
            game.play_unchecked(seat, *rng.pick(&game.legal(seat)), Some(&mut log));
        }
        rounds += u32::from(game.position().board.round);
        let carried_out =
            |event: &&Event| matches!(event, Event::Executes { kind: Square::Choice { .. }, .. });
        choices += log.iter().filter(carried_out).count() as u32;
    }
    [rounds, choices].map(|count| f64::from(count) / 400.0)
}

/// Compares random matches with the two readings of the entry (初): as a square of its own, and as the
/// first of six (RULES.md, “What is reconstructed”).
#[test]
fn q33_aq29_with_six_squares_the_palace_is_reached_more_often() {
    let [seven, six] = [None, Some(SIX_SQUARES)].map(rounds_and_choices);
    println!("rounds, +3 or two plots: {seven:?} with an entry square, {six:?} without");
    assert!(six[0] < seven[0] && six[1] > 3.0 * seven[1], "{seven:?} {six:?}");
}
