//! End of the game and victory.

use serde_json::json;
use zashiki_core::GameState;

use crate::support::*;

/// A scenario in the last turn of a round, in which the seats have these numbers of gems.
pub(super) fn with_gems(seats: u8, gems: &[u64]) -> Scene {
    let scene = Scene::new(seats).last_turn();
    gems.iter().enumerate().fold(scene, |scene, (seat, gems)| scene.gems(seat, *gems))
}

#[test]
fn x20_x38_the_game_ends_after_the_round_of_the_shortage() {
    for seats in 2..=4 {
        let mut scene = with_gems(seats, &[3, 2]).set("short", json!(true));
        scene =
            scene.set("reached", json!(vec![1; if seats == 4 { 2 } else { usize::from(seats) }]));
        let played = scene.acts(&["end"]);
        let winners = if seats == 4 { vec![Seat(0), Seat(1)] } else { vec![Seat(0)] };
        assert_eq!(played.end(), Some((winners, "shortage")), "{seats} seats");
        // Without the shortage the game continues.
        let played = with_gems(seats, &[3, 2]).acts(&["end"]);
        assert_eq!((played.end(), &played.view()["round"]), (None, &json!(2)));
    }
}

#[test]
fn x20_x23_from_the_shortage_to_the_end_by_play() {
    // The shortage occurs at the start of a round, which is then played to its end.
    let scene = Scene::new(3).line(&["D5", "D6"]).floor_deck(&["ice"; 8]).gems(1, 2);
    let mut played = scene.last_turn().acts(&["end"]);
    assert!(played.has(json!({ "event": "floor_short", "lacking": 2 })));
    assert_eq!(played.end(), None);
    let mut turns = 0;
    while played.end().is_none() {
        assert_eq!(played.view()["round"], json!(2));
        let action =
            if played.may("end") { "end".to_owned() } else { played.legal().swap_remove(0) };
        turns += usize::from(action == "end");
        played.act(&action);
    }
    assert_eq!(turns, 3);
    assert_eq!(played.end(), Some((vec![Seat(1)], "shortage")));
}

#[test]
fn x21_x24_twenty_gems_for_two_players() {
    for gems in [[20, 3], [3, 20], [25, 24]] {
        let played = with_gems(2, &gems).acts(&["end"]);
        let winner = u8::from(gems[1] > gems[0]);
        assert_eq!(played.end(), Some((vec![Seat(winner)], "gems")));
    }
    let played = with_gems(2, &[19, 19]).acts(&["end"]);
    assert_eq!((played.end(), &played.view()["round"]), (None, &json!(2)));
    assert_eq!(with_gems(2, &[19, 19]).play().view()["last_round"], json!(false));
    assert_eq!(with_gems(2, &[20, 19]).play().view()["last_round"], json!(true));
}

#[test]
fn x21_x24_x26_ax32_twenty_gems_for_a_team_together() {
    for gems in [[10, 10, 9, 10], [20, 0, 19, 0], [1, 19, 0, 0]] {
        let played = with_gems(4, &gems).acts(&["end"]);
        assert_eq!(played.end(), Some((vec![Seat(0), Seat(1)], "gems")), "{gems:?}");
    }
    assert_eq!(with_gems(4, &[10, 9, 10, 9]).acts(&["end"]).end(), None);
    // With the other pairing, seats 0 and 3 are partners.
    let scene = Scene::with(4, json!({ "teams": "top_bottom" })).last_turn();
    let played = scene.gems(0, 10).gems(3, 10).gems(1, 10).gems(2, 9).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(0), Seat(3)], "gems")));
    let scene = Scene::with(4, json!({ "teams": "top_bottom" })).last_turn();
    assert_eq!(scene.gems(0, 10).gems(1, 10).acts(&["end"]).end(), None);
}

#[test]
fn x22_x24_fifteen_gems_for_one_of_three() {
    let played = with_gems(3, &[1, 2, 15]).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "gems")));
    assert_eq!(with_gems(3, &[14, 14, 14]).acts(&["end"]).end(), None);
    // For two players, 15 do not end the game.
    assert_eq!(with_gems(2, &[15, 0]).acts(&["end"]).end(), None);
}

