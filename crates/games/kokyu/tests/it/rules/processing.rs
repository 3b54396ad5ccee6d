//! Processing (行動処理) and the icons of the cards.

use std::collections::BTreeSet;

use kokyu::{Event, Group, Icon};
use serde_json::json;
use zashiki_core::GameState;

use crate::support::*;

/// The numbers of the cards in the order of processing.
fn reached(played: &Played) -> Vec<u8> {
    let number = |event: &Event| match event {
        Event::Reached { card, .. } => Some(*card),
        _ => None,
    };
    played.events().iter().filter_map(number).collect()
}

#[test]
fn q17_in_ascending_order_however_they_were_placed() {
    let mut played = Played::deal(json!({ "firstSeat": "seat0" }), 1);
    played.acts(&["place 9", "place 4", "place 7", "place 2", "place 6", "place 8"]);
    assert_eq!(reached(&played), [2, 4, 6, 7, 8, 9]);
    let mut played = Scene::new().open().hand(BLUE, 2).hand(RED, 2).play();
    played.acts(&["place 9", "place 3", "place 1", "place 2"]);
    assert_eq!(reached(&played), [1, 2, 3, 9]);
}

#[test]
fn q18_a_processed_eunuch_is_home_before_the_next_is_reached() {
    let played = Scene::new().hand(BLUE, 1).card(5, BLUE).card(4, RED).acts(&["place 2"]);
    played.assert_order(
        &[
            Event::Reached { eunuch: weak(BLUE), card: 2, icon: Icon::Initiative },
            Event::WentHome { eunuch: weak(BLUE), card: 2 },
            Event::Reached { eunuch: weak(RED), card: 4, icon: Icon::Advance },
            Event::WentHome { eunuch: weak(RED), card: 4 },
            Event::Reached { eunuch: weak(BLUE), card: 5, icon: Icon::Advance },
            Event::WentHome { eunuch: weak(BLUE), card: 5 },
        ]
        .map(is),
    );
    let hands = |card| {
        played
            .at(|e: &Event| matches!(e, Event::Reached { card: c, .. } if *c == card))
            .board()
            .hands
    };
    assert_eq!(hands(4).map(Group::total), [1, 0]);
    assert_eq!(hands(5).map(Group::total), [1, 1]);
    // The effect of the card comes before the return.
    let board =
        played.at(|e: &Event| *e == Event::WentHome { eunuch: weak(BLUE), card: 5 }).board();
    assert_eq!(board.consorts[0].square, 1);
}

#[test]
fn q19_reshuffle_makes_a_new_pile_of_everything() {
    let mut tops = BTreeSet::new();
    for seed in 0..40 {
        let played = Scene::new()
            .open()
            .hand(BLUE, 1)
            .pile(&[SUMMONS, SLANDER])
            .rng(seed)
            .acts(&["place 1"]);
        assert!(played.has(is(Event::Reshuffled)));
        let position = played.game.position();
        assert!(position.board.discards.is_empty());
        let mut plots = position.pile.clone();
        tops.insert(position.pile.last().copied());
        plots.sort_unstable();
        assert_eq!(plots, [0, 1, 2, 3, 4]);
    }
    assert_eq!(tops.len(), 5, "cards of the pile and of the discards come to lie on top");
}

#[test]
fn q19_reshuffle_without_discards_still_shuffles() {
    let orders: BTreeSet<Vec<u8>> = (0..40)
        .map(|seed| {
            let played = Scene::new()
                .open()
                .hand(BLUE, 1)
                .pile(&[0, 1, 2, 3, 4])
                .rng(seed)
                .acts(&["place 1"]);
            played.game.position().pile
        })
        .collect();
    assert!(orders.len() > 25);
}

#[test]
fn q20_aq14_reshuffle_gives_kohi_nothing() {
    // Even if the pile is empty.
    for pile in [&[SUMMONS][..], &[]] {
        let played = Scene::new().open().hand(BLUE, 1).pile(pile).acts(&["place 1"]);
        assert_eq!((played.board().kohi, played.board().stock), (0, 6));
        assert_eq!(
            played.count(|e: &Event| matches!(e, Event::KohiGained { .. } | Event::Recycled)),
            0
        );
        assert_eq!(played.pile(), 5);
    }
}

