//! The conformance test finds what is wrong, and nothing where all is well.

use std::time::Duration;

use engines::{Examination, check};

use crate::faults::faulty;

/// The things that are not kept to, by their English names.
fn faults(way: &str) -> Vec<String> {
    let examination = Examination {
        command: faulty(&[way]),
        games: vec!["kokyu".to_owned()],
        time: Duration::from_millis(1500),
        seed: 1,
    };
    let mut faults = Vec::new();
    let told = check(&shelf::engine_hosts(), &examination, &mut |checked| {
        if checked.fault.is_some() {
            faults.push(checked.what.en.to_string());
        }
    });
    assert!(told.is_ok());
    faults
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
    assert_eq!(
        faults("does-not-quit"),
        ["it ends when it is told to quit", "it ends when its input is closed"]
    );
}

#[test]
fn a_game_that_is_not_there_is_refused() {
    let examination = Examination {
        command: faulty(&[]),
        games: vec!["go".to_owned()],
        time: Duration::from_secs(1),
        seed: 1,
    };
    assert!(check(&shelf::engine_hosts(), &examination, &mut |_| {}).is_err());
}
