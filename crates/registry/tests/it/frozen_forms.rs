//! External forms of every game: records and positions as JSON, and the shapes of views and events. They
//! are independent of the names of Rust items. See [`conformance::frozen`].

use std::path::{Path, PathBuf};

use conformance::frozen::{Shapes, compare};
use serde_json::Value;
use zashiki_core::{DynMatch, MatchStart, Record, Seat, Viewer};

fn snapshot(id: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen").join(format!("{id}-{name}"))
}

/// The game's frozen records, ordered by name.
fn records(id: &str) -> Vec<(String, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(id).join("records");
    let entries = std::fs::read_dir(folder).expect("every game has records");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let record = Record::from_json(&text).expect("a frozen record is read");
        (text, record)
    };
    paths.into_iter().map(read).collect()
}

macro_rules! json {
    ($value:expr) => {
        serde_json::to_value($value).expect("it is plain data")
    };
}

#[test]
fn frozen_records_are_written_as_they_were() {
    for id in registry::ids() {
        for (text, record) in records(id) {
            let play = registry::replay(&record).expect("a frozen record replays");
            let again = Record {
                names: record.names.clone(),
                times: record.times.clone(),
                ..play.record()
            };
            let frozen: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(json!(&again), frozen, "{id}");
        }
    }
}

#[test]
fn frozen_positions_are_read_and_written_as_they_were() {
    for id in registry::ids() {
        let all = records(id);
        let dealt = |(_, record): &&(String, Record)| {
            record.position.is_none() && record.components.is_none()
        };
        let (_, record) = all.iter().find(dealt).expect("a play that was dealt");
        let whole = registry::replay(record).expect("a frozen record replays");
        let half = whole.at_step(whole.length() / 2).expect("there was a half");
        let file = snapshot(id, "position.json");
        compare(&file, &(serde_json::to_string_pretty(&half.position()).unwrap() + "\n"));
        let position: Value =
            serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let seats = record.seats.into();
        let options = record.options.clone();
        let beginning =
            MatchStart { position: Some(position), options, ..MatchStart::dealt(seats, 1) };
        let again = registry::start(id, &beginning).unwrap_or_else(|no| panic!("{id}: {no}"));
        assert_eq!(again.position(), half.position(), "{id}");
    }
}

/// Adds the shapes of the position, views, legal actions, prompts and drafts of a match at its current step.
fn show(shapes: &mut Shapes, play: &dyn DynMatch) {
    shapes.add("position", &play.position());
    for viewer in Viewer::all(play.seats()) {
        shapes.add("view", &play.view(viewer).value());
    }
    for seat in (0..play.seats()).map(Seat) {
        for choice in play.sample_legal(seat, 200) {
            shapes.add("legal", &json!(&choice));
        }
        if let Some(question) = play.prompt(seat) {
            shapes.add("question", &json!(question));
        }
        if let Ok(draft) = play.draft(seat, "") {
            shapes.add("draft", &json!(draft));
        }
    }
}

#[test]
fn frozen_shapes_of_what_games_show() {
    for id in registry::ids() {
        let mut shapes = Shapes::new(&["effects"], &["text"]).with_words();
        for (_, record) in records(id) {
            let whole = registry::replay(&record).expect("a frozen record replays");
            shapes.add("options", &record.options);
            for number in 0..=whole.length() {
                let step = whole.step(number, Viewer::Omniscient).expect("there was such a step");
                for told in &step.told {
                    shapes.add("event", &json!(told)["event"]);
                }
                // Every tenth step adds all forms.
                if number % 10 == 0 {
                    show(
                        &mut shapes,
                        whole.at_step(number).expect("there was such a step").as_ref(),
                    );
                }
            }
            show(&mut shapes, whole.as_ref());
            shapes.add("components", &whole.components());
        }
        compare(&snapshot(id, "shapes.txt"), &shapes.text());
    }
}
