//! Tests of the rule ids in the log: each event cites the statement of RULES.md that decided it.

use conformance::citations::{Change, Decisive};
use serde_json::{Value, json};
use shinra::Shinra;
use zashiki_core::{GameState, Turn};

use super::queen::taken;
use crate::support::model::{self, Blow, Model, Piece};
use crate::support::*;

fn piece_at(model: &Model, square: &Value) -> Piece {
    model.board[&model::at(square.as_str().unwrap())].clone()
}

/// The statements of RULES.md that decided a change.
fn deciding_statements(change: &Change<'_, Shinra>) -> Vec<&'static str> {
    let event = serde_json::to_value(change.event).unwrap();
    let before = || model_of(change.before);
    let stage = || serde_json::to_value(change.before.position()).unwrap()["stage"].clone();
    let king = |model: &Model| {
        let seat = event["seat"].as_u64().unwrap() as usize;
        let mut pieces = model.board.values();
        pieces.find(|piece| piece.owner == seat && piece.is("king")).unwrap().points.unwrap()
    };
    match event["event"].as_str().unwrap() {
        "hit" | "captured" => {
            let model = before();
            let (attacker, target) =
                (piece_at(&model, &event["from"]), piece_at(&model, &event["to"]));
            vec![match Model::blow(&attacker, &target) {
                Blow::Left(_) => "K-58",
                Blow::Captured if attacker.is("king") => "K-73",
                Blow::Captured if target.is("king") => "K-93",
                Blow::Captured => "K-57",
                Blow::Forbidden => panic!("{event} is forbidden"),
            }]
        }
        "retreated" => {
            let stage = stage();
            if stage["kind"] != "follow" {
                return Vec::new();
            }
            let stack = piece_at(&before(), &event["from"]).is_stack();
            vec![if stack && stage["king"] == json!(true) { "K-85" } else { "K-69" }]
        }
        "queen_returned" => vec![match (king(&before()) + 3 > 15, &stage()["kind"]) {
            (true, _) => "K-90",
            (false, kind) if kind == "queen" => "K-75",
            (false, _) => "K-76",
        }],
        "king_stepped" => {
            let model = before();
            let onto = piece_at(&model, &event["to"]);
            let heavy = onto.is_stack() || onto.is("joker") || onto.is("hachitobi");
            let gain = if heavy { 2 } else { 1 };
            if king(&model) + gain > 15 { vec!["K-90"] } else { Vec::new() }
        }
        end @ ("king_taken" | "turn_limit") => {
            assert!(matches!(change.after.turn(), Turn::Over(_)), "{event}");
            vec![if end == "king_taken" { "K-1" } else { "K-92" }]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive {
        statements: &[
            "K-1", "K-57", "K-58", "K-69", "K-73", "K-75", "K-76", "K-85", "K-90", "K-92", "K-93",
        ],
        apart: &[
            ("K-18", "it forbids a stack, and the refusal cites it"),
            ("K-80", "it forbids to put the Joker, and the refusal cites it"),
            ("K-82", "it forbids an attack, and the refusal cites it"),
        ],
        judge: deciding_statements,
    };
    let step = |king: &str| {
        let scene = Scene::new().kings(king, "a5").lay(1, "e4", "ko").lay(0, "d1", "shu+ko");
        scene.acts(&["e1>d1"])
    };
    let queen = |king: &str, last: &[&str]| {
        let scene = Scene::new().kings(king, "a5").lay(0, "c2", "ko+dai").lay(1, "c3", "queen");
        scene.acts(&[&["c2>c3"], last].concat())
    };
    // A stack that attacked the king and must retreat, damaged and undamaged.
    let forced = |stack: &str| {
        let mut full = Scene::new().kings("e1", "c3").lay(0, "c2", stack).lay(1, "e4", "ko");
        for square in ["a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"] {
            full = full.lay(0, square, if stack.contains("dai") { "dai" } else { "shu" });
        }
        full.hand(0, &[]).acts(&["c2>c3"])
    };
    let scenes = [
        step("e1=10"),
        step("e1=14"),
        queen("e1=10", &["return queen"]),
        queen("e1=13", &["return queen"]),
        taken("queen").acts(&["c2>c3", "keep queen", "e4>e3", "return queen queen!"]),
        forced("shu+ko=2"),
        forced("shu+ko"),
        Scene::new().kings("e1", "c3=2").lay(0, "c2", "shu").acts(&["c2>c3"]),
        Scene::new().kings("e1", "a5").lay(1, "e2", "shu").acts(&["e1>e2"]),
    ];
    conformance::citations::check(&decisive, scenes, 1);
}
