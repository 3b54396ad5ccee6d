//! Set-up, deployment and switches (K-32 … K-45).

use serde_json::json;
use shinra::{Action, Shinra};
use zashiki_core::{Action as _, Draft, Drafts as _, GameState, GameStateExt as _, Seat, Viewer};

use crate::support::*;

/// The rule cited when this arrangement of the first seat (先手) is rejected.
fn refused(formation: &str) -> &'static str {
    Played::deal(json!({})).refused_to(Seat(0), &format!("arrange {formation}"))
}

/// [`FORMATION`] with the text `from` replaced by `to`.
fn changed(from: &str, to: &str) -> String {
    assert!(FORMATION.contains(from), "{from}");
    FORMATION.replacen(from, to, 1)
}

#[test]
fn k32_both_arrange_at_the_same_time_in_any_order() {
    let played = Played::deal(json!({}));
    let awaited = |played: &Played| played.game.turn().awaited().iter().collect::<Vec<_>>();
    assert_eq!(awaited(&played), [Seat(0), Seat(1)]);
    assert!(["K-32", "K-33"].contains(&played.asked_by()));
    let [mine, yours] = [FORMATION.to_owned(), turned(FORMATION)];
    for first in [0, 1] {
        let mut one = played.clone();
        let formation = if first == 0 { &mine } else { &yours };
        one.act_as(Seat(first), &format!("arrange {formation}"));
        // It is final and public, and the other seat still arranges.
        assert_eq!(awaited(&one), [Seat(1 - first)]);
        assert_eq!(one.refused_to(Seat(first), &format!("arrange {formation}")), "T-2");
        let square = if first == 0 { "a1" } else { "e5" };
        for viewer in [0, 1] {
            assert_eq!(one.shown(viewer, square)["cards"], json!(["shu", "ko"]));
        }
        assert_eq!(one.shown(1 - first, square)["seat"], json!(first));
    }
    // AK27: the order of the seats makes no difference.
    let [mut one, mut other] = [played.clone(), played.clone()];
    one.act_as(Seat(0), &format!("arrange {mine}"));
    one.act_as(Seat(1), &format!("arrange {yours}"));
    other.act_as(Seat(1), &format!("arrange {yours}"));
    other.act_as(Seat(0), &format!("arrange {mine}"));
    assert_eq!(one.json(), other.json());
    assert_eq!((one.king(0), one.piece("c5")), (10, "1 king=10".into()));
    assert!(one.has(json!({ "event": "arranged", "seat": 0 })));
}

#[test]
fn k32_on_the_own_first_two_rows_only() {
    for out in ["a3=dai", "c3=dai", "b4=dai", "e5=dai"] {
        assert_eq!(refused(&changed("b1=dai", out)), "K-32", "{out}");
    }
    assert_eq!(refused(&turned(FORMATION)), "K-32");
    let second = Played::deal(json!({}));
    assert_eq!(second.refused_to(Seat(1), &format!("arrange {FORMATION}")), "K-32");
    assert_eq!(refused(&changed("b1=dai", "a1=dai")), "K-32");
    assert_eq!(refused(&changed("b1=dai", "f1=dai")), "K-32");
    // The empty square may be any of the ten.
    for gap in ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "d2", "e2"] {
        let moved = FORMATION.replacen(&format!("{gap}="), "c2=", 1);
        let mut played = Played::deal(json!({}));
        played.act_as(Seat(0), &format!("arrange {moved}"));
        assert_eq!(played.piece(gap), "");
    }
}

#[test]
fn k32_k34_time_is_limited_by_option() {
    let limit = |options| Played::deal(options).game.time_limit(Seat(0));
    assert_eq!(limit(json!({})), Some(180));
    assert_eq!(limit(json!({ "setupMinutes": 10 })), Some(600));
    assert_eq!(limit(json!({ "setupMinutes": 0 })), None);
    // The limit applies in the set-up, to seats that still arrange.
    let mut played = Played::deal(json!({}));
    played.act_as(Seat(0), &format!("arrange {FORMATION}"));
    assert_eq!(played.game.time_limit(Seat(0)), None);
    assert_eq!(played.game.time_limit(Seat(1)), Some(180));
    played.act_as(Seat(1), &format!("arrange {}", turned(FORMATION)));
    assert_eq!([0, 1].map(|seat| played.game.time_limit(Seat(seat))), [None, None]);
    assert_eq!(Scene::new().play().game.time_limit(Seat(0)), None);
}

