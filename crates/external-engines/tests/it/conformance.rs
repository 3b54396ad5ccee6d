//! The conformance test finds what is wrong, and nothing where all is well.

use std::time::Duration;

use external_engines::{Checked, Examination, START, check};

use crate::faults::faulty;

/// The results of the conformance test for an engine that fails in this way.
fn checked(way: &str, start: Duration) -> Vec<Checked> {
    let examination = Examination {
        command: faulty(&[way]),
        games: vec!["kokyu".to_owned()],
        time: Duration::from_millis(1500),
        start,
        seed: 1,
    };
    let mut all = Vec::new();
    let told = check(&registry::engine_hosts(), &examination, &mut |one| all.push(one.clone()));
    assert!(told.is_ok());
    all
}

/// The violated requirements, by their English names.
fn faults(way: &str) -> Vec<String> {
    let faults = checked(way, START).into_iter().filter(|checked| checked.fault.is_some());
    faults.map(|checked| checked.what.en.to_string()).collect()
}

#[test]
fn an_engine_that_does_not_flush_is_told_to() {
    let said = |way| {
        let all = checked(way, Duration::from_millis(1500));
        let [Checked { what, fault: Some(fault) }] = &all[..] else { panic!("{all:?}") };
        assert_eq!(what.en, "it introduces itself and is ready");
        // Who reads it has just run the check.
        assert!(!fault.en.contains("--check") && !fault.ja.contains("--check"), "{fault:?}");
        fault.clone()
    };
    let flush = said("holds-back");
    assert!(flush.en.contains("Flush its output after each line"), "{flush:?}");
    assert!(flush.ja.contains("一行ごとにフラッシュ"), "{flush:?}");
    let deaf = said("is-deaf");
    assert!(deaf.en.contains("in time") && !deaf.en.contains("lush"), "{deaf:?}");
}

#[test]
fn an_engine_that_keeps_the_protocol_passes() {
    assert_eq!(faults("plays-well"), Vec::<String>::new());
}

#[test]
fn what_an_engine_does_not_keep_to_is_named() {
    let plays = "it plays kokyu with 2 seats to the end";
    assert_eq!(faults("is-illegal"), [plays]);
    assert_eq!(faults("ends"), [plays]);
    assert_eq!(faults("refuses").len(), 3);
    assert_eq!(faults("plays-chess"), ["it introduces itself and is ready"]);
    assert_eq!(faults("does-not-quit"), ["it exits on `quit`", "it ends when its input is closed"]);
}

#[test]
fn a_game_that_is_not_there_is_refused() {
    let examination = Examination {
        command: faulty(&[]),
        games: vec!["go".to_owned()],
        time: Duration::from_secs(1),
        start: START,
        seed: 1,
    };
    assert!(check(&registry::engine_hosts(), &examination, &mut |_| {}).is_err());
}
