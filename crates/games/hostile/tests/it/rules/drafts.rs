//! Skill draft and tile draft, and the second pass of two players, X-76 to
//!

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zashiki_core::{GameState, Seat, Viewer};

use crate::support::*;

const LINE: [&str; 12] =
    ["C5", "D5", "slide", "slide", "ice", "ice", "stop", "stop", "box", "box", "spring", "para"];

/// The seats of all events with this name, in order.
fn seats_of(played: &Played, event: &str) -> Vec<u64> {
    let events = played.all(json!({ "event": event }));
    events.iter().map(|event| event["seat"].as_u64().unwrap()).collect()
}

/// Plays the draft to the first turn, taking the first skill and keeping the first tile each time.
fn draft_through(played: &mut Played) {
    while played.view()["stage"]["kind"] != "turn" {
        let first =
            played.legal().into_iter().find(|a| a.starts_with("skill") || a.ends_with("keep"));
        played.act(&first.unwrap());
    }
}

#[test]
fn x43_x44_x47_seven_cards_two_removed_five_offered() {
    for seats in 2..=4 {
        for seed in 0..20 {
            let played = Played::deal(seats, json!({}), seed);
            let view = played.view();
            let removed = words(&view["removed"]);
            assert_eq!(removed.len(), 2);
            assert!(played.has(json!({ "event": "skills_removed", "skills": removed })));
            let offered: Vec<String> =
                played.legal().iter().map(|action| action.replace("skill ", "")).collect();
            assert_eq!(offered.len(), 5);
            let all: BTreeSet<&str> = removed.iter().chain(&offered).map(String::as_str).collect();
            assert_eq!(all, SKILLS.into_iter().collect());
            assert_eq!(played.asked_by(), "X-49");
        }
    }
}

#[test]
fn x44_x46_any_pair_may_be_removed_but_never_king() {
    let mut pairs = BTreeSet::new();
    for seed in 0..400 {
        let removed = words(&Played::deal(2, json!({}), seed).view()["removed"]);
        assert!(!removed.contains(&"king".to_owned()));
        pairs.insert(removed);
    }
    assert_eq!(pairs.len(), 15, "six cards have fifteen pairs");
}

#[test]
fn x45_ax47_removed_cards_are_out_for_the_round_and_back_in_the_next() {
    let scene =
        || Scene::new(3).skill_draft(0).line(&LINE).set("removed", json!(["ghost", "crash"]));
    let played = scene().play();
    assert_eq!(played.refused("skill ghost"), "X-45");
    assert_eq!(played.legal().len(), 5);
    // Over several rounds every card except King is removed at least once, and is offered again
    // later.
    let mut removed = BTreeSet::new();
    let mut played = scene().acts(&["skill king", "skill quick", "skill steal"]);
    for _ in 0..12 {
        draft_through(&mut played);
        while played.awaited().is_some() && played.view()["stage"]["kind"] == "turn" {
            played.act("end");
        }
        if played.end().is_some() {
            break;
        }
        let view = played.view();
        assert_eq!(played.legal().len(), 5);
        removed.extend(words(&view["removed"]));
        assert!((0..3).all(|seat| played.skills(seat).is_empty()), "all cards are gathered");
    }
    assert!(removed.len() >= 4, "only {removed:?} were removed");
}

#[test]
fn x47_clockwise_from_the_start_player_one_card_each() {
    for (seats, start) in [(2u8, 0u8), (2, 1), (3, 1), (4, 0), (4, 2)] {
        let scene =
            Scene::new(seats).set("start_seat", json!(start)).skill_draft(start).line(&LINE);
        let mut played = scene.set("removed", json!(["ghost", "crash"])).play();
        let order: Vec<u64> = (0..seats).map(|n| u64::from((start + n) % seats)).collect();
        for (seat, skill) in order.iter().zip(["king", "recall", "steal", "rotate"]) {
            assert_eq!(played.awaited().map(|seat| seat.0.into()), Some(*seat));
            assert_eq!(played.refused_to(Seat((*seat as u8 + 1) % seats), "skill quick"), "T-2");
            played.act(&format!("skill {skill}"));
            assert_eq!(played.skills(*seat as usize), [skill]);
            // The card is public and no longer available to later seats.
            if played.view()["stage"]["kind"] == "skill_draft" {
                assert_eq!(played.refused(&format!("skill {skill}")), "X-47");
            }
        }
        assert_eq!(seats_of(&played, "skill_taken"), order);
        assert_eq!(played.view()["stage"]["kind"], "tile_draft");
    }
}