#[test]
fn k32_ak27_the_others_may_watch_it_grow() {
    let mut played = Played::deal(json!({}));
    assert!(played.game.drafts_open());
    played.act_as(Seat(0), &format!("arrange {FORMATION}"));
    assert!(played.game.drafts_open());
    played.act_as(Seat(1), &format!("arrange {}", turned(FORMATION)));
    assert!(!played.game.drafts_open());
}

#[test]
fn k33_nine_pieces_of_the_right_heights() {
    for (from, to) in [
        // One piece too few, one piece too many.
        ("b1=dai ", ""),
        ("c1=king ", ""),
        ("b1=dai ", "b1=dai c2=ko "),
        // The right number of pieces, but wrong stacks.
        ("b1=dai", "b1=dai+general"),
        ("a1=shu+ko", "a1=shu"),
        ("a1=shu+ko", "a1=shu+ko+general"),
        ("b2=ko+dai", "b2=general"),
        ("a2=shu+ko+dai", "a2=shu+dai"),
    ] {
        let rule = refused(&changed(from, to));
        assert!(["K-33", "K-34"].contains(&rule), "{from} -> {to}: {rule}");
    }
    // Two kings, and no king.
    assert_eq!(refused(&changed("b1=dai", "b1=king")), "K-33");
    assert_eq!(refused(&changed("c1=king", "c1=general")), "K-33");
}

#[test]
fn k33_only_cards_of_the_box() {
    // Seven cards of a kind, two of a kind with one card.
    let seven = FORMATION.replace("b1=dai", "b1=shu").replace("d1=ko", "d1=shu");
    assert_eq!(refused(&seven), "K-33");
    let six = FORMATION.replace("b1=dai", "b1=shu");
    let mut played = Played::deal(json!({}));
    played.act_as(Seat(0), &format!("arrange {six}"));
    let two = FORMATION.replace("b1=dai", "b1=general").replace("d1=ko", "d1=general");
    assert_eq!(refused(&two), "K-33");
    let one = FORMATION.replace("b1=dai", "b1=general");
    let mut played = Played::deal(json!({}));
    played.act_as(Seat(0), &format!("arrange {one}"));
    assert_eq!(played.piece("b1"), "0 general");
}

#[test]
fn k17_k18_k20_no_impossible_stacks_in_the_arrangement() {
    assert_eq!(refused(&changed("a2=shu+ko+dai", "a2=shu+ko+dai+general")), "K-17");
    assert_eq!(refused(&changed("a2=shu+ko+dai", "a2=shu+ko+ko")), "K-18");
    assert_eq!(refused(&changed("a1=shu+ko", "a1=shu+shu")), "K-18");
    for alone in ["king", "joker", "hachitobi"] {
        let stacked = changed("a1=shu+ko", &format!("a1=shu+{alone}"));
        assert!(["K-20", "K-81"].contains(&refused(&stacked)), "{alone}");
    }
}

#[test]
fn k79_k80_joker_and_hachitobi_are_not_arranged() {
    assert_eq!(refused(&changed("b1=dai", "b1=hachitobi")), "K-79");
    assert_eq!(refused(&changed("b1=dai", "b1=joker")), "K-80");
}

