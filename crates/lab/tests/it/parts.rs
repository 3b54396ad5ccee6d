//! Tests of studies whose games are played in parts by other processes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use external_engines::Engines;
use lab::{Control, LadderConfig, RemoteWorkers, Report, SimulateConfig, Stop, WorkMode, WorkPart};
use serde_json::Value;

use crate::support;

/// Plays the requested games in this process as other processes would: in parts of three games, which go up
/// to two games beyond the last one.
struct Apart<'a> {
    study: &'a (dyn Fn(&Control<'_>) + Sync),
    runs: Mutex<BTreeSet<String>>,
    unreadable: AtomicBool,
    spoil: bool,
}

impl<'a> Apart<'a> {
    fn new(study: &'a (dyn Fn(&Control<'_>) + Sync), spoil: bool) -> Apart<'a> {
        Apart { study, runs: Mutex::default(), unreadable: AtomicBool::new(false), spoil }
    }
}

impl RemoteWorkers for Apart<'_> {
    fn found(&self, run: &str, numbers: Range<u64>) -> Option<Vec<String>> {
        self.runs.lock().unwrap().insert(run.to_owned());
        let part = WorkPart::new(run.to_owned(), numbers.start..numbers.start + 3);
        with(WorkMode::Part(&part), 2, |control| (self.study)(control));
        let mut lines = part.lines();
        assert_eq!(lines.len() as u64, (numbers.end - numbers.start).min(3));
        if self.spoil {
            lines[0] = "[".to_owned();
        }
        Some(lines)
    }

    fn unreadable(&self, _: &str, _: u64) {
        self.unreadable.store(true, Ordering::Relaxed);
    }
}

fn with<T>(work: WorkMode<'_>, threads: usize, study: impl FnOnce(&Control<'_>) -> T) -> T {
    let stop = Stop::default();
    study(&Control { threads: Some(threads), stop: &stop, progress: &|_, _| {}, work })
}

/// Checks that a study has the same result if it is played in parts, and that a part that cannot be parsed
/// ends it. Returns the names of the study's runs.
fn same<T: PartialEq + std::fmt::Debug>(
    study: impl Fn(&Control<'_>) -> Option<T> + Sync,
) -> Vec<String> {
    let whole = with(WorkMode::Local, 2, &study);
    assert!(whole.is_some());
    let part = |control: &Control<'_>| assert_eq!(study(control), None);
    let apart = Apart::new(&part, false);
    assert_eq!(with(WorkMode::Remote(&apart), 2, &study), whole);
    assert!(!apart.unreadable.into_inner());
    let spoilt = Apart::new(&part, true);
    assert_eq!(with(WorkMode::Remote(&spoilt), 2, &study), None);
    assert!(spoilt.unreadable.into_inner());
    apart.runs.into_inner().unwrap().into_iter().collect()
}

#[test]
fn a_ladder_in_parts_has_the_same_result() {
    let ladder_config = LadderConfig { games: 40, ..support::ladder_config() };
    let runs = same(|control| lab::ladder(&ladder_config, control).unwrap());
    assert_eq!(runs, ["1 against 0", "2 against 0", "2 against 1"]);
    // No games of an unknown run are played.
    let part = WorkPart::new("7 against 0".to_owned(), 0..3);
    with(WorkMode::Part(&part), 1, |control| lab::ladder(&ladder_config, control).unwrap());
    assert!(part.lines().is_empty());
}

#[test]
fn a_balance_study_in_parts_has_the_same_result() {
    let balance_config = support::balance_config();
    let runs = same(|control| {
        lab::balance(&balance_config, control).unwrap().map(|found| support::shown(&found))
    });
    for run in ["again", "denied place 5", "skill", "told"] {
        assert!(runs.iter().any(|found| found == run), "{runs:?}");
    }
}

#[test]
fn a_simulation_in_parts_has_the_same_result() {
    let plan = SimulateConfig {
        game: "sengoku".to_owned(),
        seats: 3,
        games: 10,
        bots: "random".to_owned(),
        seed: 3,
        options: Value::Null,
        components: None,
        rotate: true,
        engines: Engines::default(),
    };
    same(|control| {
        let report = lab::simulate(&plan, None, control).ok()?.report;
        let (seconds, games_per_s, decisions_per_s) = (0.0, 0.0, 0.0);
        Some(Report { seconds, games_per_s, decisions_per_s, ..report })
    });
}

#[test]
fn a_network_trained_from_parts_is_the_same() {
    let plan = support::training_config();
    same(|control| lab::train(&plan, control).unwrap());
}