#[test]
fn q21_initiative_is_taken() {
    let played = Scene::new().hand(RED, 1).acts(&["place 2"]);
    assert_eq!(played.board().initiative, RED);
    assert!(played.has(is(Event::TookInitiative { seat: RED })));
}

#[test]
fn q21_initiative_that_is_held_stays() {
    let played = Scene::new().hand(BLUE, 1).acts(&["place 2"]);
    assert_eq!(played.board().initiative, BLUE);
    assert!(played.has(is(Event::KeptInitiative { seat: BLUE })));
    assert!(!played.has(is(Event::TookInitiative { seat: BLUE })));
}

#[test]
fn q22_aq4_fly_joins_another_own_eunuch_and_the_card_is_done_twice() {
    let played = Scene::new().open().hand(BLUE, 1).card(5, BLUE).acts(&["place 3"]);
    assert!(played.has(is(Event::Flew { eunuch: weak(BLUE), from: 3, to: 5 })));
    assert_eq!(reached(&played), [3, 5, 5]);
    assert_eq!(played.board().consorts[0].square, 2);
    // Both are in hand, and the flyer returned from card 5, not from 3.
    assert_eq!(played.board().hands[0].weak, 2);
    assert_eq!(played.count(|e: &Event| *e == Event::WentHome { eunuch: weak(BLUE), card: 5 }), 2);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::WentHome { card: 3, .. })), 0);
    // The limit of one eunuch for each card applies to placing only.
    let board = played.at(|e: &Event| matches!(e, Event::Flew { .. })).board();
    assert_eq!(board.cards[4].eunuchs.len(), 2);
    assert!(board.cards[2].eunuchs.is_empty());
}

#[test]
fn q22_aq4_the_owner_chooses_among_waiting_eunuchs_and_must_fly() {
    let mut played = Scene::new()
        .open()
        .hand(BLUE, 1)
        .card(6, BLUE)
        .card(5, BLUE)
        .card(8, RED)
        .acts(&["place 3"]);
    assert_eq!((played.awaited(), played.asked_by()), (Some(BLUE), "Q-22"));
    assert_eq!(played.legal(), ["fly 5", "fly 6"]);
    for action in ["fly 3", "fly 2", "fly 8"] {
        assert_eq!(played.refused(action), "Q-22", "{action}");
    }
    assert_eq!(played.refused_to(RED, "fly 6"), "T-2");
    assert_eq!(played.refused("place 2"), "T-4");
    played.act("fly 6");
    assert_eq!(reached(&played), [3, 5, 6, 6, 8]);
}

#[test]
fn q22_aq4_the_one_already_there_is_processed_first() {
    // A strong flyer joins a weak eunuch.
    let played = Scene::new().open().strong_hand(BLUE).card(5, BLUE).acts(&["place 3 strong"]);
    played.assert_order(
        &[
            Event::Flew { eunuch: strong(BLUE), from: 3, to: 5 },
            Event::Reached { eunuch: weak(BLUE), card: 5, icon: Icon::Advance },
            Event::WentHome { eunuch: weak(BLUE), card: 5 },
            Event::Reached { eunuch: strong(BLUE), card: 5, icon: Icon::Advance },
            Event::WentHome { eunuch: strong(BLUE), card: 5 },
        ]
        .map(is),
    );
}

#[test]
fn q22_q27_aq5_fly_to_enter_brings_both_into_the_palace() {
    let played =
        Scene::new().open().hand(BLUE, 1).card(7, BLUE).hand(RED, 1).acts(&["place 3", "place 4"]);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Entered { square: 0, .. })), 2);
    assert_eq!(played.board().palace[0][0].weak, 3);
    assert_eq!(played.board().hands[0].total(), 0);
}

