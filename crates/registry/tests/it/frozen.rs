//! The frozen records, `crates/games/<id>/records/v<version>-<name>.json`: whole matches that every
//! future program must replay. No tool writes them. A new version of a game's rules adds new ones; the
//! file `FROZEN` beside them has their checksums in the format of `sha256sum`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};
use zashiki_core::{OptionKind, Record};

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(id).join("records")
}

/// The texts of a game's frozen records, by file name.
fn texts(id: &str) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder(id)).unwrap_or_else(|_| panic!("{id} has no records"));
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let records = paths.filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    records
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a record is text"))
        })
        .collect()
}

fn records(id: &str) -> BTreeMap<String, Record> {
    let read = |(name, text): (String, String)| {
        let record = Record::from_json(&text).unwrap_or_else(|no| panic!("{id}/{name}: {no}"));
        (name, record)
    };
    texts(id).into_iter().map(read).collect()
}

#[test]
fn every_frozen_record_replays_with_every_check() {
    for id in registry::ids() {
        for (name, record) in records(id) {
            let play = registry::replay(&record).unwrap_or_else(|no| panic!("{id}/{name}: {no}"));
            assert!(play.turn().outcome().is_some(), "{id}/{name} is not a whole play");
            assert!(record.outcome.is_some(), "{id}/{name} does not say how it ended");
            // Writing the record again gives the same record.
            let again = Record {
                names: record.names.clone(),
                times: record.times.clone(),
                ..play.record()
            };
            assert_eq!(again, record, "{id}/{name}");
        }
    }
}

#[test]
fn nobody_rewrites_a_frozen_record() {
    for id in registry::ids() {
        let sums: BTreeMap<String, String> = texts(id)
            .into_iter()
            .map(|(name, text)| {
                let sum = Sha256::digest(text.as_bytes());
                (name, sum.iter().map(|byte| format!("{byte:02x}")).collect())
            })
            .collect();
        let frozen = std::fs::read_to_string(folder(id).join("FROZEN")).expect("FROZEN is there");
        let frozen: BTreeMap<String, String> = frozen
            .lines()
            .filter_map(|line| line.split_once("  "))
            .map(|(sum, name)| (name.to_owned(), sum.to_owned()))
            .collect();
        assert_eq!(sums, frozen, "{id}: a frozen record was changed, added or removed");
    }
}

#[test]
fn the_records_of_each_version_show_every_seat_count_option_and_end() {
    for id in registry::ids() {
        let info = registry::info(id).expect("a listed game is there");
        let version = info.rules_version;
        let records: Vec<Record> =
            records(id).into_values().filter(|record| record.rules_version == version).collect();
        let seats: BTreeSet<u8> = records.iter().map(|record| record.seats).collect();
        assert_eq!(seats, (info.seats.0..=info.seats.1).collect(), "{id}: seat counts");
        for reason in info.end_reasons {
            let ends = |record: &Record| {
                record.outcome.as_ref().is_some_and(|outcome| outcome.reason == reason.id)
            };
            assert!(records.iter().any(ends), "{id}: no record ends by {}", reason.id);
        }
        for option in info.options {
            let shown = |value: &Value| records.iter().any(|r| r.options[option.id] == *value);
            match option.kind {
                OptionKind::Choice { .. } => {
                    for value in option.samples() {
                        assert!(shown(&value), "{id}: option {} is never {value}", option.id);
                    }
                }
                // Minimum and maximum of numeric options are optional.
                _ => {
                    let values: BTreeSet<String> =
                        records.iter().map(|r| r.options[option.id].to_string()).collect();
                    assert!(values.len() > 1, "{id}: option {} is always the same", option.id);
                }
            }
        }
        assert!(records.iter().any(|record| record.position.is_some()), "{id}: no position");
        assert!(records.iter().any(|record| record.components.is_some()), "{id}: no components");
    }
}
