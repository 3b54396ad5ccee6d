//! Placing (太監配置).

use kokyu::{Action, Event, Group};
use serde_json::json;
use zashiki_core::GameState;

use crate::support::*;

#[test]
fn q11_the_holder_begins_and_both_take_turns() {
    for (word, order) in [("seat0", [BLUE, RED]), ("seat1", [RED, BLUE])] {
        let mut played = Played::deal(json!({ "firstSeat": word }), 1);
        for (turn, action) in
            ["place 9", "place 2", "place 4", "place 5", "place 6", "place 7"].iter().enumerate()
        {
            assert_eq!(played.awaited(), Some(order[turn % 2]));
            assert_eq!(played.asked_by(), "Q-11");
            assert_eq!(played.refused_to(order[(turn + 1) % 2], action), "T-2");
            played.act(action);
        }
        assert_eq!(played.placers(), [order, order, order].concat());
    }
}

#[test]
fn q11_the_holder_of_the_moment_begins_the_next_round() {
    // Red places on 権 and begins the second round, though Blue began the first.
    let mut played = Played::deal(json!({ "firstSeat": "seat0" }), 1);
    played.acts(&["place 9", "place 2", "place 4", "place 5", "place 7", "place 8"]);
    assert_eq!(played.board().round, 2);
    assert_eq!(played.awaited(), Some(RED));
}

#[test]
fn q12_one_eunuch_per_card() {
    let mut played = Played::deal(json!({ "firstSeat": "seat0" }), 1);
    played.act("place 5");
    assert_eq!(played.refused("place 5"), "Q-12");
    assert!(!played.legal().contains(&"place 5".to_owned()));
    played.act("place 6");
    // Nor on a card with the seat's own eunuch.
    assert_eq!(played.refused("place 5"), "Q-12");
    assert_eq!(played.refused("place 6"), "Q-12");
    assert_eq!(played.legal(), ["place 2", "place 4", "place 7", "place 8", "place 9"]);
}

#[test]
fn q13_aq2_not_on_a_face_down_card() {
    let played = Played::deal(json!({}), 1);
    assert_eq!(played.refused("place 1"), "Q-13");
    assert_eq!(played.refused("place 3"), "Q-13");
    let mut legal = vec![2, 4, 5, 6, 7, 8, 9];
    assert_eq!(played.legal(), legal.iter().map(|n| format!("place {n}")).collect::<Vec<_>>());
    // Face up, they are like other cards.
    let played = Scene::new().open().hand(BLUE, 1).play();
    legal = (1..=9).collect();
    assert_eq!(played.legal(), legal.iter().map(|n| format!("place {n}")).collect::<Vec<_>>());
}

#[test]
fn q14_the_example_of_the_rulebook() {
    let mut played = Played::deal(json!({ "firstSeat": "seat0" }), 1);
    for (seat, card) in [(BLUE, 5), (RED, 7), (BLUE, 6), (RED, 4), (BLUE, 8), (RED, 2)] {
        assert_eq!(played.awaited(), Some(seat));
        assert!(!played.has(is(Event::Processing)));
        played.act(&format!("place {card}"));
        assert!(played.has(is(Event::Placed { eunuch: weak(seat), card, forced: false })));
    }
    // All six eunuchs are on cards when placing ends.
    let board = played.at(|event: &Event| *event == Event::Processing).board();
    assert_eq!(board.hands, [Group::default(); 2]);
    let owners: Vec<_> =
        board.cards.iter().map(|card| card.eunuchs.first().map(|eunuch| eunuch.seat)).collect();
    let (blue, red) = (Some(BLUE), Some(RED));
    assert_eq!(owners, [None, red, None, red, blue, blue, red, blue, None]);
}

#[test]
fn q15_eunuchs_in_the_palace_are_not_available() {
    // Blue has one eunuch in hand and two in the palace: after one placement placing is over.
    let played = Scene::new().hand(BLUE, 1).acts(&["place 2"]);
    assert_eq!(played.placers(), [BLUE]);
    assert!(played.has(is(Event::Processing)));
}