#[test]
fn q23_aq5_the_second_activation_of_a_flyer_is_void() {
    let mut played =
        Scene::new().open().hand(BLUE, 1).card(9, BLUE).palace(PLUS_ONE, BLUE).acts(&["place 3"]);
    assert_eq!(reached(&played), [3, 9, 9]);
    assert_eq!(played.count(|e: &Event| *e == Event::Activated), 1);
    assert_eq!(played.count(|e: &Event| *e == Event::ActivatedAgain), 1);
    played.assert_order(
        &[
            Event::Activated,
            Event::WentHome { eunuch: weak(BLUE), card: 9 },
            Event::ActivatedAgain,
            Event::WentHome { eunuch: weak(BLUE), card: 9 },
        ]
        .map(is),
    );
    let again = played.frames.iter().position(|(e, _)| *e == Event::ActivatedAgain).unwrap();
    let executed = |e: &Event| matches!(e, Event::Executes { .. });
    assert!(!played.events()[again..].iter().any(executed));
    assert_eq!(played.board().hands[0].weak, 3, "the second eunuch goes home too");
    // The next round has a first activation of its own.
    played.acts(&["place 9"]);
    while played.board().round == 2 {
        let action = played.legal()[0].clone();
        played.act(&action);
    }
    assert_eq!(played.count(|e: &Event| *e == Event::NobodyToActivate), 1);
    assert_eq!(played.count(|e: &Event| *e == Event::ActivatedAgain), 1);
}

#[test]
fn q24_aq4_fly_without_a_target_does_nothing() {
    let played = Scene::new().open().hand(BLUE, 1).card(5, RED).acts(&["place 3"]);
    assert!(played.has(is(Event::Grounded { eunuch: weak(BLUE) })));
    assert!(played.has(is(Event::WentHome { eunuch: weak(BLUE), card: 3 })));
    assert_eq!(reached(&played), [3, 5]);
    assert_eq!(played.board().consorts[0].square, 0);
    assert_eq!(played.board().hands[0].weak, 1);
    // Palace eunuchs are no destinations.
    assert_eq!(played.board().palace[0][0].weak, 2);
}

#[test]
fn q25_advance_moves_the_own_consort_one_square() {
    for (seat, squares) in [(BLUE, [3, 2]), (RED, [2, 3])] {
        let played = Scene::new()
            .consort(BLUE, 2, 0)
            .consort(RED, 2, 0)
            .initiative(seat)
            .hand(seat, 1)
            .acts(&["place 5"]);
        assert_eq!(played.board().consorts.map(|consort| consort.square), squares);
    }
    // The other card with the icon has the same effect.
    let played = Scene::new().open().hand(BLUE, 1).acts(&["place 4"]);
    assert_eq!(played.board().consorts[0].square, 1);
}

#[test]
fn q26_a_plot_is_drawn_carried_out_and_discarded_before_the_eunuch_goes_home() {
    let played = Scene::new().hand(BLUE, 1).pile(&[SUMMONS, SLANDER]).acts(&["place 6"]);
    played.assert_order(
        &[
            Event::Reached { eunuch: weak(BLUE), card: 6, icon: Icon::Draw },
            Event::Drew { seat: BLUE, plot: SUMMONS },
            Event::Advances { seat: BLUE, from: 0, steps: 3 },
            Event::Discarded { plot: SUMMONS },
            Event::WentHome { eunuch: weak(BLUE), card: 6 },
        ]
        .map(is),
    );
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { .. })), 1);
    assert_eq!(played.board().consorts[0].square, 3);
    assert_eq!(played.board().discards.last(), Some(&SUMMONS));
    assert_eq!(played.game.position().pile, [SLANDER]);
    // While it is resolved, the card is neither in the pile nor discarded.
    let board = played.at(|e: &Event| matches!(e, Event::Advances { .. })).board();
    assert_eq!(board.resolving[..], [SUMMONS]);
    assert!(!board.discards.contains(&SUMMONS));
}

#[test]
fn q27_enter_puts_the_eunuch_on_the_entry_square_instead_of_home() {
    let played = Scene::new().hand(BLUE, 1).hand(RED, 1).acts(&["place 7", "place 2"]);
    assert!(played.has(is(Event::Entered { eunuch: weak(BLUE), square: 0 })));
    assert_eq!(played.board().palace[0].map(Group::total), [3, 2]);
    assert_eq!(played.board().hands[0].total(), 0);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::WentHome { card: 7, .. })), 0);
    // The entry square itself had no effect.
    assert_eq!(played.board().consorts[0].square, 0);
}