#[test]
fn k34_what_is_unfinished_is_refused_and_can_be_completed() {
    let rule = refused("a1=shu+ko c1=king");
    assert!(["K-33", "K-34"].contains(&rule), "{rule}");
    let played = Played::deal(json!({}));
    assert!(unread("arrange").rule.0 == "K-34");
    for seat in [0, 1] {
        for laid in
            ["", "a1=shu+ko c1=king", "a1=shu a2=ko b1=king b2=queen+general+shu", FORMATION]
        {
            let laid = if seat == 1 { turned(laid) } else { laid.to_owned() };
            let text = if laid.is_empty() { String::new() } else { format!("arrange {laid}") };
            let draft: Draft = played.game.draft(Seat(seat), &text).unwrap();
            let completed = draft.completed.expect("a completion");
            let action = Action::parse(&completed).unwrap();
            assert!(played.game.is_legal(Seat(seat), action).is_ok(), "{completed}");
            // The laid cards stay.
            for word in laid.split_whitespace() {
                let (square, cards) = word.split_once('=').unwrap();
                let mut words = completed.split_whitespace();
                let there = words.find_map(|word| word.strip_prefix(square)?.strip_prefix('='));
                let there: Vec<&str> = there.expect("a piece there").split('+').collect();
                assert!(cards.split('+').all(|card| there.contains(&card)), "{word} of {text}");
            }
            let finished = !laid.is_empty() && laid.split_whitespace().count() == 9;
            assert_eq!(draft.refused.is_none(), finished, "{text}");
        }
    }
}

/// A draft lists the missing pieces, the cards left and the warnings.
#[test]
fn k33_k32_a_draft_says_what_is_missing() {
    let game = Played::deal(json!({})).game;
    let read = |draft: &str| game.draft(Seat(0), draft).unwrap().reading;
    let empty = json!({ "king": 1, "single": 3, "stack2": 3, "stack3": 2 });
    assert_eq!(read("")["missing"], empty);
    let some = read("arrange a1=king b1=shu c1=shu+ko d1=shu+ko+dai");
    assert_eq!(some["missing"], json!({ "king": 0, "single": 2, "stack2": 2, "stack3": 1 }));
    let left = |kind: &str| {
        let list = some["left"].as_array().unwrap();
        list.iter()
            .find(|left| left["kind"] == kind)
            .map_or(0, |left| left["count"].as_u64().unwrap())
    };
    assert_eq!(["king", "shu", "ko", "dai", "queen"].map(left), [0, 3, 4, 5, 1]);
    let squares = some["squares"].as_array().unwrap();
    let points: Vec<u64> = squares.iter().map(|one| one["points"].as_u64().unwrap()).collect();
    assert_eq!(points, [10, 1, 3, 4]);
    // If kings may jump, there is a warning of a king in the front row.
    let warned = |jumps: bool, draft: &str| {
        let game = Played::deal(json!({ "jumpNeedsCombinable": !jumps })).game;
        let reading = game.draft(Seat(0), draft).unwrap().reading;
        !reading["warnings"].as_array().unwrap().is_empty()
    };
    assert!(warned(true, "arrange c2=king") && !warned(true, "arrange c1=king"));
    assert!(!warned(false, "arrange c2=king"));
    // Nine pieces with wrong stack sizes are refused, although each square is legal by itself.
    let nine = "arrange a1=shu b1=shu c1=shu d1=shu e1=ko a2=ko b2=ko c2=ko d2=dai";
    let refused = game.draft(Seat(0), nine).unwrap().refused.expect("a refusal");
    assert_eq!(refused.rule.0, "K-33");
}

/// A draft with faults lists them, and still suggests a legal arrangement.
#[test]
fn k34_a_draft_that_cannot_be_says_why() {
    let game = Played::deal(json!({})).game;
    for (draft, rule) in [
        ("a1=shu+ko+dai+general", "K-17"),
        ("a1=shu+shu", "K-18"),
        ("a1=king+shu", "K-20"),
        ("a4=shu", "K-32"),
        ("a1=general b1=general", "K-33"),
    ] {
        let read = game.draft(Seat(0), &format!("arrange {draft}")).unwrap();
        assert_eq!(read.refused.as_ref().map(|no| no.rule.0), Some(rule), "{draft}");
        let reading = read.reading["problems"].to_string();
        assert!(reading.contains(rule), "{draft}: {reading}");
        let action = Action::parse(&read.completed.expect("a completion")).unwrap();
        assert!(game.is_legal(Seat(0), action).is_ok(), "{draft}");
    }
}

