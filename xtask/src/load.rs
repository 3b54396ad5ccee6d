//! `cargo xtask load`: measures throughput, response times and memory of the server. `cargo xtask kill9`:
//! checks that acknowledged actions survive a crash. `cargo xtask attack`: simulates an attack by a stranger.
//! `cargo xtask cluster`: tests several servers.

use anyhow::{Context, Result};

use crate::run::{Run, cargo, program, release, root};
use crate::selections::FULL;
use crate::tools;

/// Builds the server and the load test in release mode and measures the server; `words` are options of the
/// load test.
pub fn load(words: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--package", "cli", "--package", "loadtest"]).aside()?;
    let peer = root().join("crates/loadtest/peer");
    let (server, folder) = (release("zashiki"), peer.to_string_lossy().into_owned());
    let mut args = vec!["play", "--server"];
    let server = server.to_string_lossy().into_owned();
    args.push(&server);
    for word in words {
        args.push(word);
        if *word == "--peer" {
            tools::need_node()?;
            program("npm", &["ci", "--prefix", &folder]).aside()?;
            args.push(&folder);
        }
    }
    program(release("loadtest"), &args).quietly()
}

/// Builds the server and the load test in release mode, and kills the server repeatedly; `words` are options
/// of the load test.
pub fn kill9(words: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--package", "cli", "--package", "loadtest"]).aside()?;
    let server = release("zashiki").to_string_lossy().into_owned();
    program(release("loadtest"), &[&["kill9", "--server", &server], words].concat()).quietly()
}

/// Builds the server and the load test in release mode and simulates an attack; `words` are options of the
/// load test.
pub fn attack(words: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--package", "cli", "--package", "loadtest"]).aside()?;
    let server = release("zashiki").to_string_lossy().into_owned();
    program(release("loadtest"), &[&["attack", "--server", &server], words].concat()).quietly()
}

/// Builds the server (with all its features) and the load test in release mode, and tests a cluster of three
/// servers. `words` are options of the load test. With `--beside COMMIT` one of the servers runs the program
/// of that commit.
pub fn cluster(words: &[&str]) -> Result<()> {
    tools::services(Run::go);
    let build = ["build", "--release", "--package", "cli", "--package", "loadtest"];
    // A server under load needs no modules of the engine.
    cargo(&[&build[..], &FULL].concat()).env("ZASHIKI_MODULES", "").aside()?;
    let server = release("zashiki").to_string_lossy().into_owned();
    let mut args = vec!["cluster", "--server", &server];
    let mut words = words.iter();
    let other;
    while let Some(word) = words.next() {
        if *word == "--beside" {
            let commit = words.next().context("--beside names a commit")?;
            other = program_of(commit)?;
            args.extend(["--other", &other]);
            break;
        }
        args.push(word);
    }
    args.extend(words);
    program(release("loadtest"), &args).quietly()
}

/// Builds `zashiki` from the sources of a commit and returns its path.
fn program_of(commit: &str) -> Result<String> {
    let folder = root().join("target/beside");
    let path = folder.to_string_lossy().into_owned();
    if folder.exists() {
        program("git", &["-C", &path, "checkout", "--quiet", "--detach", commit]).aside()?;
    } else {
        program("git", &["worktree", "add", "--quiet", "--detach", &path, commit]).aside()?;
    }
    let manifest = folder.join("Cargo.toml").to_string_lossy().into_owned();
    let built = folder.join("target").to_string_lossy().into_owned();
    // Programs of older commits have no optional features.
    let has_features =
        std::fs::read_to_string(folder.join("crates/cli/Cargo.toml"))?.contains("\nfull = ");
    let features: &[&str] = if has_features { &FULL } else { &[] };
    let build = ["build", "--release", "--package", "cli", "--manifest-path", &manifest];
    let build = cargo(&[&build[..], features].concat()).env("ZASHIKI_MODULES", "");
    build.env("CARGO_TARGET_DIR", &built).aside()?;
    Ok(folder.join("target/release/zashiki").to_string_lossy().into_owned())
}