#[test]
fn x48_cards_left_over_are_apart_from_removed_cards() {
    for (seats, left_over) in [(2u8, 3), (3, 2), (4, 1)] {
        let mut played = Scene::new(seats)
            .skill_draft(0)
            .line(&LINE)
            .set("removed", json!(["ghost", "crash"]))
            .play();
        for skill in ["king", "recall", "steal", "rotate"].into_iter().take(usize::from(seats)) {
            played.act(&format!("skill {skill}"));
        }
        let view = played.view();
        assert_eq!(words(&view["undrafted"]).len(), left_over);
        assert_eq!(words(&view["removed"]).len(), 2);
        assert!(
            !words(&view["undrafted"]).iter().any(|skill| ["ghost", "crash"].contains(&&**skill))
        );
    }
}

#[test]
fn x49_nobody_goes_without_a_card() {
    let played =
        Scene::new(3).skill_draft(0).line(&LINE).set("removed", json!(["ghost", "crash"])).play();
    assert!(played.legal().iter().all(|action| action.starts_with("skill ")));
    for action in ["end", "draft ice keep", "move n"] {
        assert_eq!(played.refused(action), "T-4");
    }
    for (seats, seed) in [(2, 1), (3, 1), (4, 1)] {
        let mut played = Played::deal(seats, json!({}), seed);
        draft_through(&mut played);
        assert!((0..usize::from(seats)).all(|seat| played.skills(seat).len() == 1));
    }
}

#[test]
fn x50_ax33_counter_clockwise_the_start_player_last() {
    for (seats, start, order) in [
        (2u8, 0u8, vec![1, 0]),
        (2, 1, vec![0, 1]),
        (3, 0, vec![2, 1, 0]),
        (3, 2, vec![1, 0, 2]),
        (4, 0, vec![3, 2, 1, 0]),
        (4, 2, vec![1, 0, 3, 2]),
    ] {
        let mut played = Scene::new(seats)
            .set("start_seat", json!(start))
            .skill_draft(start)
            .line(&LINE)
            .set("removed", json!(["ghost", "crash"]))
            .play();
        draft_through(&mut played);
        // Each seat drafts both tiles in succession.
        let twice: Vec<u64> = order.iter().flat_map(|seat| [*seat, *seat]).collect();
        assert_eq!(seats_of(&played, "drafted"), twice, "{seats} seats from {start}");
        // Then the start player has the first turn.
        assert_eq!(played.awaited(), Some(Seat(start)));
    }
}

#[test]
fn x51_ax58_two_tiles_in_any_combination_and_order() {
    let scene = || Scene::new(2).line(&LINE).tile_draft(1, 2);
    assert_eq!(scene().play().asked_by(), "X-51");
    for pair in [["C5", "D5"], ["slide", "slide"], ["ice", "C5"], ["C5", "ice"]] {
        let acts = pair.map(|tile| format!("draft {tile} keep"));
        let played = scene().acts(&[&acts[0], &acts[1]]);
        assert_eq!(played.hand(1), pair);
        assert_eq!(played.line().len(), 10);
        // The next seat drafts.
        assert_eq!(played.view()["stage"], json!({ "kind": "tile_draft", "seat": 0, "left": 2 }));
    }
    // Both tiles are compulsory, and only tiles in the line can be taken.
    let played = scene().acts(&["draft C5 keep"]);
    assert_eq!((played.awaited(), played.refused("end")), (Some(Seat(1)), "T-4"));
    assert!(played.legal().iter().all(|action| action.starts_with("draft ")));
    assert_eq!(played.refused("draft C5 keep"), "X-51");
    assert_eq!(played.refused("draft corner keep"), "X-51");
    // Equal tiles are one choice (A-X59).
    assert_eq!(played.legal_with("draft slide keep").len(), 1);
}

