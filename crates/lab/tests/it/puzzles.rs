//! Tests of the composition of puzzles.

use std::sync::LazyLock;

use lab::{Control, PuzzleConfig, Stop, WorkMode, compose};
use zashiki_core::{DynMatch, LocalizedText, Match, Puzzle};

fn plan(game: &str) -> PuzzleConfig {
    PuzzleConfig {
        game: game.into(),
        seats: 2,
        count: 2,
        bots: "greedy".into(),
        seed: 1,
        nodes: 300,
        games: 4,
    }
}

static NEVER: LazyLock<Stop> = LazyLock::new(Stop::default);

fn on(threads: usize) -> Control<'static> {
    Control { threads: Some(threads), stop: &NEVER, progress: &|_, _| (), work: WorkMode::Local }
}

fn composed(plan: &PuzzleConfig, threads: usize) -> Vec<Puzzle> {
    let mut found = Vec::new();
    let mut keep = |puzzle: &Puzzle| {
        found.push(puzzle.clone());
        true
    };
    compose(plan, &on(threads), &mut keep).unwrap();
    found
}

#[test]
fn composed_puzzles_depend_on_the_seed_and_not_on_the_threads() {
    let one = composed(&plan("hostile"), 1);
    assert!(!one.is_empty());
    assert_eq!(composed(&plan("hostile"), 3), one);
    let faults = conformance::puzzles::faults::<hostile::Hostile>(
        &Puzzle::read(&one.iter().map(Puzzle::written).collect::<String>()).unwrap(),
    );
    assert_eq!(faults, Vec::<String>::new());
    // The position can be loaded, and contains no hidden information.
    for puzzle in one {
        let play = Match::<hostile::Hostile>::start(&puzzle.start()).unwrap();
        assert!(play.turn().awaited().contains(puzzle.seat));
        for hidden in ["dice", "floor_deck", "gem_deck"] {
            assert_eq!(puzzle.position.get(hidden), None);
        }
    }
}

#[test]
fn the_receiver_of_puzzles_can_end_the_run() {
    let mut found = 0;
    let mut stop = |_: &Puzzle| {
        found += 1;
        false
    };
    let done = compose(&plan("hostile"), &on(1), &mut stop).unwrap();
    assert_eq!((done.found, found), (1, 1));
}

#[test]
fn an_invalid_composition_is_an_error_with_a_message() {
    let refused = |plan: PuzzleConfig| {
        let refused = compose(&plan, &on(1), &mut |_| true).unwrap_err();
        assert!(!refused.text().ja.is_empty());
        refused.text().en.to_string()
    };
    for (plan, said) in [
        (plan("kokyu"), "only from those of: hostile, shinra."),
        (plan("chess"), "There is no game"),
        (PuzzleConfig { count: 0, ..plan("hostile") }, "puzzles must be at least 1"),
        (PuzzleConfig { seats: 9, ..plan("hostile") }, "9"),
        (PuzzleConfig { bots: "clever".into(), ..plan("hostile") }, "clever"),
    ] {
        let refused = refused(plan);
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn puzzles_of_a_game_are_proved_or_the_error_has_the_reason() {
    let refused = lab::prove_puzzles("hostile", 3).unwrap_err();
    assert!(refused.text().en.contains("raise --nodes"), "{refused}");
    let refused = lab::prove_puzzles("kokyu", 3).unwrap_err();
    let LocalizedText { ja, en } = refused.text();
    let have: Vec<&str> = en
        .strip_suffix('.')
        .unwrap()
        .split_once("with puzzles are: ")
        .unwrap()
        .1
        .split(", ")
        .collect();
    let puzzles = |id: &&str| !registry::puzzles(id).unwrap().is_empty();
    assert_eq!(have, registry::ids().into_iter().filter(puzzles).collect::<Vec<_>>());
    assert!(en.contains("has no puzzles") && ja.contains("乾隆後宮には問題がありません"), "{ja}");
    assert!(ja.contains(have[0]), "{ja}");
}