#[test]
fn x23_ax30_the_round_is_played_to_its_end() {
    // Seat 0 reaches 15 in its turn. The other seats still have their turns and may overtake it.
    let scene = Scene::new(3).gems(0, 14).gems(2, 15 - 2).pawn(0, "C4").pawn(2, "F4");
    let mut played = scene.gem("C5", 1).gem("F5", 3).acts(&["move n"]);
    assert_eq!((played.gems(0), played.end()), (15, None));
    assert!(played.has(json!({ "event": "goal_reached", "seats": [0] })));
    played.acts(&["end", "end"]);
    assert_eq!((played.awaited(), played.end()), (Some(Seat(2)), None));
    played.acts(&["move n", "end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "gems")));
    assert_eq!(played.refused_to(Seat(0), "end"), "T-1");
    // With two players, the round includes the second pass.
    let mut played = Scene::new(2).gems(0, 20).turn(1).acts(&["end"]);
    assert_eq!(played.end(), None);
    assert!(played.has(json!({ "event": "second_pass" })));
    while played.end().is_none() {
        let action =
            if played.may("end") { "end".to_owned() } else { played.legal().swap_remove(0) };
        played.act(&action);
    }
    assert_eq!((played.end(), &played.view()["round"]), (Some((vec![Seat(0)], "gems")), &json!(1)));
}

#[test]
fn x25_the_most_gems_win() {
    assert_eq!(with_gems(3, &[16, 17, 3]).acts(&["end"]).end(), Some((vec![Seat(1)], "gems")));
    // Also if the floor deck ends the game, far below the goal.
    let played = with_gems(3, &[1, 0, 2]).set("short", json!(true)).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "shortage")));
    assert_eq!(played.game.scores(), [1, 0, 2]);
}

#[test]
fn x26_partners_are_counted_together() {
    // The player with the most gems is on the losing side.
    let played = with_gems(4, &[10, 10, 19, 0]).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(0), Seat(1)], "gems")));
    let view = played.view();
    assert_eq!((&view["sides"][0]["gems"], &view["sides"][1]["gems"]), (&json!(20), &json!(19)));
    // Without teams that player would win.
    let played = with_gems(3, &[10, 10, 19]).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "gems")));
}

#[test]
fn x27_ax31_of_equals_the_first_to_get_there_wins() {
    // Both reach 15 in this round, seat 1 before seat 2.
    let scene = |first: usize, second: usize| {
        let scene = Scene::new(3).turn(1).pawn(1, "C4").pawn(2, "F4");
        let mut played = scene.gems(first, 14).gems(second, 14).gem("C5", 1).gem("F5", 1).play();
        played.acts(&["move n", "end", "move n", "end"]);
        played
    };
    let played = scene(1, 2);
    assert_eq!((played.gems(1), played.gems(2)), (15, 15));
    assert_eq!(played.end(), Some((vec![Seat(1)], "gems")));
    // Seat 2 had 15 before; seat 1 reaches the same number now.
    let scene = Scene::new(3).turn(1).pawn(1, "C4").gems(1, 14).gems(2, 15);
    let played =
        scene.set("reached", json!([0, 4, 9])).gem("C5", 1).acts(&["move n", "end", "end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "gems")));
    // Otherwise the recorded times decide.
    for (reached, winner) in [([5, 4, 0], 1), ([4, 5, 0], 0)] {
        let played = with_gems(3, &[15, 15, 3]).set("reached", json!(reached)).acts(&["end"]);
        assert_eq!(played.end(), Some((vec![Seat(winner)], "gems")));
    }
}

#[test]
fn x27_ax31_ax64_sums_of_teams_and_the_order_of_gains() {
    // The sum of a team counts, whichever seat gained the gems.
    let scene = Scene::new(4).turn(2).pawn(2, "C4").pawn(3, "F4");
    let scene = scene.gems(0, 10).gems(1, 10).gems(2, 9).gems(3, 9).set("reached", json!([8, 7]));
    let played = scene.gem("C5", 1).gem("F5", 1).acts(&["move n", "end", "move n", "end"]);
    assert_eq!(played.end(), Some((vec![Seat(0), Seat(1)], "gems")));
    // Several gems of one square are one gain, so a seat that gains two at once skips a number.
    let scene = Scene::new(3).turn(1).pawn(1, "C4").pawn(2, "F4").gems(1, 14).gems(2, 13);
    let played = scene.gem("C5", 1).gem("F5", 2).acts(&["move n", "end", "move n", "end"]);
    assert_eq!(played.end(), Some((vec![Seat(1)], "gems")));
    // Gems that appear one after another are separate gains, in the order of their appearance.
    let scene = Scene::new(3).pawn(1, "C2").pawn(2, "C1").gems(1, 6).gems(2, 6);
    let deck = ["C1", "C2", "D1", "D2", "D3", "D4", "D5"];
    let played = scene.gem_deck(&deck).last_turn().acts(&["end"]);
    let sides = &played.view()["sides"];
    assert!(sides[2]["reached"].as_u64() < sides[1]["reached"].as_u64());
}

#[test]
fn x16_x27_ax64_the_starting_gem_is_the_first_gain() {
    let played = Played::deal(3, json!({ "firstSeat": "seat1" }), 1);
    let sides = played.view()["sides"].clone();
    assert_eq!((&sides[1]["gems"], &sides[1]["reached"]), (&json!(1), &json!(1)));
    // A seat that reaches one gem later is behind.
    let scene = Scene::from(&played).gems(0, 1).set("reached", json!([2, 1, 0])).last_turn();
    let played = scene.set("short", json!(true)).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(1)], "shortage")));
}

