//! Tests that the conformance test finds every violation of the protocol, and none in an engine that follows
//! it.

use std::time::Duration;

use external_engines::{CheckOptions, CheckResult, START, check};

use crate::faults::faulty;

/// The results of the conformance test for an engine with this failure.
fn results(failure: &str, start: Duration) -> Vec<CheckResult> {
    let options = CheckOptions {
        command: faulty(&[failure]),
        games: vec!["kokyu".to_owned()],
        time: Duration::from_millis(1500),
        start,
        seed: 1,
    };
    let mut all = Vec::new();
    let checked = check(&registry::engine_hosts(), &options, &mut |one| all.push(one.clone()));
    assert!(checked.is_ok());
    all
}

/// The English names of the violated requirements.
fn violations(failure: &str) -> Vec<String> {
    let violated = results(failure, START).into_iter().filter(|result| result.violation.is_some());
    violated.map(|result| result.requirement.en.to_string()).collect()
}

#[test]
fn an_engine_that_does_not_flush_gets_the_advice_to_flush() {
    let violation = |failure| {
        let all = results(failure, Duration::from_millis(1500));
        let [CheckResult { requirement, violation: Some(violation) }] = &all[..] else {
            panic!("{all:?}")
        };
        assert_eq!(requirement.en, "it introduces itself and is ready");
        // The reader has just run the check.
        let advised = violation.en.contains("--check") || violation.ja.contains("--check");
        assert!(!advised, "{violation:?}");
        violation.clone()
    };
    let flush = violation("holds-back");
    assert!(flush.en.contains("Flush the output after each line"), "{flush:?}");
    assert!(flush.ja.contains("一行ごとにフラッシュ"), "{flush:?}");
    let deaf = violation("is-deaf");
    assert!(deaf.en.contains("in time") && !deaf.en.contains("lush"), "{deaf:?}");
}

#[test]
fn an_engine_that_follows_the_protocol_passes() {
    assert_eq!(violations("plays-well"), Vec::<String>::new());
}

#[test]
fn every_violated_requirement_is_named() {
    let plays = "it plays a complete game of kokyu with 2 seats";
    assert_eq!(violations("is-illegal"), [plays]);
    assert_eq!(violations("ends"), [plays]);
    assert_eq!(violations("refuses").len(), 3);
    assert_eq!(violations("plays-chess"), ["it introduces itself and is ready"]);
    assert_eq!(
        violations("does-not-quit"),
        ["it exits on `quit`", "it exits when its input is closed"]
    );
}

#[test]
fn an_unknown_game_is_an_error() {
    let options = CheckOptions {
        command: faulty(&[]),
        games: vec!["go".to_owned()],
        time: Duration::from_secs(1),
        start: START,
        seed: 1,
    };
    assert!(check(&registry::engine_hosts(), &options, &mut |_| {}).is_err());
}
