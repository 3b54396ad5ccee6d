//! Rule citations in the log: picking up, the first-player marker and the end.

use conformance::citations::{Change, Decisive};
use honnoji::Honnoji;
use serde_json::{Value, json};
use zashiki_core::{GameConfig as _, GameState, Turn};

use crate::support::*;

fn json_of(game: &Honnoji) -> Value {
    serde_json::to_value(game.position()).unwrap()
}

/// Number of pawns on a square.
fn pawns(state: &Value, square: &Value) -> usize {
    let players = state["players"].as_array().unwrap();
    players.iter().filter(|player| player["square"] == *square).count()
}

/// Points of each seat's cards in these places.
fn points(game: &Honnoji, state: &Value, places: &[&str]) -> Vec<i64> {
    let components = game.config().components();
    let worth = |face: &str| {
        let mut cards = components["card"].as_array().unwrap().iter();
        cards.find(|card| card["face"] == *face).unwrap()["points"].as_i64().unwrap()
    };
    let players = state["players"].as_array().unwrap().iter();
    let faces = |player: &Value| -> Vec<String> {
        places.iter().flat_map(|place| words(&player[*place])).collect()
    };
    players.map(|player| faces(player).iter().map(|face| worth(face)).sum()).collect()
}

/// Number of seats that share the highest count.
fn leaders(counts: &[i64]) -> usize {
    counts.iter().filter(|count| Some(*count) == counts.iter().max()).count()
}

/// The rule statement that decided the end of the match.
fn end(game: &Honnoji) -> &'static str {
    let state = json_of(game);
    let points = points(game, &state, &["exposed", "hand"]);
    if leaders(&points) == 1 {
        return "H-140";
    }
    let most = points.iter().max();
    let cards: Vec<i64> = (state["players"].as_array().unwrap().iter().zip(&points))
        .filter(|(_, points)| Some(*points) == most)
        .map(|(player, _)| {
            -((words(&player["exposed"]).len() + words(&player["hand"]).len()) as i64)
        })
        .collect();
    if leaders(&cards) == 1 { "H-141" } else { "H-142" }
}

/// The rule statements that decided a change of the state, according to RULES.md.
fn judge(change: &Change<'_, Honnoji>) -> Vec<&'static str> {
    let over = |game: &Honnoji| matches!(game.turn(), Turn::Over(_));
    if over(change.after) && !over(change.before) {
        return vec![end(change.after)];
    }
    let event = serde_json::to_value(change.event).unwrap();
    match event["event"].as_str().unwrap() {
        "picked_up" => {
            let alone = pawns(&json_of(change.before), &event["square"]) == 1;
            vec![if alone { "H-80" } else { "H-82" }]
        }
        "too_few" => {
            let state = json_of(change.before);
            let square = event["square"].as_u64().unwrap() as usize;
            let cards = words(&state["squares"][square - 1]).len();
            assert!(cards < pawns(&state, &event["square"]), "{event}");
            vec!["H-85"]
        }
        "marker_moved" | "marker_stayed" => {
            let exposed = points(change.before, &json_of(change.before), &["exposed"]);
            vec![if leaders(&exposed) == 1 { "H-136" } else { "H-138" }]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive {
        statements: &["H-80", "H-82", "H-85", "H-136", "H-138", "H-140", "H-141", "H-142"],
        apart: &[
            ("H-48", "it allows a layout and decides nothing"),
            ("H-119", "the player decides how many cards to recover, not the statement"),
        ],
        judge,
    };
    let last = |exposed: [&str; 3]| {
        let scene = Scene::new(3).round(6).pawns(&[5; 3]);
        let scene = (0..3).fold(scene, |scene, seat| scene.exposed(seat, exposed[seat]));
        scene.lay(&["nothing"; 3])
    };
    let scenes = [
        last(["koban juko_konasu", "tsukumo", "koban"]),
        last(["koban"; 3]),
        last(["koban joo", "koban", "koban enza"]),
    ];
    conformance::citations::check(&decisive, scenes, 2);
}

/// An icon without effect cites the ruling about it, not the statement about icons that work.
#[test]
fn an_icon_without_effect_cites_its_ruling() {
    let why = |scene: Scene, layout: &str| {
        let played = scene.lay(&[layout, "nothing", "nothing"]);
        let told = played.told(json!({ "event": "in_vain" }));
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].1
    };
    let scene = || Scene::new(3).pawns(&[1, 3, 4]);
    assert_eq!(why(scene(), "crest@0:0 2@1:0"), "A-H53", "nobody stands there");
    assert_eq!(why(scene().exposed(0, "koban"), "crest@0:0 2@-1:0"), "A-H53", "only a treasure");
}
