//! Runs the load test program and checks its results.

use std::process::Command;

/// Runs the load test program. Returns true if it succeeds, and its output.
fn loadtest(args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_loadtest")).args(args).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_program_receives_the_addresses_of_its_services_and_its_failure_is_returned() {
    let command = "test -n \"$ZASHIKI_TEST_POSTGRES\" && echo found";
    let (succeeded, output) = loadtest(&["services", "sh", "-c", command]);
    let left_out = output.starts_with("Left out, since PostgreSQL is not installed");
    assert!(succeeded && (left_out || output.contains("found")), "{output}");
    if !left_out {
        assert!(!loadtest(&["services", "sh", "-c", "exit 3"]).0);
    }
}

#[test]
fn every_attack_is_listed_with_a_summary() {
    let (succeeded, output) = loadtest(&["attack", "--server", "zashiki"]);
    assert!(succeeded);
    let names: Vec<&str> = output.lines().filter_map(|it| it.split_whitespace().next()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert!(names.len() > 5 && names == sorted, "{output}");
    assert!(output.lines().all(|line| line.split_whitespace().count() > 3), "{output}");
}