#[test]
fn x52_ax39_keep_use_or_place_at_once() {
    let scene = || Scene::new(2).line(&LINE).tile_draft(1, 2);
    let mut played = scene().acts(&["draft slide place D4 n"]);
    assert_eq!((played.tile("D4"), played.hand(1)), (Some("slide n".into()), vec![]));
    played.act("draft C5 use");
    assert_eq!((played.gems_on("C5"), played.gem_discards()), (1, vec!["C5".into()]));
    // One tile is kept, the other used.
    let played = scene().acts(&["draft D5 keep", "draft ice place G7"]);
    assert_eq!((played.hand(1), played.tile("G7")), (vec!["D5".into()], Some("ice".into())));
    played.assert_order(&[
        json!({ "event": "drafted", "seat": 1, "tile": "D5" }),
        json!({ "event": "kept", "seat": 1, "tile": "D5" }),
        json!({ "event": "drafted", "seat": 1, "tile": "ice" }),
        json!({ "event": "placed", "seat": 1, "square": "G7" }),
    ]);
    // The pawn's owner gains the gem of a drafted gem tile at once.
    let played = scene().pawn(0, "C5").acts(&["draft C5 use"]);
    assert_eq!((played.gems(0), played.gems_on("C5")), (1, 0));
}

#[test]
fn x53_hand_tiles_cannot_be_used_during_the_draft() {
    let played = Scene::new(2).hand(1, &["ice", "E5"]).line(&LINE).tile_draft(1, 2).play();
    assert_eq!(played.refused("place ice D4"), "X-53");
    assert_eq!(played.refused("use E5"), "X-53");
    assert_eq!(played.refused("draft E5 use"), "X-51");
    // Nor can a tile that was kept just before.
    let played = Scene::new(2).line(&LINE).tile_draft(1, 2).acts(&["draft C5 keep"]);
    assert_eq!(played.refused("use C5"), "X-53");
    assert_eq!(played.refused("draft C5 use"), "X-51");
}

#[test]
fn x54_the_line_is_not_refilled_in_between() {
    for seats in 2..=4 {
        let mut played = Played::deal(seats, json!({}), 3);
        assert_eq!(played.line().len(), 12);
        played.forget();
        draft_through(&mut played);
        assert_eq!(played.line().len(), 12 - 2 * usize::from(seats));
        assert!(!played.has(json!({ "event": "line_refilled" })));
    }
}

#[test]
fn x55_ax58_an_empty_line_ends_the_draft() {
    // Three tiles for four seats: the third seat gets one, the last seat none.
    let mut played = Scene::new(4).line(&["ice", "box", "C5"]).tile_draft(3, 2).play();
    played.acts(&["draft ice keep", "draft box keep", "draft C5 keep"]);
    assert_eq!(played.view()["stage"]["kind"], "turn");
    assert!(played.has(json!({ "event": "line_empty", "seat": 2 })));
    let hands: Vec<usize> = (0..4).map(|seat| played.hand(seat).len()).collect();
    assert_eq!(hands, [0, 0, 1, 2]);
    assert_eq!(played.awaited(), Some(Seat(0)));
    // A line that is empty from the start leads directly to the turns.
    let skills = json!(["ghost", "crash"]);
    let played =
        Scene::new(2).skill_draft(0).set("removed", skills).acts(&["skill king", "skill quick"]);
    assert_eq!((played.awaited(), played.points()), (Some(Seat(0)), 2));
    assert!(played.has(json!({ "event": "line_empty", "seat": 1 })));
}

