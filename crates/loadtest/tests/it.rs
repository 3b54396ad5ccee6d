//! The load as a program.

use std::process::Command;

fn load(args: &[&str]) -> (bool, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_loadtest")).args(args).output().unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn a_program_finds_services_of_its_own_and_its_failure_is_told() {
    let found = "test -n \"$ZASHIKI_TEST_POSTGRES\" && echo found";
    let (succeeded, said) = load(&["services", "sh", "-c", found]);
    let left_out = said.starts_with("Left out, since PostgreSQL is not installed");
    assert!(succeeded && (left_out || said.contains("found")), "{said}");
    if !left_out {
        assert!(!load(&["services", "sh", "-c", "exit 3"]).0);
    }
}
