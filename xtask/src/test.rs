//! `cargo xtask test`, and what else concerns the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::built::{Built, SELECTION, Tests, linting};
use crate::cycles;
use crate::parts::{Narrowed, PROGRAMS, Part, Scope};
use crate::passed::{Inputs, Passed};
use crate::python::{self, Extent};
use crate::run::{Run, cargo, npm, npm_aside, program, release, root};
use crate::tools;

/// Where the page has the TypeScript twins of the Rust types.
const GENERATED: &str = "web/src/generated";

/// The server's tests that run once more with PostgreSQL and NATS: those of what each table of the
/// database holds (people, passkeys, subscriptions, ratings, bot accounts, commitments, deadlines), of
/// what survives a restart, a kill or a move, and of several servers on one database. The others see the
/// store only by what it gives back, through the statements that these cover: play, refusals, limits,
/// advice, studies, drafts in memory and talk are the same with both. `--full` runs all of them with both.
const STORED: [&str; 20] = [
    "accounts::",
    "admin::",
    "dealing::",
    "drafts::a_deadline_is_kept",
    "drafts::a_restarted_server",
    "drafts::two_servers",
    "durability::",
    "faults::",
    "lobby::",
    "migrated::",
    "passkeys::",
    "people::",
    "play::a_rematch",
    "play::an_undo",
    "push::",
    "ratings::",
    "retention::",
    "servers::",
    "stored::",
    "timed::",
];

/// The server's tests mostly wait: for clocks, for answers, for disks.
const WAITING: &str = "--test-threads=6";

/// ESLint on the files that follow.
const ESLINT: [&str; 4] = ["exec", "--offline", "--", "eslint"];

/// Programs of tests that take longest: they begin first, so that none of them is alone at the end.
const LONGEST: [&str; 4] = ["zashiki it", "bots it", "sengoku it", "lab it"];

/// Runs all parts, or those that a change since they passed here can break, independent ones side by
/// side. Most of the servers' tests is waiting, and tests of Rust often keep one core busy; the page's
/// tests use all cores at any time and give way. What is to be installed comes while Rust is compiled,
/// which needs none of it.
pub fn everything(extent: Extent, all: bool) -> Result<()> {
    let began = Instant::now();
    tools::need_node()?;
    let board = &Board::new(all || extent == Extent::Full);
    let formatting =
        |log: &File, _: Option<&Narrowed>| cargo(&["fmt", "--all", "--check"]).into_file(log);
    board.run(Part::Formatting, Inputs::new(), formatting);
    board.run(Part::Cycles, Inputs::new(), |_, _| cycles::check());
    install_page()?;
    let (send, program) = channel();
    let (installed, services) = channel::<()>();
    std::thread::scope(|lanes| {
        lanes.spawn(|| check_page(board));
        lanes.spawn(|| {
            let chromium = board.chore("installing Chromium, fonts, PostgreSQL and NATS", |log| {
                let go = |run: Run| run.into_file(log);
                tools::services(go);
                tools::chromium(go)
            });
            drop(installed);
            if let Some(chromium) = chromium {
                test_in_browser(board, &chromium, program, extent);
            }
        });
        let built = board.chore("compiling with lints", |_| Built::new(|it| drop(send.send(it))));
        // Until they are installed, or cannot be.
        let _ = services.recv();
        if let Some(built) = built {
            test_rust(board, &built, extent);
        }
    });
    board.conclude(began)
}

/// The page itself, and its formatting, lints, types and unit tests.
fn check_page(board: &Board) {
    let web = root().join("web");
    let build = |_: &File| web_assets::build::page(&web).map_err(anyhow::Error::msg);
    board.chore("building the page", build);
    let node = version("node");
    let npm_runs = |words: &[&str], log: &File| npm_aside(words).into_file(log);
    for (part, script) in [
        (Part::PageFormatting, "format:check"),
        (Part::PageTypes, "check"),
        (Part::PageUnits, "test"),
        (Part::PageLints, "lint"),
    ] {
        let inputs = Inputs::from([(":node".to_owned(), node.clone())]);
        board.run(part, inputs, |log, only| match only {
            Some(only) => {
                let files = only.files_of_page(&root());
                let files: Vec<&str> = files.iter().map(String::as_str).collect();
                // Those that are gone have nothing wrong.
                if files.is_empty() {
                    Ok(())
                } else {
                    npm_runs(&[&ESLINT, &files[..]].concat(), log)
                }
            }
            // Files of the same content have the same form.
            None if script == "format:check" => {
                npm_runs(&["run", script, "--", "--cache", "--cache-strategy", "content"], log)
            }
            None => npm_runs(&["run", script], log),
        });
    }
}