/// All clients of the table receive the reading, so the answer to every draft must be small.
#[test]
fn k32_k33_a_draft_that_can_come_of_no_laying_is_refused_in_few_words() {
    let played = Played::deal(json!({}));
    let all = "abcde".chars().flat_map(|column| [1, 2].map(|row| format!("{column}{row}")));
    let squares: Vec<String> = all.collect();
    let on_each = |cards: &str, times: usize| {
        let words = (0..times).map(|at| format!(" {}={cards}", squares[at % squares.len()]));
        format!("arrange{}", words.collect::<String>())
    };
    for (draft, rule) in [
        (on_each("shu", 1400), "K-32"),
        (on_each("shu", 11), "K-32"),
        ("arrange a1=shu a1=ko".into(), "K-32"),
        (format!("arrange a1={}", vec!["shu"; 3000].join("+")), "K-33"),
        (on_each("shu+ko+dai", 10), "K-33"),
        (format!("arrange {}=shu", "x".repeat(14_000)), "K-32"),
        (format!("arrange a1={}", "x".repeat(14_000)), "K-33"),
        (format!("arrange {}", "x".repeat(14_000)), "T-3"),
    ] {
        match played.game.draft(Seat(0), &draft) {
            Err(no) => {
                assert_eq!(no.rule.0, rule, "{}", &draft[..40.min(draft.len())]);
                let length = no.message.ja.len() + no.message.en.len();
                assert!(length < 400, "{length}: {no}");
            }
            // An unknown square is a fault of the arrangement, with a short message.
            Ok(read) => {
                assert_eq!(read.refused.unwrap().rule.0, rule);
                assert!(read.reading.to_string().len() < 2_000);
            }
        }
        // The refusal of the complete action is short as well.
        if let Err(no) = Action::parse(&draft) {
            assert!(no.message.ja.len() + no.message.en.len() < 400, "{no}");
        }
    }
    // The largest possible reading: every square full and invalid.
    let full = on_each("joker+joker", 10);
    let read = played.game.draft(Seat(0), &full).unwrap();
    let length = serde_json::to_string(&read).unwrap().len();
    assert!(length < 8_000, "{length}");
}

#[test]
fn k32_ak52_the_ready_made_formations_are_legal() {
    for seat in [0, 1] {
        let game = Played::deal(json!({})).game;
        assert!(!game.lists_all(Seat(seat)));
        let listed = game.legal(Seat(seat));
        assert!(listed.len() >= 6, "{}", listed.len());
        for action in listed {
            assert!(game.is_legal(Seat(seat), action).is_ok(), "{action}");
        }
        // An arrangement outside the list is legal as well.
        let own = if seat == 0 { FORMATION.to_owned() } else { turned(FORMATION) };
        let action = Action::parse(&format!("arrange {own}")).unwrap();
        assert!(game.is_legal(Seat(seat), action).is_ok());
    }
}

#[test]
fn k35_first_each_fills_his_own_gap() {
    let mut played = Played::arranged();
    assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(0)), "K-35"));
    assert_eq!(played.sorted(), ["put general c2", "put queen c2"]);
    for elsewhere in ["put general a3", "put shu a3", "put shu c4", "put shu c3"] {
        assert_eq!(played.refused(elsewhere), "K-35", "{elsewhere}");
    }
    played.acts(&["put general c2", "no switch"]);
    assert_eq!(played.piece("c2"), "0 general");
    assert_eq!(played.awaited(), Some(Seat(1)));
    // 後手 has one placing fewer in row 3, so an ordinary card is legal.
    let wanted = ["put dai c4", "put general c4", "put ko c4", "put queen c4", "put shu c4"];
    assert_eq!(played.sorted(), wanted);
    assert_eq!(played.refused("put shu a3"), "K-35");
    played.act("put shu c4");
    assert_eq!(played.piece("c4"), "1 shu");
}

#[test]
fn k35_k36_k42_a_prompt_of_the_deployment_counts_the_cards_of_its_seat() {
    let asked = |played: &Played| played.game.prompt(played.awaited().unwrap()).unwrap().0.en;
    let mut played = Played::arranged();
    assert!(asked(&played).ends_with("territory (card 1 of 4)."));
    // 後手 lays one card fewer.
    played.acts(&["put general c2", "no switch"]);
    assert!(asked(&played).ends_with("territory (card 1 of 3)."));
    played.acts(&["put shu c4", "no switch"]);
    assert!(asked(&played).ends_with("row 3 (card 2 of 4)."));
    assert!(asked(&Played::middle_left()).ends_with("middle square (card 4 of 4)."));
}