#[test]
fn x56_ax39_placing_in_the_draft_keeps_all_limits() {
    let played = Scene::new(2)
        .pawn(0, "D4")
        .pawn(1, "E5")
        .tile("F5", "box")
        .line(&LINE)
        .tile_draft(1, 2)
        .play();
    for (square, rule) in [
        ("D4", "X-90"),
        ("E5", "X-90"),
        ("A8", "X-91"),
        ("F5", "X-92"),
        ("A2", "X-93"),
        ("B2", "X-93"),
    ] {
        assert_eq!(played.refused(&format!("draft ice place {square}")), rule);
    }
    assert!(played.may("draft ice place G7") && played.may("draft ice place B7"));
}

#[test]
fn x84_ax38_with_a_full_hand_only_use_saves_a_drafted_tile() {
    let hand = ["stop", "stop", "corner", "E5"];
    let scene = || Scene::new(2).hand(1, &hand).line(&LINE[..6]).tile_draft(1, 2);
    let played = scene().acts(&["draft C5 keep", "draft ice keep"]);
    assert_eq!(
        (played.hand(1), played.gem_discards()),
        (hand.map(String::from).into(), vec!["C5".into()])
    );
    assert_eq!(played.floor_discards("ice"), 1);
    assert_eq!(played.count(json!({ "event": "hand_full", "seat": 1 })), 2);
    let played = scene().acts(&["draft C5 use", "draft ice place D4"]);
    assert_eq!((played.gems_on("C5"), played.tile("D4")), (1, Some("ice".into())));
    assert_eq!(played.hand(1), hand);
    assert_eq!(scene().play().refused("use E5"), "X-53");
}

#[test]
fn x51_a_draft_with_only_one_choice_is_automatic() {
    // The game has too few floor tiles to fill all squares, so the test shows the opposite case:
    // with a gem tile there is a choice.
    let played = Scene::new(2).line(&["C5"]).tile_draft(0, 1).play();
    assert_eq!(played.legal(), ["draft C5 keep", "draft C5 use"]);
}

// Two players: the second pass.

/// A scenario in the last turn of the first pass: seat `start` has King, the other seat has Quick.
fn first_pass(start: u8) -> Scene {
    Scene::new(2)
        .set("start_seat", json!(start))
        .skill(usize::from(start), "king")
        .skill(usize::from(1 - start), "quick")
        .set("removed", json!(["ghost", "crash"]))
        .line(&LINE[..8])
        .turn(1 - start)
}

#[test]
fn x76_ax35_two_players_draft_and_take_turns_twice() {
    for start in [0, 1] {
        let mut played = first_pass(start).acts(&["end"]);
        assert!(played.has(json!({ "event": "second_pass" })));
        let view = played.view();
        assert_eq!((&view["round"], &view["pass"]), (&json!(1), &json!(2)));
        // Skills start with the start player, tiles with the other seat, turns with the start
        // player.
        assert_eq!(played.awaited(), Some(Seat(start)));
        played.acts(&["skill recall", "skill steal"]);
        assert_eq!(seats_of(&played, "skill_taken"), [u64::from(start), u64::from(1 - start)]);
        assert_eq!(played.awaited(), Some(Seat(1 - start)));
        played.acts(&["draft C5 keep", "draft ice keep"]);
        assert_eq!(played.awaited(), Some(Seat(start)));
        played.acts(&["draft slide keep", "draft ice keep"]);
        assert_eq!((played.awaited(), played.points()), (Some(Seat(start)), 2));
        played.acts(&["end"]);
        assert_eq!((played.awaited(), played.points()), (Some(Seat(1 - start)), 2));
        // Then the round ends.
        played.acts(&["end"]);
        assert_eq!(played.view()["round"], json!(2));
        assert_eq!(played.view()["pass"], json!(1));
    }
    // With three and four seats there is one pass.
    for seats in [3u8, 4] {
        let mut played = Scene::new(seats).play();
        for _ in 0..seats {
            played.act("end");
        }
        assert_eq!(played.view()["round"], json!(2));
        assert!(!played.has(json!({ "event": "second_pass" })));
    }
}

