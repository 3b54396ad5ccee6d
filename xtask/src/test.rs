//! `cargo xtask test`: runs the parts of the test run, most of them in parallel.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::built::{Built, SELECTION, Tests, linting};
use crate::cycles;
use crate::parts::{Narrowed, Part};
use crate::passed::Inputs;
use crate::prose;
use crate::python::{self, Extent};
use crate::run::{Run, cargo, npm_aside, program, root};
use crate::test_run::TestRun;
use crate::{rules, tools, types, wasm};

/// Name filters of the server's tests that run again with PostgreSQL and NATS: those of each table of the
/// database (users, passkeys, subscriptions, ratings, bot accounts, commitments, deadlines), of durability
/// (restart, kill, migration), and of several servers on one database. The other tests use the store only
/// through the statements that these cover. `--full` runs all tests with both databases.
const STORED: [&str; 20] = [
    "admin::",
    "bot_accounts::",
    "drafts::a_deadline_is_kept",
    "drafts::a_restarted_server",
    "drafts::two_servers",
    "durability::",
    "faults::",
    "lobby::",
    "migrated::",
    "passkeys::",
    "play::a_rematch",
    "play::an_undo",
    "profile::",
    "push::",
    "ratings::",
    "retention::",
    "seed_exchange::",
    "servers::",
    "stored::",
    "timed::",
];

/// The number of threads for the server's tests. It exceeds the number of cores, because they mostly wait for
/// clocks, answers and disks.
const WAITING: &str = "--test-threads=6";

/// Arguments with which npm runs ESLint on the files listed after them.
const ESLINT: [&str; 4] = ["exec", "--offline", "--", "eslint"];

/// The slowest test programs. They start first, so that none of them runs alone at the end.
const LONGEST: [&str; 5] = ["cli it", "bots it", "hostile it", "sengoku it", "lab it"];

/// Runs all parts, or only those that a change since they last passed can break, independent parts in
/// parallel. The server's tests mostly wait, and most Rust tests keep one core busy; the page's tests can use
/// all cores and run with low priority. Tools are installed while Rust is compiled, which needs none of them.
pub fn everything(extent: Extent, all: bool) -> Result<()> {
    let started = Instant::now();
    tools::need_node()?;
    let test_run = &TestRun::new(all || extent == Extent::Full);
    let formatting =
        |log: &File, _: Option<&Narrowed>| cargo(&["fmt", "--all", "--check"]).into_file(log);
    test_run.run(Part::Formatting, Inputs::new(), formatting);
    test_run.run(Part::Cycles, Inputs::new(), |_, _| cycles::check());
    test_run.run(Part::Prose, Inputs::new(), |_, _| prose::check());
    tools::install_page()?;
    let (send, program) = channel();
    let (installed, services) = channel::<()>();
    let (built_modules, modules) = channel::<()>();
    std::thread::scope(|lanes| {
        lanes.spawn(|| check_page(test_run));
        lanes.spawn(|| {
            build_modules(test_run);
            drop(built_modules);
        });
        lanes.spawn(|| {
            let chromium =
                test_run.prepare("installing Chromium, fonts, PostgreSQL and NATS", |log| {
                    let go = |run: Run| run.into_file(log);
                    tools::services(go);
                    tools::chromium(go)
                });
            drop(installed);
            // Waits until the modules are built.
            modules.into_iter().for_each(drop);
            if let Some(chromium) = chromium {
                test_in_browser(test_run, &chromium, program, extent);
            }
        });
        let built =
            test_run.prepare("compiling with lints", |_| Built::new(|it| drop(send.send(it))));
        // Waits until the installation has ended.
        let _ = services.recv();
        if let Some(built) = built {
            test_rust(test_run, &built, extent);
        }
    });
    test_run.conclude(started)
}