#[test]
fn k35_ak29_enough_ordinary_cards_must_remain() {
    let played = Played::arranged();
    let rule = played.refused("put shu c2");
    assert!(["K-36", "K-42"].contains(&rule), "{rule}");
    // If 王妃 and 将軍 are arranged, more ordinary cards are left.
    let court = FORMATION.replace("b1=dai", "b1=queen").replace("d1=ko", "d1=general");
    let played = Played::deal(json!({})).both_arrange(&court, FORMATION);
    assert_eq!(played.sorted(), ["put dai c2", "put ko c2", "put shu c2"]);
    // One of them is enough: four ordinary cards are left, and three are needed.
    let one = FORMATION.replace("b1=dai", "b1=queen");
    let played = Played::deal(json!({})).both_arrange(&one, FORMATION);
    assert_eq!(played.sorted(), ["put dai c2", "put general c2", "put ko c2", "put shu c2"]);
}

/// A game in which both gaps are filled and no seat has switched pieces.
fn gaps_filled() -> Played {
    let mut played = Played::arranged();
    played.acts(&["put general c2", "no switch", "put shu c4", "no switch"]);
    played
}

#[test]
fn k36_then_the_middle_ground_in_turn() {
    let mut played = gaps_filled();
    let mut left = vec!["a3", "b3", "d3", "e3"];
    for (seat, card, square) in [(0, "shu", "b3"), (1, "ko", "e3"), (0, "ko", "a3")] {
        assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(seat)), "K-36"));
        let places: Vec<String> = played.sorted_with(&format!("put {card} "));
        let wanted: Vec<String> = left.iter().map(|to| format!("put {card} {to}")).collect();
        assert_eq!(places, wanted);
        played.act(&format!("put {card} {square}"));
        assert_eq!(played.piece(square), format!("{seat} {card}"));
        left.retain(|other| *other != square);
        // Only placings are legal, no actions of a turn.
        assert_eq!(played.refused("c2>c3"), "T-4");
        played.act("no switch");
    }
    // 後手 has one square and one kind left: the engine plays the only legal action.
    assert_eq!(played.piece("d3"), "1 dai");
    assert!(played.has(json!({ "event": "deployed", "seat": 1, "to": "d3", "forced": true })));
    // A card that is not in the hand and a stack are refused.
    assert_eq!(gaps_filled().refused("put shu+ko a3"), "K-38");
    assert_eq!(Played::arranged().refused("put shu+ko c2"), "K-38");
    let mut laid = gaps_filled();
    laid.acts(&["put shu b3", "no switch", "put ko a3", "no switch"]);
    assert_eq!(laid.refused("put shu d3"), "K-36");
    // Occupied squares are refused.
    let mut again = gaps_filled();
    again.acts(&["put shu b3", "no switch"]);
    let rule = again.refused("put ko b3");
    assert!(["K-36", "K-50", "K-51"].contains(&rule), "{rule}");
}

#[test]
fn k37_not_the_middle_square() {
    let mut played = gaps_filled();
    for (card, square) in [("shu", "a3"), ("ko", "b3"), ("ko", "d3")] {
        assert_eq!(played.refused(&format!("put {card} c3")), "K-37");
        played.acts(&[&format!("put {card} {square}"), "no switch"]);
    }
    assert_eq!(played.piece("c3"), "");
}

#[test]
fn k38_only_ordinary_singles_come_onto_the_middle_ground() {
    let played = gaps_filled();
    let rule = played.refused("put queen a3");
    assert!(["K-38", "K-86"].contains(&rule), "{rule}");
    assert_eq!(played.refused("put joker a3"), "K-80");
    assert_eq!(played.refused("put hachitobi a3"), "K-79");
    // A switch does not bring the king or a stack there either.
    let offered = played.after("put shu a3");
    assert_eq!(offered.refused("switch a3 c1"), "K-40");
    assert_eq!(offered.refused("switch a2 a3"), "K-40");
    let stack = Scene::new().hand(0, &["shu+ko", "dai"]).play();
    assert_eq!(stack.refused("put shu+ko c3"), "K-38");
}