#[test]
fn x77_x78_the_second_skill_is_one_of_the_three_left_over() {
    let mut played = first_pass(0).acts(&["end"]);
    assert_eq!(played.legal(), ["skill rotate", "skill recall", "skill steal"]);
    // Cards that are removed, or were taken by either seat.
    assert_eq!(played.refused("skill ghost"), "X-45");
    assert_eq!(played.refused("skill king"), "X-78");
    let (_, en, ja) = said(played.refusal_to(played.awaited().unwrap(), "skill king"));
    assert!(en.contains("was already taken in this round"), "{en}");
    assert!(ja.contains("このラウンドですでに取られています"), "{ja}");
    assert_eq!(played.refused("skill quick"), "X-78");
    played.act("skill rotate");
    assert_eq!(played.legal(), ["skill recall", "skill steal"]);
    played.act("skill steal");
    assert_eq!(words(&played.view()["undrafted"]), ["recall"]);
    assert_eq!(played.skills(0), ["king", "rotate"]);
}

#[test]
fn x79_ax34_no_gems_and_no_refill_between_the_passes() {
    let mut played = first_pass(0).acts(&["end"]);
    draft_through(&mut played);
    for event in ["gem_tile_revealed", "line_refilled", "round", "skills_removed"] {
        assert!(!played.has(json!({ "event": event })), "{event}");
    }
    assert_eq!(played.line().len(), 4);
    assert_eq!(played.view()["gems"], json!([]));
}

/// The second turn of seat 0, which drafted Quick in the first pass and the skill `second` in the
/// second.
fn second_turn(second: &str, options: Value) -> Played {
    Scene::with(2, options)
        .set("pass", json!(2))
        .pawn(0, "D4")
        .tile("D5", "slide n")
        .skills(0, &["quick", second])
        .play()
}

#[test]
fn x76_ax36_only_the_skill_of_the_pass_is_active() {
    let played = second_turn("crash", json!({}));
    assert_eq!(played.points(), 2);
    assert!(played.may("crash D5"));
    assert_eq!(played.view()["seats"][0]["active"], json!(["crash"]));
    // The first skill has no effect, whichever it is.
    let scene = Scene::new(2).set("pass", json!(2)).pawn(0, "D4").tile("D5", "slide n");
    let played = scene.skills(0, &["crash", "king"]).play();
    assert_eq!(played.refused("crash D5"), "X-135");
    let scene = Scene::new(2).set("pass", json!(2)).pawn(0, "D4").tile("D5", "slide n");
    assert_eq!(scene.skills(0, &["ghost", "king"]).acts(&["move n"]).pawn(0), "D6");
    // With the option, both have an effect.
    let played = second_turn("crash", json!({ "twoPlayerKeepFirstSkill": true }));
    assert_eq!(played.points(), 3);
    assert!(played.may("crash D5"));
}

#[test]
fn x73_x76_ax36_king_counts_whenever_it_was_taken() {
    for skills in [["king", "crash"], ["crash", "king"]] {
        let scene = Scene::new(2).set("pass", json!(2)).skills(1, &skills).turn(1);
        let played = scene.acts(&["end"]);
        assert!(played.has(json!({ "event": "start_seat", "seat": 1 })));
        assert_eq!(played.awaited(), Some(Seat(1)));
    }
}

/// Both sides of a skill card show its face: every player sees King among the cards of each skill
/// draft.
#[test]
fn x166_every_player_sees_king_in_every_skill_draft() {
    for seed in 0..40 {
        let seats = 2 + (seed % 3) as u8;
        let played = Played::deal(seats, json!({}), seed);
        let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            let view = serde_json::to_value(played.game.view(viewer)).unwrap();
            assert!(words(&view["undrafted"]).contains(&"king".to_owned()), "{viewer:?}");
            assert!(!words(&view["removed"]).contains(&"king".to_owned()), "{viewer:?}");
        }
    }
}
