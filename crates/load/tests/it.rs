//! The load plays every game on the shelf against the program of the same build.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// The server that was built beside the load.
fn server() -> PathBuf {
    let name = format!("zashiki{}", std::env::consts::EXE_SUFFIX);
    let server = PathBuf::from(env!("CARGO_BIN_EXE_load")).with_file_name(name);
    assert!(server.is_file(), "build the workspace first: {} is missing", server.display());
    server
}

#[test]
fn every_game_is_played_and_measured() {
    let games = shelf::ids().into_iter().map(|game| {
        let mut load = Command::new(env!("CARGO_BIN_EXE_load"));
        load.args(["play", "--json", "--seconds", "1", "--tables", "2", "--game", game]);
        load.args(["--sockets", "3", "--idle", "3", "--openings", "5", "--server"]).arg(server());
        let started = load.stdout(std::process::Stdio::piped()).spawn();
        (game, started.expect("the load can be run"))
    });
    for (game, load) in games.collect::<Vec<_>>() {
        let output = load.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{game}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
        let seats = f64::from(shelf::info(game).unwrap().seats.0);
        for load in ["zashiki", "zashiki_at_half", "zashiki_while_opening"] {
            let figures = &report[load];
            assert!(figures["moves_per_s"].as_f64() > Some(0.0), "{game}: {figures}");
            // Its maker is answered, and everybody is told.
            let messages = figures["messages_per_move"].as_f64().unwrap() * seats;
            assert!(messages >= seats + 0.9, "{game}: {messages} messages a move");
        }
        assert!(report["openings_per_s"].as_f64() > Some(0.0), "{game}");
    }
}

#[test]
fn nothing_answered_is_lost_by_kills() {
    let mut load = Command::new(env!("CARGO_BIN_EXE_load"));
    load.args(["kill9", "--json", "--cycles", "4", "--tables", "1", "--server"]).arg(server());
    let output = load.output().expect("the load can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_eq!(report["cycles"], 4);
    assert!(report["answered"].as_u64() > Some(0), "{report}");
    assert!(report["views"].as_u64() > Some(4 * 5 * 2), "{report}");
}