#[test]
fn k39_after_laying_a_card_two_own_pieces_may_change_places() {
    let played = Played::arranged().after("put general c2");
    assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(0)), "K-39"));
    assert_eq!(played.sorted_with("switch").len(), 45);
    assert_eq!(played.sorted().len(), 46);
    // King and stack; the pieces keep their points.
    let after = played.after("switch c1 a2");
    assert_eq!(after.piece("a2"), "0 king=10");
    assert_eq!(after.piece("c1"), "0 shu+ko+dai=4");
    assert_eq!(after.awaited(), Some(Seat(1)));
    // The new card itself, with the squares in either order.
    assert_eq!(played.after("switch a1 c2").piece("a1"), "0 general");
    assert!(Action::parse("switch c2 a1") == Action::parse("switch a1 c2"));
    // AK30: equal pieces as well.
    assert_eq!(played.after("switch a2 d2").piece("a2"), "0 shu+ko+dai=4");
    // One switch, not two.
    assert_eq!(after.refused("switch a1 a2"), "T-4");
    // Other actions are refused.
    assert_eq!(played.refused("put shu a3"), "T-4");
}

#[test]
fn k40_own_pieces_in_the_own_territory_only() {
    let mut played = gaps_filled();
    played.act("put shu a3");
    for pair in ["a1 a3", "a1 a4", "a1 a5", "b4 b5", "a3 b4", "a1 b3"] {
        assert_eq!(played.refused(&format!("switch {pair}")), "K-40", "{pair}");
    }
    assert!(played.may("switch a1 b1"));
    assert!(played.sorted_with("switch").iter().all(|switch| {
        switch.split(' ').skip(1).all(|square| square.ends_with('1') || square.ends_with('2'))
    }));
    // An empty square cannot be switched.
    let empty =
        Scene::new().switching().stage(json!({ "kind": "switch", "seat": 0, "place": null }));
    let empty = empty.lay(0, "a1", "shu").play();
    assert_eq!(empty.sorted(), ["no switch", "switch a1 e1"]);
    assert!(["K-39", "K-40"].contains(&empty.refused("switch a1 b1")));
}

#[test]
fn k41_nobody_need_switch() {
    let played = Played::arranged().after("put general c2");
    assert!(played.may("no switch"));
    let after = played.after("no switch");
    assert_eq!(after.awaited(), Some(Seat(1)));
    assert_eq!(after.piece("a1"), played.piece("a1"));
}

#[test]
fn k42_k43_k44_the_battle_begins_with_every_square_full() {
    let mut played = Played::middle_left();
    assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(0)), "K-42"));
    assert_eq!(played.sorted(), ["put dai c3", "put shu c3"]);
    for other in ["put shu a1", "put general c3", "put hachitobi c3", "put joker c3"] {
        played.refused(other);
    }
    assert!(!played.has(json!({ "event": "battle_began" })));
    played.act("put dai c3");
    assert!(played.has(json!({ "event": "battle_began" })));
    let view = played.view();
    assert!(view["squares"].as_array().unwrap().iter().all(|square| !square.is_null()));
    // 先手 has 9 + 4 cards there, 後手 9 + 3 pieces.
    let of = |seat: u64| {
        let squares = view["squares"].as_array().unwrap().iter();
        squares.filter(|piece| piece["seat"].as_u64() == Some(seat)).count()
    };
    assert_eq!([of(0), of(1)], [13, 12]);
    // The offer belongs to 先手, and the first turn of the battle to 後手.
    assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(0)), "K-44"));
    let switched = played.after("switch a1 c1");
    assert_eq!((switched.awaited(), switched.asked_by()), (Some(Seat(1)), "K-46"));
    assert_eq!(switched.view()["turns"], json!(0));
}

