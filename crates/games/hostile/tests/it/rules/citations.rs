//! Tests that the log cites the rule statement which decided the end of the game or the winner.

use conformance::citations::{Change, Decisive};
use hostile::{Hostile, Teams};
use serde_json::{Value, json};
use zashiki_core::GameState;

use super::ending::with_gems;
use super::rounds::crowded;
use crate::support::*;

fn json_of(game: &Hostile) -> Value {
    serde_json::to_value(game.position()).unwrap()
}

/// Length of a list, or sum of the numbers of tiles in a map from kind to number.
fn count(list: &Value) -> u64 {
    match list {
        Value::Array(items) => items.len() as u64,
        Value::Object(kinds) => kinds.values().map(|count| count.as_u64().unwrap()).sum(),
        _ => 0,
    }
}

/// Gems of each player or, with four seats, of each team.
fn gems(game: &Hostile) -> Vec<u64> {
    let state = json_of(game);
    let gems: Vec<u64> = state["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["gems"].as_u64().unwrap())
        .collect();
    match (&gems[..], game.config().options.teams) {
        ([a, b, c, d], Teams::LeftRight) => vec![a + b, c + d],
        ([a, b, c, d], Teams::TopBottom) => vec![b + c, d + a],
        _ => gems,
    }
}

/// The statements in RULES.md that decide this change of the state.
fn deciding_statements(change: &Change<'_, Hostile>) -> Vec<&'static str> {
    let seats = change.after.config().seats;
    let event = serde_json::to_value(change.event).unwrap();
    match event["event"].as_str().unwrap() {
        "ended" => {
            let gems = gems(change.after);
            let leaders = gems.iter().filter(|count| Some(*count) == gems.iter().max()).count();
            vec![match (leaders, seats) {
                (1, 4) => "X-26",
                (1, _) => "X-25",
                _ => "X-27",
            }]
        }
        "goal_reached" => {
            let (goal, rule) = if seats == 3 { (15, "X-22") } else { (20, "X-21") };
            assert!(gems(change.after).iter().any(|count| *count >= goal), "{event}");
            vec![rule]
        }
        "floor_short" => {
            let state = json_of(change.before);
            let line = state["line"].as_array().unwrap().iter();
            // Gem tiles have the names of their squares.
            let floor = line.filter(|tile| tile.as_str().unwrap().len() > 2).count() as u64;
            let available = count(&state["floor_deck"]) + count(&state["floor_discards"]);
            vec![if floor + available < 10 { "X-40" } else { "X-38" }]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive {
        statements: &["X-21", "X-22", "X-25", "X-26", "X-27", "X-38", "X-40"],
        apart: &[
            ("X-20", "the log cites X-38 or X-40 when the shortage is found"),
            ("X-55", "an empty line is not compared with anything"),
            ("X-161", "it follows from X-84, which is cited when a tile is discarded"),
        ],
        judge: deciding_statements,
    };
    let gem = |seats: u8, gems: u64| {
        let scene = Scene::new(seats).gems(0, gems).pawn(0, "C3");
        scene.set("gems", json!([{ "square": "D3", "count": 1 }]))
    };
    let scenes = [
        gem(2, 19).acts(&["move e"]),
        gem(3, 14).acts(&["move e"]),
        gem(4, 12).gems(1, 7).acts(&["move e"]),
        with_gems(2, &[20, 3]).acts(&["end"]),
        with_gems(3, &[1, 15, 3]).acts(&["end"]),
        with_gems(4, &[12, 8, 3, 4]).acts(&["end"]),
        with_gems(2, &[20, 20]).set("reached", json!([7, 5])).acts(&["end"]),
        with_gems(2, &[0, 0]).set("short", json!(true)).acts(&["end"]),
        crowded()
            .hand(0, &["spring", "spring", "spring"])
            .floor_deck(&["spring", "spring"])
            .last_turn()
            .acts(&["end"]),
    ];
    conformance::citations::check(&decisive, scenes, 1);
}
