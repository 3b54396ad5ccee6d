//! Tests that the output of commands for other programs keeps its form: the keys and types of the JSON
//! that they print and of the files that they write. See [`conformance::frozen`].

use std::path::Path;

use conformance::frozen::{Shapes, compare};
use serde_json::Value;

use crate::common::{Folder, good, good_json};

fn frozen(name: &str, shapes: &Shapes) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen");
    compare(&folder.join(name), &shapes.text());
}

/// Adds the form of each line of a JSON lines text.
fn add_lines(shapes: &mut Shapes, name: &str, text: &str) {
    for line in text.lines() {
        shapes.add(name, &serde_json::from_str(line).expect("a line of JSON"));
    }
}

fn file(path: &str) -> String {
    std::fs::read_to_string(path).expect("the file was written")
}

#[test]
fn frozen_json_of_games_and_records() {
    let folder = Folder::new("frozen-records");
    let maps = &["facts", "glossary"];
    let opaque = &["components", "event", "options", "position", "view"];
    let mut shapes = Shapes::new(maps, opaque);
    shapes.add("games", &good_json(&["games", "--json"]));
    shapes.add("features", &good_json(&["games", "hostile", "--features", "--json"]));
    let (record, out) = (folder.path("record.json"), folder.path("games.jsonl"));
    let plan = ["simulate", "kokyu", "--games", "4", "--bots", "random", "--seed", "7", "--json"];
    let files = ["--record", &record, "--games-out", &out, "--decisions"];
    shapes.add("simulate", &good_json(&[&plan[..], &files].concat()));
    add_lines(&mut shapes, "games-out", &file(&out));
    shapes.add("record", &serde_json::from_str(&file(&record)).expect("a record is JSON"));
    shapes.add("replay", &good_json(&["replay", &record, "--json"]));
    let trace = good(&["trace", &record]);
    add_lines(&mut shapes, "trace", &trace);
    let step: Value = serde_json::from_str(trace.lines().nth(20).unwrap()).unwrap();
    let position = serde_json::json!({ "game": "kokyu", "seats": 2, "position": step["position"] });
    let position = folder.file("position.json", &position.to_string());
    shapes.add("position", &good_json(&["position", &position]));
    let bot = ["--bot", "ismcts:sims=60", "--json"];
    shapes.add("advise", &good_json(&[&["analyze", &position], &bot[..]].concat()));
    shapes.add("review", &good_json(&[&["review", &record], &bot[..]].concat()));
    frozen("records.txt", &shapes);
}

#[test]
fn frozen_json_of_the_laboratory() {
    let folder = Folder::new("frozen-laboratory");
    let mut shapes = Shapes::new(&[], &[]);
    let mut run = |name: &str, plan: &[&str], prints: bool| {
        let journal = folder.path(&format!("{name}.jsonl"));
        let plan = [&["lab"], plan, &["--checkpoint", &journal]].concat();
        if prints {
            shapes.add(name, &good_json(&[&plan[..], &["--json"]].concat()));
        } else {
            let done = crate::common::zashiki(&plan);
            assert!(done.status.success(), "{name}");
        }
        add_lines(&mut shapes, &format!("{name} checkpoint"), &file(&journal));
    };
    let ladder = ["ladder", "kokyu", "--games", "8", "--bots", "random,greedy:worlds=1"];
    run("ladder", &ladder, true);
    let sweep = ["sweep", "kokyu", "--games", "8", "--sims", "1", "--bots", "random"];
    run("sweep", &[&sweep[..], &["--field", "scoring.lap=2,3"]].concat(), true);
    let design = ["design", "kokyu", "--games", "80", "--check-games", "20", "--finalists", "1"];
    let vary = ["--population", "random", "--vary", "scoring.lap=2,3", "--aim", "Drama=high"];
    run("design", &[&design[..], &vary, &["--aim", "Drawishness=5%"]].concat(), true);
    let balance = ["balance", "kokyu", "--games", "8", "--sims", "2"];
    run("balance", &[&balance[..], &["--population", "greedy"]].concat(), true);
    run("calibrate", &["calibrate", "kokyu", "--games", "2", "--bot", "ismcts:sims=20"], false);
    run("tune", &["tune", "kokyu", "--games", "20"], false);
    run("train", &["train", "kokyu", "--games", "20"], false);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let weights = games.join("kokyu/weights-by-hand.toml").display().to_string();
    run("weigh", &["match-weights", "kokyu", &weights, "--games", "2"], false);
    let puzzles = ["puzzles", "hostile", "--bots", "greedy:worlds=1", "--nodes", "300"];
    run("puzzles", &[&puzzles[..], &["--games", "4"]].concat(), false);
    frozen("laboratory.txt", &shapes);
}