/// Builds the page and checks its formatting, lints, types and unit tests.
fn check_page(test_run: &TestRun) {
    let web = root().join("web");
    let build = |_: &File| web_assets::build::page(&web).map_err(anyhow::Error::msg);
    test_run.prepare("building the page", build);
    let node = version("node");
    let npm_runs = |words: &[&str], log: &File| npm_aside(words).into_file(log);
    for (part, script) in [
        (Part::PageFormatting, "format:check"),
        (Part::PageTypes, "check"),
        (Part::PageUnits, "test"),
        (Part::PageLints, "lint"),
    ] {
        let inputs = Inputs::from([(":node".to_owned(), node.clone())]);
        test_run.run(part, inputs, |log, only| {
            // One changed component can close a cycle.
            if script == "lint" {
                npm_runs(&["run", "cycles"], log)?;
            }
            match only {
                Some(only) => {
                    let files = only.files_of_page(&root());
                    let files: Vec<&str> = files.iter().map(String::as_str).collect();
                    // Deleted files have no errors.
                    if files.is_empty() {
                        Ok(())
                    } else {
                        npm_runs(&[&ESLINT, &files[..]].concat(), log)
                    }
                }
                // The formatting of a file depends on its content alone.
                None if script == "format:check" => {
                    npm_runs(&["run", script, "--", "--cache", "--cache-strategy", "content"], log)
                }
                None => npm_runs(&["run", script], log),
            }
        });
    }
}