#[test]
fn x20_x21_ax64_both_reasons_may_hold() {
    let played = with_gems(2, &[20, 1]).set("short", json!(true)).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(0)], "gems_and_shortage")));
    let played = with_gems(3, &[1, 1, 15]).set("short", json!(true)).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(2)], "gems_and_shortage")));
    let played = with_gems(4, &[1, 1, 15, 5]).set("short", json!(true)).acts(&["end"]);
    assert_eq!(played.end(), Some((vec![Seat(2), Seat(3)], "gems_and_shortage")));
}

#[test]
fn x25_ax31_without_any_gem_nobody_wins() {
    for seats in 2..=4 {
        let played = with_gems(seats, &[]).set("short", json!(true)).acts(&["end"]);
        assert_eq!(played.end(), Some((vec![], "shortage")));
        assert!(played.has(json!({ "event": "ended", "winners": [] })));
    }
}

/// The final event's rule, and its text in English and Japanese.
fn final_event(scene: Scene) -> (&'static str, String, String) {
    scene.last_turn().acts(&["end"]).description("ended")
}

#[test]
fn x27_ax31_the_text_of_a_tie_names_the_side_that_reached_it_first() {
    let tie = |reached: [u16; 2]| {
        let scene = Scene::new(2).gems(0, 20).gems(1, 20).set("reached", json!(reached));
        final_event(scene)
    };
    let (rule, en, ja) = tie([7, 5]);
    assert_eq!(rule, "X-27");
    assert_eq!(
        en,
        "The goal of 20 gems is reached. It is a tie at 20–20, but Blue had that number first and wins."
    );
    assert_eq!(
        ja,
        "ジェムが20個に達したラウンドが終わり、20対20の同点ですが、先に達した青の勝ちです。"
    );
    assert!(tie([5, 7]).1.contains("Red had that number first"));
    // Without a tie, the text mentions none.
    let (rule, en, _) = final_event(Scene::new(2).gems(0, 21).gems(1, 20));
    assert_eq!((rule, &*en), ("X-25", "The goal of 20 gems is reached: Red wins 21–20."));
    // Teams are tied if their sums are equal.
    let teams = Scene::new(4).gems(0, 12).gems(1, 8).gems(2, 15).gems(3, 5);
    let (rule, en, _) = final_event(teams.set("reached", json!([3, 9])));
    assert_eq!(rule, "X-27");
    assert!(en.contains("a tie at 20–20, but Red and Blue had that number first and win."), "{en}");
    // Without any gem there is no winner.
    let (rule, en, _) = final_event(Scene::new(2).set("short", json!(true)));
    assert_eq!(rule, "X-27");
    assert!(en.contains("nobody has a gem, so nobody wins"), "{en}");
}
