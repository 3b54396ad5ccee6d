//! Checks the sizes of every game's tree from fixed positions against `crates/games/<id>/counts/*.json`: an
//! accidental change of a rule changes them. `cargo xtask update-golden` recounts them, to the depth of each
//! file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lab::{Envelope, play_position};
use serde_json::Value;

fn files(id: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(id).join("counts");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|_| panic!("{id} has no counts"));
    entries.map(|entry| entry.expect("a folder can be read").path()).collect()
}

#[test]
fn the_game_trees_have_their_recorded_sizes() {
    let update = std::env::var_os("ZASHIKI_UPDATE").is_some();
    for id in registry::ids() {
        let info = registry::info(id).expect("a listed game is there");
        let mut seats = BTreeSet::new();
        for path in files(id) {
            let text = std::fs::read_to_string(&path).expect("counts are text");
            let mut stored: Value = serde_json::from_str(&text).expect("counts are JSON");
            let depth = stored["counts"].as_array().map_or(0, Vec::len) as u32;
            assert!(depth >= 2, "{} counts too little", path.display());
            let envelope = Envelope::from_json(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            seats.insert(envelope.seats);
            let fresh = play_position(envelope, &[], depth)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            if update {
                stored["counts"] = fresh.counts.into();
                let text = serde_json::to_string_pretty(&stored).expect("JSON can be written");
                std::fs::write(&path, text + "\n").expect("counts can be rewritten");
            } else {
                assert_eq!(stored["counts"], Value::from(fresh.counts), "{}", path.display());
            }
        }
        let all: BTreeSet<u8> = (info.seats.0..=info.seats.1).collect();
        assert_eq!(seats, all, "{id}: every seat count has its tree");
    }
}