/// The browser tests, against the program that comes in.
fn test_in_browser(board: &Board, chromium: &Path, program: Receiver<PathBuf>, extent: Extent) {
    // Why there is none is told where it was to be compiled.
    let Ok(program) = program.recv() else { return };
    let Some(mut inputs) = board.programs(&[&program]) else { return };
    inputs.insert(":node".to_owned(), version("node"));
    inputs.insert(":chromium".to_owned(), version(chromium));
    board.run(Part::Browser, inputs, |log, only| {
        let mut words: Vec<String> = ["run", "e2e"].map(str::to_owned).into();
        if let Some(only) = only {
            let chosen =
                [only.files_of_page(&root()), only.playwright(&on_shelf(&program)?)].concat();
            // Tests that are gone cannot fail.
            if chosen.is_empty() {
                return Ok(());
            }
            words.extend(["--".to_owned()].into_iter().chain(chosen));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let tests = npm_aside(&words).env("CHROMIUM", chromium).env("ZASHIKI_BIN", &program);
        let tests = match extent {
            Extent::Short => tests,
            Extent::Full => tests.env("ZASHIKI_FULL", "1"),
        };
        tests.into_file(log)
    });
}

/// What a program says of its version.
fn version(name: impl AsRef<std::ffi::OsStr>) -> String {
    let said = program(name, &["--version"]).output().unwrap_or_default();
    said.trim().replace('\n', " ")
}

/// The ids of all games, as the program lists them.
fn on_shelf(zashiki: &Path) -> Result<Vec<String>> {
    let listed = program(zashiki, &["games", "--json"]).output().context("it lists its games")?;
    let listed: Value = serde_json::from_str(&listed)?;
    let games = listed["games"].as_array().into_iter().flatten();
    Ok(games.filter_map(|game| Some(game["id"].as_str()?.to_owned())).collect())
}

/// The ids of all games.
fn games() -> Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir(root().join("crates/games"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            games.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    games.sort();
    Ok(games)
}

/// All tests of Rust, and what runs the programs that come with them. Not by `cargo test`, which runs
/// one program after the other.
fn test_rust(board: &Board, built: &Built, extent: Extent) {
    let is_server = |tests: &&Tests| tests.package() == "parlour" && tests.target == "it";
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
            test_program(board, tests, extent);
        }
    };
    std::thread::scope(|lanes| {
        lanes.spawn(|| server.iter().for_each(|tests| test_program(board, tests, extent)));
        lanes.spawn(|| server.iter().for_each(|tests| test_servers(board, built, tests, extent)));
        lanes.spawn(|| test_python(board, built, extent));
        lanes.spawn(|| {
            if let Some(programs) = board.programs(&paths(&built.examples)) {
                let examples = [&["test"], &SELECTION[..], &["--doc"]].concat();
                board.run(Part::Examples, programs, |log, _| linting(&examples).into_file(log));
            }
            let unit_tests: Vec<&Path> = built.unit_tests.values().map(PathBuf::as_path).collect();
            if let Some(programs) = board.programs(&unit_tests) {
                board.run(Part::Types, programs, |log, _| {
                    check_types(built, |run| run.into_file(log))
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

/// One program of tests, in the folder where Cargo would run it.
fn test_program(board: &Board, tests: &Tests, extent: Extent) {
    let part = Part::Rust { package: tests.package(), target: tests.target.clone() };
    let Some(programs) = board.programs(&[&tests.program]) else { return };
    board.run(part, programs, |log, only| {
        let filters = only.map(Narrowed::filters).unwrap_or_default();
        let mut words: Vec<&str> = filters.iter().map(String::as_str).collect();
        if extent == Extent::Full {
            words.push("--include-ignored");
        }
        words.push("--quiet");
        if tests.package() == "parlour" {
            words.push(WAITING);
        }
        program(&tests.program, &words).within(tests.folder.clone()).into_file(log)
    });
}

/// The server's tests where the store matters once more with PostgreSQL and NATS; and half a minute or
/// a whole one in which three servers are killed, stopped and cut off.
fn test_servers(board: &Board, built: &Built, tests: &Tests, extent: Extent) {
    if let Some(programs) = board.programs(&[&tests.program, &built.load]) {
        board.run(Part::Database, programs, |log, _| {
            let tests = tests.program.to_string_lossy();
            let stored: &[&str] = if extent == Extent::Full { &[] } else { &STORED };
            let words = [&["services", "--", &*tests, "--quiet", WAITING], stored].concat();
            program(&built.load, &words).into_file(log)
        });
    }
    if let Some(programs) = board.programs(&[&built.program, &built.load]) {
        board.run(Part::Faults, programs, |log, _| {
            let server = built.program.to_string_lossy();
            let seconds = if extent == Extent::Full { "60" } else { "30" };
            let words = ["cluster", "--server", &*server, "--faults", seconds, "--tables", "1"];
            program(&built.load, &words).into_file(log)
        });
    }
}

fn test_python(board: &Board, built: &Built, extent: Extent) {
    let Some(mut inputs) = board.programs(&[&built.extension, &built.program]) else { return };
    inputs.insert(":python".to_owned(), version("python3"));
    board.run(Part::Python, inputs, |log, only| {
        let go = |run: Run| run.into_file(log);
        python::test(&built.extension, &built.program, extent, only, go)
    });
}

/// How a run goes: what has passed before, what was run, and what failed.
struct Board {
    passed: Passed,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    /// A line for each part, with the time that it took.
    parts: Vec<(Duration, String)>,
    /// What failed, with all that it printed.
    failed: Vec<(anyhow::Error, String)>,
}

impl Board {
    fn new(all: bool) -> Board {
        Board { passed: Passed::new(all), told: Mutex::default() }
    }

    fn told(&self) -> std::sync::MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inputs that stand for these programs.
    fn programs(&self, programs: &[&Path]) -> Option<Inputs> {
        match self.passed.digest_of(programs) {
            Ok(digest) => Some(Inputs::from([(PROGRAMS.to_owned(), digest)])),
            Err(error) => {
                self.told().failed.push((error, String::new()));
                None
            }
        }
    }

    /// Runs what a change can break of a part, unless something has failed already. What it prints
    /// goes into a file of its own in `target/test` and comes when it has ended.
    fn run(
        &self,
        part: Part,
        inputs: Inputs,
        check: impl FnOnce(&File, Option<&Narrowed>) -> Result<()>,
    ) {
        let name = part.name();
        let scope = self.passed.scope(&part, &inputs);
        let only = match &scope {
            Scope::Nothing => {
                let line = format!("{name}: not run, since nothing that it reads has changed");
                return self.told().parts.push((Duration::ZERO, line));
            }
            Scope::Only(narrowed) => Some(narrowed),
            Scope::Everything => None,
        };
        let line = match only {
            Some(narrowed) => format!("{name}: only {}", narrowed.shown()),
            None => name.clone(),
        };
        let _ = self.timed(&name, &line, |log| {
            check(log, only)?;
            self.passed.remember(&part, &inputs)
        });
    }

    /// Does what comes before some parts.
    fn chore<T>(&self, name: &str, work: impl FnOnce(&File) -> Result<T>) -> Option<T> {
        self.timed(name, name, work)
    }

    fn timed<T>(&self, name: &str, line: &str, work: impl FnOnce(&File) -> Result<T>) -> Option<T> {
        if !self.told().failed.is_empty() {
            return None;
        }
        let began = Instant::now();
        let folder = root().join("target/test");
        let path = folder.join(name.replace([':', ' '], "-")).with_extension("log");
        let log = std::fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let done = log.map_err(anyhow::Error::from).and_then(|log| work(&log));
        let printed = std::fs::read_to_string(&path).unwrap_or_default();
        let mut told = self.told();
        told.parts.push((began.elapsed(), line.to_owned()));
        match done {
            Ok(done) => {
                print!("{printed}");
                Some(done)
            }
            Err(error) => {
                told.failed.push((error, printed));
                None
            }
        }
    }

    /// Says where the time went, and at the end what failed.
    fn conclude(&self, began: Instant) -> Result<()> {
        let mut told = self.told();
        told.parts.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        println!("\nWhere the time went (much of it side by side):");
        for (took, part) in &told.parts {
            println!("{:>6.1} s  {part}", took.as_secs_f64());
        }
        println!("{:>6.1} s  in all", began.elapsed().as_secs_f64());
        let Some((last, _)) = told.failed.last() else {
            println!("\nEverything holds.");
            return Ok(());
        };
        let last = format!("{last:#}");
        for (_, printed) in &told.failed {
            println!("{printed}");
        }
        for (error, _) in &told.failed[..told.failed.len() - 1] {
            eprintln!("error: {error:#}");
        }
        bail!(last)
    }
}

/// `cargo xtask rules`: the test of each game that prints what it finds.
pub fn rules() -> Result<()> {
    let games = games()?;
    let packages = games.iter().flat_map(|game| ["--package", game]);
    let test = ["every_statement_has_a_test", "--", "--nocapture"];
    let args = ["test", "--quiet", "--tests"].into_iter().chain(packages).chain(test);
    cargo(&args.collect::<Vec<_>>()).go()
}

/// `cargo xtask types`.
pub fn write_types() -> Result<()> {
    export_types(&Built::new(drop)?, &root().join(GENERATED), Run::go)
}

/// `cargo xtask python`.
pub fn python(extent: Extent) -> Result<()> {
    let built = Built::new(drop)?;
    python::test(&built.extension, &built.program, extent, None, Run::go)
}

/// Fails when the page has other types than Rust.
fn check_types(built: &Built, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    let fresh = root().join("target/types");
    export_types(built, &fresh, go)?;
    let (fresh, kept) = (files(&fresh)?, files(&root().join(GENERATED))?);
    let differs = |name: &&String| fresh.get(*name) != kept.get(*name);
    let changed: BTreeSet<&String> = fresh.keys().chain(kept.keys()).filter(differs).collect();
    if !changed.is_empty() {
        bail!("{GENERATED} is out of date ({changed:?}); run `cargo xtask types` and commit it");
    }
    Ok(())
}

/// Each exported type comes with a test that writes it and what it refers to. A library's
/// tests begin the files anew, so `table`, which the others refer to, comes last.
fn export_types(built: &Built, folder: &Path, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    if folder.is_dir() {
        std::fs::remove_dir_all(folder)?;
    }
    let others = built.unit_tests.keys().map(String::as_str).filter(|name| *name != "table");
    for library in others.chain(["table"]) {
        let tests = built.unit_tests.get(library).context("every library has unit tests")?;
        let export = program(tests, &["--quiet", "export_bindings"]);
        go(export.env("TS_RS_EXPORT_DIR", folder).env("TS_RS_LARGE_INT", "number"))?;
    }
    Ok(())
}

/// `cargo xtask figures`: the games are many, so the optimised program plays them.
pub fn figures() -> Result<()> {
    cargo(&["build", "--release"]).go()?;
    linting(&[&["test"], &SELECTION[..], &["--test", "it", "figures_of"]].concat())
        .env("ZASHIKI_BLESS", "1")
        .env("ZASHIKI_BIN", release("zashiki"))
        .go()
}

/// `cargo xtask shots`: plays the page and photographs it into `target/shots`.
pub fn screenshots() -> Result<()> {
    let folder = root().join("target/shots");
    in_browser("shots", &[("SHOTS", &folder)])?;
    println!("screenshots are in {}", folder.display());
    Ok(())
}

/// `cargo xtask pictures`: takes the pictures anew that the tests compare.
pub fn pictures() -> Result<()> {
    in_browser("pictures", &[])?;
    println!("look at what changed in web/e2e/pictures before you commit it");
    Ok(())
}

/// Runs a script of the page's against a program and a browser of its own.
fn in_browser(script: &str, env: &[(&str, &Path)]) -> Result<()> {
    tools::need_node()?;
    install_page()?;
    let mut run = npm(&["run", script])
        .env("CHROMIUM", tools::chromium(Run::go)?)
        .env("ZASHIKI_BIN", Built::new(drop)?.program);
    for (name, value) in env {
        run = run.env(name, value);
    }
    run.go()
}

/// The page's packages, unless they are there as the lock file wants them.
pub fn install_page() -> Result<()> {
    web_assets::build::install(&root().join("web")).map_err(anyhow::Error::msg)
}

fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path())?);
    }
    Ok(files)
}