#[test]
fn q28_aq8_all_palace_eunuchs_of_both_advance_one_square() {
    let played = Scene::new()
        .hand(BLUE, 1)
        .palace(2, BLUE)
        .palace(3, RED)
        .strong_palace(3, RED)
        .acts(&["place 8"]);
    let palace = played.board().palace;
    assert!(played.has(is(Event::PalaceAdvanced { seat: None, steps: 1 })));
    assert_eq!(palace[0].map(Group::total), [0, 0]);
    assert_eq!(palace[1].map(|group| group.weak), [1, 1]);
    assert_eq!(palace[3].map(|group| group.weak), [1, 0]);
    assert_eq!(palace[4][1], Group { weak: 1, strong: 1 });
    // Advancing resolves no square.
    assert_eq!(played.board().consorts.map(|consort| consort.square), [0, 0]);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Executes { .. })), 0);
}

#[test]
fn q29_activation_executes_every_palace_eunuch_and_sends_it_home() {
    let played = Scene::new()
        .hand(BLUE, 1)
        .card(1, BLUE)
        .card(2, BLUE)
        .card(5, RED)
        .palace(PLUS_ONE, RED)
        .palace(PLUS_FIVE, RED)
        .acts(&["place 9"]);
    // Only Red has palace eunuchs, on different squares: Red chooses.
    assert_eq!((played.awaited(), played.asked_by()), (Some(RED), "Q-29"));
    assert_eq!(played.legal(), ["activate 1", "activate 3"]);
    for action in ["activate 0", "activate 2", "activate 1 strong", "activate 6", "activate 11"] {
        assert_eq!(played.refused(action), "Q-29", "{action}");
    }
    let mut played = played;
    played.act("activate 3");
    assert!(played.has(is(Event::Executed { eunuch: weak(RED) })));
    assert_eq!(played.count(|e: &Event| *e == Event::Executed { eunuch: weak(RED) }), 2);
    assert!(played.board().palace.iter().flatten().all(|group| group.total() == 0));
    assert_eq!(played.board().hands.map(Group::total), [3, 3]);
    // 5 and 1 in the palace, 1 by card 9; with 7 steps Red has also passed the tea square.
    assert_eq!(played.board().consorts[1].square, 7);
}

#[test]
fn q30_aq7_the_holder_is_executed_first() {
    for (holder, other) in [(BLUE, RED), (RED, BLUE)] {
        let played = Scene::new()
            .initiative(holder)
            .hand(RED, 1)
            .palace(PLUS_ONE, BLUE)
            .palace(PLUS_ONE, RED)
            .card(2, holder)
            .play();
        let mut played = played;
        played.act("place 9");
        while played.legal().iter().any(|action| action.starts_with("activate")) {
            let action = played.legal().pop().unwrap();
            played.act(&action);
        }
        let order: Vec<_> = played
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Executes { eunuch, .. } => Some(eunuch.seat),
                _ => None,
            })
            .collect();
        let change = order.iter().position(|seat| *seat == other).unwrap();
        assert!(order[..change].iter().all(|seat| *seat == holder) && change > 0, "{order:?}");
        assert!(order[change..].iter().all(|seat| *seat == other), "{order:?}");
    }
}

#[test]
fn q31_initiative_taken_on_a_lower_card_counts_for_activation() {
    // Blue has the first-move tile; Red takes it on card 2 and is first in the activation of Blue's
    // card 9.
    let mut played = Scene::new()
        .hand(BLUE, 1)
        .card(1, BLUE)
        .palace(PLUS_ONE, BLUE)
        .card(2, RED)
        .palace(PLUS_ONE, RED)
        .palace(PLUS_ONE, RED)
        .play();
    played.act("place 9");
    played.assert_order(
        &[
            Event::TookInitiative { seat: RED },
            Event::Activated,
            Event::Advances { seat: RED, from: 0, steps: 1 },
            Event::Advances { seat: BLUE, from: 0, steps: 1 },
        ]
        .map(is),
    );
}
