//! The pieces that give check to a king and those that would capture him, as a view lists them (K-82,
//! K-93; AK18, AK57).

use serde_json::{Value, json};

use crate::support::*;

/// The squares of the attackers and of the captors of a seat's king.
fn threats_to(played: &Played, seat: usize) -> (Vec<String>, Vec<String>) {
    let king = &played.view()["kings"][seat];
    assert_eq!(king["check"], json!(king["attackers"] != json!([])), "{king}");
    (words(&king["attackers"]), words(&king["captors"]))
}

/// The squares of the attackers of the first seat's king, who has ten points and is on e1 by default.
fn attackers(scene: Scene) -> Vec<String> {
    threats_to(&scene.play(), 0).0
}

const NONE: [&str; 0] = [];

#[test]
fn k94_ak43_attackers_see_the_sheet_as_their_owner_does() {
    let scene = |first: &str, second: &str| {
        Scene::new().kings("c3", "a5").lay(1, "b4", first).lay(1, "b2", second)
    };
    // 攻 goes diagonally ahead, which is downwards for the second seat; 守 diagonally back.
    assert_eq!(attackers(scene("ko", "ko")), ["b4"]);
    assert_eq!(attackers(scene("shu", "shu")), ["b2"]);
    assert_eq!(attackers(scene("ko", "shu")), ["b2", "b4"], "row by row from a1");
    assert_eq!(attackers(scene("shu", "ko")), NONE);
}

#[test]
fn k4_a_slide_attacks_as_far_as_the_way_is_free() {
    let scene = || Scene::new().lay(1, "e5", "shu");
    assert_eq!(attackers(scene()), ["e5"]);
    assert_eq!(attackers(scene().lay(0, "e3", "shu")), NONE);
    assert_eq!(
        attackers(scene().lay(1, "e3", "hachitobi")),
        ["e3"],
        "and ○ attacks two squares away"
    );
}

#[test]
fn k5_k6_leaps_attack_over_pieces() {
    let wall = Scene::new().lay(0, "d1", "shu").lay(0, "d2", "shu").lay(0, "e2", "shu");
    assert_eq!(attackers(wall.clone().lay(1, "d3", "dai")), ["d3"]);
    assert_eq!(attackers(wall.clone().lay(1, "c3", "hachitobi")), ["c3"]);
    assert_eq!(attackers(wall.lay(1, "c3", "queen")), NONE);
}

#[test]
fn k10_k14_ak53_attackers_jump_over_what_they_could_be_combined_with() {
    let scene = |over: &str, combinable: bool| {
        let scene = Scene::with(json!({ "jumpNeedsCombinable": combinable }));
        attackers(scene.lay(1, "c3", "ko").lay(1, "d2", over))
    };
    assert_eq!(scene("dai", true), ["c3"]);
    assert_eq!(scene("hachitobi", true), NONE);
    assert_eq!(scene("hachitobi", false), ["c3"]);
    // Not over an enemy piece.
    assert_eq!(attackers(Scene::new().lay(1, "c3", "ko").lay(0, "d2", "dai")), NONE);
}

#[test]
fn k93_captors_have_at_least_the_points_of_the_king() {
    let captors = |points: u8| {
        let scene = Scene::new().kings(&format!("e1={points}"), "a5");
        let scene = scene.lay(1, "e4", "ko").lay(1, "b1", "general").lay(1, "d3", "dai+ko+shu");
        let (attackers, captors) = threats_to(&scene.play(), 0);
        assert_eq!(attackers, ["b1", "d3", "e4"], "by any points");
        captors
    };
    assert_eq!(captors(5), NONE);
    assert_eq!(captors(4), ["d3"]);
    assert_eq!(captors(3), ["b1", "d3"]);
    assert_eq!(captors(2), ["b1", "d3", "e4"]);
    // A damaged stack captures with its present points.
    let weak = Scene::new().kings("e1=3", "a5").lay(1, "d3", "dai+ko=2");
    assert_eq!(threats_to(&weak.play(), 0), (vec!["d3".to_owned()], vec![]));
}

#[test]
fn k23_a_king_captures_any_king() {
    let kings = Scene::new().kings("e1=15", "e2=1").play();
    let one = |square: &str| vec![square.to_owned()];
    assert_eq!(threats_to(&kings, 0), (one("e2"), one("e2")));
    assert_eq!(threats_to(&kings, 1), (one("e1"), one("e1")));
}

#[test]
fn k82_a_joker_attacks_a_king_of_five_points_and_captures_none() {
    for points in [1, 4, 5, 15] {
        let scene = Scene::new().kings(&format!("e1={points}"), "a5").lay(1, "e4", "joker");
        let (attackers, captors) = threats_to(&scene.play(), 0);
        assert_eq!(attackers, ["e4"][..usize::from(points > 4)], "a king of {points}");
        assert_eq!(captors, NONE, "a king of {points}");
    }
}

#[test]
fn k89_ak57_by_option_only_captors_give_check() {
    let scene = |points: u8| {
        let scene = Scene::with(json!({ "check": "capture" })).kings(&format!("e1={points}"), "a5");
        let scene = scene.lay(1, "e4", "ko").lay(1, "b1", "general").lay(1, "a1", "joker");
        threats_to(&scene.play(), 0)
    };
    let both = |squares: &[&str]| {
        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
        (squares.clone(), squares)
    };
    assert_eq!(scene(4), both(&[]));
    assert_eq!(scene(3), both(&["b1"]));
    assert_eq!(scene(2), both(&["b1", "e4"]));
}

#[test]
fn k1_a_king_that_is_not_on_the_sheet_has_no_attackers() {
    let over = Scene::new().kings("e1", "a5=2").lay(0, "a2", "ko").acts(&["a2>a5"]);
    assert_eq!(over.view()["kings"][1]["square"], Value::Null);
    assert_eq!(threats_to(&over, 1), (vec![], vec![]));
    assert_eq!(threats_to(&Played::deal(json!({})), 0), (vec![], vec![]));
}

#[test]
fn k42_ak18_nobody_gives_check_before_the_battle() {
    let mut played = Played::arranged();
    played.acts(&["put general c2", "no switch", "put general c4", "no switch"]);
    played.acts(&["put shu a3", "no switch", "put dai b3"]);
    assert_eq!(played.piece("b3"), "1 dai", "it leaps towards the King on c1");
    assert_eq!(threats_to(&played, 0), (vec![], vec![]), "while a switch is offered");
    played.acts(&["no switch", "put ko d3", "no switch"]);
    assert_eq!(threats_to(&played, 0), (vec![], vec![]), "while cards are laid");
    played.acts(&["put ko e3", "no switch"]);
    assert_eq!(played.piece("c3"), "0 dai", "the last card, with which the battle begins");
    assert_eq!(threats_to(&played, 0).0, ["b3"]);
}
