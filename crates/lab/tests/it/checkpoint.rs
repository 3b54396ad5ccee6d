//! Tests of studies that are interrupted and resumed from their checkpoints.

use std::fmt::Debug;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use external_engines::Engines;
use lab::{
    Aim, CalibrateConfig, CompareConfig, Control, DesignConfig, LadderConfig, PuzzleConfig, Stop,
    TuneConfig, Variant, Vary, WeightMatchConfig, WorkMode, read_checkpoint,
};
use serde::Serialize;
use serde_json::{Value, json};
use zashiki_core::{GameState as _, Puzzle};

use crate::support;

/// A file in memory. If a number of bytes is given, the file is full after it, and writing fails.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>, Option<usize>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.lock().unwrap();
        if self.1.is_some_and(|most| held.len() + bytes.len() > most) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        held.extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a configuration, resumed from the checkpoint `held`, and stops after `stop_after` steps of progress.
/// Returns the result, if the run was not stopped, and the checkpoint file.
fn run<P: Debug, T: Serialize>(
    plan: &P,
    held: &[u8],
    stop_after: u64,
    work: impl Fn(&P, &Control<'_>) -> Option<T>,
) -> (Option<Value>, Vec<u8>) {
    let (checkpoint, whole) = read_checkpoint("kokyu", plan, &mut &*held).unwrap();
    let page = Page::default();
    page.0.lock().unwrap().extend(&held[..whole as usize]);
    let checkpoint = checkpoint.onto(Box::new(page.clone()), whole == 0).unwrap();
    let (stop, count) = (Stop::default(), AtomicU32::new(0));
    let progress = |_, _| {
        let played = 1 + count.fetch_add(1, Ordering::Relaxed);
        if u64::from(played) >= stop_after {
            stop.set();
        }
    };
    // One thread may finish the run before the other one stops.
    let threads = Some(if stop_after == u64::MAX { 2 } else { 1 });
    let control = Control {
        threads,
        stop: &stop,
        progress: &progress,
        work: WorkMode::Checkpointed(&checkpoint),
    };
    let found = work(plan, &control).map(|found| serde_json::to_value(found).unwrap());
    assert!(checkpoint.failed().is_none());
    let file = page.0.lock().unwrap().clone();
    (found, file)
}

/// Checks that a run that is stopped and resumed several times has the same result as an uninterrupted one,
/// and leaves the same file, byte for byte.
fn resumes<P: Debug, T: Serialize>(plan: &P, work: impl Fn(&P, &Control<'_>) -> Option<T>) {
    resumes_after(&[11], plan, work);
}

/// Makes the same check as `resumes`, with a further stop after each of these numbers of steps of progress.
fn resumes_after<P: Debug, T: Serialize>(
    stops: &[u64],
    plan: &P,
    work: impl Fn(&P, &Control<'_>) -> Option<T>,
) {
    let (whole, file) = run(plan, &[], u64::MAX, &work);
    assert!(whole.is_some());
    let (none, mut so_far) = run(plan, &[], 5, &work);
    assert!(none.is_none() && so_far.len() < file.len());
    // The game of an incomplete line is played again.
    so_far.truncate(so_far.len() - 3);
    for stop_after in stops {
        let held = so_far.len();
        let none;
        (none, so_far) = run(plan, &so_far, *stop_after, &work);
        assert!(none.is_none() && held < so_far.len() && so_far.len() < file.len());
        assert!(file.starts_with(&so_far));
    }
    assert_eq!(run(plan, &so_far, u64::MAX, &work), (whole, file));
}

fn ladder_config() -> LadderConfig {
    LadderConfig { steps: true, margin: 50.0, ..support::ladder_config() }
}

#[test]
fn a_resumed_study_has_the_same_result() {
    resumes(&ladder_config(), |plan, control| lab::ladder(plan, control).unwrap());
    let variant = |goal: u8| Variant {
        name: goal.to_string(),
        options: json!({ "kohiGoal": goal }),
        components: None,
    };
    let trial = CompareConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        variants: vec![variant(3), variant(2)],
        bots: "random".to_owned(),
        population: false,
        games: 20,
        sims: 1,
        seed: 3,
        within: 0.001,
        engines: Engines::default(),
    };
    resumes(&trial, |plan, control| lab::compare(plan, control).unwrap());
    let plan = DesignConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        vary: vec![Vary::parse("scoring.lap=2..4").unwrap()],
        aims: vec![Aim::parse("DeadActions=low").unwrap(), Aim::parse("Drama=high").unwrap()],
        options: Value::Null,
        components: None,
        population: "random".to_owned(),
        games: 112,
        check_games: 20,
        finalists: 2,
        seed: 3,
    };
    resumes(&plan, |plan, control| lab::design(plan, control).unwrap());
    resumes(&support::balance_config(), |plan, control| {
        lab::balance(plan, control).unwrap().map(|found| support::shown(&found))
    });
}

#[test]
fn resumed_calibration_tuning_and_training_have_the_same_result() {
    let plan = CalibrateConfig {
        game: "kokyu".to_owned(),
        seats: Some(2),
        bot: Some("ismcts:sims=2".to_owned()),
        players: None,
        games: 16,
        seed: 3,
    };
    resumes(&plan, |plan, control| {
        let measured = lab::calibrate(plan, control).unwrap();
        measured.map(|measured| lab::calibration_file("kokyu", &measured))
    });
    resumes(&support::training_config(), |plan, control| lab::train(plan, control).unwrap());
    // After the games it fits the weights, round by round.
    let tuning = support::training_config().play;
    resumes_after(&[11, tuning.games + 2, tuning.games + 3], &tuning, |plan, control| {
        lab::tune(plan, control).unwrap()
    });
    let plan = WeightMatchConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        bot: "greedy:worlds=1".to_owned(),
        games: 40,
        seed: 3,
        weights: None,
        networks: Vec::new(),
        against: support::given(kokyu::Kokyu::assets().weights().unwrap().file()),
        against_networks: Vec::new(),
    };
    resumes(&plan, |plan, control| {
        lab::match_weights(plan, control).unwrap().map(|found| found.entry())
    });
}