#[test]
fn k44_the_chain_goes_on_while_both_switch() {
    let mut played = Played::middle_left();
    played.acts(&["put dai c3", "switch a1 c1"]);
    // 後手 plays a turn and gets the offer, then 先手, and so on.
    for (seat, turn, switch) in [
        (1, "retreat c4", "switch a5 b5"),
        (0, "retreat c2", "switch a1 b1"),
        (1, "retreat a5", "switch b5 c5"),
        (0, "retreat d1", "switch a1 b1"),
    ] {
        assert_eq!(played.awaited(), Some(Seat(seat)));
        assert_eq!(played.refused(switch), "T-4", "the turn comes first");
        played.act(turn);
        assert_eq!((played.awaited(), played.asked_by()), (Some(Seat(seat)), "K-44"));
        played.act(switch);
    }
    assert_eq!(played.view()["turns"], json!(4));
}

#[test]
fn k45_who_declines_ends_the_switches_for_all() {
    // 先手 after the middle card.
    let mut at_once = Played::middle_left();
    at_once.acts(&["put dai c3", "no switch"]);
    assert_eq!(at_once.view()["switches"], json!(false));
    at_once.acts(&["retreat c4", "retreat c2", "retreat a5", "retreat a1"]);
    assert_eq!(at_once.view()["turns"], json!(4));
    assert!(["K-45", "T-4"].contains(&at_once.refused("switch d4 e4")));
    // 後手 later.
    let mut later = Played::middle_left();
    later.acts(&["put dai c3", "switch a1 c1", "retreat c4", "no switch"]);
    later.acts(&["retreat c2", "retreat a5", "retreat b1"]);
    assert_eq!(later.awaited(), Some(Seat(1)));
    assert!(later.has(json!({ "event": "declined", "seat": 1, "last": true })));
    // Declining during the deployment does not end the switches.
    assert!(Played::middle_left().view()["switches"] == json!(true));
}

/// AK26, AK31: the switch is offered after the continuation of an attack, even if no switch is possible.
#[test]
fn k44_ak31_the_offer_is_made_after_every_turn() {
    let scene = Scene::new().switching().lay(0, "c2", "shu").lay(1, "c3", "queen+ko");
    let mut played = scene.clone().acts(&["c2>c3"]);
    assert_eq!(played.refused("no switch"), "T-4");
    played.act("back a1");
    assert_eq!(played.sorted(), ["no switch", "switch a1 e1"]);
    // With the king alone in the territory only declining is legal, and the offer is still made.
    let lone = scene.acts(&["retreat c2"]);
    assert_eq!((lone.awaited(), lone.sorted()), (Some(Seat(0)), vec!["no switch".to_owned()]));
    assert_eq!(lone.after("no switch").awaited(), Some(Seat(1)));
    // Also after a capture, a queen's return and a king's step.
    let capture = Scene::new().switching().lay(0, "c2", "queen").lay(1, "c3", "queen");
    let capture = capture.acts(&["c2>c3", "return queen"]);
    assert_eq!((capture.awaited(), capture.asked_by()), (Some(Seat(0)), "K-44"));
    let step = Scene::new().switching().lay(0, "d1", "shu").lay(1, "e4", "ko");
    let step = step.acts(&["e1>d1", "settle a1"]);
    assert_eq!((step.awaited(), step.asked_by()), (Some(Seat(0)), "K-44"));
    // After the switches have ended there is no offer.
    let off = Scene::new().lay(0, "c2", "shu").acts(&["c2>c3"]);
    assert_eq!(off.awaited(), Some(Seat(1)));
}

/// AK25: a handicap gives one king more points at the start.
#[test]
fn k22_ak25_a_handicap_for_one_king() {
    for (handicap, kings) in [(0, [10, 10]), (3, [13, 10]), (-2, [10, 12]), (5, [15, 10])] {
        let played = Played::deal(json!({ "handicap": handicap }));
        let played = played.both_arrange(FORMATION, FORMATION);
        assert_eq!([played.king(0), played.king(1)], kings);
    }
}

/// All information is public: all seats have the same view.
#[test]
fn k32_nothing_is_hidden() {
    let mut played = Played::deal(json!({}));
    played.act_as(Seat(0), &format!("arrange {FORMATION}"));
    let views = [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];
    let [one, two, three] = views.map(|viewer| played.game.view(viewer));
    assert!(one == two && two == three);
    assert!(!Shinra::info().hidden_information);
}