#[test]
fn q15_only_a_side_that_is_in_hand_can_be_placed() {
    let played = Scene::new().hand(BLUE, 1).play();
    assert_eq!(played.refused("place 5 strong"), "Q-15");
    let played = Scene::new().strong_hand(BLUE).play();
    assert_eq!(played.refused("place 5"), "Q-15");
    assert_eq!(played.legal()[0], "place 2 strong");
}

#[test]
fn q16_aq3_who_has_none_is_skipped_and_nobody_may_pass() {
    let played = Scene::new().hand(BLUE, 1).hand(RED, 3).acts(&["place 2", "place 4", "place 5"]);
    assert_eq!(played.placers(), [BLUE, RED, RED]);
    assert_eq!(played.awaited(), Some(RED));
    assert!(!played.has(is(Event::Processing)), "red must place the third eunuch too");
    assert!(played.legal().iter().all(|action| action.starts_with("place ")));
    // The holder of the first-move tile has no eunuch: the other seat begins.
    let played = Scene::new().hand(RED, 2).play();
    assert_eq!(played.board().initiative, BLUE);
    assert_eq!(played.awaited(), Some(RED));
}

#[test]
fn q12_aq21_who_holds_both_sides_chooses_and_equals_are_one_choice() {
    let mut played = Scene::new().hand(BLUE, 2).strong_hand(BLUE).play();
    let legal = played.legal();
    assert_eq!(legal.len(), 14, "seven cards, two sides: {legal:?}");
    assert_eq!(legal[..2], ["place 2", "place 2 strong"]);
    played.act("place 9 strong");
    assert!(played.has(is(Event::Placed { eunuch: strong(BLUE), card: 9, forced: false })));
    assert_eq!(played.board().hands[0], Group { weak: 2, strong: 0 });
    assert_eq!(played.legal().len(), 6, "two weak eunuchs are one choice");
}

#[test]
fn q16_aq22_placing_ends_when_no_card_is_free() {
    // Six face-down cards leave three free ones for six eunuchs.
    let few = FILE
        .replace("icon = \"advance\"", "icon = \"advance\"\nclosed = true")
        .replace("icon = \"draw\"", "icon = \"draw\"\nclosed = true")
        .replace("icon = \"enter\"", "icon = \"enter\"\nclosed = true");
    let mut played =
        Scene::with(json!({}), Some(&few)).hand(BLUE, 3).hand(RED, 3).acts(&["place 2"]);
    played.act("place 8");
    // The last free card is no choice, so there is no decision.
    assert!(played.has(is(Event::Placed { eunuch: weak(BLUE), card: 9, forced: true })));
    let board = played.at(|event: &Event| *event == Event::Processing).board();
    assert_eq!([board.hands[0].weak, board.hands[1].weak], [1, 2]);
    // With eunuchs of both sides in hand there is a decision for the last card.
    let mut played = Scene::with(json!({}), Some(&few))
        .hand(BLUE, 2)
        .strong_hand(BLUE)
        .hand(RED, 3)
        .acts(&["place 2", "place 8"]);
    assert_eq!(played.legal(), ["place 9", "place 9 strong"]);
    played.act("place 9 strong");
    assert!(played.has(is(Event::Processing)));
}

#[test]
fn q11_an_answer_to_another_question_is_refused() {
    let played = Played::deal(json!({}), 1);
    for action in ["move", "draw", "fly 5", "activate 2", "take player", "take kohi"] {
        assert_eq!(played.refused(action), "T-4", "{action}");
    }
}

#[test]
fn q12_q13_q15_a_refusal_names_the_card_or_the_side_in_both_languages() {
    let said = |scene: Scene, card, strong| {
        let played = scene.play();
        let no = played.game.is_legal(BLUE, Action::Place { card, strong }).unwrap_err();
        (no.message.en.into_owned(), no.message.ja.into_owned())
    };
    let (en, ja) = said(Scene::new().hand(BLUE, 1).card(5, RED), 4, false);
    assert!(en.starts_with("Card 5 ") && ja.starts_with("5番"), "{en} {ja}");
    let (en, ja) = said(Scene::new().hand(BLUE, 1), 2, false);
    assert!(en.starts_with("Card 3 ") && ja.starts_with("3番"), "{en} {ja}");
    let (en, ja) = said(Scene::new().hand(BLUE, 1), 4, true);
    assert!(en.contains("strong") && ja.contains("「強」"), "{en} {ja}");
}