#[test]
fn a_resumed_composition_has_the_same_puzzles() {
    let plan = PuzzleConfig {
        game: "hostile".to_owned(),
        seats: 2,
        count: 100,
        bots: "greedy:worlds=1".to_owned(),
        seed: 1,
        nodes: 300,
        games: 13,
    };
    resumes(&plan, |plan, control| {
        let mut found = Vec::new();
        let mut keep = |puzzle: &Puzzle| {
            found.push((puzzle.written(), puzzle.title.clone()));
            true
        };
        let done = lab::compose(plan, control, &mut keep).unwrap();
        let whole = done.games == plan.games;
        whole.then(|| {
            assert!(found.len() > 2, "{found:?}");
            found
        })
    });
}

/// A stored line that cannot be a game of the configuration is ignored, and the game is played again.
#[test]
fn an_impossible_stored_game_is_played_again() {
    let tune = |plan: &TuneConfig, control: &Control<'_>| lab::tune(plan, control).unwrap();
    let plan = support::training_config().play;
    let (whole, file) = run(&plan, &[], u64::MAX, tune);
    let text = String::from_utf8(file).unwrap();
    let plays = text.lines().take(1 + plan.games as usize);
    let mut lines: Vec<Value> = plays.map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[1]["found"][0] = json!("no action");
    lines[2]["found"].as_array_mut().unwrap().pop();
    lines[3]["found"] = lines[4]["found"].clone();
    let spoilt: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(run(&plan, spoilt.as_bytes(), u64::MAX, tune).0, whole);
}

#[test]
fn a_checkpoint_of_another_configuration_is_an_error() {
    let (_, file) =
        run(&ladder_config(), &[], 5, |plan, control| lab::ladder(plan, control).unwrap());
    let other = LadderConfig { seed: 4, ..ladder_config() };
    let refused = |plan: &LadderConfig, file: &[u8]| {
        read_checkpoint("kokyu", plan, &mut &*file)
            .err()
            .expect("the file is invalid")
            .text()
            .en
            .to_string()
    };
    assert!(refused(&other, &file).contains("other arguments"));
    assert!(refused(&ladder_config(), b"no checkpoint\n").contains("Line 1"));
    assert!(refused(&ladder_config(), b"no checkpoint").contains("it is not a checkpoint file"));
    assert!(
        refused(&ladder_config(), &[&file[..], b"{}\n"].concat()).contains("it is not the result")
    );
}

#[test]
fn a_write_error_ends_the_run_and_is_reported() {
    let (checkpoint, _) = read_checkpoint("kokyu", &ladder_config(), &mut &[][..]).unwrap();
    let page = Page(Arc::default(), Some(100));
    let checkpoint = checkpoint.onto(Box::new(page), true).unwrap();
    let stop = Stop::default();
    let control = Control {
        threads: Some(1),
        stop: &stop,
        progress: &|_, _| {},
        work: WorkMode::Checkpointed(&checkpoint),
    };
    assert!(lab::ladder(&ladder_config(), &control).unwrap().is_none());
    assert_eq!(checkpoint.failed().unwrap().kind(), io::ErrorKind::StorageFull);
}