/// Builds the modules of the browser and checks their sizes. If this machine has no compiler for them, the tests
/// that need them are skipped, but not in CI.
fn build_modules(test_run: &TestRun) {
    let compiler = test_run.prepare("a compiler for WebAssembly", |log| {
        match wasm::compiler(|run| run.into_file(log)) {
            Ok(compiler) => Ok(Some(compiler)),
            Err(error) if std::env::var_os("CI").is_none() => {
                println!("\nThe tests of the modules of the browser are skipped: {error:#}");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    });
    let Some(Some(compiler)) = compiler else { return };
    let inputs = Inputs::from([(":rustc".to_owned(), version(compiler.rustc()))]);
    test_run.run(Part::Modules, inputs, |log, _| wasm::check(&compiler, |run| run.into_file(log)));
}

/// Runs the browser tests with the server whose path is received from the channel `program`.
fn test_in_browser(
    test_run: &TestRun,
    chromium: &Path,
    program: Receiver<PathBuf>,
    extent: Extent,
) {
    // The compilation reports why there is none.
    let Ok(program) = program.recv() else { return };
    let Some(mut inputs) = test_run.programs(&[&program]) else { return };
    inputs.insert(":node".to_owned(), version("node"));
    inputs.insert(":chromium".to_owned(), version(chromium));
    test_run.run(Part::Browser, inputs, |log, only| {
        let mut words: Vec<String> = ["run", "e2e"].map(str::to_owned).into();
        if let Some(only) = only {
            let chosen =
                [only.files_of_page(&root()), only.playwright(&on_shelf(&program)?)].concat();
            // Deleted tests cannot fail.
            if chosen.is_empty() {
                return Ok(());
            }
            words.extend(["--".to_owned()].into_iter().chain(chosen));
        }
        // Without modules of the engine the tests of the site are skipped.
        crate::site::renew(&program, |run| run.into_file(log))?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let decisions = format!("decisions{}", std::env::consts::EXE_SUFFIX);
        let tests = npm_aside(&words)
            .env("CHROMIUM", chromium)
            .env("ZASHIKI_BIN", &program)
            .env("ZASHIKI_DECISIONS", program.with_file_name(decisions));
        let tests = match extent {
            Extent::Short => tests,
            Extent::Full => tests.env("ZASHIKI_FULL", "1"),
        };
        tests.into_file(log)
    });
}

/// The output of `--version` of a program, on one line; empty if the program cannot run.
fn version(name: impl AsRef<std::ffi::OsStr>) -> String {
    let said = program(name, &["--version"]).output().unwrap_or_default();
    said.trim().replace('\n', " ")
}

/// The ids of all games, as listed by `zashiki games`.
fn on_shelf(zashiki: &Path) -> Result<Vec<String>> {
    let listed = program(zashiki, &["games", "--json"]).output().context("it lists its games")?;
    let listed: Value = serde_json::from_str(&listed)?;
    let games = listed["games"].as_array().into_iter().flatten();
    Ok(games.filter_map(|game| Some(game["id"].as_str()?.to_owned())).collect())
}

/// Runs all Rust test programs in parallel, and the other parts that need compiled Rust programs. `cargo
/// test` would run one program after the other.
fn test_rust(test_run: &TestRun, built: &Built, extent: Extent) {
    let is_server = |tests: &&Tests| tests.package() == "server" && tests.target == "it";
    let (server, mut others): (Vec<&Tests>, Vec<&Tests>) = built.tests.iter().partition(is_server);
    let place = |tests: &&Tests| {
        let name = format!("{} {}", tests.package(), tests.target);
        LONGEST.iter().position(|it| *it == name).unwrap_or(LONGEST.len())
    };
    others.sort_by_key(place);
    let queue = Mutex::new(others.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(tests) = next() {
            test_program(test_run, tests, extent);
        }
    };
    std::thread::scope(|lanes| {
        lanes.spawn(|| server.iter().for_each(|tests| test_program(test_run, tests, extent)));
        lanes
            .spawn(|| server.iter().for_each(|tests| test_servers(test_run, built, tests, extent)));
        lanes.spawn(|| test_python(test_run, built, extent));
        lanes.spawn(|| {
            if let Some(programs) = test_run.programs(&paths(&built.examples)) {
                let examples = [&["test"], &SELECTION[..], &["--doc"]].concat();
                test_run.run(Part::Examples, programs, |log, _| linting(&examples).into_file(log));
            }
            let unit_tests: Vec<&Path> = built.unit_tests.values().map(PathBuf::as_path).collect();
            if let Some(programs) = test_run.programs(&unit_tests) {
                test_run.run(Part::Types, programs, |log, _| {
                    types::check(built, |run| run.into_file(log))
                });
            }
            work();
        });
        work();
    });
}

fn paths(paths: &[PathBuf]) -> Vec<&Path> {
    paths.iter().map(PathBuf::as_path).collect()
}

/// Runs a Rust test program in the folder of its package, as a part of its own.
fn test_program(test_run: &TestRun, tests: &Tests, extent: Extent) {
    let part = Part::Rust { package: tests.package(), target: tests.target.clone() };
    let Some(programs) = test_run.programs(&[&tests.program]) else { return };
    test_run.run(part, programs, |log, only| {
        let filters = only.map(Narrowed::filters).unwrap_or_default();
        let mut words: Vec<&str> = filters.iter().map(String::as_str).collect();
        if extent == Extent::Full {
            words.push("--include-ignored");
        }
        words.push("--quiet");
        if tests.package() == "server" {
            words.push(WAITING);
        }
        program(&tests.program, &words).within(tests.folder.clone()).into_file(log)
    });
}

/// Runs the server's storage tests with PostgreSQL and NATS, then a fault injection test on three servers for
/// 30 seconds (60 if `extent` is full).
fn test_servers(test_run: &TestRun, built: &Built, tests: &Tests, extent: Extent) {
    if let Some(programs) = test_run.programs(&[&tests.program, &built.load]) {
        test_run.run(Part::Database, programs, |log, _| {
            let tests = tests.program.to_string_lossy();
            let stored: &[&str] = if extent == Extent::Full { &[] } else { &STORED };
            let words = [&["services", "--", &*tests, "--quiet", WAITING], stored].concat();
            program(&built.load, &words).into_file(log)
        });
    }
    if let Some(programs) = test_run.programs(&[&built.program, &built.load]) {
        test_run.run(Part::Faults, programs, |log, _| {
            let server = built.program.to_string_lossy();
            let seconds = if extent == Extent::Full { "60" } else { "30" };
            let words = ["cluster", "--server", &*server, "--faults", seconds, "--tables", "1"];
            program(&built.load, &words).into_file(log)
        });
    }
}

fn test_python(test_run: &TestRun, built: &Built, extent: Extent) {
    let Some(mut inputs) = test_run.programs(&[&built.extension, &built.program]) else { return };
    inputs.insert(":python".to_owned(), version("python3"));
    test_run.run(Part::Python, inputs, |log, only| {
        let go = |run: Run| run.into_file(log);
        let games = rules::games()?;
        let only = only.map(|only| only.pytest(&games));
        python::test(&built.extension, &built.program, extent, only.as_deref(), go)
    });
}

/// `cargo xtask python`: compiles and tests the Python package.
pub fn python(extent: Extent) -> Result<()> {
    let built = Built::new(drop)?;
    python::test(&built.extension, &built.program, extent, None, Run::go)
}
